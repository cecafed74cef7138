"""An elimination tournament as it is played: its tables, and what a finished one leaves."""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from riverboat.agents.compiled import CompiledAgent
from riverboat.arena.matches.desk_kernel import COLUMNS, DESK, HAND_BEGUN, HAND_OVER, HANDS, OVER
from riverboat.arena.matches.play_kernel import Books, Dealer, Players
from riverboat.arena.matches.table import DIGEST_START, agent_vectors
from riverboat.arena.tournaments.elimination_kernel import HALL, MARK, PAUSE, Floor, play_rounds
from riverboat.arrays import Floats, Ints, Words
from riverboat.cards.randomness import sequence_of
from riverboat.cards.seeds import bot_seed
from riverboat.errors import ArenaError
from riverboat.games import CardGame, CardState
from riverboat.games.engine.layout_kernel import HAND, RULES, VIEW
from riverboat.steps import run_to_end, unpack_column
from riverboat.tables.players import is_bot
from riverboat.tables.umpire import Umpire

if TYPE_CHECKING:
    from riverboat.arena.tournaments.elimination import EliminationPlan

#: This many rounds are played before it is told how the tournament stands.
ROUNDS_AT_ONCE = 5


@dataclass(frozen=True, kw_only=True)
class TournamentStanding:
    """A tournament between two rounds."""

    round: int
    level: int
    blinds: tuple[int, int]
    left: int
    tables: int
    left_by_entrant: tuple[int, ...]
    chips_by_entrant: tuple[int, ...]
    leader: int  # the player with most chips
    leader_chips: int


@dataclass(frozen=True, kw_only=True, eq=False)
class TournamentResult:
    """How one tournament ended."""

    number: int
    places: Floats  # by player; players who share places have their mean
    player_hands: Ints  # hands that each player played
    faults: Ints  # of each player
    hands: int
    rounds: int
    level: int
    tables_broken: int
    moves: int
    digest: str  # of every card, action, result and place
    first_faults: tuple[tuple[int, int, str, str], ...] = ()  # player, hand, reason, stack

    def to_json(self) -> dict[str, Any]:
        """The tournament result as a checkpoint keeps it."""
        columns = np.stack([np.round(2 * self.places).astype(np.int64), self.player_hands, self.faults])
        return {
            "number": self.number,
            "columns": base64.b64encode(zlib.compress(columns.astype("<i8").tobytes())).decode("ascii"),
            "first_faults": self.first_faults,
            **{name: getattr(self, name) for name in _PLAIN},
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> TournamentResult:
        """Read one back."""
        columns = np.frombuffer(unpack_column(data["columns"]), dtype="<i8").astype(np.int64).reshape(3, -1)
        return cls(
            number=data["number"],
            places=columns[0] / 2,
            player_hands=columns[1],
            faults=columns[2],
            first_faults=tuple((player, hand, reason, stack) for player, hand, reason, stack in data["first_faults"]),
            **{name: data[name] for name in _PLAIN},
        )


_PLAIN = ("hands", "rounds", "level", "tables_broken", "moves", "digest")


class Tournament:
    """The tables of a plan's tournaments, one tournament at a time."""

    def __init__(self, plan: EliminationPlan) -> None:
        self.plan = plan
        self._games: dict[tuple[int, int, int], CardGame] = {}
        levels = plan.levels
        self._rules = np.zeros((len(levels), 2, plan.seats + 1), dtype=RULES)
        for level in range(len(levels)):
            for seats in range(2, plan.seats + 1):
                for dead in (0, 1):
                    self._rules[level, dead, seats] = plan.rules(level, seats, dead_small=bool(dead)).compiled()[0]
        self._entries, self._params, self._given = agent_vectors(plan.agents)
        self._owner = np.array(plan.owner)
        players = len(plan.agents)
        tables = -(-players // plan.seats)
        self.hall = np.zeros(1, dtype=HALL)
        self.desks = np.zeros(tables, dtype=DESK)
        self.marks = np.zeros(tables, dtype=MARK)
        self._hand = np.zeros(1, dtype=HAND)
        self._hand_words = self._hand.view(np.int64)
        self._view = np.zeros(1, dtype=VIEW)
        self.at_start: Ints = np.zeros(players, dtype=np.int64)
        self._out: Ints = np.zeros(players, dtype=np.int64)
        self.places: Ints = np.zeros(players, dtype=np.int64)
        self._nets: Ints = np.zeros((1, players), dtype=np.int64)
        self._counts: Ints = np.zeros((players, COLUMNS), dtype=np.int64)

    def play_out(self, number: int) -> TournamentResult:
        """Play one tournament to its end."""
        return run_to_end(self.play(number))

    def play(
        self, number: int, *, rounds: int = ROUNDS_AT_ONCE
    ) -> Generator[TournamentStanding, None, TournamentResult]:
        """Play one tournament, telling after every few rounds how it stands."""
        words = tournament_words(self.plan, number)
        umpires = self._umpires(words, number)
        try:
            self._open(words, pause=bool(umpires))
            self.desks["heralds"] = any(umpire.heeds_beginnings for umpire in umpires.values())
            floor, dealer, players, books = self._kernel_parts(words)
            while (code := play_rounds(floor, dealer, players, books, rounds)) != OVER:
                if code == PAUSE:
                    yield self.standing()
                else:
                    self._ask(code, umpires)
        finally:
            for umpire in umpires.values():
                umpire.close()
        self.places[self.places == 0] = 2  # the winner: first place, twice
        return self._result(number, umpires)

    def _kernel_parts(self, words: Words) -> tuple[Floor, Dealer, Players, Books]:
        """What the kernel plays a tournament with; all begin with the memory that they were given."""
        agent_words = words[-4 * len(self._entries) :].reshape(-1, 4).copy()
        draw_words = words[4:8].copy()
        return (
            Floor(self.hall, self.desks, self.marks, draw_words, self.at_start, self._out, self.places),
            Dealer(self._hand, self._view, self._rules, words[:4].copy()),
            Players(self._entries, self._params, self._given.copy(), agent_words),
            Books(self._nets, self._counts),
        )

    def _open(self, words: Words, *, pause: bool) -> None:
        """Draw the seats: as many at every table as at any other, or one more; the first button is drawn too."""
        plan, players = self.plan, len(self._entries)
        tables = len(self.desks)
        for array in (self.hall, self.desks, self.marks):
            array[:] = np.zeros(1, dtype=array.dtype)
        for numbers in (self.at_start, self.places, self._nets, self._counts):
            numbers[:] = 0
        hall = self.hall
        hall["tables"], hall["seats"], hall["left"], hall["pause"] = tables, plan.seats, players, pause
        hall["levels"], hall["level_hands"] = len(self._rules), plan.level_hands
        desks = self.desks
        desks["chairs"], desks["carry"], desks["sit_out"], desks["pause"] = plan.seats, 1, 1, 1
        desks["digest"] = DIGEST_START
        for place, player in enumerate(np.argsort(words[8 : 8 + players], kind="stable")):
            desks["player"][place % tables, place // tables] = player
            desks["stack"][place % tables, place // tables] = plan.stack
        sizes = (desks["stack"] > 0).sum(axis=1).astype(np.uint64)
        chairs = (words[8 + players : 8 + players + tables] % sizes).astype(np.int64)
        self.marks["chair"] = chairs
        self.marks["player"] = desks["player"][np.arange(tables), chairs]
        self._hand["deck"][0] = self._rules[0, 0, 2]["deck"]

    def _ask(self, code: int, umpires: dict[int, Umpire]) -> None:
        """Do what the kernel can't: ask a bot for its action, or tell bots that a hand has begun or is over."""
        if code == HAND_OVER:
            at = int(self.hall["table"][0]) - 1
        elif code >= 0 or code == HAND_BEGUN:
            at = int(self.hall["table"][0])
        else:
            raise ArenaError("a compiled agent chose an action that is not legal: this is a fault of ours")
        desk, number = self.desks[at], int(self.hall["hands"][0])
        seats = int(desk["seats"])
        state = CardState(self._game(at, seats), self._hand_words)
        if code >= 0:
            assert state.actor is not None
            seen = state.observation(state.actor).told(number + 1, self._names(desk, seats))
            state.apply(umpires[code].decide(seen, number))
            return
        for seat in range(seats):
            player = int(desk["player"][desk["chair"][seat]])
            if player in umpires:
                played = number + (code == HAND_BEGUN)  # a hand that is over is counted already
                seen = state.observation(seat).told(played, self._names(desk, seats))
                tell = umpires[player].hand_over if code == HAND_OVER else umpires[player].hand_begins
                tell(seen, played - 1)

    def _names(self, desk: np.void, seats: int) -> tuple[str, ...]:
        return tuple(self.plan.name(int(desk["player"][desk["chair"][seat]])) for seat in range(seats))

    def _game(self, table: int, seats: int) -> CardGame:
        key = int(self.hall["level"][0]), int(self.marks["dead"][table]), seats
        if key not in self._games:
            self._games[key] = CardGame(self.plan.rules(key[0], seats, dead_small=bool(key[1])))
        return self._games[key]

    def _umpires(self, words: Words, number: int) -> dict[int, Umpire]:
        """An umpire for every player who is not compiled."""
        game = CardGame(self.plan.rules(0, self.plan.seats, dead_small=False))
        seeds = words[-4 * len(self._entries) :].reshape(-1, 4)[:, 0]
        umpires: dict[int, Umpire] = {}
        try:
            for player, agent in enumerate(self.plan.agents):
                if not isinstance(agent, CompiledAgent):
                    umpires[player] = Umpire(agent, limit=self.plan.fault_limit)
                    own = bot_seed(self.plan.seed, number, player) if is_bot(agent) else int(seeds[player])
                    umpires[player].begin(own, game)
        except BaseException:
            for umpire in umpires.values():
                umpire.close()
            raise
        return umpires

    def standing(self) -> TournamentStanding:
        """How the tournament stands."""
        hall, desks = self.hall[0], self.desks
        seated = desks["stack"] > 0
        players, chips = desks["player"][seated], desks["stack"][seated]
        owners = self._owner[players]
        entrants = len(self.plan.entrants)
        level = int(hall["level"])
        return TournamentStanding(
            round=int(hall["round"]),
            level=level,
            blinds=self.plan.levels[level],
            left=int(hall["left"]),
            tables=int(seated.any(axis=1).sum()),
            left_by_entrant=tuple(np.bincount(owners, minlength=entrants).tolist()),
            chips_by_entrant=tuple(int(chips[owners == at].sum()) for at in range(entrants)),
            leader=int(players[chips.argmax()]),
            leader_chips=int(chips.max()),
        )

    def _result(self, number: int, umpires: dict[int, Umpire]) -> TournamentResult:
        hall = self.hall[0]
        digest = hashlib.sha256(self.desks["digest"].tobytes() + self.places.astype("<i8").tobytes())
        faults = np.zeros(len(self._entries), dtype=np.int64)
        for player, umpire in umpires.items():
            faults[player] = umpire.count
        return TournamentResult(
            number=number,
            places=self.places / 2,
            player_hands=self._counts[:, HANDS].copy(),
            faults=faults,
            hands=int(hall["hands"]),
            rounds=int(hall["round"]),
            level=int(hall["level"]),
            tables_broken=int(hall["broken"]),
            moves=int(hall["moves"]),
            digest=digest.hexdigest()[:32],
            first_faults=tuple(
                (player, fault.deal, fault.reason, fault.stack)
                for player, umpire in umpires.items()
                for fault in umpire.faults[:1]
            ),
        )


def tournament_words(plan: EliminationPlan, number: int) -> Words:
    """All randomness of a tournament: four words for the decks, four for drawing chairs when tables are broken, one a
    player for the first seats, one a table for the first button, and four a player for the agents."""
    players = len(plan.agents)
    tables = -(-players // plan.seats)
    sequence = sequence_of(plan.seed, number)
    return sequence.generate_state(8 + players + tables + 4 * players, dtype=np.uint64).astype(np.uint64)
