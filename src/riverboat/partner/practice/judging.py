"""Going through a player's hands: what each decision cost, and the exercise that a mistake makes."""

from __future__ import annotations

import json
from collections.abc import Iterator

from riverboat.errors import RiverboatError
from riverboat.games import Action, parse_action
from riverboat.partner.practice.exercises import Exercise, spot_exercise, worths_from_text, worths_to_text
from riverboat.partner.protocol import Partner
from riverboat.partner.texts import practice as texts
from riverboat.records.hand_record import HandRecord
from riverboat.records.position_text import seen_position
from riverboat.records.replay import states_of
from riverboat.records.store.learning import KeptDecision


def judged_decisions(record: HandRecord, seat: int, partner: Partner) -> Iterator[KeptDecision]:
    """Every decision of a seat in a hand with what it cost, by what the partner knows before the hand."""
    states = states_of(record)
    unit = record.rules.income_unit
    for step, move in enumerate(record.moves):
        if move.seat != seat:
            continue
        state, done = states[step], Action(move.kind, move.amount)
        view = state.observation(seat)
        try:
            worths = partner.worths(view, done)
            if worths is None:
                continue
            theme, fine, content = partner.theme(view), worths.is_fine(done), ""
            if not fine:
                position = seen_position(record.game, record.rules, state, record.stacks, seat)
                line = partner.look_back(view, done).text
                weighed = worths_to_text(worths)
                content = json.dumps({"position": str(position), "worths": weighed, "done": str(done), "line": line})
        except RiverboatError:
            continue
        yield KeptDecision(
            event=record.event,
            number=int(record.number) if record.number.isdecimal() else 0,
            step=step,
            game=record.game,
            street=record.rules.street_names[state.street],
            theme=theme,
            cost=worths.cost(done) / unit.chips,
            unit=unit.name,
            fine=fine,
            time=record.time,
            content=content,
        )


def own_exercise(key: str, theme: str, content: str) -> Exercise:
    """The exercise that a mistake makes: the same decision again, by the figures that were there then."""
    data = json.loads(content)
    done = parse_action(data["done"])
    worths = worths_from_text(data["worths"])
    return spot_exercise(theme, key, data["position"], worths, why=(texts.told(data["line"]),), taken=done)
