"""Who is there: a person is known by a cookie that nobody can guess; only its hash is ever kept."""

from __future__ import annotations

import hashlib
import logging
import re
import secrets
from http.cookies import SimpleCookie

from riverboat.errors import RiverboatError, StoreError

_LOG = logging.getLogger(__name__)
COOKIE = "riverboat"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_YEAR_S = 365 * 24 * 3600


class NotYours(Exception):  # noqa: N818 - says what is the matter
    """A table that is not there, or is somebody else's: the two look the same from outside."""


def new_token() -> str:
    """256 bits from the operating system."""
    return secrets.token_urlsafe(32)


def token_of(cookie_header: str) -> str | None:
    """The visitor's token in a Cookie header, if there is one that can be ours."""
    for piece in cookie_header.split(";"):
        name, _, value = piece.strip().partition("=")
        if name == COOKIE and _TOKEN.fullmatch(value):
            return value
    return None


def owner_of(token: str) -> str:
    """What the store knows a visitor by; the token can't be found from it."""
    return hashlib.sha256(b"riverboat visitor " + token.encode()).hexdigest()


def left_by(owner: str) -> str:
    """Under whom the store keeps the tables that a visitor has left: found again only to delete their hands."""
    return hashlib.sha256(b"riverboat left by " + owner.encode()).hexdigest()


def cookie_header(token: str, *, secure: bool) -> str:
    """The Set-Cookie header: not for scripts, not for other sites."""
    cookie: SimpleCookie = SimpleCookie()
    cookie[COOKIE] = token
    morsel = cookie[COOKIE]
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
    return "the store can't be used just now: try again in a moment"
