"""Riverboat: an open laboratory for games of hidden information.

The names below are the public face. They are looked up when first used, so that importing the package is quick
and nothing is compiled before it is needed.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from riverboat.version import __version__

if TYPE_CHECKING:
    from riverboat.cards.cards import format_cards, parse_cards
    from riverboat.cards.evaluator import describe, evaluate, evaluate_many
    from riverboat.errors import RiverboatError

_HOMES = {
    "RiverboatError": "errors",
    "describe": "cards.evaluator",
    "evaluate": "cards.evaluator",
    "evaluate_many": "cards.evaluator",
    "format_cards": "cards.cards",
    "parse_cards": "cards.cards",
}

__all__ = [
    "RiverboatError",
    "__version__",
    "describe",
    "evaluate",
    "evaluate_many",
    "format_cards",
    "parse_cards",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
