"""What lies between two hands of a session, whatever is played: stacks and buy-ins, points, the dice of a match.

A `Bank` belongs to the plan of a table and keeps nothing itself: where a session stands is a `Standing`, and the bank
deals the next `Hand` from it. The hand is played through its state, and says at its end where the session stands then.
`tables.cards` and `tables.dice` have the banks.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar

import numpy as np

from riverboat.errors import ArenaError
from riverboat.games.actions import Action
from riverboat.games.protocol import Game, GameRules, PlayedState, TableObservation
from riverboat.records.hand_record import HandRecord
from riverboat.records.recording import TABLE_SEATS

if TYPE_CHECKING:
    from riverboat.tables.plan import TablePlan

_View = TypeVar("_View", bound=TableObservation, covariant=True)
#: The seat of the person who has opened the table; agents sit to their left in the order in which they were named, then
#: other people.
PERSON = 0


@dataclass(frozen=True, kw_only=True)
class Standing:
    """Where a session stands between two hands. What a game does not have keeps its default."""

    name: str
    hands: int = 0  # that are played
    nets: tuple[int, ...] = ()  # chips won by each seat; without chips points, or rounds won less rounds lost
    squares: int = 0  # of the person's results, added up: with the nets they say how sure an average is
    results: tuple[int, ...] = ()  # the person's, hand by hand, where the deals were prepared and are therefore few
    in_hand: bool = False
    button: int = 0  # the seat that deals the next hand; of dice see `starter`
    stacks: tuple[int, ...] | None = None  # None: points without limit
    buy_ins: tuple[int, ...] = ()  # how often each seat bought in again
    dice: tuple[int, ...] = ()  # of each seat in the next round
    starter: int = 0  # the seat that opens it
    match: int = 1  # the number of the match of dice
    round: int = 1  # and of the next round in it
    match_wins: tuple[int, ...] = ()
    reached: tuple[int, ...] = ()  # the seats that have had their palifico in this match
    special: bool = False  # whether the next round is one
    out: tuple[int, ...] = ()  # seats of people that nobody has taken, or that somebody has left: they do not play
    places: tuple[float, ...] = ()  # in a tournament, of those who are out of it; 0 of all others
    big: int = 0  # in a tournament the seat of the last big blind
    dead: bool = False  # and whether nobody posts the small blind of the hand

    def after(self, returns: tuple[int, ...], *, keep_results: bool = False) -> Standing:
        """The count of hands and of what was won, one hand later."""
        return replace(
            self,
            hands=self.hands + 1,
            in_hand=False,
            nets=tuple(net + won for net, won in zip(self.nets, returns, strict=True)),
            squares=self.squares + returns[PERSON] ** 2,
            results=(*self.results, returns[PERSON]) if keep_results else (),
        )


@dataclass(frozen=True, kw_only=True)
class HandEnd:
    """How a hand ended, by seats of the table."""

    number: int
    views: Mapping[int, TableObservation]  # as each person sees it, by their seats
    playing: tuple[int, ...]  # the seats that played it
    returns: tuple[int, ...]

    @property
    def view(self) -> TableObservation:
        """The view of the person who has opened the table."""
        return self.views[PERSON]


class Hand(ABC):
    """One hand at a table. Its state counts the seats that play it; `playing` says which of the table's they are."""

    def __init__(self, state: PlayedState, playing: tuple[int, ...]) -> None:
        self.state, self.playing = state, playing
        #: What was done. A state's own history hides a card that was chosen and not yet turned.
        self.moves: list[Action] = []

    @property
    def actor(self) -> int | None:
        """The seat of the table that has to act; None when the hand is over."""
        return None if self.state.actor is None else self.playing[self.state.actor]

    def apply(self, action: Action) -> None:
        """An action of the actor; one that is not allowed raises IllegalAction and changes nothing."""
        self.state.apply(action)
        self.moves.append(action)

    def seen(self, seat: int) -> TableObservation:
        """What a seat of the table sees that plays this hand."""
        return self.state.observation(self.playing.index(seat))

    def view_of(self, seat: int) -> TableObservation:
        """What a seat of the table sees, whether it plays this hand or not."""
        return seen_by(self.state, self.playing, seat)

    @abstractmethod
    def settle(self, now: Standing) -> tuple[HandEnd, Standing]:
        """How the hand ended, and where the session stands after it."""

    @abstractmethod
    def record(self, now: Standing, *, event: str, time: str) -> HandRecord:
        """The record of the hand at its end."""


class Bank(ABC):
    """The stacks or dice that the seats of a table bring to a hand and take away from it."""

    #: The game for all seats of the table, and its rules.
    game: Game
    rules: GameRules
    #: Whether rounds can be played for dice, to the last of them.
    has_matches: ClassVar[bool] = False

    def __init__(self, plan: TablePlan) -> None:
        self.plan = plan
        if plan.match and not self.has_matches:
            raise ArenaError(f"{plan.game} has no matches of dice: it is played hand by hand")

    @staticmethod
    def seats_in(options: Mapping[str, Any]) -> int | None:
        """The number of seats that a game's options imply, if they do."""
        return None

    @property
    @abstractmethod
    def key_parts(self) -> Sequence[Any]:
        """What identifies this table: the game, its rules, and its players, as plain data for JSON."""

    @property
    def title(self) -> str:
        """The game and its stakes."""
        return self.plan.entry.title_of(self.rules)

    @property
    def start_stack(self) -> int | None:
        """What everyone buys in for; None where there are no stacks."""
        return None

    def hands_ahead(self) -> Sequence[tuple[Any, int]]:
        """The rules of the hands that may come, each with the seat that opens: agents are asked if they play them."""
        return [(self.rules, 0)]

    @abstractmethod
    def first(self, name: str, seat: int) -> Standing:
        """Where a session begins; the seat was drawn: it deals, or opens."""

    def ready(self, now: Standing) -> tuple[Standing, tuple[int, ...]]:
        """The standing as the next hand begins, with the seats that had to rebuy."""
        return now, ()

    def playing(self, now: Standing) -> tuple[int, ...]:
        """The seats of the table that play the next hand."""
        return tuple(range(self.plan.seats))

    @abstractmethod
    def deal(self, now: Standing, seed: np.random.SeedSequence) -> Hand:
        """The next hand; a session that is gone on with deals it again from the same seed."""

    @abstractmethod
    def recorded(self, record: HandRecord) -> HandEnd:
        """How a stored hand of this table ended."""

    @abstractmethod
    def content(self, now: Standing) -> dict[str, Any]:
        """The state of the session, as plain data for JSON."""

    @abstractmethod
    def read(self, data: Mapping[str, Any]) -> Standing:
        """What `content` wrote; KeyError, TypeError or ValueError where it was not that."""


class _Seen(Protocol[_View]):
    """A hand that is looked at."""

    def observation(self, seat: int) -> _View: ...

    def public_view(self) -> _View: ...


def seen_by(state: _Seen[_View], playing: Sequence[int], seat: int) -> _View:
    """What a seat of the table sees of a hand that these seats play; a seat that does not play it sees what all see."""
    return state.observation(playing.index(seat)) if seat in playing else state.public_view()


def seats_in(names: Sequence[str], record: HandRecord) -> tuple[int, ...]:
    """The seats of a table that played a recorded hand: as the record says, or by the players' names."""
    told = record.extra.get(TABLE_SEATS)
    if isinstance(told, list) and len(told) == record.seats:
        return tuple(told)
    return tuple(names.index(name) if name in names else PERSON for name in record.players)


def next_of(playing: Sequence[int], seat: int) -> int:
    """The seat itself where it plays, or else the next one to its left that does."""
    return min((each for each in playing if each >= seat), default=min(playing, default=seat))


def lengthened(values: Sequence[Any], seats: int, more: Any) -> tuple[Any, ...]:
    """What each seat has, with the same for each that came to the table later."""
    return (*values, *(more,) * (seats - len(values)))


def broke_in_words(name: str, *, you: bool) -> str:
    """That a seat has lost all its chips and rebuys, as a sentence begins."""
    return "You went broke and rebuy" if you else f"{name} went broke and rebuys"


def common(data: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """What every kept session has; version 0.1.0 kept every result instead of the sum of their squares."""
    return {
        "name": data["name"],
        "hands": data["hands"],
        "nets": lengthened(data["nets"], seats, 0),
        # Players who have come to the table since then do not play the hand that was dealt.
        "out": tuple(sorted({*data.get("out", ()), *range(len(data["nets"]), seats)})),
        "squares": int(data["squares"]) if "squares" in data else sum(int(won) ** 2 for won in data["results"]),
        "in_hand": data["hand"] is not None,
    }
