"""Experiment 3 of Barone & While (1999): what evolved against a style beats what did not, at that style's table.

A, A tight and A loose are frozen and play 1,000 epochs each at the tight and at the loose table, all with the same
cards and seats, so that the differences are tested pair by pair. Once more with x to the power of the number of
opponents, which the paper's section 3.2 has and its section 3.3 has not.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from riverboat.arrays import Ints
from riverboat.intervals import Statistic, mean_interval
from riverboat.pictures import COLOURS, GRID, INK, new_figure, save_figure
from riverboat.studies.evolve import evolve_2
from riverboat.studies.evolve.evolving_runs import bred_player, frozen_runs
from riverboat.studies.report import StudyReport, above_zero, beside
from riverboat.studies.settings import Settings, Step

PLAYERS = ("A", "A tight", "A loose")
TABLES = ("tight", "loose")
PAPER = {
    ("A tight", "tight"): 1978,
    ("A", "tight"): -528,
    ("A loose", "tight"): -361,
    ("A loose", "loose"): 6119,
    ("A", "loose"): 5294,
    ("A tight", "loose"): 4222,
}
#: Table, winner, loser.
INEQUALITIES = (
    ("tight", "A tight", "A"),
    ("loose", "A loose", "A"),
    ("tight", "A tight", "A loose"),
    ("loose", "A loose", "A tight"),
)
Won = dict[tuple[str, str], Ints]


@dataclass(frozen=True, kw_only=True, eq=False)
class Result:
    """What each player won in each epoch, by player and table."""

    settings: Settings
    won: Won
    power: Won  # the same where x is raised to the number of opponents


def play(settings: Settings, *, power: bool = False) -> Generator[Step, None, Won]:
    """Evolve from A, freeze, and play at both tables."""
    breeding = evolve_2.breeding(settings)
    yield Step(part="evolving", done=0, total=6)
    if power:
        breeding = replace(breeding, options={**breeding.options, "power": "yes"})
    items = [(player, table) for player in PLAYERS for table in TABLES]
    found = yield from frozen_runs(bred_player(breeding), settings, items)
    return {item: np.array(run["won"], dtype=np.int64) for item, run in zip(items, found, strict=True)}


def steps(settings: Settings) -> Generator[Step, None, StudyReport]:
    """Run the study, telling how far it has come."""
    won = yield from play(settings)
    power = yield from play(settings, power=True)
    return report(Result(settings=settings, won=won, power=power))


def differences(won: Won) -> list[Statistic]:
    """What the better player of each inequality wins more than the other, epoch by epoch."""
    return [
        mean_interval((won[better, table] - won[worse, table]).astype(float)) for table, better, worse in INEQUALITIES
    ]


def report(result: Result) -> StudyReport:
    """The paper's tables 1 and 2 with ours beside."""
    figures = [
        beside(
            f"W_{table}({player}), chips an epoch",
            mean_interval(won.astype(float)),
            PAPER[player, table],
            where="section 4.4, Table 2",
            within=0.1 * abs(PAPER[player, table]),
        )
        for (player, table), won in result.won.items()
    ]
    for required, won, suffix in ((True, result.won, ""), (False, result.power, ", with x to the power n")):
        for (table, better, worse), difference in zip(INEQUALITIES, differences(won), strict=True):
            paper = PAPER[better, table] - PAPER[worse, table] if required else None
            name = f"W_{table}({better}) > W_{table}({worse}): difference{suffix}"
            figures.append(above_zero(name, difference, paper=paper, where="section 4.4, Table 1", required=required))
    return StudyReport(
        name="evolve-3",
        hands=result.settings.hands,
        seed=result.settings.seed,
        figures=tuple(figures),
        notes=(
            "Differences are of the same epochs: equal cards, equal seats. Ours are smaller throughout because our "
            "styles lose less than the paper's players.",
        ),
        details={
            "won": [
                {"player": player, "table": table, **mean_interval(won.astype(float)).to_json()}
                for (player, table), won in result.won.items()
            ]
        },
    )


def plot(report: StudyReport, path: Path) -> None:
    """Table 2 as bars with 95 % intervals."""
    figure, axes = new_figure(7, 4.4)
    axes.axhline(0, color=INK, linewidth=0.8)
    for row in report.details["won"]:
        place = TABLES.index(row["table"]) * 4 + PLAYERS.index(row["player"])
        colour = COLOURS[PLAYERS.index(row["player"])]
        error = [[row["mean"] - row["low"]], [row["high"] - row["mean"]]]
        axes.bar(place, row["mean"], color=colour, width=0.8, yerr=error, capsize=4, ecolor=INK)
        axes.text(place, max(row["high"], 0), f"{row['mean']:+,.0f}", ha="center", va="bottom", fontsize=9, color=INK)
    axes.set_xticks(range(7), [*PLAYERS, "", *PLAYERS], fontsize=9)
    for middle, table in ((1, "nine tight-passive players"), (5, "nine loose-aggressive players")):
        axes.text(middle, -0.13, f"against {table}", transform=axes.get_xaxis_transform(), ha="center", color=INK)
    axes.set_ylabel("chips an epoch", color=INK)
    axes.grid(axis="y", color=GRID, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_title("Experiment 3: frozen players, bars are 95 % intervals", loc="left", color=INK)
    save_figure(figure, path)
