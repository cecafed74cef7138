"""One event of a hand's history, packed into a number: its kind, seat and street, four bits each, and its amount.

Kernels read an event by `kind_of`, `seat_of`, `street_of` and `amount_of`; Python reads it whole by `unpacked`.
The amount of a bet or raise is the total of the street, that of a reveal is the card; it lies above bit 16.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from riverboat.games.engine.layout_kernel import BET, RAISE, Flag, Int
from riverboat.kernel import kernel


class PackedEvent(NamedTuple):
    """What a packed number says, for Python."""

    kind: int
    seat: int
    street: int
    amount: int = 0

    @property
    def packed(self) -> int:
        """The number that says it."""
        return self.kind | self.seat << 4 | self.street << 8 | self.amount << 16


def unpacked(event: int) -> PackedEvent:
    """The parts of a packed event, read without compiled code."""
    return PackedEvent(event & 15, (event >> 4) & 15, (event >> 8) & 15, event >> 16)


@kernel
def packed_event(kind: Int, seat: Int, street: Int, amount: Int) -> Int:
    """An event as one number."""
    return np.int64(kind) | (np.int64(seat) << 4) | (np.int64(street) << 8) | (np.int64(amount) << 16)


@kernel
def kind_of(event: Int) -> Int:
    """What was done: FOLD, CHECK, CALL, BET, RAISE, BRING_IN or REVEAL."""
    return event & 15


@kernel
def seat_of(event: Int) -> Int:
    """The seat that acted in a packed event."""
    return (event >> 4) & 15


@kernel
def street_of(event: Int) -> Int:
    """On which street, from 0."""
    return (event >> 8) & 15


@kernel
def amount_of(event: Int) -> Int:
    """The total of a bet or raise, or the card of a reveal."""
    return event >> 16


@kernel
def is_bet(event: Int) -> Flag:
    """Whether it raised the price: a bet or a raise."""
    return event & 15 == BET or event & 15 == RAISE


@kernel
def with_amount(event: Int, amount: Int) -> Int:
    """An event with its amount exchanged, as when a chosen card is shown."""
    return (event & 0xFFFF) | (np.int64(amount) << 16)
