"""All tables of the page: who owns which, and the rooms that are open now."""

from __future__ import annotations

import secrets
from collections import Counter, OrderedDict
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeVar

from riverboat.errors import ArenaError, StoreError
from riverboat.records.store.forgetting import give_up_person, give_up_places, sweep
from riverboat.records.store.hand_store import Store
from riverboat.records.store.ownership import OwnedTable, find_place, leave_place, places_of, take_place
from riverboat.records.store.page_keys import sessions_in_all
from riverboat.records.store.participants import KeptParticipant, forget_participant, participants, seat_participant
from riverboat.tables import Session, Standing, TablePlan
from riverboat.tables.session import event_of
from riverboat.web.requests import ExperimentTable, NewTable
from riverboat.web.room import Room
from riverboat.web.visitors import NotYours, left_by
from riverboat.web.workers import Crowded, Workers

Returned = TypeVar("Returned")
MOST_TABLES = 40  # that one person may hold
MOST_SESSIONS = 20_000  # that all together may have begun
MOST_ROOMS = 1000  # open at a time
MOST_ROOM_BYTES = 512 * 2**20  # that open rooms may take together
WORKERS = 8
HEAVY_WORKERS = 2
THINK_S = 20.0


class Lobby:
    """The store, the threads in which agents think, those for heavy work, and the open rooms."""

    def __init__(self, database: str | None = None, *, think_s: float = THINK_S) -> None:
        self.store = Store(database, flushed=False)  # a decision is stored in a tenth of the time
        self.pool = Workers("riverboat", WORKERS, each=3)
        self.heavy = Workers("riverboat-heavy", HEAVY_WORKERS, each=1, most=6, in_all=40)
        self._think_s = think_s
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._owners: dict[str, str] = {}
        self.sockets: Counter[str] = Counter()  # that each person has open
        self.heavy.pool.submit(sweep, self.store, event_of)  # what a deletion has left that was cut off

    async def run(self, work: Callable[..., Returned], *arguments: Any) -> Returned:
        """Do something that may take a while off the event loop."""
        return await self.pool.run(work, *arguments)

    async def open_table(self, owner: str, asked: NewTable | ExperimentTable) -> tuple[str, TablePlan]:
        """A new table of somebody's."""
        place, plan = await self.run(_new_place, owner, asked)
        if await self.run(sessions_in_all, self.store) >= MOST_SESSIONS:
            raise Crowded("every table of the house is taken: come back later")
        if not await self.run(partial(take_place, self.store, place, most=MOST_TABLES)):
            raise _too_many()
        return place.id, plan

    async def open_study_table(self, kept: KeptParticipant, part: int, asked: ExperimentTable) -> KeptParticipant:
        """A participant with a table for a part of the study: a new one, unless another window was quicker."""
        place, _ = await self.run(_new_place, kept.owner, asked)
        seat = partial(seat_participant, self.store, kept.id, part, place, most=MOST_TABLES)
        seated = await self.run(seat)
        if seated is None:
            raise _too_many()
        return seated

    async def room(self, owner: str, place_id: str) -> Room:
        """The room of a table that is this person's own."""
        if place_id not in self._rooms:
            place = await self.run(find_place, self.store, place_id)
            if place is None or place.owner != owner:
                raise NotYours
            plan = await self.run(plan_of, place)
            if place_id not in self._rooms:
                self._keep_room(place, plan)
        if self._owners[place_id] != owner:
            raise NotYours
        self._rooms.move_to_end(place_id)
        return self._rooms[place_id]

    def _keep_room(self, place: OwnedTable, plan: TablePlan) -> None:
        place_id, advised = place.id, bool(place.plan.get("partner", True))
        self._make_space(plan)
        known = "" if _is_experiment(place) else _remembered_as(place.owner)  # whoever takes part begins as a stranger
        self._rooms[place_id] = Room(
            plan,
            self.store,
            self.pool,
            think_s=self._think_s,
            advised=advised,
            partner_kind=place.plan.get("partner_kind", "paper" if _is_experiment(place) else None),
            remembered_as=known,
            is_held=partial(self._holds, place.owner, place_id),
        )
        self._owners[place_id] = place.owner

    def _make_space(self, plan: TablePlan) -> None:
        """Close rooms in which nobody is until another fits, those first where nobody has been for longest."""
        taken = sum(room.memory_bytes for room in self._rooms.values()) + plan.memory_bytes
        for name, room in tuple(self._rooms.items()):
            if len(self._rooms) < MOST_ROOMS and taken <= MOST_ROOM_BYTES:
                return
            if room.is_idle:
                taken -= room.memory_bytes
                del self._rooms[name], self._owners[name]
        if self._rooms and (len(self._rooms) >= MOST_ROOMS or taken > MOST_ROOM_BYTES):
            raise Crowded("all rooms are taken just now: try again in a while")

    async def tables(self, owner: str) -> list[tuple[OwnedTable, TablePlan, Standing | None]]:
        """The tables of somebody's, and where each stands; one that this version can't play is left out."""

        def read() -> list[tuple[OwnedTable, TablePlan, Standing | None]]:
            found: list[tuple[OwnedTable, TablePlan, Standing | None]] = []
            for place in places_of(self.store, owner):
                if _is_experiment(place):
                    continue  # the experiment has a page of its own
                try:
                    plan = plan_of(place)
                    found.append((place, plan, Session.kept(plan, self.store)))
                except (ValueError, StoreError):
                    continue
            return found

        return await self.run(read)

    async def leave(self, owner: str, place_id: str, *, forget: bool) -> None:
        """Give up a table; `forget` deletes its hands too."""
        if not await self.run(self._holds, owner, place_id):
            raise NotYours
        if forget:
            await self._forget_places(owner, [place_id])
        else:
            await self.run(partial(leave_place, self.store, place_id, left_by=left_by(owner)))
            await self._close_room(place_id)

    async def forget(self, owner: str) -> int:
        """Delete all that is kept of a person: tables, hands, what the partner learnt; how many tables there were."""
        known = {"owner": owner, "left_by": left_by(owner), "remembered_as": _remembered_as(owner)}
        count = await self.run(partial(give_up_person, self.store, **known))
        for place_id in [place_id for place_id, holder in self._owners.items() if holder == owner]:
            await self._close_room(place_id)
        await self.run(sweep, self.store, event_of)
        return count

    async def withdraw(self, owner: str) -> None:
        """Delete all that is kept of a person in the study: tables, those that were left too, and their hands."""
        held = await self.run(places_of, self.store, owner, left_by(owner))
        await self._forget_places(owner, [place.id for place in held if _is_experiment(place)])
        await self.run(forget_participant, self.store, owner)

    async def participant(self, owner: str) -> KeptParticipant | None:
        """Who takes part in the study by this owner."""
        found = await self.run(participants, self.store, owner)
        return found[0] if found else None

    async def _forget_places(self, owner: str, place_ids: list[str]) -> None:
        await self.run(partial(give_up_places, self.store, place_ids, owners=(owner, left_by(owner))))
        for place_id in place_ids:
            await self._close_room(place_id)
        await self.run(sweep, self.store, event_of)

    async def _close_room(self, place_id: str) -> None:
        self._owners.pop(place_id, None)
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
        self.heavy.close()
        self.pool.close()
        self.store.close()


def _new_place(owner: str, asked: NewTable | ExperimentTable) -> tuple[OwnedTable, TablePlan]:
    place_id, opened = secrets.token_hex(16), datetime.now(UTC).isoformat(timespec="milliseconds")
    plan = asked.plan(place_id)
    return OwnedTable(id=place_id, owner=owner, plan=asked.to_keep(), opened=opened), plan


def _too_many() -> ArenaError:
    return ArenaError(f"you hold {MOST_TABLES} tables already: leave one of them first")


def _is_experiment(place: OwnedTable) -> bool:
    return "deals" in place.plan


def _remembered_as(owner: str) -> str:
    """Whom a partner takes a visitor for: his hash, which no name typed at a terminal can be."""
    return f"visitor {owner}"


def plan_of(place: OwnedTable) -> TablePlan:
    """The plan of a table that was kept."""
    asked = ExperimentTable(**place.plan) if _is_experiment(place) else NewTable.kept(place.plan)
    return asked.plan(place.id)
