"""All holdings on one board: what they are worth, their order, and the share of other holdings that each one beats."""

from __future__ import annotations

import numpy as np

from riverboat.arrays import CardRow, Floats, Ints
from riverboat.cards.evaluator_kernel import CARD_BITS, CARD_KEY, EMPTY_BITS, EMPTY_KEY, value
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.cards.holdings_kernel import holding_number
from riverboat.kernel import Scalar, kernel
from riverboat.solving.spots.vectors.boards_kernel import compare, group_by_card
from riverboat.solving.spots.vectors.fields import BELOW, HIGH, LOW, UP_TO, RankedHands, Shorts

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
def strengths_in_order(held: Scalar, order: Ints, group: Shorts, table: Shorts, strengths: Floats) -> None:
    """The share of the holdings that each one can meet which it beats, ties half; others are left as they are."""
    for at in range(held):
        one = order[at]
        beaten, met = np.int64(table[LOW, at]), np.int64(table[HIGH, at]) + 1
        total = held
        for which in range(2):
            card = CARD_PAIRS[one, which]
            first = np.int64(group[card]) + card
            beaten -= np.int64(table[BELOW + which, at]) - first
            met -= np.int64(table[UP_TO + which, at]) - first
            total -= np.int64(group[card + 1]) - np.int64(group[card])
        # `met` counts what is beaten or tied; the holding itself was counted once and taken out twice.
        strengths[one] = (beaten + met) / (2.0 * (total + 1))


@kernel
def board_strengths(board: CardRow, strengths: Floats) -> None:
    """The strength now of every holding on a board, against one random holding, ties half; -1 where it is taken."""
    values, order = np.zeros(CARD_PAIRS.shape[0], np.int64), np.zeros(CARD_PAIRS.shape[0], np.int64)
    group, table = np.zeros(2 * 1328 + 53, np.uint16), np.zeros((11, 1328), np.uint16)
    held = order_board(board, values, order, group, table)
    strengths[:] = -1.0
    strengths_in_order(held, order, group, table, strengths)


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
    group, table = np.zeros(2 * 1328 + 53, np.uint16), np.zeros((11, 1328), np.uint16)
    strengths = np.zeros(CARD_PAIRS.shape[0])
    for turn in range(52 if n == 3 else 1):
        if n == 3:
            if taken[turn]:
                continue
            whole[3] = turn
        for river in range(turn + 1 if n == 3 else 0, 52):
            if taken[river]:
                continue
            whole[4] = river
            held = order_board(whole, values, order, group, table)
            strengths_in_order(held, order, group, table, strengths)
            for at in range(held):
                one = order[at]
                counts[one, min(np.int64(strengths[one] * bins), bins - 1)] += 1
