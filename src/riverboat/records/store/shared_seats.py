"""Tables that several people play at: each has a seat there, a place of their own beside the table's.

The table itself is a place that nobody owns (`SHARED`): what is played there, and the seats that stand open. A seat is
a place whose name follows from the table's and the seat's number, so that nobody takes one twice. A person who leaves
keeps the right to look back; a person who has everything deleted leaves a seat without a name, and the cards in it
that nobody else saw are taken out of the stored hands. When nobody is left who may look back, the table goes with all
its hands.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import sqlalchemy as sa

from riverboat.games import find_game
from riverboat.records.hand_record import HandRecord, record_to_json
from riverboat.records.recording import TABLE_SEATS
from riverboat.records.replay import play_out
from riverboat.records.store.hand_store import Store, player_ids, stored_hands
from riverboat.records.store.ownership import OwnedTable, add_place, as_place
from riverboat.records.store.schema import (
    GONE,
    NOBODY,
    hand_players_table,
    hands_table,
    places_table,
    players_table,
    sessions_table,
)
from riverboat.records.store.tally_pieces import forget_deleted, keep_tallies

#: Under whom a table stands that several people play at.
SHARED = "shared"
#: More than any table has seats.
_MOST_SEATS = 16
_AT_ONCE = 100
SeatState = Literal["taken", "left", "gone"]
_place = places_table.c


@dataclass(frozen=True, kw_only=True)
class PersonSeat:
    """Somebody's seat at a shared table."""

    seat: int
    owner: str
    name: str
    state: SeatState


def seat_id(table_id: str, seat: int) -> str:
    """The name of a seat's place."""
    return hashlib.sha256(f"riverboat seat {seat} of {table_id}".encode()).hexdigest()[:32]


def table_of(place: OwnedTable) -> tuple[str, int] | None:
    """The table and the seat that a place is at, where several people play; None where a place is a table."""
    return (place.plan["at"], int(place.plan["seat"])) if "at" in place.plan else None


def share_table(store: Store, table_id: str, plan: Mapping[str, Any], *, owner: str, name: str) -> bool:
    """Open a table of somebody's to others: it is nobody's then, and its owner has the first seat. Whether it was."""
    with store.writing() as connection:
        mine = (_place.id == table_id) & (_place.owner == owner)
        opened = connection.scalar(sa.select(_place.opened).where(mine))
        if opened is None:
            return False
        change = places_table.update().where(mine).values(owner=SHARED, plan=json.dumps(dict(plan)))
        connection.execute(change)
        seat = _seat_of(table_id, 0, owner=owner, name=name, opened=opened)
        return add_place(connection, seat, most=None)


def change_plan(store: Store, table_id: str, plan: Mapping[str, Any]) -> None:
    """What a shared table is from now on: more seats stand open."""
    with store.writing() as connection:
        mine = (_place.id == table_id) & (_place.owner == SHARED)
        connection.execute(places_table.update().where(mine).values(plan=json.dumps(dict(plan))))


def take_seat(store: Store, table_id: str, person: PersonSeat, *, opened: str, most: int) -> bool:
    """Sit down in a seat, unless somebody sits there, or the person holds `most` places already; whether they do."""
    seat = _seat_of(table_id, person.seat, owner=person.owner, name=person.name, opened=opened)
    with store.writing() as connection:
        if connection.scalar(sa.select(_place.id).where(_place.id == seat.id)) is not None:
            return False
        return add_place(connection, seat, most=most)


def sit_again(store: Store, table_id: str, seat: int, *, left_by: str, owner: str) -> bool:
    """Take the seat again that one has left; whether it was one's own."""
    return _change_owner(store, seat_id(table_id, seat), left_by, owner, left=False)


def seats_at(store: Store, table_id: str) -> list[PersonSeat]:
    """The people at a shared table, by their seats."""
    with store.reading() as connection:
        return _seats_at(connection, table_id)


def _seats_at(connection: sa.Connection, table_id: str) -> list[PersonSeat]:
    ids = [seat_id(table_id, seat) for seat in range(_MOST_SEATS)]
    rows = connection.execute(sa.select(places_table).where(_place.id.in_(ids))).mappings().all()
    found = []
    for place in map(as_place, rows):
        state: SeatState = "gone" if place.owner in (NOBODY, GONE) else "left" if place.plan.get("left") else "taken"
        seat, name = int(place.plan["seat"]), "" if state == "gone" else str(place.plan["name"])
        found.append(PersonSeat(seat=seat, owner=place.owner, name=name, state=state))
    return sorted(found, key=lambda each: each.seat)


def leave_seat(store: Store, table_id: str, seat: int, *, owner: str, left_by: str) -> None:
    """Stand up: the seat is kept, for looking back and for coming back."""
    _change_owner(store, seat_id(table_id, seat), owner, left_by, left=True)


def _change_owner(store: Store, place_id: str, before: str, after: str, *, left: bool) -> bool:
    mine = (_place.id == place_id) & (_place.owner == before)
    with store.writing() as connection:
        row = connection.execute(sa.select(places_table).where(mine)).mappings().first()
        if row is None:
            return False
        plan = json.dumps({**json.loads(row["plan"]), "left": left})
        connection.execute(places_table.update().where(mine).values(owner=after, plan=plan))
        return True


def _seat_of(table_id: str, seat: int, *, owner: str, name: str, opened: str) -> OwnedTable:
    plan = {"at": table_id, "seat": seat, "name": name}
    return OwnedTable(id=seat_id(table_id, seat), owner=owner, plan=plan, opened=opened)


def sweep_seat(store: Store, place: OwnedTable, event: str) -> None:
    """Finish the deletion of somebody's seat: their name and hidden cards leave the hands, their place its name."""
    found = table_of(place)
    assert found is not None
    table_id, seat = found
    rename_seat(store, event, seat, nameless(seat), hide=True)
    with store.writing() as connection:
        mine = _place.id == place.id
        plan = json.dumps({"at": table_id, "seat": seat})
        connection.execute(places_table.update().where(mine).values(owner=GONE, plan=plan))
        seats = _seats_at(connection, table_id)
        if all(each.state == "gone" for each in seats):
            connection.execute(sessions_table.delete().where(sessions_table.c.place == table_id))
            connection.execute(places_table.update().where(_place.id == table_id).values(owner=NOBODY))
            ids = [seat_id(table_id, each.seat) for each in seats]
            connection.execute(places_table.delete().where(_place.id.in_(ids)))


def nameless(seat: int) -> str:
    """What somebody is called who had everything deleted."""
    return f"Player {seat + 1}"


def rename_seat(store: Store, event: str, seat: int, name: str, *, hide: bool) -> None:
    """Give a seat of a table another name in all stored hands; with `hide` without the cards that nobody else saw."""
    last = 0
    while True:
        with store.writing() as connection:
            some = sa.select(hands_table).where(hands_table.c.event == event, hands_table.c.id > last)
            rows = connection.execute(some.order_by(hands_table.c.id).limit(_AT_ONCE)).mappings().all()
            if not rows:
                return
            last = rows[-1]["id"]
            changed: dict[int, HandRecord] = {}
            nets = {}
            for hand in stored_hands(rows, []):
                at = _at(hand.record, seat)
                if at is not None and (hand.record.players[at] != name or hide):
                    changed[hand.id], nets[hand.id] = _renamed(hand.record, at, name, hide=hide), hand.net
            _write_again(connection, changed, nets)


def _at(record: HandRecord, seat: int) -> int | None:
    """Where a seat of the table is in a hand; before others came all seats played, the first one first."""
    seats = record.extra.get(TABLE_SEATS, list(range(record.seats)))
    return seats.index(seat) if seat in seats else None


def _renamed(record: HandRecord, at: int, name: str, *, hide: bool) -> HandRecord:
    players = tuple(name if seat == at else each for seat, each in enumerate(record.players))
    extra = dict(record.extra)
    if "match" in extra:
        names = [name if each == record.players[at] else each for each in extra["match"]["players"]]
        extra["match"] = {**extra["match"], "players": names}
    held = list(record.hole_cards)
    if hide and find_game(record.game).pieces == "cards":  # dice have been open to all since the round was over
        held[at] = play_out(record).observation((at + 1) % record.seats).cards[at]
    return replace(record, players=players, extra=extra, hole_cards=tuple(held))


def _write_again(connection: sa.Connection, changed: Mapping[int, HandRecord], nets: Mapping[int, Any]) -> None:
    """Put hands in the place of what they were, with their players and what was counted of them."""
    if not changed:
        return
    sat = hand_players_table.c
    before = list(connection.scalars(sa.select(sat.player_id).where(sat.hand_id.in_(changed)).distinct()).all())
    ids = player_ids(connection, list(dict.fromkeys(name for each in changed.values() for name in each.players)))
    connection.execute(hand_players_table.delete().where(sat.hand_id.in_(changed)))
    forget_deleted(connection, before)
    for hand_id, record in changed.items():
        row = {"digest": record.digest, "record": record_to_json(record)}
        connection.execute(hands_table.update().where(hands_table.c.id == hand_id).values(**row))
        seats = [{"hand_id": hand_id, "seat": seat, "player_id": ids[name]} for seat, name in enumerate(record.players)]
        connection.execute(hand_players_table.insert(), seats)
    keep_tallies(connection, ((hand_id, record, nets[hand_id]) for hand_id, record in changed.items()), ids)
    seated = sa.select(sat.player_id).where(sat.player_id == players_table.c.id)
    connection.execute(players_table.delete().where(players_table.c.id.in_(before), ~seated.exists()))
