"""A finished hand as the person may look back at it: what they saw then, and nothing that was never shown to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from riverboat.errors import RiverboatError
from riverboat.games import Action
from riverboat.games.protocol import PlayedState
from riverboat.partner.protocol import Partner
from riverboat.records.hand_record import HandRecord
from riverboat.records.store.hand_store import StoredHand
from riverboat.tables import PERSON, TablePlan
from riverboat.web.messages.games import GameMessages, messages_of
from riverboat.web.messages.hand import Json, Scene, seats_in
from riverboat.web.messages.judgement import judged, mistakes_first


def look_back(hand: StoredHand, plan: TablePlan, partner: Partner | None) -> Json:
    """Every step of the hand, the chances, and what the partner would have done, the biggest mistake first."""
    scene, messages = Scene.at(plan), messages_of(plan.entry)
    record = messages.as_seen(hand.record)
    states, playing = messages.states(record), seats_in(plan.names, record)
    return {
        "number": int(record.number),
        "time": record.time,
        **facts(scene),
        "names": list(plan.names),
        "steps": [messages.hand(scene, messages.view(state, playing), playing) for state in states],
        "end": messages.ended(scene, states[-1], record),
        "streets": list(messages.streets(record)),
        "decisions": [] if partner is None else mistakes_first(_decisions(messages, record, states, playing, partner)),
    }


def facts(scene: Scene) -> Json:
    """What the page draws a game by: its name, what it is played with, what a hand is called, whether stacks count."""
    entry = scene.entry
    return {"game": entry.name, "pieces": entry.pieces, "hand_name": entry.hand, "scored": not entry.stacks}


def _decisions(
    messages: GameMessages,
    record: HandRecord,
    states: Sequence[PlayedState],
    playing: tuple[int, ...],
    partner: Partner,
) -> Iterator[Json]:
    """What the partner says to each decision of the person's."""
    for at, move in enumerate(record.moves):
        if playing[move.seat] == PERSON:
            view, done = messages.view(states[at], playing), Action(move.kind, move.amount)
            try:
                yield {"step": at, **messages.moment(states[at], at + 1), **judged(partner, view, done, record.speaker)}
            except RiverboatError:
                continue
