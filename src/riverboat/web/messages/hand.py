"""What the page is told of a hand, whatever is played: the shape that `cards` and `dice` fill in.

What a person is told is composed from their own observation, and from nothing else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, TypeVar

from riverboat.errors import DamagedHand
from riverboat.games.catalog import GameEntry, find_game
from riverboat.games.engine.observation import Event
from riverboat.games.protocol import GameRules, PlayedState, TableObservation
from riverboat.records.hand_record import HandRecord
from riverboat.records.recording import TABLE_SEATS
from riverboat.records.store.hand_store import StoredHand
from riverboat.tables import PERSON, HandEnd, TablePlan
from riverboat.tables.bank import seats_in
from riverboat.web.texts import notes

Json = dict[str, Any]
View = TypeVar("View", bound=TableObservation)
End = TypeVar("End", bound=HandEnd)
Past = TypeVar("Past", bound=PlayedState)


@dataclass(frozen=True, kw_only=True)
class Scene:
    """What is said of a hand beside what is seen: the game's row, its rules, who sits where, and who is "you"."""

    entry: GameEntry
    rules: GameRules
    names: tuple[str, ...]
    you: int | None = PERSON  # nobody where agents are watched

    @classmethod
    def at(cls, plan: TablePlan, you: int = PERSON) -> Scene:
        """A table with people, as one of them sees it."""
        return cls(entry=plan.entry, rules=plan.bank.rules, names=plan.names, you=you)

    @classmethod
    def watched(cls, record: HandRecord) -> Scene:
        """A recorded hand that agents have played among themselves."""
        return cls(entry=find_game(record.game), rules=record.rules, names=record.players, you=None)

    def did(self, event: Event, seat: int) -> str:
        """What a seat of the table did, in words."""
        return self.entry.speaker.did(event.action, you=seat == self.you)

    @property
    def people(self) -> tuple[int]:
        """The seat that sees how a hand ended: that of "you", or the first where nobody is."""
        return (PERSON if self.you is None else self.you,)

    def log(self, history: Sequence[Event], playing: Sequence[int]) -> list[Json]:
        """What was done, in order; `playing` are the seats of the table that play the hand."""
        return [
            {
                "seat": playing[event.seat],
                "street": self.rules.street_names[event.street],
                "who": notes.YOU if playing[event.seat] == self.you else self.names[playing[event.seat]],
                "text": self.did(event, playing[event.seat]),
            }
            for event in history
        ]


class HandMessages(ABC, Generic[View, End, Past]):
    """What is told of hands of one kind of game, while they are played, when they are over, and afterwards."""

    #: What files end in that hold one hand, and several.
    endings: ClassVar[tuple[str, str]]

    @abstractmethod
    def hand(self, scene: Scene, view: View, playing: tuple[int, ...]) -> Json:
        """A hand as a seat sees it; `playing` are the seats of the table that play it."""

    @abstractmethod
    def end(self, end: End, *, match_over: bool = False) -> Json:
        """How a hand ended; `match_over`: the last round of a match."""

    @abstractmethod
    def states(self, record: HandRecord) -> list[Past]:
        """A recorded hand before its first action and after each."""

    @abstractmethod
    def ended(self, scene: Scene, state: Past, record: HandRecord) -> Json:
        """How a recorded hand ended, by its last state."""

    def as_seen(self, record: HandRecord, at: int | None) -> HandRecord:
        """The record without what somebody never saw who sat in this seat of the hand, or in none."""
        return record

    @abstractmethod
    def line(self, hand: StoredHand, plan: TablePlan, you: int) -> Json:
        """A hand as a list shows it to the player in a seat of the table."""

    @abstractmethod
    def moment(self, state: Past, number: int) -> Json:
        """What a decision was about: its street and its pot; `number` is that of the move."""

    def streets(self, record: HandRecord, at: int | None) -> Iterator[Json]:
        """The chances by street, where there are streets, for the player in this seat of the hand."""
        return iter(())

    @abstractmethod
    def statistics(self, hands: Sequence[StoredHand], names: Sequence[str]) -> Json:
        """What each player does, counted over some hands."""

    def shown(self, record: HandRecord, cards: Sequence[int]) -> Json | None:
        """What somebody showed at the end of a hand; None where the person never saw it."""
        return None

    @abstractmethod
    def show_all(self, step: Json, state: Past) -> None:
        """Open every seat's cards or dice in a step of a hand that is watched."""

    @abstractmethod
    def explained(self, record: HandRecord, states: Sequence[Past]) -> list[Json]:
        """What is said about each decision of a hand that is watched."""

    @abstractmethod
    def watch_options(self, players: int, dice: int | None, rules: str | None) -> Json:
        """The options of a game that is watched; `dice` are those of each player and `rules` a named set, if chosen."""

    @abstractmethod
    def one_as_file(self, record: HandRecord) -> str:
        """A hand, as somebody saw it, as a file of its own."""

    @abstractmethod
    def many_as_file(self, records: Iterable[HandRecord], damaged: Sequence[DamagedHand]) -> Iterator[str]:
        """Hands as one file, piece by piece; where the format has remarks it says which were left out."""


def without_table(record: HandRecord) -> HandRecord:
    """A record as it goes into a file: which seats of our table played it is nothing to others."""
    return replace(record, extra={name: value for name, value in record.extra.items() if name != TABLE_SEATS})


def place_in(record: HandRecord, names: Sequence[str], seat: int) -> int | None:
    """Where a seat of the table sat in a recorded hand; None where it did not play it."""
    playing = seats_in(names, record)
    return playing.index(seat) if seat in playing else None
