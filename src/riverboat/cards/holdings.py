"""The 1,326 holdings of two hole cards, and the 169 classes they fall into.

Holding `b * (b - 1) / 2 + a` is the pair of cards a < b. A class is a cell of the 13 x 13 grid that players know:
row and column count from the ace (0) to the deuce (12), suited hands above the diagonal, offsuit below.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.cards.cards import RANKS, rank_of, suit_of
from riverboat.errors import CardError

HOLDINGS = 1326
CLASSES = 169

_HIGH, _LOW = np.tril_indices(52, -1)
#: The two cards of each holding, lower first, shape (1326, 2).
HOLDING_CARDS: npt.NDArray[np.uint8] = np.stack([_LOW, _HIGH], axis=1).astype(np.uint8)


def holding_index(cards: tuple[int, int]) -> int:
    """The number of a holding from its two cards in either order."""
    low, high = sorted(cards)
    return high * (high - 1) // 2 + low


def class_index(cards: tuple[int, int]) -> int:
    """The class (0 to 168, row by row of the grid) of two hole cards."""
    high, low = sorted(12 - rank_of(card) for card in cards)
    suited = suit_of(cards[0]) == suit_of(cards[1])
    return high * 13 + low if suited or high == low else low * 13 + high


def _class_name(index: int) -> str:
    row, column = divmod(index, 13)
    names = RANKS[::-1]
    if row == column:
        return names[row] * 2
    return f"{names[row]}{names[column]}s" if row < column else f"{names[column]}{names[row]}o"


#: "AA", "AKs", "AQs" ... row by row of the grid.
CLASS_NAMES: tuple[str, ...] = tuple(_class_name(index) for index in range(CLASSES))
CLASS_OF_NAME: dict[str, int] = {name: index for index, name in enumerate(CLASS_NAMES)}
#: The class of each holding, shape (1326,).
HOLDING_CLASS: npt.NDArray[np.int64] = np.array(
    [class_index((int(a), int(b))) for a, b in HOLDING_CARDS], dtype=np.int64
)
#: How many holdings each class has: 6, 4 or 12.
CLASS_SIZE: npt.NDArray[np.int64] = np.bincount(HOLDING_CLASS, minlength=CLASSES)


def class_holdings(name: str) -> npt.NDArray[np.int64]:
    """The holdings of a class by its name: "AA" (6), "AKs" (4), "AKo" (12)."""
    if name not in CLASS_OF_NAME:
        raise CardError(f'"{name}" is not a class of starting hands: write AA, AKs or AKo')
    return np.flatnonzero(HOLDING_CLASS == CLASS_OF_NAME[name])
