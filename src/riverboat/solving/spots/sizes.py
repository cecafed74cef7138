"""Bet sizes and the text they are written in: `50%` of the pot, `2.5x` the bet, `40` chips, `a` for all-in.

A bet of 50 % is half the pot; a raise of 60 % adds 60 % of the pot as it is after the call. `2.5x` raises to two and a
half times the bet. `40` bets 40 chips, and as a raise adds 40 chips after the call. Nothing (`""`) stands for no bet.

>>> format_sizes(parse_sizes("50%, 100%, a"))
'50%, 100%, a'
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from riverboat.errors import GameError, did_you_mean

SIDES = ("oop", "ip")
STREETS = ("flop", "turn", "river")
KINDS = ("bets", "raises", "donks")
_SIZE = re.compile(r"(\d+(?:\.\d+)?|\.\d+)(%|x|c?)", re.IGNORECASE)
_SHAPE = "write sizes like 50%, 2.5x, 40 or a (all-in), with commas between them"
_MOST_SIZES = 12


class Unit(Enum):
    """What the number of a size counts."""

    POT = "%"
    BET = "x"
    CHIPS = ""
    ALL_IN = "a"


@dataclass(frozen=True)
class BetSize:
    """One size of a bet or raise."""

    unit: Unit
    number: float = 0.0

    def __str__(self) -> str:
        if self.unit is Unit.ALL_IN:
            return "a"
        shown = self.number * 100 if self.unit is Unit.POT else self.number
        return f"{shown:.10g}{self.unit.value}"

    def chips(self, *, pot: float, facing: float) -> float:
        """How many chips it adds after a call of `facing`, which is 0 for a bet; `pot` is that after the call."""
        if self.unit is Unit.ALL_IN:
            return math.inf
        if self.unit is Unit.POT:
            return self.number * pot
        return (self.number - 1) * facing if self.unit is Unit.BET else self.number


Sizes = tuple[BetSize, ...]


def parse_sizes(text: str, *, what: str = "bets") -> Sizes:
    """Read sizes; `what` they are for (bets, raises or donks) stands in what is said about mistakes."""
    pieces = [piece for piece in re.split(r"[,;\s]+", text.strip()) if piece]
    if len(pieces) > _MOST_SIZES:
        raise GameError(f'{what} "{text}" are {len(pieces)} sizes: at most {_MOST_SIZES} can be')
    return tuple(dict.fromkeys(_read_size(piece, what) for piece in pieces))


def _read_size(piece: str, what: str) -> BetSize:
    if piece.lower() in ("a", "allin", "all-in"):
        return BetSize(Unit.ALL_IN)
    match = _SIZE.fullmatch(piece)
    if match is None:
        raise GameError(f'"{piece}" is not a size of {what}: {_SHAPE}')
    number, sign = float(match[1]), match[2].lower()
    if not 0 < number < 1e9:
        raise GameError(f'"{piece}" is not a size of {what}: it must be above 0, and below a thousand million')
    if sign == "%":
        return BetSize(Unit.POT, number / 100)
    if sign != "x":
        return BetSize(Unit.CHIPS, number)
    if what != "raises":
        raise GameError(f'"{piece}" cannot be a size of {what}: multiples of a bet are for raises')
    if number < 2:
        raise GameError(f'"{piece}" is below the smallest raise, which is to twice the bet: 2x')
    return BetSize(Unit.BET, number)


def format_sizes(sizes: Sizes) -> str:
    """The text of sizes; `parse_sizes` reads it back."""
    return ", ".join(map(str, sizes))


@dataclass(frozen=True)
class Menu:
    """The sizes of each street and side, by keys such as `bets`, `river bets` or `oop turn raises`."""

    stated: tuple[tuple[str, Sizes], ...]

    @classmethod
    def read(cls, texts: Mapping[str, str]) -> Menu:
        """Read the sizes of a menu; the words of a key may come in any order."""
        read = {_key(key): parse_sizes(text, what=_kind(key)) for key, text in texts.items()}
        return cls(tuple(sorted(read.items())))

    def sizes(self, kind: str, street: int, side: int) -> Sizes | None:
        """What was said most exactly: for street and side, for the street, for the side, or for all; None: nothing."""
        known = dict(self.stated)
        for key in _narrowing(kind, STREETS[street], SIDES[side]):
            if key in known:
                return known[key]
        return None

    def texts(self) -> dict[str, str]:
        """Keys and sizes as text; `read` takes them back."""
        return {key: format_sizes(sizes) for key, sizes in self.stated}


def _narrowing(kind: str, street: str, side: str) -> Iterator[str]:
    yield from (f"{side} {street} {kind}", f"{street} {kind}", f"{side} {kind}", kind)


def _words(key: str) -> list[str]:
    return re.split(r"[\s_-]+", key.strip().lower())


def _kind(key: str) -> str:
    found = [word for word in _words(key) if word in KINDS]
    if len(found) != 1:
        hint = did_you_mean(_words(key)[-1], KINDS)
        raise GameError(f'"{key}" does not say what sizes are for{hint}: bets, raises or donks, once')
    return found[0]


def _key(key: str) -> str:
    """The one spelling of a key: side, street, kind."""
    kind, words = _kind(key), _words(key)
    chosen = [[word for word in words if word in names] for names in (SIDES, STREETS, KINDS)]
    known = [word for found in chosen for word in found]
    if any(len(found) > 1 for found in chosen) or len(known) != len(words):
        wrong = next((word for word in words if word not in known), key)
        hint = did_you_mean(wrong, (*SIDES, *STREETS))
        raise GameError(f'"{key}" is not a place for {kind}{hint}: write for example "oop river {kind}"')
    return " ".join(known)
