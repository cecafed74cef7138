"""Looking back: hands of a table of yours, how each was played, export, statistics."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Iterator
from functools import lru_cache
from typing import Annotated

import numpy as np
from fastapi import APIRouter, HTTPException, Path, Query, Request
from fastapi.responses import PlainTextResponse, StreamingResponse

from riverboat.arrays import Floats
from riverboat.errors import DamagedHand
from riverboat.modeling.attributes import Shown, model_history
from riverboat.modeling.strengths import strengths_of
from riverboat.records.hand_record import HandRecord
from riverboat.records.store.hand_store import Store, StoredHand
from riverboat.records.store.ownership import count_of_event, every_hand_of_event, hands_of_event, totals_of_event
from riverboat.tables import TablePlan
from riverboat.tables.session import event_of
from riverboat.web.lobby import Lobby
from riverboat.web.messages.beliefs import attribute_lines
from riverboat.web.messages.games import messages_of
from riverboat.web.messages.hand import Json, Scene, place_in
from riverboat.web.messages.lookback import facts, look_back
from riverboat.web.own_seat import OwnSeat
from riverboat.web.requests import TableId
from riverboat.web.texts import refusals
from riverboat.web.workers import Wanted, work_for

router = APIRouter(prefix="/api/tables/{table_id}", tags=["looking back"])
HandNumber = Annotated[int, Path(ge=1, le=10**9)]
#: An export goes out in pieces of this many hands, so that no thread is held while it is fetched.
_PIECE = 100
#: Statistics and attributes are counted over this many hands at most, the newest ones.
_MOST_COUNTED, _MOST_ATTRIBUTED = 2_000, 1_000
#: A graph has so many points at most.
_MOST_POINTS = 1_000


async def _room(request: Request, table_id: str) -> tuple[Lobby, OwnSeat]:
    hall: Lobby = request.app.state.hall
    return hall, await hall.room(request.state.owner, table_id, left=True)


async def _hand(request: Request, table_id: str, number: int) -> tuple[Lobby, OwnSeat, StoredHand]:
    hall, room = await _room(request, table_id)
    found = await hall.run(lambda: hands_of_event(hall.store, event_of(table_id), number=number))
    if not found:
        raise HTTPException(404, refusals.hand_not_played(number))
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
        event, damaged = event_of(table_id), list[DamagedHand]()
        found = hands_of_event(hall.store, event, before=before, newest=limit, damaged=damaged)[::-1]
        lines = [messages_of(plan.entry).line(hand, plan, room.seat) for hand in found]
        return {"count": count_of_event(hall.store, event), "hands": lines, "damaged": len(damaged)}

    return await hall.run(read)


@router.get("/hands/{number}")
async def hand(request: Request, table_id: TableId, number: HandNumber) -> Json:
    """One hand, step by step, with chances and the partner's view of your decisions where it may be asked."""
    _, room, found = await _hand(request, table_id, number)
    partner = await room.partner_before(number) if room.advised else None
    return await work_for(request, lambda _: look_back(found, room.plan, partner, you=room.seat))


@router.get("/hands/{number}/export", response_class=PlainTextResponse)
async def export_hand(request: Request, table_id: TableId, number: HandNumber) -> PlainTextResponse:
    """One hand as PHH; a round of Bluff, which PHH does not know, as a line of JSON."""
    _, room, found = await _hand(request, table_id, number)
    entry, messages = room.plan.entry, messages_of(room.plan.entry)
    name = f"riverboat-{entry.hand}-{number}.{messages.endings[0]}"
    return PlainTextResponse(messages.one_as_file(_as_seen(room, found)), headers=_attachment(name))


def _as_seen(room: OwnSeat, hand: StoredHand) -> HandRecord:
    """A hand as it was seen from somebody's seat."""
    at = place_in(hand.record, room.plan.names, room.seat)
    return messages_of(room.plan.entry).as_seen(hand.record, at)


@router.get("/export", response_class=PlainTextResponse)
async def export_session(request: Request, table_id: TableId) -> StreamingResponse:
    """All hands of the session as PHHS, each a numbered table of one file; rounds of Bluff as lines of JSON."""
    hall, room = await _room(request, table_id)
    messages, damaged = messages_of(room.plan.entry), list[DamagedHand]()
    found = every_hand_of_event(hall.store, event_of(table_id), damaged=damaged)
    texts = messages.many_as_file((_as_seen(room, each) for each in found), damaged)
    headers = _attachment(f"riverboat-session.{messages.endings[1]}")
    return StreamingResponse(_in_pieces(hall, texts), media_type="text/plain", headers=headers)


async def _in_pieces(hall: Lobby, texts: Iterator[str]) -> AsyncIterator[str]:
    while piece := await hall.run(lambda: "".join(itertools.islice(texts, _PIECE))):
        yield piece


def _attachment(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}


@router.get("/session")
async def session(request: Request, table_id: TableId) -> Json:
    """The session so far: the graph, everyone's statistics with intervals and sample sizes, what opponents believe."""
    hall, room = await _room(request, table_id)
    beliefs, plan = await room.beliefs(), room.plan

    def read(_: Wanted) -> Json:
        event, damaged = event_of(table_id), list[DamagedHand]()
        found = hands_of_event(hall.store, event, newest=_MOST_COUNTED, damaged=damaged)
        return {
            "hands": count_of_event(hall.store, event),
            "counted": len(found),  # statistics are of the newest hands, the graph is of all
            "damaged": len(damaged),
            **facts(Scene.at(plan)),
            "attributed": _has_attributes(plan),
            "advised": room.advised,
            "names": list(plan.names),
            "you": room.seat,
            "unit_name": plan.unit.name,
            "unit_chips": plan.unit.chips,
            "beliefs": beliefs,
            **_graph(hall.store, event, plan),
            "statistics": messages_of(plan.entry).statistics(found, plan.names),
        }

    return await work_for(request, read)


def _graph(store: Store, event: str, plan: TablePlan) -> Json:
    """What each player has won by then, in the unit of the game; thinned out where there are many hands."""
    at, totals = totals_of_event(store, event, plan.names, points=_MOST_POINTS)
    return {
        "bankroll_hands": at,
        "bankrolls": {name: [float(each) / plan.unit.chips for each in totals[name]] for name in plan.names},
    }


@router.get("/attributes")
async def attributes(request: Request, table_id: TableId) -> Json:
    """Your seven attributes with their sample sizes, and how they moved from hand to hand; of Hold'em alone."""
    hall, room = await _room(request, table_id)
    plan = room.plan
    if not _has_attributes(plan):
        return {"attributes": [], "path": [], "hands": 0}

    def read(_: Wanted) -> Json:
        newest = hands_of_event(hall.store, event_of(table_id), newest=_MOST_ATTRIBUTED, damaged=[])
        found = [hand.record for hand in newest if plan.names[room.seat] in hand.record.players]
        if not found:
            return {"attributes": [], "path": [], "hands": 0}
        history = model_history(plan.names[room.seat], found, strengths=_strengths)
        path = [[None if np.isnan(value) else round(float(value), 4) for value in row] for row in history.path]
        return {"attributes": attribute_lines(history.attributes), "path": path, "hands": history.hands}

    return await work_for(request, read)


def _has_attributes(plan: TablePlan) -> bool:
    """Whether the seven attributes can be counted: they rest on the strength of two cards and a board."""
    return "holdem" in plan.entry.skills


def _strengths(shown: Shown) -> Floats:
    """Strengths of hands, each worked out once: whoever looks again has played only a few more."""
    return np.array([_strength(tuple(hole), tuple(board)) for hole, board in shown]).reshape(len(shown), 4)


@lru_cache(maxsize=20_000)
def _strength(hole: tuple[int, ...], board: tuple[int, ...]) -> tuple[float, ...]:
    return tuple(strengths_of([(hole, board)], keep=False)[0].tolist())
