"""What is said to bots that are programs: one JSON object a line; they answer with an action, one line of text.

docs/agents/bots.md is the protocol in words.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from functools import lru_cache, singledispatch
from typing import Any

import numpy as np

from riverboat.cards.cards import format_card
from riverboat.errors import BotError, IllegalAction
from riverboat.games import (
    Action,
    Bid,
    BluffObservation,
    BluffRules,
    CardGame,
    CardObservation,
    Game,
    LegalActions,
    make_game,
    parse_action,
)
from riverboat.games.bluff.game import Ending
from riverboat.games.engine.layout_kernel import VIEW
from riverboat.games.engine.observation import Event, format_known
from riverboat.games.protocol import TableObservation

PROTOCOL = 2
_LONGEST_ERROR = 4000


def session_message(seed: int, game: Game | None, seats: int) -> str:
    """A session begins: forget what was before. The seed is for bots that want randomness that repeats."""
    return json.dumps(
        {
            "type": "session",
            "protocol": PROTOCOL,
            "seed": seed,
            "game": game.name if game else "",
            "seats": seats,
            "suits_matter": game.rules.suits_matter if isinstance(game, CardGame) else True,
            "rules": rules_json(getattr(game, "rules", None)),
        }
    )


def rules_json(rules: Any) -> dict[str, Any]:
    """The options of some rules by name; what is not known of them is not there."""
    return {each.name: getattr(rules, each.name) for each in fields(rules)} if rules is not None else {}


def decide_message(seen: TableObservation) -> str:
    """It is the bot's turn."""
    return json.dumps({"type": "decide", **_legal(seen), **_seen(seen)})


def begin_message(seen: TableObservation) -> str:
    """A hand is dealt, and nobody has acted yet."""
    return json.dumps({"type": "begin", **_seen(seen)})


def end_message(seen: TableObservation) -> str:
    """The hand is over: what everyone won or lost, and the cards (or dice) that were shown."""
    return json.dumps({"type": "end", **_seen(seen), "returns": _returns(seen)})


def seats_of(seen: TableObservation) -> int:
    """How many sit at the table."""
    seats: int = _seen(seen)["seats"]
    return seats


@singledispatch
def _legal(seen: TableObservation) -> dict[str, Any]:
    """What may be done."""
    return {"legal": [str(action) for action in seen.legal_actions]}


@_legal.register
def _(seen: CardObservation) -> dict[str, Any]:
    legal = seen.legal_actions
    return {
        "legal": list(legal.kinds),
        "to_call": legal.to_call,
        "min_to": legal.min_to,
        "max_to": legal.max_to,
        "reveal": [format_card(card) for card in legal.cards],
    }


@singledispatch
def _returns(seen: Any) -> Any:
    """What everyone won or lost."""
    return seen.returns()


@_returns.register
def _(seen: CardObservation) -> list[float]:
    return [float(net) for net in seen.returns()]


@singledispatch
def _seen(seen: TableObservation) -> dict[str, Any]:
    """What is seen, by name."""
    raise NotImplementedError(type(seen).__name__)


@_seen.register
def _(seen: CardObservation) -> dict[str, Any]:
    return {
        "seat": seen.seat,
        "seats": seen.seats,
        "button": seen.button,
        "street": seen.street,
        "pot": seen.pot,
        "cards": "".join(format_known(card) for card in seen.own_cards),
        "board": "".join(format_card(card) for card in seen.board),
        "shown": ["".join(format_known(card) for card in cards) for cards in seen.cards],
        "stacks": list(seen.stacks),
        "bets": list(seen.bets),
        "in": list(seen.is_in),
        "history": [[event.seat, event.street, str(event.action)] for event in seen.history],
        "hand": seen.hand,
        "names": list(seen.names),
        "rules": rules_json(seen.rules),
    }


@_seen.register
def _(seen: BluffObservation) -> dict[str, Any]:
    rules = seen.rules
    return {
        "seat": seen.seat,
        "seats": len(seen.rolls),
        "starter": seen.starter,
        "dice": seen.roll,
        "shown": seen.rolls,
        "counts": rules.dice,
        "faces": rules.faces,
        "wild": rules.wild,
        "check": rules.check,
        "order": rules.order,
        **rules.customs,
        "history": [[event.seat, str(event.action)] for event in seen.history],
        "hand": seen.hand,
        "names": list(seen.names),
    }


def answer_text(answer: object) -> str:
    """What a method `decide` returned, as the line that a program would have written."""
    if isinstance(answer, Action):
        try:
            return str(answer)
        except Exception:  # an action of things that are no numbers
            return error_text(f"{repr(answer)[:100]} is not an action")
    if isinstance(answer, str):
        return answer or error_text("an empty text is not an action")
    return error_text(f"{repr(answer)[:100]} is not an action: return Action(kind, amount), or its text")


def error_text(reason: str, stack: str = "") -> str:
    """The answer of our own host where the bot failed."""
    while True:
        line = "error " + json.dumps([reason, stack], ensure_ascii=False)
        if len(line.encode("utf-8", "replace")) < _LONGEST_ERROR or not stack:
            return line
        stack = stack[: len(stack) // 2]


def read_answer(line: str, legal: Sequence[Action]) -> Action:
    """The action behind a line; "bet" or "raise" alone means the smallest."""
    if line.startswith("error ["):
        reason, stack = json.loads(line.removeprefix("error "))
        raise BotError(reason, stack=stack)
    if line.lower() in ("bet", "raise") and isinstance(legal, LegalActions):
        return parse_action(f"{line} {legal.min_to}")
    try:
        return parse_action(line[:100])
    except IllegalAction as error:
        raise BotError(str(error)) from None


def view_message(kind: str, seen: TableObservation) -> str:
    """What our own host of Python bots is sent: the record itself; of a round of Bluff what is seen of it."""
    return json.dumps({"type": kind, **_view(seen)})


@singledispatch
def _view(seen: Any) -> dict[str, Any]:
    """An observation that is a dataclass, field by field."""
    return {"round": asdict(seen)}


@_view.register
def _(seen: CardObservation) -> dict[str, Any]:
    view = base64.b64encode(seen.to_bytes()).decode("ascii")
    return {"view": view, "hand": seen.hand, "names": seen.names, **_changed(seen)}


def _changed(seen: CardObservation) -> dict[str, Any]:
    return {"rules": rules_json(seen.rules)} if seen.rules is not None else {}


def read_seen(message: Mapping[str, Any], session: Mapping[str, Any]) -> TableObservation:
    """An observation from the message of it, and that of its session."""
    if "round" in message:
        return read_round(message["round"])
    seen = read_view(message["view"], suits_matter=session["suits_matter"])
    seen.hand, seen.names = message["hand"], tuple(message["names"])
    if "rules" in message:
        seen.rules = _rules(session["game"], json.dumps(message["rules"]))
    return seen


@lru_cache(maxsize=64)
def _rules(game: str, text: str) -> Any:
    """Rules from their options: one object for all hands that are played by them."""
    made = make_game(game)
    assert isinstance(made, CardGame)
    kind: Any = type(made.rules)
    return kind(**{name: _tuples(value) for name, value in json.loads(text).items()})


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value


def read_view(text: str, *, suits_matter: bool) -> CardObservation:
    """An observation from the record that was sent."""
    record = np.frombuffer(bytearray(base64.b64decode(text)), dtype=VIEW)
    return CardObservation(record, suits_matter=suits_matter)


def read_round(data: dict[str, Any]) -> BluffObservation:
    """An observation of Bluff from what was sent."""
    rules = data["rules"]
    ending = data["ending"]
    if ending is not None:
        caller, (kind, amount), bid, *rest = ending
        ending = Ending(caller, Action(kind, amount), Bid(*bid), *rest)
    return BluffObservation(
        seat=data["seat"],
        rules=BluffRules(**{**rules, "dice": tuple(rules["dice"])}),
        starter=data["starter"],
        rolls=tuple(None if roll is None else tuple(roll) for roll in data["rolls"]),
        history=tuple(Event(seat, street, Action(*action)) for seat, street, action in data["history"]),
        legal_actions=tuple(Action(*action) for action in data["legal_actions"]),
        ending=ending,
        hand=data["hand"],
        names=tuple(data["names"]),
    )
