"""Cutting a file into hands and reading each: a bad hand comes as its error, and the next follows."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from riverboat.errors import RecordError, RiverboatError
from riverboat.records.formats.rooms.settling import settle
from riverboat.records.formats.rooms.told import RoomHand
from riverboat.records.hand_record import HandRecord

_STRAY = (
    "looks like a hand of another room, or in a language or form that is not read: keep a file for each room, and let "
    "it write in English"
)
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
            if not begins.match(part.lines[0]):
                raise RecordError(_STRAY, file=file, line=part.first)
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
    """The hands of a text, and what looks like one of another language or room; the lines before are passed over."""
    if text.count("\r") > text.count("\r\n") or any(sign in text for sign in _ODD_ENDS):
        yield from _cut_line_by_line(text, file, begins)
        return
    places = _places(text, begins)
    if places:
        places = sorted({*places, *_strays(text, set(places), places[0])})
    number, before = 1, 0
    for start, end in zip(places, [*places[1:], len(text)], strict=False):
        number += text.count("\n", before, start)
        before = start
        yield HandLines(text[start:end].splitlines(), file, number)


#: What ends a line elsewhere than in most files; looked for one by one, which is quicker than a pattern.
_ODD_ENDS = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"


def _places(text: str, begins: re.Pattern[str]) -> list[int]:
    """Where lines stand that begin a hand; the whole text is searched at once, which takes a fifth of the time."""
    at_lines = _at_lines(begins)
    return [match.start() for match in at_lines.finditer(text) if begins.match(_line_at(text, match.start()))]


def _strays(text: str, known: set[int], first: int) -> Iterator[int]:
    """Where lines stand that look like the heading of a hand and are none that is known."""
    for word in _HEADINGS:
        at = text.find(word, first)
        while at >= 0:
            start = text.rfind("\n", 0, at) + 1
            if start not in known and _NUMBERED.search(_line_at(text, start)):
                yield start
            at = text.find(word, at + len(word))


#: What headings hold in all languages, and a number of a hand.
_HEADINGS = ("PokerStars", "Winamax Poker", " Hand History ", " Hand #")
_NUMBERED = re.compile(r"(?:#|n\.? ?[º°]|№) ?[0-9]{6,}|Hand History .*[0-9]{6,}")


def _line_at(text: str, start: int) -> str:
    end = text.find("\n", start)
    return text[start:] if end < 0 else text[start:end]


@functools.lru_cache(maxsize=16)
def _at_lines(begins: re.Pattern[str]) -> re.Pattern[str]:
    """A pattern at the beginning of any line; spaces before it stay within the line."""
    return re.compile("^" + begins.pattern.replace(r"\s*", r"[^\S\n]*", 1), begins.flags | re.MULTILINE)


def _cut_line_by_line(text: str, file: str, begins: re.Pattern[str]) -> Iterator[HandLines]:
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
    """The first date and time in a text as ISO 8601: 2012/1/19 22:07:55 gives 2012-01-19T22:07:55.

    Dates may also begin with the day: 30/01/2012 02:30, 07-Apr-2014 00:57:23.
    """
    if found := _DATE.search(text):
        year, month, day, hour, minute, second = found.groups()
    elif found := _DAY_FIRST.search(text):
        day, month, year, hour, minute, second = found.groups()
        month = str(_MONTHS.index(month.lower()) // 3 + 1) if month.isalpha() else month
    else:
        return ""
    date = f"{year}-{int(month):02d}-{int(day):02d}"
    return date if hour is None else f"{date}T{int(hour):02d}:{minute}:{second or '00'}"


_DATE = re.compile(
    r"([12][0-9]{3})[/-]([0-9]{1,2})[/-]([0-9]{1,2})(?:[ T-]*([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?)?",
)
_MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec"
_DAY_FIRST = re.compile(
    r"\b([0-9]{1,2})[/-]([0-9]{1,2}|(?i:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))[/-]([12][0-9]{3})"
    r"(?: +([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?)?"
)
