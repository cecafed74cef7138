"""Places at tables that people took on the page: whose they are, and the hands that were played there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from riverboat.errors import DamagedHand
from riverboat.records.hand_record import Chips
from riverboat.records.store.hand_store import Store, StoredHand, read_net, stored_hands
from riverboat.records.store.schema import (
    NOBODY,
    hand_players_table,
    hands_table,
    places_table,
    players_table,
    sessions_table,
)

_PAGE = 500


@dataclass(frozen=True, kw_only=True)
class OwnedTable:
    """A person's place at a table; what the plan means is for the page to say."""

    id: str
    owner: str
    plan: dict[str, Any]
    opened: str


def take_place(store: Store, place: OwnedTable, *, most: int) -> bool:
    """Keep a place, unless its owner holds `most` already; whether it was taken."""
    with store.writing() as connection:
        return add_place(connection, place, most=most)


def add_place(connection: sa.Connection, place: OwnedTable, *, most: int | None) -> bool:
    """`take_place` as a part of a larger transaction: writers come one at a time, so nobody slips in between."""
    held = sa.select(sa.func.count()).select_from(places_table).where(places_table.c.owner == place.owner)
    if most is not None and connection.execute(held).scalar_one() >= most:
        return False
    row = {"id": place.id, "owner": place.owner, "plan": json.dumps(place.plan), "opened": place.opened}
    connection.execute(places_table.insert().values(**row))
    return True


def find_place(store: Store, place_id: str) -> OwnedTable | None:
    """A place by its name, whoever owns it; not one that is being deleted."""
    chosen = (places_table.c.id == place_id) & (places_table.c.owner != NOBODY)
    with store.reading() as connection:
        row = connection.execute(sa.select(places_table).where(chosen)).mappings().first()
    return None if row is None else as_place(row)


def places_of(store: Store, *owners: str) -> list[OwnedTable]:
    """All places that somebody holds, the newest first."""
    query = sa.select(places_table).where(places_table.c.owner.in_(owners)).order_by(places_table.c.opened.desc())
    with store.reading() as connection:
        return [as_place(row) for row in connection.execute(query).mappings()]


def leave_place(store: Store, place_id: str, *, left_by: str) -> None:
    """Give up a place with its session; its hands stay, and the place under a name that holds none."""
    chosen = (places_table.c.id == place_id) & (places_table.c.owner != NOBODY)
    with store.writing() as connection:
        connection.execute(places_table.update().where(chosen).values(owner=left_by))
        connection.execute(sessions_table.delete().where(sessions_table.c.place == place_id))


def count_of_event(store: Store, event: str) -> int:
    """How many hands are filed under an event."""
    query = sa.select(sa.func.count()).select_from(hands_table).where(hands_table.c.event == event)
    with store.reading() as connection:
        return int(connection.execute(query).scalar_one())


def hands_of_event(
    store: Store,
    event: str,
    *,
    number: int | None = None,
    before: int | None = None,
    newest: int | None = None,
    damaged: list[DamagedHand] | None = None,
) -> list[StoredHand]:
    """The hands filed under an event, in the order they were played.

    Of all: the one of a number, those before a number that was played, the newest ones. `damaged` as in `Store.hands`.
    """
    hands = hands_table.c
    query = sa.select(hands_table).where(hands.event == event)
    if number is not None:
        query = query.where(hands.number == str(number))
    with store.reading() as connection:
        if before is not None:
            of_that_number = sa.select(sa.func.min(hands.id)).where(hands.event == event, hands.number == str(before))
            bound = connection.scalar(of_that_number)
            query = query if bound is None else query.where(hands.id < bound)
        rows = connection.execute(query.order_by(hands.id.desc()).limit(newest)).mappings().all()
    return list(stored_hands(reversed(rows), damaged))


def every_hand_of_event(store: Store, event: str, *, damaged: list[DamagedHand] | None = None) -> Iterator[StoredHand]:
    """All hands of an event however many there are, a page at a time; no transaction stays open in between."""
    last = 0
    query = sa.select(hands_table).where(hands_table.c.event == event).order_by(hands_table.c.id).limit(_PAGE)
    while True:
        with store.reading() as connection:
            rows = connection.execute(query.where(hands_table.c.id > last)).mappings().all()
        if not rows:
            return
        yield from stored_hands(rows, damaged)
        last = rows[-1]["id"]


def totals_of_event(
    store: Store, event: str, names: tuple[str, ...], *, points: int
) -> tuple[list[int], dict[str, list[Chips]]]:
    """What each player has won in an event by then: after which hands, and each one's totals there.

    After every hand where there are few, else after every this many of them and the last, `points` times or once more.
    The hands themselves are not read. `names` are the players of a full table; players of a hand with fewer are looked
    up, and who did not sit there keeps the total. Hands without a result are left out.
    """
    hands = hands_table.c
    query = sa.select(hands.id, hands.seats, hands.net).where(hands.event == event, hands.net.is_not(None))
    with store.reading() as connection:
        rows = connection.execute(query.order_by(hands.id)).all()
        sitting = _smaller_tables(connection, event, len(names))
    totals: dict[str, Chips] = dict.fromkeys(names, 0)
    at: list[int] = []
    found: dict[str, list[Chips]] = {name: [] for name in names}
    step = -(-len(rows) // points) or 1
    for number, (hand_id, seats, net) in enumerate(rows, 1):
        for name, won in zip(names if seats == len(names) else sitting.get(hand_id, ()), _net_of(net), strict=False):
            totals[name] = totals.get(name, 0) + won
        if number % step == 0 or number == len(rows):
            at.append(number)
            for name in names:
                found[name].append(totals[name])
    return at, found


def _net_of(text: str) -> tuple[Chips, ...]:
    """The result of a hand; one that is damaged counts for nothing."""
    try:
        return read_net(text)
    except (ValueError, TypeError, ZeroDivisionError, RecursionError):
        return ()


def _smaller_tables(connection: sa.Connection, event: str, seats: int) -> dict[int, list[str]]:
    """The players in those hands of an event that were not played by this many, in the order of their seats."""
    query = (
        sa.select(hands_table.c.id, players_table.c.name)
        .join(hand_players_table, hand_players_table.c.hand_id == hands_table.c.id)
        .join(players_table, players_table.c.id == hand_players_table.c.player_id)
        .where(hands_table.c.event == event, hands_table.c.seats != seats)
        .order_by(hands_table.c.id, hand_players_table.c.seat)
    )
    found: dict[int, list[str]] = {}
    for hand_id, name in connection.execute(query):
        found.setdefault(hand_id, []).append(name)
    return found


def as_place(row: Any) -> OwnedTable:
    """A place from its row."""
    return OwnedTable(id=row["id"], owner=row["owner"], plan=json.loads(row["plan"]), opened=row["opened"])
