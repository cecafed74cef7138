"""`riverboat decide AGENT`: an agent of ours behind HTTP. `POST /decide` takes what a seat sees, answers an action."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Body, Depends, FastAPI, Header, HTTPException
from pydantic import BaseModel, ConfigDict, Field

from riverboat.agents import make_agent
from riverboat.doors.questions import seen_in
from riverboat.doors.telling import legal_json, text_of
from riverboat.errors import ArenaError, RiverboatError
from riverboat.games import find_game
from riverboat.games.catalog import USUAL_GAME
from riverboat.tables.players import refuse_agent
from riverboat.version import __version__

LOOPBACK = ("127.0.0.1", "localhost", "::1")


class AskedDecision(BaseModel):
    """What a seat sees, as bots are told it; docs/doors/http.md names every field."""

    model_config = ConfigDict(extra="allow")

    game: str = Field(examples=[USUAL_GAME])
    seat: int = Field(ge=0, le=11)
    history: list[list[Any]] = Field(default_factory=list, max_length=400)


class Chosen(BaseModel):
    """An action, as text and taken apart."""

    action: str = Field(examples=["raise 40"])
    kind: str
    amount: int


class SeenInWords(BaseModel):
    """What a seat sees in words, and what it may do."""

    text: str
    actions: list[dict[str, Any]]


def check_token(host: str, token: str | None) -> None:
    """Refuse to be reached from elsewhere without a token."""
    if host not in LOOPBACK and not token:
        raise ArenaError(f"on {host} others can ask: set a token (RIVERBOAT_TOKEN or --token)")


def _door(token: str | None) -> Callable[..., None]:
    def let_in(authorization: Annotated[str, Header()] = "") -> None:
        if token and not hmac.compare_digest(authorization.encode(), f"Bearer {token}".encode()):
            raise HTTPException(401, "say the token: Authorization: Bearer TOKEN")

    return let_in


def decision_app(agent_name: str, *, token: str | None = None, seed: int = 0) -> FastAPI:
    """The application: one agent, asked for one decision at a time, each by itself."""
    agent = make_agent(agent_name)
    app = FastAPI(title="Riverboat decides", version=__version__, dependencies=[Depends(_door(token))])

    @app.post("/decide", responses={401: {}, 422: {}})
    def decide(decision: Annotated[AskedDecision, Body()]) -> Chosen:
        """The action that the agent chooses."""
        try:
            seen: Any = seen_in(decision.model_dump())
            refuse_agent(agent, find_game(decision.game), [(seen.rules, 0)])
            action = agent.player(seed, game=None).decide(seen)
        except RiverboatError as error:
            raise HTTPException(422, str(error)) from None
        return Chosen(action=str(action), kind=action.kind, amount=action.amount)

    @app.post("/look", responses={401: {}, 422: {}})
    def look(decision: Annotated[AskedDecision, Body()]) -> SeenInWords:
        """What the seat sees in words, and what it may do."""
        try:
            seen = seen_in(decision.model_dump())
        except RiverboatError as error:
            raise HTTPException(422, str(error)) from None
        return SeenInWords(text=text_of(seen), actions=legal_json(seen))

    return app
