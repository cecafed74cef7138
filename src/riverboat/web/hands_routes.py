"""Looking back: hands of a table of yours, how each was played, export, statistics."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Query, Request
from fastapi.responses import PlainTextResponse

from riverboat.agents.partner import PARTNERS, make_partner
from riverboat.arena.bluff_plan import BluffPlan
from riverboat.arena.seating import event_of
from riverboat.arena.seating_plan import SeatingPlan
from riverboat.modeling.statistics import player_statistics
from riverboat.records.phh_writer import format_phh, format_phhs
from riverboat.records.places import hands_of_event
from riverboat.records.store import StoredHand
from riverboat.web.asking import TableId
from riverboat.web.composing import Json
from riverboat.web.hall import Hall
from riverboat.web.looking_back import as_seen, hand_line, look_back, summary

router = APIRouter(prefix="/api/tables/{table_id}", tags=["looking back"])
HandNumber = Annotated[int, Path(ge=1, le=10**9)]
_MOST_EXPORTED = 2_000


async def _plan(request: Request, table_id: str) -> tuple[Hall, SeatingPlan]:
    hall: Hall = request.app.state.hall
    plan = (await hall.room(request.state.owner, table_id)).plan
    if isinstance(plan, BluffPlan):
        raise HTTPException(409, "rounds of Bluff are looked back at with riverboat replay")
    return hall, plan


async def _hand(request: Request, table_id: str, number: int) -> tuple[Hall, SeatingPlan, StoredHand]:
    hall, plan = await _plan(request, table_id)
    found = await hall.run(lambda: hands_of_event(hall.store, event_of(table_id), number=str(number)))
    if not found:
        raise HTTPException(404, f"hand {number} was not played at this table")
    return hall, plan, found[0]


@router.get("/hands")
async def hands(
    request: Request,
    table_id: TableId,
    before: Annotated[int | None, Query(ge=1, le=10**9)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Json:
    """The hands of a table, the newest first."""
    hall, plan = await _plan(request, table_id)
    found = await hall.run(hands_of_event, hall.store, event_of(table_id))
    chosen = [hand for hand in reversed(found) if before is None or int(hand.record.number) < before]
    return {"count": len(found), "hands": [hand_line(hand, plan) for hand in chosen[:limit]]}


@router.get("/hands/{number}")
async def hand(request: Request, table_id: TableId, number: HandNumber) -> Json:
    """One hand, step by step, with chances and the partner's view of your decisions."""
    hall, plan, found = await _hand(request, table_id, number)
    partner = make_partner(plan.game) if plan.game in PARTNERS else None
    return await hall.run(look_back, found, plan, partner)


@router.get("/hands/{number}/phh", response_class=PlainTextResponse)
async def hand_as_phh(request: Request, table_id: TableId, number: HandNumber) -> PlainTextResponse:
    """One hand as PHH."""
    _, _, found = await _hand(request, table_id, number)
    return _download(format_phh(as_seen(found.record)), f"riverboat-hand-{number}.phh")


@router.get("/phh", response_class=PlainTextResponse)
async def session_as_phhs(request: Request, table_id: TableId) -> PlainTextResponse:
    """All hands of the session as PHHS, each a numbered table of one file."""
    hall, _ = await _plan(request, table_id)

    def write() -> str:
        found = hands_of_event(hall.store, event_of(table_id), limit=_MOST_EXPORTED)
        return "".join(format_phhs(as_seen(each.record) for each in found))

    return _download(await hall.run(write), "riverboat-session.phhs")


def _download(text: str, name: str) -> PlainTextResponse:
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{name}"'})


@router.get("/session")
async def session(request: Request, table_id: TableId) -> Json:
    """The session so far: the graph, and your statistics with their intervals and sample sizes."""
    hall, plan = await _plan(request, table_id)
    beliefs = await (await hall.room(request.state.owner, table_id)).beliefs()

    def read() -> Json:
        found = hands_of_event(hall.store, event_of(table_id))
        players = {name: player_statistics(name, found) for name in plan.names}
        return {
            "hands": len(found),
            "unit": plan.unit,
            "names": list(plan.names),
            "bankrolls": {name: list(each.bankroll_sb) for name, each in players.items()},
            "beliefs": beliefs,
            "statistics": {name: summary(each.figures()) for name, each in players.items()},
        }

    return await hall.run(read)
