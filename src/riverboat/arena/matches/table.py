"""A table where agents sit: plays sessions of a plan, compiled as far as the agents are."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from riverboat.agents.bots.programs import ProgramPlayer
from riverboat.agents.compiled import CompiledAgent
from riverboat.agents.dispatch_kernel import entries
from riverboat.agents.protocol import Agent
from riverboat.arena.matches.desk_kernel import COLUMNS, DESK, HAND_OVER, OVER
from riverboat.arena.matches.plan import MatchPlan, is_bot
from riverboat.arena.matches.play_kernel import Books, Dealer, Players, advance
from riverboat.arena.umpire import Fault, Umpire
from riverboat.cards.randomness import sequence_of
from riverboat.cards.seeds import bot_seed
from riverboat.errors import ArenaError
from riverboat.games import BluffGame, CardGame, CardObservation, CardState
from riverboat.games.engine.layout_kernel import HAND, RULES, VIEW


class FinishedHand(NamedTuple):
    """A hand at its end, who sat in each of its seats, and where in the match it stands."""

    state: Any  # a CardState, at Bluff a BluffState
    players: tuple[int, ...]
    unit: int
    rotation: int
    deal: int


#: Called after every hand.
OnHand = Callable[[FinishedHand], None]
DIGEST_START = np.uint64(0xCBF29CE484222325)


@dataclass(frozen=True, kw_only=True, eq=False)
class UnitResult:
    """What one session with all its rotations gave."""

    unit: int
    nets: npt.NDArray[np.int64]  # by deal and player, summed over the rotations, in the rules' unit
    counts: npt.NDArray[np.int64]  # by player: see desk_kernel
    digest: str  # of every card, action and result
    faults: tuple[tuple[int, tuple[Fault, ...]], ...]  # by player: how many, and the first of them
    forfeits: frozenset[int]  # entrants that forfeited, here or before
    learnt: tuple[Any, ...] = ()  # by player: the agent as it was at the end, where that is kept; in no checkpoint


class Table:
    """The agents of a plan, seated."""

    def __init__(self, plan: MatchPlan) -> None:
        self.plan = plan
        n = plan.seats
        least = 2 if plan.sit_out else n
        self.games = {seats: plan.make_game(seats) for seats in range(least, n + 1)}
        self._rules = np.zeros(n + 1, dtype=RULES)
        for seats, game in self.games.items():
            self._rules[seats] = game.record[0]
        full = self._rules[n]
        each = int(full["down"].sum() + full["up"].sum())
        self._needed = min(int(full["deck_size"]), n * each + int(full["shared"].sum()))
        self._entries, self._params, self.given = agent_vectors(plan.agents)
        self._desk = np.zeros(1, dtype=DESK)
        self._hand = np.zeros(1, dtype=HAND)
        self._hand_words = self._hand.view(np.int64)
        self._view = np.zeros(1, dtype=VIEW)
        self._player_names = plan.names
        #: Each player's generator in the hand that is being played.
        self.words = np.zeros((len(plan.agents), 4), dtype=np.uint64)

    def play_unit(
        self,
        unit: int,
        *,
        forfeits: Collection[int] = (),
        on_hand: OnHand | None = None,
        memory: npt.NDArray[np.float64] | None = None,
        keep: bool = False,
    ) -> UnitResult:
        """Play one session with all its rotations; `forfeits` names the entrants that are out already.

        Every rotation begins with the memory that the agents were given, unless there is a `memory` to go on with,
        a row for each player, which is changed. With `keep` the result holds the agents as they were at the end.
        """
        plan, n, players = self.plan, self.plan.seats, len(self.plan.agents)
        deals = plan.deals_of(unit)
        words = unit_words(plan, unit)
        sitting = plan.sitting(unit)
        seating = sitting[np.argsort(words[4 : 4 + n], kind="stable")]
        chair_words = words[4 + n : 4 + 5 * n].reshape(n, 4)
        seeds = words[4 + 5 * n :].reshape(plan.rotations, players)
        nets = np.zeros((deals, players), dtype=np.int64)
        counts = np.zeros((players, COLUMNS), dtype=np.int64)
        digest = hashlib.sha256()
        umpires = make_umpires(plan, sitting, forfeits)
        memories = self.given
        try:
            for rotation in range(plan.rotations):
                seat_players(plan, umpires, (unit, rotation), seeds[rotation], self.games[n])
                chairs = np.roll(seating, rotation)
                self._open(deals, chairs, chair_words, pause=on_hand is not None or bool(umpires))
                tell = partial(self._tell, umpires, on_hand, unit, rotation)
                memories = self.given.copy() if memory is None else memory
                self._run(words[:4].copy(), memories, nets, counts, umpires, tell)
                digest.update(self._desk["digest"].tobytes())
        finally:
            for umpire in umpires.values():
                umpire.close()
        result = unit_result(plan, unit, nets, counts, digest.hexdigest(), umpires, forfeits)
        return replace(result, learnt=learnt(plan, umpires, memories)) if keep else result

    def _open(
        self, deals: int, chairs: npt.NDArray[np.int64], chair_words: npt.NDArray[np.uint64], *, pause: bool
    ) -> None:
        """Clear the table for a session, or for the next rotation of one: the same deck, the same luck for a chair."""
        n = self.plan.seats
        self._desk[:] = np.zeros(1, dtype=DESK)
        desk = self._desk
        desk["deals"], desk["chairs"], desk["button"] = deals, n, n - 2
        desk["carry"], desk["sit_out"] = bool(self.plan.carry), self.plan.sit_out
        desk["needed"], desk["pause"], desk["digest"] = self._needed, pause, DIGEST_START
        desk["lucky"], desk["luck"][0, :n] = 1, chair_words
        desk["stack"][0, :n] = self._rules[n]["stack"][:n]
        desk["player"][0, :n] = chairs
        self._hand["deck"][0] = self._rules[n]["deck"]

    def _run(
        self,
        deck_words: npt.NDArray[np.uint64],
        memory: npt.NDArray[np.float64],
        nets: npt.NDArray[np.int64],
        counts: npt.NDArray[np.int64],
        umpires: dict[int, Umpire],
        tell: Callable[[CardState], None],
    ) -> None:
        """Play a session to its end."""
        dealer = Dealer(self._hand, self._view, self._rules, deck_words)
        players, books = Players(self._entries, self._params, memory, self.words), Books(nets, counts)
        while True:
            code = advance(self._desk, dealer, players, books)
            if code == OVER:
                return
            state = CardState(self.games[int(self._desk["seats"][0])], self._hand_words)
            if code >= 0:
                assert state.actor is not None
                deal = int(self._desk["deal"][0])
                seen = seen_by(state, state.actor, deal + 1, self._names(self._players()))
                state.apply(umpires[code].decide(seen, deal))
            elif code == HAND_OVER:
                tell(state)
            else:
                raise ArenaError("a compiled agent chose an action that is not legal: this is a fault of ours")

    def _players(self) -> tuple[int, ...]:
        """The players of this hand, by seat."""
        chairs = self._desk["chair"][0, : int(self._desk["seats"][0])]
        return tuple(self._desk["player"][0][chairs].tolist())

    def _names(self, players: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(self._player_names[player] for player in players)

    def _tell(
        self, umpires: dict[int, Umpire], on_hand: OnHand | None, unit: int, rotation: int, state: CardState
    ) -> None:
        """A hand is over: say so to the players who are not compiled, and to whoever watches."""
        deal = int(self._desk["deal"][0]) - 1
        players = self._players()
        for seat, player in enumerate(players):
            if player in umpires:
                umpires[player].hand_over(seen_by(state, seat, deal + 1, self._names(players)), deal)
        if on_hand is not None:
            on_hand(FinishedHand(state, players, unit, rotation, deal))


def seen_by(state: CardState, seat: int, hand: int, names: tuple[str, ...]) -> CardObservation:
    """What a seat sees, with the number of the hand and who plays."""
    seen = state.observation(seat)
    seen.hand, seen.names = hand, names
    return seen


def make_umpires(plan: MatchPlan, sitting: npt.NDArray[np.int64], forfeits: Collection[int]) -> dict[int, Umpire]:
    """An umpire for every player at the table who is not compiled."""
    umpires: dict[int, Umpire] = {}
    for player in sitting.tolist():
        agent = plan.agents[player]
        if not isinstance(agent, CompiledAgent):
            umpires[player] = Umpire(agent, limit=plan.fault_limit, out=plan.owner[player] in forfeits)
    return umpires


def seat_players(
    plan: MatchPlan,
    umpires: Mapping[int, Umpire],
    session: tuple[int, int],
    seeds: npt.NDArray[np.uint64],
    game: CardGame | BluffGame,
) -> None:
    """A fresh player for every umpire, for one rotation of a session (its unit and rotation).

    The house's own agents take their seeds from the words that the deck comes from too; a bot's tells nothing of it.
    """
    for player, umpire in umpires.items():
        bot = is_bot(plan.agents[player])
        umpire.begin(bot_seed(plan.seed, *session, player) if bot else int(seeds[player]), game)


def learnt(
    plan: MatchPlan, umpires: Mapping[int, Umpire], memories: npt.NDArray[np.float64] | None = None
) -> tuple[Any, ...]:
    """The agents as they are at the end of a session: objects of Python, or compiled agents with their memory."""
    found: list[Any] = []
    for player, agent in enumerate(plan.agents):
        if isinstance(agent, CompiledAgent):
            assert memories is not None
            found.append(replace(agent, memory=memories[player, : len(agent.memory)].copy()))
        else:
            umpire = umpires.get(player)
            last = None if umpire is None else umpire.last
            found.append(None if isinstance(last, ProgramPlayer) else last)
    return tuple(found)


def unit_result(
    plan: MatchPlan,
    unit: int,
    nets: npt.NDArray[np.int64],
    counts: npt.NDArray[np.int64],
    digest: str,
    umpires: dict[int, Umpire],
    forfeits: Collection[int],
) -> UnitResult:
    """A session that is over, with what its umpires have seen."""
    out = {plan.owner[player] for player, umpire in umpires.items() if umpire.forfeited}
    seen = {player: (umpire.count, tuple(umpire.faults)) for player, umpire in umpires.items()}
    return UnitResult(
        unit=unit,
        nets=nets,
        counts=counts,
        digest=digest[:32],
        faults=tuple(seen.get(player, (0, ())) for player in range(len(plan.agents))),
        forfeits=frozenset(out) | frozenset(forfeits),
    )


def agent_vectors(
    agents: Sequence[Agent],
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The entries (see `advance`), parameters and memories of all players, a row each."""
    compiled = {at: agent for at, agent in enumerate(agents) if isinstance(agent, CompiledAgent)}
    n = len(agents)
    names = [agent.name for agent in agents]
    addresses = np.zeros((n, 2), dtype=np.int64)
    params = np.zeros((n, max([1, *(len(agent.params) for agent in compiled.values())])))
    memory = np.zeros((n, max([1, *(len(agent.memory) for agent in compiled.values())])))
    for at, agent in compiled.items():
        addresses[at] = entries(agent.entry.kind)
        params[at, : len(agent.params)] = agent.params
        memory[at, : len(agent.memory)] = agent.met(names)
    return addresses, params, memory


def unit_words(plan: MatchPlan, unit: int) -> npt.NDArray[np.uint64]:
    """All randomness of a unit: four words for the deck, one a chair for the seating, four a chair, agents' seeds."""
    sequence = sequence_of(plan.seed, unit)
    count = 4 + 5 * plan.seats + len(plan.agents) * plan.rotations
    return sequence.generate_state(count, dtype=np.uint64).astype(np.uint64)
