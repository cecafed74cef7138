"""Words that the partners share: numbers and actions as a player would say them."""

from __future__ import annotations

from riverboat.games import Action
from riverboat.games.words import CARD_WORDS
from riverboat.partner.protocol import Number, Value


def act_in_words(action: Action, to_call: int, unit: str = "") -> str:
    """What to do with cards, inside a sentence: "raise to 40", "call 10 points", "show the ten of hearts"."""
    return CARD_WORDS.act(action, to_call=to_call, unit=unit)


def order_in_words(action: Action, to_call: int, unit: str) -> str:
    """What to do with cards, as a sentence of its own."""
    words = act_in_words(action, to_call, unit)
    return f"{words[0].upper()}{words[1:]}."


def number(name: str, value: Value, how: str, text: str = "") -> Number:
    """A number with its usual text: three digits after the point."""
    if not text:
        text = f"{value:.3f}" if isinstance(value, float) else str(value)
    return Number(name, value, text, how)
