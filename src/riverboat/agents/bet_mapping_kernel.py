"""The one bet mapping: how agents that think in folds, calls and raises see bets of any size and make them.

Limit agents count bets (0 to 3). At no-limit a bet counts as more bets the larger it is against the pot and against
the stack, and a raise doubles the last bet, sometimes more (Barone & While 1999, section 4.5).
"""

from __future__ import annotations

import numpy as np

from riverboat.arrays import Words
from riverboat.cards.random_kernel import uniform
from riverboat.games.engine.layout_kernel import (
    BET,
    BRING_IN,
    CALL,
    CHECK,
    FOLD,
    LIMIT,
    RAISE,
    REVEAL,
    Flag,
    Int,
    Record,
)
from riverboat.kernel import kernel

#: What an agent wishes, from the tightest to the boldest.
WISH_FOLD, WISH_CALL, WISH_RAISE = 0, 1, 2
#: More bets to call than this count as this many.
MOST_BETS = 3
#: No-limit, after the first street: up to so much of the pot before it is one bet, up to so much two.
POT_ONE, POT_TWO = 0.8, 1.6
#: No-limit, on the first street: one big blind is one bet, up to this many are two.
BLINDS_TWO = 4
#: A call of so much of the stack counts as two bets, of so much as three.
STACK_TWO, STACK_THREE = 0.25, 0.5
#: How often a no-limit raise is larger than double the last bet.
LARGER = 0.25
#: A no-limit bet of so much of what the seat has becomes all of it.
NEARLY_ALL = 0.67


@kernel
def bets_to_call(v: Record) -> Int:
    """How many bets a call costs, 0 to 3."""
    if v.to_call <= 0:
        return 0
    if v.limits == LIMIT:
        return min(MOST_BETS, -(-v.to_call // v.street_bet))
    before = v.pot - v.to_call
    bets = 1
    if v.street == 0:
        if v.to_call > v.small_bet:
            bets = 2 if v.to_call <= BLINDS_TWO * v.small_bet else 3
    elif v.to_call > POT_ONE * before:
        bets = 2 if v.to_call <= POT_TWO * before else 3
    stack = v.stack[v.seat]
    if v.to_call >= STACK_THREE * stack:
        # A stack so short that the call is a small one has nothing to fear from it.
        bets = 3 if v.to_call > v.small_bet else max(bets, 2)
    elif v.to_call >= STACK_TWO * stack:
        bets = max(bets, 2)
    return bets


@kernel
def raise_to(v: Record, words: Words) -> Int:
    """The total of a bet or raise that the rules allow here; draws one random number where there is a choice."""
    if v.min_to >= v.max_to or v.limits == LIMIT:
        return v.min_to
    larger = uniform(words) < LARGER
    if v.current > 0:
        amount = v.current * (3 if larger else 2)
    else:
        amount = v.pot if larger else v.pot // 2
    if amount >= NEARLY_ALL * v.max_to:
        return v.max_to
    return min(max(amount, v.min_to), v.max_to)


@kernel
def allowed(v: Record, kind: Int) -> Flag:
    """Whether the rules allow an action of this kind."""
    return (v.legal >> kind) & 1 != 0


@kernel
def hidden_card(v: Record) -> Int:
    """The first of the seat's own cards that lie face down."""
    for at in range(v.n_cards[v.seat]):
        if not (v.up_bits[v.seat] >> at) & 1:
            return np.int64(v.cards[v.seat, at])
    return np.int64(0)


@kernel
def act(v: Record, wish: Int, words: Words) -> tuple[Int, Int]:
    """The legal action nearest to a wish: nobody folds where checking is free; a player who can't raise calls."""
    if allowed(v, REVEAL):
        return np.int64(REVEAL), hidden_card(v)
    bold = np.int64(0)
    if allowed(v, RAISE):
        bold = np.int64(RAISE)
    elif allowed(v, BET):
        bold = np.int64(BET)
    if wish == WISH_RAISE and bold != 0:
        return bold, np.int64(raise_to(v, words))
    if allowed(v, CHECK):
        return np.int64(CHECK), np.int64(0)
    if allowed(v, BRING_IN):
        return np.int64(BRING_IN), np.int64(0)
    if wish != WISH_FOLD:
        if allowed(v, CALL):
            return np.int64(CALL), np.int64(0)
        if bold != 0:  # where the first to speak bets or folds, calling means the smallest bet
            return bold, np.int64(v.min_to)
    return np.int64(FOLD), np.int64(0)
