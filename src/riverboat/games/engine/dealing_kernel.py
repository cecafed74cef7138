"""Cards on the table: dealing a street, from a deck or from outside, and who speaks first by what lies open."""

from __future__ import annotations

import numpy as np

from riverboat.games.engine.layout_kernel import FOLDED, FROM_OUTSIDE, PLACED, UNKNOWN, Flag, Int, Record
from riverboat.kernel import kernel

_U1, _U2, _U4, _U15 = (np.uint64(n) for n in (1, 2, 4, 15))


@kernel
def next_in(h: Record, r: Record, seat: Int) -> Int:
    """The first seat after this one that has not folded."""
    while True:
        seat = seat + 1 if seat + 1 < r.seats else 0
        if h.status[seat] != FOLDED:
            return np.int64(seat)


@kernel
def plan_street(h: Record, r: Record) -> None:
    """Count the cards of this street. Where the deck is too short for one each, one card is dealt for all."""
    street = h.street
    each = np.int64(r.down[street]) + np.int64(r.up[street])
    h.due = each * np.int64(h.n_in)
    h.due_shared = r.shared[street]
    h.lap = 0
    if np.int64(h.dealt) + np.int64(h.due) + np.int64(h.due_shared) > r.deck_size:
        h.due = 0
        h.due_shared = 1
    if h.due > 0:
        h.next_seat = next_in(h, r, np.int64(h.button))


@kernel
def deal_to_seat(h: Record, r: Record, card: Int) -> None:
    """Give a card to the next seat: one at a time, around from the left of the button."""
    seat = np.int64(h.next_seat)
    place = np.int64(h.n_cards[seat])
    if h.source != PLACED:
        h.cards[seat, place] = card
    if h.lap >= r.down[h.street]:
        h.up_bits[seat] |= 1 << place
    h.n_cards[seat] = place + 1
    h.due -= 1
    if h.due > 0:
        following = next_in(h, r, seat)
        button = np.int64(h.button)
        # A lap ends where dealing passes the button, or comes to the seat it left.
        n = np.int64(r.seats)
        before = seat - button - 1 + (n if seat <= button else 0)
        after = following - button - 1 + (n if following <= button else 0)
        if after <= before:
            h.lap += 1
        h.next_seat = following


@kernel
def deal_next(h: Record, r: Record, card: Int) -> None:
    """Put down the next card of the street, wherever it goes."""
    h.dealt += 1
    if h.due > 0:
        deal_to_seat(h, r, card)
        return
    if h.source != PLACED:
        h.shared[h.n_shared] = card
    h.n_shared += 1
    h.due_shared -= 1


@kernel
def deal_street(h: Record, r: Record) -> Flag:
    """Deal what is left of this street; False where the next card must come from outside."""
    while h.due > 0 or h.due_shared > 0:
        if h.source == FROM_OUTSIDE:
            return False
        deal_next(h, r, np.int64(h.deck[h.dealt]))
    return True


@kernel
def open_score(h: Record, seat: Int) -> Int:
    """The rank of the cards that lie open before a seat: quads, trips, two pairs, a pair, then the ranks."""
    counts = np.uint64(0)  # four bits a rank
    for at in range(h.n_cards[seat]):
        card = np.uint64(h.cards[seat, at])
        if (h.up_bits[seat] >> at) & 1 and card < UNKNOWN:
            counts += _U1 << ((card >> _U2) * _U4)
    kind, digits, places = 0, 0, 4
    for size in range(4, 0, -1):
        for rank in range(12, -1, -1):
            if (counts >> (np.uint64(rank) * _U4)) & _U15 == np.uint64(size):
                digits = digits * 16 + rank + 1
                places -= 1
                kind += 7 if size == 4 else size * (size - 1) // 2
    return kind * 65536 + (digits << (4 * places))


@kernel
def high_seat(h: Record, r: Record) -> Int:
    """The seat that shows the best open cards; among equals the first left of the button."""
    best, found = -1, np.int64(0)
    seat = np.int64(h.button)
    for _ in range(h.n_in):
        seat = next_in(h, r, seat)
        score = open_score(h, seat)
        if score > best:
            best, found = score, seat
    return found


@kernel
def low_seat(h: Record, r: Record) -> Int:
    """The seat whose open card is lowest; among equal ranks clubs lie below diamonds, hearts and spades."""
    lowest, found = np.int64(UNKNOWN + 1), np.int64(0)
    seat = np.int64(h.button)
    for _ in range(h.n_in):
        seat = next_in(h, r, seat)
        for at in range(h.n_cards[seat]):
            if (h.up_bits[seat] >> at) & 1 and h.cards[seat, at] < lowest:
                lowest, found = np.int64(h.cards[seat, at]), seat
    return found


@kernel
def open_pair_shows(h: Record, r: Record) -> Flag:
    """Whether anyone who is in shows a pair."""
    seat = np.int64(h.button)
    for _ in range(h.n_in):
        seat = next_in(h, r, seat)
        if open_score(h, seat) >= 65536:
            return True
    return False
