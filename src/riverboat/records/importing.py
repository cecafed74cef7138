"""Bringing hands into the store: whatever lies in a file, folder or archive, checked, in batches.

A batch is acknowledged (a `Progress` is yielded) only after it is on disk. Importing again stores nothing twice, so an
import that was cut off is finished by running it again.
"""

from __future__ import annotations

import contextlib
import gc
import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from riverboat.errors import OtherGame, RecordError, UnreadableFile
from riverboat.games.catalog import GAMES, Pieces
from riverboat.records.formats.registry import FORMATS, format_of, is_of_a_room, may_hold_hands
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
        """The rejection as the command line prints it."""
        return {"file": self.file, "line": self.line, "reason": self.reason}

    @property
    def place(self) -> str:
        """The place in its file: "hands.phhs:3"."""
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
    line: int = 0  # of the file, where the last hand began
    hands_left_out: int = 0  # good hands for which there was no room

    @property
    def hands_known(self) -> int:
        """Good hands that were in the store already."""
        return self.hands_read - self.hands_stored - self.hands_rejected - self.hands_left_out


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
        elif is_of_a_room(part):
            found = True
            reason = "looks like hands of a poker room, in a language or form that is not read: let it write in English"
            yield UnreadableFile(reason, file=part.name)
    for each in FORMATS:
        for hand in each.scan(waiting.get(each.name, ())):
            found = True
            yield hand
    if not found:
        known = ", ".join(each.about for each in FORMATS)
        raise RecordError(f"holds no hands that can be read: {known}", file=str(path))


def import_hands(
    store: Store,
    path: str | Path,
    *,
    batch: int = BATCH,
    pieces: Pieces | None = None,
    most: int | None = None,
) -> Iterator[ImportProgress]:
    """Import, yielding after each batch that is safely stored; the last one has the final numbers.

    With `pieces`, hands of games that are played with other pieces (cards or dice) are left out and counted by name;
    with `most` no more than this many new hands are stored.
    """
    tally = _Tally(store, pieces, most)
    hands = scan(path)
    while True:
        with _no_collection():
            some = list(itertools.islice(hands, batch))  # one kind of work at a time, which keeps caches warm
            for hand in some:
                tally.take(hand)
            done = tally.store_batch() if some else None
        if done is None:
            break
        yield done
    if not tally.read:
        yield tally.store_batch()


@contextlib.contextmanager
def _no_collection() -> Iterator[None]:
    """While a batch is read nothing becomes garbage in circles: looking for it would take a tenth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class _Tally:
    def __init__(self, store: Store, pieces: Pieces | None, most: int | None) -> None:
        self.store, self.pieces, self.most = store, pieces, most
        self.file, self.line, self.left_out = "", 0, 0
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
        if isinstance(hand, HandRecord) and self.pieces not in (None, GAMES[hand.game].pieces):
            self.other_games[hand.game] += 1
            return
        self.read += 1
        if isinstance(hand, HandRecord):
            self.file, self.line = hand.source, hand.line
            try:
                if "\0" in "".join((*hand.players, hand.number, hand.event)):
                    raise RecordError("a name holds a zero byte", file=hand.source, line=hand.line, field="players")
                self.waiting.append((hand, verify(hand)))
                return
            except RecordError as error:
                hand = error
        self.rejected += 1
        self._reject(hand)

    def _reject(self, error: RecordError) -> None:
        self.file, self.line = error.file, error.line
        self.rejections.append(Rejection.of(error))

    def store_batch(self) -> ImportProgress:
        if self.waiting and self.most is not None and self.stored + len(self.waiting) > self.most:
            self._make_do(self.most - self.stored)
        if self.waiting:
            self.stored += self.store.add(self.waiting)
            self.waiting = []
        rejections, self.rejections = tuple(self.rejections), []
        return ImportProgress(
            file=self.file,
            line=self.line,
            hands_left_out=self.left_out,
            hands_read=self.read,
            hands_stored=self.stored,
            hands_rejected=self.rejected,
            rejections=rejections,
            files_rejected=self.files_rejected,
            other_games=dict(self.other_games),
        )

    def _make_do(self, room: int) -> None:
        """Keep of the waiting hands those that are known already, and as many new ones as there is room for."""
        known = self.store.known(self.waiting)
        kept = []
        for hand in self.waiting:
            if hand[0].digest not in known:
                if room <= 0:
                    self.left_out += 1
                    continue
                room -= 1
            kept.append(hand)
        self.waiting = kept
