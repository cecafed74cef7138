"""`riverboat dealer`: a match at ports, by the rules of the competition's own dealer.

Lines that answer nothing are passed over; an action that can't be read or done is a call; a raise out of bounds is the
nearest one. A player who is too slow, leaves, floods or never reads ends the match, and the log says who.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from riverboat.doors.acpc.dealing import competition_hands, house_hands
from riverboat.doors.acpc.definition import AcpcGame, usual_game
from riverboat.doors.acpc.lines import LineSocket
from riverboat.doors.acpc.messages import answers, is_comment, meant_by, speaks_ours, state_text
from riverboat.errors import ArenaError, BotError, counted
from riverboat.games import Action, CardGame, CardState
from riverboat.intervals import Statistic, average
from riverboat.records.hand_record import HandRecord
from riverboat.records.recording import record_of

#: A player may say this many lines that answer nothing before an answer; the competition's own dealer has no bound.
MOST_IGNORED = 1000


@dataclass(frozen=True, kw_only=True)
class DealerTimes:
    """How long players may take, in seconds; what is usual is what the competition's dealer has."""

    response_s: float = 600.0
    hand_s: float = 600.0
    per_hand_s: float = 7.0  # on average over the match
    start_s: float | None = None  # to connect and to say their version; None: as long as it takes


@dataclass(frozen=True, kw_only=True)
class DealerPlan:
    """A match at ports: who plays what, how many hands, from which seed."""

    game: AcpcGame
    names: tuple[str, ...]
    hands: int
    seed: int
    name: str = "match"  # of the match, for its log
    as_competition: bool = False  # deal as the competition's dealer does
    times: DealerTimes = field(default_factory=DealerTimes)

    def __post_init__(self) -> None:
        seats = self.game.rules.seats
        if len(self.names) != seats:
            raise ArenaError(f"{counted(len(self.names), 'name')} for {seats} players: name them all, or none")
        for name in self.names:
            if not name or not name.isprintable() or any(letter in name for letter in ":|# "):
                raise ArenaError(f'"{name}" can\'t stand in a log: no spaces, colons, bars or #')
        if len(set(self.names)) < seats:
            raise ArenaError(f"{', '.join(self.names)}: every player needs a name of their own")

    @property
    def title(self) -> list[str]:
        """The lines at the head of its log, as the competition's dealer writes them.

        A seed that has cards in it which are still to be dealt is not told; the competition's own are found anyway.
        """
        rules, times = self.game.rules, self.times
        kind = "limit" if rules.betting == "limit" else "nolimit"
        reverse = ".reverse_blinds" if rules.seats == 2 else ""
        game = f"holdem.{kind}.{rules.seats}p{reverse}.game"
        return [
            f"# name/game/hands/seed {self.name} {game} {self.hands} {self.seed if self.as_competition else '-'}",
            f"#--t_response {round(1000 * times.response_s)}",
            f"#--t_hand {round(1000 * times.hand_s)}",
            f"#--t_per_hand {round(1000 * times.per_hand_s)}",
        ]


@dataclass(frozen=True, kw_only=True)
class DealerResult:
    """What a match at ports gave; `stopped` says who ended it and how, where it did not come to its end."""

    plan: DealerPlan
    hands: int
    scores: tuple[int | Fraction, ...]  # by player, in chips
    means: tuple[Statistic, ...]  # by player, a hand, in the unit of results
    corrected: tuple[int, ...]  # by player: actions that the rules have put in the place of what was said
    stopped: str = ""

    def to_json(self) -> dict[str, Any]:
        """The dealer result as the command line prints it."""
        rules = self.plan.game.rules
        return {
            "game": rules.name,
            "unit": rules.income_unit.name,
            "hands": self.hands,
            "players": [
                {"name": name, "hands": self.hands, "chips": float(score), "corrected": wrong, **mean.to_json()}
                for name, score, wrong, mean in zip(
                    self.plan.names, self.scores, self.corrected, self.means, strict=True
                )
            ],
            "stopped": self.stopped,
        }


class PortSeat:
    """One player at the dealer's table: its connection, and the time it has used."""

    def __init__(self, name: str, line: LineSocket, plan: DealerPlan) -> None:
        self.name, self.corrected = name, 0
        self._line, self._times = line, plan.times
        self._match_s = plan.times.per_hand_s * plan.hands
        self._used_hand_s = self._used_match_s = 0.0

    def greet(self) -> None:
        """Wait for the version of the protocol."""
        seconds = self._times.response_s if self._times.start_s is None else self._times.start_s
        said = self._line.receive(seconds)
        if not speaks_ours(said):
            raise BotError(f'said "{said[:40]}" first: VERSION:2.0.0 is right')

    def new_hand(self) -> None:
        """Begin to count the time of a hand."""
        self._used_hand_s = 0.0

    def tell(self, state: str) -> None:
        """Send a state."""
        self._line.send(f"{state}\r\n", self._times.response_s)

    def ask(self, state: str) -> str:
        """The letters that answer a state that was told just now."""
        start, ignored = time.monotonic(), 0
        allowed = self._allowed()
        while True:
            left = allowed - (time.monotonic() - start)
            if left <= 0:
                raise BotError(f"gave no answer within {allowed:.3g} s")
            line = self._line.receive(left)
            found = None if is_comment(line) else answers(line, state)
            if found is not None:
                break
            ignored += 1
            if ignored >= MOST_IGNORED:
                raise BotError(f"wrote {MOST_IGNORED} lines that answer nothing")
        spent = time.monotonic() - start
        self._used_hand_s += spent
        self._used_match_s += spent
        return found

    def _allowed(self) -> float:
        """How long the next answer may take."""
        times = self._times
        return min(times.response_s, times.hand_s - self._used_hand_s, self._match_s - self._used_match_s)


@dataclass(frozen=True, kw_only=True)
class FinishedDeal:
    """A hand that is over."""

    record: HandRecord
    number: int


def deal_match(
    plan: DealerPlan, lines: Sequence[LineSocket], before: Sequence[HandRecord] = ()
) -> Generator[FinishedDeal, None, DealerResult]:
    """Play a match, telling of every hand that is over. `before` are the hands of a match that was interrupted."""
    seats = [PortSeat(name, line, plan) for name, line in zip(plan.names, lines, strict=True)]
    records = list(before)
    hands = dealt_hands(plan, len(records))
    stopped = ""
    try:
        for seat in seats:
            _by(seat, seat.greet)
        while len(records) < plan.hands:
            state = next(hands)
            for seat in seats:
                seat.new_hand()
            _play(state, seats, len(records))
            records.append(_recorded(state, plan, len(records)))
            yield FinishedDeal(record=records[-1], number=len(records))
    except _Stopped as error:
        stopped = str(error)
    return result_of(plan, records, tuple(seat.corrected for seat in seats), stopped)


def dealt_hands(plan: DealerPlan, first: int) -> Iterator[CardState]:
    """The hands of a match before anybody acts, from the hand number `first` on."""
    deal = competition_hands if plan.as_competition else house_hands
    return deal(CardGame(plan.game.rules), plan.game.stack, plan.seed, first)


class _Stopped(Exception):  # noqa: N818 - the end of a match, not a fault of ours
    pass


def _by(seat: PortSeat, does: Any, *arguments: Any) -> Any:
    """Do something with a player; what goes wrong ends the match in their name."""
    try:
        return does(*arguments)
    except BotError as error:
        raise _Stopped(f"{seat.name} {error}") from None


def _play(state: CardState, seats: Sequence[PortSeat], number: int) -> None:
    while (actor := state.actor) is not None:
        texts = _tell_all(state, seats, number)
        state.apply(_answer(state, actor, seats[actor], texts[actor]))
    _tell_all(state, seats, number)


def _tell_all(state: CardState, seats: Sequence[PortSeat], number: int) -> list[str]:
    texts = [state_text(state.observation(at), number) for at in range(len(seats))]
    for seat, text in zip(seats, texts, strict=True):
        _by(seat, seat.tell, text)
    return texts


def _answer(state: CardState, actor: int, seat: PortSeat, text: str) -> Action:
    meant = meant_by(_by(seat, seat.ask, text), state.observation(actor))
    seat.corrected += not meant.as_said
    return meant.action


def _recorded(state: CardState, plan: DealerPlan, number: int) -> HandRecord:
    record = record_of(state, plan.names, number=str(number), event=plan.name)
    rules = plan.game.rules
    # Where nobody can run out of chips the competition's limit game has no stacks.
    endless = rules == usual_game(rules.seats, limit=True).rules
    return replace(record, stacks=None) if endless else record


def result_of(
    plan: DealerPlan, records: Sequence[HandRecord], corrected: tuple[int, ...], stopped: str
) -> DealerResult:
    """What some hands of a match gave."""
    unit = plan.game.rules.income_unit.chips
    gains: list[list[Fraction]] = [[] for _ in plan.names]
    for record in records:
        by_name = dict(zip(record.players, record.returns or (), strict=True))
        for at, name in enumerate(plan.names):
            gains[at].append(Fraction(by_name[name]))
    return DealerResult(
        plan=plan,
        hands=len(records),
        scores=tuple(sum(each, Fraction(0)) for each in gains),
        means=tuple(average([float(gain) / unit for gain in each]) for each in gains),
        corrected=corrected,
        stopped=stopped,
    )
