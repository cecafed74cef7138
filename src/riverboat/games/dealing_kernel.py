"""Cards on the table: dealing a street, from a deck or from outside, and who speaks first by what lies open."""

from __future__ import annotations

from typing import Any

import numpy as np

from riverboat.games.layout_kernel import FOLDED, FROM_OUTSIDE, IN, PLACED, UNKNOWN
from riverboat.kernel import kernel


@kernel
def cards_of_street(h: Any, r: Any) -> int:
    """How many cards this street deals. Where the deck is too short for one each, one card is dealt for all."""
    street = h.street
    each = np.int64(r.down[street]) + np.int64(r.up[street])
    wanted = each * np.int64(h.n_in)
    if h.dealt - h.cursor + wanted + r.shared[street] > r.deck_size:
        return 1
    return wanted + np.int64(r.shared[street])


@kernel
def deal_to_seat(h: Any, r: Any, at: int, card: int) -> None:
    """Give the street's card number `at` to its seat: one card at a time, around from the left of the button."""
    n = np.int64(r.seats)
    turn = at // np.int64(h.n_in)
    nth = at - turn * np.int64(h.n_in)
    seat = (np.int64(h.button) + 1) % n
    while True:
        if h.status[seat] != FOLDED:
            if nth == 0:
                break
            nth -= 1
        seat = seat + 1 if seat + 1 < n else 0
    place = h.n_cards[seat]
    if h.source != PLACED:
        h.cards[seat, place] = card
    if turn >= r.down[h.street]:
        h.up_bits[seat] |= 1 << place
    h.n_cards[seat] = place + 1


@kernel
def deal_next(h: Any, r: Any, card: int) -> None:
    """Put down the next card of the street, wherever it goes."""
    each = np.int64(r.down[h.street]) + np.int64(r.up[h.street])
    at = np.int64(h.cursor)
    own = each * np.int64(h.n_in)
    short = cards_of_street(h, r) < own
    h.cursor += 1
    h.dealt += 1
    if at < own and not short:
        deal_to_seat(h, r, at, card)
        return
    if h.source != PLACED:
        h.shared[h.n_shared] = card
    h.n_shared += 1


@kernel
def deal_street(h: Any, r: Any) -> bool:
    """Deal what is left of this street; False where the next card must come from outside."""
    total = cards_of_street(h, r)
    while h.cursor < total:
        if h.source == FROM_OUTSIDE:
            return False
        deal_next(h, r, h.deck[h.dealt])
    return True


@kernel
def open_score(h: Any, seat: int) -> int:
    """The rank of the cards that lie open before a seat: quads, trips, two pairs, a pair, then the ranks."""
    counts = np.zeros(16, dtype=np.int64)
    for at in range(h.n_cards[seat]):
        card = h.cards[seat, at]
        if (h.up_bits[seat] >> at) & 1 and card < 52:
            counts[card >> 2] += 1
    kind, digits = 0, 0
    for size in range(4, 0, -1):
        for rank in range(12, -1, -1):
            if counts[rank] == size:
                digits = digits * 16 + rank + 1
                if size == 4:
                    kind += 7
                elif size == 3:
                    kind += 3
                elif size == 2:
                    kind += 1
    for _ in range(4 - np.count_nonzero(counts)):
        digits *= 16
    return kind * 65536 + digits


@kernel
def high_seat(h: Any, r: Any) -> int:
    """The seat that shows the best open cards; among equals the first left of the button."""
    n = np.int64(r.seats)
    best, found = -1, np.int64(0)
    for step in range(n):
        seat = (np.int64(h.button) + 1 + step) % n
        if h.status[seat] != FOLDED:
            score = open_score(h, seat)
            if score > best:
                best, found = score, seat
    return found


@kernel
def low_seat(h: Any, r: Any) -> int:
    """The seat whose open card is lowest; among equal ranks clubs lie below diamonds, hearts and spades."""
    n = np.int64(r.seats)
    lowest, found = np.int64(UNKNOWN + 1), np.int64(0)
    for step in range(n):
        seat = (np.int64(h.button) + 1 + step) % n
        if h.status[seat] == FOLDED:
            continue
        for at in range(h.n_cards[seat]):
            if (h.up_bits[seat] >> at) & 1 and h.cards[seat, at] < lowest:
                lowest, found = np.int64(h.cards[seat, at]), seat
    return found


@kernel
def open_pair_shows(h: Any, r: Any) -> bool:
    """Whether anyone who is in shows a pair."""
    for seat in range(r.seats):
        if h.status[seat] != FOLDED and open_score(h, seat) >= 65536:
            return True
    return False


@kernel
def able_from(h: Any, r: Any, seat: int) -> int:
    """The first seat, from this one on, that is in and has chips."""
    n = np.int64(r.seats)
    for step in range(n):
        found = (np.int64(seat) + step) % n
        if h.status[found] == IN:
            return found
    return np.int64(seat)
