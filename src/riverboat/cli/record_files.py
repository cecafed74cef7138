"""Hands on their way to a file: which its format can say, and what is said of those that it can't."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from riverboat.cli.output import say
from riverboat.errors import RecordError, UnreadableFile

if TYPE_CHECKING:
    from riverboat.records.hand_record import HandRecord
    from riverboat.records.importing import Rejection


OwnRules = Annotated[
    bool,
    typer.Option("--own-rules", help="Also write hands with our own rules, which other readers of PHH do not follow."),
]


class FittingHands:
    """Hands on their way to a file; those that its format can't say are left out, counted and named."""

    def __init__(self, target: Path, *, own_rules: bool = False) -> None:
        """Hands for this file; with `own_rules` also those that only we can read from it."""
        from riverboat.records.formats.registry import format_to_write

        self.target, self.format = target, format_to_write(target)
        self.fit = (own_rules and self.format.fit_own) or self.format.fit
        self.read = self.written = self.skipped = self.files_rejected = 0
        self.rejections: list[Rejection] = []

    def of(self, hands: Iterable[tuple[HandRecord | RecordError, str | None]]) -> Iterator[HandRecord]:
        """The hands that fit; each comes with the place to name it by, where that is not its file."""
        from riverboat.records.importing import Rejection

        for hand, place in hands:
            whole_file = isinstance(hand, UnreadableFile)
            self.read += not whole_file
            try:
                if isinstance(hand, RecordError):
                    raise hand
                fit = self.fit(hand)
            except RecordError as error:
                if place is not None:
                    error = RecordError(error.reason, file=place, field=error.field)
                self.files_rejected += whole_file
                self.skipped += not whole_file
                self.rejections.append(Rejection.of(error))
                continue
            self.written += 1
            yield fit

    def write(self, hands: Iterable[tuple[HandRecord | RecordError, str | None]]) -> bool:
        """Write whole or not at all; without a single hand there is no file, and the answer is False."""
        fitting = self.of(hands)
        first = next(fitting, None)
        if first is None or self.format.write is None:
            return False
        self.format.write(itertools.chain([first], fitting), self.target)
        return True

    def counts(self) -> dict[str, Any]:
        """What `--json` prints of it."""
        told = [rejection.to_json() for rejection in self.rejections]
        return {"hands_written": self.written, "hands_skipped": self.skipped, "rejections": told}

    def tell(self, written: bool) -> None:
        """Say how many were written, and which were not."""
        from riverboat.records.hand_record import count_of_hands

        skipped = f", {self.skipped} left out" if self.skipped else ""
        where = f" to {self.target}" if written else ""
        files = files_rejected(self.files_rejected)
        say(f"{count_of_hands(self.written)} written{where}{skipped}{files}.")
        show_rejections(self.rejections)


def files_rejected(count: int) -> str:
    """How many files can't be read, where there are any."""
    return "" if not count else f", {count} {'file' if count == 1 else 'files'} can't be read"


def show_rejections(rejections: list[Rejection]) -> None:
    """The first of the hands and files that were left out, with the reasons."""
    for rejection in rejections[:10]:
        say(f"  {rejection.place}: {rejection.reason}")
    if len(rejections) > 10:
        say(f"  and {len(rejections) - 10} more: --json lists them all")
