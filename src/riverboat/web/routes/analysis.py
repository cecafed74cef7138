"""Any spot, set up by hand or by a link: what the partner says to it, and what the others may hold."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from fastapi import APIRouter, Request
from pydantic import Field

from riverboat.records.position_text import LONGEST_TEXT, dealt, staked
from riverboat.web.analysis import analysed, answered, read_position
from riverboat.web.messages.hand import Json
from riverboat.web.requests import Asked, Chips, Seed
from riverboat.web.workers import work_for

router = APIRouter(prefix="/api/analysis", tags=["learning"])


class PositionAsked(Asked):
    """A position as text; `deal` fills in at random what is missing, `solve` solves
    what takes a while, `stakes` are other blinds or bets."""

    position: Annotated[str, Field(max_length=4 * LONGEST_TEXT)]
    deal: Seed | None = None
    solve: bool = False
    stakes: tuple[Chips, Chips] | None = None


class PositionQuestion(Asked):
    """A question about a position."""

    position: Annotated[str, Field(max_length=4 * LONGEST_TEXT)]
    question: Annotated[str, Field(min_length=1, max_length=200)]


@router.post("")
async def analyse(request: Request, asked: PositionAsked) -> Json:
    """Where a position stands, what the others may hold, and what each action is worth."""

    def work() -> Json:
        position = read_position(asked.position)
        if asked.stakes is not None:
            position = staked(position, asked.stakes)
        if asked.deal is not None:
            position = dealt(position, np.random.default_rng(asked.deal))
        return analysed(position, solve=asked.solve)

    return await work_for(request, lambda _: work())


@router.post("/answer")
async def answer(request: Request, asked: PositionQuestion) -> Json:
    """The partner's answer to a question about a position."""
    return await work_for(request, lambda _: answered(read_position(asked.position), asked.question))
