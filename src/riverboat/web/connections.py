"""Connections and their limits: a visitor who connects and asks for nothing is let go, and nobody holds all of them.

uvicorn closes a connection that stays idle after an answer; one that never asks, or asks half, it keeps for ever.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from riverboat.web.door import Bucket

MOST_CONNECTIONS = 2_000
MOST_OF_AN_ADDRESS = 1_000
#: That have asked for nothing yet: of an address. When one more comes, the oldest goes.
MOST_SILENT = 100
FIRST_REQUEST_S = 10.0
#: Files that the store, the listener and its queue of those not yet greeted need beside the connections.
SPARE_FILES = 700
_WANTED_FILES = 8_192


class Connections:
    """All connections of one server."""

    def __init__(
        self,
        *,
        most: int = MOST_CONNECTIONS,
        each: int = MOST_OF_AN_ADDRESS,
        silent: int = MOST_SILENT,
        first_request_s: float = FIRST_REQUEST_S,
    ) -> None:
        self.first_request_s = first_request_s
        self._most, self._each, self._most_silent = most, each, silent
        self._of: Counter[str] = Counter()
        self._silent: dict[str, dict[Any, None]] = {}  # by address, the oldest first

    def join(self, address: str) -> bool:
        """One more; whether there is room for it."""
        if self._of.total() >= self._most or self._of[address] >= self._each:
            return self._drop_oldest(address) and self.join(address)
        self._of[address] += 1
        return True

    def leave(self, address: str) -> None:
        """One less."""
        self._of[address] -= 1
        if self._of[address] <= 0:
            del self._of[address]

    def wait_for(self, address: str, protocol: LimitedHttp) -> None:
        """This one has to ask for something, soon; if too many of its address have not, the oldest goes."""
        waiting = self._silent.setdefault(address, {})
        waiting[protocol] = None
        if len(waiting) > self._most_silent:
            self._drop_oldest(address)

    def heard(self, address: str, protocol: LimitedHttp) -> None:
        """It has asked, or is gone."""
        waiting = self._silent.get(address, {})
        waiting.pop(protocol, None)
        if not waiting:
            self._silent.pop(address, None)

    def _drop_oldest(self, address: str) -> bool:
        """Let a silent one of this address go, or of another where this has none."""
        for waiting in (self._silent.get(address), *self._silent.values()):
            if waiting:
                next(iter(waiting)).drop()
                return True
        return False


class LimitedHttp(H11Protocol):
    """A connection that is waited for only so long."""

    house: Connections  # set by `limited`
    _address, _joined = "", False
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Greet it, if there is room."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self._joined = self.house.join(self._address)
        if self._joined:
            self._wait()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Listen to it, and know when a request has begun."""
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before:
            self._heard()

    def on_response_complete(self) -> None:
        """Wait for what it asks next."""
        before = self.cycle
        super().on_response_complete()
        if self.cycle is before and self._joined:
            self._wait()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """It becomes a WebSocket, which is counted on its own."""
        self._leave()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self._leave()
        super().connection_lost(exc)

    def drop(self) -> None:
        """Let it go now."""
        self._leave()
        self.transport.abort()

    def _wait(self) -> None:
        self._heard()
        self._timer = self.loop.call_later(self.house.first_request_s, self.drop)
        self.house.wait_for(self._address, self)

    def _heard(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self.house.heard(self._address, self)

    def _leave(self) -> None:
        self._heard()
        if self._joined:
            self._joined = False
            self.house.leave(self._address)


class LimitedSocket(WebSocketsSansIOProtocol):
    """A WebSocket, counted among its address's connections."""

    house: Connections
    _address, _joined = "", False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Greet it, if there is room."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self._joined = self.house.join(self._address)
        if not self._joined:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        if self._joined:
            self.house.leave(self._address)
        super().connection_lost(exc)


def limited(house: Connections) -> tuple[type[LimitedHttp], type[LimitedSocket]]:
    """The protocols of a server whose connections these are."""
    http = type("Http", (LimitedHttp,), {"house": house})
    sockets = type("Socket", (LimitedSocket,), {"house": house})
    return http, sockets


def affordable_connections() -> int:
    """How many connections there may be: as many files may be opened as the system allows, and some are needed."""
    try:
        import resource
    except ImportError:  # not on Windows, which has no such limit
        return MOST_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < _WANTED_FILES:
        soft = _WANTED_FILES if hard == resource.RLIM_INFINITY else min(hard, _WANTED_FILES)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    free = MOST_CONNECTIONS if soft == resource.RLIM_INFINITY else soft - SPARE_FILES
    return max(50, min(MOST_CONNECTIONS, free))


class LogLimit(logging.Filter):
    """Lets this many records through at once and one now and then; the next one says how many were left out."""

    def __init__(self, *, burst: int = 50, per_second: float = 0.1) -> None:
        super().__init__()
        self._bucket = Bucket(burst, per_second)
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this one is written."""
        if not self._bucket.take():
            self._left_out += 1
            return False
        if self._left_out:
            record.msg = f"{record.msg} ({self._left_out:,} lines before this one were left out)"
            self._left_out = 0
        return True


def bound_logs() -> None:
    """Whatever happens a thousand times a second is not written a thousand times a second."""
    for name in ("uvicorn.error", "asyncio", "concurrent.futures"):
        logger = logging.getLogger(name)
        if not any(isinstance(each, LogLimit) for each in logger.filters):
            logger.addFilter(LogLimit())
