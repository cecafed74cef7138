"""What is said to bots that are programs: one JSON object a line; they answer with an action, one line of text.

docs/agents/bots.md is the protocol in words.
"""

from __future__ import annotations

import base64
import json
from dataclasses import asdict
from typing import Any

import numpy as np

from riverboat.cards.cards import format_card
from riverboat.errors import BotError, IllegalAction
from riverboat.games import (
    Action,
    Bid,
    BluffObservation,
    BluffRules,
    CardObservation,
    LegalActions,
    parse_action,
)
from riverboat.games.bluff import Ending
from riverboat.games.layout_kernel import VIEW
from riverboat.games.observation import Event, format_known

PROTOCOL = 1


def session_message(seed: int, **more: Any) -> str:
    """A session begins: forget what was before. The seed is for bots that want randomness that repeats."""
    return json.dumps({"type": "session", "protocol": PROTOCOL, "seed": seed, **more})


def decide_message(seen: CardObservation | BluffObservation) -> str:
    """It is the bot's turn."""
    legal = seen.legal_actions
    if isinstance(seen, BluffObservation):
        return json.dumps({"type": "decide", "legal": [str(action) for action in seen.legal_actions], **_round(seen)})
    assert isinstance(legal, LegalActions)
    return json.dumps(
        {
            "type": "decide",
            "legal": list(legal.kinds),
            "to_call": legal.to_call,
            "min_to": legal.min_to,
            "max_to": legal.max_to,
            "reveal": [format_card(card) for card in legal.cards],
            **_seen(seen),
        }
    )


def end_message(seen: CardObservation | BluffObservation) -> str:
    """The hand is over: what everyone won or lost, and the cards (or dice) that were shown."""
    if isinstance(seen, BluffObservation):
        return json.dumps({"type": "end", **_round(seen), "returns": seen.returns()})
    return json.dumps({"type": "end", **_seen(seen), "returns": [float(net) for net in seen.returns()]})


def _seen(seen: CardObservation) -> dict[str, Any]:
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
    }


def _round(seen: BluffObservation) -> dict[str, Any]:
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
        "history": [[event.seat, str(event.action)] for event in seen.history],
    }


def read_answer(line: str, legal: LegalActions | tuple[Action, ...]) -> Action:
    """The action behind a line; "bet" or "raise" alone means the smallest."""
    if line.startswith("error "):
        raise BotError(line.removeprefix("error "))
    if line.lower() in ("bet", "raise") and isinstance(legal, LegalActions):
        return Action(line.lower(), legal.min_to)
    try:
        return parse_action(line[:100])
    except IllegalAction as error:
        raise BotError(str(error)) from None


def view_message(kind: str, seen: CardObservation | BluffObservation) -> str:
    """The same for our own host of Python bots: the record itself; of a round of Bluff what is seen of it."""
    if isinstance(seen, BluffObservation):
        return json.dumps({"type": kind, "round": asdict(seen)})
    return json.dumps({"type": kind, "view": base64.b64encode(seen.to_bytes()).decode("ascii")})


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
    )
