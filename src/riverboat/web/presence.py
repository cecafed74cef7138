"""The people at a table just now: who is away, who wants the next hand, and how long the others wait."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from riverboat.records.store.shared_seats import PersonSeat, seat_id
from riverboat.tables import Session, TablePlan
from riverboat.web.messages.hand import Json

#: So long may a person say nothing while the others wait for them; and between two hands.
SILENCE_S, NEXT_S = 60.0, 15.0


@dataclass(frozen=True, kw_only=True)
class RoomPlan:
    """What a room is for: what is played, who sits there, and whom the partner takes each for, by their seats.

    Where one person plays alone with agents, `people` are none. `is_held` says whether the table is still there; it is
    asked off the event loop, before the session is opened.
    """

    plan: TablePlan
    people: tuple[PersonSeat, ...] = ()
    known: Mapping[int, str] = field(default_factory=dict)  # whom the partner knows from other tables; else strangers
    advised: bool = True
    partner_kind: str | None = None
    can_open: bool = False  # whether others can be asked to the table
    is_held: Callable[[], bool] = lambda: True

    def remembered_as(self, seat: int) -> str:
        """The name by which the partner knows a person at all their tables; empty for a stranger."""
        return self.known.get(seat, "")

    def place_of(self, seat: int) -> str:
        """The place in the store that is a person's: what is learnt of them is kept while it is there."""
        return seat_id(self.plan.table, seat) if self.people else self.plan.table


class Presence:
    """The people of one table. `overtime` is called with the turn at which somebody has said nothing for too long."""

    def __init__(self, of: RoomPlan, silence_s: float, overtime: Callable[[int], Awaitable[None]]) -> None:
        self._silence_s, self._overtime = silence_s, overtime
        self.away: set[int] = set()
        self.ready: set[int] = set()  # who wants the next hand
        self._timer: asyncio.TimerHandle | None = None
        self._clock: tuple[int, int | None] | None = None  # the turn and the seat that are waited for
        self._running: set[asyncio.Task[None]] = set()
        self.reseat(of)

    def reseat(self, of: RoomPlan) -> None:
        """Others sit here now."""
        self._of = of
        self._state = {each.seat: each.state for each in of.people}

    @property
    def is_shared(self) -> bool:
        """Whether the table is open to several people."""
        return bool(self._of.people)

    def sits(self, seat: int) -> bool:
        """Whether a person holds this seat and has not left it."""
        return not self.is_shared or self._state.get(seat) == "taken"

    @property
    def out(self) -> tuple[int, ...]:
        """The seats of people that nobody sits in."""
        return tuple(seat for seat in self._of.plan.people if not self.sits(seat))

    def came(self, seat: int, heard: frozenset[int]) -> None:
        """Somebody has given a sign of life."""
        self.away.discard(seat)
        if self._clock is not None and self._clock[1] == seat:
            self.stop()

    def is_awaited(self, seat: int, seating: Session, heard: frozenset[int]) -> bool:
        """Somebody wants the next hand; whether others who are there do not want it yet."""
        if not self.is_shared:
            return False
        self.ready.add(seat)
        return bool(self._awaited(seating, heard))

    def _awaited(self, seating: Session, heard: frozenset[int]) -> set[int]:
        """The people who are there and play, and do not want the next hand yet."""
        playing = seating.playing if seating.standing.hands else self._of.plan.people
        return {seat for seat in heard if self.sits(seat) and seat in playing} - self.away - self.ready

    def give_up_waiting(self, seating: Session, heard: frozenset[int]) -> None:
        """Players who do not want the next hand by now are away."""
        self.away |= self._awaited(seating, heard)

    def stop(self) -> None:
        """Wait for nobody."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._clock = None

    def watch(self, seating: Session, heard: frozenset[int]) -> Json:
        """Wait for anyone who has to do something, as long as is fair; what all are told of the people here."""
        clock = (seating.turn, seating.asked)
        wait_s = self._patience(seating, heard)
        if wait_s is None:
            self.stop()
        elif clock != self._clock or wait_s == 0:
            self.stop()
            loop = asyncio.get_running_loop()
            self._timer, self._clock = loop.call_later(wait_s, self._time_out, seating.turn), clock
        left_s = None if self._timer is None else max(0.0, self._timer.when() - asyncio.get_running_loop().time())
        return {
            "type": "people",
            "people": [{"seat": seat, "state": self._told(seat, heard)} for seat in self._of.plan.people],
            "clock": None if left_s is None else {"seat": seating.asked, "left_s": round(left_s, 1)},
            "ready": sorted(self.ready),
            "awaited": [] if seating.in_hand else sorted(self._awaited(seating, heard)),
        }

    def _patience(self, seating: Session, heard: frozenset[int]) -> float | None:
        """How long the others wait; None: as long as it takes, for nobody else is there."""
        seat = seating.asked
        if seat is None:
            return min(self._silence_s, NEXT_S) if self.ready and not seating.in_hand and heard else None
        if not heard - {seat}:
            return None
        return 0.0 if seat in self.away or not self.sits(seat) else self._silence_s

    def _time_out(self, turn: int) -> None:
        self._timer = self._clock = None
        task = asyncio.ensure_future(self._overtime(turn))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def _told(self, seat: int, heard: frozenset[int]) -> str:
        if not self.sits(seat):
            return self._state.get(seat, "open")
        return "here" if seat in heard and seat not in self.away else "away"
