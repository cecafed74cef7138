"""All holdings on one board: what they are worth, their order, and the share of other holdings that each one beats."""

from __future__ import annotations

import numpy as np

from riverboat.arrays import CardRow, Floats, Ints, Singles
from riverboat.cards.evaluator_kernel import CARD_BITS, CARD_KEY, EMPTY_BITS, EMPTY_KEY, value
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.cards.holdings_kernel import holding_number
from riverboat.kernel import Scalar, kernel
from riverboat.kernel_vectors import add, choose, divide, load, multiply, spread, store, subtract
from riverboat.solving.spots.vectors.boards_kernel import compare, group_by_card
from riverboat.solving.spots.vectors.fields import RankedHands, Shorts

U = np.uint64
#: Values of hands, 0 for none.
VALUES = 7463
CARD_PAIRS = np.ascontiguousarray(HOLDING_CARDS)


@kernel
def value_holdings(board: CardRow, values: Ints) -> Scalar:
    """The value of each of the 1,326 holdings on three to five cards, 0 where the board has one of its cards.

    Answers with how many are possible.
    """
    taken = np.zeros(52, np.uint8)
    key, bits = EMPTY_KEY, EMPTY_BITS
    for card in board:
        taken[card] = 1
        key += CARD_KEY[card]
        bits |= CARD_BITS[card]
    held = 0
    for high in range(52):
        for low in range(high):
            at = holding_number(low, high)
            values[at] = 0
            if not taken[low] and not taken[high]:
                values[at] = value(key + CARD_KEY[low] + CARD_KEY[high], bits | CARD_BITS[low] | CARD_BITS[high])
                held += 1
    return held


@kernel
def order_board(board: CardRow, values: Ints, order: Ints, group: Shorts, table: Shorts) -> Scalar:
    """Put the holdings of a board in the order of their strength, weakest first, and say who beats whom.

    Fills `order` with holdings, `group` and `table` as `solving.spots` has them; answers with how many there are.
    """
    held = value_holdings(board, values)
    by_value = np.argsort(values)
    for at in range(held):
        order[at] = by_value[values.size - held + at]
    hands = RankedHands(values=values, order=order[:held], cards=CARD_PAIRS)
    group_by_card(hands, group)
    compare(hands, hands, group, table)
    return held


@kernel
def holdings_in_order(board: CardRow, values: Ints, order: Ints, places: Ints) -> Scalar:
    """The holdings of a board of five cards, weakest first; answers with how many there are. `places`: VALUES zeros."""
    held = value_holdings(board, values)
    places[:] = 0
    for one in range(values.size):
        places[values[one]] += 1
    total = -places[0]
    for worth in range(places.size):
        here = places[worth]
        places[worth] = total
        total += here
    for one in range(values.size):
        if values[one] > 0:
            order[places[values[one]]] = one
            places[values[one]] += 1
    return held


@kernel
def beaten_by_group(held: Scalar, values: Ints, order: Ints, group_of: Ints, known: Singles, shares: Singles) -> None:
    """For each holding of a board: of each group of opposing holdings that it can meet, the share it beats, ties half.

    `group_of` gives each holding a group from 0 to 15; `shares` is [holding, 16]. `known` is room for 54 rows of 16.
    """
    known[:] = 0
    zero, half = spread(known, np.float32(0)), spread(known, np.float32(0.5))
    first = 0
    while first < held:
        after = first
        while after < held and values[order[after]] == values[order[first]]:
            after += 1
        for at in range(first, after):
            store(shares, U(16 * order[at]), seen_of(order[at], known))
        for at in range(first, after):
            one = order[at]
            for row in (np.int64(CARD_PAIRS[one, 0]), np.int64(CARD_PAIRS[one, 1]), 52):
                known[16 * row + group_of[one]] += np.float32(1)
        for at in range(first, after):
            one = order[at]
            shares[16 * one + group_of[one]] += np.float32(1)  # itself, which was taken out twice
            total = add(load(shares, U(16 * one)), seen_of(one, known))
            store(shares, U(16 * one), multiply(half, total))
        first = after
    for at in range(held):
        one = order[at]
        met = seen_of(one, known)
        store(known, U(16 * 53), met)
        known[16 * 53 + group_of[one]] += np.float32(1)
        met = load(known, U(16 * 53))
        store(shares, U(16 * one), choose(met, divide(load(shares, U(16 * one)), met), zero))


@kernel
def seen_of(one: Scalar, known: Singles) -> Scalar:
    """Of the holdings noted so far, those that a holding can meet, by group."""
    all_of_them = load(known, U(16 * 52))
    left = subtract(all_of_them, load(known, U(16) * U(CARD_PAIRS[one, 0])))
    return subtract(left, load(known, U(16) * U(CARD_PAIRS[one, 1])))


@kernel
def river_shares(board: CardRow, group_of: Ints, shares: Singles) -> None:
    """For each holding on a board of five cards its strength against groups of holdings, flat [1326, 16]."""
    values, order = np.zeros(CARD_PAIRS.shape[0], np.int64), np.zeros(CARD_PAIRS.shape[0], np.int64)
    held = holdings_in_order(board, values, order, np.zeros(VALUES, np.int64))
    shares[:] = 0
    beaten_by_group(held, values, order, group_of, np.zeros(16 * 54, np.float32), shares)


@kernel
def strengths_in_order(held: Scalar, met: Scalar, values: Ints, order: Ints, needed: Ints, strengths: Floats) -> None:
    """The share of the holdings that each one can meet which it beats, ties half; others are left as they are.

    `met` is how many it can meet, `needed` room for 52 numbers.
    """
    needed[:] = 0
    first = 0
    while first < held:
        after = first
        while after < held and values[order[after]] == values[order[first]]:
            after += 1
        for at in range(first, after):
            one = order[at]
            strengths[one] = first - needed[CARD_PAIRS[one, 0]] - needed[CARD_PAIRS[one, 1]]
        for at in range(first, after):
            needed[CARD_PAIRS[order[at], 0]] += 1
            needed[CARD_PAIRS[order[at], 1]] += 1
        for at in range(first, after):
            one = order[at]
            # The holding itself was counted once and taken out twice.
            not_better = after - needed[CARD_PAIRS[one, 0]] - needed[CARD_PAIRS[one, 1]] + 1
            strengths[one] = (strengths[one] + not_better) / (2.0 * met)
        first = after


@kernel
def pairs_left(cards: Scalar) -> Scalar:
    """How many holdings can be made of the cards that are left when some are known."""
    return (52 - cards) * (51 - cards) // 2


@kernel
def board_strengths(board: CardRow, strengths: Floats) -> None:
    """The strength now of every holding on a board, against one random holding, ties half; -1 where it is taken."""
    values, order = np.zeros(CARD_PAIRS.shape[0], np.int64), np.zeros(CARD_PAIRS.shape[0], np.int64)
    held = holdings_in_order(board, values, order, np.zeros(VALUES, np.int64))
    strengths[:] = -1.0
    strengths_in_order(held, pairs_left(board.size + 2), values, order, np.zeros(52, np.int64), strengths)


@kernel
def river_histograms(board: CardRow, bins: Scalar, counts: Ints) -> None:
    """For each holding on a flop or a turn: how often its strength on the river falls into each of some bins.

    `counts` is [1326, bins], all 0 where the board has a card of the holding.
    """
    counts[:] = 0
    n = board.size
    whole = np.zeros(5, np.uint8)
    whole[:n] = board
    taken = np.zeros(52, np.uint8)
    for card in board:
        taken[card] = 1
    values, order = np.zeros(CARD_PAIRS.shape[0], np.int64), np.zeros(CARD_PAIRS.shape[0], np.int64)
    places, needed, strengths = np.zeros(VALUES, np.int64), np.zeros(52, np.int64), np.zeros(CARD_PAIRS.shape[0])
    met = pairs_left(7)
    for turn in range(52 if n == 3 else 1):
        if n == 3:
            if taken[turn]:
                continue
            whole[3] = turn
        for river in range(turn + 1 if n == 3 else 0, 52):
            if taken[river]:
                continue
            whole[4] = river
            held = holdings_in_order(whole, values, order, places)
            strengths_in_order(held, met, values, order, needed, strengths)
            for at in range(held):
                one = order[at]
                counts[one, min(np.int64(strengths[one] * bins), bins - 1)] += 1
