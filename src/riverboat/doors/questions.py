"""A decision that is asked for as JSON, as our bots are asked: read back into what a seat sees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from riverboat.errors import GameError, RiverboatError
from riverboat.games import Action, BluffObservation, find_game, make_game, parse_action
from riverboat.games.bluff.game import BluffGame, BluffRules
from riverboat.games.engine.layout_kernel import UNBOUNDED
from riverboat.games.engine.observation import Event
from riverboat.games.protocol import TableObservation


def seen_in(message: Mapping[str, Any]) -> TableObservation:
    """What a seat sees, from the message of a decision (docs/agents/bots.md) that also names its `game`.

    The hand is played again from it, so that what can't be is refused in a sentence.
    """
    try:
        name = str(message["game"])
        found: TableObservation = _READERS[find_game(name).pieces](name, message)
        return found
    except RiverboatError:
        raise
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        what = f"it has no {error}" if isinstance(error, KeyError) else str(error)
        raise GameError(f"this is no decision that can be read: {what}") from None


def _options(name: str, message: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """The rules that the message names; JSON has lists where rules have tuples."""
    given = {key: _tuples(value) for key, value in dict(message.get("rules") or {}).items()}
    known = find_game(name).options
    return {**{key: value for key, value in given.items() if key in known}, "seats": seats}


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _hand(name: str, message: Mapping[str, Any]) -> TableObservation:
    shown = [str(cards) for cards in message["shown"]]
    seat, seats = int(message["seat"]), len(shown)
    game: Any = make_game(name, **_options(name, message, seats))
    events = list(message.get("history") or ())
    begun: dict[str, Any] = {"button": int(message["button"]), "cards": shown, "board": str(message.get("board", ""))}
    state = _played(game, events, begun)
    wanted = message.get("stacks")
    if wanted is not None and game.rules.start_stack != UNBOUNDED:
        before = [game.rules.start_stack + int(now) - had for now, had in zip(wanted, state.stacks, strict=True)]
        state = _played(game, events, {**begun, "stacks": before})
    if state.actor != seat:
        raise GameError(f"after these actions it is not the turn of seat {seat}")
    found: TableObservation = state.observation(seat)
    return found


def _played(game: Any, events: Sequence[Sequence[Any]], begun: Mapping[str, Any]) -> Any:
    state = game.start(**begun)
    for event in events:
        action = _next_action(state, event)
        if len(event) > 2 and int(event[1]) != state.street:
            raise GameError(f'"{action}" of seat {event[0]} is not on street {event[1]}, but on {state.street}')
        state.apply(action)
    return state


def _next_action(state: Any, event: Sequence[Any]) -> Action:
    """The action of a line of the history, which begins with the seat that took it."""
    action = parse_action(str(event[-1]))
    if len(event) < 2 or int(event[0]) != state.actor:
        turn = "the hand is over" if state.actor is None else f"it is the turn of seat {state.actor}"
        who = f"seat {event[0]}" if len(event) > 1 else "a seat that is not named"
        raise GameError(f'"{action}" of {who} can\'t be: {turn}')
    return action


def _round(name: str, message: Mapping[str, Any]) -> TableObservation:
    known = ("faces", "wild", "check", "order", *BluffRules.unnamed)
    named = {key: message[key] for key in known if key in message}
    rules = BluffRules(dice=tuple(message["counts"]), **named)
    game, seat = BluffGame(rules), int(message["seat"])
    starter = int(message.get("starter", 0))
    own = tuple(sorted(int(die) for die in message["dice"]))
    blank = [own if at == seat else (1,) * count for at, count in enumerate(rules.dice)]
    state = game.start(rolls=blank, button=(starter - 1) % rules.seats)
    events = []
    for event in message.get("history") or ():
        action = _next_action(state, event)
        events.append(Event(int(state.actor or 0), 0, action))
        state.apply(action)
    if state.actor != seat:
        raise GameError(f"after these actions it is not the turn of seat {seat}")
    return BluffObservation(
        seat=seat,
        rules=rules,
        starter=starter,
        rolls=tuple(own if at == seat else None for at in range(rules.seats)),
        history=tuple(events),
        legal_actions=state.legal_actions(),
    )


_READERS: dict[str, Any] = {"cards": _hand, "dice": _round}
