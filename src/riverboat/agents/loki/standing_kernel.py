"""How a hand stands against every holding, now and after one more card, as fast as a table of agents needs it.

Exact. Where a holding can't make a flush, only its ranks count: 91 pairs of ranks stand for all holdings, and the
cards that a holding itself takes from those to come are taken off again one by one. The few holdings that may make
a flush are counted card by card.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.arrays import Floats, Ints
from riverboat.cards.evaluator_kernel import CARD_BITS, CARD_KEY, EMPTY_BITS, EMPTY_KEY, rank_value, value
from riverboat.kernel import Scalar, kernel
from riverboat.odds.strength_now_kernel import RANK_KEY

PAIRS = 91
#: The ranks of each pair of ranks, and the pair of two ranks.
PAIR_RANKS = np.array([(high, low) for high in range(13) for low in range(high + 1)], dtype=np.int64)
PAIR_OF = np.zeros((13, 13), dtype=np.int64)
for _at, (_high, _low) in enumerate(PAIR_RANKS):
    PAIR_OF[_high, _low] = PAIR_OF[_low, _high] = _at


@kernel
def pair_values(
    board_key: np.uint64,
    on_board: Ints,
    come: Scalar,
    now: Ints,
    later: Ints,
) -> None:
    """The value of every pair of ranks now, and with one more card of each rank; 0 where a rank would come five times.

    `on_board` counts the ranks of the board.
    """
    for pair in range(PAIRS):
        high, low = PAIR_RANKS[pair, 0], PAIR_RANKS[pair, 1]
        most = on_board[high] + 1 + np.int64(high == low)
        if most > 4 or on_board[low] >= 4:
            now[pair] = 0
            for rank in range(13):
                later[rank, pair] = 0
            continue
        key = board_key + RANK_KEY[high] + RANK_KEY[low]
        now[pair] = rank_value(key)
        if come:
            for rank in range(13):
                count = on_board[rank] + np.int64(rank == high) + np.int64(rank == low)
                later[rank, pair] = rank_value(key + RANK_KEY[rank]) if count < 4 else 0


@kernel
def count_by_cards(
    key: np.uint64,
    bits: np.uint64,
    low: Scalar,
    high: Scalar,
    left: Ints,
    n_left: Scalar,
    ours: Ints,
) -> tuple[Scalar, Scalar]:
    """The next cards after which we are ahead of a holding, and after which behind, card by card."""
    won: Scalar = 0
    lost: Scalar = 0
    for at in range(n_left):
        card = left[at]
        if card != low and card != high:
            theirs = value(key + CARD_KEY[card], bits | CARD_BITS[card])
            won += np.int64(ours[at] > theirs)
            lost += np.int64(ours[at] < theirs)
    return won, lost


@kernel
def stand(
    first: Scalar,
    second: Scalar,
    board: npt.NDArray[np.uint8],
    n_board: Scalar,
    come: Scalar,
    values: Floats,
    won: Floats,
    lost: Floats,
) -> Scalar:
    """Fill each holding's value (0 where it can't be) and, with a card to come, how many cards leave us ahead, behind.

    Answers with our own value.
    """
    left = np.empty(52, np.int64)
    n_left: Scalar = 0
    on_board, in_suit = np.zeros(13, np.int64), np.zeros(4, np.int64)
    used = np.zeros(52, np.uint8)
    used[first], used[second] = 1, 1
    board_key: Scalar = EMPTY_KEY
    board_bits: Scalar = EMPTY_BITS
    for at in range(n_board):
        card = np.int64(board[at])
        used[card] = 1
        on_board[card >> 2] += 1
        in_suit[card & 3] += 1
        board_key += CARD_KEY[card]
        board_bits |= CARD_BITS[card]
    our_key = board_key + CARD_KEY[first] + CARD_KEY[second]
    our_bits = board_bits | CARD_BITS[first] | CARD_BITS[second]
    for each in range(52):
        if not used[each]:
            left[n_left] = each
            n_left += 1
    # How many cards of a suit a holding needs so that a flush is possible; 3 where it never is.
    need = np.empty(4, np.int64)
    for suit in range(4):
        need[suit] = min(3, max(0, 5 - in_suit[suit] - come))
    now, later = np.empty(PAIRS, np.int64), np.empty((13, PAIRS), np.int64)
    pair_values(board_key, on_board, come, now, later)
    ours = np.zeros(52, np.int64)
    pair_won, pair_lost = np.zeros(PAIRS, np.int64), np.zeros(PAIRS, np.int64)
    if come:
        for at in range(n_left):
            card = left[at]
            ours[at] = value(our_key + CARD_KEY[card], our_bits | CARD_BITS[card])
            rank = card >> 2
            for pair in range(PAIRS):
                pair_won[pair] += np.int64(ours[at] > later[rank, pair])
                pair_lost[pair] += np.int64(ours[at] < later[rank, pair])
    values[:] = 0.0
    for p in range(n_left):
        high = left[p]
        for q in range(p):
            low = left[q]
            index = high * (high - 1) // 2 + low
            same = (high & 3) == (low & 3)
            flush = (need[high & 3] <= 1 + np.int64(same)) or need[low & 3] <= 1 or need[0] == 0
            flush = flush or need[1] == 0 or need[2] == 0 or need[3] == 0
            if flush:
                key = board_key + CARD_KEY[low] + CARD_KEY[high]
                bits = board_bits | CARD_BITS[low] | CARD_BITS[high]
                values[index] = np.float64(value(key, bits))
                if come:
                    ahead, behind = count_by_cards(key, bits, low, high, left, n_left, ours)
                    won[index], lost[index] = np.float64(ahead), np.float64(behind)
                continue
            pair = PAIR_OF[high >> 2, low >> 2]
            values[index] = np.float64(now[pair])
            if come:
                theirs_p, theirs_q = later[high >> 2, pair], later[low >> 2, pair]
                ahead = pair_won[pair] - np.int64(ours[p] > theirs_p) - np.int64(ours[q] > theirs_q)
                behind = pair_lost[pair] - np.int64(ours[p] < theirs_p) - np.int64(ours[q] < theirs_q)
                won[index], lost[index] = np.float64(ahead), np.float64(behind)
    return value(our_key, our_bits)


@kernel
def sums_against(
    weights: Floats, values: Floats, won: Floats, lost: Floats, ours: Scalar, come: Scalar
) -> tuple[float, float, float, float, float]:
    """Weight of the holdings we are ahead of, tied with and behind; cards that help us there, and that hurt us.

    The last two are the upper parts of the paper's fractions for Ppot and Npot, ties half.
    """
    ahead, tied, behind, up, down = 0.0, 0.0, 0.0, 0.0, 0.0
    cards = np.float64(come)
    for h in range(len(weights)):
        if values[h] == 0.0:
            continue
        weight = weights[h]
        level = cards - won[h] - lost[h]
        if values[h] < ours:
            ahead += weight
            down += weight * (lost[h] + level / 2)
        elif values[h] > ours:
            behind += weight
            up += weight * (won[h] + level / 2)
        else:
            tied += weight
            up += weight * won[h] / 2
            down += weight * lost[h] / 2
    return ahead, tied, behind, up, down


@kernel
def stand_once(
    hole: npt.NDArray[np.uint8], board: npt.NDArray[np.uint8], come: Scalar, values: Floats, won: Floats, lost: Floats
) -> Scalar:
    """What Python calls: the same for two cards in an array."""
    return stand(np.int64(hole[0]), np.int64(hole[1]), board, len(board), come, values, won, lost)
