"""Solved spots at the terminal: the grid in colours, the actions of a node, and its hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from riverboat.cards.cards import format_cards
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.solving.spot_grid import ActionRow, Cell, action_rows, cells, figure, node_heading

if TYPE_CHECKING:
    from riverboat.solving.spots import SpotNode, SpotSolution

_WIDTH = 6
_INK, _ABSENT = "#101010", "#707070"
#: From so much on, something is nearly always done.
_NEARLY_ALWAYS = 0.95
_KEYS = "abcdefghijklmnopqrstuvwxyz"


def summary_rows(solution: SpotSolution) -> Table:
    """The whole solution in a few figures."""
    spot = solution.spot
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("", "oop", "ip"):
        table.add_column(heading, justify="right" if heading else "left")
    table.add_row("EV, chips", *(figure(value, 2) for value in solution.ev))
    table.add_row("EV, of the pot", *(f"{value / spot.pot:.2%}" for value in solution.ev))
    table.add_row("equity", *(f"{value:.2%}" for value in solution.equity))
    table.add_row("hands", *(f"{len(each.holdings):,}" for each in spot.ranges))
    return table


def node_view(node: SpotNode, *, colours: bool, hands: bool = False) -> RenderableType:
    """A node as it is looked at: where it is, what is done there, the grid, and each hand where that is wanted."""
    head = Text(node_heading(node), style="bold")
    if node.side is None:
        return Group(head, _end_of_the_line(node))
    rows, shown = action_rows(node), cells(node)
    if not any(cell.frequencies for cell in shown):
        return Group(
            head, Text(f"nobody comes here, so what would be done here says nothing: {', '.join(node.actions)}")
        )
    parts: list[RenderableType] = [head, actions_table(rows, colours=colours), grid(shown, rows, colours=colours)]
    if not colours:
        parts.append(
            Text("the letter of a class is its most frequent action, a capital if taken nearly always", style="dim")
        )
    if hands:
        parts.append(hands_table(node))
    return Group(*parts)


def _end_of_the_line(node: SpotNode) -> Text:
    values = ", ".join(f"{side} wins {figure(node.mean_ev(side), 2)} on average" for side in ("oop", "ip"))
    if node.kind == "deal":
        example = format_cards((node.cards[0],))
        return Text(f'a card is dealt: name one to go on, as --at "{node.path}, {example}"; {values}')
    return Text(f"the hand ends here ({node.kind}); {values}")


def actions_table(rows: Sequence[ActionRow], *, colours: bool) -> Table:
    """How often each action is done, with how many hands, and what it wins: the legend of the grid."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("")
    table.add_column("action", no_wrap=True)
    for heading in ("frequency", "hands", "EV"):
        table.add_column(heading, justify="right")
    for key, row in zip(_KEYS, rows, strict=False):
        sign = Text("   ", style=f"on {row.colour}") if colours else Text(key)
        ev = "" if row.ev is None else figure(row.ev, 2)
        table.add_row(sign, row.action, f"{row.frequency:.1%}", f"{row.holdings:.1f}", ev)
    return table


def grid(shown: Sequence[Cell], rows: Sequence[ActionRow], *, colours: bool) -> Text:
    """The 13 x 13 classes: each cell coloured by what is done, or without colours with the key of what is done most."""
    draw = _coloured if colours else _lettered
    text = Text(no_wrap=True, overflow="crop")
    for number, cell in enumerate(shown):
        text.append_text(draw(cell, rows))
        if number % 13 == 12 and number < len(shown) - 1:
            text.append("\n")
    return text


def _coloured(cell: Cell, rows: Sequence[ActionRow]) -> Text:
    name = f" {cell.name:<{_WIDTH - 2}}"
    if not cell.frequencies:
        return Text(name, style=_ABSENT).append(" ")
    faint = "" if cell.presence >= 0.5 else "italic "
    text = Text(name)
    begin = 0
    for end, row in zip(_edges(cell.frequencies, len(name)), rows, strict=True):
        text.stylize(f"{faint}{_INK} on {row.colour}", begin, end)
        begin = end
    return text.append(" ")


def _edges(shares: Sequence[float], width: int) -> list[int]:
    """Where each share ends among this many letters; the last ends with them."""
    return [round(float(edge)) for edge in np.minimum(np.cumsum(shares), 1.0)[:-1] * width] + [width]


def _lettered(cell: Cell, rows: Sequence[ActionRow]) -> Text:
    if not cell.frequencies:
        return Text(" ." + " " * (_WIDTH - 2))
    most = int(np.argmax(cell.frequencies))
    key = _KEYS[most]
    return Text(f"{cell.name:<3} {key.upper() if cell.frequencies[most] >= _NEARLY_ALWAYS else key} ")


def hands_table(node: SpotNode) -> Table:
    """Each hand of the side that acts: how much of it is there, what it does, and what it wins."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("hand", no_wrap=True)
    for heading in ("reach", "equity", "EV", *node.actions):
        table.add_column(heading, justify="right")
    held, reach, equity, ev = node.holdings(), node.reach(), node.equity(), node.ev()
    for at in np.argsort(-held, kind="stable"):
        if reach[at] > 0:
            shares = (f"{share:.1%}" for share in node.strategy[at])
            name = format_cards(HOLDING_CARDS[held[at]][::-1])
            table.add_row(name, f"{reach[at]:.3f}", f"{equity[at]:.1%}", figure(float(ev[at]), 2), *shares)
    return table
