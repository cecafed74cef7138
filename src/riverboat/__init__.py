"""Riverboat: an open laboratory for games of hidden information.

The names below are the public face. They are looked up when first used, so that importing the package is quick
and nothing is compiled before it is needed.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from riverboat.moved import forward
from riverboat.version import __version__

if TYPE_CHECKING:
    from riverboat.cards.cards import format_cards, parse_cards
    from riverboat.cards.evaluator import describe, evaluate, evaluate_many
    from riverboat.cards.ranges import Range, parse_range
    from riverboat.errors import RiverboatError
    from riverboat.odds.equity import equity, equity_many
    from riverboat.odds.strength import (
        hand_odds,
        hand_potential,
        hand_potential_many,
        hand_strength,
        hand_strength_many,
    )

_HOMES = {
    "Range": "cards.ranges",
    "RiverboatError": "errors",
    "describe": "cards.evaluator",
    "equity": "odds.equity",
    "equity_many": "odds.equity",
    "evaluate": "cards.evaluator",
    "evaluate_many": "cards.evaluator",
    "format_cards": "cards.cards",
    "hand_odds": "odds.strength",
    "hand_potential": "odds.strength",
    "hand_potential_many": "odds.strength",
    "hand_strength": "odds.strength",
    "hand_strength_many": "odds.strength",
    "parse_cards": "cards.cards",
    "parse_range": "cards.ranges",
}

__all__ = [
    "Range",
    "RiverboatError",
    "__version__",
    "describe",
    "equity",
    "equity_many",
    "evaluate",
    "evaluate_many",
    "format_cards",
    "hand_odds",
    "hand_potential",
    "hand_potential_many",
    "hand_strength",
    "hand_strength_many",
    "parse_cards",
    "parse_range",
]


forward()


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
