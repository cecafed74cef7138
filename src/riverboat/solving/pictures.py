"""Pictures of solved games."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from riverboat.pictures import COLOURS, INK, PAPER, new_figure, save_figure
from riverboat.solving.bluff.round import BluffSolution


def plot_opening(solution: BluffSolution, path: Path) -> None:
    """The opening bids by roll: one row a roll, one column a bid, the darker the likelier."""
    from matplotlib.colors import LinearSegmentedColormap

    opening = solution.strategies.opening()
    bids = [str(action).removeprefix("bid ") for action in next(iter(opening.values()))]
    rolls = [" ".join(map(str, roll)) for roll in opening]
    chances = np.array([list(row.values()) for row in opening.values()])
    figure, axes = new_figure(max(6.0, 0.52 * len(bids) + 1.6), max(2.8, 0.34 * len(rolls) + 1.5))
    shades = LinearSegmentedColormap.from_list("opening", [PAPER, COLOURS[0]])
    axes.imshow(chances, cmap=shades, vmin=0, vmax=1, aspect="auto")
    for row, column in zip(*np.nonzero(chances >= 0.005), strict=True):
        dark = chances[row, column] > 0.55
        told = f"{100 * chances[row, column]:.0f}"
        axes.text(column, row, told, ha="center", va="center", fontsize=8, color=PAPER if dark else INK)
    axes.set_xticks(range(len(bids)), bids)
    axes.set_yticks(range(len(rolls)), rolls)
    axes.set_xlabel("opening bid, per cent", color=INK)
    axes.set_ylabel("roll", color=INK)
    value = solution.value_exact if solution.value_exact is not None else f"{solution.low:+.5f} to {solution.high:+.5f}"
    axes.set_title(f"{solution.game}: value {value}", loc="left", color=INK, fontsize=10)
    save_figure(figure, path)
