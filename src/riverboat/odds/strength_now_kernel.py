"""Hand strength with no card to come, lean: one number, as agents need it thousands of times a second.

Where no flush is possible only ranks count, so that 91 pairs of ranks stand for all 1,081 holdings or fewer. Where
three cards of a suit lie, the pairs of that suit are looked at one by one, and the others by ranks.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.cards.evaluator_kernel import CARD_BITS, CARD_KEY, EMPTY_BITS, EMPTY_KEY, rank_value, value
from riverboat.cards.holdings import HOLDING_CLASS
from riverboat.cards.holdings_kernel import holding_number
from riverboat.kernel import Scalar, kernel
from riverboat.odds.starting_hands import starting_hands

#: Equity against one random hand of each of the 1,326 holdings.
PREFLOP = np.ascontiguousarray(starting_hands().equity[0][HOLDING_CLASS])

RANK_KEY = np.array([5**rank for rank in range(13)], dtype=np.uint64)
_U1, _U4, _U15, _U32, _U33, _U35 = (np.uint64(n) for n in (1, 4, 15, 32, 33, 35))
#: The counter of a suit in a key when three of its cards are in it.
_THREE = np.uint64(6)
_EACH_SUIT = np.uint64(0x1111)
#: Holdings that are beaten, tied with, and all there are.
Counts = tuple[Scalar, Scalar, Scalar]


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
def counts_by_cards(ours: Scalar, board_key: np.uint64, board_bits: np.uint64, used: np.uint64) -> Counts:
    """How many holdings we beat and tie with, of how many, counted holding by holding, flushes and all."""
    won: Scalar = 0
    tied: Scalar = 0
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
            won += np.int64(ours > theirs)
            tied += np.int64(ours == theirs)
    return won, tied, total


@kernel
def strength_by_cards(ours: Scalar, board_key: np.uint64, board_bits: np.uint64, used: np.uint64) -> Scalar:
    """The strength now, counted holding by holding, flushes and all."""
    won, tied, total = counts_by_cards(ours, board_key, board_bits, used)
    return (2 * won + tied) / (2.0 * total)


@kernel
def suit_of_three(key: np.uint64) -> Scalar:
    """The suit of which a board holds exactly three cards, or -1."""
    for suit in range(4):
        if (key >> (_U32 + _U4 * np.uint64(suit))) & _U15 == _THREE:
            return suit
    return -1


@kernel
def counts_by_suit(ours: Scalar, key: np.uint64, bits: np.uint64, used: np.uint64, suit: Scalar) -> Counts:
    """How many holdings we beat and tie with, of how many, where three cards of one suit lie.

    Flushes are looked at one by one, all else by ranks; a suit of -1 says that nobody can hold a flush.
    """
    won: Scalar = 0
    tied: Scalar = 0
    total: Scalar = 0
    left = np.zeros(13, np.int64)
    suited = np.zeros(13, np.int64)
    for card in range(52):
        if not (used >> np.uint64(card)) & _U1:
            left[card >> 2] += 1
            suited[card >> 2] += (card & 3) == suit
    for high in range(13):
        for low in range(high + 1):
            ways = left[high] * (left[high] - 1) // 2 if low == high else left[high] * left[low]
            if low != high and suited[high] * suited[low]:
                ways -= 1
                one, two = 4 * high + suit, 4 * low + suit
                theirs = value(key + CARD_KEY[one] + CARD_KEY[two], bits | CARD_BITS[one] | CARD_BITS[two])
                total += 1
                won += np.int64(ours > theirs)
                tied += np.int64(ours == theirs)
            if ways > 0:
                theirs = rank_value(key + RANK_KEY[high] + RANK_KEY[low])
                total += ways
                won += ways * np.int64(ours > theirs)
                tied += ways * np.int64(ours == theirs)
    return won, tied, total


@kernel
def strength_by_suit(ours: Scalar, key: np.uint64, bits: np.uint64, used: np.uint64, suit: Scalar) -> Scalar:
    """The share of holdings beaten where three cards of one suit lie: flushes one by one, all else by ranks."""
    won, tied, total = counts_by_suit(ours, key, bits, used, suit)
    return (2 * won + tied) / (2.0 * total)


@kernel
def counts_against_all(ours: Scalar, key: np.uint64, bits: np.uint64, used: np.uint64) -> Counts:
    """How many holdings a hand of this value beats and ties with on a board, of how many, the quickest way."""
    suit = suit_of_three(key) if three_suited(key) else -1
    if suit < 0 and three_suited(key):
        return counts_by_cards(ours, key, bits, used)
    return counts_by_suit(ours, key, bits, used, suit)


@kernel
def strength_against_all(ours: Scalar, key: np.uint64, bits: np.uint64, used: np.uint64) -> Scalar:
    """The share of holdings that a hand of this value beats on a board, ties half, the quickest way."""
    if not three_suited(key):
        return strength_by_ranks(ours, key, used)
    suit = suit_of_three(key)
    return strength_by_cards(ours, key, bits, used) if suit < 0 else strength_by_suit(ours, key, bits, used, suit)


@kernel
def seen_cards(
    first: Scalar, second: Scalar, board: npt.NDArray[np.uint8], n_board: Scalar
) -> tuple[Scalar, Scalar, Scalar]:
    """The board's key and bits for the evaluator, and one bit for every card of the board and of the hand."""
    used = (_U1 << np.uint64(first)) | (_U1 << np.uint64(second))
    key: Scalar = EMPTY_KEY
    bits: Scalar = EMPTY_BITS
    for at in range(n_board):
        card = board[at]
        used |= _U1 << np.uint64(card)
        key += CARD_KEY[card]
        bits |= CARD_BITS[card]
    return key, bits, used


@kernel
def strength_now(first: Scalar, second: Scalar, board: npt.NDArray[np.uint8], n_board: Scalar) -> Scalar:
    """The chance to be ahead of one random hand on a board of three to five cards, ties half."""
    key, bits, used = seen_cards(first, second, board, n_board)
    ours = value(key + CARD_KEY[first] + CARD_KEY[second], bits | CARD_BITS[first] | CARD_BITS[second])
    return strength_against_all(ours, key, bits, used)


@kernel
def preflop_strength(first: Scalar, second: Scalar) -> Scalar:
    """The exact equity of a starting hand against one random hand."""
    low, high = min(first, second), max(first, second)
    return PREFLOP[holding_number(low, high)]
