"""Many tables at once against a server process of its own: what each message took, and what was lost."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from tests.waiting import PATIENCE_S, until
from tests.web.playing import calling

#: What people play, in turn: of eight tables four of limit Hold'em with six seats, two with agents that remember much
#: and a partner that weighs every decision beforehand, one of no-limit, one of Bluff.
GAMES: tuple[dict[str, Any], ...] = (
    *({},) * 4,
    *({"opponents": ["loki-f", "evolving", "tight-passive"], "partner": True},) * 2,
    {"game": "holdem-nolimit"},
    {"game": "bluff", "dice": 2, "opponents": ["bluff-odds", "bluff-odds"]},
)


@dataclass
class Load:
    """What came of it."""

    waits_s: list[float] = field(default_factory=list)
    acts: int = 0
    hands: int = 0
    kept_hands: int = 0
    memory_mb: list[float] = field(default_factory=list)

    @property
    def p99_ms(self) -> float:
        """So long did 99 of 100 messages take at most."""
        return 1000 * sorted(self.waits_s)[int(0.99 * len(self.waits_s))]

    @property
    def growth(self) -> float:
        """How much more memory at the end than after the first minute (or tenth)."""
        return self.memory_mb[-1] / self.memory_mb[max(1, len(self.memory_mb) // 10)] - 1


@contextlib.contextmanager
def server_process(database: Path) -> Iterator[tuple[str, int]]:
    """`riverboat serve` as a user starts it; its address and process."""
    command = [sys.executable, "-m", "riverboat", "serve", "--port", "0", "--no-browser", "--database", str(database)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            url = line.split(" at ")[1].split()[0].rstrip("/")
            until(lambda: _answers(url), "the server answers")
            yield url, process.pid
        finally:
            process.terminate()
            process.wait(PATIENCE_S)


def _answers(url: str) -> bool:
    with contextlib.suppress(httpx.HTTPError):
        return httpx.get(url, timeout=PATIENCE_S).is_success
    return False


@dataclass(frozen=True)
class Stay:
    """How long a person plays: until a moment, or so many actions, whichever comes first."""

    end: float = float("inf")
    actions: float = float("inf")

    def goes_on(self, done: int) -> bool:
        """Whether one more action is to come."""
        return done < self.actions and time.monotonic() < self.end


async def run_load(
    url: str, pid: int, *, tables: int, every_s: float, for_s: float = float("inf"), actions: float = float("inf")
) -> Load:
    """So many people, each acting every so often, for a time or a number of actions."""
    load = Load()
    stay = Stay(time.monotonic() + for_s, actions)
    memory = asyncio.create_task(_watch_memory(pid, load, every_s=max(1.0, min(for_s, 600) / 60)))
    chance = random.Random(tables)  # people do not act in step: each has moments of his own
    people = [asyncio.create_task(_person(url, load, at, every_s, stay, chance.random())) for at in range(tables)]
    await asyncio.gather(*people)
    memory.cancel()
    load.memory_mb.append(_memory_mb(pid))
    return load


async def _person(url: str, load: Load, number: int, every_s: float, stay: Stay, phase: float) -> None:
    await asyncio.sleep(phase * every_s)
    # No certificates are read for plain http: that would keep 200 people busy for the first ten seconds.
    async with httpx.AsyncClient(base_url=url, timeout=PATIENCE_S, verify=False) as http:
        await http.get("/")
        asked = {"seed": number, **GAMES[number % len(GAMES)]}
        partner = "?partner=1" if asked.pop("partner", False) else ""
        table = (await http.post("/api/tables", json=asked)).json()["id"]
        headers = {"cookie": f"riverboat={http.cookies['riverboat']}"}
        address = f"{url.replace('http', 'ws')}/ws/table/{table}{partner}"
        patience: Any = {"open_timeout": PATIENCE_S, "ping_interval": None}
        async with connect(
            address, origin=Origin(url), additional_headers=headers, max_size=None, **patience
        ) as socket:
            hands = await _play(socket, load, every_s, stay, phase)
        kept = (await http.get(f"/api/tables/{table}/hands")).json()["count"]
        load.hands += hands
        load.kept_hands += kept


async def _play(socket: ClientConnection, load: Load, every_s: float, stay: Stay, phase: float) -> int:
    now: dict[str, Any] = {}
    while not (now and (now["legal"] or now["phase"] == "between")):
        now = await _hear(socket, now)
    finished = int(now["phase"] == "between")  # all had folded before it was his turn
    coming = (time.monotonic() // every_s + phase) * every_s
    done = 0
    while stay.goes_on(done):
        done += 1
        coming += every_s
        await asyncio.sleep(max(0, coming - time.monotonic()))
        over = now["phase"] == "between"
        said = {"type": "deal"} if over else {"type": "act", "action": calling(now)}
        sent = time.monotonic()
        await socket.send(json.dumps({**said, "turn": now["turn"]}))
        was, now = now, {}
        now = await _hear(socket, now)  # one's own action, stored and shown: agents think after that
        load.waits_s.append(time.monotonic() - sent)
        load.acts += 1
        assert now["turn"] != was["turn"] or over, "an action was lost"
        while not (now["legal"] or now["phase"] == "between"):
            now = await _hear(socket, now)
        finished += now["phase"] == "between"
    return finished


async def _hear(socket: ClientConnection, now: dict[str, Any]) -> dict[str, Any]:
    """The last snapshot of the next frame that has one; what the partner says comes between them."""
    while True:
        frame = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE_S))
        for told in frame:
            assert told["type"] != "error", told
            now = told if told["type"] == "table" else now
        if any(told["type"] == "table" for told in frame):
            return now


async def _watch_memory(pid: int, load: Load, *, every_s: float) -> None:
    while True:
        load.memory_mb.append(_memory_mb(pid))
        await asyncio.sleep(every_s)


def _memory_mb(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
