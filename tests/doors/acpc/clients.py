"""Players of the competition's protocol for the tests: a good one, by a second reading of it, and many bad ones."""

from __future__ import annotations

import contextlib
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

_STATE = re.compile(r"MATCHSTATE:(\d+):(\d+):([^:]*):(.*)")

#: How a client answers: given the dealer's line and the number of its answers so far, what it sends (bytes).
Answers = Callable[[str, int], bytes]


def acts(line: str, *, limit: bool = True, stack: int = 20_000) -> bool:
    """Whether it is the viewer's turn: a second reading of the protocol, by counting alone. Blinds as usual."""
    found = _STATE.fullmatch(line)
    assert found is not None, line
    position, betting, cards = int(found[1]), found[3], found[4]
    seats = cards.split("/")[0].count("|") + 1
    return turn(betting, seats, limit=limit, stack=stack) == position


def turn(betting: str, seats: int, *, limit: bool, stack: int) -> int | None:
    """Who acts after these letters; None where the hand is over."""
    small, big = (5, 10) if limit else (50, 100)
    spent = [0] * seats
    spent[0], spent[1] = (big, small) if seats == 2 else (small, big)
    folded = [False] * seats
    streets = betting.split("/")
    for street, letters in enumerate(streets):
        first = (1 if seats == 2 else 2 % seats) if street == 0 else 0
        size = (10 if limit and street < 2 else 20) if limit else 0
        done = [False] * seats
        at = first
        actions = re.findall(r"f|c|r\d*", letters)
        for number in range(len(actions) + 1):
            able = [seat for seat in range(seats) if not folded[seat] and (limit or spent[seat] < stack)]
            while at not in able and able:
                at = (at + 1) % seats
            alive = seats - sum(folded)
            open_ = [seat for seat in able if not done[seat] or spent[seat] < max(spent)]
            if number == len(actions):
                last = street == len(streets) - 1
                if not last:
                    break
                if alive == 1 or not open_ or (len(able) == 1 and spent[able[0]] == max(spent)):
                    return None
                return at
            action = actions[number]
            if action == "f":
                folded[at] = True
            elif action == "c":
                spent[at] = max(spent)
            else:
                spent[at] = max(spent) + size if limit else int(action[1:])
            done[at] = True
            at = (at + 1) % seats
    raise AssertionError(betting)


def caller(line: str, _count: int) -> bytes:
    """Calls whatever comes."""
    return f"{line}:c\r\n".encode()


class Client(threading.Thread):
    """A player that connects, says its version and answers where it is its turn."""

    def __init__(
        self, port: int, answers: Answers = caller, *, limit: bool = True, hello: bytes = b"VERSION:2.0.0\r\n"
    ) -> None:
        super().__init__(daemon=True)
        self._port, self._answers, self._limit, self._hello = port, answers, limit, hello
        self.heard: list[str] = []
        self.start()

    def run(self) -> None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self._port), timeout=60) as line:
            line.sendall(self._hello)
            count = 0
            for text in lines_of(line):
                self.heard.append(text)
                if acts(text, limit=self._limit):
                    answer = self._answers(text, count)
                    count += 1
                    if answer == b"LEAVE":
                        return
                    line.sendall(answer)


class Raw(threading.Thread):
    """A client that does what a function does with its socket."""

    def __init__(self, port: int, does: Callable[[socket.socket], Any]) -> None:
        super().__init__(daemon=True)
        self._port, self._does = port, does
        self.start()

    def run(self) -> None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self._port), timeout=60) as line:
            self._does(line)
            with contextlib.suppress(OSError):
                while line.recv(65536):
                    pass


def lines_of(line: socket.socket) -> Iterator[str]:
    """What the dealer says, line by line."""
    heard = b""
    while chunk := line.recv(65536):
        heard += chunk
        *whole, heard = heard.split(b"\r\n")
        yield from (each.decode() for each in whole)


def first_state(line: socket.socket) -> str:
    """Say the version and wait for the first state."""
    line.sendall(b"VERSION:2.0.0\r\n")
    return next(lines_of(line))


def drip(line: socket.socket) -> None:
    """One byte after another, never an end of a line."""
    first_state(line)
    for _ in range(100):
        line.sendall(b"M")
        time.sleep(0.02)
