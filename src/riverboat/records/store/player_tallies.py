"""The tallies of one player's hands: counted where they are missing, and read.

A hand that was stored before there were tallies is counted once when somebody asks; the row of one that was deleted is
passed over.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator

import numpy as np
import numpy.typing as npt
import sqlalchemy as sa

from riverboat.errors import DamagedHand, RecordError, RiverboatError
from riverboat.games import GAMES
from riverboat.records.replay import play_out
from riverboat.records.store.hand_store import Store, StoredHand, stored_hands
from riverboat.records.store.schema import hand_players_table, hands_table, player_tallies_table, players_table
from riverboat.records.store.tallies import SEAT, UNCOUNTED, tally
from riverboat.records.store.tally_pieces import Tallies, add_rows, kept_pieces, rows_of, sat_in

_PAGE = 500
_COUNTED = tuple(name for name, row in GAMES.items() if row.recorded and name not in UNCOUNTED)
_hands, _seats = hands_table.c, hand_players_table.c


def tallies_of(
    store: Store, player: str, *, game: str | None = None, damaged: list[DamagedHand] | None = None
) -> Generator[tuple[int, int], None, Tallies]:
    """All hands of a player that have been counted, in the order they were stored, read once where none is missing.

    Hands that have no tallies yet are counted first, a page at a time: how many are done, of how many. A page is kept
    before it is told, so that an interruption loses nothing. A hand that can't be read or replayed is an error, or with
    a list for them is put there and passed over.
    """
    with store.reading() as connection:
        player_id = _id_of(connection, player)
        if player_id is None:
            return np.zeros(0, SEAT)
        pieces = kept_pieces(connection, player_id)
        there, missing = _missing(connection, player_id, rows_of(pieces)["hand"])
    if missing:
        yield from _fill(store, player, player_id, missing, damaged)
        with store.reading() as connection:
            pieces, there = kept_pieces(connection, player_id), sat_in(connection, player_id)
    found = rows_of(pieces, _COUNTED if game is None else (game,))
    if there is not None:  # of hands that somebody else deleted there may be rows
        found = found[np.isin(found["hand"], there)]
    numbers = found["hand"]
    return found if (numbers[1:] > numbers[:-1]).all() else found[np.argsort(numbers, kind="stable")]


def _fill(
    store: Store, player: str, player_id: int, missing: list[int], damaged: list[DamagedHand] | None
) -> Iterator[tuple[int, int]]:
    for at in range(0, len(missing), _PAGE):
        page = missing[at : at + _PAGE]
        with store.writing() as connection:  # whoever deletes or counts some of them comes before or after
            have = set(rows_of(kept_pieces(connection, player_id))["hand"].tolist())
            left = sa.select(hands_table).where(_hands.id.in_([each for each in page if each not in have]))
            broken: list[DamagedHand] = []
            rows = connection.execute(left.order_by(_hands.id)).mappings().all()
            _count_one(connection, player, player_id, _replayed(stored_hands(rows, broken), broken), broken)
        if broken and damaged is None:
            raise broken[0]
        if damaged is not None:
            damaged += broken
        yield at + len(page), len(missing)


def _count_one(
    connection: sa.Connection, player: str, player_id: int, hands: Iterable[StoredHand], broken: list[DamagedHand]
) -> None:
    rows: dict[tuple[int, str], list[Tallies]] = {}
    for hand in hands:
        seat = hand.record.seat_of(player)
        if seat is None:
            continue
        try:
            found = tally(hand.record, hand.net, hand.id)
        except RiverboatError as error:
            broken.append(DamagedHand(hand.id, str(error)))
        else:
            rows.setdefault((player_id, hand.record.game), []).append(found[seat : seat + 1])
    add_rows(connection, rows, single=False)


def _replayed(hands: Iterable[StoredHand], broken: list[DamagedHand]) -> Iterator[StoredHand]:
    """Those of these hands that can be replayed to a result, where one is known: older stores may hold others."""
    for hand in hands:
        try:
            if hand.net is not None and hand.record.game not in UNCOUNTED and not play_out(hand.record).is_over:
                raise RecordError("it has a result, but does not come to an end")
        except RiverboatError as error:
            broken.append(DamagedHand(hand.id, str(error)))
        else:
            yield hand


def stamp_of(store: Store, player: str) -> tuple[int, ...] | None:
    """Numbers that change whenever hands of a player are stored or deleted; None where nobody has that name."""
    pieces = player_tallies_table.c
    with store.reading() as connection:
        player_id = _id_of(connection, player)
        if player_id is None:
            return None
        mine = sa.select(sa.func.count(), sa.func.max(pieces.id), sa.func.sum(pieces.hands))
        counted = connection.execute(mine.where(pieces.player_id == player_id)).one()
        newest = sa.select(_hands.digest).order_by(_hands.id.desc()).limit(1)
        digest = connection.scalar(newest) or "0"
    return player_id, *(int(each or 0) for each in counted), int(digest, 16)


def _id_of(connection: sa.Connection, player: str) -> int | None:
    return connection.scalar(sa.select(players_table.c.id).where(players_table.c.name == player))


def _missing(
    connection: sa.Connection, player_id: int, kept: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.int64] | None, list[int]]:
    """The hands that a player sat in, and those of them without a row; None and none where the rows are all.

    They are all where they are as many as the hands in the store, and their numbers have the same sum.
    """
    sat = sa.select(_seats.hand_id).where(_seats.player_id == player_id).distinct().subquery()
    count, total = connection.execute(sa.select(sa.func.count(), sa.func.sum(sat.c.hand_id)).select_from(sat)).one()
    if (len(kept), int(kept.sum(dtype=np.int64))) == (int(count), int(total or 0)):
        return None, []
    there = sat_in(connection, player_id)
    return there, [int(each) for each in np.sort(there[~np.isin(there, kept)])]
