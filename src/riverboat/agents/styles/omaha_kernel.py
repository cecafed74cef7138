"""The win probability of the styles at Omaha: against one random hand of four cards, ties half.

Before the flop it is the equity of the starting hand, from the shipped figures. On a board it is the hand strength now,
over every hand that an opponent may hold.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.games.engine.layout_kernel import Record
from riverboat.kernel import Scalar, kernel
from riverboat.odds.equity_kernel import left_in_deck
from riverboat.odds.omaha.omaha_kernel import standing
from riverboat.odds.omaha.omaha_starting_hands import omaha_starting_hands
from riverboat.odds.omaha.omaha_starting_kernel import class_code

CODES = omaha_starting_hands().codes.astype(np.int32)
EQUITY = omaha_starting_hands().equity
# The places of the memory: what x was last asked for, and what it was.
ASKED, ANSWER = 0, 1


@kernel
def preflop_equity(own: npt.NDArray[np.uint8]) -> Scalar:
    """The equity of four cards against one random hand."""
    code = class_code(own)
    low, high = 0, len(CODES) - 1
    while low < high:
        middle = (low + high) // 2
        if CODES[middle] < code:
            low = middle + 1
        else:
            high = middle
    return EQUITY[low]


@kernel
def strength_on_board(own: npt.NDArray[np.uint8], board: npt.NDArray[np.uint8], n_board: Scalar) -> Scalar:
    """The chance to be ahead of one random hand on a board of three to five cards, ties half."""
    used = np.zeros(52, np.uint8)
    for at in range(4):
        used[own[at]] = 1
    for at in range(n_board):
        used[board[at]] = 1
    ahead, tied, behind = standing(own, board, n_board, left_in_deck(used))
    return (ahead + tied / 2) / (ahead + tied + behind)


@kernel
def omaha_win_probability(v: Record, memory: npt.NDArray[np.float64]) -> Scalar:
    """The chance to be ahead of one random hand now; kept in the first two places of the memory for this street."""
    own = v.cards[v.seat]
    asked = np.int64(0)  # nine cards as digits, 52 for those that have not come: below 2^53, so that a float holds it
    for at in range(4):
        asked = asked * 53 + np.int64(own[at])
    for at in range(5):
        asked = asked * 53 + (np.int64(v.shared[at]) if at < v.n_shared else 52)
    if memory[ASKED] != np.float64(asked):
        memory[ASKED] = np.float64(asked)
        n_board = np.int64(v.n_shared)
        memory[ANSWER] = preflop_equity(own) if n_board < 3 else strength_on_board(own, v.shared, n_board)
    return memory[ANSWER]
