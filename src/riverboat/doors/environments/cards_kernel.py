"""What a learner sees of a hand of cards, which actions it may choose, and what these mean: compiled.

Nothing that a seat can't see is ever read here: its own cards, open cards, the board, chips and what was done.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from riverboat.doors.environments.cards_layout_kernel import ABSENT, FOLD_AT, PASSIVE_AT, SMALLEST_AT
from riverboat.games.engine.history_kernel import amount_of, is_bet, kind_of, seat_of, street_of
from riverboat.games.engine.layout_kernel import (
    ALL_IN,
    BET,
    BRING_IN,
    CALL,
    CHECK,
    FOLD,
    FOLDED,
    RAISE,
    REVEAL,
    Int,
    Record,
)
from riverboat.kernel import Scalar, inlined, kernel

#: Rows of numbers that are written, a row a lane: float32 or uint8.
Rows: TypeAlias = Any

_FOLDS, _BETS = 1 << FOLD, 1 << BET | 1 << RAISE
_PASSES = 1 << CHECK | 1 << CALL | 1 << BRING_IN


@kernel
def written(e: Record, chips: Int) -> Scalar:
    """An amount as it stands in an observation."""
    return min(chips * e.scale, e.most) + e.rounded


@inlined
def see_pieces(h: Record, r: Record, e: Record, seat: Int, rows: Rows, lane: Int) -> None:
    """The cards that lie there for this seat to see, before the end of the hand."""
    for at in range(h.n_cards[seat]):
        rows[lane, e.own + e.place[h.cards[seat, at]]] = 1
    if e.board != ABSENT:
        for at in range(h.n_shared):
            rows[lane, e.board + e.place[h.shared[at]]] = 1
    if e.open != ABSENT:
        for k in range(r.seats):
            other = (seat + k) % np.int64(r.seats)
            for at in range(h.n_cards[other]):
                if (h.up_bits[other] >> at) & 1:
                    rows[lane, e.open + k * np.int64(r.deck_size) + e.place[h.cards[other, at]]] = 1


@inlined
def see_chips(h: Record, r: Record, e: Record, seat: Int, rows: Rows, lane: Int) -> None:
    """Write which seats are in, and the chips before each seat, the observer's own first."""
    other: Int = np.int64(seat)
    for k in range(r.seats):
        rows[lane, e.is_in + k] = h.status[other] != FOLDED
        rows[lane, e.all_in + k] = h.status[other] == ALL_IN
        rows[lane, e.bet + k] = written(e, h.bet[other])
        rows[lane, e.paid + k] = written(e, h.paid[other] + h.dead[other])
        if e.stack != ABSENT:
            rows[lane, e.stack + k] = written(e, h.stack[other])
        other = other + 1 if other + 1 < r.seats else 0
    rows[lane, e.pot] = written(e, h.pot)
    rows[lane, e.to_call] = written(e, h.to_call) if h.actor == seat else 0


@inlined
def see_history(h: Record, r: Record, e: Record, seat: Int, rows: Rows, lane: Int) -> None:
    """How often each seat raised and went along on each street, and the highest bet of each."""
    n = np.int64(r.seats)
    for at in range(h.n_history):
        event = h.history[at]
        kind, street = kind_of(event), street_of(event)
        k = seat_of(event) - seat
        place = street * n + (k if k >= 0 else k + n)
        if is_bet(event):
            rows[lane, e.raises + place] += 1
            if e.highest != ABSENT:
                rows[lane, e.highest + street] = written(e, amount_of(event))
        elif kind == CHECK or kind == CALL or kind == BRING_IN:
            rows[lane, e.calls + place] += 1


@inlined
def see_hand(h: Record, r: Record, e: Record, seat: Int, rows: Rows, lane: Int) -> None:
    """Write what a seat sees."""
    for at in range(e.width):
        rows[lane, at] = 0
    see_pieces(h, r, e, seat, rows, lane)
    rows[lane, e.street + h.street] = 1
    position = np.int64(seat) - np.int64(h.button) - 1
    rows[lane, e.position + (position if position >= 0 else position + np.int64(r.seats))] = 1
    see_chips(h, r, e, seat, rows, lane)
    see_history(h, r, e, seat, rows, lane)


@kernel
def size_of(h: Record, e: Record, at: Int) -> Int:
    """The total to which a size of the menu bets: a share of the pot as it is after a call."""
    mine = h.bet[h.actor] + h.to_call
    return mine + np.int64(e.sizes[at] * (h.pot + h.to_call))


@inlined
def allow(h: Record, e: Record, masks: Rows, lane: Int) -> None:
    """Mark the actions that the seat to act may choose; a size that another one already is counts once."""
    for at in range(e.actions):
        masks[lane, at] = 0
    masks[lane, FOLD_AT] = h.legal & _FOLDS != 0
    masks[lane, PASSIVE_AT] = h.legal & _PASSES != 0
    if h.legal & _BETS:
        masks[lane, SMALLEST_AT] = 1
        last = h.min_to
        for at in range(e.n_sizes):
            amount = size_of(h, e, at)
            if last < amount < h.max_to:
                masks[lane, SMALLEST_AT + 1 + at] = 1
                last = amount
        if e.largest != ABSENT and h.max_to > h.min_to:
            masks[lane, e.largest] = 1
    if e.reveal != ABSENT and (h.legal >> REVEAL) & 1:
        for at in range(h.n_cards[h.actor]):
            if not (h.up_bits[h.actor] >> at) & 1:
                masks[lane, e.reveal + e.place[h.cards[h.actor, at]]] = 1


@kernel
def meant(h: Record, r: Record, e: Record, action: Int) -> tuple[Int, Int]:
    """The kind and amount behind the number of an action that is allowed."""
    legal = h.legal
    if action == FOLD_AT:
        return FOLD, 0
    if action == PASSIVE_AT:
        return (CHECK if (legal >> CHECK) & 1 else CALL if (legal >> CALL) & 1 else BRING_IN), 0
    if e.reveal != ABSENT and action >= e.reveal:
        return REVEAL, np.int64(r.deck[action - e.reveal])
    kind = BET if (legal >> BET) & 1 else RAISE
    if action == SMALLEST_AT:
        return kind, h.min_to
    return kind, h.max_to if action == e.largest else size_of(h, e, action - SMALLEST_AT - 1)


@kernel
def look_at(hands: Record, rules: Record, codes: Record, seat: Int, rows: Rows, masks: Rows) -> None:
    """What Python calls: what a seat of one hand sees, and what it may do, if it is its turn."""
    h, e = hands[0], codes[0]
    see_hand(h, rules[0], e, seat, rows, 0)
    if h.actor == seat:
        allow(h, e, masks, 0)
    else:
        for at in range(e.actions):
            masks[0, at] = 0


@kernel
def read_action(hands: Record, rules: Record, codes: Record, action: Int) -> tuple[Int, Int]:
    """What Python calls: the kind and amount of an action."""
    kind, amount = meant(hands[0], rules[0], codes[0], action)
    return np.int64(kind), np.int64(amount)
