"""The compiled evaluator of Omaha: the best five cards of exactly two of the player's own cards and three of the board.

`omaha_value` looks at all pairs and triples, on a board of three to five cards. On five cards there is a quicker way.
The ranks of five cards are told by their value as a hand without a flush, so that it is the number of a row in a table
of the best that each of the 91 pairs of ranks makes with the board: six places of one row are a hand. Flushes are
looked up apart, where the board has three cards of a suit and the hand two.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.cards.evaluator_kernel import (
    CARD_BITS,
    CARD_KEY,
    EMPTY_BITS,
    EMPTY_KEY,
    FLUSH,
    FLUSH_VALUES,
    rank_value,
    value,
)
from riverboat.kernel import Scalar, kernel

#: Rows are the values of five cards without a flush, columns the pairs of ranks: high * (high + 1) / 2 + low.
TABLE_SHAPE = (7463, 91)

_RANK_KEY = np.array([5**rank for rank in range(13)], dtype=np.uint64)
#: The number of a pair of ranks, in either order.
_PAIR = np.array([[max(a, b) * (max(a, b) + 1) // 2 + min(a, b) for b in range(13)] for a in range(13)], dtype=np.uint8)
# A suit's counter in a key starts at three; two more, and its top bit is set from three cards on.
_TWO_MORE = np.uint64(0x2222 << 32)
_U0, _U1, _U4, _U16, _U35 = (np.uint64(n) for n in (0, 1, 4, 16, 35))
_SUIT_MASK = np.uint64(0x1FFF)


@kernel
def pair_value(first: Scalar, second: Scalar, board: npt.NDArray[np.uint8], n_board: Scalar) -> Scalar:
    """The best hand of two cards and any three of a board of three to five."""
    own_key = EMPTY_KEY + CARD_KEY[first] + CARD_KEY[second]
    own_bits = CARD_BITS[first] | CARD_BITS[second]
    best = np.int64(0)
    for c in range(2, n_board):
        for b in range(1, c):
            key = own_key + CARD_KEY[board[c]] + CARD_KEY[board[b]]
            bits = own_bits | CARD_BITS[board[c]] | CARD_BITS[board[b]]
            for a in range(b):
                best = max(best, value(key + CARD_KEY[board[a]], bits | CARD_BITS[board[a]]))
    return best


@kernel
def omaha_value(own: npt.NDArray[np.uint8], board: npt.NDArray[np.uint8], n_board: Scalar) -> Scalar:
    """The value of four cards on a board of three to five: 1 (worst) to 7462 (royal flush)."""
    best = np.int64(0)
    for second in range(1, 4):
        for first in range(second):
            best = max(best, pair_value(own[first], own[second], board, n_board))
    return best


@kernel
def fill_row(board: npt.NDArray[np.int64], row: npt.NDArray[np.uint16]) -> None:
    """What each pair of ranks makes with five ranks; 0 for a pair that the deck does not hold any more."""
    counts = np.zeros(13, np.int64)
    for rank in board:
        counts[rank] += 1
    for high in range(13):
        for low in range(high + 1):
            counts[high] += 1
            counts[low] += 1
            best = np.int64(0)
            if counts[high] <= 4 and counts[low] <= 4:
                pair = _RANK_KEY[high] + _RANK_KEY[low]
                for c in range(2, 5):
                    for b in range(1, c):
                        for a in range(b):
                            three = _RANK_KEY[board[a]] + _RANK_KEY[board[b]] + _RANK_KEY[board[c]]
                            best = max(best, rank_value(pair + three))
            row[_PAIR[high, low]] = best
            counts[high] -= 1
            counts[low] -= 1


@kernel
def fill_table(table: npt.NDArray[np.uint16]) -> None:
    """All rows: one for each way to lay five ranks, at most four alike."""
    board = np.zeros(5, np.int64)
    while True:
        if board[4] > board[0]:
            key = _U0
            for rank in board:
                key += _RANK_KEY[rank]
            fill_row(board, table[rank_value(key)])
        at = 0  # the next board in rising order: the first rank that may grow does, those before it begin again
        while at < 4 and board[at] == board[at + 1]:
            board[at] = 0
            at += 1
        board[at] += 1
        if board[4] > 12:
            return


@kernel
def flush_of(own: np.uint64, shared: np.uint64) -> Scalar:
    """The best flush of exactly two ranks of one's own and three of the board, given as bits of their suit."""
    best = np.int64(0)
    ones = own
    while ones:
        rest = ones & (ones - _U1)
        one = ones ^ rest
        ones = rest
        twos = rest
        while twos:
            rest = twos & (twos - _U1)
            pair = one | (twos ^ rest)
            twos = rest
            best = max(best, _flush_with(pair, shared))
    return best


@kernel
def _flush_with(pair: np.uint64, shared: np.uint64) -> Scalar:
    best = np.int64(0)
    firsts = shared
    while firsts:
        after = firsts & (firsts - _U1)
        seconds = after
        while seconds:
            later = seconds & (seconds - _U1)
            two = pair | (firsts ^ after) | (seconds ^ later)
            thirds = later
            while thirds:
                rest = thirds & (thirds - _U1)
                best = max(best, np.int64(FLUSH_VALUES[two | (thirds ^ rest)]))
                thirds = rest
            seconds = later
        firsts = after
    return best


@kernel
def flush_shift(key: np.uint64) -> Scalar:
    """Where the bits of the suit begin of which a board has three cards or more; -1 where it has none."""
    three = (key + _TWO_MORE) & FLUSH
    if three == _U0:
        return np.int64(-1)
    shift = np.int64(0)
    three >>= _U35
    while not three & _U1:
        three >>= _U4
        shift += 16
    return shift


@kernel
def better_with_flush(best: Scalar, own_bits: np.uint64, board_bits: np.uint64, shift: Scalar) -> Scalar:
    """The better of a hand's value by ranks and its flush in the suit whose bits begin at `shift`."""
    own = (own_bits >> np.uint64(shift)) & _SUIT_MASK
    if own & (own - _U1):
        return max(best, flush_of(own, (board_bits >> np.uint64(shift)) & _SUIT_MASK))
    return best


@kernel
def best_by_ranks(own: npt.NDArray[np.uint8], row: npt.NDArray[np.uint16]) -> Scalar:
    """The best of a hand's six pairs in a row of the table."""
    a, b, c, d = own[0] >> 2, own[1] >> 2, own[2] >> 2, own[3] >> 2
    first = max(row[_PAIR[a, b]], row[_PAIR[c, d]])
    second = max(row[_PAIR[a, c]], row[_PAIR[b, d]])
    third = max(row[_PAIR[a, d]], row[_PAIR[b, c]])
    return np.int64(max(first, second, third))


@kernel
def bits_of(own: npt.NDArray[np.uint8]) -> Scalar:
    """The bits of four cards."""
    return CARD_BITS[own[0]] | CARD_BITS[own[1]] | CARD_BITS[own[2]] | CARD_BITS[own[3]]


@kernel
def board_sums(board: npt.NDArray[np.uint8]) -> tuple[Scalar, Scalar]:
    """The key and the bits of a board."""
    key, bits = EMPTY_KEY, EMPTY_BITS
    for card in board:
        key += CARD_KEY[card]
        bits |= CARD_BITS[card]
    return key, bits


@kernel
def evaluate_rows(cards: npt.NDArray[np.uint8], table: npt.NDArray[np.uint16], out: npt.NDArray[np.uint16]) -> None:
    """The value of each row of nine cards: four of the player's own, then five of the board."""
    for at in range(cards.shape[0]):
        own = cards[at, :4]
        key, bits = board_sums(cards[at, 4:])
        best = best_by_ranks(own, table[rank_value(key)])
        shift = flush_shift(key)
        if shift >= 0:
            best = better_with_flush(best, bits_of(own), bits, shift)
        out[at] = best
