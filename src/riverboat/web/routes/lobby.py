"""What the lobby needs: games, agents, one's own tables; opening and leaving them."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import APIRouter, Request, Response

from riverboat.agents.exploitability import saved_figures
from riverboat.agents.registry import AGENTS
from riverboat.games.catalog import GAMES, USUAL_TOURNAMENT, table_games
from riverboat.partner.protocol import PARTNERS
from riverboat.version import __version__
from riverboat.web.lobby import Lobby
from riverboat.web.messages.hand import Json
from riverboat.web.messages.table import standing_message, table_message
from riverboat.web.requests import FILES_ONLY, MOST_DICE, NewTable, TableId
from riverboat.web.workers import Crowded

router = APIRouter(prefix="/api", tags=["lobby"])


@router.get("/lobby")
async def lobby(request: Request) -> Json:
    """The games with who usually sits there, the agents with their characters, and your tables."""
    hall: Lobby = request.app.state.hall
    mine = await hall.tables(request.state.owner)
    return {
        "version": __version__,
        "games": [_game(name) for name in table_games()],
        "tournament": USUAL_TOURNAMENT,
        "agents": [
            {
                "name": entry.name,
                "line": entry.line,
                "games": _games_of(entry.games),
                "learns": entry.remembers,
                "exploitability": [figure.to_json() for figure in saved_figures(entry.name)],
            }
            for entry in AGENTS.values()
            if entry.name not in FILES_ONLY
        ],
        "tables": [
            {
                **table_message(place.id, plan),
                "opened": place.opened,
                "standing": None if standing is None else standing_message(plan, standing),
            }
            for place, plan, standing in mine
        ],
    }


def _games_of(games: tuple[str, ...]) -> list[str]:
    """The games of the lobby that an agent plays; one that names none plays all games of cards."""
    return [name for name in table_games() if (name in games if games else GAMES[name].pieces == "cards")]


def _game(name: str) -> Json:
    entry = GAMES[name]
    stakes = entry.usual_stakes
    return {
        "name": name,
        "title": entry.title,
        "line": entry.table_line,
        "pieces": entry.pieces,
        "hand_name": entry.hand,
        "seats": {"least": entry.table_seats[0], "most": entry.table_seats[-1]},
        "opponents": list(entry.opponents),
        "watched": list(entry.watched),
        "faces": list(entry.faces),
        "stack": entry.usual_stack,
        "stakes": None if stakes is None else list(stakes),
        "stakes_name": entry.stakes_name or "",
        **({"dice": {"least": 1, "most": MOST_DICE}} if entry.pieces == "dice" else {}),
        "choices": [
            {"name": choice.name, "title": choice.title, "words": _lines(choice.words)} for choice in entry.choices
        ],
        "partner": name in PARTNERS,
        "partner_kinds": _lines(PARTNERS[name].kinds) if name in PARTNERS else [],
    }


def _lines(words: Mapping[str, str]) -> list[Json]:
    """Words to choose among, each with what it means, the usual one first."""
    return [{"name": word, "line": line} for word, line in words.items()]


@router.post("/tables", status_code=201)
async def open_table(request: Request, asked: NewTable) -> Json:
    """Sit down at a new table."""
    if not request.app.state.new_tables.take(request.client.host if request.client else "?"):
        raise Crowded("many tables were opened from your address: wait a while, or go on at one that you have")
    hall: Lobby = request.app.state.hall
    place_id, plan = await hall.open_table(request.state.owner, asked)
    return table_message(place_id, plan)


@router.delete("/tables/{table_id}", status_code=204)
async def leave_table(request: Request, table_id: TableId, forget: bool = False) -> Response:
    """Give up a table of yours; with `forget` its hands are deleted too."""
    hall: Lobby = request.app.state.hall
    await hall.leave(request.state.owner, table_id, forget=forget)
    return Response(status_code=204)


@router.delete("/me")
async def forget_me(request: Request) -> Json:
    """Delete everything that is kept of you: your tables, their hands, the study, and what the partner learnt."""
    hall: Lobby = request.app.state.hall
    return {"tables": await hall.forget(request.state.owner)}
