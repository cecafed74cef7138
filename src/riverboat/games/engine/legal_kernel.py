"""What the seat to act may do: whether it must speak, what a call costs, and how far it may bet or raise.

Short all-ins follow Robert's Rules of Poker (limit: half a bet or more counts as a full one; less may be completed)
and the TDA's rule 47 (no-limit: only who faces at least a full raise, in one or several all-ins, may raise again).
"""

from __future__ import annotations

import numpy as np

from riverboat.games.engine.dealing_kernel import open_pair_shows
from riverboat.games.engine.layout_kernel import (
    BET,
    BRING_IN,
    CALL,
    CHECK,
    FOLD,
    FOLDED,
    IN,
    LIMIT,
    NO_LIMIT,
    RAISE,
    RAISING_ENDS,
    REVEAL,
    REVEALING,
    Flag,
    Int,
    Record,
)
from riverboat.kernel import kernel


@kernel
def highest_other_bet(h: Record, r: Record, seat: Int) -> Int:
    """The most that anyone else who is in has put in on this street."""
    highest = np.int64(0)
    for other in range(r.seats):
        if other != seat and h.status[other] != FOLDED and h.bet[other] > highest:
            highest = h.bet[other]
    return highest


@kernel
def bet_to_match(h: Record, r: Record, seat: Int) -> Int:
    """What a seat's bet must come to. Against all-ins alone only what they really put in counts."""
    if h.n_able == 1 and h.status[seat] == IN:
        return min(h.current, highest_other_bet(h, r, seat))
    return h.current


@kernel
def needs_to_act(h: Record, r: Record, seat: Int) -> Flag:
    """Whether the street can't end before this seat has spoken."""
    if h.status[seat] != IN:
        return False
    if h.n_able == 1:
        return h.bet[seat] < bet_to_match(h, r, seat)
    return h.acted[seat] == 0 or h.bet[seat] < h.current


@kernel
def can_be_answered(h: Record, r: Record, seat: Int) -> Flag:
    """Whether anyone else has the chips to call more than the bet as it is; else a raise would mean nothing."""
    for other in range(r.seats):
        if other != seat and h.status[other] == IN and h.bet[other] + h.stack[other] > h.current:
            return True
    return False


@kernel
def may_raise(h: Record, r: Record, seat: Int, facing: Int) -> Flag:
    """Whether a seat that has the chips for it may bet or raise."""
    street = h.street
    if h.n_history >= RAISING_ENDS or not can_be_answered(h, r, seat):
        return False
    if h.raises >= r.max_bets[street] and not (r.uncapped_heads_up and h.n_in == 2):
        return False
    if r.one_raise_each and h.raised[seat]:
        return False
    if h.acted[seat] == 0:
        return True
    if r.limits == LIMIT:  # `acted` remembers how many full bets there were when the seat last spoke
        return h.raises >= h.acted[seat]
    return facing >= h.full_raise


@kernel
def refresh_amounts(h: Record, r: Record, seat: Int) -> None:
    """The totals to which a seat may bet or raise: min_to, max_to and the step between."""
    all_in = h.bet[seat] + h.stack[seat]
    h.step = 1
    if r.limits == LIMIT:
        h.min_to = h.level + h.full_raise
        h.max_to = h.min_to
        big = r.big_bet[h.street]
        if big > h.full_raise and open_pair_shows(h, r):
            h.max_to = h.level + big
        if h.max_to > all_in:
            h.max_to = all_in
        if h.min_to > all_in:
            h.min_to = all_in
        h.step = max(np.int64(1), h.max_to - h.min_to)
        return
    h.min_to = h.current + h.full_raise
    h.max_to = all_in
    if r.pot_limit:
        h.max_to = min(all_in, max(h.min_to, h.current + h.pot + h.current - h.bet[seat]))
    elif r.limits != NO_LIMIT:
        h.max_to = min(all_in, h.current + h.pot)
    if h.min_to > h.max_to:
        h.min_to = h.max_to


@kernel
def refresh_legal(h: Record, r: Record) -> None:
    """Work out what the seat to act may do."""
    h.to_call = 0
    h.min_to = 0
    h.max_to = 0
    h.step = 1
    h.legal = 0
    seat = h.actor
    if seat < 0:
        return
    if h.phase == REVEALING:
        h.legal = 1 << REVEAL
        return
    facing = max(np.int64(0), bet_to_match(h, r, seat) - h.bet[seat])
    h.to_call = min(facing, h.stack[seat])
    legal = 0
    if h.bring_in_due:
        legal = 1 << BRING_IN
    elif facing > 0:
        legal = (1 << FOLD) | (1 << CALL)
    elif r.must_open:
        legal = 1 << FOLD
    else:
        legal = 1 << CHECK
        if r.free_fold:
            legal |= 1 << FOLD
    if h.stack[seat] > facing and may_raise(h, r, seat, facing):
        refresh_amounts(h, r, seat)
        if h.max_to > (r.bring_in if h.bring_in_due else h.current):
            legal |= 1 << (BET if h.current == 0 else RAISE)
        else:
            h.min_to = 0
            h.max_to = 0
    h.legal = legal
