"""Hand strength with no card to come, lean: one number, as agents need it thousands of times a second.

Where no flush is possible only ranks count, so that 91 pairs of ranks stand for all 1,081 holdings or fewer.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.cards.evaluator_kernel import CARD_BITS, CARD_KEY, EMPTY_BITS, EMPTY_KEY, rank_value, value
from riverboat.kernel import Scalar, kernel

RANK_KEY = np.array([5**rank for rank in range(13)], dtype=np.uint64)
_U1 = np.uint64(1)
_U33, _U35 = np.uint64(33), np.uint64(35)
_EACH_SUIT = np.uint64(0x1111)


@kernel
def three_suited(board_key: np.uint64) -> Scalar:
    """Whether a board holds three cards of one suit, so that somebody may hold a flush."""
    # A suit's counter starts at three: three cards make it six (both middle bits), five make it eight (the top bit).
    middle = board_key & (board_key >> _U1)
    return (((middle >> _U33) | (board_key >> _U35)) & _EACH_SUIT) != 0


@kernel
def strength_by_ranks(ours: Scalar, board_key: np.uint64, used: np.uint64) -> Scalar:
    """The share of holdings that we beat, ties half, where no holding makes a flush."""
    doubled: Scalar = 0  # wins count two, ties one
    total: Scalar = 0
    for high in range(13):
        high_left: Scalar = 0
        for suit in range(4):
            high_left += np.int64(((used >> np.uint64(4 * high + suit)) & _U1) == 0)
        if high_left == 0:
            continue
        high_key = board_key + RANK_KEY[high]
        for low in range(high + 1):
            low_left: Scalar = 0
            for suit in range(4):
                low_left += np.int64(((used >> np.uint64(4 * low + suit)) & _U1) == 0)
            ways = high_left * (high_left - 1) // 2 if low == high else high_left * low_left
            if ways == 0:
                continue
            theirs = rank_value(high_key + RANK_KEY[low])
            total += ways
            if ours > theirs:
                doubled += 2 * ways
            elif ours == theirs:
                doubled += ways
    return doubled / (2.0 * total)


@kernel
def strength_by_cards(ours: Scalar, board_key: np.uint64, board_bits: np.uint64, used: np.uint64) -> Scalar:
    """The same holding by holding, flushes and all."""
    doubled: Scalar = 0
    total: Scalar = 0
    for high in range(52):
        if (used >> np.uint64(high)) & _U1:
            continue
        high_key = board_key + CARD_KEY[high]
        high_bits = board_bits | CARD_BITS[high]
        for low in range(high):
            if (used >> np.uint64(low)) & _U1:
                continue
            theirs = value(high_key + CARD_KEY[low], high_bits | CARD_BITS[low])
            total += 1
            doubled += 2 * np.int64(ours > theirs) + np.int64(ours == theirs)
    return doubled / (2.0 * total)


@kernel
def strength_now(first: Scalar, second: Scalar, board: npt.NDArray[np.uint8], n_board: Scalar) -> Scalar:
    """The chance to be ahead of one random hand on a board of three to five cards, ties half."""
    used = (_U1 << np.uint64(first)) | (_U1 << np.uint64(second))
    key: Scalar = EMPTY_KEY
    bits: Scalar = EMPTY_BITS
    for at in range(n_board):
        card = board[at]
        used |= _U1 << np.uint64(card)
        key += CARD_KEY[card]
        bits |= CARD_BITS[card]
    ours = value(key + CARD_KEY[first] + CARD_KEY[second], bits | CARD_BITS[first] | CARD_BITS[second])
    if three_suited(key):
        return strength_by_cards(ours, key, bits, used)
    return strength_by_ranks(ours, key, used)
