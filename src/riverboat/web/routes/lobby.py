"""What the lobby needs: games, agents, one's own tables; opening and leaving them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fastapi import APIRouter, Request, Response

from riverboat.agents.entry import AgentEntry
from riverboat.agents.exploitability import saved_figures
from riverboat.agents.registry import AGENTS
from riverboat.games.catalog import GAMES, USUAL_TOURNAMENT, table_games
from riverboat.games.choices import TableChoice
from riverboat.partner.protocol import PARTNERS
from riverboat.tables import Standing
from riverboat.version import __version__
from riverboat.web.lobby import FoundTable, Lobby
from riverboat.web.messages.hand import Json
from riverboat.web.messages.table import standing_message, table_message
from riverboat.web.requests import FILES_ONLY, MOST_DICE, Joining, NewTable, Opening, TableId
from riverboat.web.texts import refusals
from riverboat.web.visitors import left_by
from riverboat.web.workers import Crowded

router = APIRouter(prefix="/api", tags=["lobby"])
#: This many tables that were left are listed, the newest.
MOST_LEFT = 20


@router.get("/lobby")
async def lobby(request: Request) -> Json:
    """The games with who usually sits there, the agents with their characters, and your tables."""
    hall: Lobby = request.app.state.hall
    mine = await hall.tables(request.state.owner)
    left = await hall.left_tables(request.state.owner, MOST_LEFT)
    gone = {found.place.id for found, _, _ in left}  # some of them since `mine` was read
    return {
        "version": __version__,
        "games": [_game(name) for name in table_games()],
        "tournament": USUAL_TOURNAMENT,
        "agents": [
            {
                "name": entry.name,
                "line": entry.line,
                "games": _games_of(entry),
                "learns": entry.remembers,
                "most_seats": entry.most_seats,
                "most_dice": entry.most_dice,
                "named_rules": entry.named_rules,
                "exploitability": [figure.to_json() for figure in saved_figures(entry.name)],
            }
            for entry in AGENTS.values()
            if entry.name not in FILES_ONLY
        ],
        "tables": [_table(*each) for each in mine if each[0].place.id not in gone],
        "left": [{**_told(found, seat), "hands": hands} for found, seat, hands in left],
    }


def _told(found: FoundTable, seat: int) -> Json:
    return table_message(found.place.id, found.room_plan.plan, you=seat)


def _table(found: FoundTable, seat: int, standing: Standing | None) -> Json:
    """A table as the lobby lists it."""
    now = None if standing is None else standing_message(found.room_plan.plan, standing, seat)
    return {**_told(found, seat), "opened": found.place.opened, "standing": now}


def _games_of(entry: AgentEntry) -> list[str]:
    """The games of the lobby that an agent plays; one that names none plays all games of cards, or all there are."""
    if not entry.games:
        return [name for name in table_games() if entry.elsewhere or GAMES[name].pieces == "cards"]
    return [name for name in table_games() if name in entry.games]


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
        "fallback": entry.fallback_opponent,
        "watched": list(entry.watched),
        "faces": list(entry.faces),
        "small": entry.small,
        "stack": entry.usual_stack,
        "stakes": None if stakes is None else list(stakes),
        "stakes_name": entry.stakes_name or "",
        "tournament": entry.blinds,
        **({"dice": {"least": 1, "most": MOST_DICE}} if entry.pieces == "dice" else {}),
        "choices": _choices(entry.choices),
        "rule_sets": [
            {
                "name": each.name,
                "title": each.title,
                "line": each.about,
                "match": each.to_the_end,
                "dice": each.options.get("dice"),
                "choices": _choices(each.choices),
            }
            for each in entry.rule_sets
        ],
        "partner": name in PARTNERS,
        "partner_kinds": _lines(PARTNERS[name].kinds) if name in PARTNERS else [],
    }


def _choices(choices: Sequence[TableChoice]) -> list[Json]:
    """Options that are chosen by a word."""
    return [{"name": each.name, "title": each.title, "words": _lines(each.words)} for each in choices]


def _lines(words: Mapping[str, str]) -> list[Json]:
    """Words to choose among, each with what it means, the usual one first."""
    return [{"name": word, "line": line} for word, line in words.items()]


@router.post("/tables", status_code=201)
async def open_table(request: Request, asked: NewTable) -> Json:
    """Sit down at a new table."""
    if not request.app.state.new_tables.take(request.client.host if request.client else "?"):
        raise Crowded(refusals.MANY_TABLES_OPENED)
    hall: Lobby = request.app.state.hall
    place_id, plan = await hall.open_table(request.state.owner, asked)
    return table_message(place_id, plan)


@router.post("/tables/{table_id}/open")
async def open_to_others(request: Request, table_id: TableId, asked: Opening) -> Json:
    """Open a table of yours to others: whoever has its link can take a seat."""
    hall: Lobby = request.app.state.hall
    return table_message(table_id, await hall.open_to_others(request.state.owner, table_id, asked))


@router.get("/tables/{table_id}/invitation")
async def invitation(request: Request, table_id: TableId) -> Json:
    """A table that somebody has opened, for anyone who has its link: what is played, who sits there, what is free."""
    hall: Lobby = request.app.state.hall
    found, standing = await hall.invitation(request.state.owner, table_id)
    plan = found.room_plan.plan
    taken = {each.seat for each in found.room_plan.people}
    begun = standing is not None
    return {
        "title": plan.title,
        "names": [name for seat, name in enumerate(plan.names) if seat in taken or seat not in plan.people],
        "free": 0 if plan.level_hands and begun else len([seat for seat in plan.people if seat not in taken]),
        "begun": begun,
        "yours": request.state.owner in found.seats,
        "yours_again": left_by(request.state.owner) in found.seats,
    }


@router.post("/tables/{table_id}/join", status_code=201)
async def take_seat(request: Request, table_id: TableId, asked: Joining) -> Json:
    """Take a seat at a table that somebody has opened."""
    hall: Lobby = request.app.state.hall
    found = await hall.take_seat(request.state.owner, table_id, asked)
    return _told(found, found.seats[request.state.owner])


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
