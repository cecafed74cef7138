"""A node of a solved spot as a grid of 13 x 13 classes: what stands in each cell, in which colours, and as HTML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from riverboat.cards.cards import format_cards
from riverboat.cards.holdings import CLASS_NAMES, CLASSES, HOLDING_CARDS, HOLDING_CLASS

if TYPE_CHECKING:
    from riverboat.solving.spots import SpotNode

FOLD, PASSIVE, NOBODY = "#7fa8d9", "#8fcf9f", "#eceff3"
#: A class of which less is left is not shown.
_SEEN = 5e-4
#: Bets and raises from the smallest to all-in; dark letters can be read on all of them.
_SMALLEST, _LARGEST = (0xFA, 0xCF, 0x94), (0xD2, 0x4B, 0x42)


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One class in the grid; `presence` is the share of its hands that is still there, from 0 to 1."""

    name: str
    presence: float = 0.0
    frequencies: tuple[float, ...] = ()
    ev: float = 0.0
    equity: float = 0.0


@dataclass(frozen=True, kw_only=True)
class ActionRow:
    """One action over the whole range: how often, with how many holdings, and what it wins where it is done."""

    action: str
    frequency: float
    holdings: float
    ev: float | None
    colour: str


def cells(node: SpotNode) -> list[Cell]:
    """The 169 cells of a node with actions, row by row of the grid."""
    rows = {row.name: row for row in node.classes()}
    open_to = ~np.isin(HOLDING_CARDS, node.board).any(axis=1)
    possible = np.bincount(HOLDING_CLASS[open_to], minlength=CLASSES)
    found = []
    for number, name in enumerate(CLASS_NAMES):
        row = rows.get(name)
        there = 0.0 if row is None else min(row.weight / possible[number], 1.0)
        if row is None or there < _SEEN:
            found.append(Cell(name=name))
        else:
            found.append(Cell(name=name, presence=there, frequencies=row.frequencies, ev=row.ev, equity=row.equity))
    return found


def action_rows(node: SpotNode) -> list[ActionRow]:
    """The actions of a node, in their order."""
    reach, strategy = node.reach(), node.strategy
    done = reach[:, None] * strategy
    ev = np.nan_to_num(node.action_ev)
    found = []
    for at, action in enumerate(node.actions):
        total = float(done[:, at].sum())
        mean = float(done[:, at] @ ev[:, at] / total) if total > 1e-9 else None
        share = float(node.frequencies[at])
        colour = action_colours(node.actions)[at]
        found.append(ActionRow(action=action, frequency=share, holdings=total, ev=mean, colour=colour))
    return found


def action_colours(actions: Sequence[str]) -> list[str]:
    """A colour for each action: folds blue, checks and calls green, bets and raises the redder the larger."""
    larger = [action for action in actions if action.split()[0] in ("bet", "raise")]
    found = []
    for action in actions:
        if action in larger:
            found.append(_red(larger.index(action) / (len(larger) - 1) if len(larger) > 1 else 0.6))
        else:
            found.append(FOLD if action.startswith("fold") else PASSIVE)
    return found


def _red(share: float) -> str:
    mixed = (round(a + (b - a) * share) for a, b in zip(_SMALLEST, _LARGEST, strict=True))
    return "#" + "".join(f"{each:02x}" for each in mixed)


def node_heading(node: SpotNode) -> str:
    """Where a node is, in a line: the board, the way there, and who acts before which pot."""
    way = f"after {node.path}" if node.path else "at the start"
    if node.side is None:
        return f"{format_cards(node.board)}, {way}"
    to_call = f", {chips(node.to_call)} to call" if node.to_call else ""
    return f"{format_cards(node.board)}, {way}: {node.side} to act, pot {chips(node.pot)}{to_call}"


def chips(amount: float) -> str:
    """Chips as they stand in the names of actions: 100, 37.5."""
    return f"{amount:,.2f}".rstrip("0").rstrip(".") if "." in f"{amount:,.2f}" else f"{amount:,.0f}"


def figure(value: float, digits: int = 1) -> str:
    """A number with this many digits; nothing is less than nothing by rounding."""
    return f"{round(value, digits) + 0.0:.{digits}f}"


def node_html(node: SpotNode) -> str:
    """A node as HTML that a notebook shows: the actions, and the grid with all figures of a class when pointed at."""
    head = f"<div style='font-weight:600;margin-bottom:4px'>{escape(node_heading(node))}</div>"
    values = ", ".join(
        f"{side} EV {figure(node.mean_ev(side), 2)}, equity {node.mean_equity(side):.2%}" for side in ("oop", "ip")
    )
    told = f"<div style='margin-bottom:6px'>{escape(values)}</div>"
    if node.side is None:
        return f"<div>{head}{told}</div>"
    legend = "".join(_html_action(row) for row in action_rows(node))
    lines = "".join(f"<tr>{''.join(line)}</tr>" for line in _html_lines(node))
    table = f"<table style='border-collapse:collapse;font:11px sans-serif;color:#1d2733'>{lines}</table>"
    return f"<div>{head}{told}<div style='margin-bottom:6px'>{legend}</div>{table}</div>"


def _html_action(row: ActionRow) -> str:
    box = f"<span style='display:inline-block;width:12px;height:12px;background:{row.colour}'></span>"
    return f"<span style='margin-right:14px'>{box} {escape(row.action)} {row.frequency:.1%}</span>"


def _html_lines(node: SpotNode) -> Iterator[list[str]]:
    colours = action_colours(node.actions)
    shown = [_html_cell(cell, node.actions, colours) for cell in cells(node)]
    for row in range(13):
        yield shown[13 * row : 13 * row + 13]


def _html_cell(cell: Cell, actions: Sequence[str], colours: Sequence[str]) -> str:
    style = "width:38px;height:26px;text-align:center;border:1px solid #fff;padding:0;"
    if not cell.frequencies:
        return f"<td style='{style}background:{NOBODY};color:#9aa5b1'>{cell.name}</td>"
    stops, begin = [], 0.0
    for share, colour in zip(cell.frequencies, colours, strict=True):
        stops.append(f"{colour} {100 * begin:.1f}% {100 * (begin + share):.1f}%")
        begin += share
    done = ", ".join(f"{action} {share:.1%}" for action, share in zip(actions, cell.frequencies, strict=True))
    told = escape(f"{cell.name}: {done}; EV {figure(cell.ev, 2)}, equity {cell.equity:.1%}, {cell.presence:.0%} there")
    fill = f"linear-gradient(to right,{','.join(stops)}) bottom/100% {max(100 * cell.presence, 8):.0f}% no-repeat"
    return f"<td title='{told}' style='{style}background:{fill},{NOBODY}'>{cell.name}</td>"
