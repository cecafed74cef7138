"""Tables where agents sit and play the sessions of a plan: what all have in common, and that of the betting engine."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
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
from riverboat.arena.luck.measures import HandLuck, hand_luck
from riverboat.arena.matches.desk_kernel import COLUMNS, DESK, HAND_BEGUN, HAND_OVER, OVER
from riverboat.arena.matches.plan import MatchPlan
from riverboat.arena.matches.play_kernel import Books, Dealer, Players, advance
from riverboat.cards.randomness import sequence_of
from riverboat.cards.seeds import bot_seed
from riverboat.errors import ArenaError
from riverboat.games import CardGame, CardState, Game
from riverboat.games.engine.layout_kernel import HAND, RULES, VIEW
from riverboat.games.protocol import PlayedState
from riverboat.tables.players import is_bot
from riverboat.tables.umpire import Fault, Umpire


class FinishedHand(NamedTuple):
    """A hand at its end, who sat in each of its seats, and where in the match it stands."""

    state: PlayedState
    players: tuple[int, ...]
    unit: int
    rotation: int
    deal: int
    match: Mapping[str, Any] | None = None  # of whole matches: which round it is, and how the match stood before it


#: Called after every hand.
OnHand = Callable[[FinishedHand], None]
#: Names the randomness of `luck_words`.
LUCK = 2
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
    lucks: npt.NDArray[np.float64] | None = None  # by deal and player, as `nets`: what luck gave; None: not measured
    learnt: tuple[Any, ...] = ()  # by player: the agent as it was at the end, where that is kept; in no checkpoint


@dataclass(frozen=True, kw_only=True, eq=False)
class Work:
    """A session while it is played: its randomness, and what is gathered over its rotations."""

    unit: int
    deals: int
    words: npt.NDArray[np.uint64]  # see `unit_words`
    umpires: dict[int, Umpire]  # by player, of those who are not compiled
    on_hand: OnHand | None
    luck: HandLuck | None
    luck_words: npt.NDArray[np.uint64]  # by deal
    nets: npt.NDArray[np.int64]
    lucks: npt.NDArray[np.float64]
    counts: npt.NDArray[np.int64]
    digest: hashlib._Hash


class MatchTable(ABC):
    """The agents of a plan, seated. How hands are played is for those to say who play them."""

    def __init__(self, plan: MatchPlan) -> None:
        self.plan = plan
        self.game = plan.make_game(plan.seats)
        self._entries, self._params, self.given = agent_vectors(plan.agents)
        self.luck_measure = hand_luck(plan) if plan.adjusted else None

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
        sitting = plan.sitting(unit)
        deals, words = plan.deals_of(unit), unit_words(plan, unit)
        work = Work(
            unit=unit,
            deals=deals,
            words=words,
            umpires=make_umpires(plan, sitting, forfeits),
            on_hand=on_hand,
            luck=self.luck_measure,
            luck_words=luck_words(plan, unit),
            nets=np.zeros((deals, players), dtype=np.int64),
            lucks=np.zeros((deals, players)),
            counts=np.zeros((players, COLUMNS), dtype=np.int64),
            digest=hashlib.sha256(),
        )
        seating = sitting[np.argsort(words[4 : 4 + n], kind="stable")]
        seeds = words[4 + 5 * n :].reshape(plan.rotations, players)
        memories = self.given
        try:
            for rotation in range(plan.rotations):
                seat_players(plan, work.umpires, (unit, rotation), seeds[rotation], self.game)
                memories = self.given.copy() if memory is None else memory
                self._play_rotation(work, rotation, np.roll(seating, rotation), memories)
        finally:
            for umpire in work.umpires.values():
                umpire.close()
        result = unit_result(plan, work, forfeits)
        return replace(result, learnt=learnt(plan, work.umpires, memories)) if keep else result

    @abstractmethod
    def _play_rotation(
        self, work: Work, rotation: int, chairs: npt.NDArray[np.int64], memories: npt.NDArray[np.float64]
    ) -> None:
        """Play all deals of a session once, with these players in the chairs."""


class CompiledTable(MatchTable):
    """A table of the betting engine: compiled as far as the agents are."""

    def __init__(self, plan: MatchPlan) -> None:
        super().__init__(plan)
        n = plan.seats
        least = 2 if plan.sit_out else n
        games = {seats: plan.make_game(seats) for seats in range(least, n + 1)}
        self.games: dict[int, CardGame] = {seats: game for seats, game in games.items() if isinstance(game, CardGame)}
        self._rules = np.zeros(n + 1, dtype=RULES)
        for seats, game in self.games.items():
            self._rules[seats] = game.record[0]
        full = self._rules[n]
        each = int(full["down"].sum() + full["up"].sum())
        self._needed = min(int(full["deck_size"]), n * each + int(full["shared"].sum()))
        self._desk = np.zeros(1, dtype=DESK)
        self._hand = np.zeros(1, dtype=HAND)
        self._hand_words = self._hand.view(np.int64)
        self._view = np.zeros(1, dtype=VIEW)
        self._player_names = plan.names
        #: Each player's generator in the hand that is being played.
        self.words = np.zeros((len(plan.agents), 4), dtype=np.uint64)

    def _play_rotation(
        self, work: Work, rotation: int, chairs: npt.NDArray[np.int64], memories: npt.NDArray[np.float64]
    ) -> None:
        n = self.plan.seats
        chair_words = work.words[4 + n : 4 + 5 * n].reshape(n, 4)
        self._open(work.deals, chairs, chair_words, pause=self._watched(work))
        self._desk["heralds"] = any(umpire.heeds_beginnings for umpire in work.umpires.values())
        self._run(work, memories, partial(self._tell, work, rotation))
        work.digest.update(self._desk["digest"].tobytes())

    @staticmethod
    def _watched(work: Work) -> bool:
        """Whether something is to be done after every hand."""
        return work.on_hand is not None or work.luck is not None or bool(work.umpires)

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

    def _run(self, work: Work, memory: npt.NDArray[np.float64], tell: Callable[[CardState], None]) -> None:
        """Play a session to its end."""
        dealer = Dealer(self._hand, self._view, self._rules, work.words[:4].copy())
        players = Players(self._entries, self._params, memory, self.words)
        books = Books(work.nets, work.counts)
        while True:
            code = advance(self._desk, dealer, players, books)
            if code == OVER:
                return
            state = CardState(self.games[int(self._desk["seats"][0])], self._hand_words)
            if code >= 0:
                assert state.actor is not None
                deal = int(self._desk["deal"][0])
                seen = state.observation(state.actor).told(deal + 1, self._names(self._players()))
                action = work.umpires[code].decide(seen, deal)
                if work.luck is not None:
                    work.luck.note(state, work.umpires[code].drawn)
                state.apply(action)
            elif code == HAND_BEGUN:
                self._herald(work, state)
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

    def _herald(self, work: Work, state: CardState) -> None:
        """A hand is dealt: say so to the players who are not compiled."""
        deal, players = int(self._desk["deal"][0]), self._players()
        for seat, player in enumerate(players):
            if player in work.umpires:
                work.umpires[player].hand_begins(state.observation(seat).told(deal + 1, self._names(players)), deal)

    def _tell(self, work: Work, rotation: int, state: CardState) -> None:
        """A hand is over: say so to the players who are not compiled, and to anyone who watches."""
        deal = int(self._desk["deal"][0]) - 1
        players = self._players()
        for seat, player in enumerate(players):
            if player in work.umpires:
                seen = state.observation(seat).told(deal + 1, self._names(players))
                work.umpires[player].hand_over(seen, deal)
        measure_luck(work, state, players, deal)
        if work.on_hand is not None:
            work.on_hand(FinishedHand(state, players, work.unit, rotation, deal))


def measure_luck(work: Work, state: PlayedState, players: Sequence[int], deal: int) -> None:
    """Write down what luck gave to each player of a hand that is over, where that is wanted."""
    if work.luck is not None:
        unit = state.game.unit * state.game.rules.income_unit.chips
        lucks = work.luck.of_hand(state, players, work.luck_words[deal].copy())
        work.lucks[deal, list(players)] += np.array(lucks) * unit


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
    game: Game,
) -> None:
    """A fresh player for every umpire, for one rotation of a session (its unit and rotation).

    The house's own agents take their seeds from the words that the deck comes from too; a bot's tells nothing of it.
    """
    for player, umpire in umpires.items():
        bot = is_bot(plan.agents[player])
        umpire.begin(bot_seed(plan.seed, *session, player) if bot else int(seeds[player]), game)


def learnt(plan: MatchPlan, umpires: Mapping[int, Umpire], memories: npt.NDArray[np.float64]) -> tuple[Any, ...]:
    """The agents as they are at the end of a session: objects of Python, or compiled agents with their memory."""
    found: list[Any] = []
    for player, agent in enumerate(plan.agents):
        if isinstance(agent, CompiledAgent):
            found.append(replace(agent, memory=memories[player, : len(agent.memory)].copy()))
        else:
            umpire = umpires.get(player)
            last = None if umpire is None else umpire.last
            found.append(None if isinstance(last, ProgramPlayer) else last)
    return tuple(found)


def unit_result(plan: MatchPlan, work: Work, forfeits: Collection[int]) -> UnitResult:
    """A session that is over, with what its umpires have seen."""
    out = {plan.owner[player] for player, umpire in work.umpires.items() if umpire.forfeited}
    seen = {player: (umpire.count, tuple(umpire.faults)) for player, umpire in work.umpires.items()}
    return UnitResult(
        unit=work.unit,
        nets=work.nets,
        counts=work.counts,
        digest=work.digest.hexdigest()[:32],
        faults=tuple(seen.get(player, (0, ())) for player in range(len(plan.agents))),
        forfeits=frozenset(out) | frozenset(forfeits),
        lucks=None if work.luck is None else work.lucks,
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


def luck_words(plan: MatchPlan, unit: int) -> npt.NDArray[np.uint64]:
    """Randomness to measure luck with, four words a deal: it tells nothing of cards, and is equal for all rotations."""
    if not plan.adjusted:
        return np.zeros((0, 4), np.uint64)
    words = sequence_of(plan.seed, unit, LUCK).generate_state(4 * plan.deals_of(unit), dtype=np.uint64)
    return words.astype(np.uint64).reshape(-1, 4)
