"""All tables of the page: who sits at which, and the rooms that are open now."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeVar

from riverboat.errors import ArenaError, StoreError
from riverboat.records.store.forgetting import give_up_person, give_up_places, sweep
from riverboat.records.store.hand_store import Store
from riverboat.records.store.ownership import OwnedTable, count_of_event, find_place, leave_place, places_of, take_place
from riverboat.records.store.page_keys import sessions_in_all
from riverboat.records.store.participants import KeptParticipant, forget_participant, participants, seat_participant
from riverboat.records.store.shared_seats import (
    SHARED,
    PersonSeat,
    change_plan,
    leave_seat,
    rename_seat,
    seat_id,
    seats_at,
    share_table,
    sit_again,
    table_of,
    take_seat,
)
from riverboat.tables import Session, Standing, TablePlan
from riverboat.tables.plan import check_name
from riverboat.tables.session import event_of
from riverboat.web.own.hall import OwnHands, OwnSettings
from riverboat.web.own_seat import OwnSeat
from riverboat.web.presence import SILENCE_S, RoomPlan
from riverboat.web.requests import ExperimentTable, Joining, NewTable, Opening
from riverboat.web.room import Room
from riverboat.web.texts import refusals
from riverboat.web.visitors import NotYours, left_by
from riverboat.web.workers import Crowded, Workers

Returned = TypeVar("Returned")
MOST_TABLES = 40  # that one person may hold
MOST_SESSIONS = 20_000  # that all together may have begun
MOST_ROOMS = 1000  # open at a time
MOST_ROOM_BYTES = 512 * 2**20  # that open rooms may take together
WORKERS = 8
HEAVY_WORKERS = 2
PARTNERS_THINKING = 2
THINK_S = 20.0


@dataclass(frozen=True, kw_only=True)
class FoundTable:
    """A table with the seats of those who sit there, by their hashes; those who have left keep the hash they had."""

    place: OwnedTable
    room_plan: RoomPlan
    seats: dict[str, int]


class Lobby:
    """The store, the threads in which agents think, those of partners, those for heavy work, and the open rooms."""

    def __init__(
        self,
        database: str | None = None,
        *,
        think_s: float = THINK_S,
        silence_s: float = SILENCE_S,
        own: OwnSettings | None = None,
    ) -> None:
        self.store = Store(database, flushed=False)  # a decision is stored in a tenth of the time
        self.own = OwnHands(self.store, own or OwnSettings())
        self.pool = Workers("riverboat", WORKERS, each=3)
        self.heavy = Workers("riverboat-heavy", HEAVY_WORKERS, each=1, most=6, in_all=40)
        self.thinking = Workers("riverboat-partner", PARTNERS_THINKING, each=1)
        self._think_s, self._silence_s = think_s, silence_s
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._seats: dict[str, dict[str, int]] = {}  # of those rooms: who sits where
        self.sockets: Counter[str] = Counter()  # that each person has open
        self.heavy.pool.submit(sweep, self.store, event_of)  # what a deletion has left that was cut off

    async def run(self, work: Callable[..., Returned], *arguments: Any) -> Returned:
        """Do something that may take a while off the event loop."""
        return await self.pool.run(work, *arguments)

    async def open_table(self, owner: str, asked: NewTable | ExperimentTable) -> tuple[str, TablePlan]:
        """A new table of somebody's."""
        place, plan = await self.run(_new_place, owner, asked)
        if await self.run(sessions_in_all, self.store) >= MOST_SESSIONS:
            raise Crowded(refusals.HOUSE_FULL)
        if plan.others:
            _check_called(plan.person)
        if not await self.run(partial(take_place, self.store, place, most=MOST_TABLES)):
            raise _too_many()
        if plan.others:
            await self.open_to_others(owner, place.id, Opening(name=plan.person, seats=len(plan.others)))
        return place.id, plan

    async def open_to_others(self, owner: str, table_id: str, asked: Opening) -> TablePlan:
        """Let others take seats at a table of somebody's; at one that is open already, more of them."""
        found = await self._found(owner, table_id)
        if not found.room_plan.can_open:
            raise ArenaError(refusals.NOT_OPENED)
        await self.run(self._open_to_others, owner, found, asked)
        return (await self._seated_anew(table_id)).room_plan.plan

    def _open_to_others(self, owner: str, found: FoundTable, asked: Opening) -> None:
        place, plan = found.place, found.room_plan.plan
        name = asked.name.strip() if place.owner != SHARED else plan.names[found.seats[owner]]
        _check_called(name)
        # Who sits there is named, and the session goes by the key that it has: names and seats come to it later.
        kept = {**place.plan, "opponents": list(plan.opponents), "kept_as": plan.key}
        kept["friends"] = max(len(plan.others), asked.seats)
        host = PersonSeat(seat=0, owner=owner, name=name, state="taken")
        people = found.room_plan.people or (host,)
        _asked_of(kept).plan(place.id, people, kept_as=plan.key)  # refuses what can't be
        if place.owner == SHARED:
            change_plan(self.store, place.id, kept)
            return
        kept["name"] = "You"  # the name is the person's, and stands with their seat
        if share_table(self.store, place.id, kept, owner=owner, name=name):
            rename_seat(self.store, event_of(place.id), 0, name, hide=False)

    async def invitation(self, owner: str, table_id: str) -> tuple[FoundTable, Standing | None]:
        """A table that is open to others, for anyone who has its link; whether they sit there they see by the seats."""
        found = await self.run(self._look_up, table_id)
        if found is None or found.place.owner != SHARED:
            raise NotYours
        return found, await self.run(Session.kept, found.room_plan.plan, self.store)

    async def take_seat(self, owner: str, table_id: str, asked: Joining) -> FoundTable:
        """Sit down at a table that somebody has opened; a person who has left it sits where they sat."""
        found, standing = await self.invitation(owner, table_id)
        if owner not in found.seats:
            await self.run(self._take_seat, owner, found, standing, asked.name.strip())
        return await self._seated_anew(table_id)

    def _take_seat(self, owner: str, found: FoundTable, standing: Standing | None, name: str) -> None:
        before = found.seats.get(left_by(owner))
        if before is not None:
            sit_again(self.store, found.place.id, before, left_by=left_by(owner), owner=owner)
            return
        plan = found.room_plan.plan
        _check_called(name)
        check_name(name)
        if name in plan.names:
            raise ArenaError(refusals.name_taken(name))
        if plan.level_hands and standing is not None:
            raise ArenaError(refusals.TOURNAMENT_BEGUN)
        taken = {each.seat for each in found.room_plan.people}
        for seat in (seat for seat in plan.people if seat not in taken):
            person = PersonSeat(seat=seat, owner=owner, name=name, state="taken")
            if take_seat(self.store, found.place.id, person, opened=_now(), most=MOST_TABLES):
                return
        if len(places_of(self.store, owner)) >= MOST_TABLES:
            raise _too_many()
        raise ArenaError(refusals.SEATS_TAKEN)

    async def _seated_anew(self, table_id: str) -> FoundTable:
        """Others sit at a table now: its room is told, if it is open."""
        found = await self.run(self._look_up, table_id)
        if found is None:
            raise NotYours
        if table_id in self._rooms:
            self._seats[table_id] = found.seats
            await self._rooms[table_id].reseat(found.room_plan)
        return found

    async def open_study_table(self, kept: KeptParticipant, part: int, asked: ExperimentTable) -> KeptParticipant:
        """A participant with a table for a part of the study: a new one, unless another window was quicker."""
        place, _ = await self.run(_new_place, kept.owner, asked)
        practice = asked.deals == "practice"
        seat = partial(seat_participant, self.store, kept.id, part, place, most=MOST_TABLES, practice=practice)
        seated = await self.run(seat)
        if seated is None:
            raise _too_many()
        return seated

    async def room(self, owner: str, table_id: str, *, left: bool = False) -> OwnSeat:
        """A person's seat at a table of theirs; with `left` also at one that they have left, to look back."""
        if owner not in self._seats.get(table_id, {}):
            found = await self._found(owner, table_id, left=left)
            if owner not in found.seats:
                room = self._rooms.get(table_id) or self._new_room(found.room_plan)  # nobody plays in a new one
                return OwnSeat(room, found.seats[left_by(owner)])
            if table_id in self._rooms and self._seats[table_id] != found.seats:  # they sat down on another server
                await self._rooms[table_id].reseat(found.room_plan)
            elif table_id not in self._rooms:
                self._make_space(found.room_plan.plan)
                self._rooms[table_id] = self._new_room(found.room_plan)
            self._seats[table_id] = found.seats
        self._rooms.move_to_end(table_id)
        return OwnSeat(self._rooms[table_id], self._seats[table_id][owner])

    def _new_room(self, of: RoomPlan) -> Room:
        return Room(of, self.store, self.pool, self.thinking, think_s=self._think_s, silence_s=self._silence_s)

    async def _found(self, owner: str, table_id: str, *, left: bool = False) -> FoundTable:
        """A table that this person sits at, or with `left` has sat at."""
        found = await self.run(self._look_up, table_id)
        if found is None or not (owner in found.seats or (left and left_by(owner) in found.seats)):
            raise NotYours
        return found

    def _look_up(self, table_id: str) -> FoundTable | None:
        """A table with those who sit there, as the store has it."""
        place = find_place(self.store, table_id)
        if place is None or table_of(place) is not None:
            return None
        people = tuple(seats_at(self.store, table_id)) if place.owner == SHARED else ()
        seats = {each.owner: each.seat for each in people if each.state != "gone"} or {place.owner: 0}
        experiment = _is_experiment(place)  # whoever takes part begins as a stranger
        known = {} if experiment else {seat: remembered_as(owner) for owner, seat in seats.items()}
        plan = plan_of(place, people)
        room_plan = RoomPlan(
            plan=plan,
            people=people,
            known=known,
            advised=bool(place.plan.get("partner", True)),
            partner_kind=place.plan.get("partner_kind", "paper" if experiment else None),
            can_open=not experiment and plan.seed is None and (bool(plan.others) or _has_room(plan)),
            is_held=partial(self._holds, place.owner, table_id),
        )
        return FoundTable(place=place, room_plan=room_plan, seats=seats)

    def _make_space(self, plan: TablePlan) -> None:
        """Close rooms in which nobody is until another fits, those first where nobody has been for longest."""
        taken = sum(room.memory_bytes for room in self._rooms.values()) + plan.memory_bytes
        for name, room in tuple(self._rooms.items()):
            if len(self._rooms) < MOST_ROOMS and taken <= MOST_ROOM_BYTES:
                return
            if room.is_idle:
                taken -= room.memory_bytes
                del self._rooms[name], self._seats[name]
        if self._rooms and (len(self._rooms) >= MOST_ROOMS or taken > MOST_ROOM_BYTES):
            raise Crowded(refusals.ROOMS_FULL)

    async def played_tables(self, owner: str) -> list[str]:
        """The tables that somebody sits at or has left, but for those of the study; the newest first."""

        def read() -> list[str]:
            return list(dict.fromkeys(found.place.id for found, _ in self._tables_of(owner, left_by(owner))))

        return await self.run(read)

    async def left_tables(self, owner: str, most: int) -> list[tuple[FoundTable, int, int]]:
        """The newest tables that somebody has left, with their seat there and how many hands were played."""

        def read() -> list[tuple[FoundTable, int, int]]:
            found: list[tuple[FoundTable, int, int]] = []
            for table, seat in self._tables_of(left_by(owner)):
                hands = count_of_event(self.store, event_of(table.place.id))
                if hands and len(found) < most:
                    found.append((table, seat, hands))
            return found

        return await self.run(read)

    async def tables(self, owner: str) -> list[tuple[FoundTable, int, Standing | None]]:
        """The tables of somebody's, their seat, and where each stands; one that this version can't play is left out."""

        def read() -> list[tuple[FoundTable, int, Standing | None]]:
            found: list[tuple[FoundTable, int, Standing | None]] = []
            for table, seat in self._tables_of(owner):
                with contextlib.suppress(StoreError):
                    found.append((table, seat, Session.kept(table.room_plan.plan, self.store)))
            return found

        return await self.run(read)

    def _tables_of(self, *owners: str) -> Iterator[tuple[FoundTable, int]]:
        """The tables that somebody holds a place at, and their seats; the experiment has a page of its own."""
        for place in places_of(self.store, *owners):
            table_id, seat = table_of(place) or (place.id, 0)
            with contextlib.suppress(ValueError):
                found = None if _is_experiment(place) else self._look_up(table_id)
                if found is not None:
                    yield found, seat

    async def leave(self, owner: str, table_id: str, *, forget: bool) -> None:
        """Give up a table; `forget` deletes its hands too, or what one alone saw of them where others play on."""
        found = await self._found(owner, table_id)
        seat = found.seats[owner]
        shared = found.place.owner == SHARED
        if forget:
            await self._forget_places(owner, [seat_id(table_id, seat) if shared else table_id])
        elif shared:
            await self.run(partial(leave_seat, self.store, table_id, seat, owner=owner, left_by=left_by(owner)))
        else:
            await self.run(partial(leave_place, self.store, table_id, left_by=left_by(owner)))
        await self._gone_from(table_id)

    async def _gone_from(self, table_id: str) -> None:
        """Somebody does not sit at a table any more: if others do they play on, else its room is closed."""
        found = await self.run(self._look_up, table_id)
        if found is not None and any(each.state == "taken" for each in found.room_plan.people):
            await self._seated_anew(table_id)
        else:
            await self._close_room(table_id)

    async def forget(self, owner: str) -> int:
        """Delete all that is kept of a person: tables, hands, what the partner learnt; how many tables there were.

        Hands that they brought go too.
        """
        await self.run(self.own.delete, owner)
        known = {"owner": owner, "left_by": left_by(owner), "remembered_as": remembered_as(owner)}
        count = await self.run(partial(give_up_person, self.store, **known))
        for table_id in [each for each, seats in self._seats.items() if {owner, left_by(owner)} & seats.keys()]:
            await self._gone_from(table_id)
        await self.run(sweep, self.store, event_of)
        return count

    async def withdraw(self, owner: str) -> None:
        """Delete all that is kept of a person in the study: tables, those that were left too, and their hands."""
        held = await self.run(places_of, self.store, owner, left_by(owner))
        await self._forget_places(owner, [place.id for place in held if _is_experiment(place)])
        await self.run(forget_participant, self.store, owner)

    async def participant(self, owner: str) -> KeptParticipant | None:
        """The participant of the study that this owner is."""
        found = await self.run(participants, self.store, owner)
        return found[0] if found else None

    async def _forget_places(self, owner: str, place_ids: list[str]) -> None:
        await self.run(partial(give_up_places, self.store, place_ids, owners=(owner, left_by(owner))))
        for place_id in place_ids:
            await self._close_room(place_id)
        await self.run(sweep, self.store, event_of)

    async def _close_room(self, place_id: str) -> None:
        self._seats.pop(place_id, None)
        room = self._rooms.pop(place_id, None)
        if room is not None:
            await room.close()

    def _holds(self, owner: str, place_id: str) -> bool:
        place = find_place(self.store, place_id)
        return place is not None and place.owner == owner

    async def close(self) -> None:
        """Let everything go; all of it is kept."""
        for room in tuple(self._rooms.values()):
            await room.close()
        await asyncio.to_thread(self.own.close)
        self.thinking.close()
        self.heavy.close()
        self.pool.close()
        self.store.close()


def _new_place(owner: str, asked: NewTable | ExperimentTable) -> tuple[OwnedTable, TablePlan]:
    place_id = secrets.token_hex(16)
    plan = asked.plan(place_id)
    return OwnedTable(id=place_id, owner=owner, plan=asked.to_keep(), opened=_now()), plan


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _check_called(name: str) -> None:
    """Refuse a name by which the others can't call somebody."""
    if name.casefold() == "you":
        raise ArenaError(refusals.CALLED_YOU)


def _too_many() -> ArenaError:
    return ArenaError(refusals.too_many_tables(MOST_TABLES))


def _is_experiment(place: OwnedTable) -> bool:
    return "deals" in place.plan


def remembered_as(owner: str) -> str:
    """The name by which a partner knows a visitor: their hash, which no name typed at a terminal can be."""
    return f"visitor {owner}"


def _has_room(plan: TablePlan) -> bool:
    """Whether another seat fits at a table; the seats of a tournament are settled when it begins."""
    return plan.seats < plan.entry.table_seats[-1] and not plan.level_hands


def _asked_of(kept: Mapping[str, Any]) -> NewTable:
    """What was asked of a table that was kept; by what its session goes was not."""
    return NewTable.kept({name: value for name, value in kept.items() if name != "kept_as"})


def plan_of(place: OwnedTable, people: Sequence[PersonSeat] = ()) -> TablePlan:
    """The plan of a table that was kept, with those who sit there."""
    if _is_experiment(place):
        return ExperimentTable(**place.plan).plan(place.id)
    return _asked_of(place.plan).plan(place.id, people, kept_as=place.plan.get("kept_as", ""))
