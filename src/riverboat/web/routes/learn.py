"""Where one learns: odds, starting hands, solved games, and what is known of an opponent."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import Field

from riverboat.agents.exploitability import saved_figures
from riverboat.agents.registry import AGENTS
from riverboat.cards.cards import format_cards, parse_cards
from riverboat.errors import OddsError, RiverboatError
from riverboat.odds.equity import answer
from riverboat.odds.question import ask, split_hands
from riverboat.odds.report import to_json
from riverboat.odds.starting_hands import TABLE_SIZES, starting_hands
from riverboat.records.store.ownership import hands_of_event
from riverboat.tables.session import event_of
from riverboat.web.explorer import ROUNDS, TREES, bluff_point, tree_point
from riverboat.web.lobby import Lobby
from riverboat.web.messages.games import messages_of
from riverboat.web.messages.hand import Json, place_in
from riverboat.web.requests import Asked, TableId
from riverboat.web.texts import notes, refusals
from riverboat.web.workers import Wanted, work_for

router = APIRouter(prefix="/api", tags=["learning"])
#: Deals of a question that can't be counted whole.
_SIMULATIONS = 40_000
#: Hands that a player showed, the newest, and the hands in which they are looked for.
_MOST_SHOWN, _LOOKED_AT = 4, 200


class OddsAsked(Asked):
    """Hands or ranges against each other."""

    hands: Annotated[str, Field(min_length=1, max_length=200)]
    board: Annotated[str, Field(max_length=20)] = ""
    opponents: Annotated[int, Field(ge=1, le=9)] | None = None


class TreePoint(Asked):
    """A point of a small game: what has happened so far, action by action."""

    path: Annotated[tuple[Annotated[str, Field(max_length=20)], ...], Field(max_length=60)] = ()


class RoundPoint(Asked):
    """A point of a round of Bluff: the dice of the player to act, and the bids so far."""

    roll: Annotated[list[Annotated[int, Field(ge=1, le=6)]], Field(min_length=1, max_length=2)]
    bids: Annotated[tuple[tuple[int, int], ...], Field(max_length=40)] = ()


@router.post("/odds")
async def odds(request: Request, asked: OddsAsked) -> Json:
    """Win, tie and equity of hands and ranges, counted where that is quick, else simulated."""

    def work(_: Wanted) -> Json:
        hands = split_hands(asked.hands)
        if len(hands) > 1 + 9:
            raise OddsError(refusals.too_many_hands(len(hands)))
        lone = asked.opponents or (1 if len(hands) == 1 else None)
        question = ask(hands, board=parse_cards(asked.board), opponents=lone)
        found = to_json(question, answer(question, simulations=_SIMULATIONS, seed=0), None)
        return {
            "board": format_cards(question.board),
            **{key: found[key] for key in ("players", "method", "simulations")},
        }

    return await work_for(request, work)


@router.get("/starting-hands")
async def hands_to_start_with() -> Json:
    """What all 169 hands earn at tables of two to ten."""
    return _starting_hands()


@lru_cache(maxsize=1)
def _starting_hands() -> Json:
    figures = starting_hands()
    found: Json = {}
    for size in TABLE_SIZES:
        rank = {name: place for place, name in enumerate(figures.ranked(size), 1)}
        found[str(size)] = {
            name: {
                "income": round(figures.income_of(name, size), 4),
                "equity": round((figures.income_of(name, size) + 1) / size, 4),
                "rank": place,
            }
            for name, place in rank.items()
        }
    return {"sizes": list(TABLE_SIZES), "unit": notes.SMALL_BETS, "hands": found}


@router.post("/explorer/tree/{name}")
async def explore_tree(
    request: Request, name: Annotated[str, Path(pattern=f"^({'|'.join(TREES)})$")], asked: TreePoint
) -> Json:
    """A point of a small solved game."""
    return await work_for(request, lambda _: tree_point(name, list(asked.path)))


@router.post("/explorer/round/{name}")
async def explore_round(
    request: Request, name: Annotated[str, Path(pattern=f"^({'|'.join(ROUNDS)})$")], asked: RoundPoint
) -> Json:
    """A point of a solved round of Bluff."""
    return await work_for(request, lambda _: bluff_point(name, list(asked.roll), list(asked.bids)))


@router.get("/tables/{table_id}/players/{seat}")
async def player(request: Request, table_id: TableId, seat: Annotated[int, Path(ge=0, le=9)]) -> Json:
    """What is known of an opponent here: figures with their samples, and the hands that they showed."""
    hall: Lobby = request.app.state.hall
    room = await hall.room(request.state.owner, table_id)
    plan = room.plan
    if seat >= plan.seats:
        raise RiverboatError(refusals.nobody_sits(seat, plan.seats))
    name = plan.names[seat]

    def work(_: Wanted) -> Json:
        found = hands_of_event(hall.store, event_of(table_id), newest=_LOOKED_AT, damaged=[])
        messages = messages_of(plan.entry)
        agent = None if seat in plan.people else AGENTS.get(plan.opponents[seat - 1])
        shown: list[Json] = []
        for hand in reversed(found):
            record = messages.as_seen(hand.record, place_in(hand.record, plan.names, room.seat))
            at = place_in(record, plan.names, seat)
            cards = () if at is None else record.hole_cards[at]
            told = messages.shown(record, cards) if len(shown) < _MOST_SHOWN else None
            if told is not None:
                shown.append({"number": int(record.number), **told})
        figures = saved_figures(agent.name) if agent else ()
        here = [figure.to_json()["words"] for figure in figures if figure.to_json()["game"] == plan.game]
        return {
            "name": name,
            "line": (agent.line[:1].upper() + agent.line[1:] + ".") if agent else "",
            "strength": notes.strength(here[0]) if here else "",
            "hands": len(found),
            "statistics": messages.statistics(found, [name])[name] if found else {},
            "shown": shown,
        }

    return await work_for(request, work)
