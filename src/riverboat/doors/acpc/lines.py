"""A connection that speaks in lines: never waited for longer than its time, and never fed or read without bound."""

from __future__ import annotations

import contextlib
import select
import socket
import time

from riverboat.errors import ArenaError, BotError

#: The longest line of the protocol: twelve players who raise 64 times a street stay below it.
LONGEST_LINE = 8192
_CHUNK = 65536


class LineSocket:
    """One end of a connection; whatever goes wrong on the other is a BotError."""

    def __init__(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        with contextlib.suppress(OSError):  # not there at a socket that is none of TCP
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket = connection
        self._heard = b""

    def send(self, lines: str, seconds: float) -> None:
        """Send whole lines, each with its end."""
        data = lines.encode()
        deadline = time.monotonic() + seconds
        while data:
            try:
                data = data[self._socket.send(data) :]
            except (BlockingIOError, InterruptedError):
                if not select.select([], [self._socket], [], max(0.0, deadline - time.monotonic()))[1]:
                    raise BotError(f"did not read for {seconds:g} s what it was sent") from None
            except OSError as error:
                raise BotError(_closed(error)) from None

    def receive(self, seconds: float) -> str:
        """The next line, without its end."""
        deadline = time.monotonic() + seconds
        while b"\n" not in self._heard:
            if len(self._heard) > LONGEST_LINE:
                raise BotError(f"wrote more than {LONGEST_LINE} bytes without ending a line")
            if not select.select([self._socket], [], [], max(0.0, deadline - time.monotonic()))[0]:
                raise BotError(f"gave no answer within {seconds:.3g} s")
            try:
                chunk = self._socket.recv(_CHUNK)
            except (BlockingIOError, InterruptedError):
                continue
            except OSError as error:
                raise BotError(_closed(error)) from None
            if not chunk:
                raise BotError("closed its connection")
            self._heard += chunk
        line, _, self._heard = self._heard.partition(b"\n")
        if len(line) > LONGEST_LINE:
            raise BotError(f"wrote a line of more than {LONGEST_LINE} bytes")
        return line.decode("utf-8", "replace").rstrip("\r")

    def close(self) -> None:
        """Let go."""
        self._socket.close()


def _closed(error: OSError) -> str:
    return f"closed its connection ({(error.strerror or str(error)).lower()})"


def listen_on(host: str, port: int) -> socket.socket:
    """A socket that waits for one player; 0 takes a free port."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(1)
        except OSError:
            listener.close()
            raise
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ArenaError(f"{host}:{port} can't be listened on ({reason.lower()}): name another port") from None
    return listener


def port_of(listener: socket.socket) -> int:
    """The port that a socket waits at."""
    return int(listener.getsockname()[1])


def accept(listener: socket.socket, seconds: float | None) -> LineSocket:
    """The player that connects; `seconds` may be None, to wait for as long as it takes."""
    if not select.select([listener], [], [], seconds)[0]:
        raise BotError(f"did not connect within {seconds:g} s")
    connection, _ = listener.accept()
    return LineSocket(connection)


def connect(host: str, port: int, seconds: float) -> LineSocket:
    """A connection to a dealer."""
    try:
        return LineSocket(socket.create_connection((host, port), timeout=seconds))
    except OSError as error:
        reason = error.strerror or str(error)
        raise ArenaError(f"no dealer at {host}:{port} ({reason.lower()}): start it first, or name another") from None
