"""The partner paper's experiment for people: consent, 30 deals with and 30 without, two questions, the result.

Who takes part can go on at any time, and can have everything deleted that was kept of him.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import Field

from riverboat.records.participants import (
    KeptParticipant,
    enrol,
    forget_participant,
    keep_participant,
    participants,
)
from riverboat.studies.partner_deals import GAMES
from riverboat.studies.partner_people import QUESTIONS, Participant, analyse
from riverboat.web.asking import Asked, ExperimentTable
from riverboat.web.composing import Json
from riverboat.web.hall import Hall, NotYours

router = APIRouter(prefix="/api/experiment", tags=["experiment"])
Mark = Annotated[int, Field(ge=1, le=5)]


class Consent(Asked):
    """Nobody takes part without saying so."""

    consent: Literal[True]


class Answers(Asked):
    """The two questions on scales of five points."""

    usefulness: Mark
    helpfulness: Mark
    comment: Annotated[str, Field(max_length=2000)] = ""


@router.get("")
async def state(request: Request) -> Json:
    """Where you stand in the experiment."""
    hall, kept = await _kept(request)
    if kept is None:
        return {"state": "new", "games": GAMES}
    return await _state(hall, request.state.owner, kept)


@router.post("", status_code=201)
async def take_part(request: Request, asked: Consent) -> Json:
    """Give your consent and begin."""
    hall, kept = await _kept(request)
    if kept is None:
        kept = await hall.run(enrol, hall.store, request.state.owner, {})
    return await _state(hall, request.state.owner, kept)


@router.post("/answers")
async def answer(request: Request, asked: Answers) -> Json:
    """Answer the two questions, after all games."""
    hall, kept = await _kept(request)
    person = None if kept is None else _person(kept)
    if kept is None or person is None or person.next_game is not None:
        raise HTTPException(409, "the questions come after all games are played")
    marks = {"usefulness": asked.usefulness, "helpfulness": asked.helpfulness}
    person = person.answered(marks, asked.comment)
    kept = replace(kept, content={**kept.content, **person.to_json()})
    await hall.run(keep_participant, hall.store, kept)
    return await _state(hall, request.state.owner, kept)


@router.delete("", status_code=204)
async def withdraw(request: Request) -> Response:
    """Delete everything that was kept of you in this study, the hands too."""
    hall, kept = await _kept(request)
    if kept is not None:
        for table in kept.content.get("tables", []):
            await hall.leave(request.state.owner, table, forget=True)
        await hall.run(forget_participant, hall.store, kept.id)
    return Response(status_code=204)


def _person(kept: KeptParticipant) -> Participant:
    """Who has just consented has nothing in the store but his number."""
    return Participant.from_json({**Participant(number=kept.number).to_json(), **kept.content})


async def _kept(request: Request) -> tuple[Hall, KeptParticipant | None]:
    hall: Hall = request.app.state.hall
    found = await hall.run(participants, hall.store, request.state.owner)
    return hall, found[-1] if found else None


async def _state(hall: Hall, owner: str, kept: KeptParticipant) -> Json:
    """Bring the participant up to date with the tables, and say what comes next."""
    person, tables = _person(kept), list(kept.content.get("tables", []))
    for part, table in enumerate(tables):
        try:
            results = await (await hall.room(owner, table)).results()
        except NotYours:
            continue
        points = (results, person.points[1]) if part == 0 else (person.points[0], results)
        person = replace(person, points=points)
    coming = person.next_game
    if coming is not None and coming.part >= len(tables):
        plan = person.parts[coming.part]
        asked = ExperimentTable(deals="A" if plan.deals == "A" else "B", partner=plan.partner)
        tables.append((await hall.open_table(owner, asked))[0])
    content = {**person.to_json(), "tables": tables}
    if content != kept.content:
        await hall.run(keep_participant, hall.store, replace(kept, content=content))
    if coming is not None:
        told = {"part": coming.part + 1, "game": coming.number + 1, "partner": coming.partner}
        return {"state": "playing", "games": GAMES, "table": tables[coming.part], **told}
    if not person.is_done:
        questions = [{"key": key, "text": text, "scale": list(scale)} for key, (text, scale) in QUESTIONS.items()]
        return {"state": "questions", "questions": questions}
    return await hall.heavy.run(_result, hall, person)


def _result(hall: Hall, person: Participant) -> Json:
    """A person's own gain, and what all participants came to."""
    report = analyse([_person(kept) for kept in participants(hall.store)])
    return {
        "state": "done",
        "with": person.total(partner=True),
        "without": person.total(partner=False),
        "points": [
            {"partner": part.partner, "points": list(points)}
            for part, points in zip(person.parts, person.points, strict=True)
        ],
        "answers": dict(person.answers),
        "everyone": report.to_json()["figures"],
    }
