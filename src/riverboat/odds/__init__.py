"""Strength, potential and equity: exact where that is quick, else simulated with its error."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.facade import face

# `equity` is a function here although a module has its name: imported at once, it stays the function.
from riverboat.odds.equity import equity

if TYPE_CHECKING:
    from riverboat.odds.equity import Method, equity_many
    from riverboat.odds.question import OddsQuestion, ask
    from riverboat.odds.result import Equity, PlayerOdds
    from riverboat.odds.starting_hands import StartingHands
    from riverboat.odds.streets import Streets, equity_by_street
    from riverboat.odds.strength import (
        HandOdds,
        Potential,
        Strength,
        hand_odds,
        hand_potential,
        hand_potential_many,
        hand_strength,
        hand_strength_many,
        strength_against,
    )

__all__ = [
    "Equity",
    "HandOdds",
    "Method",
    "OddsQuestion",
    "PlayerOdds",
    "Potential",
    "StartingHands",
    "Streets",
    "Strength",
    "ask",
    "equity",
    "equity_by_street",
    "equity_many",
    "hand_odds",
    "hand_potential",
    "hand_potential_many",
    "hand_strength",
    "hand_strength_many",
    "strength_against",
]

__getattr__, __dir__ = face(
    __name__,
    {
        "Equity": "result",
        "HandOdds": "strength",
        "Method": "equity",
        "OddsQuestion": "question",
        "PlayerOdds": "result",
        "Potential": "strength",
        "StartingHands": "starting_hands",
        "Streets": "streets",
        "Strength": "strength",
        "ask": "question",
        "equity": "equity",
        "equity_by_street": "streets",
        "equity_many": "equity",
        "hand_odds": "strength",
        "hand_potential": "strength",
        "hand_potential_many": "strength",
        "hand_strength": "strength",
        "hand_strength_many": "strength",
        "strength_against": "strength",
    },
)
