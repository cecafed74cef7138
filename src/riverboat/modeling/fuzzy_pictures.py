"""Membership functions as a picture: what each word means in numbers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from riverboat.modeling.fuzzy import Variable
from riverboat.pictures import COLOURS, FAINT, GRID, INK, PAPER, new_figure, save_figure


def plot_variables(variables: Sequence[Variable], path: Path, *, title: str) -> None:
    """Every variable in a panel of its own, its sets named where they are highest."""
    figure, first = new_figure(10.5, 6.2)
    first.remove()
    rows = -(-len(variables) // 3)
    for place, variable in enumerate(variables, 1):
        axes = figure.add_subplot(rows, 3, place)
        for colour, (word, corners) in zip(COLOURS, variable.sets.items(), strict=False):
            heights = variable.shapes[variable.words.index(word)]
            axes.plot(variable.grid, heights, color=colour, lw=2, clip_on=False)
            axes.fill_between(variable.grid, heights, color=colour, alpha=0.08, lw=0)
            peak = (max(corners[1], variable.low) + min(corners[2], variable.high)) / 2
            side = (peak - variable.low) / (variable.high - variable.low)
            align = "left" if side < 0.15 else "right" if side > 0.85 else "center"
            axes.annotate(word, (peak, 1.0), (0, 5), textcoords="offset points", ha=align, color=colour, fontsize=9)
        axes.set_title(variable.name, loc="left", fontsize=10, color=INK, pad=20)
        axes.set_ylim(0, 1.02)
        axes.set_xlim(variable.low, variable.high)
        axes.set_yticks([0, 0.5, 1])
        axes.locator_params(axis="x", nbins=5)
        axes.tick_params(colors=FAINT, length=0, labelsize=8)
        axes.grid(color=GRID, lw=0.5)
        axes.set_facecolor(PAPER)
        for side_name in ("top", "right", "left", "bottom"):
            axes.spines[side_name].set_visible(False)
    figure.suptitle(title, x=0.01, ha="left", fontsize=12, color=INK)
    save_figure(figure, path)
