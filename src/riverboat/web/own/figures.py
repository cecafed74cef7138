"""A visitor's own hands in numbers: statistics by position and street, the graph, and the list, all with filters."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

import numpy as np

from riverboat.errors import DamagedHand, NotStored
from riverboat.games import UNKNOWN
from riverboat.games.catalog import GAMES, find_game
from riverboat.games.engine.observation import format_known
from riverboat.modeling.statistics import added_up, order_of, stored_tallies, thinned
from riverboat.records.hand_record import HandRecord
from riverboat.records.store.hand_filters import HandFilter
from riverboat.records.store.hand_store import Store, StoredHand
from riverboat.records.store.own_stores import frequent_players, hands_by_number
from riverboat.records.store.player_tallies import stamp_of
from riverboat.records.store.tallies import POSITIONS
from riverboat.records.store.tallies_kernel import KNOWN, SHOWDOWN
from riverboat.records.store.tally_pieces import Tallies
from riverboat.web.texts import refusals

Json = dict[str, Any]
MOST_POINTS = 500  # of a drawn line
MOST_PLAYERS = 30  # that are offered to be looked at
_MOST_BYTES = 256 * 2**20  # of rows that are remembered


@dataclass(frozen=True, kw_only=True)
class HandsAsked:
    """A choice of hands: whose, of which game, and which of these. Without a name: the player who sat in most."""

    player: str | None
    game: str | None
    chosen: HandFilter


class RowsRemembered:
    """What was counted of players, kept for anyone who turns a page: read once, until hands come or go."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, str], tuple[tuple[int, ...], Tallies]] = OrderedDict()

    def of(self, store: Store, player: str) -> Tallies:
        """A row for each hand of a player, the oldest first."""
        stamp, key = stamp_of(store, player), (store.name, player)
        if stamp is None:
            raise not_there(refusals.no_such_player(player))
        with self._lock:
            known = self._kept.get(key)
            if known is not None and known[0] == stamp:
                self._kept.move_to_end(key)
                return known[1]
        rows = stored_tallies(player, store, damaged=[])
        rows = rows[order_of(rows)]
        with self._lock:
            self._kept[key] = stamp_of(store, player) or stamp, rows
            while len(self._kept) > 1 and sum(each.nbytes for _, each in self._kept.values()) > _MOST_BYTES:
                self._kept.popitem(last=False)
        return rows


def not_there(told: str) -> NotStored:
    """Something that is not among a visitor's hands, with what they are told."""
    return NotStored(told, told=told)


def overview(store: Store | None) -> Json:
    """The players in these hands, those with most hands first: the first of them is taken to own them."""
    players = [] if store is None else frequent_players(store, MOST_PLAYERS)
    return {"players": [{"name": name, "hands": hands} for name, hands in players]}


def chosen_rows(remembered: RowsRemembered, store: Store, asked: HandsAsked) -> tuple[str, Tallies]:
    """The player, and the rows of the hands that are let through, the oldest first."""
    player = asked.player or next((name for name, _ in frequent_players(store, MOST_PLAYERS)), None)
    if player is None:
        raise not_there(refusals.NO_HANDS_YET)
    rows = remembered.of(store, player)
    if asked.game is not None:
        rows = rows[np.isin(rows["hand"], _hands_of_game(store, asked.game))]
    return player, asked.chosen.of(rows)


def _hands_of_game(store: Store, game: str) -> np.ndarray[Any, np.dtype[np.int64]]:
    import sqlalchemy as sa

    from riverboat.records.store.schema import hands_table

    with store.reading() as connection:
        found = connection.scalars(sa.select(hands_table.c.id).where(hands_table.c.game == game)).all()
    return np.array(found, dtype=np.int64)


def statistics(player: str, rows: Tallies) -> Json:
    """The figures with their intervals, all together and by position, and the graph."""
    found = added_up(player, rows)
    at, whole = thinned(found.bankroll_sb, MOST_POINTS)
    _, shown = thinned(found.showdown_sb, MOST_POINTS)
    graph = {
        "at": at,
        "all": [round(each, 3) for each in whole],
        "showdown": [round(each, 3) for each in shown],
        "other": [round(all_of_it - part, 3) for all_of_it, part in zip(whole, shown, strict=True)],
    }
    return {**found.to_json(), "unit_name": found.unit, "graph": graph, **_choices(rows)}


def _choices(rows: Tallies) -> Json:
    """What there is to choose among: stakes, numbers of players, the first and the last day."""
    stakes, seats = np.unique(rows["stakes"]), np.unique(rows["seats"])
    times = rows["time"][rows["time"] >= 0]
    return {
        "stakes": [float(each) for each in stakes[:50]],
        "seats": [int(each) for each in seats],
        "days": [_day(int(times.min())), _day(int(times.max()))] if len(times) else [],
    }


def _day(time: int) -> str:
    text = f"{time:014d}"
    return f"{text[:4]}-{text[4:6]}-{text[6:8]}"


def listed(store: Store, player: str, rows: Tallies, *, skip: int, limit: int) -> Json:
    """A page of the list, the newest hands first."""
    damaged: list[DamagedHand] = []
    some = rows[::-1][skip : skip + limit]
    by_number = {int(row["hand"]): row for row in some}
    hands = hands_by_number(store, list(by_number), damaged=damaged)
    lines = [_line(hand, player, by_number[hand.id]) for hand in hands]
    return {"player": player, "count": len(rows), "hands": lines, "damaged": len(damaged)}


def _line(hand: StoredHand, player: str, row: Any) -> Json:
    record = hand.record
    seat = record.seat_of(player)
    assert seat is not None
    bits = int(row["bits"])
    return {
        "id": hand.id,
        "number": record.number,
        "time": record.time,
        "game": record.game,
        "title": find_game(record.game).title,
        "seats": record.seats,
        "stakes": float(row["stakes"]),
        "position": POSITIONS[int(row["position"])] if row["position"] else "",
        "cards": own_cards(record, seat),
        "board": [format_known(card) for card in record.board],
        "showdown": bool(bits & SHOWDOWN),
        "folded": any(move.seat == seat and move.kind == "fold" for move in record.moves),
        "won": round(float(row["income"]), 2) if bits & KNOWN else None,
    }


def own_cards(record: HandRecord, seat: int) -> list[str]:
    """A player's cards, where the record knows any."""
    cards = record.hole_cards[seat]
    return [] if all(card == UNKNOWN for card in cards) else [format_known(card) for card in cards]


def known_games() -> list[Json]:
    """The games whose hands are counted, to choose among."""
    return [{"name": name, "title": row.title} for name, row in GAMES.items() if row.recorded and row.pieces == "cards"]
