"""Your hands: files in, statistics, the graph, the list and every hand out, for anyone who brought them alone."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from riverboat.records.store.hand_filters import filter_of
from riverboat.records.store.hand_store import Store
from riverboat.web.door import UPLOAD_PATH
from riverboat.web.lobby import Lobby
from riverboat.web.messages.hand import Json
from riverboat.web.messages.own_hand import own_export, own_hand
from riverboat.web.own.figures import HandsAsked, chosen_rows, known_games, listed, overview, statistics
from riverboat.web.own.hall import IMPORT, LEAKS, MOST_LEAK_HANDS
from riverboat.web.requests import GameName
from riverboat.web.texts import refusals
from riverboat.web.workers import work_for

router = APIRouter(prefix="/api/own", tags=["your hands"])
HandId = Annotated[int, Path(ge=1, le=10**12)]
PlayerName = Annotated[str | None, Query(min_length=1, max_length=200)]
Words = Annotated[str | None, Query(max_length=60)]


def _asked(
    player: PlayerName = None,
    game: GameName | None = None,
    position: Words = None,
    stakes: Words = None,
    players: Words = None,
    since: Words = None,
    until: Words = None,
) -> HandsAsked:
    """Which hands are looked at, from what was typed; an empty word is none."""
    typed = {"position": position, "stakes": stakes, "players": players, "since": since, "until": until}
    chosen = filter_of(**{name: text or None for name, text in typed.items()})
    return HandsAsked(player=player, game=game, chosen=chosen)


Chosen = Annotated[HandsAsked, Depends(_asked)]


def _hall(request: Request) -> Lobby:
    hall: Lobby = request.app.state.hall
    return hall


@router.get("")
async def own(request: Request) -> Json:
    """Whether you have brought hands, who sits in them, and how much you may bring."""
    hall, owner = _hall(request), request.state.owner

    def look() -> Json:
        with hall.own.stores.open(owner) as store:
            return overview(store)

    limits = hall.own.limits
    bounds = {"hands": limits.most_hands, "bytes": limits.most_bytes}
    return {**await hall.run(look), "shared": hall.own.stores.shared, "games": known_games(), "limits": bounds}


@router.delete("")
async def delete_own(request: Request) -> Json:
    """Delete all hands that you have brought."""
    hall = _hall(request)
    if hall.own.stores.shared:
        raise HTTPException(409, refusals.SHARED_HANDS)
    return {"deleted": await hall.run(hall.own.delete, request.state.owner)}


@router.post(UPLOAD_PATH.removeprefix("/api/own"))
async def add_files(request: Request) -> Json:
    """A piece of the files to import: a line of JSON, a list of [name, offset, size], then their bytes."""
    hall = _hall(request)
    async with hall.own.receiving:
        body = await request.body()
        waiting = await hall.run(hall.own.add_piece, request.state.owner, body)
    return {"files": len(waiting.sizes), "bytes": waiting.bytes}


@router.post("/import", status_code=202)
async def start_import(request: Request) -> Json:
    """Import the files that you have sent; how far it is, GET tells."""
    hall = _hall(request)
    job = await hall.run(hall.own.start_import, request.state.owner)
    return job.to_json()


@router.get("/import")
async def import_so_far(request: Request) -> Json:
    """How far your import is, or how your last one ended."""
    job = _hall(request).own.jobs.of(request.state.owner, IMPORT)
    return {"kind": IMPORT, "state": "none"} if job is None else job.to_json()


@router.delete("/import", status_code=204)
async def stop_import(request: Request) -> Response:
    """Stop your import, or forget the files that wait for one; what is stored by then stays."""
    hall, owner = _hall(request), request.state.owner
    await hall.run(hall.own.uploads.drop, owner)
    hall.own.jobs.stop(owner, IMPORT)
    return Response(status_code=204)


@router.get("/stats")
async def stats(request: Request, asked: Chosen) -> Json:
    """Statistics of a player with intervals and samples, by position and street, and the graph."""
    hall, owner = _hall(request), request.state.owner

    def look(store: Store) -> Json:
        return statistics(*chosen_rows(hall.own.remembered, store, asked))

    return await work_for(request, lambda _: hall.own.read(owner, look))


@router.post("/leaks", status_code=202)
async def start_leaks(request: Request, asked: Chosen) -> Json:
    """Look for the leaks of a player in the newest of these hands."""
    hall, owner = _hall(request), request.state.owner

    def look(store: Store) -> tuple[str, list[int]]:
        player, rows = chosen_rows(hall.own.remembered, store, asked)
        return player, [int(each) for each in rows["hand"][-MOST_LEAK_HANDS:]]

    player, numbers = await work_for(request, lambda _: hall.own.read(owner, look))
    job = await hall.run(hall.own.start_leaks, owner, player, numbers)
    return job.to_json()


@router.get("/leaks")
async def leaks_so_far(request: Request) -> Json:
    """How far the search for leaks is, or what the last one found."""
    job = _hall(request).own.jobs.of(request.state.owner, LEAKS)
    return {"kind": LEAKS, "state": "none"} if job is None else job.to_json()


@router.delete("/leaks", status_code=204)
async def stop_leaks(request: Request) -> Response:
    """Stop the search; what the hands so far show is told."""
    _hall(request).own.jobs.stop(request.state.owner, LEAKS)
    return Response(status_code=204)


@router.get("/hands")
async def hands(
    request: Request,
    asked: Chosen,
    skip: Annotated[int, Query(ge=0, le=10**9)] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Json:
    """A page of the list of hands, the newest first."""
    hall, owner = _hall(request), request.state.owner

    def look(store: Store) -> Json:
        player, rows = chosen_rows(hall.own.remembered, store, asked)
        return listed(store, player, rows, skip=skip, limit=limit)

    return await work_for(request, lambda _: hall.own.read(owner, look))


@router.get("/hands/{hand_id}")
async def hand(request: Request, hand_id: HandId, player: Annotated[str, Query(min_length=1, max_length=200)]) -> Json:
    """One hand, step by step, as a player saw it."""
    hall, owner = _hall(request), request.state.owner

    def look(store: Store) -> Json:
        return own_hand(store.hand(hand_id), player)

    return await work_for(request, lambda _: hall.own.read(owner, look))


@router.get("/hands/{hand_id}/export", response_class=PlainTextResponse)
async def export(
    request: Request, hand_id: HandId, player: Annotated[str, Query(min_length=1, max_length=200)]
) -> PlainTextResponse:
    """One hand as PHH."""
    hall, owner = _hall(request), request.state.owner
    text = await hall.run(partial(hall.own.read, owner, lambda store: own_export(store.hand(hand_id), player)))
    headers = {"content-disposition": f'attachment; filename="hand-{hand_id}.phh"'}
    return PlainTextResponse(text, headers=headers)
