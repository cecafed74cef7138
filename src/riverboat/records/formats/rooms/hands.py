"""Cutting a file into hands and reading each: a bad hand comes as its error, and the next follows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from riverboat.errors import RecordError, RiverboatError
from riverboat.records.formats.rooms.settling import settle
from riverboat.records.formats.rooms.told import RoomHand
from riverboat.records.hand_record import HandRecord

#: No hand of any room has more lines.
MOST_LINES = 3000
LONGEST_LINE = 1000


class HandLines(NamedTuple):
    """The lines of one hand, and where they stand."""

    lines: list[str]
    file: str
    first: int  # the number of the first line in its file


Read = Callable[[HandLines], RoomHand]


def scan_hands(text: str, file: str, begins: re.Pattern[str], read: Read) -> Iterator[HandRecord | RecordError]:
    """Every hand of a text, each from a line that begins one to the next such line."""
    for part in cut(text, file, begins):
        try:
            if len(part.lines) > MOST_LINES or max(map(len, part.lines)) > LONGEST_LINE:
                reason = f"has more than {MOST_LINES} lines in one hand, or a line of more than {LONGEST_LINE} letters"
                raise RecordError(reason, file=file, line=part.first)
            yield settle(read(part))
        except (RiverboatError, ValueError) as error:
            yield as_refusal(error, file, part.first, "\n".join(part.lines))


def as_refusal(error: ValueError, file: str, line: int, text: str) -> RecordError:
    """An error of one hand, with its place and the text of the hand."""
    if not isinstance(error, RecordError):
        error = RecordError(" ".join(str(error).split())[:200], file=file, line=line)
    error.text = text
    return error


def cut(text: str, file: str, begins: re.Pattern[str]) -> Iterator[HandLines]:
    """The hands of a text; what stands before the first is passed over."""
    lines: list[str] = []
    first = 0
    for number, line in enumerate(text.splitlines(), 1):
        if begins.match(line):
            if lines:
                yield HandLines(lines, file, first)
            lines, first = [], number
        if first:
            lines.append(line)
    if lines:
        yield HandLines(lines, file, first)


def iso_time(text: str) -> str:
    """The first date and time in a text as ISO 8601: 2012/1/19 22:07:55 gives 2012-01-19T22:07:55."""
    found = _DATE.search(text)
    if found is None:
        return ""
    year, month, day, hour, minute, second = found.groups()
    date = f"{year}-{int(month):02d}-{int(day):02d}"
    return date if hour is None else f"{date}T{int(hour):02d}:{minute}:{second or '00'}"


_DATE = re.compile(
    r"([12][0-9]{3})[/-]([0-9]{1,2})[/-]([0-9]{1,2})(?:[ T-]*([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?)?",
)
