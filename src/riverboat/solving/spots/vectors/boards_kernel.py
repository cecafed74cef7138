"""Tables of whole boards: who beats whom, and which holdings need a card, so that showdowns are a few sums."""

from __future__ import annotations

import numpy as np

from riverboat.kernel import Scalar, kernel
from riverboat.solving.spots.vectors.fields import (
    ALL,
    BELOW,
    CARDS,
    HIGH,
    INDEX,
    LIKE,
    LOW,
    SAME,
    UP_TO,
    Cards,
    Ints,
    Shorts,
)


@kernel
def group_by_card(order: Ints, held: Scalar, cards: Cards, group: Shorts) -> None:
    """The holdings that need each card, weakest first: group[:53] is where a card's begin, the rest are places."""
    group[:] = 0
    for at in range(held):
        for which in range(2):
            group[cards[order[at], which] + 1] += 1
    for card in range(CARDS):
        group[card + 1] += group[card]
    filled = group[:CARDS].copy()
    for at in range(held):
        for which in range(2):
            card = cards[order[at], which]
            group[CARDS + 1 + filled[card]] = at
            filled[card] += 1


@kernel
def compare(
    mine: Ints, my_order: Ints, held: Scalar, my_cards: Cards,
    theirs: Ints, their_order: Ints, they_hold: Scalar, their_cards: Cards,
    group: Shorts, table: Shorts,
) -> None:  # fmt: skip
    """Fill the table of one side: for each of its holdings, where it stands among those of the other."""
    low = high = 0
    below, up_to = np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64)
    for at in range(held):
        one = my_order[at]
        value = mine[one]
        while low < they_hold and theirs[their_order[low]] < value:
            low += 1
        while high < they_hold and theirs[their_order[high]] <= value:
            high += 1
        table[INDEX, at], table[LOW, at], table[HIGH, at], table[SAME, at] = one, low, high, they_hold
        table[LIKE, at] = at
        for which in range(2):
            card = my_cards[one, which]
            first, count = np.int64(group[card]), np.int64(group[card + 1]) - np.int64(group[card])
            places = group[CARDS + 1 + first :]
            while below[card] < count and theirs[their_order[places[below[card]]]] < value:
                below[card] += 1
            while up_to[card] < count and theirs[their_order[places[up_to[card]]]] <= value:
                up_to[card] += 1
            base = first + card
            table[BELOW + which, at] = base + below[card]
            table[UP_TO + which, at] = base + up_to[card]
            table[ALL + which, at] = base + count
        for place in range(low, high):
            other = their_order[place]
            if my_cards[one, 0] == their_cards[other, 0] and my_cards[one, 1] == their_cards[other, 1]:
                table[SAME, at] = place


@kernel
def fill_boards(
    values0: Ints, order0: Ints, cards0: Cards, values1: Ints, order1: Ints, cards1: Cards,
    held: Ints, tables0: Shorts, groups0: Shorts, tables1: Shorts, groups1: Shorts,
) -> None:  # fmt: skip
    """The tables of all boards, from the values of all holdings (0 for those a board takes) and their order."""
    for board in range(values0.shape[0]):
        n0, n1 = held[board, 0], held[board, 1]
        first0, first1 = order0[board, order0.shape[1] - n0 :], order1[board, order1.shape[1] - n1 :]
        group_by_card(first0, n0, cards0, groups0[board])
        group_by_card(first1, n1, cards1, groups1[board])
        compare(values0[board], first0, n0, cards0, values1[board], first1, n1, cards1, groups1[board], tables0[board])
        compare(values1[board], first1, n1, cards1, values0[board], first0, n0, cards0, groups0[board], tables1[board])
