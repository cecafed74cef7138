"""Pieces of tallies: what one player did in some hundred hands of a game, a row of SEAT each, in one row of a table.

So a million hands of a player are read in some thousand pieces. Hands that come one by one, from a table, are added to
the player's last piece.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import numpy as np
import numpy.typing as npt
import sqlalchemy as sa

from riverboat.errors import RiverboatError
from riverboat.records.store.database import insert_many
from riverboat.records.store.schema import hand_players_table, player_tallies_table
from riverboat.records.store.tallies import SEAT, Counted, tally_many

Tallies = npt.NDArray[np.void]
Piece = tuple[str, bytes]  # the game, and the rows
_PIECE = 500  # rows of a piece that is added to
_SINGLE = 50  # this many hands at once come one by one
_seats, _pieces = hand_players_table.c, player_tallies_table.c


def keep_tallies(connection: sa.Connection, hands: Iterable[Counted], player_ids: Mapping[str, int]) -> None:
    """Count these hands, which are in the store and have no tallies; those that can't be replayed get none."""
    counted = list(hands)
    try:
        found = tally_many(counted)
    except RiverboatError:
        counted = [hand for hand in counted if _can_be_counted(hand)]
        found = tally_many(counted)
    owners: dict[tuple[int, str], list[int]] = {}
    at = 0
    for _, record, _ in counted:
        for seat, name in enumerate(record.players):
            if record.players.index(name) == seat:  # a file may name a player twice in a hand: the first seat counts
                owners.setdefault((player_ids[name], record.game), []).append(at + seat)
        at += record.seats
    rows = {owner: [found[places]] for owner, places in owners.items()}
    add_rows(connection, rows, single=len(counted) <= _SINGLE)


def _can_be_counted(hand: Counted) -> bool:
    try:
        tally_many([hand])
    except RiverboatError:
        return False
    return True


def add_rows(connection: sa.Connection, rows: Mapping[tuple[int, str], list[Tallies]], *, single: bool) -> None:
    """Keep rows by player and game, in new pieces or, where they are `single`, at the end of the last ones."""
    new = []
    for (player, game), parts in rows.items():
        content, size = b"".join([part.tobytes() for part in parts]), sum(map(len, parts))
        if single:
            mine = (_pieces.player_id == player) & (_pieces.game == game)
            last = connection.execute(
                sa.select(_pieces.id, _pieces.hands, _pieces.content).where(mine).order_by(_pieces.id.desc()).limit(1)
            ).first()
            if last is not None and last.hands + size <= _PIECE:
                values = {"hands": last.hands + size, "content": last.content + content}
                connection.execute(player_tallies_table.update().where(_pieces.id == last.id).values(**values))
                continue
        new.append({"player_id": player, "game": game, "hands": size, "content": content})
    insert_many(connection, player_tallies_table, new)


def forget_deleted(connection: sa.Connection, players: Iterable[int]) -> None:
    """Take what was counted of deleted hands out of the pieces of these players."""
    for player_id in players:
        there = sat_in(connection, player_id)
        mine = connection.execute(sa.select(_pieces.id, _pieces.content).where(_pieces.player_id == player_id)).all()
        for piece, content in mine:
            found = np.frombuffer(content, SEAT)
            left = found[np.isin(found["hand"], there)]
            this = _pieces.id == piece
            if not len(left):
                connection.execute(player_tallies_table.delete().where(this))
            elif len(left) < len(found):
                values = {"hands": len(left), "content": left.tobytes()}
                connection.execute(player_tallies_table.update().where(this).values(**values))


def kept_pieces(connection: sa.Connection, player_id: int) -> list[Piece]:
    """What is kept of a player, piece by piece in the order it was kept."""
    chosen = sa.select(_pieces.game, _pieces.content).where(_pieces.player_id == player_id).order_by(_pieces.id)
    return [(game, content) for game, content in connection.execute(chosen)]


def rows_of(pieces: Iterable[Piece], games: Collection[str] | None = None) -> Tallies:
    """The rows of some pieces, in these games alone where some are named."""
    return np.frombuffer(b"".join(content for game, content in pieces if games is None or game in games), SEAT)


def sat_in(connection: sa.Connection, player_id: int) -> npt.NDArray[np.int64]:
    """The hands of the store that a player sat in."""
    sat = sa.select(_seats.hand_id).where(_seats.player_id == player_id).distinct()
    return np.array(connection.scalars(sat).all(), dtype=np.int64)
