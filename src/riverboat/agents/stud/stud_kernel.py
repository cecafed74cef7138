"""Seven-card stud to its end, compiled: hands completed from the cards that are not seen, all of them or at random."""

from __future__ import annotations

import numpy as np

from riverboat.arrays import CardRow, Ints, Words
from riverboat.cards import tables
from riverboat.cards.evaluator_kernel import CARD_BITS, CARD_KEY, EMPTY_BITS, EMPTY_KEY, value
from riverboat.cards.random_kernel import draw_to_front
from riverboat.kernel import Scalar, kernel

#: Table 1 of Osone & Onisawa: nothing 0, one pair 1 ... straight flush 8, royal straight flush 9; by a hand's value.
SCORES = tables.load().hands[:, 0].astype(np.int64)
SCORES[-1] = 9
CLASSES = 10


@kernel
def enumerate_hands(known: CardRow, pool: CardRow, missing: int, mine: int, classes: Ints, outcomes: Ints) -> None:
    """Complete a hand with every choice of `missing` cards of the pool; count its classes, and how `mine` fares.

    `outcomes` are wins, ties and losses of a hand whose value is `mine`. A choice is held as its places in the pool,
    rising; what the cards up to a place add up to is kept, so that a step adds one card.
    """
    keys = np.empty(8, dtype=np.uint64)
    bits = np.empty(8, dtype=np.uint64)
    key, bit = EMPTY_KEY, EMPTY_BITS
    for card in known:
        key += CARD_KEY[card]
        bit |= CARD_BITS[card]
    keys[0], bits[0] = key, bit
    if missing == 0:
        _count(value(key, bit), mine, classes, outcomes)
        return
    n = len(pool)
    places = np.empty(missing, np.int64)
    for at in range(missing):
        places[at] = at
    for at in range(missing - 1):
        keys[at + 1] = keys[at] + CARD_KEY[pool[at]]
        bits[at + 1] = bits[at] | CARD_BITS[pool[at]]
    while True:
        key, bit = keys[missing - 1], bits[missing - 1]
        for last in range(places[missing - 1], n):
            _count(value(key + CARD_KEY[pool[last]], bit | CARD_BITS[pool[last]]), mine, classes, outcomes)
        at = missing - 2
        while at >= 0 and places[at] == n - missing + at:
            at -= 1
        if at < 0:
            return
        places[at] += 1
        for later in range(at, missing - 1):
            if later > at:
                places[later] = places[later - 1] + 1
            card = pool[places[later]]
            keys[later + 1] = keys[later] + CARD_KEY[card]
            bits[later + 1] = bits[later] | CARD_BITS[card]
        places[missing - 1] = places[missing - 2] + 1


@kernel
def _count(theirs: Scalar, mine: Scalar, classes: Ints, outcomes: Ints) -> None:
    classes[SCORES[theirs]] += 1
    if mine > theirs:
        outcomes[0] += 1
    elif mine == theirs:
        outcomes[1] += 1
    else:
        outcomes[2] += 1


@kernel
def simulate_hands(
    mine: CardRow,
    theirs: CardRow,
    pool: CardRow,
    times: int,
    words: Words,
    classes: Ints,
    outcomes: Ints,
) -> None:
    """Deal both hands to seven cards at random, this many times: our wins, ties and losses, and the classes of
    `theirs`.

    The order of the pool changes.
    """
    key_mine, bits_mine, key_theirs, bits_theirs = EMPTY_KEY, EMPTY_BITS, EMPTY_KEY, EMPTY_BITS
    for card in mine:
        key_mine += CARD_KEY[card]
        bits_mine |= CARD_BITS[card]
    for card in theirs:
        key_theirs += CARD_KEY[card]
        bits_theirs |= CARD_BITS[card]
    need, size = 7 - len(mine), len(pool)
    both = need + 7 - len(theirs)
    for _ in range(times):
        draw_to_front(words, pool, size, both)
        key, bits = key_mine, bits_mine
        for at in range(need):
            key += CARD_KEY[pool[at]]
            bits |= CARD_BITS[pool[at]]
        ours = value(key, bits)
        key, bits = key_theirs, bits_theirs
        for at in range(need, both):
            key += CARD_KEY[pool[at]]
            bits |= CARD_BITS[pool[at]]
        _count(value(key, bits), ours, classes, outcomes)


@kernel
def list_hands(known: CardRow, pool: CardRow, missing: int, out: Ints) -> int:
    """The values of a hand completed with every choice of one to three cards of the pool; how many there are."""
    key, bit = EMPTY_KEY, EMPTY_BITS
    for card in known:
        key += CARD_KEY[card]
        bit |= CARD_BITS[card]
    n, count = len(pool), 0
    for first in range(n):
        key_1, bit_1 = key + CARD_KEY[pool[first]], bit | CARD_BITS[pool[first]]
        if missing == 1:
            out[count] = value(key_1, bit_1)
            count += 1
            continue
        for second in range(first + 1, n):
            key_2, bit_2 = key_1 + CARD_KEY[pool[second]], bit_1 | CARD_BITS[pool[second]]
            if missing == 2:
                out[count] = value(key_2, bit_2)
                count += 1
                continue
            for third in range(second + 1, n):
                out[count] = value(key_2 + CARD_KEY[pool[third]], bit_2 | CARD_BITS[pool[third]])
                count += 1
    return count
