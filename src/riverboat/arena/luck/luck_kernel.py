"""The luck in a hand of heads-up limit Hold'em: what cards and known players' draws added, by a value of states.

A state's value is what the big blind may expect to win, in big blinds: a polynomial in its chance to win against the
other's cards and in both strengths, one for each kind of state, times what was paid and as it is. Every correction is
the value after a random event less its mean over what might have come instead, so that whatever the value is, its
expectation is zero (Burch, Schmid, Moravcik, Morrill and Bowling 2018).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from riverboat.arrays import CardRow, Floats, Ints, Words
from riverboat.cards.evaluator_kernel import CARD_BITS, CARD_KEY, EMPTY_BITS, EMPTY_KEY, value
from riverboat.cards.holdings import HOLDING_CLASS
from riverboat.cards.holdings_kernel import holding_number
from riverboat.cards.random_kernel import draw_to_front
from riverboat.games.engine.history_kernel import kind_of
from riverboat.games.engine.layout_kernel import BET, BRING_IN, CALL, CHECK, FOLD, RAISE, Record
from riverboat.kernel import Scalar, kernel
from riverboat.odds.strength_now_kernel import preflop_strength, strength_now
from riverboat.solving.limit import tree

CLASS = np.ascontiguousarray(HOLDING_CLASS)
FIRST_ACTOR, LATER_ACTOR = tree.FIRST.actor, tree.LATER.actor
FIRST_FOLLOWS, LATER_FOLLOWS = tree.FIRST.follows, tree.LATER.follows
FIRST_PAID, LATER_PAID = tree.FIRST.paid, tree.LATER.paid
FIRST_CLOSES, LATER_CLOSES = tree.FIRST.closes, tree.LATER.closes
BETS = np.array(tree.BETS)
_CLOSE, _FOLDED = tree.CLOSE, tree.FOLDED
#: Kinds of states: decisions of a street first, then the ways it can end with both still in.
KINDS_OF_STREET = 20
KINDS = 4 * KINDS_OF_STREET
#: Terms of a cubic polynomial in three variables, once as they are and once times what was paid.
TERMS = 20
#: The columns of a step: the street, the decision, what each had paid before the street (in halves), the action.
STREET, DECISION, PAID_HALVES, ACTION, ACTOR = range(5)
STEP_COLUMNS = 5
#: No hand of limit has more decisions.
MOST_STEPS = 40
_U1 = np.uint64(1)


class HandCards(NamedTuple):
    """The cards of a hand: two of the big blind, two of the button, and the board as far as it was dealt."""

    held: CardRow
    board: CardRow
    n_board: Scalar


class Worth(NamedTuple):
    """The value of states."""

    weights: Floats  # [kind of state, 2 x TERMS]
    first: Floats  # [class, class] the chance to win before the flop
    mean: Scalar  # of the first state, over all deals


@kernel
def fill_terms(e: Scalar, s: Scalar, t: Scalar, out: Floats) -> None:
    """All products of up to three of the variables."""
    out[0], out[1], out[2], out[3] = 1.0, e, s, t
    out[4], out[5], out[6], out[7], out[8], out[9] = e * e, e * s, e * t, s * s, s * t, t * t
    out[10], out[11], out[12], out[13] = e * e * e, e * e * s, e * e * t, e * s * s
    out[14], out[15], out[16], out[17], out[18], out[19] = (
        e * s * t,
        e * t * t,
        s * s * s,
        s * s * t,
        s * t * t,
        t * t * t,
    )


@kernel
def chance_to_win(held: CardRow, board: CardRow, n_board: Scalar) -> Scalar:
    """The big blind's share of the pot over all boards to come, ties half; three cards or more lie."""
    key, bits, used = EMPTY_KEY, EMPTY_BITS, np.uint64(0)
    for at in range(n_board):
        key += CARD_KEY[board[at]]
        bits |= CARD_BITS[board[at]]
        used |= _U1 << np.uint64(board[at])
    for card in held:
        used |= _U1 << np.uint64(card)
    key0, bits0 = CARD_KEY[held[0]] + CARD_KEY[held[1]], CARD_BITS[held[0]] | CARD_BITS[held[1]]
    key1, bits1 = CARD_KEY[held[2]] + CARD_KEY[held[3]], CARD_BITS[held[2]] | CARD_BITS[held[3]]
    doubled: Scalar = 0
    count = 0
    for turn in range(52 if n_board == 3 else 1):
        key4, bits4 = key, bits
        if n_board == 3:
            if (used >> np.uint64(turn)) & _U1:
                continue
            key4, bits4 = key + CARD_KEY[turn], bits | CARD_BITS[turn]
        for river in range(turn + 1 if n_board == 3 else 0, 52 if n_board < 5 else 1):
            key5, bits5 = key4, bits4
            if n_board < 5:
                if (used >> np.uint64(river)) & _U1:
                    continue
                key5, bits5 = key4 + CARD_KEY[river], bits4 | CARD_BITS[river]
            ours = value(key5 + key0, bits5 | bits0)
            theirs = value(key5 + key1, bits5 | bits1)
            doubled += 2 * np.int64(ours > theirs) + np.int64(ours == theirs)
            count += 1
    return doubled / (2.0 * count)


@kernel
def see_cards(held: CardRow, board: CardRow, n_board: Scalar, first: Floats, out: Floats) -> None:
    """What the value of a state depends on: the chance to win, the big blind's strength, the button's."""
    if n_board == 0:
        one, two = held[0], held[1]
        three, four = held[2], held[3]
        own = CLASS[holding_number(min(one, two), max(one, two))]
        other = CLASS[holding_number(min(three, four), max(three, four))]
        out[0] = first[own, other]
        out[1], out[2] = preflop_strength(one, two), preflop_strength(three, four)
        return
    out[0] = chance_to_win(held, board, n_board)
    out[1] = strength_now(held[0], held[1], board, n_board)
    out[2] = strength_now(held[2], held[3], board, n_board)


@kernel
def polynomial(kind: Scalar, paid: Scalar, terms: Floats, weights: Floats) -> Scalar:
    """The value of a state of some kind, where each had paid so much before the street."""
    total = 0.0
    for at in range(TERMS):
        total += terms[at] * (weights[kind, at] + paid * weights[kind, TERMS + at])
    return total


@kernel
def dealt_value(street: Scalar, paid: Scalar, held: CardRow, board: CardRow, worth: Worth) -> Scalar:
    """The value of a state in which a street's cards were just dealt."""
    seen, terms = np.zeros(3), np.zeros(TERMS)
    see_cards(held, board, 0 if street == 0 else street + 2, worth.first, seen)
    fill_terms(seen[0], seen[1], seen[2], terms)
    return polynomial(KINDS_OF_STREET * street, paid, terms, worth.weights)


@kernel
def action_value(step: Ints, action: Scalar, seen: Floats, terms: Floats, weights: Floats) -> Scalar:
    """The value after an action at a step of the hand."""
    street, decision, paid = step[STREET], step[DECISION], step[PAID_HALVES] / 2.0
    bet = BETS[street]
    follows = FIRST_FOLLOWS[decision, action] if street == 0 else LATER_FOLLOWS[decision, action]
    if follows >= _FOLDED:
        lost = FIRST_PAID[decision] if street == 0 else paid + bet * LATER_PAID[decision]
        actor = FIRST_ACTOR[decision] if street == 0 else LATER_ACTOR[decision]
        return -lost if actor == tree.OOP else lost
    if follows >= _CLOSE:
        if street == 3:
            return (2.0 * seen[0] - 1.0) * (paid + bet * LATER_CLOSES[follows - _CLOSE])
        return polynomial(KINDS_OF_STREET * street + follows, paid, terms, weights)
    return polynomial(KINDS_OF_STREET * street + follows, paid, terms, weights)


@kernel
def read_steps(hands: Record, steps: Ints) -> Scalar:
    """The decisions of a hand of heads-up limit, a row each; answers with how many, -1 for a hand not of the tree."""
    h = hands[0]
    street, decision, paid = 0, 0, 0.0
    count = 0
    for at in range(h.n_history):
        event = h.history[at]
        kind = kind_of(event)
        if kind == BRING_IN:
            continue
        action = tree.FOLD if kind == FOLD else tree.RAISE if (kind == BET or kind == RAISE) else tree.CALL
        if decision < 0 or count == MOST_STEPS or not (kind == CHECK or kind == CALL or action != tree.CALL):
            return -1
        follows = FIRST_FOLLOWS[decision, action] if street == 0 else LATER_FOLLOWS[decision, action]
        actor = FIRST_ACTOR[decision] if street == 0 else LATER_ACTOR[decision]
        if follows == tree.NONE:
            return -1
        steps[count, STREET], steps[count, DECISION] = street, decision
        steps[count, PAID_HALVES], steps[count, ACTION], steps[count, ACTOR] = np.int64(2 * paid), action, actor
        count += 1
        if follows >= _FOLDED:
            decision = -1
        elif follows >= _CLOSE:
            way = follows - _CLOSE
            paid = FIRST_CLOSES[way] if street == 0 else paid + BETS[street] * LATER_CLOSES[way]
            street += 1
            decision = 0 if street < 4 else -1
        else:
            decision = follows
    return count


@kernel
def mean_over_flops(paid: Scalar, held: CardRow, flops: Scalar, words: Words, worth: Worth) -> Scalar:
    """The mean value over some flops that are drawn: it tells nothing of the flop that came."""
    deck, size = np.zeros(52, np.uint8), 0
    for card in range(52):
        if card != held[0] and card != held[1] and card != held[2] and card != held[3]:
            deck[size] = card
            size += 1
    total = 0.0
    for _ in range(flops):
        draw_to_front(words, deck, size, 3)
        total += dealt_value(1, paid, held, deck, worth)
    return total / flops


@kernel
def mean_over_cards(street: Scalar, paid: Scalar, held: CardRow, board: CardRow, worth: Worth) -> Scalar:
    """The mean value over all cards that may come on the turn or the river."""
    n = street + 1
    used = np.uint64(0)
    for at in range(n):
        used |= _U1 << np.uint64(board[at])
    for card in held:
        used |= _U1 << np.uint64(card)
    after = np.zeros(5, np.uint8)
    after[:n] = board[:n]
    total, count = 0.0, 0
    for card in range(52):
        if not (used >> np.uint64(card)) & _U1:
            after[n] = card
            total += dealt_value(street, paid, held, after, worth)
            count += 1
    return total / count


@kernel
def luck_of_cards(street: Scalar, paid: Scalar, cards: HandCards, flops: Scalar, words: Words, worth: Worth) -> Scalar:
    """What the cards of one street gave to the big blind, over what they give in the mean."""
    came = dealt_value(street, paid, cards.held, cards.board, worth)
    if street == 0:
        return came - worth.mean
    if street == 1:
        return came - mean_over_flops(paid, cards.held, flops, words, worth)
    return came - mean_over_cards(street, paid, cards.held, cards.board, worth)


@kernel
def set_chances(
    steps: Ints, cards: HandCards, side: Scalar, thresholds: Floats, mixes: Floats, chances: Floats
) -> None:
    """How often a static player folds, calls and raises at each of its steps, from two thresholds of strength a street.

    `thresholds` is [street, 2], `mixes` [street, decision, bucket, action]: a bucket is one where the strength is
    enough for the first, and two more where it is for the second.
    """
    street: Scalar = -1
    bucket: Scalar = 0
    one, two = cards.held[2 * side], cards.held[2 * side + 1]
    for at in range(steps.shape[0]):
        if steps[at, ACTOR] != side:
            continue
        if steps[at, STREET] != street:
            street = steps[at, STREET]
            strength = preflop_strength(one, two) if street == 0 else strength_now(one, two, cards.board, street + 2)
            bucket = np.int64(strength >= thresholds[street, 0]) + 2 * np.int64(strength >= thresholds[street, 1])
        chances[at] = mixes[street, steps[at, DECISION], bucket]


@kernel
def luck_of_hand(steps: Ints, chances: Floats, cards: HandCards, flops: Scalar, words: Words, worth: Worth) -> Scalar:
    """What luck gave to the big blind in a hand, in big blinds: its cards, and the draws of players who are known.

    `chances` has a row for each step, how often its player folds, calls and raises; -1 where that is not known.
    """
    total = luck_of_cards(0, 0.0, cards, flops, words, worth)
    street = 0
    seen, terms = np.zeros(3), np.zeros(TERMS)
    see_cards(cards.held, cards.board, 0, worth.first, seen)
    fill_terms(seen[0], seen[1], seen[2], terms)
    for at in range(steps.shape[0]):
        step = steps[at]
        if step[STREET] != street:
            street = step[STREET]
            total += luck_of_cards(street, step[PAID_HALVES] / 2.0, cards, flops, words, worth)
            see_cards(cards.held, cards.board, street + 2, worth.first, seen)
            fill_terms(seen[0], seen[1], seen[2], terms)
        if chances[at, 0] >= 0.0:
            total += action_value(step, step[ACTION], seen, terms, worth.weights)
            for action in range(3):
                if chances[at, action] > 0.0:
                    total -= chances[at, action] * action_value(step, action, seen, terms, worth.weights)
    return total


@kernel
def collect(steps: Ints, cards: HandCards, first: Floats, kinds: Ints, found: Floats) -> Scalar:
    """The states that a hand went through, as a fit needs them: their kinds, and a row of terms and what was paid."""
    count, street = 0, -1
    seen, terms = np.zeros(3), np.zeros(TERMS)
    for at in range(steps.shape[0]):
        step = steps[at]
        if step[STREET] != street:
            street = step[STREET]
            see_cards(cards.held, cards.board, 0 if street == 0 else street + 2, first, seen)
            fill_terms(seen[0], seen[1], seen[2], terms)
            kinds[count], found[count, :TERMS], found[count, TERMS] = (
                KINDS_OF_STREET * street,
                terms,
                step[PAID_HALVES] / 2.0,
            )
            count += 1
        decision, action = step[DECISION], step[ACTION]
        follows = FIRST_FOLLOWS[decision, action] if street == 0 else LATER_FOLLOWS[decision, action]
        if follows < _CLOSE or (follows < _FOLDED and street < 3):
            kinds[count], found[count, :TERMS], found[count, TERMS] = (
                KINDS_OF_STREET * street + follows,
                terms,
                step[PAID_HALVES] / 2.0,
            )
            count += 1
    return count
