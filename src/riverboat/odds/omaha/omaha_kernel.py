"""Odds of Omaha: known hands over all boards or at random, and one hand against every hand of four cards there is.

How many of the 148,995 hands of four cards (on a flop) are weaker than ours is counted without making them. A hand is
weaker if each of its six pairs of cards is. So cards are joined where their pair is weaker, and sets of four cards that
are all joined are counted, with one bit for each card.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.cards.evaluator_kernel import rank_value
from riverboat.cards.omaha_kernel import (
    best_by_ranks,
    better_with_flush,
    bits_of,
    board_sums,
    flush_shift,
    omaha_value,
    pair_value,
)
from riverboat.cards.random_kernel import LOW32, U32, step, take
from riverboat.kernel import Scalar, kernel
from riverboat.odds.equity_kernel import lead, left_in_deck, settle

_U0, _U1, _U2, _U4, _U56 = (np.uint64(n) for n in (0, 1, 2, 4, 56))
_TWOS, _FOURS, _EIGHTS, _BYTES = (
    np.uint64(n) for n in (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F, 0x0101010101010101)
)


@kernel
def ones(bits: np.uint64) -> Scalar:
    """How many bits are set."""
    bits -= (bits >> _U1) & _TWOS
    bits = (bits & _FOURS) + ((bits >> _U2) & _FOURS)
    return np.int64((((bits + (bits >> _U4)) & _EIGHTS) * _BYTES) >> _U56)


@kernel
def joined_fours(joined: npt.NDArray[np.uint64], size: Scalar) -> Scalar:
    """How many sets of four are joined each with each; `joined[i]` has the bits of those below i."""
    total = np.int64(0)
    for i in range(3, size):
        for j in range(2, i):
            if not (joined[i] >> np.uint64(j)) & _U1:
                continue
            both = joined[i] & joined[j]
            k = 0
            rest = both
            while rest:
                if rest & _U1:
                    total += ones(both & joined[k])
                rest >>= _U1
                k += 1
    return total


@kernel
def standing(
    own: npt.NDArray[np.uint8], board: npt.NDArray[np.uint8], n_board: Scalar, deck: npt.NDArray[np.int64]
) -> tuple[Scalar, Scalar, Scalar]:
    """How many hands of four cards of the deck ours is ahead of, tied with and behind, with no card to come."""
    ours = omaha_value(own, board, n_board)
    size = len(deck)
    weaker = np.zeros(size, np.uint64)
    no_better = np.zeros(size, np.uint64)
    for i in range(size):
        for j in range(i):
            theirs = pair_value(deck[i], deck[j], board, n_board)
            bit = _U1 << np.uint64(j)
            if theirs < ours:
                weaker[i] |= bit
            if theirs <= ours:
                no_better[i] |= bit
    ahead = joined_fours(weaker, size)
    tied = joined_fours(no_better, size) - ahead
    return ahead, tied, size * (size - 1) * (size - 2) * (size - 3) // 24 - ahead - tied


@kernel
def next_choice(places: npt.NDArray[np.int64], size: Scalar) -> Scalar:
    """The next way to choose places below `size`, in rising order; False after the last."""
    at = len(places) - 1
    while at >= 0 and places[at] == size - len(places) + at:
        at -= 1
    if at < 0:
        return False
    places[at] += 1
    for later in range(at + 1, len(places)):
        places[later] = places[later - 1] + 1
    return True


@kernel
def against_random(
    own: npt.NDArray[np.uint8], board: npt.NDArray[np.uint8], used: npt.NDArray[np.uint8]
) -> npt.NDArray[np.float64]:
    """Showdowns won, tied and lost against every hand, over all completions of the board.

    `used` marks our cards, the board and what is dead.
    """
    counts = np.zeros(3)
    full = np.empty(5, np.uint8)
    shown = len(board)
    full[:shown] = board
    deck = left_in_deck(used)
    places = np.arange(5 - shown)
    rest = used.copy()
    while True:
        for at in range(5 - shown):
            full[shown + at] = deck[places[at]]
            rest[deck[places[at]]] = 1
        won, tied, lost = standing(own, full, 5, left_in_deck(rest))
        counts[0] += won
        counts[1] += tied
        counts[2] += lost
        for at in range(5 - shown):
            rest[deck[places[at]]] = 0
        if not next_choice(places, len(deck)):
            return counts


@kernel
def showdown(
    hands: npt.NDArray[np.uint8],
    board: npt.NDArray[np.uint8],
    table: npt.NDArray[np.uint16],
    values: npt.NDArray[np.int64],
    tally: npt.NDArray[np.float64],
) -> None:
    """Count one showdown on a full board."""
    key, bits = board_sums(board)
    row = table[rank_value(key)]
    shift = flush_shift(key)
    best = np.int64(0)
    second = np.int64(0)
    for player in range(len(hands)):
        worth = best_by_ranks(hands[player], row)
        if shift >= 0:
            worth = better_with_flush(worth, bits_of(hands[player]), bits, shift)
        values[player] = worth
        best, second = lead(best, second, worth * 16 + player)
    settle(best, second, values, tally)


@kernel
def all_boards(
    hands: npt.NDArray[np.uint8],
    board: npt.NDArray[np.uint8],
    used: npt.NDArray[np.uint8],
    table: npt.NDArray[np.uint16],
) -> npt.NDArray[np.float64]:
    """Every completion of the board for known hands; `used` marks the cards that are not in the deck."""
    tally = np.zeros((len(hands), 4))
    values = np.empty(len(hands), np.int64)
    full = np.empty(5, np.uint8)
    shown = len(board)
    full[:shown] = board
    deck = left_in_deck(used)
    places = np.arange(5 - shown)
    while True:
        for at in range(5 - shown):
            full[shown + at] = deck[places[at]]
        showdown(hands, full, table, values, tally)
        if not next_choice(places, len(deck)):
            return tally


@kernel
def simulate(
    state: npt.NDArray[np.uint64],
    deck: npt.NDArray[np.uint8],
    known: npt.NDArray[np.uint8],
    opponents: int,
    board: npt.NDArray[np.uint8],
    games: int,
    table: npt.NDArray[np.uint16],
    tally: npt.NDArray[np.float64],
) -> None:
    """Deal games and count them: known hands first, then opponents at random. The deck is reordered."""
    hands = np.empty((len(known) + opponents, 4), np.uint8)
    hands[: len(known)] = known
    values = np.empty(len(hands), np.int64)
    full = np.empty(5, np.uint8)
    shown = len(board)
    full[:shown] = board
    drawn = 5 - shown + 4 * opponents
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    for _ in range(games):
        for at in range(0, drawn, 2):
            word, s0, s1, s2, s3 = step(s0, s1, s2, s3)
            take(deck, at, len(deck), word >> U32)
            if at + 1 < drawn:
                take(deck, at + 1, len(deck), word & LOW32)
        for at in range(5 - shown):
            full[shown + at] = deck[at]
        for at in range(4 * opponents):
            hands[len(known) + at // 4, at & 3] = deck[5 - shown + at]
        showdown(hands, full, table, values, tally)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
