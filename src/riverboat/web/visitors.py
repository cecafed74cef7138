"""Visitors: a person is known by a cookie that only this server can issue; only its hash is ever kept."""

from __future__ import annotations

import base64
import hashlib
import hmac
import logging
import re
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from http.cookies import SimpleCookie

from riverboat.errors import RiverboatError, StoreError
from riverboat.web.texts import refusals

_LOG = logging.getLogger("uvicorn.error")
COOKIE, DOOR = "riverboat", "riverboat-door"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_RANDOM_BYTES = _MARK_BYTES = 16
_YEAR_S = 365 * 24 * 3600
_REMEMBERED = 10_000


class NotYours(Exception):  # noqa: N818 - says what is the matter
    """A table that is not there, or is somebody else's: the two look the same from outside."""


class Identities:
    """Tokens that this house has issued: 128 bits from the operating system, and 128 that only its key can make.

    Version 0.1.0 signed nothing: a token of then is known by what its owner holds (`was_here`).
    """

    def __init__(self, key: bytes, was_here: Callable[[str], Awaitable[bool]]) -> None:
        self._key, self._was_here = key, was_here
        self._older: OrderedDict[str, None] = OrderedDict()

    def issue(self) -> str:
        """A token for somebody new."""
        chance = secrets.token_bytes(_RANDOM_BYTES)
        return _text(chance + self._mark(b"visitor", chance))

    async def of(self, cookie_header: str) -> str | None:
        """The visitor's token in a Cookie header, if we have issued one.

        Of several the last one: ours is for the whole house, and a browser sends those for a part of it first.
        """
        for token in reversed(tokens_of(cookie_header)):
            if self._is_signed(token) or await self._is_older(token):
                return token
        return None

    def door_mark(self, token: str, password: str) -> str:
        """What shows that this visitor has said the password."""
        return _text(self._mark(b"door", token.encode() + b" " + password.encode()))

    def _is_signed(self, token: str) -> bool:
        plain = base64.urlsafe_b64decode(f"{token}=")
        mark = self._mark(b"visitor", plain[:_RANDOM_BYTES])
        return hmac.compare_digest(mark, plain[_RANDOM_BYTES:]) and _text(plain) == token

    async def _is_older(self, token: str) -> bool:
        if token in self._older:
            return True
        if not await self._was_here(owner_of(token)):
            return False
        self._older[token] = None
        while len(self._older) > _REMEMBERED:
            self._older.popitem(last=False)
        return True

    def _mark(self, what: bytes, content: bytes) -> bytes:
        return hmac.digest(self._key, b"riverboat " + what + b" " + content, hashlib.sha256)[:_MARK_BYTES]


def _text(plain: bytes) -> str:
    return base64.urlsafe_b64encode(plain).rstrip(b"=").decode()


def tokens_of(cookie_header: str) -> list[str]:
    """What can be a visitor's token in a Cookie header."""
    return [value for value in cookies_of(cookie_header, COOKIE) if _TOKEN.fullmatch(value)]


def cookies_of(cookie_header: str, name: str) -> list[str]:
    """The values of a cookie, in their order: a browser may hold several of a name."""
    pieces = (piece.strip().partition("=") for piece in cookie_header.split(";"))
    return [value for each, _, value in pieces if each == name]


def owner_of(token: str) -> str:
    """What the store knows a visitor by; the token can't be found from it."""
    return hashlib.sha256(b"riverboat visitor " + token.encode()).hexdigest()


def left_by(owner: str) -> str:
    """Under whom the store keeps the tables that a visitor has left: found again only to delete their hands."""
    return hashlib.sha256(b"riverboat left by " + owner.encode()).hexdigest()


def cookie_header(token: str, *, secure: bool, name: str = COOKIE) -> str:
    """The Set-Cookie header: not for scripts, not for other sites."""
    cookie: SimpleCookie = SimpleCookie()
    cookie[name] = token
    morsel = cookie[name]
    morsel["path"], morsel["max-age"], morsel["httponly"], morsel["samesite"] = "/", _YEAR_S, True, "Strict"
    if secure:
        morsel["secure"] = True
    return morsel.OutputString()


_logged = ""


def words_for_visitors(error: RiverboatError) -> str:
    """What a visitor is told of an error: of the store not where it lies, which the server's log says, once."""
    global _logged
    if not isinstance(error, StoreError):
        return str(error)
    if error.told:
        return error.told
    if str(error) != _logged:
        _logged = str(error)
        _LOG.warning("%s", error)
    return refusals.STORE_BUSY
