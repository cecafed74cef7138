"""Bringing hands into the store: whatever lies in a file, folder or archive, checked, in batches.

A batch is acknowledged (a `Progress` is yielded) only after it is on disk. Importing again stores nothing twice, so an
import that was cut off is finished by running it again.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from riverboat.errors import OtherGame, RecordError, UnreadableFile
from riverboat.records.formats.registry import FORMATS, format_of, may_hold_hands
from riverboat.records.hand_record import Chips, HandRecord
from riverboat.records.replay import verify
from riverboat.records.sources import SourceFile, scan_parts
from riverboat.records.store.hand_store import Store

BATCH = 500


@dataclass(frozen=True, kw_only=True)
class Rejection:
    """A hand, or a whole file, that was passed over, and why; line 0 where the file breaks off before any line."""

    file: str
    line: int
    reason: str
    text: str = field(default="", repr=False)  # the hand as its file has it, where that can be told

    @classmethod
    def of(cls, error: RecordError) -> Rejection:
        """What an error says, in its parts."""
        reason = f"{error.field}: {error.reason}" if error.field else error.reason
        return cls(file=error.file, line=error.line, reason=reason, text=error.text)

    def to_json(self) -> dict[str, object]:
        """As the command line prints it."""
        return {"file": self.file, "line": self.line, "reason": self.reason}

    @property
    def place(self) -> str:
        """Where it happened: "hands.phhs:3"."""
        return f"{self.file}:{self.line}" if self.line else self.file


@dataclass(frozen=True, kw_only=True)
class ImportProgress:
    """What has been done for certain so far."""

    file: str
    hands_read: int
    hands_stored: int
    hands_rejected: int
    rejections: tuple[Rejection, ...]  # since the last progress
    files_rejected: int = 0  # whole files that can't be read; they are no hands
    other_games: Mapping[str, int] = field(default_factory=dict)  # hands of games that are not played here, by name

    @property
    def hands_known(self) -> int:
        """Good hands that were in the store already."""
        return self.hands_read - self.hands_stored - self.hands_rejected


def scan(path: str | Path) -> Iterator[HandRecord | RecordError]:
    """Every hand of a file, folder or archive, and an error for each hand or file that can't be read."""
    path = Path(path)
    if not path.exists():
        raise RecordError("does not exist", file=str(path))
    waiting: dict[str, list[SourceFile]] = {}
    found = False
    for part in scan_parts(path, may_hold_hands):
        if isinstance(part, UnreadableFile):
            found = True
            yield part
        elif (its := format_of(part)) is not None:
            if its.together:
                waiting.setdefault(its.name, []).append(part)
            else:
                found = True
                yield from its.scan([part])
    for each in FORMATS:
        for hand in each.scan(waiting.get(each.name, ())):
            found = True
            yield hand
    if not found:
        known = ", ".join(each.about for each in FORMATS)
        raise RecordError(f"holds no hands that can be read: {known}", file=str(path))


def import_hands(store: Store, path: str | Path, *, batch: int = BATCH) -> Iterator[ImportProgress]:
    """Import, yielding after each batch that is safely stored; the last one has the final numbers."""
    tally = _Tally(store)
    hands = scan(path)
    while some := list(itertools.islice(hands, batch)):  # one kind of work at a time, which keeps caches warm
        for hand in some:
            tally.take(hand)
        yield tally.store_batch()
    if not tally.read:
        yield tally.store_batch()


class _Tally:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.file = ""
        self.read = self.stored = self.rejected = self.files_rejected = 0
        self.waiting: list[tuple[HandRecord, tuple[Chips, ...] | None]] = []
        self.rejections: list[Rejection] = []
        self.other_games: Counter[str] = Counter()

    def take(self, hand: HandRecord | RecordError) -> None:
        if isinstance(hand, UnreadableFile):
            self.files_rejected += 1
            self._reject(hand)
            return
        if isinstance(hand, OtherGame):
            self.other_games[hand.game] += 1
            return
        self.read += 1
        if isinstance(hand, HandRecord):
            self.file = hand.source
            try:
                if any("\0" in text for text in (*hand.players, hand.number, hand.event)):
                    raise RecordError("a name holds a zero byte", file=hand.source, line=hand.line, field="players")
                self.waiting.append((hand, verify(hand)))
                return
            except RecordError as error:
                hand = error
        self.rejected += 1
        self._reject(hand)

    def _reject(self, error: RecordError) -> None:
        self.file = error.file
        self.rejections.append(Rejection.of(error))

    def store_batch(self) -> ImportProgress:
        if self.waiting:
            self.stored += self.store.add(self.waiting)
            self.waiting = []
        rejections, self.rejections = tuple(self.rejections), []
        return ImportProgress(
            file=self.file,
            hands_read=self.read,
            hands_stored=self.stored,
            hands_rejected=self.rejected,
            rejections=rejections,
            files_rejected=self.files_rejected,
            other_games=dict(self.other_games),
        )
