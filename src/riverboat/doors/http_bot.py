"""Bots behind a URL: `http://HOST:PORT/decide` is asked for every decision and answers with an action."""

from __future__ import annotations

import http.client
import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from riverboat.agents.bots.messages import begin_message, decide_message, end_message, read_answer
from riverboat.agents.bots.processes import BotLimits
from riverboat.agents.protocol import Closing
from riverboat.agents.python_agent import PythonAgent
from riverboat.doors.telling import legal_json, text_of
from riverboat.errors import AgentError, BotError
from riverboat.games import Action
from riverboat.games.protocol import TableObservation

#: How long an answer may take: language models think for a while.
PATIENCE_S = 60.0
LONGEST_ANSWER = 100_000


def http_agent(address: str, _limits: BotLimits | None = None, *, scheme: str = "http") -> PythonAgent:
    """The agent behind `http://HOST:PORT/PATH`, also written `http:http://...`."""
    url = address if "://" in address else f"{scheme}:{address}"
    parts = urlsplit(url)
    try:
        port = parts.port
    except ValueError:
        port = -1
    if parts.scheme not in ("http", "https") or not parts.hostname or port == -1:
        raise AgentError(f'"{url}" is no address: write http://HOST:PORT/decide')
    return PythonAgent(HttpMaker(url), named=url)


def https_agent(address: str, _limits: BotLimits | None = None) -> PythonAgent:
    """The agent behind `https://HOST/PATH`."""
    return http_agent(address, scheme="https")


@dataclass(frozen=True)
class HttpMaker:
    """Makes players that ask a URL."""

    url: str

    def __call__(self) -> HttpPlayer:
        """A player for a session."""
        return HttpPlayer(self.url)


class HttpPlayer(Closing):
    """One connection for one session. It is asked for decisions; one that wishes is told when hands begin and end.

    It wishes by `"tell": true` in an answer, and is told from then on.
    """

    def __init__(self, url: str) -> None:
        self._parts = urlsplit(url)
        self._connection: http.client.HTTPConnection | None = None
        self._tells = False

    def decide(self, observation: TableObservation) -> Action:
        """Ask; what goes wrong is a fault of the bot."""
        message = _named(decide_message(observation), observation)
        message |= {"text": text_of(observation), "actions": legal_json(observation)}
        said, tells = _read(self._post(json.dumps(message)))
        self._tells = self._tells or tells
        return read_answer(said, observation.legal_actions)

    def hand_begins(self, observation: TableObservation) -> None:
        """Tell that a hand is dealt."""
        if self._tells:
            self._post(json.dumps(_named(begin_message(observation), observation)))

    def hand_over(self, observation: TableObservation) -> None:
        """Tell how a hand ended."""
        if self._tells:
            self._post(json.dumps(_named(end_message(observation), observation)))

    def close(self) -> None:
        """End the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _post(self, body: str) -> str:
        for last in (False, True):  # a server may have closed a connection that was kept
            fresh = self._connection is None
            try:
                return self._exchange(body)
            except (OSError, http.client.HTTPException) as error:
                self._connection = None
                if last or fresh:
                    raise BotError(f"gave no answer at its address: {error or type(error).__name__}") from None
        raise AssertionError

    def _exchange(self, body: str) -> str:
        if self._connection is None:
            secure = self._parts.scheme == "https"
            kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
            self._connection = kind(self._parts.hostname or "", self._parts.port, timeout=PATIENCE_S)
        path = self._parts.path or "/"
        target = f"{path}?{self._parts.query}" if self._parts.query else path
        self._connection.request("POST", target, body.encode(), {"content-type": "application/json"})
        answer = self._connection.getresponse()
        content = answer.read(LONGEST_ANSWER + 1)
        if answer.status != 200 or len(content) > LONGEST_ANSWER:
            self._connection = None
            raise BotError(
                f"answered with status {answer.status} and {len(content)} bytes: 200 and an action are right"
            )
        return content.decode("utf-8", "replace").strip()


def _named(message: str, seen: TableObservation) -> dict[str, Any]:
    """A message of the bots' protocol, with the name of the game."""
    return {**json.loads(message), "game": getattr(getattr(seen, "rules", None), "name", "")}


def _read(content: str) -> tuple[str, bool]:
    """The action in an answer (`{"action": "call"}`, a text, the bare words), and whether it wishes to be told more."""
    try:
        found: Any = json.loads(content)
    except (ValueError, RecursionError):
        return content.partition("\n")[0], False
    said = found.get("action") if isinstance(found, dict) else found
    if not isinstance(said, str):
        raise BotError(f'answered {content[:100]}: {{"action": "call"}} is right')
    return said, isinstance(found, dict) and found.get("tell") is True
