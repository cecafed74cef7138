"""Hands on their way to a file: which its format can say, and what is said of those that it can't."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from riverboat.cli.output import say
from riverboat.errors import RecordError, UnreadableFile

if TYPE_CHECKING:
    from riverboat.records.hand_record import HandRecord
    from riverboat.records.importing import Rejection


class FittingHands:
    """Hands on their way to a file; those that its format can't say are left out, counted and named."""

    def __init__(self, target: Path) -> None:
        self.target = target
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
                fit = _writable(hand, self.target)
            except RecordError as error:
                if place is not None:
                    error = RecordError(error.reason, file=place, field=error.field)
                self.files_rejected += whole_file
                self.skipped += not whole_file
                self.rejections.append(Rejection.of(error))
                continue
            self.written += 1
            yield fit

    def counts(self) -> dict[str, Any]:
        """What `--json` prints of it."""
        told = list(map(vars, self.rejections))
        return {"hands_written": self.written, "hands_skipped": self.skipped, "rejections": told}

    def tell(self, written: bool) -> None:
        """Say how many were written, and which were not."""
        from riverboat.records.hand_record import count_of_hands

        skipped = f", {self.skipped} left out" if self.skipped else ""
        where = f" to {self.target}" if written else ""
        files = files_rejected(self.files_rejected)
        say(f"{count_of_hands(self.written)} written{where}{skipped}{files}.")
        show_rejections(self.rejections)


def _writable(hand: HandRecord, target: Path) -> HandRecord:
    """A dealer's log needs a result; where none is recorded, the replayed one is it. Errors name the hand's source."""
    from dataclasses import replace as changed

    from riverboat.records.formats.acpc import format_acpc
    from riverboat.records.formats.rounds import bluff_rules
    from riverboat.records.replay import verify

    if target.suffix == ".jsonl":
        bluff_rules(hand)  # says that cards have no place there
        return hand
    if target.suffix != ".log":
        hand.card_rules  # noqa: B018 - says that dice have no place there
        return hand
    if hand.returns is None:
        hand = changed(hand, returns=verify(hand))
    try:
        list(format_acpc([hand]))
    except RecordError as error:
        raise RecordError(error.reason, file=hand.source, line=hand.line, field=error.field) from None
    return hand


def check_ending(target: Path) -> None:
    """Refuse a file whose ending names no format."""
    if target.suffix not in (".phh", ".phhs", ".log", ".jsonl"):
        reason = "has an ending that names no format: use .phh, .phhs or .log, or .jsonl for bluff"
        raise RecordError(reason, file=str(target))


def write_hands(records: Iterator[HandRecord], target: Path) -> bool:
    """Write whole or not at all; without a single hand there is no file, and the answer is False."""
    from riverboat.records.formats.acpc import write_acpc
    from riverboat.records.formats.phh_writer import write_phh
    from riverboat.records.formats.rounds import write_bluff

    first = next(records, None)
    if first is None:
        return False
    write = {".log": write_acpc, ".jsonl": write_bluff}.get(target.suffix, write_phh)
    write(itertools.chain([first], records), target)
    return True


def files_rejected(count: int) -> str:
    """How many files can't be read, where there are any."""
    return "" if not count else f", {count} {'file' if count == 1 else 'files'} can't be read"


def show_rejections(rejections: list[Rejection]) -> None:
    """The first of the hands and files that were left out, with the reasons."""
    for rejection in rejections[:10]:
        say(f"  {rejection.place}: {rejection.reason}")
    if len(rejections) > 10:
        say(f"  and {len(rejections) - 10} more: --json lists them all")
