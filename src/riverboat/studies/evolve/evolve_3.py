"""Experiment 3 of Barone & While (1999): what evolved against a style beats what did not, at that style's table.

A, A tight and A loose are frozen and play 1,000 epochs each at the tight and at the loose table, all with the same
cards and seats, so that the differences are tested pair by pair. In four ways: our styles and the second set of
opponents, each with the studies' feedback and with the paper's plain one. Once more with x to the power of the number
of opponents, which the paper's section 3.2 has and its section 3.3 has not.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from riverboat.arrays import Ints
from riverboat.intervals import Statistic, mean_interval
from riverboat.pictures import COLOURS, GRID, INK, new_figure, save_figure
from riverboat.studies.evolve.evolving_runs import OURS, PLAIN, SECOND, SECOND_PLAIN, Way, frozen_runs
from riverboat.studies.report import Figure, StudyReport, above_zero, beside, new
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
POWER = replace(OURS, key="power", label="our styles, with x to the power n", options=(("power", "yes"),))
WAYS = (OURS, PLAIN, SECOND_PLAIN, SECOND, POWER)
TABLE_1, TABLE_2 = "section 4.4, Table 1", "section 4.4, Table 2"
#: A figure of Table 2 is near, if it is off by at most this part of the paper's.
NEAR = 0.1
Won = dict[tuple[str, str], Ints]


@dataclass(frozen=True, kw_only=True, eq=False)
class Result:
    """By way: what each player won in each epoch, by player and table."""

    settings: Settings
    won: dict[str, Won]


def play(settings: Settings, ways: tuple[Way, ...] = WAYS) -> Generator[Step, None, dict[str, Won]]:
    """Evolve from A in every way, freeze, and play at both tables."""
    found = yield from frozen_runs(settings, [(way, settings.seed) for way in ways])
    return {
        way.key: {
            (player, table): np.array(run[f"{player} {table}"], dtype=np.int64)
            for player in PLAYERS
            for table in TABLES
        }
        for way, run in zip(ways, found, strict=True)
    }


def steps(settings: Settings) -> Generator[Step, None, StudyReport]:
    """Run the study, telling how far it has come."""
    won = yield from play(settings)
    return report(Result(settings=settings, won=won))


def differences(won: Won) -> list[Statistic]:
    """What the better player of each inequality wins more than the other, epoch by epoch."""
    return [
        mean_interval((won[better, table] - won[worse, table]).astype(float)) for table, better, worse in INEQUALITIES
    ]


def report(result: Result) -> StudyReport:
    """The paper's tables 1 and 2 with ours next to them."""
    return StudyReport(
        name="evolve-3",
        hands=result.settings.hands,
        seed=result.settings.seed,
        figures=tuple(figure for way in WAYS for figure in _figures_of(way, result.won[way.key])),
        notes=(
            "Differences are of the same epochs: equal cards, equal seats. Chips an epoch.",
            "The second set of opponents is calibrated to what the paper's A wins, and to nothing else of Table 2.",
        ),
        details={
            "ways": [
                {
                    "key": way.key,
                    "label": way.label,
                    "won": [
                        {"player": player, "table": table, **mean_interval(won.astype(float)).to_json()}
                        for (player, table), won in result.won[way.key].items()
                    ],
                }
                for way in WAYS
            ]
        },
    )


def _figures_of(way: Way, won: Won) -> list[Figure]:
    """What each player wins, next to the paper's where the opponents are calibrated to it, and the inequalities."""
    figures = []
    for (player, table), each in won.items():
        name, ours, paper = f"W_{table}({player}): {way.label}", mean_interval(each.astype(float)), PAPER[player, table]
        near = beside(name, ours, paper, where=TABLE_2, within=NEAR * abs(paper))
        figures.append(near if way.tables else new(name, ours))
    for (table, better, worse), difference in zip(INEQUALITIES, differences(won), strict=True):
        name = f"W_{table}({better}) > W_{table}({worse}): {way.label}"
        gap = PAPER[better, table] - PAPER[worse, table]
        figures.append(above_zero(name, difference, paper=gap, where=TABLE_1, required=way is OURS))
    return figures


def plot(report: StudyReport, path: Path) -> None:
    """Table 2 as bars with 95 % intervals: our styles above, the second set below, with the paper's figures."""
    figure, axes = new_figure(11, 8)
    axes.remove()
    panels = figure.subplots(2, 2)
    ways = {way["key"]: way for way in report.details["ways"]}
    for panel, key in zip(panels.flat, (OURS.key, PLAIN.key, SECOND.key, SECOND_PLAIN.key), strict=True):
        _draw_table_2(panel, ways[key], beside_paper=key.startswith("second"))
    for row in panels:  # one scale for both kinds of feedback
        ends = [end for panel in row for end in panel.get_ylim()]
        for panel in row:
            panel.set_ylim(min(ends), max(ends))
    panels[0, 0].legend(frameon=False, fontsize=8)
    panels[1, 0].legend(frameon=False, fontsize=8)
    save_figure(figure, path)


def _draw_table_2(panel: Any, way: dict[str, Any], *, beside_paper: bool) -> None:
    panel.axhline(0, color=INK, linewidth=0.8)
    for row in way["won"]:
        player, table = row["player"], row["table"]
        place = TABLES.index(table) * 4 + PLAYERS.index(player)
        colour = COLOURS[PLAYERS.index(player)]
        error = [[row["mean"] - (row["low"] or row["mean"])], [(row["high"] or row["mean"]) - row["mean"]]]
        label = player if table == TABLES[0] else None
        panel.bar(place, row["mean"], color=colour, width=0.8, yerr=error, capsize=3, ecolor=INK, label=label)
        top = max(row["high"] or row["mean"], 0, PAPER[player, table] if beside_paper else 0)
        panel.annotate(
            f"{row['mean']:+,.0f}",
            (place, top),
            (0, 6 if beside_paper else 3),
            textcoords="offset points",
            ha="center",
            fontsize=8,
            color=INK,
        )
        if beside_paper:
            told = "the paper's" if place == 0 else None
            panel.plot(place, PAPER[player, table], "D", color=INK, markersize=5, zorder=3, label=told)
    panel.set_xticks((1, 5), ("nine tight-passive", "nine loose-aggressive" + " (random)" * beside_paper), fontsize=9)
    panel.set_ylabel("chips an epoch", color=INK, fontsize=9)
    panel.margins(y=0.12)
    panel.grid(axis="y", color=GRID, linewidth=0.6)
    panel.set_axisbelow(True)
    panel.set_title(way["label"][0].upper() + way["label"][1:], loc="left", color=INK, fontsize=10)
