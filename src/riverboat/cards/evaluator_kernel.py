"""The compiled evaluator. A hand is two sums over its cards, so that cards can be added one at a time.

`key`  bits 0-31: the ranks, a number in base five; bits 32-47: four counters of suits that start at three, so that
       the top bit of one is set when it holds five cards.
`bits` sixteen bits a suit, one a rank.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.cards import tables
from riverboat.kernel import Scalar, kernel

_TABLES = tables.load()
VALUES = _TABLES.values
SHIFTS = _TABLES.shifts
FLUSH_VALUES = _TABLES.flush_values
CARD_KEY = np.array([5 ** (c >> 2) + (1 << (32 + 4 * (c & 3))) for c in range(52)], dtype=np.uint64)
CARD_BITS = np.array([1 << (16 * (c & 3) + (c >> 2)) for c in range(52)], dtype=np.uint64)

EMPTY_KEY = np.uint64(0x3333 << 32)
EMPTY_BITS = np.uint64(0)
FLUSH = np.uint64(0x8888 << 32)
_LOW = np.uint64(0xFFFFFFFF)
_MULTIPLIER = np.uint64(tables.MULTIPLIER)
_BUCKET_SHIFT = np.uint64(64 - tables.BUCKET_BITS)
_PLACE_SHIFT = np.uint64(32)
_PLACE_MASK = np.uint64((1 << tables.PLACE_BITS) - 1)
_SUIT_MASK = np.uint64(0x1FFF)
_SUIT_FLUSH = np.array([0x8 << (32 + 4 * s) for s in range(4)], dtype=np.uint64)
_SUIT_SHIFT = np.array([16 * s for s in range(4)], dtype=np.uint64)


@kernel
def rank_value(key: np.uint64) -> Scalar:
    """The value of a hand known to hold no flush."""
    scrambled = (key & _LOW) * _MULTIPLIER
    place = ((scrambled >> _PLACE_SHIFT) & _PLACE_MASK) ^ np.uint64(SHIFTS[scrambled >> _BUCKET_SHIFT])
    return np.int64(VALUES[place])


@kernel
def flush_value(key: np.uint64, bits: np.uint64) -> Scalar:
    """The value of a hand known to hold a flush."""
    for suit in range(3):
        if key & _SUIT_FLUSH[suit]:
            return np.int64(FLUSH_VALUES[(bits >> _SUIT_SHIFT[suit]) & _SUIT_MASK])
    return np.int64(FLUSH_VALUES[(bits >> _SUIT_SHIFT[3]) & _SUIT_MASK])


@kernel
def value(key: np.uint64, bits: np.uint64) -> Scalar:
    """The value of five, six or seven cards: 1 (worst) to 7462 (royal flush)."""
    if key & FLUSH:
        return flush_value(key, bits)
    return rank_value(key)


@kernel
def evaluate_one(cards: npt.NDArray[np.uint8]) -> Scalar:
    """The value of one hand of five, six or seven cards."""
    key, bits = EMPTY_KEY, EMPTY_BITS
    for card in cards:
        key += CARD_KEY[card]
        bits |= CARD_BITS[card]
    return value(key, bits)


@kernel
def evaluate_rows(cards: npt.NDArray[np.uint8], out: npt.NDArray[np.uint16]) -> None:
    """The value of each row of five, six or seven cards."""
    n = cards.shape[1]
    for row in range(cards.shape[0]):
        hand = cards[row]
        # Written out: a loop over the columns takes half as long again.
        key = EMPTY_KEY + CARD_KEY[hand[0]] + CARD_KEY[hand[1]] + CARD_KEY[hand[2]]
        key += CARD_KEY[hand[3]] + CARD_KEY[hand[4]]
        if n > 5:
            key += CARD_KEY[hand[5]]
            if n > 6:
                key += CARD_KEY[hand[6]]
        if key & FLUSH:
            bits = EMPTY_BITS
            for at in range(n):
                bits |= CARD_BITS[hand[at]]
            out[row] = flush_value(key, bits)
        else:
            out[row] = rank_value(key)
