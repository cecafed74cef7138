"""The leaderboard: how the agents of a game stand, from the leagues that `make prove` saved in the package."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Request
from fastapi.responses import Response

from riverboat.arena.league.saved import SAVED, read_league, saved_path
from riverboat.games.catalog import GAMES
from riverboat.web.messages.hand import Json
from riverboat.web.texts import refusals
from riverboat.web.workers import work_for

router = APIRouter(prefix="/api/league", tags=["league"])
GameName = Annotated[str, Path(pattern=r"^[a-z0-9-]{1,40}$")]


@router.get("")
async def leagues(request: Request) -> Json:
    """The games that have a saved league."""
    return {"games": await work_for(request, lambda _: [game for game in GAMES if saved_path(game).is_file()])}


@router.get("/{game}")
async def league(request: Request, game: GameName) -> Json:
    """The standings of a game, best first, and every pair of agents."""
    return await work_for(request, lambda _: _league(game))


def _league(game: str) -> Json:
    path = saved_path(game)
    if game not in GAMES or not path.is_file():
        raise HTTPException(404, refusals.no_league(game))
    told = read_league(path)
    kept = ("game", "hands", "rings", "unit", "adjusted", "standings", "pairs", "seed", "version", "command")
    return {**{key: told[key] for key in kept if key in told}, "picture": (SAVED / f"{game}.svg").is_file()}


@router.get("/{game}/picture", response_class=Response)
def picture(game: GameName) -> Response:
    """The cross table of a league."""
    path = SAVED / f"{game}.svg"
    if game not in GAMES or not path.is_file():
        raise HTTPException(404, refusals.no_league_picture(game))
    return Response(path.read_bytes(), media_type="image/svg+xml")
