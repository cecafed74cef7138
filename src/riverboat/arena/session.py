"""What every session with a person has, whatever is played: who sits there, and its place in the store."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from riverboat.agents.compiled import CompiledPlayer
from riverboat.arena.memory_log import MemoryLog
from riverboat.arena.umpire import Umpire
from riverboat.errors import StoreError
from riverboat.games import Action
from riverboat.records.hand_record import Chips, HandRecord
from riverboat.records.store.hand_store import Store
from riverboat.records.store.sessions import KeptSession

FAULT_LIMIT = 5
FORMAT = 1


@dataclass(frozen=True, kw_only=True)
class Done:
    """What a seat just did; `fault` says what was wrong with the bot where the rules had to act for it."""

    seat: int
    action: Action
    fault: str = ""


@dataclass(frozen=True, kw_only=True)
class Standing:
    """Where a session stands between two hands."""

    name: str
    hands: int = 0
    button: int = 0
    stacks: tuple[int, ...] | None = None  # None: points without limit
    buy_ins: tuple[int, ...] = ()  # how often each seat bought in again
    nets: tuple[int, ...] = ()  # chips won by each seat
    squares: int = 0  # of the person's results, added up: with the nets they say how sure an average is
    results: tuple[int, ...] = ()  # the person's, hand by hand, where the deals were prepared and are therefore few
    in_hand: bool = False


class Session(ABC):
    """A session that is kept: before and after every decision of the person, and after each hand or round."""

    standing: Standing
    _players: Sequence[CompiledPlayer | Umpire | None]
    _memories: MemoryLog

    def __init__(self, key: str, store: Store, *, place: str | None = None) -> None:
        """`place` is the table of the page where it is played."""
        self._key, self._store, self._place = key, store, place
        self._kept, self._entries = store.session_with_memories(key)  # as it was when we sat down
        self._revision = self._kept.revision if self._kept else 0
        self._seed = self._time = ""  # of the hand

    @property
    def number(self) -> int:
        """The number of the hand that is played, or comes next."""
        return self.standing.hands + 1

    @property
    def event(self) -> str:
        """What the records of this session are filed under."""
        return event_of(self.standing.name)

    @property
    def store_name(self) -> str:
        """Where hands are kept."""
        return self._store.name

    def is_newest(self) -> bool:
        """Whether the store has nothing newer: another window or another server may have played on."""
        return (self._store.revision(self._key) or 0) == self._revision

    def close(self) -> None:
        """Let the agents go; programs among them are ended."""
        for player in self._players:
            if isinstance(player, Umpire):
                player.close()

    def _keep(self) -> None:
        self._write([], self.standing, in_hand=True)

    def _write(
        self, hands: Sequence[tuple[HandRecord, tuple[Chips, ...] | None]], standing: Any, *, in_hand: bool
    ) -> None:
        """Keep hands that are over together with where the session stands."""
        kept = self._as_kept(standing, in_hand=in_hand)
        self._store.add(hands, session=kept)
        self._revision = kept.revision
        self._memories.written(kept.memory)

    def _as_kept(self, standing: Any, *, in_hand: bool) -> KeptSession:
        hand = {"seed": self._seed, "time": self._time, "moves": self._done()} if in_hand else None
        agents = self._memories.content()
        content = {"format": FORMAT, **self._content(standing), "agents": agents, "hand": hand}
        state_text = json.dumps(content, separators=(",", ":"))
        return KeptSession(
            key=self._key,
            revision=self._revision + 1,
            state=state_text,
            place=self._place,
            memory=self._memories.entry(),
        )

    @abstractmethod
    def _done(self) -> Sequence[Action]:
        """What was done in this hand."""

    @abstractmethod
    def _content(self, standing: Any) -> dict[str, Any]:
        """Where the session stands, for JSON."""


def squares_in(data: dict[str, Any]) -> int:
    """The sum of squares in a kept session; version 0.1.0 kept every result instead."""
    return int(data["squares"]) if "squares" in data else sum(int(won) ** 2 for won in data["results"])


def load_kept(kept: KeptSession) -> dict[str, Any]:
    """What a kept session says, or an error where it is of another riverboat."""
    try:
        data: dict[str, Any] = json.loads(kept.state)
        if data["format"] == FORMAT:
            return data
    except (ValueError, KeyError, TypeError):
        pass
    raise unreadable()


def unreadable() -> StoreError:
    """The error for a session that is damaged or foreign."""
    return StoreError(
        "the session that was kept can't be gone on with here: start one with --new",
        told="this table can't be gone on with in this version: leave it, and open another one",
    )


def event_of(session: str) -> str:
    """What the records of a session are filed under, by the session's name."""
    return f"play {session}"
