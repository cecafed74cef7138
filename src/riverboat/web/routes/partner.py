"""The partner at a table of yours: advice, cautions and answers. It sees your seat's observation and nothing else."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import Field

from riverboat.errors import AgentError
from riverboat.games import parse_action
from riverboat.games.protocol import TableObservation
from riverboat.partner.protocol import Caution, Partner
from riverboat.web.lobby import Lobby
from riverboat.web.messages.hand import Json
from riverboat.web.messages.judgement import advised, cautioned
from riverboat.web.own_seat import OwnSeat
from riverboat.web.requests import Asked, TableId
from riverboat.web.texts import refusals

router = APIRouter(prefix="/api/tables/{table_id}/partner", tags=["partner"])
_ASKED_SEAT = re.compile(r"\bseat (\d+)", re.IGNORECASE)


class Asking(Asked):
    """A question by its key or as it was typed."""

    question: Annotated[str, Field(min_length=1, max_length=200)]


class AboutToDo(Asked):
    """What you are about to do at which decision."""

    turn: int
    action: Annotated[str, Field(min_length=1, max_length=40)]


async def _room(request: Request, table_id: str) -> OwnSeat:
    hall: Lobby = request.app.state.hall
    return await hall.room(request.state.owner, table_id)


@router.get("")
async def menu(request: Request, table_id: TableId) -> Json:
    """What can be asked now; nothing between two hands."""
    room = await _room(request, table_id)
    try:
        turn, questions = await room.consult(lambda partner, view, _: partner.questions(view))
    except AgentError:
        return {"turn": None, "questions": []}
    return {"turn": turn, "questions": [each.to_json() for each in questions]}


@router.post("/advice")
async def advice(request: Request, table_id: TableId) -> Json:
    """What to do now, and on what grounds."""
    room = await _room(request, table_id)
    turn, found = await room.consult(lambda partner, view, names: partner.advise(view, names=names))
    return {"turn": turn, **advised(found, room.plan.entry.speaker)}


@router.post("/caution")
async def caution(request: Request, table_id: TableId, asked: AboutToDo) -> Json:
    """A word before you do otherwise; null where there is nothing to say."""
    action = parse_action(asked.action)
    room = await _room(request, table_id)

    def warn(partner: Partner, view: TableObservation, names: tuple[str, ...]) -> Caution | None:
        return partner.caution(view, action, names=names) if action in view.legal_actions else None

    try:
        turn, found = await room.consult(warn)
    except AgentError:
        return {"turn": asked.turn, "caution": None}  # the table itself will say what is the matter
    return {"turn": turn, "caution": cautioned(found, room.plan.entry.speaker)}


@router.post("/answer")
async def answer(request: Request, table_id: TableId, asked: Asking) -> Json:
    """The answer to a question."""
    room = await _room(request, table_id)
    names = room.plan.names
    for seat in _ASKED_SEAT.finditer(asked.question):
        if not 1 <= int(seat[1]) <= len(names):
            raise AgentError(refusals.asked_of_no_seat(seat[1], len(names)))
    turn, found = await room.consult(lambda partner, view, playing: partner.answer(view, asked.question, names=playing))
    return {"turn": turn, **found.to_json()}
