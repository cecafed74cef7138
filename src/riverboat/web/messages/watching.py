"""Agents against each other with open cards or dice: whole hands at once, with words on each decision."""

from __future__ import annotations

from riverboat.arena.matches.match import play_match
from riverboat.arena.matches.plan import match_plan
from riverboat.arena.matches.table import FinishedHand
from riverboat.games import find_game
from riverboat.records.hand_record import HandRecord
from riverboat.records.recording import record_of
from riverboat.web.messages.games import messages_of
from riverboat.web.messages.hand import Json, Scene
from riverboat.web.messages.lookback import facts
from riverboat.web.workers import Gone, Wanted


def watch(
    game: str,
    agents: list[str],
    *,
    hands: int,
    dice: int | None,
    seed: int,
    rules: str | None = None,
    wanted: Wanted = lambda: True,
) -> Json:
    """Some hands of a session between agents, every step with all cards open; no more of them than are `wanted`."""
    options = messages_of(find_game(game)).watch_options(len(agents), dice, rules)
    plan = match_plan(agents, game=game, hands=hands, seed=seed, session_hands=hands, duplicate=False, options=options)
    records: list[HandRecord] = []

    def keep(hand: FinishedHand) -> None:
        if not wanted():
            raise Gone
        names = [plan.names[player] for player in hand.players]
        records.append(record_of(hand.state, names, number=str(hand.deal + 1), event="watched"))

    play_match(plan, on_hand=keep)
    shown = [_hand(each) for each in records if wanted()]
    return {"game": game, "agents": list(plan.names), "seed": seed, "hands": shown}


def _hand(record: HandRecord) -> Json:
    """A hand from the dealer's side of the table: all cards, or dice, are open."""
    scene = Scene.watched(record)
    messages, playing = messages_of(scene.entry), tuple(range(record.seats))
    states = messages.states(record)
    steps = []
    for state in states:
        step = messages.hand(scene, state.observation(0), playing)
        messages.show_all(step, state)
        steps.append({**step, "legal": None})
    return {
        "number": int(record.number),
        "names": list(record.players),
        **facts(scene),
        "steps": steps,
        "end": messages.ended(scene, states[-1], record),
        "decisions": messages.explained(record, states),
    }
