"""What the page is told of a table and of its session."""

from __future__ import annotations

from riverboat.partner.protocol import PARTNERS
from riverboat.tables import PERSON, Standing, TablePlan
from riverboat.tables.tournament_bank import TournamentBank
from riverboat.web.messages.hand import Json, Scene
from riverboat.web.messages.lookback import facts


def standing_message(plan: TablePlan, standing: Standing, you: int = PERSON) -> Json:
    """Where the session stands, for the player in a seat."""
    match = {"number": standing.match, "wins": list(standing.match_wins), "dice": list(standing.dice)}
    return {
        "match": match if plan.match else None,
        "hands": standing.hands,
        "nets": list(standing.nets),
        "buy_ins": list(standing.buy_ins),
        "stacks": None if standing.stacks is None else list(standing.stacks),
        "in_hand": standing.in_hand,
        "net": standing.nets[you] if standing.nets else 0,
        "unit": plan.unit.chips,
        "tournament": _tournament(plan, standing, you),
    }


def _tournament(plan: TablePlan, standing: Standing, you: int) -> Json | None:
    """How a tournament stands; None where none is played."""
    if not isinstance(plan.bank, TournamentBank):
        return None
    now = plan.bank.state(standing)
    return {
        "blinds": list(now.blinds),
        "next_blinds": list(now.next_blinds),
        "hands_left": now.hands_left,
        "entrants": now.entrants,
        "left": now.left,
        "over": now.is_over and standing.hands > 0,
        "places": list(now.places),
        "prizes": list(now.prizes),
        "points": list(now.points),
        "place": now.places[you],
    }


def table_message(place_id: str, plan: TablePlan, *, advised: bool = True, you: int = PERSON) -> Json:
    """What does not change while the session lasts, for the player in a seat."""
    prepared, named = len(plan.deals), plan.entry.set_of(plan.bank.rules)
    return {
        "id": place_id,
        **facts(Scene.at(plan)),
        "title": plan.title,
        "rule_set": "" if named is None else named.name,
        "names": list(plan.names),
        "you": you,
        "people": list(plan.people),
        "shared": bool(plan.others),
        "tournament": bool(plan.level_hands),
        "opponents": [name for seat, name in enumerate(plan.names) if seat != you],
        "person": plan.names[you],
        "seed": None if prepared else plan.seed,  # of a study's deals: who knew it would know all of them
        "stack": plan.bank.start_stack,
        "partner": advised and plan.game in PARTNERS,
        "prepared": prepared,
        "unit": plan.unit.chips,
        "unit_name": plan.unit.name,
    }
