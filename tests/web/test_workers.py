"""Shares of threads: one visitor does not hold up the others, and waiting in line is not thinking."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from riverboat.tables import Session
from riverboat.web import lobby as hall_module
from riverboat.web import room as room_module
from riverboat.web.lobby import Lobby
from riverboat.web.requests import NewTable
from riverboat.web.routes import table as table_routes
from riverboat.web.routes import watch as watch_routes
from riverboat.web.workers import ASKING, Crowded, Workers
from tests.web.playing import Json, Person, calling

PATIENCE_S = 60


def _run(work: Coroutine[Any, Any, Any]) -> Any:
    """In a thread of its own: a browser test may have left an event loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


async def _for(who: str, work: Coroutine[Any, Any, Any]) -> Any:
    ASKING.set(who)
    return await work


def _held(go_on: threading.Event, begun: list[int]) -> None:
    begun.append(1)
    assert go_on.wait(PATIENCE_S)


def test_one_person_never_has_all_threads() -> None:
    async def play() -> None:
        workers, go_on, begun = Workers("test", 2, each=1), threading.Event(), list[int]()
        greedy = [asyncio.create_task(_for("greedy", workers.run(_held, go_on, begun))) for _ in range(10)]
        assert await _for("modest", workers.run(lambda: "done")) == "done"  # all ten were in line before
        assert len(begun) <= 1
        go_on.set()
        await asyncio.gather(*greedy)
        assert len(begun) == 10
        workers.close()

    _run(play())


def test_who_has_too_much_in_line_is_refused_and_what_nobody_waits_for_is_not_done() -> None:
    async def play() -> None:
        workers, go_on, begun = Workers("test", 1, each=1, most=2, in_all=3), threading.Event(), list[int]()
        running, waiting = (asyncio.create_task(_for("a", workers.run(_held, go_on, begun))) for _ in range(2))
        while not begun:
            await asyncio.sleep(0)
        with pytest.raises(Crowded, match="2 things of yours"):
            await _for("a", workers.run(len, ""))
        other = asyncio.create_task(_for("b", workers.run(_held, go_on, begun)))
        await asyncio.sleep(0)
        with pytest.raises(Crowded, match="too much"):
            await _for("c", workers.run(len, ""))
        for gone in (waiting, other):
            gone.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await gone
        go_on.set()
        await running
        assert await _for("c", workers.run(len, "")) == 0
        assert begun == [1]
        workers.close()

    _run(play())


class _Blocked:
    """Watching that goes on for as long as one likes."""

    def __init__(self) -> None:
        self.begun, self.go_on, self.count = threading.Event(), threading.Event(), 0

    def __call__(self, *_: object, **__: object) -> Json:
        self.count += 1
        self.begun.set()
        assert self.go_on.wait(PATIENCE_S)
        return {}


@pytest.fixture
def blocked(monkeypatch: pytest.MonkeyPatch) -> Iterator[_Blocked]:
    watch = _Blocked()
    monkeypatch.setattr(watch_routes, "watch", watch)
    yield watch
    watch.go_on.set()


def test_others_play_on_while_one_watches_as_much_as_he_can(server: str, person: Person, blocked: _Blocked) -> None:
    flooder, body = Person(server), {"agents": ["always-raise"] * 10, "hands": 20}
    with ThreadPoolExecutor(12) as pool:
        asked = [pool.submit(flooder.http.post, "/api/watch", json=body) for _ in range(12)]
        assert blocked.begun.wait(PATIENCE_S)
        refused = [each.result() for each in asked if each.done()]
        with person.line(person.sit(seed=1)) as line:
            line.play_hand()  # nobody waits for the twelve
        blocked.go_on.set()
        answers = [each.result() for each in asked]
    assert {answer.status_code for answer in answers} == {200, 429}
    assert all(answer.status_code == 429 for answer in refused)
    assert all("wait" in answer.json()["detail"] for answer in answers if answer.status_code == 429)
    flooder.close()


def test_who_hangs_up_is_not_worked_for(server: str, blocked: _Blocked) -> None:
    people = [Person(server) for _ in range(hall_module.HEAVY_WORKERS + 1)]
    body = {"agents": ["always-raise"] * 2}
    with ThreadPoolExecutor(len(people)) as pool:
        held = [pool.submit(each.http.post, "/api/watch", json=body) for each in people[:-1]]
        while blocked.count < hall_module.HEAVY_WORKERS:
            time.sleep(0.01)
        with pytest.raises(httpx.ReadTimeout):
            people[-1].http.post("/api/watch", json=body, timeout=httpx.Timeout(PATIENCE_S, read=0.5))
        people[-1].close()
        people[0].ask("/lobby")  # by now the server has heard that he is gone
        blocked.go_on.set()
        assert {each.result().status_code for each in held} == {200}
    people[0].ask("/watch", method="POST", body=body)
    assert blocked.count == hall_module.HEAVY_WORKERS + 1
    for each in people:
        each.close()


def test_a_person_plays_one_tournament_at_a_time(server: str, person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def lines(_: object) -> Iterator[str]:
        begun.set()
        go_on.wait(PATIENCE_S)
        yield "{}\n"

    monkeypatch.setattr(watch_routes, "_lines", lines)
    body = {"agents": ["random"]}
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(person.ask, "/tournament", method="POST", body=body)
        assert begun.wait(PATIENCE_S)
        assert (
            "another tournament of yours" in person.ask("/tournament", method="POST", body=body, status=429)["detail"]
        )
        go_on.set()
        first.result()


def test_waiting_in_line_is_not_thinking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall_module, "WORKERS", 1)
    monkeypatch.setattr(room_module, "_AT_ONCE_S", 0)  # every action of an agent is a visit of its own

    async def play() -> list[str]:
        hall, busy = Lobby(str(tmp_path / "hands.db"), think_s=0.4), True

        async def keep_busy() -> None:
            while busy:
                await hall.run(time.sleep, 0.5)

        crowd = [asyncio.create_task(_for(who, keep_busy())) for who in "ab"]
        ASKING.set("person")
        table, _ = await hall.open_table("person", NewTable(opponents=["always-call"], seed=4))
        room = await hall.room("person", table)
        listener, heard = await room.join(), list[str]()
        for _ in range(3):
            now = await room.now()
            await room.act(now["turn"], "call" if now["legal"]["to_call"] else "check")
        busy = False
        await asyncio.gather(*crowd)
        while not listener.empty():
            heard += [note for told in listener.get_nowait() or () for note in told["notes"]]
        await hall.close()
        return heard

    assert not [note for note in _run(play()) if "too slow" in note]


def test_a_slow_store_does_not_let_the_rules_act_for_the_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Agents had acted and the store was slow: the rules were to act for whoever came next, who was no agent."""
    keep, slow = Session._keep, [0]

    def slowly(self: Session) -> None:
        if slow[0]:
            slow[0] -= 1
            time.sleep(1.0)
        keep(self)

    monkeypatch.setattr(Session, "_keep", slowly)

    async def play() -> Json:
        hall = Lobby(str(tmp_path / "hands.db"), think_s=0.3)
        table, _ = await hall.open_table("person", NewTable(opponents=["always-call"], seed=4))
        room = await hall.room("person", table)
        await room.join()
        now = await room.now()
        slow[0] = 4
        await room.act(now["turn"], "call" if now["legal"]["to_call"] else "check")
        now = await room.now()
        await hall.close()
        return now

    now = _run(play())
    assert now["legal"] or now["phase"] == "between"
    assert not now["notes"]


def test_rooms_are_closed_where_they_take_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall_module, "MOST_ROOM_BYTES", 60_000_000)

    async def play() -> None:
        hall = Lobby(str(tmp_path / "hands.db"))
        tables = [(await hall.open_table("p", NewTable(opponents=["evolving"] * 9)))[0] for _ in range(6)]
        rooms = [(await hall.room("p", table)).room for table in tables]
        assert rooms[0].memory_bytes > 10_000_000
        assert sum(room.memory_bytes for room in hall._rooms.values()) <= 60_000_000
        assert (await hall.room("p", tables[0])).room is not rooms[0]
        room_list = [(await hall.room("p", table)).room for table in tables[:4]]
        for room in room_list:
            room._listeners[asyncio.Queue()] = 0  # somebody is in each
        with pytest.raises(Crowded, match="all rooms are taken"):
            await hall.room("p", tables[5])
        for room in room_list:
            room._listeners.clear()
        await hall.close()

    _run(play())


def test_the_table_goes_on_while_the_partner_thinks(
    person: Person, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, enough = threading.Event(), threading.Event()
    request.addfinalizer(enough.set)

    def slow(*_: object) -> Json:
        begun.set()
        enough.wait(PATIENCE_S)
        return {}

    monkeypatch.setattr(table_routes, "beforehand", slow)
    with person.line(f"{person.sit()}?partner=1") as line:
        while line.until_asked()["phase"] == "between":
            line.deal()
        assert begun.wait(PATIENCE_S)
        turn = line.now["turn"]
        assert line.act(calling(line.now))["turn"] > turn
        assert not enough.is_set()
        enough.set()
