"""Connections that ask for nothing: they are let go, and the page stays open for those who ask."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from riverboat.web import connections as module
from riverboat.web import door as guarding
from riverboat.web.connections import SPARE_FILES, Connections, LogLimit, affordable_connections
from riverboat.web.routes import table as table_socket
from tests.web.playing import Person, serving

PATIENCE_S = 60


def _connect(url: str) -> socket.socket:
    parts = urlsplit(url)
    return socket.create_connection((parts.hostname, parts.port), timeout=PATIENCE_S)


def _read_to_its_end(line: socket.socket) -> bytes:
    """What comes until the other side hangs up."""
    found = b""
    with contextlib.suppress(ConnectionError):
        while piece := line.recv(65536):
            found += piece
    return found


_ASK = b"GET /static/icon.svg HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: 127",
        _ASK + b"\r\n" + b"GET / HT",
        b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{",
    ],
    ids=["nothing", "half a request", "one and a half", "half a body"],
)
def test_who_does_not_ask_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: bytes) -> None:
    monkeypatch.setattr(guarding, "BODY_S", 0.3)
    with (
        serving(str(tmp_path / "hands.db"), connections=Connections(first_request_s=0.3)) as url,
        _connect(url) as line,
    ):
        line.sendall(said)
        _read_to_its_end(line)


def test_a_body_that_came_while_we_were_busy_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long we did not look: the client was not silent."""
    monkeypatch.setattr(guarding, "BODY_S", 0.2)
    monkeypatch.setattr(guarding, "LOOK_S", 0.1)

    async def ask() -> list[str]:
        body: asyncio.Queue[dict[str, object]] = asyncio.Queue()
        hurried = guarding._hurried(body.get)
        reading = asyncio.ensure_future(hurried())
        await asyncio.sleep(0)
        body.put_nowait({"type": "http.request", "more_body": True})
        time.sleep(0.5)  # the whole loop is busy
        first = await reading
        time.sleep(0.5)
        body.put_nowait({"type": "http.request", "more_body": True})
        second = await hurried()
        silent = await hurried()
        return [str(each["type"]) for each in (first, second, silent)]

    with ThreadPoolExecutor(1) as pool:
        told = pool.submit(asyncio.run, ask()).result()
    assert told == ["http.request", "http.request", "http.disconnect"]


def test_silent_connections_leave_the_page_usable(tmp_path: Path) -> None:
    with contextlib.ExitStack() as held, serving(str(tmp_path / "hands.db"), connections=Connections(most=150)) as url:
        silent = [held.enter_context(_connect(url)) for _ in range(300)]
        assert httpx.get(url).status_code == 200
        person = Person(url)
        with person.line(person.sit(seed=1)) as line:
            line.play_hand()
        for each in silent[: 300 - module.MOST_SILENT]:  # the oldest were let go for those who came later
            assert _read_to_its_end(each) == b""
        person.close()


class _Silent:
    """A connection that can be dropped."""

    def __init__(self, house: Connections, address: str) -> None:
        self.house, self.address, self.dropped = house, address, False

    def drop(self) -> None:
        self.dropped = True
        self.house.heard(self.address, self)  # type: ignore[arg-type]
        self.house.leave(self.address)


def _joined(house: Connections, address: str) -> _Silent:
    assert house.join(address)
    silent = _Silent(house, address)
    house.wait_for(address, silent)  # type: ignore[arg-type]
    return silent


def test_nobody_holds_all_connections() -> None:
    house = Connections(most=10, each=6, silent=4)
    assert [house.join("a") for _ in range(8)] == [True] * 6 + [False] * 2
    quiet = [_joined(house, "b") for _ in range(4)]
    assert house.join("c")  # a silent one makes place
    assert [each.dropped for each in quiet] == [True, False, False, False]
    for each in quiet[1:]:
        house.heard("b", each)  # type: ignore[arg-type]
    assert not house.join("c")
    house.leave("a")
    assert house.join("c")


def test_of_too_many_silent_ones_the_oldest_goes() -> None:
    house = Connections(silent=3)
    quiet = [_joined(house, "a") for _ in range(5)]
    assert [each.dropped for each in quiet] == [True, True, False, False, False]


def test_files_are_not_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = [(1024, 4096)]
    fake = SimpleNamespace(
        RLIMIT_NOFILE=7, RLIM_INFINITY=-1, getrlimit=lambda _: limits[-1], setrlimit=lambda _, now: limits.append(now)
    )
    monkeypatch.setitem(sys.modules, "resource", fake)
    assert affordable_connections() == 2000
    assert limits[-1] == (4096, 4096)
    limits.append((1024, 1024))
    assert affordable_connections() == 1024 - SPARE_FILES


def test_logs_are_bounded(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("riverboat.web.door.time.monotonic", lambda: now[0])
    logger = logging.getLogger("riverboat.tests.bounded")
    logger.addFilter(LogLimit(burst=5, per_second=0.1))
    for _ in range(1000):
        logger.error("out of files")
    assert len(caplog.records) == 5
    now[0] = 10.0
    logger.error("out of files")
    assert caplog.records[-1].getMessage() == "out of files (995 lines before this one were left out)"


def test_the_loggers_of_a_server_are_bounded(server: str) -> None:
    for name in ("uvicorn.error", "asyncio"):
        assert any(isinstance(each, LogLimit) for each in logging.getLogger(name).filters)


def test_a_person_has_so_many_sockets(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_socket, "MOST_SOCKETS", 3)
    table = person.sit(seed=1)
    with contextlib.ExitStack() as lines:
        for _ in range(3):
            lines.enter_context(person.line(table))
        with pytest.raises(ConnectionClosed) as refused:
            person.line(table)
        assert refused.value.rcvd is not None
        assert refused.value.rcvd.code == 4029
    _until_open(person, table)


def _until_open(person: Person, table: str) -> None:
    """Those that were closed make place for others, as soon as the server has heard of it."""
    for _ in range(1000):
        with contextlib.suppress(ConnectionClosed), person.line(table) as line:
            line.until_asked()
            return
    raise AssertionError("no socket came free")


def test_an_idle_socket_is_closed(tmp_path: Path) -> None:
    with serving(str(tmp_path / "hands.db"), idle_s=0.3) as url:
        person = Person(url)
        with person.line(person.sit(seed=1)) as line, pytest.raises(ConnectionClosed) as closed:
            line.drain()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4010
        person.close()
