"""Names that the docs of version 0.1.0 showed, when cards and dice had tables of their own: `moved` leads here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from riverboat.games.catalog import GAMES
from riverboat.tables.plan import TablePlan, table_plan
from riverboat.tables.session import Session

Seating = BluffSeating = Session
seating_plan = table_plan


def bluff_plan(against: Sequence[str] = (), **settings: Any) -> TablePlan:
    """A plan of a table of Bluff: see `table_plan`; the options of the game stand among the settings."""
    named = {name: value for name, value in settings.items() if value is not None}
    options = {name: named.pop(name) for name in GAMES["bluff"].options if name in named and name != "seats"}
    return table_plan("bluff", against, options=options, **named)
