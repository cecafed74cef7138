"""Agents against each other with open cards: whole hands at once, with Loki's explanation beside each decision."""

from __future__ import annotations

from dataclasses import dataclass

from riverboat.agents import make_agent
from riverboat.agents.loki.explanation import check_loki, decision_json, explain
from riverboat.arena.matches.match import play_match
from riverboat.arena.matches.plan import MatchPlan, match_plan
from riverboat.arena.matches.table import FinishedHand
from riverboat.games.engine.observation import format_known
from riverboat.records.hand_record import HandRecord, Rules
from riverboat.records.recording import record_of
from riverboat.records.replay import replay
from riverboat.tables.former import ending_of
from riverboat.web.messages.cards import Json, end_message, hand_message
from riverboat.web.workers import Gone, Wanted

EXPLAINER = "loki-f"


@dataclass(frozen=True, kw_only=True)
class Scene:
    """Who sits where in one hand of a match."""

    game: str
    rules: Rules
    names: tuple[str, ...]


def watch(game: str, agents: list[str], *, hands: int, seed: int, wanted: Wanted = lambda: True) -> Json:
    """Some hands of a session between agents, every step with all cards open; no more of them than are `wanted`."""
    plan = match_plan(agents, game=game, hands=hands, seed=seed, session_hands=hands, duplicate=False)
    records: list[HandRecord] = []

    def keep(hand: FinishedHand) -> None:
        if not wanted():
            raise Gone
        names = [plan.names[player] for player in hand.players]
        records.append(record_of(hand.state, names, number=str(hand.deal + 1), event="watched"))

    play_match(plan, on_hand=keep)
    shown = [_hand(plan, each) for each in records if wanted()]
    return {"game": game, "agents": list(plan.names), "seed": seed, "hands": shown}


def _hand(plan: MatchPlan, record: HandRecord) -> Json:
    """A hand from the dealer's side of the table: all cards are open."""
    scene = Scene(game=record.game, rules=record.card_rules, names=record.players)
    states = [state for _, state in replay(record)]
    steps = []
    for state in states:
        step = hand_message(scene, state.observation(0), you=None)
        for seat, each in enumerate(step["seats"]):
            each["cards"] = [format_known(card) for card in state.cards(seat)]
            each["open"] = [True] * len(each["cards"])
        steps.append({**step, "legal": None})
    number = int(record.number)
    return {
        "number": number,
        "names": list(record.players),
        "scored": record.game == "stud",
        "steps": steps,
        "end": end_message(ending_of(states[-1], number)),
        "decisions": _explained(record),
    }


def _explained(record: HandRecord) -> list[Json]:
    """What Loki would see and do at every decision; Hold'em only."""
    if not record.game.startswith("holdem"):
        return []
    loki = check_loki(make_agent(EXPLAINER))
    found = []
    for at, each in enumerate(explain(record, loki)):
        told = decision_json(record, each)
        for opponent in told["opponents"]:
            del opponent["weights"]  # a picture of its own, and large
        found.append({"step": at, **told})
    return found
