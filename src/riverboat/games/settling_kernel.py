"""The end of a hand: comparing hands, side pots, odd chips."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from riverboat.cards.evaluator_kernel import CARD_BITS, CARD_KEY, EMPTY_BITS, EMPTY_KEY, value
from riverboat.games.layout_kernel import (
    BEST_FIVE,
    BY_FOLD,
    BY_SHOWDOWN,
    CARDS_NEEDED,
    ENDED,
    FOLDED,
    MAX_SEATS,
    NOBODY,
)
from riverboat.kernel import kernel

_NO_VALUE = -1


@kernel
def hand_value(h: Any, r: Any, seat: int) -> int:
    """How good a seat's hand is at the showdown, or -1 where a card is unknown."""
    if r.compare != BEST_FIVE:  # Kuhn and Leduc: a pair with the shared card, else the rank
        own = np.int64(h.cards[seat, 0])
        if own > 51:
            return _NO_VALUE
        paired = h.n_shared > 0 and (h.shared[0] >> 2) == (own >> 2)
        return (own >> 2) + (100 if paired else 0)
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
def split_pots(h: Any, r: Any, amounts: npt.NDArray[np.int64], members: npt.NDArray[np.int64]) -> int:
    """Lay the chips out as a main pot and side pots; `members` are bits of the seats that can win each. How many."""
    n = np.int64(r.seats)
    below = np.int64(0)
    count = 0
    while True:
        level = np.int64(-1)
        for seat in range(n):
            if h.status[seat] != FOLDED and h.paid[seat] > below and (level < 0 or h.paid[seat] < level):
                level = h.paid[seat]
        if level < 0:
            break
        amounts[count] = 0
        members[count] = 0
        for seat in range(n):
            amounts[count] += min(h.paid[seat], level) - min(h.paid[seat], below)
            if h.status[seat] != FOLDED and h.paid[seat] >= level:
                members[count] |= np.int64(1) << seat
        below = level
        count += 1
    if count == 0:  # nobody put in anything that others must match: dead money alone
        amounts[0] = 0
        members[0] = 0
        for seat in range(n):
            if h.status[seat] != FOLDED:
                members[0] |= np.int64(1) << seat
        count = 1
    for seat in range(n):  # dead money goes to the main pot, what the folded put in above all others to the last
        amounts[0] += h.dead[seat]
        amounts[count - 1] += max(np.int64(0), h.paid[seat] - below)
    return count


@kernel
def award(h: Any, r: Any, amount: int, winners: int) -> None:
    """Share one pot among the seats of these bits; odd chips go to the first of them left of the button."""
    n = np.int64(r.seats)
    count = 0
    for seat in range(n):
        count += (winners >> seat) & 1
    share = (amount * r.unit) // count
    odd = amount * r.unit - share * count
    for step in range(n):
        seat = (np.int64(h.button) + 1 + step) % n
        if (winners >> seat) & 1:
            h.won[seat] += share
            if odd > 0:
                h.won[seat] += 1
                odd -= 1


@kernel
def best_of(values: npt.NDArray[np.int64], members: int, n: int) -> int:
    """The seats (as bits) that share the best value among the members; 0 where no member's cards are known."""
    best = np.int64(_NO_VALUE)
    winners = np.int64(0)
    for seat in range(n):
        if (members >> seat) & 1 and values[seat] >= 0:
            if values[seat] > best:
                best = values[seat]
                winners = np.int64(0)
            if values[seat] == best:
                winners |= np.int64(1) << seat
    return winners


@kernel
def settle(h: Any, r: Any) -> None:
    """End the hand and pay. A seat whose cards are unknown has mucked, and wins only what nobody else can."""
    n = np.int64(r.seats)
    h.actor = NOBODY
    h.phase = ENDED
    h.legal = 0
    for seat in range(n):
        h.won[seat] = 0
    if h.n_in == 1:
        h.ended = BY_FOLD
        for seat in range(n):
            if h.status[seat] != FOLDED:
                h.won[seat] = h.pot * r.unit
        return
    h.ended = BY_SHOWDOWN
    values = np.empty(MAX_SEATS, dtype=np.int64)
    for seat in range(n):
        values[seat] = hand_value(h, r, seat) if h.status[seat] != FOLDED else _NO_VALUE
    amounts = np.empty(MAX_SEATS, dtype=np.int64)
    members = np.empty(MAX_SEATS, dtype=np.int64)
    count = split_pots(h, r, amounts, members)
    for at in range(count):
        winners = best_of(values, members[at], n)
        if winners == 0:
            if members[at] & (members[at] - 1):
                h.ended = CARDS_NEEDED
                return
            winners = members[at]  # an uncalled bet goes back, whatever the cards
        award(h, r, amounts[at], winners)


@kernel
def lay_out_pots(hands: Any, rules: Any, amounts: npt.NDArray[np.int64], members: npt.NDArray[np.int64]) -> int:
    """What Python calls: the pots of a hand as they lie now."""
    return split_pots(hands[0], rules[0], amounts, members)
