"""What the lobby needs: games, agents, one's own tables; opening and leaving them."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from riverboat.agents.registry import AGENTS
from riverboat.games import GAMES
from riverboat.partner.protocol import PARTNERS
from riverboat.tables.former import SOLVED_OPPONENT, TITLES, USUAL_OPPONENTS, seating_plan
from riverboat.version import __version__
from riverboat.web.lobby import Hall
from riverboat.web.messages.cards import Json, standing_message, table_message
from riverboat.web.requests import FILES_ONLY, MOST_DICE, MOST_SEATS, NewTable, TableId
from riverboat.web.workers import Crowded

router = APIRouter(prefix="/api", tags=["lobby"])


@router.get("/lobby")
async def lobby(request: Request) -> Json:
    """The games with who usually sits there, the agents with their characters, and your tables."""
    hall: Hall = request.app.state.hall
    mine = await hall.tables(request.state.owner)
    return {
        "version": __version__,
        "games": [*map(_game, USUAL_OPPONENTS), _bluff()],
        "agents": [
            {"name": entry.name, "line": entry.line, "games": _games_of(entry.games), "learns": entry.remembers}
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
    return [name for name in (*USUAL_OPPONENTS, "bluff") if name in (games or tuple(USUAL_OPPONENTS))]


def _game(name: str) -> Json:
    plan = seating_plan(name)
    entry, rules = GAMES[name], plan.rules
    blinds = getattr(rules, "blinds", None) if name == "holdem-nolimit" else getattr(rules, "bets", None)
    most = min(entry.seats[-1], MOST_SEATS)
    return {
        "name": name,
        "title": TITLES[name],
        "line": entry.table_line,
        "seats": {"least": entry.seats[0], "most": most},
        "opponents": list(USUAL_OPPONENTS[name]),
        "stack": None if name == "stud" else int(plan.make_game().rules.start_stack),
        "stakes": None if name == "stud" else list(blinds or ()),
        "stakes_name": "blinds" if name == "holdem-nolimit" else "bets",
        "partner": name in PARTNERS,
    }


def _bluff() -> Json:
    return {
        "name": "bluff",
        "title": "Bluff",
        "line": "Liar's dice: hidden rolls, rising bids, and a call; a round is worth a point",
        "seats": {"least": 2, "most": 6},
        "opponents": [SOLVED_OPPONENT],
        "stack": None,
        "stakes": None,
        "stakes_name": "",
        "dice": {"least": 1, "most": MOST_DICE},
        "partner": "bluff" in PARTNERS,
    }


@router.post("/tables", status_code=201)
async def open_table(request: Request, asked: NewTable) -> Json:
    """Sit down at a new table."""
    if not request.app.state.new_tables.take(request.client.host if request.client else "?"):
        raise Crowded("many tables were opened from your address: wait a while, or go on at one that you have")
    hall: Hall = request.app.state.hall
    place_id, plan = await hall.open_table(request.state.owner, asked)
    return table_message(place_id, plan)


@router.delete("/tables/{table_id}", status_code=204)
async def leave_table(request: Request, table_id: TableId, forget: bool = False) -> Response:
    """Give up a table of yours; with `forget` its hands are deleted too."""
    hall: Hall = request.app.state.hall
    await hall.leave(request.state.owner, table_id, forget=forget)
    return Response(status_code=204)


@router.delete("/me")
async def forget_me(request: Request) -> Json:
    """Delete everything that is kept of you: your tables, their hands, the study, and what the partner learnt."""
    hall: Hall = request.app.state.hall
    return {"tables": await hall.forget(request.state.owner)}
