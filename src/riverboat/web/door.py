"""The door: who may ask, how much, how often, and what a browser is told it may load.

One ASGI layer around the whole application, for HTTP and WebSocket alike. It knows nothing of games.
"""

from __future__ import annotations

import asyncio
import base64
import hmac
import ipaddress
import json
import socket
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from riverboat.web.own.uploads import PIECE_BYTES
from riverboat.web.texts import refusals
from riverboat.web.visitors import DOOR, Identities, cookie_header, cookies_of, owner_of
from riverboat.web.workers import ASKING

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_BYTES = 16 * 1024  # of a frame, and of a request's body
#: Where files are sent in pieces, which may be larger, with a line before the content.
UPLOAD_PATH = "/api/own/files"
_MOST_UPLOADED = PIECE_BYTES + 64 * 1024
BODY_S, LOOK_S = 10.0, 0.25
LOOPBACK = ("127.0.0.1", "localhost", "::1")
_KNOWN_VISITORS = 20_000

#: Nothing comes from anywhere else, and nobody puts us into a frame.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)


@dataclass
class Bucket:
    """This many things at once, and this many a second after that."""

    burst: float
    per_second: float
    level: float = field(init=False)
    since: float = field(init=False)

    def __post_init__(self) -> None:
        self.level, self.since = self.burst, time.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.since) * self.per_second)
        self.since = now
        if self.level < cost:
            return False
        self.level -= cost
        return True


class RateLimits:
    """A bucket for each who asks; those not seen for long are forgotten."""

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst, self._per_second = burst, per_second
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str, cost: float = 1.0) -> bool:
        """Whether this one may do one more thing now."""
        bucket = self._buckets.setdefault(who, Bucket(self._burst, self._per_second))
        self._buckets.move_to_end(who)
        while len(self._buckets) > _KNOWN_VISITORS:
            self._buckets.popitem(last=False)
        return bucket.take(cost)


class Refused(Exception):  # noqa: N818 - a refusal is an answer
    """What is not let in, with the status that says so."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status, self.reason = status, reason


class Guard:
    """Wraps an application, whose state holds the `identities`.

    `hosts` are the names it is reached by, None lets every name in; `addresses` lets every number in too, for a name
    that somebody else's server gives out is never a number. With a `password` only those come in who say it.
    """

    def __init__(
        self,
        app: App,
        *,
        hosts: Collection[str] | None = LOOPBACK,
        addresses: bool = False,
        password: str | None = None,
        requests_per_s: float = 60,
    ) -> None:
        self._app = app
        self._hosts, self._by_number, self._password = hosts, addresses, password
        self._visitors = RateLimits(burst=8 * requests_per_s, per_second=requests_per_s)
        self._addresses = RateLimits(burst=40 * requests_per_s, per_second=10 * requests_per_s)
        self._new_visitors = RateLimits(burst=8 * requests_per_s, per_second=requests_per_s / 3600)
        self._guesses = RateLimits(burst=10, per_second=0.2)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let in what may come in."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        try:
            self._check(scope, headers)
            token, cookies = await self._identify(scope, headers)
            scope.setdefault("state", {})
            scope["state"]["owner"] = owner_of(token)
            ASKING.set(scope["state"]["owner"])
            if scope["type"] == "websocket":
                await self._app(scope, receive, send)
                return
            added = (*_HEADERS, *((b"set-cookie", cookie.encode()) for cookie in cookies))
            await self._app(scope, _hurried(receive), _dressed(send, added, scope["path"]))
        except Refused as refusal:
            await _refuse(scope, receive, send, refusal)

    async def _identify(self, scope: Scope, headers: dict[str, str]) -> tuple[str, list[str]]:
        """The visitor who asks, and the cookies by which to know them again."""
        identities: Identities = scope["app"].state.identities
        cookies, secure = headers.get("cookie", ""), scope.get("scheme") == "https"
        token = await identities.of(cookies)
        if token is not None and not self._visitors.take(owner_of(token)):
            raise Refused(429, refusals.TOO_MANY_REQUESTS)
        is_in = self._password is None or (token is not None and self._was_let_in(identities, token, cookies))
        if scope["type"] == "websocket" and (token is None or not is_in):
            raise Refused(403, refusals.NO_PAGE_YET)
        if not is_in:
            self._ask_password(_address(scope), headers)
        added = []
        if token is None:
            if not self._new_visitors.take(_address(scope)):
                raise Refused(429, refusals.TOO_MANY_VISITORS)
            token = identities.issue()
            added.append(cookie_header(token, secure=secure))
        if not is_in and self._password is not None:
            added.append(cookie_header(identities.door_mark(token, self._password), secure=secure, name=DOOR))
        return token, added

    def _was_let_in(self, identities: Identities, token: str, cookies: str) -> bool:
        mark = identities.door_mark(token, self._password or "")
        return any(hmac.compare_digest(mark.encode(), each.encode()) for each in cookies_of(cookies, DOOR))

    def _ask_password(self, address: str, headers: dict[str, str]) -> None:
        """Raises unless the password is said; any name goes with it."""
        said = _said_password(headers.get("authorization", ""))
        if said is None:
            raise Refused(401, refusals.NO_PASSWORD)
        if not self._guesses.take(address):
            raise Refused(429, refusals.TOO_MANY_PASSWORDS)
        if not hmac.compare_digest(said, (self._password or "").encode()):
            raise Refused(401, refusals.WRONG_PASSWORD)

    def _check(self, scope: Scope, headers: dict[str, str]) -> None:
        if not self._addresses.take(_address(scope)):
            raise Refused(429, refusals.TOO_MANY_REQUESTS)
        host = headers.get("host", "")
        if not self._is_ours(_name(f"//{host}")):
            raise Refused(421, refusals.WRONG_HOST)
        origin = headers.get("origin")
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if changes and origin is None and scope["type"] == "websocket":
            raise Refused(403, refusals.NO_ORIGIN)
        if changes and origin is not None and _place(origin) != host:
            raise Refused(403, refusals.OTHER_SITE)
        if changes and headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise Refused(403, refusals.OTHER_SITE)
        if "transfer-encoding" in headers:
            raise Refused(411, refusals.NO_LENGTH)
        length = headers.get("content-length", "0")
        most = _MOST_UPLOADED if scope["path"] == UPLOAD_PATH else MOST_BYTES
        if not length.isdecimal() or int(length) > most:
            raise Refused(413, refusals.too_long(most))

    def _is_ours(self, name: str) -> bool:
        return self._hosts is None or name in self._hosts or (self._by_number and _is_number(name))


def served_names(host: str, names: Collection[str] = ()) -> frozenset[str]:
    """The names that a server on this address answers to: its own, and those it was told."""
    own = socket.gethostname()
    found = {*LOOPBACK, host, own, f"{own}.local", socket.getfqdn(), *names}
    return frozenset(name.lower().rstrip(".") for name in found)


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else "?"


def _name(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _place(origin: str) -> str | None:
    """Host and port of an origin; None where it is none."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _said_password(authorization: str) -> bytes | None:
    kind, _, content = authorization.partition(" ")
    if kind.lower() != "basic":
        return None
    try:
        return base64.b64decode(content, validate=True).partition(b":")[2]
    except ValueError:
        return None


def _hurried(receive: Receive) -> Receive:
    """A client that sends a body must send it soon; otherwise it is taken for gone.

    What counts is how long the client was silent while we listened. Whether it was we hear at each look, and a look
    counts for no more than `LOOK_S`, however long a busy machine took to come to the next one.
    """
    silent_s, whole = 0.0, False

    async def hurry() -> Message:
        nonlocal silent_s, whole
        if whole:
            return await receive()
        coming = asyncio.ensure_future(receive())
        try:
            while not coming.done():
                if silent_s >= BODY_S:
                    return {"type": "http.disconnect"}
                await asyncio.wait({coming}, timeout=LOOK_S)
                silent_s += 0.0 if coming.done() else LOOK_S
        finally:
            if not coming.done():
                coming.cancel()
        message = coming.result()
        whole = not message.get("more_body", False)
        return message

    return hurry


def _dressed(send: Send, added: tuple[tuple[bytes, bytes], ...], path: str) -> Send:
    keep = b"no-cache" if not path.startswith("/api") else b"no-store"

    async def dress(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            kept = [] if any(name == b"cache-control" for name, _ in headers) else [(b"cache-control", keep)]
            message["headers"] = [*headers, *added, *kept]
        await send(message)

    return dress


async def _refuse(scope: Scope, receive: Receive, send: Send, refusal: Refused) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": refusal.reason})
        return
    body = json.dumps({"detail": refusal.reason}).encode()
    headers = [(b"content-type", b"application/json"), *_HEADERS]
    if refusal.status == 401:
        headers.append((b"www-authenticate", b'Basic realm="Riverboat", charset="UTF-8"'))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
