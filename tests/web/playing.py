"""A person at the page without a browser: HTTP and a WebSocket, and a line that plays by itself."""

from __future__ import annotations

import contextlib
import json
import threading
from collections import deque
from collections.abc import Iterator
from typing import Any

import httpx
import uvicorn
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from riverboat.studies.partner_people import CHECK
from riverboat.web.application import create_app
from riverboat.web.connections import Connections
from riverboat.web.serving import listen, make_server
from tests.waiting import PATIENCE_S, until

Json = dict[str, Any]


@contextlib.contextmanager
def serving(
    database: str, *, connections: Connections | None = None, silence_s: float = PATIENCE_S, **options: Any
) -> Iterator[str]:
    """A real server on a free port, in a thread; its address. Nothing is too often or too slow for it."""
    patient = {"requests_per_s": 5000, "messages_per_s": 5000, "think_s": PATIENCE_S}
    app = create_app(database, **{**patient, **options})
    app.state.silence_s = silence_s
    with run_server(make_server(app, connections=connections)) as port:
        yield f"http://127.0.0.1:{port}"


@contextlib.contextmanager
def run_server(server: uvicorn.Server) -> Iterator[int]:
    """Run it in a thread; its port."""
    sockets = listen("127.0.0.1", 0)
    thread = threading.Thread(target=server.run, kwargs={"sockets": sockets}, daemon=True)
    thread.start()
    until(lambda: server.started or not thread.is_alive(), "the server starts")
    assert server.started, "the server did not start"
    try:
        yield sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        # On a busy machine agents may still be thinking; their loop must end before its sockets do.
        thread.join(PATIENCE_S)
        assert not thread.is_alive(), "the server did not end"
        sockets[0].close()


class Person:
    """Somebody with a cookie of his own. Everything that reaches him is kept in `heard`."""

    def __init__(self, url: str, *, token: str | None = None) -> None:
        self.url = url
        self.heard: list[str] = []
        self.http = httpx.Client(base_url=url, timeout=PATIENCE_S, cookies={"riverboat": token} if token else None)
        if token is None:
            self.http.get("/")
        self.token = self.http.cookies["riverboat"]

    def ask(self, path: str, *, method: str = "GET", body: Json | None = None, status: int = 200) -> Any:
        answer = self.http.request(method, f"/api{path}", json=body)
        assert answer.status_code == status, answer.text
        self.heard.append(answer.text)
        return answer.json() if answer.headers.get("content-type", "").startswith("application/json") else answer.text

    def sit(self, **asked: Any) -> str:
        found: str = self.ask("/tables", method="POST", body=asked, status=201)["id"]
        return found

    def line(self, table: str, **options: Any) -> Line:
        return Line(self, table, **options)

    def close(self) -> None:
        self.http.close()


def _messages_in(frame: str) -> Iterator[str]:
    """The messages of a frame, as they were written."""
    read, at = json.JSONDecoder().raw_decode, 1
    while at < len(frame):
        _, end = read(frame, at)
        yield frame[at:end]
        at = end + 1  # over the comma or the bracket


class Line:
    """An open table."""

    def __init__(self, person: Person, table: str, *, origin: str | None = None) -> None:
        self.person, self.table = person, table
        self.now: Json = {}
        self.snapshots: list[Json] = []
        self._unread: deque[str] = deque()  # of the last frame
        address = f"{person.url.replace('http', 'ws')}/ws/table/{table}"
        headers = {"cookie": f"riverboat={person.token}"}
        opening = connect(
            address,
            origin=Origin(origin or person.url),
            additional_headers=headers,
            max_size=None,
            open_timeout=PATIENCE_S,
            ping_interval=None,  # a server that is busy for long has not gone
        )
        self._open = contextlib.ExitStack()
        self.socket: ClientConnection = self._open.enter_context(opening)
        hello = self.hear()
        assert hello["type"] == "hello"
        self.told: Json = hello["table"]  # what the table is, from this seat

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def hear(self, patience_s: float = PATIENCE_S) -> Json:
        if not self._unread:
            frame = self.socket.recv(timeout=patience_s)
            assert isinstance(frame, str)
            self._unread.extend(_messages_in(frame))
        self.person.heard.append(self._unread[0])
        told: Json = json.loads(self._unread.popleft())
        if told["type"] == "table":
            self.now = told
            self.snapshots.append(told)
        return told

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def until_asked(self) -> Json:
        """Listen until something has to be decided; the snapshot that says so."""
        while not (self.now and (self.now["legal"] or self.now["phase"] == "between")):
            self.hear()
        return self.now

    def act(self, action: str) -> Json:
        """Do something and wait for the next decision."""
        turn = self.now["turn"]
        self.say(type="act", turn=turn, action=action)
        while self.now["turn"] == turn or not (self.now["legal"] or self.now["phase"] == "between"):
            told = self.hear()
            assert told["type"] in ("table", "people"), told
        return self.now

    def deal(self) -> Json:
        turn, hand = self.now["turn"], self.now["hand"]
        self.say(type="deal", turn=turn)
        while self.now["hand"] == hand or not (self.now["legal"] or self.now["phase"] == "between"):
            self.hear()
        return self.now

    def drain(self, most: int = 1000) -> None:
        """Listen until there is nothing more."""
        for _ in range(most):
            self.hear()

    def play_hand(self, choose: Any = None) -> Json:
        """Play the hand to its end; by default checking and calling."""
        self.until_asked()
        if self.now["phase"] == "between":
            self.deal()
        while self.now["phase"] != "between":
            self.act((choose or calling)(self.now))
        return self.now


def calling(now: Json) -> str:
    """Check or call, bet where one must, turn the first card."""
    legal = now["legal"]
    if "pass" in legal["kinds"]:
        return "pass"
    if "bids" in legal:
        return "bluff" if "bluff" in legal["kinds"] else "bid {}-{}".format(*legal["bids"][0])
    for kind in ("check", "call", "bring-in"):
        if kind in legal["kinds"]:
            return kind
    if "cards" in legal:
        return f"reveal {legal['cards'][0]}"
    return f"{legal['raise']['kind']} {legal['raise']['min']}"


def begin_study(person: Person) -> Json:
    """Consent and every question about the rules answered right; what comes then, with a table for practice."""
    person.ask("/experiment", method="POST", body={"consent": True}, status=201)
    right = {key: answer for key, (_, _, answer) in CHECK.items()}
    found: Json = person.ask("/experiment/check", method="POST", body={"answers": right})
    return found
