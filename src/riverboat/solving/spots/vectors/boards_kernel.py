"""Tables of whole boards: who beats whom, and which holdings need a card, so that showdowns are a few sums."""

from __future__ import annotations

import numpy as np

from riverboat.arrays import Ints
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
    BoardHands,
    RankedHands,
    Shorts,
)


@kernel
def group_by_card(hands: RankedHands, group: Shorts) -> None:
    """The holdings that need each card, weakest first: group[:53] is where a card's begin, the rest are places."""
    group[:] = 0
    for at in range(hands.order.size):
        for which in range(2):
            group[hands.cards[hands.order[at], which] + 1] += 1
    for card in range(CARDS):
        group[card + 1] += group[card]
    filled = group[:CARDS].copy()
    for at in range(hands.order.size):
        for which in range(2):
            card = hands.cards[hands.order[at], which]
            group[CARDS + 1 + filled[card]] = at
            filled[card] += 1


@kernel
def compare(mine: RankedHands, theirs: RankedHands, group: Shorts, table: Shorts) -> None:
    """Fill the table of one side: for each of its holdings, where it stands among those of the other."""
    low = high = 0
    they_hold = theirs.order.size
    below, up_to = np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64)
    for at in range(mine.order.size):
        one = mine.order[at]
        value = mine.values[one]
        while low < they_hold and theirs.values[theirs.order[low]] < value:
            low += 1
        while high < they_hold and theirs.values[theirs.order[high]] <= value:
            high += 1
        table[INDEX, at], table[LOW, at], table[HIGH, at], table[SAME, at] = one, low, high, they_hold
        table[LIKE, at] = at
        for which in range(2):
            card = mine.cards[one, which]
            first, count = np.int64(group[card]), np.int64(group[card + 1]) - np.int64(group[card])
            places = group[CARDS + 1 + first :]
            while below[card] < count and theirs.values[theirs.order[places[below[card]]]] < value:
                below[card] += 1
            while up_to[card] < count and theirs.values[theirs.order[places[up_to[card]]]] <= value:
                up_to[card] += 1
            base = first + card
            table[BELOW + which, at] = base + below[card]
            table[UP_TO + which, at] = base + up_to[card]
            table[ALL + which, at] = base + count
        for place in range(low, high):
            other = theirs.order[place]
            if mine.cards[one, 0] == theirs.cards[other, 0] and mine.cards[one, 1] == theirs.cards[other, 1]:
                table[SAME, at] = place


@kernel
def ranked(hands: BoardHands, board: Scalar, held: Scalar) -> RankedHands:
    """The holdings that a board leaves."""
    order = hands.order[board]
    return RankedHands(hands.values[board], order[order.size - held :], hands.cards)


@kernel
def fill_boards(hands0: BoardHands, hands1: BoardHands, held: Ints) -> None:
    """The tables of all boards, from the values of all holdings and their order."""
    for board in range(held.shape[0]):
        ranked0, ranked1 = ranked(hands0, board, held[board, 0]), ranked(hands1, board, held[board, 1])
        group_by_card(ranked0, hands0.groups[board])
        group_by_card(ranked1, hands1.groups[board])
        compare(ranked0, ranked1, hands1.groups[board], hands0.tables[board])
        compare(ranked1, ranked0, hands0.groups[board], hands1.tables[board])
