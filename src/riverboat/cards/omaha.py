"""What a hand of Omaha is worth: exactly two of four cards, with exactly three of the board.

>>> from riverboat.cards.evaluator import describe
>>> describe(evaluate_omaha("AsKsQsJs", "Ts2s3d4c9h"))
'ace high, king kicker'
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np
import numpy.typing as npt

from riverboat.cards import omaha_kernel
from riverboat.cards.cards import as_cards, check_distinct, format_cards
from riverboat.errors import CardError, counted

#: How many cards of one's own a player of Omaha holds.
HELD = 4


def check_held(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Refuse a hand of any other number of cards than four."""
    if len(cards) != HELD:
        shown = format_cards(cards) or "nothing"
        raise CardError(f"{shown} has {counted(len(cards), 'card')}: a hand of Omaha has four, like AsAhKsQh")
    return cards


def evaluate_omaha(own: str | Iterable[int], board: str | Iterable[int]) -> int:
    """The value of four cards on a board of three to five, on the scale of `evaluator.evaluate`."""
    hand, shared = check_held(as_cards(own)), as_cards(board)
    if not 3 <= len(shared) <= 5:
        raise CardError(f"a board of {counted(len(shared), 'card')} makes no hand of Omaha: it has three, four or five")
    check_distinct((*hand, *shared))
    return int(omaha_kernel.omaha_value(np.array(hand, dtype=np.uint8), np.array(shared, dtype=np.uint8), len(shared)))


def evaluate_omaha_many(cards: npt.NDArray[np.integer]) -> npt.NDArray[np.uint16]:
    """The values of many hands at once, shape (n, 9): four cards of the player, then five of the board.

    Rows are taken as they are: a card that comes twice in one is not looked for, and its value means nothing.
    """
    if cards.ndim != 2 or cards.shape[1] != HELD + 5 or not np.issubdtype(cards.dtype, np.integer):
        raise CardError(f"an array of shape {cards.shape} does not hold hands of Omaha: whole numbers in 9 columns do")
    if cards.size and (cards.max() > 51 or cards.min() < 0):
        raise CardError(f"an array with {cards.min()} to {cards.max()} does not hold cards: they are 0 to 51")
    out = np.empty(len(cards), dtype=np.uint16)
    omaha_kernel.evaluate_rows(np.ascontiguousarray(cards, dtype=np.uint8), pair_table(), out)
    return out


@cache
def pair_table() -> npt.NDArray[np.uint16]:
    """What each pair of ranks makes with each board of five, by ranks alone; made in a hundredth of a second."""
    table = np.zeros(omaha_kernel.TABLE_SHAPE, dtype=np.uint16)
    omaha_kernel.fill_table(table)
    return table
