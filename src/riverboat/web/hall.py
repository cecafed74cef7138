"""All tables of the page: who owns which, and the rooms that are open now."""

from __future__ import annotations

import contextlib
import logging
import secrets
from collections import Counter, OrderedDict
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, TypeVar

from riverboat.arena.bluff_plan import BluffPlan
from riverboat.arena.bluff_seating import BluffSeating
from riverboat.arena.seating import Seating
from riverboat.arena.seating_plan import SeatingPlan
from riverboat.arena.session import Standing, event_of
from riverboat.errors import ArenaError, RiverboatError, StoreError
from riverboat.records.page_keys import sessions_in_all
from riverboat.records.participants import forget_participant, participants
from riverboat.records.partner_memory import clear_memory
from riverboat.records.places import Place, find_place, forget_place, leave_place, places_of, take_place
from riverboat.records.store import Store
from riverboat.web.asking import ExperimentTable, NewTable
from riverboat.web.room import Room
from riverboat.web.visitors import left_by
from riverboat.web.workers import Crowded, Workers

Returned = TypeVar("Returned")
_LOG = logging.getLogger("uvicorn.error")
_UNUSABLE = "the database can't be used just now: whoever serves the page finds the reason in its log"
MOST_TABLES = 40  # that one person may hold
MOST_SESSIONS = 20_000  # that all together may have begun
MOST_ROOMS = 1000  # open at a time
MOST_ROOM_BYTES = 512 * 2**20  # that open rooms may take together
WORKERS = 8
HEAVY_WORKERS = 2
THINK_S = 20.0


class NotYours(Exception):  # noqa: N818 - says what is the matter
    """A table that is not there, or is somebody else's: the two look the same from outside."""


class Hall:
    """The store, the threads in which agents think, those for heavy work, and the open rooms."""

    def __init__(self, database: str | None = None, *, think_s: float = THINK_S) -> None:
        self.store = Store(database, flushed=False)  # a decision is stored in a tenth of the time
        self.pool = Workers("riverboat", WORKERS, each=3)
        self.heavy = Workers("riverboat-heavy", HEAVY_WORKERS, each=1, most=6, in_all=40)
        self._think_s = think_s
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._owners: dict[str, str] = {}
        self.sockets: Counter[str] = Counter()  # that each person has open

    async def run(self, work: Callable[..., Returned], *arguments: Any) -> Returned:
        """Do something that may take a while off the event loop."""
        return await self.pool.run(work, *arguments)

    def words(self, error: RiverboatError) -> str:
        """What a visitor is told of a mistake; where the database lies is for whoever serves the page."""
        if not isinstance(error, StoreError):
            return str(error)
        _LOG.error("%s", error)
        text = str(error).replace(f"the database {self.store.name}", "the database")
        return _UNUSABLE if self.store.name in text or "can't be used" in text else text

    async def open_table(self, owner: str, asked: NewTable | ExperimentTable) -> tuple[str, SeatingPlan | BluffPlan]:
        """A new table of somebody's."""
        place_id = secrets.token_hex(16)
        plan = await self.run(asked.plan, place_id)
        held = await self.run(places_of, self.store, owner)
        if len(held) >= MOST_TABLES:
            raise ArenaError(f"you hold {MOST_TABLES} tables already: leave one of them first")
        if await self.run(sessions_in_all, self.store) >= MOST_SESSIONS:
            raise Crowded("every table of the house is taken: come back later")
        opened = datetime.now(UTC).isoformat(timespec="milliseconds")
        place = Place(id=place_id, owner=owner, plan=asked.model_dump(exclude_none=True), opened=opened)
        await self.run(take_place, self.store, place)
        return place_id, plan

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

    def _keep_room(self, place: Place, plan: SeatingPlan | BluffPlan) -> None:
        place_id, advised = place.id, bool(place.plan.get("partner", True))
        self._make_space(plan)
        known = "" if _is_experiment(place) else _remembered_as(place.owner)  # whoever takes part begins as a stranger
        self._rooms[place_id] = Room(
            plan, self.store, self.pool, think_s=self._think_s, advised=advised, remembered_as=known
        )
        self._owners[place_id] = place.owner

    def _make_space(self, plan: SeatingPlan | BluffPlan) -> None:
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

    async def tables(self, owner: str) -> list[tuple[Place, SeatingPlan | BluffPlan, Standing | None]]:
        """The tables of somebody's, and where each stands; one that this version can't play is left out."""

        def read() -> list[tuple[Place, SeatingPlan | BluffPlan, Standing | None]]:
            found: list[tuple[Place, SeatingPlan | BluffPlan, Standing | None]] = []
            for place in places_of(self.store, owner):
                if _is_experiment(place):
                    continue  # the experiment has a page of its own
                try:
                    plan = plan_of(place)
                    found.append((place, plan, _kept(plan, self.store)))
                except (ValueError, StoreError):
                    continue
            return found

        return await self.run(read)

    async def leave(self, owner: str, place_id: str, *, forget: bool) -> None:
        """Give up a table; `forget` deletes its hands too."""
        room = await self.room(owner, place_id)
        del self._rooms[place_id], self._owners[place_id]
        await room.close()
        await self.run(self._leave, owner, place_id, room.plan.key, forget)

    def _leave(self, owner: str, place_id: str, session_key: str, forget: bool) -> None:
        if forget:
            forget_place(self.store, place_id, session_key=session_key, event=event_of(place_id))
        else:
            leave_place(self.store, place_id, session_key=session_key, left_by=left_by(owner))

    async def forget(self, owner: str) -> int:
        """Delete all that is kept of a person: tables, hands, what the partner learnt; how many tables there were."""
        held = await self.run(places_of, self.store, owner)
        for place in held:
            try:
                await self.leave(owner, place.id, forget=True)
            except (RiverboatError, ValueError):  # a table that this version can't open is deleted all the same
                await self.run(self._leave, owner, place.id, "", True)
        return len(held) + await self.run(self._forget_rest, owner)

    def _forget_rest(self, owner: str) -> int:
        left = places_of(self.store, left_by(owner), limit=100_000)
        for place in left:
            forget_place(self.store, place.id, session_key="", event=event_of(place.id))
        for each in participants(self.store, owner):
            forget_participant(self.store, each.id)
        with contextlib.suppress(StoreError):  # nothing was learnt of him
            clear_memory(self.store, _remembered_as(owner))
        return len(left)

    async def close(self) -> None:
        """Let everything go; all of it is kept."""
        for room in tuple(self._rooms.values()):
            await room.close()
        self.heavy.close()
        self.pool.close()
        self.store.close()


def _is_experiment(place: Place) -> bool:
    return "deals" in place.plan


def _remembered_as(owner: str) -> str:
    """Whom a partner takes a visitor for: his hash, which no name typed at a terminal can be."""
    return f"visitor {owner}"


def _kept(plan: SeatingPlan | BluffPlan, store: Store) -> Standing | None:
    """Where the session of a table stands."""
    return BluffSeating.kept(plan, store) if isinstance(plan, BluffPlan) else Seating.kept(plan, store)


def plan_of(place: Place) -> SeatingPlan | BluffPlan:
    """The plan of a table that was kept."""
    kind = ExperimentTable if _is_experiment(place) else NewTable
    return kind(**place.plan).plan(place.id)
