"""What a river would have told of every holding of one player: for averages over what it may have held.

The residual of a river is what it ended in, less the luck of known choices on it, less the value with which it began.
With a perfect value it is nothing. Earlier streets are not averaged: what they end in is a mean over cards to come,
which for all holdings would cost five milliseconds a hand, and took little more luck out.
"""

from __future__ import annotations

import numpy as np

from riverboat.arena.luck.luck_kernel import (
    ACTION,
    ACTOR,
    KINDS_OF_STREET,
    PAID_HALVES,
    TERMS,
    Worth,
    action_value,
    fill_terms,
    polynomial,
)
from riverboat.arrays import CardRow, Floats, Ints
from riverboat.cards.holdings_kernel import holding_number
from riverboat.kernel import Scalar, kernel
from riverboat.solving.limit import tree
from riverboat.solving.limit.boards_kernel import CARD_PAIRS, board_strengths, value_holdings

HOLDINGS = CARD_PAIRS.shape[0]
RIVER = tree.STREETS - 1


@kernel
def leave_open(other: CardRow, board: CardRow, found: CardRow) -> None:
    """Note the holdings, 1 each, that the other's cards and the board leave."""
    taken = np.zeros(52, np.uint8)
    for card in other:
        taken[card] = 1
    for card in board:
        taken[card] = 1
    for at in range(HOLDINGS):
        found[at] = not (taken[CARD_PAIRS[at, 0]] or taken[CARD_PAIRS[at, 1]])


@kernel
def choice_luck(step: Ints, chances: Floats, seen: Floats, terms: Floats, weights: Floats) -> Scalar:
    """What a choice that was drawn by known chances gave, over their mean."""
    found = action_value(step, step[ACTION], seen, terms, weights)
    for action in range(3):
        if chances[action] > 0.0:
            found -= chances[action] * action_value(step, action, seen, terms, weights)
    return found


@kernel
def residuals(
    side: Scalar, steps: Ints, shares: Floats, chances: Floats, other: CardRow, board: CardRow, worth: Worth,
    found: Floats,
) -> None:  # fmt: skip
    """[1326] the residual of a river, whose steps these are, for every holding of a side; 0 where it is taken.

    `shares` [step, 1326, action] are the chances of the side's own choices with every holding, `chances` [step, action]
    those of the other, below 0 where they are not known.
    """
    their = holding_number(min(other[0], other[1]), max(other[0], other[1]))
    last, paid = steps[steps.shape[0] - 1], steps[0, PAID_HALVES] / 2.0
    values, strengths = np.zeros(HOLDINGS, np.int64), np.zeros(HOLDINGS)
    open_ones, seen, terms = np.zeros(HOLDINGS, np.uint8), np.zeros(3), np.zeros(TERMS)
    value_holdings(board, values)
    board_strengths(board, strengths)
    leave_open(other, board, open_ones)
    for at in range(HOLDINGS):
        found[at] = 0.0
        if not open_ones[at]:
            continue
        big, small = (at, their) if side == tree.OOP else (their, at)
        seen[0] = np.float64(values[big] > values[small]) + 0.5 * np.float64(values[big] == values[small])
        seen[1], seen[2] = strengths[big], strengths[small]
        fill_terms(seen[0], seen[1], seen[2], terms)
        found[at] = action_value(last, last[ACTION], seen, terms, worth.weights)
        found[at] -= polynomial(KINDS_OF_STREET * RIVER, paid, terms, worth.weights)
        for row in range(steps.shape[0]):
            if steps[row, ACTOR] == side:
                found[at] -= choice_luck(steps[row], shares[row, at], seen, terms, worth.weights)
            elif chances[row, 0] >= 0.0:
                found[at] -= choice_luck(steps[row], chances[row], seen, terms, worth.weights)
