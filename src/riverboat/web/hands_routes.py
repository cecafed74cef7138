"""Looking back: hands of a table of yours, how each was played, export, statistics."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated

import numpy as np
from fastapi import APIRouter, HTTPException, Path, Query, Request
from fastapi.responses import PlainTextResponse

from riverboat.arena.bluff_plan import BluffPlan
from riverboat.arena.session import event_of
from riverboat.modeling.attributes import Floats, Shown, model_history
from riverboat.modeling.statistics import player_statistics
from riverboat.modeling.strengths import strengths_of
from riverboat.records.bluff import format_round
from riverboat.records.phh_writer import format_phh, format_phhs
from riverboat.records.places import hands_of_event
from riverboat.records.store import StoredHand
from riverboat.web.asking import TableId
from riverboat.web.believing import attribute_lines
from riverboat.web.composing import Json
from riverboat.web.hall import Hall
from riverboat.web.looking_back import as_seen, hand_line, look_back, summary
from riverboat.web.looking_back_bluff import look_back_round, round_line, round_statistics
from riverboat.web.room import Room
from riverboat.web.workers import Wanted, work_for

router = APIRouter(prefix="/api/tables/{table_id}", tags=["looking back"])
HandNumber = Annotated[int, Path(ge=1, le=10**9)]
_MOST_EXPORTED = 2_000
#: Attributes are counted over so many hands at most, the newest ones.
_MOST_COUNTED = 1_000


async def _room(request: Request, table_id: str) -> tuple[Hall, Room]:
    hall: Hall = request.app.state.hall
    return hall, await hall.room(request.state.owner, table_id)


async def _hand(request: Request, table_id: str, number: int) -> tuple[Hall, Room, StoredHand]:
    hall, room = await _room(request, table_id)
    found = await hall.run(lambda: hands_of_event(hall.store, event_of(table_id), number=str(number)))
    if not found:
        raise HTTPException(404, f"hand {number} was not played at this table")
    return hall, room, found[0]


@router.get("/hands")
async def hands(
    request: Request,
    table_id: TableId,
    before: Annotated[int | None, Query(ge=1, le=10**9)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Json:
    """The hands (or rounds of Bluff) of a table, the newest first."""
    hall, room = await _room(request, table_id)
    plan = room.plan

    def read() -> Json:
        found = hands_of_event(hall.store, event_of(table_id))
        chosen = [hand for hand in reversed(found) if before is None or int(hand.record.number) < before][:limit]
        if isinstance(plan, BluffPlan):
            return {"count": len(found), "hands": [round_line(hand, plan.names) for hand in chosen]}
        return {"count": len(found), "hands": [hand_line(hand, plan) for hand in chosen]}

    return await hall.run(read)


@router.get("/hands/{number}")
async def hand(request: Request, table_id: TableId, number: HandNumber) -> Json:
    """One hand, step by step, with chances and the partner's view of your decisions where it may be asked."""
    _, room, found = await _hand(request, table_id, number)
    plan = room.plan
    partner = await room.partner_before(number) if room.advised else None

    def look(_: Wanted) -> Json:
        if isinstance(plan, BluffPlan):
            assert partner is not None
            return look_back_round(found, plan.names, partner)
        return look_back(found, plan, partner)

    return await work_for(request, look)


@router.get("/hands/{number}/export", response_class=PlainTextResponse)
async def export_hand(request: Request, table_id: TableId, number: HandNumber) -> PlainTextResponse:
    """One hand as PHH; a round of Bluff, which PHH does not know, as a line of JSON."""
    _, room, found = await _hand(request, table_id, number)
    if isinstance(room.plan, BluffPlan):
        return _download(format_round(found.record) + "\n", f"riverboat-round-{number}.jsonl")
    return _download(format_phh(as_seen(found.record)), f"riverboat-hand-{number}.phh")


@router.get("/export", response_class=PlainTextResponse)
async def export_session(request: Request, table_id: TableId) -> PlainTextResponse:
    """All hands of the session as PHHS, each a numbered table of one file; rounds of Bluff as lines of JSON."""
    hall, room = await _room(request, table_id)
    bluff = isinstance(room.plan, BluffPlan)

    def write(_: Wanted) -> str:
        found = hands_of_event(hall.store, event_of(table_id), limit=_MOST_EXPORTED)
        if bluff:
            return "".join(format_round(each.record) + "\n" for each in found)
        return "".join(format_phhs(as_seen(each.record) for each in found))

    return _download(await work_for(request, write), f"riverboat-session.{'jsonl' if bluff else 'phhs'}")


def _download(text: str, name: str) -> PlainTextResponse:
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{name}"'})


@router.get("/session")
async def session(request: Request, table_id: TableId) -> Json:
    """The session so far: the graph, everyone's statistics with intervals and sample sizes, what opponents believe."""
    hall, room = await _room(request, table_id)
    beliefs, plan = await room.beliefs(), room.plan

    def read(_: Wanted) -> Json:
        found = hands_of_event(hall.store, event_of(table_id))
        told = {"hands": len(found), "game": plan.game, "names": list(plan.names), "unit_name": plan.unit.name}
        told["beliefs"] = beliefs
        if isinstance(plan, BluffPlan):
            return {
                **told,
                "bankrolls": _points(found, plan),
                "statistics": round_statistics(found, plan.names),
            }
        players = {name: player_statistics(name, found) for name in plan.names}
        return {
            **told,
            "bankrolls": {name: list(each.bankroll_sb) for name, each in players.items()},
            "statistics": {name: summary(each.figures()) for name, each in players.items()},
        }

    return await work_for(request, read)


def _points(found: Sequence[StoredHand], plan: BluffPlan) -> dict[str, list[int]]:
    """Points of each player after every round; who is out of a round keeps his."""
    won = [dict(zip(hand.record.players, map(int, hand.net or ()), strict=True)) for hand in found]
    return {name: list(itertools.accumulate(each.get(name, 0) for each in won)) for name in plan.names}


@router.get("/attributes")
async def attributes(request: Request, table_id: TableId) -> Json:
    """Your seven attributes with their sample sizes, and how they moved from hand to hand; of Hold'em alone."""
    hall, room = await _room(request, table_id)
    plan = room.plan
    if not plan.game.startswith("holdem"):
        return {"attributes": [], "path": [], "hands": 0}

    def read(_: Wanted) -> Json:
        found = [hand.record for hand in hands_of_event(hall.store, event_of(table_id))][-_MOST_COUNTED:]
        if not found:
            return {"attributes": [], "path": [], "hands": 0}
        history = model_history(plan.person, found, strengths=_strengths)
        path = [[None if np.isnan(value) else round(float(value), 4) for value in row] for row in history.path]
        return {"attributes": attribute_lines(history.attributes), "path": path, "hands": history.hands}

    return await work_for(request, read)


def _strengths(shown: Shown) -> Floats:
    """Strengths of hands, each worked out once: whoever looks again has played only a few more."""
    return np.array([_strength(tuple(hole), tuple(board)) for hole, board in shown]).reshape(len(shown), 4)


@lru_cache(maxsize=20_000)
def _strength(hole: tuple[int, ...], board: tuple[int, ...]) -> tuple[float, ...]:
    return tuple(strengths_of([(hole, board)], keep=False)[0].tolist())
