"""Places at tables that people took on the page: whose they are, and the hands that were played there."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from riverboat.records.schema import hand_players_table, hands_table, places_table, players_table, sessions_table
from riverboat.records.store import Store, StoredHand, stored


@dataclass(frozen=True, kw_only=True)
class Place:
    """A person's place at a table; what the plan means is for the page to say."""

    id: str
    owner: str
    plan: dict[str, Any]
    opened: str


def take_place(store: Store, place: Place) -> None:
    """Keep a place."""
    row = {"id": place.id, "owner": place.owner, "plan": json.dumps(place.plan), "opened": place.opened}
    with store.writing() as connection:
        connection.execute(places_table.insert().values(**row))


def find_place(store: Store, place_id: str) -> Place | None:
    """A place by its name, whoever owns it."""
    with store.reading() as connection:
        row = connection.execute(sa.select(places_table).where(places_table.c.id == place_id)).mappings().first()
    return None if row is None else _place(row)


def places_of(store: Store, owner: str, *, limit: int = 50) -> list[Place]:
    """The places that somebody holds, the newest first."""
    query = sa.select(places_table).where(places_table.c.owner == owner).order_by(places_table.c.opened.desc())
    with store.reading() as connection:
        return [_place(row) for row in connection.execute(query.limit(limit)).mappings()]


def leave_place(store: Store, place_id: str, *, session_key: str, left_by: str) -> None:
    """Give up a place with its session; its hands stay, and the place under a name that holds none."""
    with store.writing() as connection:
        connection.execute(places_table.update().where(places_table.c.id == place_id).values(owner=left_by))
        connection.execute(sessions_table.delete().where(sessions_table.c.key == session_key))


def forget_place(store: Store, place_id: str, *, session_key: str, event: str) -> None:
    """Delete a place with its session, the hands that were played there, and names that sit in no hand any more."""
    seated = sa.select(hand_players_table.c.player_id).where(hand_players_table.c.player_id == players_table.c.id)
    with store.writing() as connection:
        connection.execute(places_table.delete().where(places_table.c.id == place_id))
        connection.execute(sessions_table.delete().where(sessions_table.c.key == session_key))
        connection.execute(hands_table.delete().where(hands_table.c.event == event))
        connection.execute(players_table.delete().where(~seated.exists()))


def hands_of_event(store: Store, event: str, *, number: str | None = None, limit: int = 10_000) -> list[StoredHand]:
    """The hands filed under an event, in the order they were played; one of them where it is named."""
    query = sa.select(hands_table).where(hands_table.c.event == event).order_by(hands_table.c.id)
    if number is not None:
        query = query.where(hands_table.c.number == number)
    with store.reading() as connection:
        rows = connection.execute(query.limit(limit)).mappings().all()
    return [stored(row) for row in rows]


def _place(row: Any) -> Place:
    return Place(id=row["id"], owner=row["owner"], plan=json.loads(row["plan"]), opened=row["opened"])
