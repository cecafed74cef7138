"""A person at a table: all that they can do and ask there, from their seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from riverboat.games.protocol import TableObservation
from riverboat.partner.protocol import Partner
from riverboat.tables import PERSON, TablePlan
from riverboat.web.messages.hand import Json
from riverboat.web.room import Listener, Room

Returned = TypeVar("Returned")


class OwnSeat:
    """One seat of a room, and who may sit in it."""

    def __init__(self, room: Room, seat: int = PERSON) -> None:
        self.room, self.seat = room, seat

    @property
    def plan(self) -> TablePlan:
        """What is played, and who sits there."""
        return self.room.plan

    @property
    def advised(self) -> bool:
        """Whether a partner may be asked here."""
        return self.room.advised

    def hello(self) -> Json:
        """What does not change from hand to hand."""
        return self.room.hello(self.seat)

    async def join(self) -> Listener:
        """Listen to what happens at the table."""
        return await self.room.join(self.seat)

    def leave(self, listener: Listener) -> None:
        """Listen no more."""
        self.room.leave(listener)

    async def now(self) -> Json:
        """Where the table stands."""
        return await self.room.now(self.seat)

    async def act(self, turn: int, text: str) -> Json | None:
        """Do something."""
        return await self.room.act(self.seat, turn, text)

    async def deal(self, turn: int) -> Json | None:
        """Ask for the next hand."""
        return await self.room.deal(self.seat, turn)

    async def finish(self, turn: int) -> Json | None:
        """Let a tournament that one is out of be played to its end."""
        return await self.room.finish(self.seat, turn)

    async def consult(
        self, work: Callable[[Partner, TableObservation, tuple[str, ...]], Returned]
    ) -> tuple[int, Returned]:
        """Ask the partner about the hand as it is seen from here."""
        return await self.room.consult(self.seat, work)

    async def partner_before(self, number: int) -> Partner:
        """A partner as it was before a hand of this table."""
        return await self.room.partner_before(self.seat, number)

    async def beliefs(self) -> list[Json]:
        """What opponents who keep models believe of the person."""
        return await self.room.beliefs(self.seat)

    async def results(self) -> tuple[int, ...]:
        """What the person won in each hand so far."""
        return await self.room.results()
