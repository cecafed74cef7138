"""A position under analysis: where it stands, what the others may hold street by street, what actions are worth.

Everything is worked out from the position alone, and that has only what its player can see.
"""

from __future__ import annotations

from typing import Any

from riverboat.errors import GameError
from riverboat.games.protocol import PlayedState
from riverboat.partner.protocol import PARTNERS, Partner, make_partner
from riverboat.records.position_text import YOU, Position, Walk, parse_position, position_parts, walk
from riverboat.web.messages.games import messages_of
from riverboat.web.messages.hand import Json, Scene
from riverboat.web.messages.judgement import advised, weighed
from riverboat.web.messages.lookback import facts
from riverboat.web.texts import notes, refusals

#: A board of this many cards is solved for who waits for it.
_TURN = 4


def read_position(text: str) -> Position:
    """A position of a game that has a partner; a bad one is told in a sentence."""
    found = parse_position(text)
    if found.game not in PARTNERS:
        raise GameError(refusals.no_partner_yet(found.entry.title, PARTNERS))
    return found


def names_at(position: Position) -> tuple[str, ...]:
    """Names by seat: nobody's name is in a position."""
    seats = position.rules.seats
    return (notes.YOU, notes.OPPONENT) if seats == 2 else (notes.YOU, *map(notes.player, range(1, seats)))


def scene_of(position: Position) -> Scene:
    """What the page is told of a position's hand beside what is seen."""
    return Scene(entry=position.entry, rules=position.rules, names=names_at(position), you=YOU)


def shown_hand(position: Position, state: PlayedState) -> Json:
    """A moment of a position as its player sees it."""
    playing = tuple(range(position.rules.seats))
    return messages_of(position.entry).hand(scene_of(position), state.observation(YOU), playing)


def analysed(position: Position, *, solve: bool = False) -> Json:
    """All that is told of a position; with `solve` a turn between two is solved too, which takes a while."""
    found = walk(position)
    now = next(state for state in reversed(found.states) if not state.is_over)
    scene = scene_of(position)
    told: Json = {
        "position": str(position),
        "parts": position_parts(position),
        "seats": position.rules.seats,
        "seat_range": [scene.entry.table_seats[0], scene.entry.table_seats[-1]],
        "stacks": _stacks(position),
        "stakes": _stakes(position),
        **facts(scene),
        "title": scene.entry.title_of(position.rules),
        "names": list(scene.names),
        "hand": shown_hand(position, now),
        "played": len(found.states) - 1,
        "over": found.last.is_over,
        "missing": [{"seat": slot.seat, "at": slot.at} for slot in found.missing],
        "actor": None if found.last.is_over or found.missing else now.actor,
    }
    if told["actor"] is None:
        return {**told, "legal": None, "solvable": False, "holds": [], "partner": None}
    partner = make_partner(position.game)
    return {
        **told,
        "legal": _legal(position, now),
        "solvable": _solvable(position, now),
        "holds": _holds(position, found, partner),
        "partner": _partner(position, now, partner, solve=solve) if now.actor == YOU else None,
    }


def _solvable(position: Position, state: PlayedState) -> bool:
    """Whether a solver can be waited for: a turn between two."""
    view: Any = state.observation(YOU)
    return "holdem" in position.entry.skills and len(state.board) == _TURN and sum(view.is_in) == 2


def _stacks(position: Position) -> list[int]:
    """What everyone begins with, where there are stacks."""
    usual = position.rules.start_stack if position.entry.stacks else None
    if position.stacks is not None:
        return list(position.stacks)
    return [] if usual is None else [usual] * position.rules.seats


def _stakes(position: Position) -> Json | None:
    """The blinds or bets, where there are any."""
    name = position.entry.stakes_name
    return None if name is None else {"name": name, "amounts": list(getattr(position.rules, name))}


def _legal(position: Position, state: PlayedState) -> Json | None:
    """What whoever is to act may do; a hidden card that somebody else shows is chosen when it lies open."""
    actor = state.actor or 0
    if actor != YOU and any(action.kind == "reveal" for action in state.legal_actions()):
        return {"kinds": ["reveal"], "cards": []}
    playing = tuple(range(position.rules.seats))
    told = messages_of(position.entry).hand(scene_of(position), state.observation(actor), playing)
    return dict(told["legal"]) if told["legal"] else None


def _holds(position: Position, found: Walk, partner: Partner) -> list[Json]:
    """What the others may hold when each street ended, and now."""
    last: dict[int, PlayedState] = {}
    for state in found.states:
        last[state.street] = state
    told = []
    for street, state in sorted(last.items()):
        held = partner.may_hold(state.observation(YOU))
        name = position.rules.street_names[street]
        told.append({"street": name, "seats": [each.to_json() for each in held]})
    return told


def _partner(position: Position, state: PlayedState, partner: Partner, *, solve: bool) -> Json:
    """What the partner says to a decision."""
    view: Any = state.observation(YOU)
    speaker, to_call, names = position.entry.speaker, getattr(view, "to_call", 0), names_at(position)
    deeper = partner.solve(view) if solve else None
    advice = partner.advise(view, names=names)
    solved = partner.may_hold(view, solved=True) if deeper or (advice.worths and advice.worths.kind == "solved") else ()
    told = advised(advice, speaker, to_call)
    if deeper is not None:
        told["worths"] = weighed(deeper, speaker, to_call)
    return {
        **told,
        "solved": [each.to_json() for each in solved],
        "questions": [each.to_json() for each in partner.questions(view)],
    }


def answered(position: Position, question: str) -> Json:
    """The partner's answer to a question about a position."""
    found = walk(position)
    if found.missing or found.last.is_over:
        raise GameError(refusals.POSITION_NOT_WHOLE)
    names = names_at(position)
    return make_partner(position.game).answer(found.last.observation(YOU), question, names=names).to_json()
