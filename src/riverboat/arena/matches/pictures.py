"""Pictures of matches and tournaments, as files."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from riverboat.arena.matches.results import MatchResult
from riverboat.arena.tournaments.elimination import EliminationResult
from riverboat.cards.seeds import format_seed
from riverboat.pictures import COLOURS, GRID, INK, new_figure, save_figure


def plot_bankrolls(result: MatchResult, path: Path) -> None:
    """What one player of each entrant has won so far, in the game's unit, with the end of the mean's interval."""
    figure, axes = new_figure(8, 4.6)
    axes.axhline(0, color=GRID, linewidth=1, zorder=0)
    for at, player in enumerate(result.players):
        colour = COLOURS[at % len(COLOURS)]
        name = player.name.replace("$", r"\$")
        axes.plot(result.curve_hands, result.curves_sb[:, at], color=colour, linewidth=1.4, label=name)
        income = player.income_sb
        if income.n > 1 and income.low is not None and income.high is not None:
            hands = result.hands * np.isfinite(result.values_sb[:, at]).mean()
            ends = [income.low * hands], [income.high * hands]
            middle = result.curves_sb[-1, at]
            axes.errorbar(
                [result.hands],
                [middle],
                yerr=[middle - ends[0], ends[1] - middle],
                color=colour,
                capsize=3,
                linewidth=1,
            )
    axes.set_xlabel("hands", color=INK)
    axes.set_ylabel(result.plan.unit.won, color=INK)
    kind = "duplicate match" if result.plan.duplicate else "match"
    title = f"{result.plan.game}, {kind}, seed {format_seed(result.plan.seed)}; bars: {result.confidence:.0%} intervals"
    axes.set_title(title, loc="left", color=INK, fontsize=11)
    axes.legend(frameon=False, fontsize=9)
    save_figure(figure, path)


def plot_places(result: EliminationResult, path: Path) -> None:
    """How the places of each entrant's players are distributed: the share of them that came so far or further."""
    figure, axes = new_figure(8, 4.6)
    entrants = len(result.plan.agents)
    axes.plot([0, 1], [0, 1], color=GRID, linewidth=1, zorder=0)
    for at, player in enumerate(result.players):
        places = np.sort(result.places_of(at).ravel()) / entrants
        shares = np.arange(1, len(places) + 1) / len(places)
        colour = COLOURS[at % len(COLOURS)]
        name = player.name.replace("$", r"\$")
        axes.step(np.r_[0, places, 1], np.r_[0, shares, 1], where="post", color=colour, linewidth=1.4, label=name)
    axes.set_xlabel(f"place, as a part of {entrants:,} entrants", color=INK)
    axes.set_ylabel("share that finished there or better", color=INK)
    count = len(result.tournaments)
    title = (
        f"{result.plan.game}, {count:,} elimination tournament{'s' * (count > 1)}, seed {format_seed(result.plan.seed)}"
    )
    axes.set_title(title, loc="left", color=INK, fontsize=11)
    axes.legend(frameon=False, fontsize=9)
    save_figure(figure, path)
