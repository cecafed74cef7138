"""The server around the application: its sockets and its limits."""

from __future__ import annotations

import contextlib
import gc
import socket
import ssl
import sys
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI

from riverboat.errors import ArenaError
from riverboat.web.connections import Connections, affordable_connections, bound_logs, limited
from riverboat.web.door import MOST_BYTES

SWITCH_S = 0.002
#: Whatever answers requests, by ASGI.
Application = Callable[[MutableMapping[str, Any], Any, Any], Awaitable[None]]


def listen(host: str, port: int) -> list[socket.socket]:
    """A socket that listens, or one line that says why there is none."""
    try:
        kind, protocol = socket.SOCK_STREAM, socket.IPPROTO_TCP
        family, *_, address = socket.getaddrinfo(host, port, type=kind, proto=protocol)[0]
        with contextlib.ExitStack() as opened:
            # By the protocol asyncio knows TCP, and sends small frames at once instead of 40 ms later.
            listener = opened.enter_context(socket.socket(family, kind, protocol))
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(512)
            opened.pop_all()
    except OSError as error:
        reason = error.strerror or str(error)
        raise ArenaError(
            f"{host}:{port} can't be listened on ({reason.lower()}): name another --host or --port"
        ) from None
    return [listener]


def settle_process() -> None:
    """For a process that does nothing but serve, when all is loaded: many tables wait less for one another."""
    # Threads that store a decision give up the interpreter at every step; by default each waits 5 ms to have it again.
    sys.setswitchinterval(SWITCH_S)
    # What is loaded by now stays: looking through all of it for garbage would hold up every table.
    gc.collect()
    gc.freeze()


def check_tls(certificate: Path | None, key: Path | None) -> None:
    """Refuse files that no encrypted connection can be made with."""
    if certificate is None:
        if key is not None:
            raise ArenaError("--tls-key needs --tls-cert: the certificate that the key belongs to")
        return
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password=lambda: "")
    except (OSError, ValueError) as error:
        files = f'"{certificate}"' + (f' with "{key}"' if key else "")
        reason = "it is no certificate with its key in PEM" if isinstance(error, ssl.SSLError) else error
        raise ArenaError(f"{files} can't be used to encrypt: {getattr(reason, 'strerror', reason) or reason}") from None


def make_server(
    app: FastAPI | Application,
    *,
    connections: Connections | None = None,
    tls: tuple[Path | None, Path | None] = (None, None),
) -> uvicorn.Server:
    """A server whose frames are small, and which says nothing while all is well."""
    most = affordable_connections()
    http, sockets = limited(connections or Connections(most=most))
    config = uvicorn.Config(
        app,
        log_level="warning",
        http=http,
        ws=sockets,
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,  # frames are a few kilobytes: packing them costs more than sending them
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=3,
        limit_concurrency=most + 1,
        h11_max_incomplete_event_size=MOST_BYTES,
        server_header=False,
        ssl_certfile=tls[0],
        ssl_keyfile=tls[1],
        proxy_headers=False,
    )
    bound_logs()
    return uvicorn.Server(config)
