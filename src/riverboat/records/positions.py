"""Whoever sits where: a hand turned from chairs to positions and back.

Files of others know positions alone (the first player is the first left of the button), our tables know chairs, which
stay while the button goes round.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from riverboat.records.hand_record import HandRecord

_Each = TypeVar("_Each")


def order_of_positions(record: HandRecord) -> tuple[int, ...]:
    """The seats from the left of the button round to the button."""
    return _round_from(0 if record.button is None else record.button + 1, record.seats)


@functools.lru_cache(maxsize=256)
def _round_from(first: int, seats: int) -> tuple[int, ...]:
    return tuple((first + at) % seats for at in range(seats))


def by_position(record: HandRecord) -> HandRecord:
    """The hand with its seats counted from the left of the button, so that the button is the last."""
    if record.button is None:
        return record
    return turned(record, order_of_positions(record), button=None)


def turned(record: HandRecord, order: Sequence[int], *, button: int | None) -> HandRecord:
    """A hand with its seats renumbered: seat number i is the one that was number order[i]."""
    place = {old: new for new, old in enumerate(order)}

    def moved(values: Sequence[_Each]) -> tuple[_Each, ...]:
        return tuple(values[old] for old in order)

    return replace(
        record,
        players=moved(record.players),
        stacks=None if record.stacks is None else moved(record.stacks),
        hole_cards=moved(record.hole_cards),
        moves=tuple(move._replace(seat=place[move.seat]) for move in record.moves),
        button=button,
        shown=tuple(place[seat] for seat in record.shown),
        mucked=tuple(place[seat] for seat in record.mucked),
        returns=None if record.returns is None else moved(record.returns),
    )
