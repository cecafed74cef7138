"""Pictures of weight tables: the 13 x 13 grid of starting hands, light where a hand is unlikely."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from riverboat.cards.holdings import CLASS_NAMES
from riverboat.modeling.weights import Vector, class_weights
from riverboat.pictures import INK, PAPER, new_figure, save_figure


def plot_weights(tables: Sequence[tuple[str, Vector]], path: Path, *, title: str) -> None:
    """Weight tables side by side, each under its own heading; every table's largest weight is 1."""
    n = len(tables)
    figure, axes = new_figure(7.2 * n, 7.9)
    axes.remove()
    for at, (heading, weights) in enumerate(tables):
        panel = figure.add_subplot(1, n, at + 1)
        grid = class_weights(weights).reshape(13, 13)
        grid = grid / max(grid.max(), 1e-12)
        panel.imshow(grid, cmap="YlGnBu", vmin=0, vmax=1)
        for index, name in enumerate(CLASS_NAMES):
            row, column = divmod(index, 13)
            colour = PAPER if grid[row, column] > 0.6 else INK
            panel.text(column, row - 0.12, name, size=8, weight="bold", ha="center", va="center", color=colour)
            shown = f"{grid[row, column]:.2f}".lstrip("0") or "0"
            panel.text(column, row + 0.25, shown, size=6.5, ha="center", va="center", color=colour)
        panel.set_xticks(np.arange(-0.5, 13), labels=[])
        panel.set_yticks(np.arange(-0.5, 13), labels=[])
        panel.tick_params(length=0)
        panel.grid(color=PAPER, lw=1.2)
        panel.spines[:].set_visible(False)
        panel.set_title(heading.replace("$", r"\$"), loc="left", color=INK, fontsize=11)
    figure.suptitle(title.replace("$", r"\$"), x=0.01, ha="left", color=INK, weight="bold")
    save_figure(figure, path)
