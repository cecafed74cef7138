"""Which view draws a game's table, and which one a recorded hand, by what is played with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from riverboat.cli.terminal.view import Look, TableView
from riverboat.cli.terminal.view_cards import CardView
from riverboat.cli.terminal.view_dice import DiceView
from riverboat.games.catalog import Pieces
from riverboat.games.protocol import TableObservation
from riverboat.tables import HandEnd, TablePlan

_VIEWS: Mapping[Pieces, type[CardView] | type[DiceView]] = {"cards": CardView, "dice": DiceView}


def view_of(plan: TablePlan, look: Look, *, width: int) -> TableView[TableObservation, HandEnd]:
    """The view of a table: what its session observes is what this view draws."""
    made = _VIEWS[plan.entry.pieces](plan, look, width=width)
    return cast("TableView[TableObservation, HandEnd]", made)
