"""Watching: agents at one table with open cards, and tournaments with live standings."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator, Generator
from concurrent.futures import Future
from typing import Annotated

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import StreamingResponse
from pydantic import Field

from riverboat.arena.tournaments.elimination import (
    EliminationPlan,
    EliminationProgress,
    elimination_plan,
    elimination_steps,
)
from riverboat.games.catalog import USUAL_GAME, USUAL_TOURNAMENT
from riverboat.steps import Run
from riverboat.web.lobby import Lobby
from riverboat.web.messages.hand import Json
from riverboat.web.messages.watching import watch
from riverboat.web.requests import (
    MOST_DICE,
    MOST_SEATS,
    AgentNameText,
    Asked,
    Chips,
    GameName,
    Seed,
    Word,
    check_agents,
)
from riverboat.web.texts import refusals
from riverboat.web.workers import Wanted, work_for

router = APIRouter(prefix="/api", tags=["watching"])
_TOURNAMENT_S = 120.0
#: This many tournaments are played at a time; later visitors are told to wait.
_HALLS = threading.BoundedSemaphore(2)
_PLAYING: set[str] = set()  # whose they are


class Watching(Asked):
    """A match to watch: its players, its game and its seed."""

    game: GameName = USUAL_GAME
    agents: Annotated[list[AgentNameText], Field(min_length=2, max_length=MOST_SEATS)]
    hands: Annotated[int, Field(ge=1, le=20)] = 5
    dice: Annotated[int, Field(ge=1, le=MOST_DICE)] | None = None
    rules: Word | None = None
    seed: Seed = 0


class Entering(Asked):
    """A tournament: the field, how many enter, the stacks and how fast the blinds rise."""

    game: GameName = USUAL_TOURNAMENT
    agents: Annotated[list[AgentNameText], Field(min_length=1, max_length=20)]
    entrants: Annotated[int, Field(ge=2, le=1000)] = 100
    stack: Chips = 10_000
    level_hands: Annotated[int, Field(ge=1, le=200)] = 20
    seed: Seed = 0


@router.post("/watch")
async def watch_hands(request: Request, asked: Watching) -> Json:
    """Some hands between agents, with every card open and Loki's explanations; rounds of Bluff with the partner's."""
    check_agents(asked.agents)

    def play(wanted: Wanted) -> Json:
        return watch(
            asked.game,
            asked.agents,
            hands=asked.hands,
            dice=asked.dice,
            rules=asked.rules,
            seed=asked.seed,
            wanted=wanted,
        )

    return await work_for(request, play)


@router.post("/tournament", response_class=StreamingResponse)
async def tournament(request: Request, asked: Entering) -> StreamingResponse:
    """An elimination tournament: a line of JSON for each moment, the places at last."""
    check_agents(asked.agents)
    hall: Lobby = request.app.state.hall
    plan = await hall.run(lambda: _plan(asked))
    owner = request.state.owner
    if not _HALLS.acquire(blocking=False):
        raise HTTPException(503, refusals.TOURNAMENTS_FULL)
    if owner in _PLAYING:
        _HALLS.release()
        raise HTTPException(429, refusals.YOUR_TOURNAMENT)
    _PLAYING.add(owner)
    return StreamingResponse(_stream(hall, plan, owner), media_type="application/x-ndjson")


def _plan(asked: Entering) -> EliminationPlan:
    return elimination_plan(
        asked.agents,
        entrants=max(asked.entrants, len(asked.agents)),
        game=asked.game,
        stack=asked.stack,
        level_hands=asked.level_hands,
        seed=asked.seed,
    )


async def _stream(hall: Lobby, plan: EliminationPlan, owner: str) -> AsyncIterator[str]:
    """The lines as they come, played by the hall's heavy workers: they are waited for when the server ends."""
    lines = _lines(plan)
    step: Future[str | None] = Future()
    step.set_result(None)

    def leave(_: Future[str | None]) -> None:
        lines.close()
        _PLAYING.discard(owner)
        _HALLS.release()

    try:
        while True:
            step = hall.heavy.pool.submit(next, lines, None)
            line = await asyncio.wrap_future(step)
            if line is None:
                return
            yield line
    finally:
        step.add_done_callback(leave)  # whoever goes away in the middle of a step: it ends first


def _lines(plan: EliminationPlan) -> Generator[str, None, None]:
    steps = elimination_steps(plan)
    end = time.monotonic() + _TOURNAMENT_S
    try:
        for step in (run := Run(steps)):
            if step.standing is not None:
                yield json.dumps(_standing(plan, step)) + "\n"
            if time.monotonic() > end:
                yield json.dumps({"type": "error", "text": refusals.FIELD_TOO_LARGE}) + "\n"
                return
        result = run.result
        places = [{"place": place, "name": name} for place, name in result.first_places()]
        players = [each.to_json() for each in result.players]
        yield json.dumps({"type": "end", "places": places, "players": players, "hands": result.hands}) + "\n"
    finally:
        steps.close()


def _standing(plan: EliminationPlan, step: EliminationProgress) -> Json:
    now = step.standing
    assert now is not None
    return {
        "type": "standing",
        "round": now.round,
        "blinds": list(now.blinds),
        "left": now.left,
        "of": len(plan.agents),
        "tables": now.tables,
        "leader": plan.name(now.leader),
        "leader_chips": now.leader_chips,
        "field": [
            {"name": each.name, "left": left, "of": each.copies, "chips": chips}
            for each, left, chips in zip(plan.entrants, now.left_by_entrant, now.chips_by_entrant, strict=True)
        ],
    }
