"""Hand strength as the thesis's calculator means it: the chance to win against one random hand, all cards dealt, exact.

Every way the board can be completed is gone through, and on each the share of holdings that are beaten is counted by
classes of ranks where no flush is possible. So a flop's 1,070,190 showdowns take about a millisecond.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.cards.evaluator_kernel import CARD_BITS, CARD_KEY, value
from riverboat.kernel import Scalar, kernel
from riverboat.odds.strength_now_kernel import preflop_strength, seen_cards, strength_against_all, three_suited

_U1 = np.uint64(1)


@kernel
def win_chance(first: Scalar, second: Scalar, board: npt.NDArray[np.uint8], n_board: Scalar) -> Scalar:
    """The exact chance to win against one random hand, ties half, on a board of no card or three to five."""
    if n_board < 3:
        return preflop_strength(first, second)
    own_key = CARD_KEY[first] + CARD_KEY[second]
    own_bits = CARD_BITS[first] | CARD_BITS[second]
    key, bits, used = seen_cards(first, second, board, n_board)
    if n_board == 5:
        return strength_against_all(value(key + own_key, bits | own_bits), key, bits, used)
    total, ways = 0.0, 0
    by_ranks = np.full(169, -1.0)  # where no flush is possible only the ranks of the cards to come count
    for turn in range(52):
        bit = _U1 << np.uint64(turn)
        if used & bit:
            continue
        turn_key, turn_bits, turn_used = key + CARD_KEY[turn], bits | CARD_BITS[turn], used | bit
        if n_board == 4:
            ours = value(turn_key + own_key, turn_bits | own_bits)
            total += strength_against_all(ours, turn_key, turn_bits, turn_used)
            ways += 1
            continue
        for river in range(turn):
            last = _U1 << np.uint64(river)
            if used & last:
                continue
            river_key, river_bits = turn_key + CARD_KEY[river], turn_bits | CARD_BITS[river]
            ranks = 13 * (turn >> 2) + (river >> 2)
            plain = not three_suited(river_key)
            if plain and by_ranks[ranks] >= 0:
                total += by_ranks[ranks]
            else:
                ours = value(river_key + own_key, river_bits | own_bits)
                found = strength_against_all(ours, river_key, river_bits, turn_used | last)
                total += found
                if plain:
                    by_ranks[ranks] = found
            ways += 1
    return total / ways


@kernel
def win_chances(
    holes: npt.NDArray[np.uint8],
    boards: npt.NDArray[np.uint8],
    n_board: npt.NDArray[np.int64],
    found: npt.NDArray[np.float64],
) -> None:
    """Fill in the chance to win of each of many hands; threads call it, because it releases the interpreter."""
    for at in range(holes.shape[0]):
        found[at] = win_chance(np.int64(holes[at, 0]), np.int64(holes[at, 1]), boards[at], n_board[at])
