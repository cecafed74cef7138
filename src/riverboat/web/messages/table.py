"""What the page is told of a table and of its session."""

from __future__ import annotations

from riverboat.partner.protocol import PARTNERS
from riverboat.tables import PERSON, Standing, TablePlan
from riverboat.web.messages.hand import Json, Scene
from riverboat.web.messages.lookback import facts


def standing_message(plan: TablePlan, standing: Standing) -> Json:
    """Where the session stands."""
    match = {"number": standing.match, "wins": list(standing.match_wins), "dice": list(standing.dice)}
    return {
        "match": match if plan.match else None,
        "hands": standing.hands,
        "nets": list(standing.nets),
        "buy_ins": list(standing.buy_ins),
        "stacks": None if standing.stacks is None else list(standing.stacks),
        "in_hand": standing.in_hand,
        "net": standing.nets[PERSON] if standing.nets else 0,
        "unit": plan.unit.chips,
    }


def table_message(place_id: str, plan: TablePlan, *, advised: bool = True) -> Json:
    """What does not change while the session lasts."""
    prepared = len(plan.deals)
    return {
        "id": place_id,
        **facts(Scene.at(plan)),
        "title": plan.title,
        "names": list(plan.names),
        "opponents": list(plan.opponents),
        "person": plan.person,
        "seed": None if prepared else plan.seed,  # of a study's deals: who knew it would know all of them
        "stack": plan.bank.start_stack,
        "partner": advised and plan.game in PARTNERS,
        "prepared": prepared,
        "unit": plan.unit.chips,
        "unit_name": plan.unit.name,
    }
