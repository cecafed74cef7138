"""The end of a hand: comparing hands, side pots, odd chips."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.cards.evaluator_kernel import CARD_BITS, CARD_KEY, EMPTY_BITS, EMPTY_KEY, value
from riverboat.cards.omaha_kernel import omaha_value
from riverboat.games.engine.layout_kernel import (
    BY_FOLD,
    BY_SHOWDOWN,
    CARDS_NEEDED,
    ENDED,
    FOLDED,
    NOBODY,
    RANK_AND_PAIR,
    TWO_OF_HAND,
    Int,
    Record,
)
from riverboat.kernel import kernel

_NO_VALUE = np.int64(-1)


@kernel
def toy_value(h: Record, seat: Int) -> Int:
    """Kuhn and Leduc: a pair with the shared card, else the rank; -1 where the card is unknown."""
    own = np.int64(h.cards[seat, 0])
    if own > 51:
        return _NO_VALUE
    paired = h.n_shared > 0 and np.int64(h.shared[0] >> 2) == own >> 2
    return (own >> 2) + (100 if paired else 0)


@kernel
def two_of_hand_value(h: Record, seat: Int) -> Int:
    """Omaha: exactly two cards of one's own and three of the board; -1 where a card is unknown."""
    for at in range(h.n_shared):
        if h.shared[at] > 51:
            return _NO_VALUE
    for at in range(h.n_cards[seat]):
        if h.cards[seat, at] > 51:
            return _NO_VALUE
    return omaha_value(h.cards[seat], h.shared, np.int64(h.n_shared))


@kernel
def hand_value(h: Record, r: Record, seat: Int) -> Int:
    """How good a seat's hand is at the showdown, or -1 where a card is unknown."""
    if r.compare == RANK_AND_PAIR:
        return toy_value(h, seat)
    if r.compare == TWO_OF_HAND:
        return two_of_hand_value(h, seat)
    key, bits = EMPTY_KEY, EMPTY_BITS
    for at in range(h.n_shared):
        card = h.shared[at]
        if card > 51:
            return _NO_VALUE
        key += CARD_KEY[card]
        bits |= CARD_BITS[card]
    for at in range(h.n_cards[seat]):
        card = h.cards[seat, at]
        if card > 51:
            return _NO_VALUE
        key += CARD_KEY[card]
        bits |= CARD_BITS[card]
    return value(key, bits)


@kernel
def next_level(h: Record, r: Record, below: Int) -> Int:
    """The smallest sum above `below` that a seat that is in has paid: where the next pot ends. -1 after the last."""
    level = np.int64(-1)
    for seat in range(r.seats):
        paid = h.paid[seat]
        if h.status[seat] != FOLDED and paid > below and (level < 0 or paid < level):
            level = paid
    return level


@kernel
def pot_of_level(h: Record, r: Record, below: Int, level: Int, last: Int) -> Int:
    """The chips between two levels. Dead money is in the first pot, what folded seats paid above all in the last."""
    amount = np.int64(0)
    for seat in range(r.seats):
        paid = h.paid[seat]
        if paid > below:
            amount += (paid if last else min(paid, level)) - below
        if below == 0:
            amount += h.dead[seat]
    return amount


@kernel
def members_of_level(h: Record, r: Record, level: Int) -> Int:
    """The seats, as bits, that can win the pot of a level."""
    members = np.int64(0)
    for seat in range(r.seats):
        if h.status[seat] != FOLDED and h.paid[seat] >= level:
            members |= np.int64(1) << seat
    return members


@kernel
def best_of(h: Record, r: Record, members: Int) -> Int:
    """The seats, as bits, that share the best hand among the members; 0 where nobody's cards are known."""
    best = _NO_VALUE
    winners = np.int64(0)
    for seat in range(r.seats):
        if (members >> seat) & 1:
            worth = np.int64(hand_value(h, r, seat))
            if worth > best:
                best = worth
                winners = np.int64(0)
            if worth == best and worth >= 0:
                winners |= np.int64(1) << seat
    return winners


@kernel
def award(h: Record, r: Record, amount: Int, winners: Int) -> None:
    """Share one pot among the seats of these bits; the odd chips go to the first of them left of the button."""
    n = np.int64(r.seats)
    count = np.int64(0)
    for other in range(n):
        count += (winners >> other) & 1
    share = amount * r.unit
    odd = np.int64(0)
    if count > 1:
        odd = share % count
        share = share // count
    seat: Int = np.int64(h.button)
    for _ in range(n):
        seat = seat + 1 if seat + 1 < n else 0
        if (winners >> seat) & 1:
            h.won[seat] += share + odd
            odd = np.int64(0)


@kernel
def settle_showdown(h: Record, r: Record) -> None:
    """Pay each pot to the best hand among its members."""
    h.ended = BY_SHOWDOWN
    below = np.int64(0)
    level = next_level(h, r, below)
    while True:
        above = next_level(h, r, level)
        members = members_of_level(h, r, level)
        winners = best_of(h, r, members)
        if winners == 0:
            if members & (members - 1):
                h.ended = CARDS_NEEDED
                return
            winners = members  # an uncalled bet goes back, whatever the cards
        award(h, r, pot_of_level(h, r, below, level, above < 0), winners)
        if above < 0:
            return
        below = level
        level = above


@kernel
def settle(h: Record, r: Record) -> None:
    """End the hand and pay. A seat whose cards are unknown has mucked, and wins only what nobody else can."""
    h.actor = NOBODY
    h.phase = ENDED
    h.legal = 0
    for seat in range(r.seats):
        h.won[seat] = 0
    if h.n_in > 1:
        settle_showdown(h, r)
        return
    h.ended = BY_FOLD
    for seat in range(r.seats):
        if h.status[seat] != FOLDED:
            h.won[seat] = h.pot * r.unit


@kernel
def lay_out_pots(hands: Record, rules: Record, amounts: npt.NDArray[np.int64], members: npt.NDArray[np.int64]) -> Int:
    """What Python calls: the pots of a hand as they lie now, and how many there are."""
    h, r = hands[0], rules[0]
    below = np.int64(0)
    level = next_level(h, r, below)
    count = 0
    while True:
        above = next_level(h, r, level)
        amounts[count] = pot_of_level(h, r, below, level, above < 0)
        members[count] = members_of_level(h, r, level)
        count += 1
        if above < 0:
            return count
        below = level
        level = above
