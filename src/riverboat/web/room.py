"""One table of the page while somebody looks at it: the session, who listens, and what they are told.

The session itself is the one that the terminal plays (tables.session): it is kept in the store before and after every
decision, so a room can be dropped at any moment and opened again at the same place.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeVar

from riverboat.errors import AgentError, IllegalAction, StoreError
from riverboat.games import parse_action
from riverboat.games.protocol import TableObservation
from riverboat.partner.memory import KeptPartner
from riverboat.partner.protocol import PARTNERS, Partner, make_partner
from riverboat.records.store.hand_store import Store
from riverboat.records.store.ownership import hands_of_event
from riverboat.tables import PERSON, Done, HandEnd, Session, TablePlan
from riverboat.tables.bank import broke_in_words
from riverboat.tables.session import event_of
from riverboat.web.messages.beliefs import beliefs_at
from riverboat.web.messages.games import messages_of
from riverboat.web.messages.hand import Json, Scene
from riverboat.web.messages.table import standing_message
from riverboat.web.visitors import NotYours, words_for_visitors
from riverboat.web.workers import Workers

Returned = TypeVar("Returned")
#: What a person does: nothing comes back, or the seats that buy in again.
First = Callable[[], tuple[int, ...] | None]
#: Says that agents begin to think, and what is told of the table then.
Begin = Callable[[Json | None], None]
_REMEMBERED = 200  # hands of the session that a partner is told of when it is called
_AT_ONCE_S = 0.02  # actions of agents that come quicker than this are told together
_ROOM_BYTES = 200_000  # of a room whose agents remember nothing; measured
_LATE_THREADS = 3  # that were given up may come back before we go on without them
_WAITING = 200  # frames that a listener may be behind before it is let go


class Room:
    """A person's table. All that changes it waits for its lock; all that may take long runs in the pool."""

    def __init__(
        self,
        plan: TablePlan,
        store: Store,
        pool: Workers,
        *,
        think_s: float,
        advised: bool = True,
        partner_kind: str | None = None,
        remembered_as: str = "",
        is_held: Callable[[], bool] = lambda: True,
    ) -> None:
        """`remembered_as` is whom the partner takes the person for at every table of his; without it, a stranger.

        `is_held` says whether the table is still the person's; it is asked, off the event loop, before he sits down.
        """
        self.plan = plan
        self._scene, self._messages = Scene.at(plan), messages_of(plan.entry)
        self._is_held, self._is_closed = is_held, False
        self._remembered_as, self._partner_kind = remembered_as, partner_kind
        self._advised = advised and plan.game in PARTNERS
        self._store, self._pool, self._think_s = store, pool, think_s
        self._lock = asyncio.Lock()
        self._seating: Session | None = None
        self._end: HandEnd | None = None
        self._notes: list[str] = []
        self._partner: RoomPartner | None = None
        self._listeners: set[asyncio.Queue[list[Json] | None]] = set()

    @property
    def memory_bytes(self) -> int:
        """What it takes to keep this room open."""
        return _ROOM_BYTES + self.plan.memory_bytes

    @property
    def advised(self) -> bool:
        """Whether a partner may be asked here."""
        return self._advised

    async def beliefs(self) -> list[Json]:
        """What opponents who keep models believe of the person."""
        async with self._lock:
            seating = await self._open()
            return beliefs_at(seating)

    async def results(self) -> tuple[int, ...]:
        """What the person won in each hand so far."""
        async with self._lock:
            return (await self._open_newest()).standing.results

    @property
    def is_idle(self) -> bool:
        """Whether nobody listens and nothing is going on."""
        return not self._listeners and not self._lock.locked()

    async def join(self) -> asyncio.Queue[list[Json] | None]:
        """Listen: first comes where the table stands, then whatever happens. None is the end of listening."""
        listener: asyncio.Queue[list[Json] | None] = asyncio.Queue(_WAITING)
        async with self._lock:
            seating = await self._open_newest()
            self._listeners.add(listener)
            try:
                if not seating.in_hand and not seating.standing.hands:
                    await self._play(seating, seating.deal)
                else:
                    listener.put_nowait([self._message(seating)])
                    await self._play_on(seating)
            except StoreError as error:
                listener.put_nowait([await self._not_kept(error)])
        return listener

    def leave(self, listener: asyncio.Queue[list[Json] | None]) -> None:
        """Listen no more."""
        self._listeners.discard(listener)

    async def now(self) -> Json:
        """Where the table stands."""
        async with self._lock:
            return self._message(await self._open_newest())

    async def act(self, turn: int, text: str) -> Json | None:
        """The person's action; the answer is for him alone, and None where everyone is told.

        An action that answers another decision than the one that waits is ignored: it was sent before.
        """
        async with self._lock:
            seating = await self._open()
            if turn != seating.turn or not seating.is_asked:
                return self._message(seating)
            try:
                await self._play(seating, partial(seating.act, parse_action(text)))
            except IllegalAction as error:
                return {"type": "error", "text": str(error)}
            except StoreError as error:
                return await self._not_kept(error)
            return None

    async def deal(self, turn: int) -> Json | None:
        """The next hand, where it is this one's turn to be dealt."""
        async with self._lock:
            seating = await self._open()
            if seating.in_hand or turn != seating.turn:
                return self._message(seating)
            try:
                await self._play(seating, seating.deal)
            except StoreError as error:
                return await self._not_kept(error)
            return None

    async def _not_kept(self, error: StoreError) -> Json:
        """What was done could not be kept, so it was not done: everyone is told where the table stands in the store.

        Mostly somebody else has played on, in another window on another server. The answer is for who did it.
        """
        self._let_go()
        seating = await self._open()
        self._send([self._message(seating)])
        try:
            await self._play_on(seating)
        except StoreError:
            self._let_go()
            self._send([self._message(await self._open())])
        return {"type": "error", "text": words_for_visitors(error)}

    async def _play_on(self, seating: Session) -> None:
        """Let the agents go on where it is their turn."""
        if seating.in_hand and not seating.is_asked:
            await self._play(seating)

    def _let_go(self) -> None:
        """Let the session go; what the store keeps of it is read again when it is needed."""
        if self._seating is not None:
            self._seating.close()
        self._seating = self._end = self._partner = None
        self._notes = []

    async def consult(self, work: Callable[[Partner, TableObservation], Returned]) -> tuple[int, Returned]:
        """Ask the partner about the hand as the person sees it; which decision the answer is about comes with it."""
        async with self._lock:
            seating = await self._open()
            if not self._advised:
                raise AgentError("there is no partner at this table")
            if not seating.in_hand:
                raise AgentError("no hand is being played: the partner waits for the next one")
            if self._partner is None:
                self._partner = await self._run(self._make_partner, seating.standing.name)
            return seating.turn, await self._run(work, self._partner.partner, seating.view)

    def _make_partner(self, name: str) -> RoomPartner:
        """A partner who knows the person from other tables, and has seen the hands of this one."""
        beside = RoomPartner(self.plan, self._store, remembered_as=self._remembered_as, kind=self._partner_kind)
        for hand in hands_of_event(self._store, event_of(name), newest=_REMEMBERED, damaged=[]):
            beside.hear(self.plan.bank.recorded(hand.record).view, event_of(name), int(hand.record.number))
        return beside

    async def partner_before(self, number: int) -> Partner:
        """A partner as it was before a hand of this table: it has seen the earlier ones, and nothing of later ones."""
        async with self._lock:
            name = (await self._open()).standing.name
        return await self._run(self._partner_before, name, number)

    def _partner_before(self, name: str, number: int) -> Partner:
        partner = make_partner(self.plan.game, kind=self._partner_kind)
        for hand in hands_of_event(self._store, event_of(name), before=number, newest=_REMEMBERED, damaged=[]):
            partner.hand_over(self.plan.bank.recorded(hand.record).view)
        return partner

    async def close(self) -> None:
        """Send the listeners away and let the session go; it is kept. Whoever comes late is refused."""
        self._is_closed = True
        for listener in tuple(self._listeners):
            self._drop(listener)
        async with self._lock:
            self._let_go()

    async def _run(self, work: Callable[..., Returned], *arguments: Any) -> Returned:
        return await self._pool.run(work, *arguments)

    async def _open_newest(self) -> Session:
        """The session, read again where another server has played on."""
        if self._seating is not None and not await self._run(self._seating.is_newest):
            self._let_go()
        return await self._open()

    async def _open(self) -> Session:
        if self._is_closed:
            raise NotYours
        if self._seating is None:
            seating, self._end = await self._run(self._sit_down)
            self._seating = seating
        return self._seating

    def _sit_down(self) -> tuple[Session, HandEnd | None]:
        """The session as it was kept, and how its last hand ended where none is being played."""
        if not self._is_held():
            raise NotYours
        seating = Session(self.plan, self._store)
        standing = seating.standing
        between = not seating.in_hand and standing.hands
        return seating, self._last_end(standing.name, standing.hands) if between else None

    def _last_end(self, name: str, number: int) -> HandEnd | None:
        for hand in hands_of_event(self._store, event_of(name), number=number):
            return self.plan.bank.recorded(hand.record)
        return None

    async def _play(self, seating: Session, first: First | None = None) -> None:
        """What the person does (`first`), and what the agents do until he has to do something again.

        Where they are quick, that is one visit to the pool. A hand that is over is settled and kept.
        """
        steps, over = seating.play_on(), False
        while not over:
            try:
                told, over = await self._timed(partial(self._some_steps, seating, steps, first))
            except TimeoutError:
                seating = await self._play_one_by_one()
                break
            first = None
            if told:
                self._send(told)
        if seating.is_over:
            self._end = end = await self._run(seating.end_hand)
            self._send([self._message(seating)])
            if self._partner is not None:
                await self._run(self._partner.hear, end.view, seating.event, end.number)

    async def _timed(self, work: Callable[[Begin], Returned]) -> Returned:
        """Let agents think in the pool. Their time begins when `work` says so, in its thread: not while it waits."""
        loop = asyncio.get_running_loop()
        begun: asyncio.Future[None] = loop.create_future()

        def note(message: Json | None) -> None:
            if message is not None:
                self._send([message])
            begun.set_result(None)

        def begin(message: Json | None) -> None:
            loop.call_soon_threadsafe(note, message)

        thinking = asyncio.ensure_future(self._run(work, begin))
        either: set[asyncio.Future[Any]] = {thinking, begun}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        return await asyncio.wait_for(thinking, self._think_s)

    def _some_steps(
        self, seating: Session, steps: Iterator[Done], first: First | None, begin: Begin
    ) -> tuple[list[Json], bool]:
        """In the pool: `first`, told at once, then as many actions of agents as are quick; whether that was all.

        What agents do is told by who waits for it: one that was too slow is not heard any more.
        """
        if first is not None:
            broke = first() or ()
            self._notes = [f"{broke_in_words(self.plan.names[seat], you=seat == PERSON)}." for seat in broke]
            self._end = None
        begin(None if first is None else self._message(seating))
        told: list[Json] = []
        end = time.perf_counter() + _AT_ONCE_S
        done: Done | None = None
        while not told or time.perf_counter() < end:
            done = next(steps, None)
            if done is None:
                break
            self._note(done)
            told.append(self._message(seating))
        return told, done is None

    async def _play_one_by_one(self) -> Session:
        """After a time out: agents are asked one at a time, so that it is known who is slow. The rules act for him.

        The thread that waits for him can't be stopped: it keeps its copy of the session, and we go on from the store's.
        """
        slow, refused = -1, 0
        while True:
            self._seating = None
            seating = await self._open()
            steps = seating.play_on()
            try:
                while seating.in_hand and not seating.is_over and not seating.is_asked:
                    turn = seating.turn
                    if turn == slow:
                        done: Done | None = await self._run(seating.stand_in)
                        steps = seating.play_on()
                    else:
                        done = await self._timed(partial(_next_step, steps))
                    if done is not None:
                        self._note(done)
                        self._send([self._message(seating)])
                await self._run(next, steps, None)  # whose turn it is now is kept
                return seating
            except TimeoutError:
                slow = turn
            except StoreError:
                refused += 1
                if refused > _LATE_THREADS:  # it was not one of ours that has kept the session meanwhile
                    raise

    def _note(self, done: Done) -> None:
        if done.fault:
            self._notes.append(f"{self.plan.names[done.seat]}: {done.fault}; the rules acted for it.")

    def _send(self, messages: list[Json]) -> None:
        for listener in tuple(self._listeners):
            try:
                listener.put_nowait(messages)
            except asyncio.QueueFull:
                self._drop(listener)

    def _drop(self, listener: asyncio.Queue[list[Json] | None]) -> None:
        self._listeners.discard(listener)
        while not listener.empty():
            listener.get_nowait()
        listener.put_nowait(None)

    def _message(self, seating: Session) -> Json:
        """Everything that the person may know now."""
        found: Json = {
            "type": "table",
            "turn": seating.turn,
            "hand": seating.number if seating.in_hand else seating.standing.hands,
            "standing": standing_message(self.plan, seating.standing),
            "notes": list(self._notes),
            "end": None,
        }
        if seating.in_hand:
            return {**found, "phase": "playing", **self._messages.hand(self._scene, seating.view, seating.playing)}
        if self._end is None:
            return {**found, "phase": "empty"}
        shown = self._messages.hand(self._scene, self._end.view, self._end.playing)
        over = self.plan.match and seating.standing.round == 1
        return {**found, "phase": "between", **shown, "end": self._messages.end(self._end, match_over=over)}


class RoomPartner:
    """Who sits beside the person: one who knows him from all his tables, or from this one alone (in the experiment)."""

    def __init__(self, plan: TablePlan, store: Store, *, remembered_as: str, kind: str | None) -> None:
        self._kept = (
            KeptPartner(store, plan.game, remembered_as, kind=kind, place=plan.table) if remembered_as else None
        )
        self.partner: Partner = self._kept.partner if self._kept is not None else make_partner(plan.game, kind=kind)

    def hear(self, view: TableObservation, event: str, number: int) -> None:
        """Learn from a hand that is over."""
        if self._kept is not None:
            self._kept.hear(view, event, number)
        else:
            self.partner.hand_over(view)


def _next_step(steps: Iterator[Done], begin: Begin) -> Done | None:
    begin(None)
    return next(steps, None)
