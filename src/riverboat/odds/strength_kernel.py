"""Hand strength and potential by full enumeration (Billings, Papp, Schaeffer & Szafron 1999, section 4.2)."""

from __future__ import annotations

import numpy as np

from riverboat.arrays import CardRow, Floats, Ints
from riverboat.cards.evaluator_kernel import CARD_BITS, CARD_KEY, EMPTY_BITS, EMPTY_KEY, value
from riverboat.kernel import Scalar, inlined, kernel

AHEAD, TIED, BEHIND = 0, 1, 2
Pair = tuple[Scalar, Scalar]


@kernel
def relation(ours: Scalar, theirs: Scalar) -> int:
    """Whether we are ahead (0), tied (1) or behind (2)."""
    if ours > theirs:
        return 0
    return 1 if ours == theirs else 2


@inlined
def after_one(ours: Ints, left: CardRow, without: Pair, key: Scalar, bits: Scalar) -> tuple[Scalar, Scalar, Scalar]:
    """How often we win and lose against a holding, of how often, over all cards left but its own."""
    p, q = without
    won, lost, total = 0, 0, 0
    for i in range(len(left)):
        if i != p and i != q:
            theirs = value(key + CARD_KEY[left[i]], bits | CARD_BITS[left[i]])
            won += ours[i, 0] > theirs
            lost += ours[i, 0] < theirs
            total += 1
    return won, lost, total


@inlined
def after_two(ours: Ints, left: CardRow, without: Pair, key: Scalar, bits: Scalar) -> tuple[Scalar, Scalar, Scalar]:
    """How often we win and lose against a holding, of how often, over all pairs of cards left but its own."""
    p, q = without
    won, lost, total = 0, 0, 0
    for i in range(len(left)):
        if i == p or i == q:
            continue
        key_i = key + CARD_KEY[left[i]]
        bits_i = bits | CARD_BITS[left[i]]
        for j in range(i):
            if j == p or j == q:
                continue
            theirs = value(key_i + CARD_KEY[left[j]], bits_i | CARD_BITS[left[j]])
            won += ours[i, j] > theirs
            lost += ours[i, j] < theirs
            total += 1
    return won, lost, total


@kernel
def transitions(
    hole: CardRow,
    board: CardRow,
    dead: CardRow,
    weights: Floats,
    come: int,
) -> Floats:
    """How we stand now (row) and after `come` more cards (column), over all holdings and all cards, weighted.

    Rows and columns are ahead, tied, behind. With no card to come the table has only its diagonal.
    """
    table = np.zeros((3, 3))
    left = np.empty(52, np.uint8)
    n_left = 0
    used = np.zeros(52, np.uint8)
    for card in dead:
        used[card] = 1
    board_key, board_bits = EMPTY_KEY, EMPTY_BITS
    for card in board:
        used[card] = 1
        board_key += CARD_KEY[card]
        board_bits |= CARD_BITS[card]
    our_key, our_bits = board_key, board_bits
    for card in hole:
        used[card] = 1
        our_key += CARD_KEY[card]
        our_bits |= CARD_BITS[card]
    for card in range(52):
        if not used[card]:
            left[n_left] = card
            n_left += 1
    # Our own value for every way the cards to come can fall, once.
    ours = np.empty((n_left, n_left), np.int64)
    if come == 2:
        for i in range(n_left):
            for j in range(i):
                key = our_key + CARD_KEY[left[i]] + CARD_KEY[left[j]]
                ours[i, j] = value(key, our_bits | CARD_BITS[left[i]] | CARD_BITS[left[j]])
    elif come == 1:
        for i in range(n_left):
            ours[i, 0] = value(our_key + CARD_KEY[left[i]], our_bits | CARD_BITS[left[i]])
    our_value = value(our_key, our_bits)
    for p in range(n_left):
        for q in range(p):
            low, high = np.int64(left[q]), np.int64(left[p])
            weight = weights[high * (high - 1) // 2 + low]
            if weight == 0:
                continue
            key = board_key + CARD_KEY[low] + CARD_KEY[high]
            bits = board_bits | CARD_BITS[low] | CARD_BITS[high]
            now = relation(our_value, value(key, bits))
            if come == 2:
                won, lost, total = after_two(ours, left[:n_left], (p, q), key, bits)
            elif come == 1:
                won, lost, total = after_one(ours, left[:n_left], (p, q), key, bits)
            else:
                won, lost, total = now == AHEAD, now == BEHIND, 1
            table[now, AHEAD] += weight * won
            table[now, TIED] += weight * (total - won - lost)
            table[now, BEHIND] += weight * lost
    return table
