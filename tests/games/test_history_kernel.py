"""A packed event says the same to kernels and to Python, and goes both ways."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from riverboat.games.engine.history_kernel import (
    PackedEvent,
    amount_of,
    is_bet,
    kind_of,
    packed_event,
    seat_of,
    street_of,
    unpacked,
    with_amount,
)
from riverboat.games.engine.layout_kernel import BET, MAX_SEATS, MAX_STREETS, RAISE, REVEAL
from riverboat.games.engine.rules import MOST_CHIPS

events = st.builds(
    PackedEvent,
    kind=st.integers(1, REVEAL),
    seat=st.integers(0, MAX_SEATS - 1),
    street=st.integers(0, MAX_STREETS - 1),
    amount=st.integers(0, MOST_CHIPS),
)


@given(events, st.integers(0, MOST_CHIPS))
def test_kernels_and_python_read_the_same(event: PackedEvent, other: int) -> None:
    number = packed_event(*event)
    assert number == event.packed
    assert unpacked(number) == PackedEvent(*event)
    assert is_bet(number) == (event.kind in (BET, RAISE))
    assert unpacked(with_amount(number, other)) == event._replace(amount=other)
    assert PackedEvent(kind_of(number), seat_of(number), street_of(number), amount_of(number)) == event
