"""Many hands in one compiled call: strength, potential and equity, each hand on a board of its own."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.arrays import Floats, Words
from riverboat.cards.evaluator_kernel import CARD_BITS, CARD_KEY, value
from riverboat.kernel import Scalar, kernel
from riverboat.odds.equity_kernel import TIE, TIE_SHARE, WIN, simulate
from riverboat.odds.strength_kernel import transitions
from riverboat.odds.strength_now_kernel import Counts, counts_against_all, seen_cards, strength_now

Rows = npt.NDArray[np.uint8]
_U1 = np.uint64(1)


@kernel
def strengths(holes: Rows, boards: Rows, out: Floats) -> None:
    """The strength of each hand against one random hand, with no card to come."""
    for at in range(len(holes)):
        out[at] = strength_now(holes[at, 0], holes[at, 1], boards[at], boards.shape[1])


@kernel
def transition_tables(holes: Rows, boards: Rows, weights: Floats, come: int, tables: Floats) -> None:
    """For each hand how it stands now (row) and after `come` more cards (column), tables of shape (n, 3, 3)."""
    dead = np.empty(0, np.uint8)
    for at in range(len(holes)):
        tables[at] = transitions(holes[at], boards[at], dead, weights, come)


@kernel
def on_full_board(first: Scalar, second: Scalar, key: Scalar, bits: Scalar, used: Scalar) -> Counts:
    """The holdings that two cards beat and tie with on five cards, of how many."""
    ours = value(key + CARD_KEY[first] + CARD_KEY[second], bits | CARD_BITS[first] | CARD_BITS[second])
    return counts_against_all(ours, key, bits, used)


@kernel
def runs_against_one(first: Scalar, second: Scalar, board: Rows) -> Counts:
    """Showdowns won, tied and counted against one random hand, over all completions of a board from the flop on."""
    key, bits, used = seen_cards(first, second, board, len(board))
    if len(board) == 5:
        return on_full_board(first, second, key, bits, used)
    won: Scalar = 0
    tied: Scalar = 0
    total: Scalar = 0
    for i in range(52):
        if (used >> np.uint64(i)) & _U1:
            continue
        key_i, bits_i, used_i = key + CARD_KEY[i], bits | CARD_BITS[i], used | (_U1 << np.uint64(i))
        if len(board) == 4:
            more = on_full_board(first, second, key_i, bits_i, used_i)
            won, tied, total = won + more[0], tied + more[1], total + more[2]
            continue
        for j in range(i):
            if not (used >> np.uint64(j)) & _U1:
                used_j = used_i | (_U1 << np.uint64(j))
                more = on_full_board(first, second, key_i + CARD_KEY[j], bits_i | CARD_BITS[j], used_j)
                won, tied, total = won + more[0], tied + more[1], total + more[2]
    return won, tied, total


@kernel
def equities(holes: Rows, boards: Rows, out: Floats) -> None:
    """Chances to win, tie and lose and the equity of each hand against one random hand, exactly, shape (n, 4)."""
    for at in range(len(holes)):
        won, tied, total = runs_against_one(holes[at, 0], holes[at, 1], boards[at])
        out[at, 0] = won / total
        out[at, 1] = tied / total
        out[at, 2] = (total - won - tied) / total
        out[at, 3] = (won + tied / 2) / total


@kernel
def simulated_equities(
    states: Words, holes: Rows, boards: Rows, cards: Rows, opponents: int, games: int, out: Floats
) -> None:
    """Chances to win, tie and lose and the equity of each hand against random opponents, simulated, shape (n, 4)."""
    no_ranges = np.empty((0, len(cards)))
    used = np.empty(52, np.uint8)
    tally = np.empty((1 + opponents, 4))
    for at in range(len(holes)):
        used[:] = 0
        for card in holes[at]:
            used[card] = 1
        for card in boards[at]:
            used[card] = 1
        deck = np.empty(52, np.uint8)
        size = 0
        for card in range(52):
            if not used[card]:
                deck[size] = card
                size += 1
        tally[:] = 0
        simulate(states[at], deck[:size], holes[at : at + 1], no_ranges, cards, opponents, boards[at], games, tally)
        out[at, 0] = tally[0, WIN] / games
        out[at, 1] = tally[0, TIE] / games
        out[at, 2] = (games - tally[0, WIN] - tally[0, TIE]) / games
        out[at, 3] = (tally[0, WIN] + tally[0, TIE_SHARE]) / games
