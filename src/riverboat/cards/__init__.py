"""Cards, decks, holdings, ranges and the evaluator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.facade import face

if TYPE_CHECKING:
    from riverboat.cards.cards import DECK, format_card, format_cards, parse_cards, rank_of, suit_of
    from riverboat.cards.evaluator import category, describe, evaluate, evaluate_many
    from riverboat.cards.ranges import Range, any_two, class_order, format_range, parse_range, single_holding
    from riverboat.cards.shown_cards import Cards

__all__ = [
    "DECK",
    "Cards",
    "Range",
    "any_two",
    "category",
    "class_order",
    "describe",
    "evaluate",
    "evaluate_many",
    "format_card",
    "format_cards",
    "format_range",
    "parse_cards",
    "parse_range",
    "rank_of",
    "single_holding",
    "suit_of",
]

__getattr__, __dir__ = face(
    __name__,
    {
        "Cards": "shown_cards",
        "DECK": "cards",
        "Range": "ranges",
        "any_two": "ranges",
        "category": "evaluator",
        "class_order": "ranges",
        "describe": "evaluator",
        "evaluate": "evaluator",
        "evaluate_many": "evaluator",
        "format_card": "cards",
        "format_cards": "cards",
        "format_range": "ranges",
        "parse_cards": "cards",
        "parse_range": "ranges",
        "rank_of": "cards",
        "single_holding": "ranges",
        "suit_of": "cards",
    },
)
