"""The tallies of one player's hands: counted where they are missing, and read.

A hand that was stored before there were tallies has none yet, and is counted once when somebody asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import sqlalchemy as sa

from riverboat.errors import DamagedHand, RecordError, RiverboatError
from riverboat.records.replay import play_out
from riverboat.records.store.hand_store import Store, StoredHand, stored_hands
from riverboat.records.store.schema import hand_players_table, hands_table, players_table, tallies_table
from riverboat.records.store.tallies import SEAT, UNCOUNTED, keep_tallies

_PAGE = 500
_hands, _seats, _tallies = hands_table.c, hand_players_table.c, tallies_table.c


class Moment(NamedTuple):
    """What a hand says about when it was played."""

    time: str
    event: str
    number: str


class PlayerTallies(NamedTuple):
    """Hands of a player as tallies (of dtype SEAT), each with its moment, in the order they were stored."""

    seats: npt.NDArray[np.void]
    moments: list[Moment]


def fill(
    store: Store, player: str, *, game: str | None = None, damaged: list[DamagedHand] | None = None
) -> Iterator[tuple[int, int]]:
    """Count the hands of a player that have no tallies yet, a page at a time: how many are done, of how many.

    A page is kept before it is told, so that an interruption loses nothing. A hand that can't be read or replayed is an
    error, or with a list for them is put there and passed over.
    """
    query = _hands_of(sa.select(_seats.hand_id), player, game).outerjoin(tallies_table, _tallies.hand_id == _hands.id)
    with store.reading() as connection:
        missing = list(dict.fromkeys(connection.scalars(query.where(_tallies.hand_id.is_(None)))))
    for at in range(0, len(missing), _PAGE):
        page = missing[at : at + _PAGE]
        with store.writing() as connection:  # whoever deletes or counts some of them comes before or after
            done = sa.select(_tallies.hand_id).where(_tallies.hand_id.in_(page))
            left = sa.select(hands_table).where(_hands.id.in_(page), _hands.id.not_in(done)).order_by(_hands.id)
            broken: list[DamagedHand] = []
            hands = _replayed(stored_hands(connection.execute(left).mappings().all(), broken), broken)
            broken += keep_tallies(connection, ((hand.id, hand.record, hand.net) for hand in hands))
        if broken and damaged is None:
            raise broken[0]
        if damaged is not None:
            damaged += broken
        yield at + len(page), len(missing)


def _replayed(hands: Iterable[StoredHand], broken: list[DamagedHand]) -> Iterator[StoredHand]:
    """Those of these hands that can be replayed to a result, where one is known: older stores may hold others."""
    for hand in hands:
        try:
            if hand.net is not None and not play_out(hand.record).is_over:
                raise RecordError("it has a result, but does not come to an end")
        except RiverboatError as error:
            broken.append(DamagedHand(hand.id, str(error)))
        else:
            yield hand


def read_tallies(store: Store, player: str, *, game: str | None = None) -> PlayerTallies:
    """All hands of a player that have been counted."""
    columns = (_seats.hand_id, _seats.seat, _tallies.seats, _hands.time, _hands.event, _hands.number)
    query = _hands_of(sa.select(*columns), player, game).join(tallies_table, _tallies.hand_id == _seats.hand_id)
    with store.reading() as connection:
        rows = connection.execute(query).all()
    first: dict[int, Any] = {}  # a file may name a player twice in a hand: the first seat counts
    for row in rows:
        first.setdefault(row[0], row)
    size = SEAT.itemsize
    joined = b"".join([seats[size * seat : size * (seat + 1)] for _, seat, seats, *_ in first.values()])
    moments = [Moment(time, event, number) for _, _, _, time, event, number in first.values()]
    return PlayerTallies(np.frombuffer(joined, SEAT), moments)


def _hands_of(query: Any, player: str, game: str | None) -> Any:
    """Of the hands that are counted those of a player, in the order they were stored, once for each of the seats."""
    mine = sa.select(players_table.c.id).where(players_table.c.name == player).scalar_subquery()
    query = query.select_from(hand_players_table).join(hands_table, _hands.id == _seats.hand_id)
    query = query.where(_seats.player_id == mine, _hands.game.not_in(UNCOUNTED))
    if game is not None:
        query = query.where(_hands.game == game)
    return query.order_by(_seats.hand_id, _seats.seat)
