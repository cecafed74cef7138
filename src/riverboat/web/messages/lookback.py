"""A finished hand as the person may look back at it: what they saw then, and nothing that was never shown to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from riverboat.errors import RiverboatError
from riverboat.games import Action, find_game
from riverboat.games.protocol import PlayedState
from riverboat.partner.protocol import Partner
from riverboat.records.hand_record import HandRecord
from riverboat.records.position_text import seen_position
from riverboat.records.store.hand_store import StoredHand
from riverboat.tables import PERSON, TablePlan
from riverboat.tables.bank import seats_in, seen_by
from riverboat.web.messages.games import messages_of
from riverboat.web.messages.hand import Json, Scene, place_in
from riverboat.web.messages.judgement import judged, mistakes_first


def look_back(
    hand: StoredHand, plan: TablePlan, partner: Partner | None, *, you: int = PERSON, chances: bool = True
) -> Json:
    """Every step of the hand, the `chances`, and what the partner would have done, the biggest mistake first.

    `you` is the seat of the table from which the hand is looked back at.
    """
    scene, messages = Scene.at(plan, you), messages_of(plan.entry)
    at = place_in(hand.record, plan.names, you)
    record = messages.as_seen(hand.record, at)
    states, playing = messages.states(record), seats_in(plan.names, record)
    return {
        "number": int(record.number),
        "time": record.time,
        **facts(scene),
        "names": list(plan.names),
        "you": you,
        "steps": [messages.hand(scene, seen_by(state, playing, you), playing) for state in states],
        "end": messages.ended(scene, states[-1], record),
        "streets": [_by_seat(each, playing, plan.seats) for each in messages.streets(record, at)] if chances else [],
        "decisions": [] if partner is None or at is None else mistakes_first(_decisions(record, states, at, partner)),
    }


def _by_seat(street: Json, playing: tuple[int, ...], seats: int) -> Json:
    """The chances of a street by seats of the table."""
    known = dict(zip(playing, street["equities"], strict=True))
    return {**street, "equities": [known.get(seat) for seat in range(seats)]}


def facts(scene: Scene) -> Json:
    """What the page draws a game by: its name, what it is played with, what a hand is called, whether stacks count."""
    entry = scene.entry
    return {"game": entry.name, "pieces": entry.pieces, "hand_name": entry.hand, "scored": not entry.stacks}


def _decisions(record: HandRecord, states: Sequence[PlayedState], seat: int, partner: Partner) -> Iterator[Json]:
    """What the partner says to each decision of the player in this seat of the hand."""
    messages = messages_of(find_game(record.game))
    for at, move in enumerate(record.moves):
        if move.seat == seat:
            view, done = states[at].observation(seat), Action(move.kind, move.amount)
            try:
                position = seen_position(record.game, record.rules, states[at], record.stacks, move.seat)
                told = {"step": at, "position": str(position), **messages.moment(states[at], at + 1)}
                yield {**told, **judged(partner, view, done, record.speaker)}
            except RiverboatError:
                continue
