"""The names of version 0.1.0, where cards and dice had tables of their own: `riverboat.moved` leads here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from riverboat.games.catalog import GAMES
from riverboat.tables.cards import CardEnd
from riverboat.tables.dice import DiceEnd
from riverboat.tables.plan import PERSON, TablePlan, table_plan
from riverboat.tables.session import Session

__all__ = [
    "PERSON",
    "BluffPlan",
    "BluffSeating",
    "HandEnd",
    "RoundEnd",
    "Seating",
    "SeatingPlan",
    "bluff_plan",
    "seating_plan",
]

Seating = BluffSeating = Session
SeatingPlan = BluffPlan = TablePlan
HandEnd = CardEnd
RoundEnd = DiceEnd
seating_plan = table_plan


def bluff_plan(against: Sequence[str] = (), **settings: Any) -> TablePlan:
    """A plan of a table of Bluff: see `table_plan`; the options of the game stand among the settings."""
    named = {name: value for name, value in settings.items() if value is not None}
    options = {name: named.pop(name) for name in GAMES["bluff"].options if name in named and name != "seats"}
    return table_plan("bluff", against, options=options, **named)
