"""Ranges of hole cards: a weight for each of the 1,326 holdings, and the text players write them in.

`99+, AJs+, KQo, A5s-A2s, AhKh, 15%`: pairs and better kickers upwards, runs, single holdings, and the best this many
per cent by exact equity against a random hand. A weight may follow a colon: `AKo:0.5`. What stands later in the text
overrides what stands before it.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from riverboat.cards.cards import RANKS, SUITS, format_cards, parse_cards
from riverboat.cards.holdings import (
    CLASS_NAMES,
    CLASS_OF_NAME,
    CLASS_SIZE,
    HOLDING_CARDS,
    HOLDING_CLASS,
    HOLDINGS,
    class_holdings,
    holding_index,
)
from riverboat.errors import CardError, RangeError

#: The 169 classes by exact equity against a random hand, best first; `riverboat tables` writes it.
ORDER_PATH = Path(__file__).with_name("class_order.json")
ANY_TWO = ("random", "any", "*")

_CLASS = r"([2-9TJQKA])([2-9TJQKA])([so]?)"
_ONE = re.compile(f"{_CLASS}(\\+?)", re.IGNORECASE)
_RUN = re.compile(f"{_CLASS}-{_CLASS}", re.IGNORECASE)
_PERCENT = re.compile(r"(\d+(?:\.\d*)?|\.\d+)%")
_SHAPE = "write hands like AA, AKs, AKo, 99+, A5s-A2s, AhKh or 15%, with commas between them"


@dataclass(frozen=True, eq=False)
class Range:
    """A weight from 0 to 1 for each holding; the text it was read from, or its shortest form."""

    weights: npt.NDArray[np.float64]

    def __post_init__(self) -> None:
        self.weights.setflags(write=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Range) and np.array_equal(self.weights, other.weights)

    def __hash__(self) -> int:
        return hash(self.weights.tobytes())

    def __str__(self) -> str:
        return format_range(self)

    def __repr__(self) -> str:
        return f"parse_range({format_range(self)!r})"

    def _repr_html_(self) -> str:
        from riverboat.cards.shown_cards import range_html

        return range_html(self)

    @property
    def holdings(self) -> npt.NDArray[np.int64]:
        """The holdings with a weight above zero."""
        return np.flatnonzero(self.weights)

    @property
    def share(self) -> float:
        """The part of all 1,326 holdings that it covers, by weight."""
        return float(self.weights.sum()) / HOLDINGS

    def without(self, cards: tuple[int, ...]) -> Range:
        """This range without the holdings that need one of these cards."""
        weights = self.weights.copy()
        weights[np.isin(HOLDING_CARDS, cards).any(axis=1)] = 0
        return Range(weights)


def any_two() -> Range:
    """The range of a player of whom nothing is known."""
    return Range(np.ones(HOLDINGS))


def single_holding(cards: tuple[int, int]) -> Range:
    """The range of a player whose cards are known."""
    weights = np.zeros(HOLDINGS)
    weights[holding_index(cards)] = 1
    return Range(weights)


def parse_range(text: str) -> Range:
    """Read a range.

    >>> parse_range("QQ+, AKs").share * 1326
    22.0
    """
    weights = np.zeros(HOLDINGS)
    pieces = [piece for piece in re.split(r"[,;\s]+", text.strip()) if piece]
    for piece in pieces:
        hands, colon, number = piece.partition(":")
        weights[_read_piece(hands, text)] = _read_weight(number, piece) if colon else 1.0
    if not weights.any():
        raise RangeError(f'"{text}" holds no hand: {_SHAPE}')
    return Range(weights)


def _read_weight(number: str, piece: str) -> float:
    try:
        weight = float(number)
    except ValueError:
        weight = math.nan
    if not 0 <= weight <= 1:
        raise RangeError(f'"{piece}" has no weight that can be used: after the colon comes a number from 0 to 1')
    return weight


def _read_piece(piece: str, text: str) -> npt.NDArray[np.int64]:
    if piece.lower() in ANY_TWO:
        return np.arange(HOLDINGS)
    if match := _PERCENT.fullmatch(piece):
        return top_holdings(float(match[1]))
    if match := _ONE.fullmatch(piece):
        return _classes(_upwards(match, piece) if match[4] else _suitednesses(match[1], match[2], match[3], piece))
    if match := _RUN.fullmatch(piece):
        return _classes(_run(match, piece))
    try:
        cards = parse_cards(piece)
    except CardError as error:
        # What looks like cards is told as such: 1h is no card, and AhAh is one card twice.
        if "comes twice" in str(error) or (len(piece) in (2, 4) and piece[-1].lower() in SUITS):
            raise
        cards = ()
    if len(cards) != 2:
        where = f' in "{text}"' if text.strip() != piece else ""
        raise RangeError(f'"{piece}"{where} is not a hand or a range: {_SHAPE}')
    return np.array([holding_index((cards[0], cards[1]))])


def _classes(names: list[str]) -> npt.NDArray[np.int64]:
    return np.concatenate([class_holdings(name) for name in names])


def _suitednesses(first: str, second: str, suited: str, piece: str) -> list[str]:
    """The class names of two ranks: one for a pair or when s or o is said, else both."""
    high, low = sorted((first.upper(), second.upper()), key=RANKS.index, reverse=True)
    if high == low:
        if suited:
            raise RangeError(f'"{piece}" cannot be: a pair is neither suited nor offsuit, write {high}{low}')
        return [high + low]
    return [high + low + s for s in (suited.lower() or "so")]


def _upwards(match: re.Match[str], piece: str) -> list[str]:
    high, low = sorted((RANKS.index(match[1].upper()), RANKS.index(match[2].upper())), reverse=True)
    if high == low:
        ranks = [(rank, rank) for rank in range(high, 13)]
    else:
        ranks = [(high, rank) for rank in range(low, high)]
    return [name for a, b in ranks for name in _suitednesses(RANKS[a], RANKS[b], match[3], piece)]


def _run(match: re.Match[str], piece: str) -> list[str]:
    ends = []
    for first, second in ((match[1], match[2]), (match[4], match[5])):
        ends.append(sorted((RANKS.index(first.upper()), RANKS.index(second.upper())), reverse=True))
    (high, low), (other_high, other_low) = ends
    between = range(min(low, other_low), max(low, other_low) + 1)
    if match[3].lower() == match[6].lower():
        if high == low and other_high == other_low:
            ranks = [(rank, rank) for rank in between]
        elif high == other_high and high not in between:
            ranks = [(high, rank) for rank in between]
        else:
            ranks = []
        if ranks:
            return [name for a, b in ranks for name in _suitednesses(RANKS[a], RANKS[b], match[3], piece)]
    raise RangeError(f'"{piece}" is not a run: both ends are pairs (TT-77) or share the high card (A5s-A2s)')


@cache
def class_order() -> tuple[str, ...]:
    """The 169 classes by exact equity against a random hand, best first."""
    return tuple(json.loads(ORDER_PATH.read_text("utf-8"))["order"])


def top_holdings(percent: float) -> npt.NDArray[np.int64]:
    """The holdings of the best classes: as few classes as make up this many per cent of all holdings."""
    if not 0 < percent <= 100:
        raise RangeError(f'"{percent:g}%" is not a share of the hands: write more than 0% and at most 100%')
    classes = [CLASS_OF_NAME[name] for name in class_order()]
    reached = np.cumsum(CLASS_SIZE[classes])
    last = int(np.searchsorted(reached, percent / 100 * HOLDINGS - 1e-9))
    return np.flatnonzero(np.isin(HOLDING_CLASS, classes[: last + 1]))


def format_range(hands: Range) -> str:
    """The shortest text we know for a range; `parse_range` reads it back."""
    if np.all(hands.weights == 1):
        return ANY_TWO[0]
    whole = np.zeros(len(CLASS_NAMES))
    singles = []
    for index in range(len(CLASS_NAMES)):
        members = np.flatnonzero(HOLDING_CLASS == index)
        first = hands.weights[members[0]]
        if np.all(hands.weights[members] == first):
            whole[index] = first
        else:
            singles += [(format_cards(HOLDING_CARDS[m][::-1]), hands.weights[m]) for m in members if hands.weights[m]]
    pieces = [*_runs(whole), *singles]
    return ", ".join(text if weight == 1 else f"{text}:{float(weight)!r}" for text, weight in pieces)


def _runs(whole: npt.NDArray[np.float64]) -> Iterator[tuple[str, float]]:
    """Neighbouring classes of one weight, joined: pairs first, then by high card, suited before offsuit."""
    lines = [[rank * 2 for rank in reversed(RANKS)]]
    lines += [
        [RANKS[high] + RANKS[low] + suited for low in range(high - 1, -1, -1)]
        for high in range(12, 0, -1)
        for suited in "so"
    ]
    for line in lines:
        start = 0
        while start < len(line):
            weight = whole[CLASS_OF_NAME[line[start]]]
            end = start
            while end + 1 < len(line) and whole[CLASS_OF_NAME[line[end + 1]]] == weight:
                end += 1
            if weight:
                yield _run_text(line, start, end), float(weight)
            start = end + 1


def _run_text(line: list[str], start: int, end: int) -> str:
    if start == end:
        return line[start]
    return f"{line[end]}+" if start == 0 else f"{line[start]}-{line[end]}"
