"""Weight tables: how likely each of the 1,326 holdings is in an opponent's hand, before and after what they did.

The default table comes from the income rates of the starting hands: a hand that earns is played, one that loses is
folded before the flop (Billings, Papp, Schaeffer & Szafron 1999, section 4.3). It has no floor of zero: people play
odd hands, and blinds see flops for nothing.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.cards.holdings import CLASS_SIZE, CLASSES, HOLDING_CLASS, HOLDINGS
from riverboat.odds.starting_hands import TABLE_SIZES, starting_hands

Vector = npt.NDArray[np.float64]
Table = npt.NDArray[np.float64]

#: At the full table the best this many of all holdings always stay in, and beyond this many none but the few that do.
ALWAYS_FULL, NEVER_FULL = 0.12, 0.45
#: The same heads-up, where nearly everything is played.
ALWAYS_TWO, NEVER_TWO = 0.60, 1.0
#: What is left to a hand that is never played.
FLOOR = 0.05


def _incomes() -> Table:
    return np.ascontiguousarray(starting_hands().income[:, HOLDING_CLASS])


def _shares(incomes: Table) -> Table:
    """For each table size and holding the share of all holdings that earn more, ties half: 0 is the best."""
    found = np.empty_like(incomes)
    for row, income in enumerate(incomes):
        ordered = np.sort(income)
        above = HOLDINGS - np.searchsorted(ordered, income, side="right")
        level = np.searchsorted(ordered, income, side="right") - np.searchsorted(ordered, income, side="left")
        found[row] = (above + level / 2) / HOLDINGS
    return found


def _default_weights(shares: Table) -> Table:
    found = np.empty_like(shares)
    for row, size in enumerate(TABLE_SIZES):
        full = (size - 2) / (TABLE_SIZES[-1] - 2)
        always = ALWAYS_TWO + (ALWAYS_FULL - ALWAYS_TWO) * full
        never = NEVER_TWO + (NEVER_FULL - NEVER_TWO) * full
        found[row] = np.clip((never - shares[row]) / (never - always), FLOOR, 1.0)
    return found


#: Income rate of each holding, small bets a hand, shape (9, 1326): tables of 2 to 10.
INCOMES: Table = _incomes()
#: The share of holdings that earn more, the same shape.
SHARES: Table = _shares(INCOMES)
#: What opponents hold who have not folded, the same shape.
DEFAULT_WEIGHTS: Table = _default_weights(SHARES)


def default_weights(seats: int) -> Vector:
    """The default table for opponents at a table of this many."""
    return np.array(DEFAULT_WEIGHTS[min(max(seats, 2), TABLE_SIZES[-1]) - 2], dtype=np.float64)


def class_weights(weights: Vector) -> Vector:
    """The mean weight of each of the 169 classes, as the 13 x 13 grid shows them."""
    sums = np.bincount(HOLDING_CLASS, weights=weights, minlength=CLASSES)
    return np.asarray(sums / CLASS_SIZE, dtype=np.float64)
