"""One table of the page while somebody looks at it: the session, who listens, and what they are told.

The session itself is the one that the terminal plays (tables.session): it is kept in the store before and after every
decision, so a room can be dropped at any moment and opened again at the same place. Everyone who listens sits in a
seat, and is told what that seat sees. Where several people play, `Presence` knows who is there, and when the rules act
for somebody.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple, TypeVar

from riverboat.errors import AgentError, IllegalAction, StoreError
from riverboat.games import parse_action
from riverboat.games.protocol import TableObservation
from riverboat.partner.memory import KeptPartner
from riverboat.partner.protocol import PARTNERS, Partner, make_partner
from riverboat.records.store.hand_store import Store
from riverboat.records.store.ownership import hands_of_event
from riverboat.tables import PERSON, Done, HandEnd, Session
from riverboat.tables.bank import broke_in_words
from riverboat.tables.session import event_of
from riverboat.tables.tournament_bank import TournamentBank
from riverboat.web.messages.beliefs import beliefs_at
from riverboat.web.messages.games import messages_of
from riverboat.web.messages.hand import Json, Scene
from riverboat.web.messages.table import standing_message, table_message
from riverboat.web.presence import Presence, RoomPlan
from riverboat.web.texts import notes, refusals
from riverboat.web.visitors import NotYours, words_for_visitors
from riverboat.web.workers import Workers

Returned = TypeVar("Returned")
#: What a person does: nothing comes back, or the seats that rebuy.
First = Callable[[], tuple[int, ...] | None]
#: What each who listens is told, by seat.
Told = dict[int, Json]
#: Says that agents begin to think, and what is told of the table then.
Begin = Callable[[Told | None], None]
Listener = asyncio.Queue[list[Json] | None]
_REMEMBERED = 200  # hands of the session that a partner is told of when it is called
_AT_ONCE_S = 0.02  # actions of agents that come quicker than this are told together
_ROOM_BYTES = 200_000  # of a room whose agents remember nothing; measured
_LATE_THREADS = 3  # that were given up may come back before we go on without them
_WAITING = 200  # frames that a listener may be behind before it is let go


class Note(NamedTuple):
    """Something that is told beside the table: whom it is about, what they are told, and what the others are."""

    seat: int
    mine: str
    theirs: str


class Room:
    """A table. All that changes it waits for its lock; all that may take long runs in the pool.

    Partners think in a pool of their own, without the lock: the table goes on meanwhile.
    """

    def __init__(
        self, of: RoomPlan, store: Store, pool: Workers, thinking: Workers, *, think_s: float, silence_s: float
    ) -> None:
        self._store, self._pool, self._thinking, self._think_s = store, pool, thinking, think_s
        self._is_closed = False
        self._lock = asyncio.Lock()
        self._seating: Session | None = None
        self._end: HandEnd | None = None
        self._notes: list[Note] = []
        self._coming: list[Note] = []  # that are told with what is done next
        self._partners: dict[int, RoomPartner] = {}
        self._listeners: dict[Listener, int] = {}  # with their seats
        self._presence = Presence(of, silence_s, self._overtime)
        self._settle(of)

    def _settle(self, of: RoomPlan) -> None:
        """Set who sits here and what is played, from now on."""
        self._of, self.plan = of, of.plan
        self._scenes = {seat: Scene.at(of.plan, seat) for seat in of.plan.people}
        self._messages = messages_of(of.plan.entry)
        self._advised = of.advised and of.plan.game in PARTNERS

    async def reseat(self, of: RoomPlan) -> None:
        """Somebody has sat down or left: all are told, and play on where they were."""
        async with self._lock:
            self._let_go()
            self._settle(of)
            self._presence.reseat(of)
            for listener, seat in tuple(self._listeners.items()):
                if not self._presence.sits(seat):
                    self._drop(listener)
            seating = await self._open()
            self._tell_all(seating, hello=True)
            await self._go_on(seating)

    def hello(self, seat: int) -> Json:
        """What somebody is told of the table when they come to it, or when others come."""
        table = table_message(self.plan.table, self.plan, advised=self._advised, you=seat)
        return {"type": "hello", "table": {**table, "can_open": self._of.can_open}}

    @property
    def memory_bytes(self) -> int:
        """What it takes to keep this room open."""
        return _ROOM_BYTES + self.plan.memory_bytes

    @property
    def advised(self) -> bool:
        """Whether a partner may be asked here."""
        return self._advised

    async def beliefs(self, seat: int) -> list[Json]:
        """What opponents who keep models believe of a person."""
        async with self._lock:
            seating = await self._open()
            return beliefs_at(seating, seat)

    async def results(self) -> tuple[int, ...]:
        """What the person won in each hand so far."""
        async with self._lock:
            return (await self._open_newest()).standing.results

    @property
    def is_idle(self) -> bool:
        """Whether nobody listens and nothing is going on."""
        return not self._listeners and not self._lock.locked()

    async def join(self, seat: int) -> Listener:
        """Listen: first comes where the table stands, then whatever happens. None is the end of listening."""
        listener: Listener = asyncio.Queue(_WAITING)
        async with self._lock:
            seating = await self._open_newest()
            self._listeners[listener] = seat
            self._presence.came(seat, self._heard)
            try:
                if not seating.in_hand and not seating.standing.hands and not self._presence.is_shared:
                    await self._play(seating, seating.deal)
                else:
                    listener.put_nowait([self._message(seating, seat)])
                    await self._play_on(seating)
                self._tell_people(seating)
            except StoreError as error:
                listener.put_nowait([await self._not_kept(error, seat)])
        return listener

    def leave(self, listener: Listener) -> None:
        """Listen no more."""
        self._listeners.pop(listener, None)
        if self._seating is not None:
            self._tell_people(self._seating)

    @property
    def _heard(self) -> frozenset[int]:
        """The seats of those who listen."""
        return frozenset(self._listeners.values())

    async def now(self, seat: int) -> Json:
        """Where the table stands; a person who asks is there."""
        async with self._lock:
            seating = await self._open_newest()
            self._presence.came(seat, self._heard)
            self._tell_people(seating)
            return self._message(seating, seat)

    async def act(self, seat: int, turn: int, text: str) -> Json | None:
        """A person's action; the answer is for them alone, and None where everyone is told.

        An action that answers another decision than the one that waits is ignored: it was sent before.
        """
        async with self._lock:
            seating = await self._open()
            self._presence.came(seat, self._heard)
            if turn != seating.turn or seating.asked != seat:
                return self._message(seating, seat)
            try:
                await self._play(seating, partial(seating.act, parse_action(text)))
            except IllegalAction as error:
                return {"type": "error", "text": str(error)}
            except StoreError as error:
                return await self._not_kept(error, seat)
            return None

    async def deal(self, seat: int, turn: int) -> Json | None:
        """The next hand, where it is this one's turn to be dealt, and all others who are there have asked for it."""
        async with self._lock:
            seating = await self._open()
            self._presence.came(seat, self._heard)
            if seating.in_hand or turn != seating.turn:
                return self._message(seating, seat)
            self.plan.bank.ready(seating.standing)  # a tournament that is over is refused at once: nobody is waited for
            if self._presence.is_awaited(seat, seating, self._heard):
                self._tell_people(seating)
                return None
            return await self._deal(seating, seat)

    async def _deal(self, seating: Session, seat: int) -> Json | None:
        self._presence.ready.clear()
        try:
            await self._play(seating, partial(seating.deal, self._presence.out))
        except StoreError as error:
            return await self._not_kept(error, seat)
        return None

    async def finish(self, seat: int, turn: int) -> Json | None:
        """Play a tournament to its end in which agents are left alone: all are told how each hand ended."""
        async with self._lock:
            seating = await self._open()
            bank = self.plan.bank
            alone = not any(self._presence.sits(each) for each in seating.playing if each in self.plan.people)
            if seating.in_hand or turn != seating.turn or not isinstance(bank, TournamentBank) or not alone:
                return self._message(seating, seat)
            try:
                while not bank.state(seating.standing).is_over:
                    self._end = await self._run(_whole_hand, seating)
                    self._tell_all(seating)
            except StoreError as error:
                return await self._not_kept(error, seat)
            return None

    async def _overtime(self, turn: int) -> None:
        """A person has said nothing for too long: the rules act for them, or the others do not wait any more."""
        async with self._lock:
            if self._is_closed or self._seating is None or self._seating.turn != turn:
                return
            seating, seat = self._seating, self._seating.asked
            try:
                if seat is not None:
                    self._presence.away.add(seat)
                    self._coming = [Note(seat, notes.YOU_WERE_AWAY, notes.is_away(self.plan.names[seat]))]
                    await self._play(seating, partial(_stand_in, seating))
                elif not seating.in_hand and self._presence.ready:
                    self._presence.give_up_waiting(seating, self._heard)
                    await self._deal(seating, PERSON)
            except StoreError as error:
                await self._not_kept(error, PERSON)

    async def _not_kept(self, error: StoreError, seat: int) -> Json:
        """What was done could not be kept, so it was not done: everyone is told where the table stands in the store.

        Mostly somebody else has played on, in another window on another server. The answer is for who did it.
        """
        await self._go_on(await self._opened_again())
        return {"type": "error", "text": words_for_visitors(error)}

    async def _opened_again(self) -> Session:
        """The session as the store has it; all are told where it stands."""
        self._let_go()
        seating = await self._open()
        self._tell_all(seating)
        return seating

    async def _go_on(self, seating: Session) -> None:
        try:
            await self._play_on(seating)
        except StoreError:
            await self._opened_again()

    async def _play_on(self, seating: Session) -> None:
        """Let the agents go on where it is their turn."""
        if seating.in_hand and not seating.is_asked:
            await self._play(seating)
        else:
            self._tell_people(seating)

    def _let_go(self) -> None:
        """Let the session go; what the store keeps of it is read again when it is needed."""
        if self._seating is not None:
            self._seating.close()
        self._seating = self._end = None
        self._partners, self._notes = {}, []

    async def consult(
        self, seat: int, work: Callable[[Partner, TableObservation, tuple[str, ...]], Returned]
    ) -> tuple[int, Returned]:
        """Ask the partner about the hand as a person sees it; which decision the answer is about comes with it.

        The work is also told the names of those who play the hand, by their seats in it.
        """
        async with self._lock:
            seating = await self._open()
            if not self._advised:
                raise AgentError(refusals.NO_PARTNER)
            if not seating.in_hand:
                raise AgentError(refusals.NO_HAND_NOW)
            if seat not in seating.playing:
                raise AgentError(refusals.NOT_YOUR_HAND)
            if seat not in self._partners:
                self._partners[seat] = await self._run(self._make_partner, seat, seating.standing.name)
            names = tuple(self.plan.names[each] for each in seating.playing)
            turn, view, beside = seating.turn, seating.view_of(seat), self._partners[seat]

        def think() -> Returned:
            if seating.turn != turn:
                raise AgentError(refusals.HAND_MOVED_ON)
            return beside.ask(work, view, names)

        # The table does not wait for what the partner thinks, nor stands in line behind it.
        return turn, await self._thinking.run(think)

    def _make_partner(self, seat: int, name: str) -> RoomPartner:
        """A partner who knows the person from other tables, and has seen the hands of this one."""
        beside = RoomPartner(self._of, self._store, seat)
        for number, view in self._views(seat, name):
            beside.hear(view, event_of(name), number)
        return beside

    def _views(self, seat: int, name: str, before: int | None = None) -> Iterator[tuple[int, TableObservation]]:
        """How hands ended that somebody has played here, as they saw it, with the hands' numbers."""
        for hand in hands_of_event(self._store, event_of(name), before=before, newest=_REMEMBERED, damaged=[]):
            end = self.plan.bank.recorded(hand.record)
            if seat in end.playing:
                yield int(hand.record.number), end.views[seat]

    async def partner_before(self, seat: int, number: int) -> Partner:
        """A partner as it was before a hand of this table: it has seen the earlier ones, and nothing of later ones."""
        async with self._lock:
            name = (await self._open()).standing.name
        return await self._run(self._partner_before, seat, name, number)

    def _partner_before(self, seat: int, name: str, number: int) -> Partner:
        partner = make_partner(self.plan.game, kind=self._of.partner_kind)
        for _, view in self._views(seat, name, number):
            partner.hand_over(view)
        return partner

    async def close(self) -> None:
        """Send the listeners away and let the session go; it is kept. Whoever comes late is refused."""
        self._is_closed = True
        self._presence.stop()
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
        if not self._of.is_held():
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
        """What a person does (`first`), and what the agents do until somebody has to do something again.

        Where they are quick, that is one visit to the pool. A hand that is over is settled and kept.
        """
        self._presence.stop()
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
            self._tell_all(seating)
            for seat, beside in self._partners.items():
                if seat in end.playing:
                    await self._run(beside.hear, end.views[seat], seating.event, end.number)
        self._tell_people(seating)

    async def _timed(self, work: Callable[[Begin], Returned]) -> Returned:
        """Let agents think in the pool. Their time begins when `work` says so, in its thread: not while it waits."""
        loop = asyncio.get_running_loop()
        begun: asyncio.Future[None] = loop.create_future()

        def note(told: Told | None) -> None:
            if told is not None:
                self._send([told])
            begun.set_result(None)

        def begin(told: Told | None) -> None:
            loop.call_soon_threadsafe(note, told)

        thinking = asyncio.ensure_future(self._run(work, begin))
        either: set[asyncio.Future[Any]] = {thinking, begun}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        return await asyncio.wait_for(thinking, self._think_s)

    def _some_steps(
        self, seating: Session, steps: Iterator[Done], first: First | None, begin: Begin
    ) -> tuple[list[Told], bool]:
        """In the pool: `first`, told at once, then as many actions of agents as are quick; whether that was all.

        What agents do is told by the call that waits for it: one that was too slow is not heard any more.
        """
        if first is not None:
            self._notes, self._coming = self._coming, []
            for seat in first() or ():
                words = [f"{broke_in_words(self.plan.names[seat], you=you)}." for you in (True, False)]
                self._notes.append(Note(seat, *words))
            self._end = None
        begin(None if first is None else self._snapshots(seating))
        told: list[Told] = []
        end = time.perf_counter() + _AT_ONCE_S
        done: Done | None = None
        while not told or time.perf_counter() < end:
            done = next(steps, None)
            if done is None:
                break
            self._note(done)
            told.append(self._snapshots(seating))
        return told, done is None

    async def _play_one_by_one(self) -> Session:
        """After a time out: agents are asked one at a time, so that it is known who is slow. The rules act for them.

        The thread that waits for them can't be stopped: it keeps its copy of the session, and we go on from the
        store's.
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
                        self._send([self._snapshots(seating)])
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
            told = notes.at_fault(self.plan.names[done.seat], done.fault)
            self._notes.append(Note(done.seat, told, told))

    def _snapshots(self, seating: Session) -> Told:
        """What everyone who listens may know now."""
        return {seat: self._message(seating, seat) for seat in self._heard}

    def _tell_all(self, seating: Session, *, hello: bool = False) -> None:
        if hello:
            self._send([{seat: self.hello(seat) for seat in self._heard}])
        self._send([self._snapshots(seating)])

    def _tell_people(self, seating: Session) -> None:
        """News of who is there, who is away, for whom all wait and how long; None where nobody else plays."""
        if not self._presence.is_shared:
            return
        told = self._presence.watch(seating, self._heard)
        self._send([dict.fromkeys(self._heard, told)])

    def _send(self, messages: list[Told]) -> None:
        for listener, seat in tuple(self._listeners.items()):
            try:
                listener.put_nowait([each[seat] for each in messages if seat in each])
            except asyncio.QueueFull:
                self._drop(listener)

    def _drop(self, listener: Listener) -> None:
        self._listeners.pop(listener, None)
        while not listener.empty():
            listener.get_nowait()
        listener.put_nowait(None)

    def _message(self, seating: Session, seat: int) -> Json:
        """Everything that a person may know now."""
        found: Json = {
            "type": "table",
            "turn": seating.turn,
            "hand": seating.number if seating.in_hand else seating.standing.hands,
            "standing": standing_message(self.plan, seating.standing, seat),
            "notes": [each.mine if seat == each.seat else each.theirs for each in tuple(self._notes)],
            "end": None,
        }
        scene = self._scenes[seat]
        if seating.in_hand:
            seen = self._messages.hand(scene, seating.view_of(seat), seating.playing)
            return {**found, "phase": "playing", **seen}
        if self._end is None:
            return {**found, "phase": "empty", "legal": None}
        shown = self._messages.hand(scene, self._end.views[seat], self._end.playing)
        over = self.plan.match and seating.standing.round == 1
        return {**found, "phase": "between", **shown, "end": self._messages.end(self._end, match_over=over)}


class RoomPartner:
    """The partner of a person: it knows them from all their tables, or (in the experiment) only from this one."""

    def __init__(self, of: RoomPlan, store: Store, seat: int) -> None:
        game, known, kind = of.plan.game, of.remembered_as(seat), of.partner_kind
        self._kept = KeptPartner(store, game, known, kind=kind, place=of.place_of(seat)) if known else None
        self._partner: Partner = self._kept.partner if self._kept is not None else make_partner(game, kind=kind)
        self._one_at_a_time = threading.Lock()

    def ask(
        self,
        work: Callable[[Partner, TableObservation, tuple[str, ...]], Returned],
        view: TableObservation,
        names: tuple[str, ...],
    ) -> Returned:
        """Let the partner think about what its person sees, in the thread that asks."""
        with self._one_at_a_time:
            return work(self._partner, view, names)

    def hear(self, view: TableObservation, event: str, number: int) -> None:
        """Learn from a hand that is over."""
        with self._one_at_a_time:
            if self._kept is not None:
                self._kept.hear(view, event, number)
            else:
                self._partner.hand_over(view)


def _stand_in(seating: Session) -> None:
    seating.stand_in(away=True)


def _whole_hand(seating: Session) -> HandEnd:
    """The next hand from its deal to its end, of agents and of people who have left."""
    seating.deal(seating.standing.out)
    while not seating.is_over:
        for _ in seating.play_on():
            pass
        if not seating.is_over:
            seating.stand_in(away=True)
    return seating.end_hand()


def _next_step(steps: Iterator[Done], begin: Begin) -> Done | None:
    begin(None)
    return next(steps, None)
