"""Many hands in one compiled call: strength, potential and equity, each hand on a board of its own."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.arrays import Floats, Ints, Words
from riverboat.cards.evaluator_kernel import CARD_BITS, CARD_KEY, rank_value, value
from riverboat.cards.holdings_kernel import holding_number
from riverboat.kernel import Scalar, kernel
from riverboat.odds.equity_kernel import TIE, TIE_SHARE, WIN, simulate
from riverboat.odds.strength_kernel import AHEAD, BEHIND, TIED, relation, transitions
from riverboat.odds.strength_now_kernel import RANK_KEY, Counts, counts_against_all, seen_cards, strength_now

Rows = npt.NDArray[np.uint8]
_U1 = np.uint64(1)
CARDS = 47  # that are left after a hand and a flop


@kernel
def strengths(holes: Rows, boards: Rows, out: Floats) -> None:
    """The strength of each hand against one random hand, with no card to come."""
    for at in range(len(holes)):
        out[at] = strength_now(holes[at, 0], holes[at, 1], boards[at], boards.shape[1])


@kernel
def values_by_rank(key: np.uint64, later: Ints) -> None:
    """The value of a board and a pair of ranks with two more cards, by the ranks of these, flushes apart."""
    for one in range(13):
        for two in range(one + 1):
            later[one, two] = rank_value(key + RANK_KEY[one] + RANK_KEY[two])
            later[two, one] = later[one, two]


@kernel
def count_by_rank(ours: Ints, later: Ints, left: Ints, won: Ints, lost: Ints) -> None:
    """For each card to come, the second cards with which we win and lose, flushes apart.

    Cards of the holding itself count too, even where a rank would then come five times: they are taken off later.
    """
    theirs = np.empty(CARDS, np.int64)
    for rank in range(13):
        for at in range(CARDS):
            theirs[at] = later[rank, left[at] >> 2]
        for one in range(CARDS):
            if left[one] >> 2 == rank:
                wins: Scalar = 0
                losses: Scalar = 0
                for two in range(CARDS):
                    wins += np.int64(ours[one, two] > theirs[two])
                    losses += np.int64(ours[one, two] < theirs[two])
                won[one] = wins - np.int64(ours[one, one] > theirs[one])
                lost[one] = losses - np.int64(ours[one, one] < theirs[one])


@kernel
def flushes(
    p: Scalar,
    q: Scalar,
    suit: Scalar,
    need: Scalar,
    key: np.uint64,
    bits: np.uint64,
    left: Ints,
    ours: Ints,
    later: Ints,
) -> tuple[Scalar, Scalar]:
    """What wins and losses change where at least `need` of two cards to come give holding p, q a flush of `suit`."""
    won: Scalar = 0
    lost: Scalar = 0
    for one in range(CARDS):
        suited_one = np.int64(left[one] & 3 == suit)
        if one == p or one == q or suited_one + 1 < need:
            continue
        key_one, bits_one = key + CARD_KEY[left[one]], bits | CARD_BITS[left[one]]
        for two in range(one):
            if two == p or two == q or suited_one + np.int64(left[two] & 3 == suit) < need:
                continue
            mine = ours[one, two]
            theirs = value(key_one + CARD_KEY[left[two]], bits_one | CARD_BITS[left[two]])
            by_rank = later[left[one] >> 2, left[two] >> 2]
            won += np.int64(mine > theirs) - np.int64(mine > by_rank)
            lost += np.int64(mine < theirs) - np.int64(mine < by_rank)
    return won, lost


@kernel
def own_values(key: np.uint64, bits: np.uint64, left: Ints) -> Ints:
    """Our value with every two of the cards that are left."""
    ours = np.zeros((CARDS, CARDS), np.int64)
    for one in range(CARDS):
        for two in range(one):
            both = key + CARD_KEY[left[one]] + CARD_KEY[left[two]]
            ours[one, two] = value(both, bits | CARD_BITS[left[one]] | CARD_BITS[left[two]])
            ours[two, one] = ours[one, two]
    return ours


@kernel
def suit_to_come(p: Scalar, q: Scalar, left: Ints, in_suit: Ints) -> tuple[Scalar, Scalar]:
    """The suit in which two cards to come may give a holding a flush, and how many of them it needs; -1 for none."""
    for suit in range(4):
        need = 5 - in_suit[suit] - np.int64(left[p] & 3 == suit) - np.int64(left[q] & 3 == suit)
        if need <= 2:
            return suit, need
    return -1, 0


@kernel
def transitions_of_two(hole: Rows, flop: Rows, weights: Floats, table: Floats) -> None:
    """How we stand on a flop (row) and after two more cards (column), over all holdings and all cards, weighted.

    Where a holding makes no flush only ranks count: for each of 91 pairs of ranks every two cards to come are compared
    with our own value once, and those with a card of the holding are taken off again. Where two cards to come give a
    holding a flush, its true value replaces the one by ranks. `strength_kernel.transitions` counts card by card.
    """
    board_key, board_bits, used = seen_cards(hole[0], hole[1], flop, 3)
    in_suit = np.zeros(4, np.int64)
    for card in flop:
        in_suit[card & 3] += 1
    left = np.empty(CARDS, np.int64)
    n_left: Scalar = 0
    for each in range(52):
        if not (used >> np.uint64(each)) & _U1:
            left[n_left] = each
            n_left += 1
    our_key = board_key + CARD_KEY[hole[0]] + CARD_KEY[hole[1]]
    our_bits = board_bits | CARD_BITS[hole[0]] | CARD_BITS[hole[1]]
    our_value = value(our_key, our_bits)
    ours = own_values(our_key, our_bits, left)
    later = np.empty((13, 13), np.int64)
    won, lost = np.empty(CARDS, np.int64), np.empty(CARDS, np.int64)
    total = (CARDS - 2) * (CARDS - 3) // 2
    table[:] = 0.0
    for high in range(13):
        for low in range(high + 1):
            values_by_rank(board_key + RANK_KEY[high] + RANK_KEY[low], later)
            count_by_rank(ours, later, left, won, lost)
            all_won, all_lost = won.sum() // 2, lost.sum() // 2
            for p in range(CARDS):
                if left[p] >> 2 != high:
                    continue
                for q in range(p):
                    weight = weights[holding_number(left[q], left[p])]
                    if left[q] >> 2 != low or weight == 0:
                        continue
                    wins = all_won - won[p] - won[q] + np.int64(ours[p, q] > later[high, low])
                    losses = all_lost - lost[p] - lost[q] + np.int64(ours[p, q] < later[high, low])
                    key = board_key + CARD_KEY[left[p]] + CARD_KEY[left[q]]
                    bits = board_bits | CARD_BITS[left[p]] | CARD_BITS[left[q]]
                    suit, need = suit_to_come(p, q, left, in_suit)
                    if suit >= 0:
                        more, fewer = flushes(p, q, suit, need, key, bits, left, ours, later)
                        wins, losses = wins + more, losses + fewer
                    now = relation(our_value, value(key, bits))
                    table[now, AHEAD] += weight * wins
                    table[now, TIED] += weight * (total - wins - losses)
                    table[now, BEHIND] += weight * losses


@kernel
def transition_tables(holes: Rows, boards: Rows, weights: Floats, come: int, tables: Floats) -> None:
    """For each hand how it stands now (row) and after `come` more cards (column), tables of shape (n, 3, 3)."""
    dead = np.empty(0, np.uint8)
    for at in range(len(holes)):
        if come == 2:
            transitions_of_two(holes[at], boards[at], weights, tables[at])
        else:
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
