"""What a hand is worth: one number for five, six or seven cards, and its name in words.

>>> evaluate("AsKsQsJsTs")
7462
>>> describe(evaluate("KdKcKhQsQd2c3c"))
'full house, kings over queens'
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np
import numpy.typing as npt

from riverboat.cards import evaluator_kernel, tables
from riverboat.cards.cards import as_cards, format_cards
from riverboat.errors import CardError, counted

CATEGORIES = tables.CATEGORIES
BEST = 7462
RANK_NAMES = "deuce three four five six seven eight nine ten jack queen king ace".split()


def evaluate(cards: str | Iterable[int]) -> int:
    """The value of five, six or seven cards: 1 (worst) to 7462 (royal flush), equal for hands that tie."""
    hand = as_cards(cards)
    if not 5 <= len(hand) <= 7:
        shown = format_cards(hand) or "nothing"
        raise CardError(f"{shown} has {counted(len(hand), 'card')}: a hand is valued with five, six or seven")
    return int(evaluator_kernel.evaluate_one(np.array(hand, dtype=np.uint8)))


def evaluate_many(cards: npt.NDArray[np.integer]) -> npt.NDArray[np.uint16]:
    """The values of many hands at once, cards of shape (n, 5), (n, 6) or (n, 7).

    Rows are taken as they are: a card that comes twice in one is not looked for, and its value means nothing.
    """
    if cards.ndim != 2 or not 5 <= cards.shape[1] <= 7:
        raise CardError(f"an array of shape {cards.shape} does not hold hands: five, six or seven columns do")
    if not np.issubdtype(cards.dtype, np.integer):
        raise CardError(f"an array of {cards.dtype} does not hold cards: they are whole numbers, 0 to 51")
    if cards.size and (cards.max() > 51 or (cards.dtype != np.uint8 and cards.min() < 0)):
        raise CardError(f"an array with {cards.min()} to {cards.max()} does not hold cards: they are 0 to 51")
    out = np.empty(len(cards), dtype=np.uint16)
    evaluator_kernel.evaluate_rows(np.ascontiguousarray(cards, dtype=np.uint8), out)
    return out


@cache
def _hands() -> npt.NDArray[np.uint8]:
    return tables.load().hands


def category(value: int) -> str:
    """The class of a hand by its value: "high card", "pair" ... "straight flush"."""
    if not 1 <= value <= BEST:
        raise CardError(f"{value} is not the value of a hand: values are 1 to {BEST}")
    return CATEGORIES[_hands()[value, 0]]


def best_ranks(value: int) -> tuple[int, ...]:
    """The five ranks that make the hand of this value, those that come oftenest first."""
    category(value)
    return tuple(int(rank) for rank in _hands()[value, 1:])


def describe(value: int) -> str:
    """The hand of this value in words, as a dealer would call it."""
    name = category(value)
    ranks = best_ranks(value)
    first, second, kicker = RANK_NAMES[ranks[0]], RANK_NAMES[ranks[3]], RANK_NAMES[ranks[2]]
    if value == BEST:
        return "royal flush"
    if name in ("straight flush", "straight", "flush"):
        return f"{name}, {first} high"
    if name == "full house":
        return f"{name}, {plural(first)} over {plural(second)}"
    if name == "four of a kind":
        return f"{name}, {plural(first)}, {RANK_NAMES[ranks[4]]} kicker"
    if name == "two pair":
        return f"{name}, {plural(first)} and {plural(kicker)}, {RANK_NAMES[ranks[4]]} kicker"
    if name == "three of a kind":
        return f"{name}, {plural(first)}, {second} kicker"
    if name == "pair":
        return f"pair of {plural(first)}, {kicker} kicker"
    return f"{first} high, {RANK_NAMES[ranks[1]]} kicker"


def plural(name: str) -> str:
    """The name of a rank for several cards: "sixes"."""
    return name + ("es" if name == "six" else "s")
