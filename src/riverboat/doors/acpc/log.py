"""The log of a dealer: a line a hand, written when the hand is over, as the competition's own dealer writes it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from riverboat.cards.seeds import format_seed
from riverboat.doors.acpc.dealer import DealerPlan, DealerResult, FinishedDeal, dealt_hands, result_of
from riverboat.errors import FileError, RecordError
from riverboat.files import write_whole
from riverboat.records.formats.acpc import format_acpc, read_acpc
from riverboat.records.hand_record import HandRecord


class DealerLog:
    """A log that is being written; without a path nothing is. With `resume` it goes on after the hands of a former one.

    Every line is written when its hand is over, so that a match which is broken off leaves all hands that were played.
    """

    def __init__(self, path: Path | None, plan: DealerPlan, *, resume: bool = False) -> None:
        self._path, self._plan = path, plan
        self.before = self._former() if resume else []
        self._waiting: list[HandRecord] = []
        self._lines: Iterator[str] = format_acpc(iter(self._take, None), titled=True)
        self._file: IO[str] | None = None

    def __enter__(self) -> Self:
        if self._path is not None:
            lines = [*self._plan.title, *(line for record in self.before for line in self._put(record))]
            write_whole(self._path, [line + "\n" for line in lines])
            self._file = self._path.open("a", encoding="utf-8", newline="\n")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    def add(self, hand: FinishedDeal) -> None:
        """Write a hand that is over."""
        for line in self._put(hand.record):
            self._write(line)

    def end(self, result: DealerResult) -> None:
        """Write the score; of a match that was stopped, who stopped it."""
        if result.stopped:
            self._write(f"# stopped after {result.hands} hands: {result.stopped}")
            return
        self._waiting.clear()
        for line in self._lines:  # nothing waits: what is left is the score
            self._write(line)
        if not self._plan.as_competition:
            self._write(f"# seed {format_seed(self._plan.seed)}")

    def nobody(self, stopped: str) -> DealerResult:
        """The result where somebody did not come."""
        return result_of(self._plan, self.before, (0,) * len(self._plan.names), stopped)

    def _take(self) -> HandRecord | None:
        return self._waiting.pop(0) if self._waiting else None

    def _put(self, record: HandRecord) -> Iterator[str]:
        """The lines of one hand more."""
        self._waiting.append(record)
        while self._waiting:
            yield next(self._lines)

    def _write(self, line: str) -> None:
        if self._file is not None:
            self._file.write(line + "\n")
            self._file.flush()

    def _former(self) -> list[HandRecord]:
        """The hands of the log that is gone on with."""
        if self._path is None:
            raise FileError("--resume goes on after the hands of a log: name it (--log)")
        if not self._path.exists():
            return []
        begun = self._path.read_text("utf-8", "replace").split("\n")[:1]
        if begun != self._plan.title[:1]:
            raise FileError(f'"{self._path}" is the log of another match: name the same players, hands and seed')
        try:
            found = list(read_acpc(self._path))
        except RecordError as error:
            raise FileError(f"the log can't be gone on with: {error}") from None
        if found:
            last = next(dealt_hands(self._plan, len(found) - 1))
            if sorted(last.held) != sorted(found[-1].hole_cards):
                raise FileError(f'"{self._path}" was dealt from another seed: name it (--seed)')
        return found
