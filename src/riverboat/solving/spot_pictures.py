"""Pictures of solved spots: the grid of a node, and the boards of a list next to each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from riverboat.pictures import COLOURS, FAINT, GRID, INK, figure_svg, new_figure, save_figure
from riverboat.solving.spot_grid import NOBODY, ActionRow, Cell, action_rows, cells, figure, node_heading

if TYPE_CHECKING:
    from riverboat.solving.spots import SpotNode

_GAP = 0.04
_HEAD, _LINE, _LEGEND_COLUMNS = 1.5, 0.55, 3
_FOOT = "Suited above, offsuit below. A cell is as high as the class is still there; its number: EV in chips."


def plot_node(node: SpotNode, path: Path) -> None:
    """Draw the grid of a node with actions into a file."""
    save_figure(draw_node(node), path)


def node_svg(node: SpotNode) -> str:
    """The grid of a node with actions as SVG."""
    return figure_svg(draw_node(node))


def draw_node(node: SpotNode) -> Any:
    """The grid of a node as a figure: a cell is filled by what is done, as high as the class is still there."""
    rows = action_rows(node)
    below = 0.3 + _LINE * -(-len(rows) // _LEGEND_COLUMNS) + _LINE
    high = _HEAD + 13 + below
    drawn, axes = new_figure(8.4, 8.4 * high / 13)
    for number, cell in enumerate(cells(node)):
        _draw_cell(axes, *divmod(number, 13), cell, [row.colour for row in rows])
    for number, row in enumerate(rows):
        _draw_action(axes, number, row)
    style = {"ha": "left", "va": "center", "color": INK}
    axes.text(_GAP, 0.4 - _HEAD, node_heading(node), weight="bold", size=12, **style)
    axes.text(_GAP, 1.0 - _HEAD, _values(node), size=9.5, **style)
    axes.text(_GAP, 13 + below - _LINE / 2, _FOOT, size=8, ha="left", va="center", color=FAINT)
    axes.set_xlim(0, 13)
    axes.set_ylim(13 + below, -_HEAD)
    axes.axis("off")
    return drawn


def _draw_action(axes: Any, number: int, row: ActionRow) -> None:
    from matplotlib.patches import Rectangle

    line, column = divmod(number, _LEGEND_COLUMNS)
    left, middle = column * 13 / _LEGEND_COLUMNS + _GAP, 13.3 + _LINE * (line + 0.5)
    axes.add_patch(Rectangle((left, middle - 0.17), 0.34, 0.34, facecolor=row.colour, lw=0))
    ev = "" if row.ev is None else f", EV {figure(row.ev)}"
    text = f"{row.action}   {row.frequency:.1%}{ev}"
    axes.text(left + 0.5, middle, text, ha="left", va="center", size=9.5, color=INK)


def _draw_cell(axes: Any, row: int, column: int, cell: Cell, colours: list[str]) -> None:
    from matplotlib.patches import Rectangle

    side = 1 - 2 * _GAP
    left, top = column + _GAP, row + _GAP
    axes.add_patch(Rectangle((left, top), side, side, facecolor=NOBODY, lw=0))
    height = side * max(cell.presence, 0.08) if cell.frequencies else 0
    for share, colour in zip(cell.frequencies, colours, strict=False):
        if share > 0.0005:
            axes.add_patch(Rectangle((left, top + side - height), side * share, height, facecolor=colour, lw=0))
            left += side * share
    ink = INK if cell.frequencies else FAINT
    style = {"ha": "center", "va": "center", "color": ink}
    axes.text(column + 0.5, row + 0.4, cell.name, size=10, weight="bold", **style)
    if cell.frequencies:
        axes.text(column + 0.5, row + 0.75, figure(cell.ev), size=7, **style)


def _values(node: SpotNode) -> str:
    sides = [
        f"{side} EV {figure(node.mean_ev(side), 2)}, equity {node.mean_equity(side):.1%}" for side in ("oop", "ip")
    ]
    return f"{';  '.join(sides)};  exploitability {node.solution.exploitability_share:.2%} of the pot"


def plot_boards(rows: Sequence[Mapping[str, Any]], path: Path) -> None:
    """Draw how often both sides bet on each board of a list, the most bet ones first, with EV and equity of oop."""
    order = sorted(rows, key=lambda row: (row["bets"][0] or 0.0, row["ev"][0] / row["pot"]))
    drawn, axes = new_figure(8.4, 1.4 + 0.34 * len(order))
    for at, row in enumerate(order):
        for side, (colour, shift) in enumerate(((COLOURS[0], 0.19), (COLOURS[1], -0.19))):
            axes.barh(at + shift, 100 * (row["bets"][side] or 0.0), 0.34, color=colour, zorder=2)
        told = f"{row['ev'][0] / row['pot']:.1%}   {row['equity'][0]:.1%}"
        axes.text(103, at, told, va="center", size=8.5, color=INK, clip_on=False)
    axes.text(103, len(order) - 0.3, "EV      equity of oop", va="bottom", size=8.5, color=FAINT, clip_on=False)
    axes.set_yticks(range(len(order)), [row["board"] for row in order])
    axes.set_xlim(0, 100)
    axes.set_ylim(-0.6, len(order) - 0.4)
    axes.set_xlabel("how often is bet, per cent: oop first (green), ip after a check (red)", color=INK)
    axes.grid(axis="x", color=GRID, lw=0.6)
    axes.set_title(f"{len(order)} boards", loc="left", color=INK, weight="bold")
    save_figure(drawn, path)
