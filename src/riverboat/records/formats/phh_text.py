"""The text of PHH files: TOML fields in, TOML fields out, and the line on which anything stands.

Most PHH files are plain `field = value` lines, which a few string operations read five times faster than the standard
library's TOML reader; every other file goes to that reader, which knows the whole grammar.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from riverboat.errors import RecordError
from riverboat.records.limits import toml_trouble

_TABLE = re.compile(r"^[ \t]*\[[ \t]*([\w.-]+|\"[^\"\n]*\"|'[^'\n]*')[ \t]*\][ \t]*(?:#.*)?$", re.M)
_KEY = re.compile(r"^[ \t]*([\w-]+|\"[^\"\n]*\"|'[^'\n]*')[ \t]*=", re.M)
_TOML_PLACE = re.compile(r"\s*\((?:at line (\d+), column \d+|at end of document)\)$")
_PLAIN_INT = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
_PLAIN_FLOAT = re.compile(r"-?(?:0|[1-9][0-9]{0,17})\.[0-9]{1,9}")
_CONTROL = re.compile("[\x00-\x08\x0a-\x1f\x7f]")
_NOT_PLAIN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)")
_HEAD = re.compile(r"\ufeff?(?:[ \t]*(?:#[^\n]*|\[[^\n]{1,80}\][ \t]*(?:#[^\n]*)?)?\r?\n){0,200}[ \t]*variant[ \t]*=")
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def is_phh(text: str) -> bool:
    """Whether a text is PHH, by how it begins: comments, the name of a table, then the variant."""
    return _HEAD.match(text) is not None


class _NotPlainError(Exception):
    """The text needs the full TOML reader."""


@dataclass(frozen=True)
class PhhText:
    """The text of one hand, and where it stands."""

    text: str
    file: str = ""
    first_line: int = 1
    table: str = ""

    def fields(self) -> dict[str, Any]:
        """All fields of the hand; numbers with a point come as Decimal."""
        try:
            return _plain_fields(self.text)
        except _NotPlainError:
            return self._toml_fields()

    def _toml_fields(self) -> dict[str, Any]:
        if trouble := toml_trouble(self.text):
            raise self.error(trouble, "actions")
        try:
            return tomllib.loads(self.text, parse_float=Decimal)
        except RecursionError:
            raise self.error("brackets are nested too deeply", "actions") from None
        except (ValueError, ArithmeticError) as error:
            reason = str(error)
            place = _TOML_PLACE.search(reason)
            line = int(place[1]) if place and place[1] else self.text.count("\n") + 1
            reason = reason[: place.start()] if place else reason
            raise RecordError(
                f"not valid TOML: {reason[:200]}",
                file=self.file,
                line=self.first_line + line - 1,
                field=self._field_at(line),
            ) from None

    def error(self, reason: str, field: str, item: str | None = None) -> RecordError:
        """An error about a field (and one item of it) with the line on which that stands."""
        return RecordError(reason, file=self.file, line=self.line_of(field, item), field=field)

    def line_of(self, field: str, item: str | None = None) -> int:
        """The line of a field, or of an item of it; the hand's first line where the field is missing."""
        plain = self.text.find(f"\n{field} = ")  # nearly always, and much quicker than looking at every field
        if plain >= 0 and item is None:
            return self.first_line + self.text.count("\n", 0, plain + 1)
        for match in _KEY.finditer(self.text):
            if match[1].strip("\"'") == field:
                start = match.start(1)
                if item is not None:
                    at = max(self.text.find(f'"{item}"', start), self.text.find(f"'{item}'", start))
                    start = at if at >= 0 else start
                return self.first_line + self.text.count("\n", 0, start)
        return self.first_line

    def _field_at(self, line: int) -> str:
        name = ""
        for match in _KEY.finditer(self.text):
            if self.text.count("\n", 0, match.start(1)) >= line:
                break
            name = match[1].strip("\"'")
        return name or "variant"


def split_tables(text: str, file: str = "") -> Iterator[PhhText]:
    """The hands of a `.phhs` text, one a table `[1]`, `[2]`; a text with fields before any table is one hand."""
    starts = [] if _KEY.match(text) else list(_TABLE.finditer(text))
    if not starts or _KEY.search(text, 0, starts[0].start()):
        yield PhhText(text, file)
        return
    line, at = 1, 0
    ends = [match.start() for match in starts[1:]] + [len(text)]
    for match, end in zip(starts, ends, strict=True):
        line += text.count("\n", at, match.end())
        at = match.end()
        yield PhhText(text[match.end() : end], file, line, match[1].strip("\"'"))


def _plain_fields(text: str) -> dict[str, Any]:
    if not text.replace("\n", "").isprintable() and _NOT_PLAIN.search(text):
        raise _NotPlainError
    fields: dict[str, Any] = {}
    for line in text.split("\n"):
        if not line or line[0] == "#" or line == "\r":
            continue
        name, sign, value = line.partition(" = ")
        if not sign or name in fields or not _is_bare(name):
            if line.isspace():
                continue
            raise _NotPlainError
        value = value.rstrip(" \t\r")
        fields[name] = _plain_value(value) if name == "actions" else _repeated_value(value)
    return fields


@functools.lru_cache(maxsize=1024)
def _is_bare(name: str) -> bool:
    return _BARE.fullmatch(name) is not None


def _plain_value(value: str) -> Any:
    first = value[:1]
    if first == "[" and value[-1] == "]":
        return _plain_list(value[1:-1])
    if first in ("'", '"') and first:
        if len(value) > 1 and value[-1] == first and value.count(first) == 2 and (first == "'" or "\\" not in value):
            return value[1:-1]
    elif _PLAIN_INT.fullmatch(value):
        return int(value)
    elif _PLAIN_FLOAT.fullmatch(value):
        return Decimal(value)
    elif value in ("true", "false"):
        return value == "true"
    raise _NotPlainError


@functools.lru_cache(maxsize=4096)
def _repeated_value(value: str) -> Any:
    """Blinds, stacks and names repeat from hand to hand; nobody changes these lists."""
    return _plain_value(value)


def _plain_list(inner: str) -> list[Any]:
    quote = inner[:1]
    if quote in ("'", '"') and quote:
        if inner[-1] == quote and len(inner) > 1 and (quote == "'" or "\\" not in inner):
            items = inner[1:-1].split(f"{quote}, {quote}")
            if inner.count(quote) == 2 * len(items):
                return items
        raise _NotPlainError
    return [int(item) if _PLAIN_INT.fullmatch(item) else _point(item) for item in inner.split(", ")] if inner else []


def _point(item: str) -> Decimal:
    if _PLAIN_FLOAT.fullmatch(item):
        return Decimal(item)
    raise _NotPlainError


def format_value(value: Any) -> str:
    """A value in TOML's spelling."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _format_string(value)
    if isinstance(value, list | tuple):
        return "[" + ", ".join(format_value(item) for item in value) + "]"
    if isinstance(value, dict):
        pairs = (f"{_format_string(str(name))} = {format_value(item)}" for name, item in value.items())
        return "{" + ", ".join(pairs) + "}"
    return str(value)


def _format_string(text: str) -> str:
    if "'" not in text and not _CONTROL.search(text):
        return f"'{text}'"
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + _CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", plain) + '"'
