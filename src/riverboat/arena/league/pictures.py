"""The cross table of a league as a picture."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from riverboat.arena.league.league import LeagueResult
from riverboat.cards.seeds import format_seed
from riverboat.pictures import INK, new_figure, save_figure

#: From here on a colour is too dark for dark figures.
_DARK = 0.7


def plot_league(result: LeagueResult, path: Path) -> None:
    """Draw who wins from whom: a row wins from a column where it is blue, and loses where it is red."""
    names = [standing.name for standing in result.standings]
    cells = cross_table(result)
    size = 0.34 * len(names)
    figure, axes = new_figure(size + 4.2, size + 2.2)
    most = float(np.nanmax(np.abs(cells))) if len(names) > 1 else 1.0
    # Small differences are what matters between good players: colours go by the root.
    colours = np.sign(cells) * np.sqrt(np.abs(cells) / max(most, 1e-9))
    axes.imshow(colours, cmap="RdBu", vmin=-1, vmax=1)
    shown = [name.replace("$", r"\$") for name in names]
    axes.set_xticks(range(len(names)), shown, rotation=90, fontsize=8, color=INK)
    axes.set_yticks(range(len(names)), shown, fontsize=8, color=INK)
    for row in range(len(names)):
        for column in range(len(names)):
            if row != column:
                ink = "white" if abs(colours[row, column]) > _DARK else INK
                axes.text(column, row, f"{cells[row, column]:+.2f}", ha="center", va="center", fontsize=5, color=ink)
    kind = "luck-adjusted, duplicate" if result.adjusted else "duplicate"
    hands = f"{result.plan.hands:,} hands a pair"
    axes.set_title(
        f"{result.plan.game}: {result.unit} of the row from the column, {kind}, {hands}, "
        f"seed {format_seed(result.plan.seed)}",
        loc="left",
        color=INK,
        fontsize=8,
    )
    save_figure(figure, path)


def cross_table(result: LeagueResult) -> np.typing.NDArray[np.float64]:
    """[row, column] what the row's agent wins from the column's, in the order of the standings; nan for itself."""
    place = {standing.name: at for at, standing in enumerate(result.standings)}
    cells = np.full((len(place), len(place)), np.nan)
    for row in result.pairs:
        mean = (row["adjusted"] if result.adjusted else row)["mean"]
        first, second = place[row["first"]], place[row["second"]]
        cells[first, second], cells[second, first] = mean, -mean
    return cells
