"""Agents against each other at Bluff with open dice: whole rounds at once, with the partner's view of each bid."""

from __future__ import annotations

from riverboat.arena.matches.match import play_match
from riverboat.arena.matches.plan import match_plan
from riverboat.arena.matches.table import FinishedHand
from riverboat.games import Action
from riverboat.games.bluff.game import BluffState
from riverboat.partner.protocol import make_partner
from riverboat.records.formats.rounds import replay_round, round_record
from riverboat.records.hand_record import HandRecord
from riverboat.web.messages.cards import Json
from riverboat.web.messages.dice import recorded_end, round_end, round_message
from riverboat.web.messages.lookback import judged


def watch_bluff(agents: list[str], *, rounds: int, dice: int | None, seed: int) -> Json:
    """Some rounds between agents, every step with all dice open.

    Without a number of dice it is one each for two players, which is the paper's game, and two for more.
    """
    options = {"dice": dice or (1 if len(agents) == 2 else 2)}
    plan = match_plan(
        agents, game="bluff", hands=rounds, seed=seed, session_hands=rounds, duplicate=False, options=options
    )
    records: list[HandRecord] = []

    def keep(hand: FinishedHand) -> None:
        names = [plan.names[player] for player in hand.players]
        records.append(round_record(hand.state, names, number=str(hand.deal + 1)))

    play_match(plan, on_hand=keep)
    return {"game": "bluff", "agents": list(plan.names), "seed": seed, "hands": [_round(each) for each in records]}


def _round(record: HandRecord) -> Json:
    """A round from the other side of the cups."""
    states, playing = list(replay_round(record)), tuple(range(record.seats))
    steps = []
    for state in states:
        step = round_message(record.players, state.observation(0), playing, you=None)
        for seat, each in enumerate(step["seats"]):
            each["roll"] = list(state.rolls[seat])
        steps.append({**step, "legal": None})
    return {
        "number": int(record.number),
        "names": list(record.players),
        "scored": True,
        "steps": steps,
        "end": round_end(recorded_end(record.players, record), match_over=False),
        "decisions": _judged(record, states),
    }


def _judged(record: HandRecord, states: list[BluffState]) -> list[Json]:
    """What a partner beside each player would have said, who knows what that player knows."""
    partner = make_partner("bluff")
    return [
        {
            "step": at,
            "player": record.players[event.seat],
            **judged(partner, states[at].observation(event.seat), Action(*event.action)),
        }
        for at, event in enumerate(states[-1].history)
    ]
