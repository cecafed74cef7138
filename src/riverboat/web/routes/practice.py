"""Practice: exercises by theme and from your own mistakes, your costliest decisions, and progress over time."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Annotated, Any

import numpy as np
from fastapi import APIRouter, Request
from pydantic import Field

from riverboat.errors import GameError, RiverboatError
from riverboat.partner.practice.exercises import Exercise
from riverboat.partner.practice.judging import judged_decisions, own_exercise
from riverboat.partner.practice.trainer import Trainer
from riverboat.records.position_text import YOU, parse_position, walk
from riverboat.records.store.learning import costliest, keep_judged, unjudged
from riverboat.records.store.ownership import hands_of_event
from riverboat.tables.session import event_of
from riverboat.web.analysis import names_at, scene_of, shown_hand
from riverboat.web.lobby import Lobby, remembered_as
from riverboat.web.messages.games import messages_of
from riverboat.web.messages.hand import Json, place_in
from riverboat.web.messages.judgement import weighed
from riverboat.web.messages.lookback import facts
from riverboat.web.own_seat import OwnSeat
from riverboat.web.requests import Asked, TableId
from riverboat.web.texts import refusals
from riverboat.web.workers import Wanted, work_for

router = APIRouter(prefix="/api", tags=["learning"])
#: Hands of a table that are gone through at most, the newest; those of one request; what is listed.
_GONE_THROUGH, _AT_ONCE, _LISTED = 200, 5, 5
_OF_A_SESSION = 25
_MOST_LISTED = 20
_LONGEST_KEY = 2_200


class ThemeAsked(Asked):
    """The next exercise of a theme."""

    theme: Annotated[str, Field(min_length=1, max_length=40)]


class AnswerGiven(Asked):
    """An answer to an exercise."""

    key: Annotated[str, Field(min_length=1, max_length=_LONGEST_KEY)]
    choice: Annotated[str, Field(min_length=1, max_length=40)]


def _trainer(request: Request) -> Trainer:
    hall: Lobby = request.app.state.hall
    return Trainer(hall.store, remembered_as(request.state.owner))


def _now() -> datetime:
    return datetime.now(UTC)


@router.get("/practice")
async def overview(request: Request) -> Json:
    """How far you are: by theme, over time, and what decisions at your tables cost."""
    hall: Lobby = request.app.state.hall
    trainer, player = _trainer(request), remembered_as(request.state.owner)
    tables = await hall.played_tables(request.state.owner)

    def read() -> Json:
        left = sum(len(unjudged(hall.store, player, event_of(each), newest=_GONE_THROUGH)) for each in tables)
        return {**trainer.progress(_now()), "unjudged": left}

    return await hall.run(read)


@router.post("/practice/next")
async def next_exercise(request: Request, asked: ThemeAsked) -> Json:
    """The next exercise of a theme: a mistake that is due, else a new one. What is right is not told yet."""
    trainer = _trainer(request)

    def work(_: Wanted) -> Json:
        found = trainer.next(asked.theme, np.random.default_rng(), _now())
        return {"again": found.again, **_question(found.exercise)}

    return await work_for(request, work)


@router.post("/practice/answer")
async def answer(request: Request, asked: AnswerGiven) -> Json:
    """Answer an exercise: what that gave away, what was best and why, and whether it comes back."""
    trainer = _trainer(request)

    def work(_: Wanted) -> Json:
        found = trainer.answer(asked.key, asked.choice, _now())
        return {
            "choice": found.choice.key,
            "cost": found.choice.cost,
            "fine": found.choice.fine,
            "mastered": found.mastered,
            "comes_back": found.comes_back,
            **_truth(found.exercise),
        }

    return await work_for(request, work)


@router.post("/practice/judge")
async def judge(request: Request) -> Json:
    """Go through a few more hands of your tables; how many are left. Mistakes become exercises."""
    hall: Lobby = request.app.state.hall
    owner = request.state.owner
    trainer, player = _trainer(request), remembered_as(owner)
    tables = await hall.played_tables(owner)
    left = done = 0
    for table in tables:
        numbers = await hall.run(lambda name=table: unjudged(hall.store, player, event_of(name), newest=_GONE_THROUGH))
        if numbers and done < _AT_ONCE:
            room = await hall.room(owner, table, left=True)
            done += await _judge(request, room, table, numbers[: _AT_ONCE - done])
            numbers = numbers[_AT_ONCE:]
        left += len(numbers)
    places = {event_of(table): table for table in tables}
    await hall.run(lambda: trainer.own_mistakes(place_of=places))
    return {"done": done, "left": left}


@router.get("/practice/costliest")
async def costliest_of_all(request: Request) -> Json:
    """Your costliest decisions of all tables, as far as they were gone through."""
    hall: Lobby = request.app.state.hall
    return await hall.run(lambda: _listed(hall, request.state.owner, most=_MOST_LISTED))


@router.get("/tables/{table_id}/mistakes")
async def mistakes(request: Request, table_id: TableId) -> Json:
    """Your costliest decisions among the newest hands of a table, with the spot as you saw it."""
    hall: Lobby = request.app.state.hall
    owner = request.state.owner
    room = await hall.room(owner, table_id, left=True)
    player, event = remembered_as(owner), event_of(table_id)
    numbers = await hall.run(lambda: unjudged(hall.store, player, event, newest=_OF_A_SESSION))
    await _judge(request, room, table_id, numbers)
    await hall.run(lambda: _trainer(request).own_mistakes(place_of={event: table_id}))
    found = await hall.run(lambda: _listed(hall, owner, most=_LISTED, events=[event]))
    hands = await hall.run(lambda: len(hands_of_event(hall.store, event, newest=_OF_A_SESSION, damaged=[])))
    return {"hands": hands, **found}


async def _judge(request: Request, room: OwnSeat, table: str, numbers: list[int]) -> int:
    """Go through some hands of a table, one after the other, and keep what their decisions cost."""
    hall: Lobby = request.app.state.hall
    player, event = remembered_as(request.state.owner), event_of(table)
    if not numbers:
        return 0
    if not room.advised:
        for number in numbers:
            await hall.run(lambda each=number: keep_judged(hall.store, player, event, each, [], place=table))
        return len(numbers)
    partner = await room.partner_before(numbers[0])

    def work(wanted: Wanted) -> int:
        done = 0
        for number in numbers:
            if not wanted():
                break
            found: list[Any] = []
            for hand in hands_of_event(hall.store, event, number=number, damaged=[]):
                seat = place_in(hand.record, room.plan.names, room.seat)
                if seat is None:
                    continue
                found = list(judged_decisions(messages_of(room.plan.entry).as_seen(hand.record, seat), seat, partner))
                partner.hand_over(room.plan.bank.recorded(hand.record).views[room.seat])
            keep_judged(hall.store, player, event, number, found, place=table)
            done += 1
        return done

    return await work_for(request, work)


def _listed(hall: Lobby, owner: str, *, most: int, events: Collection[str] | None = None) -> Json:
    """The costliest decisions, each with its spot to be played again."""
    told = []
    for number, each in costliest(hall.store, remembered_as(owner), most=most, events=events):
        try:
            exercise = own_exercise(f"own/{each.event}/{each.number}/{each.step}", each.theme, each.content)
        except (RiverboatError, ValueError, KeyError):
            continue
        about = {"id": number, "hand": each.number, "table": each.event.rpartition(" ")[2], "time": each.time}
        cost = {"cost": each.cost, "unit": each.unit}
        told.append({**about, **cost, **_question(exercise), "truth": _truth(exercise)})
    return {"decisions": told}


def _question(exercise: Exercise) -> Json:
    """What is asked, without what is right."""
    told: Json = {
        "key": exercise.key,
        "theme": exercise.theme,
        "street": exercise.street,
        "unit": exercise.unit,
        "words": exercise.words,
        "choices": [{"key": each.key, "words": each.words} for each in exercise.choices],
        "spot": None,
    }
    if exercise.position:
        position = parse_position(exercise.position)
        state = walk(position).last
        if state.actor != YOU:
            raise GameError(refusals.EXERCISE_NOT_SHOWN)
        told["spot"] = {
            "position": exercise.position,
            "names": list(names_at(position)),
            "hand": shown_hand(position, state),
            **facts(scene_of(position)),
        }
    return told


def _truth(exercise: Exercise) -> Json:
    """What every answer gives away, which is best, and why."""
    worths = None
    if exercise.worths is not None and exercise.position:
        position = parse_position(exercise.position)
        view: Any = walk(position).last.observation(YOU)
        worths = weighed(exercise.worths, position.entry.speaker, getattr(view, "to_call", 0))
    return {
        "choices": {each.key: {"cost": each.cost, "fine": each.fine} for each in exercise.choices},
        "best": exercise.best.words,
        "why": list(exercise.why),
        "worths": worths,
    }
