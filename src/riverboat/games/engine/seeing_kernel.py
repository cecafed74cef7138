"""What a seat can see: the one place where the rules decide what leaves the hidden hand."""

from __future__ import annotations

import numpy as np

from riverboat.games.engine.layout_kernel import BY_SHOWDOWN, FOLDED, MAX_CARDS, UNKNOWN, UNSETTLED, Flag, Int, Record
from riverboat.kernel import kernel


@kernel
def sees_card(h: Record, r: Record, viewer: Int, owner: Int, at: Int) -> Flag:
    """Whether a seat sees another seat's card at this place."""
    if viewer == owner or (h.up_bits[owner] >> at) & 1:
        return True
    if h.ended == UNSETTLED:
        return False
    return r.show_all != 0 or (h.ended >= BY_SHOWDOWN and h.status[owner] != FOLDED)


@kernel
def see_cards(h: Record, r: Record, seat: Int, v: Record) -> None:
    """The cards that this seat can see, its own among them."""
    v.n_shared = h.n_shared
    for at in range(5):
        v.shared[at] = h.shared[at] if at < h.n_shared else UNKNOWN
    for other in range(r.seats):
        v.n_cards[other] = h.n_cards[other]
        v.up_bits[other] = h.up_bits[other]
        for at in range(MAX_CARDS):
            seen = at < h.n_cards[other] and sees_card(h, r, seat, other, at)
            v.cards[other, at] = h.cards[other, at] if seen else UNKNOWN


@kernel
def see(h: Record, r: Record, seat: Int, v: Record) -> None:
    """Fill a view, whole: a record that held the view of another seat or hand may be used again."""
    n = np.int64(r.seats)
    mine = h.actor == seat
    v.to_call = h.to_call if mine else 0
    v.min_to = h.min_to if mine else 0
    v.max_to = h.max_to if mine else 0
    v.step = h.step if mine else 1
    v.legal = h.legal if mine else 0
    v.pot = h.pot
    v.current = h.current
    v.full_raise = h.full_raise
    v.small_bet = r.bet[0]
    v.street_bet = r.bet[h.street]
    v.unit = r.unit
    v.limits = r.limits
    v.seat = seat
    v.seats = n
    v.button = h.button
    v.position = (seat - np.int64(h.button) - 1 + n) % n
    v.actor = h.actor
    v.street = h.street
    v.ended = h.ended
    v.raises = h.raises
    v.max_bets = r.max_bets[h.street]
    v.n_in = h.n_in
    for other in range(n):
        v.bet[other] = h.bet[other]
        v.paid[other] = h.paid[other] + h.dead[other]
        v.stack[other] = h.stack[other]
        v.won[other] = h.won[other]
        v.status[other] = h.status[other]
        v.acted[other] = 1 if h.acted[other] else 0
        v.who[other] = h.who[other]
    for other in range(n, len(v.bet)):
        v.bet[other] = 0
        v.paid[other] = 0
        v.stack[other] = 0
        v.won[other] = 0
        v.status[other] = FOLDED
        v.acted[other] = 0
        v.who[other] = 0
        v.n_cards[other] = 0
        v.up_bits[other] = 0
        for at in range(MAX_CARDS):
            v.cards[other, at] = UNKNOWN
    see_cards(h, r, seat, v)
    for at in range(h.n_history):
        v.history[at] = h.history[at]
    for at in range(h.n_history, np.int64(v.n_history)):
        v.history[at] = 0
    v.n_history = h.n_history


@kernel
def look(hands: Record, rules: Record, seat: Int, views: Record) -> None:
    """What Python calls: fill the view in a one-element array."""
    see(hands[0], rules[0], seat, views[0])
