"""The partner paper's experiment for people: consent, rules with a check, two practice games, 30 deals with the
partner and 30 without, two questions, the result.

Who takes part can go on at any time, and can have everything deleted that was kept of them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import Field

from riverboat.records.store.participants import KeptParticipant, enrol, keep_participant, log_participant, participants
from riverboat.studies.partner_deals import GAMES
from riverboat.studies.partner_people import (
    CAP,
    CHECK,
    FORM,
    MOST_NOTED,
    PRACTICE_GAMES,
    QUESTIONS,
    Participant,
    analyse,
)
from riverboat.web.lobby import Lobby
from riverboat.web.messages.hand import Json
from riverboat.web.requests import Asked, ExperimentTable
from riverboat.web.texts import refusals
from riverboat.web.visitors import NotYours

router = APIRouter(prefix="/api/experiment", tags=["experiment"])
_NEW: Json = {"state": "new", "games": GAMES}
#: People who have left a table of the study before its end can't go on with it.
_LEFT = "left"
Mark = Annotated[int, Field(ge=1, le=5)]


class Consent(Asked):
    """Nobody takes part without saying so."""

    consent: Literal[True]


class CheckAnswers(Asked):
    """What was answered to the questions about the rules."""

    answers: Annotated[dict[str, Annotated[int, Field(ge=0, le=9)]], Field(max_length=20)]


class Noted(Asked):
    """A decision with the partner: how often it was asked before, whether it cautioned, whether it was followed."""

    game: Annotated[int, Field(ge=1, le=GAMES)]
    turn: Annotated[int, Field(ge=0, le=10**6)]
    asked: Annotated[int, Field(ge=0, le=1000)]
    cautioned: Literal[0, 1, 2]
    followed: Literal[0, 1]
    action: Annotated[str, Field(max_length=40)]


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
        return _NEW
    return await _state(hall, request.state.owner, kept)


@router.post("", status_code=201)
async def take_part(request: Request, asked: Consent) -> Json:
    """Give your consent and begin; a person who has left a table of the study begins again."""
    hall, kept = await _kept(request)
    owner = request.state.owner
    if kept is not None and (now := await _state(hall, owner, kept))["state"] != _LEFT:
        return now
    if kept is not None:
        await hall.withdraw(owner)
    return await _state(hall, owner, await hall.run(enrol, hall.store, owner, {"form": FORM}))


@router.post("/check")
async def check(request: Request, asked: CheckAnswers) -> Json:
    """Answer the questions about the rules; the games come when all are right."""
    hall, kept = await _kept(request)
    person = None if kept is None else _person(kept)
    if kept is None or person is None or person.stage != "check":
        raise HTTPException(409, refusals.CHECK_COMES_ONCE)
    person, wrong = person.checked(asked.answers)
    changes = {key: person.to_json()[key] for key in ("tries", "passed")}
    answered = await hall.run(keep_participant, hall.store, kept.id, changes)
    if answered is None:
        return _NEW
    return {**await _state(hall, request.state.owner, answered), "wrong": list(wrong)}


@router.post("/log", status_code=204)
async def log(request: Request, asked: Noted) -> Response:
    """Note how the partner was used before a decision; nothing is noted of games without it, or of practice."""
    hall, kept = await _kept(request)
    person = None if kept is None else _person(kept)
    coming = None if person is None else person.next_game
    if kept is not None and person is not None and person.stage == "playing" and coming is not None and coming.partner:
        row = [coming.part + 1, *asked.model_dump().values()]
        await hall.run(partial(log_participant, hall.store, kept.id, [row], most=MOST_NOTED))
    return Response(status_code=204)


@router.post("/answers")
async def answer(request: Request, asked: Answers) -> Json:
    """Answer the two questions, after all games."""
    hall, kept = await _kept(request)
    person = None if kept is None else _person(kept)
    if kept is None or person is None or person.next_game is not None:
        raise HTTPException(409, refusals.QUESTIONS_COME_LAST)
    marks = {"usefulness": asked.usefulness, "helpfulness": asked.helpfulness}
    person = person.answered(marks, asked.comment)
    answered = await hall.run(keep_participant, hall.store, kept.id, person.to_json())
    return _NEW if answered is None else await _state(hall, request.state.owner, answered)


@router.delete("", status_code=204)
async def withdraw(request: Request) -> Response:
    """Delete everything that was kept of you in this study, the hands too."""
    hall: Lobby = request.app.state.hall
    await hall.withdraw(request.state.owner)
    return Response(status_code=204)


def _person(kept: KeptParticipant) -> Participant:
    """A person who has just consented has nothing in the store but their number and the study's form."""
    return Participant.from_json({"number": kept.number, **kept.content})


async def _kept(request: Request) -> tuple[Lobby, KeptParticipant | None]:
    hall: Lobby = request.app.state.hall
    return hall, await hall.participant(request.state.owner)


async def _state(hall: Lobby, owner: str, kept: KeptParticipant) -> Json:
    """Bring the participant up to date with the tables, and say what comes next."""
    person, left = _person(kept), set()
    if person.stage == "check":
        questions = [{"key": key, "text": text, "options": list(options)} for key, (text, options, _) in CHECK.items()]
        return {"state": "check", "questions": questions, "tries": person.tries, "wrong": []}
    if person.stage == "practice":
        found, kept = await _practice(hall, owner, kept, person)
        if found is not None:
            return found
        person = _person(kept)
    for part, table in enumerate(kept.tables):
        try:
            results = await (await hall.room(owner, table)).results()
        except NotYours:
            left.add(part)
            continue
        both = (results, person.points[1]) if part == 0 else (person.points[0], results)
        person = replace(person, points=both)
    coming = person.next_game
    if coming is not None and coming.part in left:
        return {"state": _LEFT}
    if person != _person(kept):
        points = {key: person.to_json()[key] for key in ("number", "points")}  # the answers are another request's
        played = await hall.run(keep_participant, hall.store, kept.id, points)
        if played is None:
            return _NEW
        kept = played
    if coming is not None and coming.part >= len(kept.tables):
        plan = person.parts[coming.part]
        asked = ExperimentTable(
            deals="A" if plan.deals == "A" else "B",
            partner=plan.partner,
            partner_kind=person.partner_kind,
            form=person.form,
        )
        kept = await hall.open_study_table(kept, coming.part, asked)
    if coming is not None:
        told = {"part": coming.part + 1, "game": coming.number + 1, "partner": coming.partner}
        return {"state": "playing", "games": GAMES, "table": kept.tables[coming.part], **told}
    if not person.is_done:
        questions = [{"key": key, "text": text, "scale": list(scale)} for key, (text, scale) in QUESTIONS.items()]
        return {"state": "questions", "questions": questions}
    return await hall.heavy.run(_result, hall, person)


async def _practice(
    hall: Lobby, owner: str, kept: KeptParticipant, person: Participant
) -> tuple[Json | None, KeptParticipant]:
    """The practice games that are left; None when they are played."""
    if not kept.practice_tables:
        asked = ExperimentTable(deals="practice", partner=True, partner_kind=person.partner_kind, form=person.form)
        kept = await hall.open_study_table(kept, 0, asked)
    table = kept.practice_tables[0]
    try:
        results = await (await hall.room(owner, table)).results()
    except NotYours:
        return {"state": _LEFT}, kept
    if len(results) < PRACTICE_GAMES:
        told = {"game": len(results) + 1, "games": PRACTICE_GAMES, "partner": True}
        return {"state": "practice", "table": table, "part": 0, **told}, kept
    played = await hall.run(keep_participant, hall.store, kept.id, {"practice": list(results[:PRACTICE_GAMES])})
    return (_NEW, kept) if played is None else (None, played)


def _result(hall: Lobby, person: Participant) -> Json:
    """A person's own gain, and what all participants came to."""
    report = analyse([_person(kept) for kept in participants(hall.store)])
    return {
        "state": "done",
        "with": person.total(partner=True),
        "without": person.total(partner=False),
        "capped": {"cap": CAP, "with": person.capped(partner=True), "without": person.capped(partner=False)},
        "rank_gain": person.rank_gain(),
        "points": [
            {"partner": part.partner, "points": list(points)}
            for part, points in zip(person.parts, person.points, strict=True)
        ],
        "answers": dict(person.answers),
        "everyone": report.to_json()["figures"],
    }
