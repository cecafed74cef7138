"""Experiment 1 of Barone & While (1999): from random candidates to a winning player at the mixed table.

The paper shows one run, whose return is first positive at epoch 71. Ours: ten seeds, each judged by frozen play with
new cards after its last epoch. Three ways: our styles with the studies' feedback and with the paper's plain one, and
with the plain one a second set of opponents, calibrated to the paper's Table 2.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from riverboat.agents.evolving.models import static_agent
from riverboat.agents.evolving.player_a import always_folding
from riverboat.arrays import Floats, Ints
from riverboat.intervals import mean_interval, proportion
from riverboat.pictures import COLOURS, GRID, INK, new_figure, save_figure
from riverboat.studies.evolve.evolving_runs import (
    OURS,
    PLAIN,
    SECOND_PLAIN,
    SEEDS,
    Way,
    breed_and_freeze,
    epochs_of,
    kept,
    player_a_agent,
)
from riverboat.studies.report import Figure, StudyReport, above_zero, beside, claim, new
from riverboat.studies.settings import Settings, Step
from riverboat.training.breeding import WINDOW, moving_mean, turning_epoch
from riverboat.training.comparing import EPOCHS, returns_at

#: This many of the ten must win frozen, the whole interval above zero.
MUST_WIN = 8
PAPER_TURNED = 71
WHERE = "section 4.2, Figure 1"
WAYS = (OURS, PLAIN, SECOND_PLAIN)


@dataclass(frozen=True, kw_only=True, eq=False)
class Runs:
    """Ten seeds of one way: the return of every epoch while it learns, and of every epoch it is played frozen."""

    won: Ints
    frozen: Ints
    others: Floats  # by epoch: what a tight-passive and a loose-aggressive opponent wins; mean over the seeds

    @property
    def winners(self) -> int:
        """How many of the frozen players win, the whole interval above zero."""
        return sum((found.low or 0) > 0 for found in map(_interval, self.frozen))

    @property
    def tail(self) -> Floats:
        """The mean return of the last 100 epochs of learning, by seed."""
        tail: Floats = self.won[:, -100:].mean(axis=1)
        return tail


@dataclass(frozen=True, kw_only=True, eq=False)
class Result:
    """The runs of every way, and what always folding and player A win at both mixed tables."""

    settings: Settings
    runs: dict[str, Runs]
    yardsticks: dict[str, Ints]


def _interval(values: Ints | Floats) -> Any:
    return mean_interval(np.asarray(values, dtype=np.float64))


def steps(settings: Settings) -> Generator[Step, None, StudyReport]:
    """Run the study, telling how far it has come."""
    epochs = epochs_of(settings)
    frozen_epochs = min(EPOCHS, max(2, epochs))
    breedings = [way.breeding("random", settings.seed + at, epochs) for way in WAYS for at in range(SEEDS)]
    work = {"runs": [run.work for run in breedings], "epochs": epochs, "frozen": frozen_epochs}
    found = yield from kept("evolve-1", work, breedings, partial(breed_and_freeze, frozen_epochs), settings)
    runs = {way.key: _runs(found[at * SEEDS : (at + 1) * SEEDS]) for at, way in enumerate(WAYS)}
    return report(Result(settings=settings, runs=runs, yardsticks=yardsticks(settings, frozen_epochs)))


def _runs(found: list[dict[str, Any]]) -> Runs:
    return Runs(
        won=np.array([run["won"] for run in found], dtype=np.int64),
        frozen=np.array([run["frozen"] for run in found], dtype=np.int64),
        others=np.array([run["others"] for run in found]).mean(axis=0),
    )


def yardsticks(settings: Settings, epochs: int) -> dict[str, Ints]:
    """What always folding and player A win in an epoch of either mixed table."""
    folding = static_agent(always_folding()[None])
    found = {}
    for way in (OURS, SECOND_PLAIN):
        for name, agent in (("always folding", folding), ("A", player_a_agent(way.start_a))):
            found[f"{name}, {_table(way)}"] = returns_at(agent, way.table("mixed"), epochs, settings.seed + 1)
    return found


def _table(way: Way) -> str:
    return "second set" if way.tables else "our styles"


def report(result: Result) -> StudyReport:
    """Our figures next to the paper's."""
    ours, epochs = result.runs[OURS.key], result.settings.hands // 100
    count = ours.winners
    figures = [
        claim(
            f"seeds of {SEEDS} whose player wins frozen after {epochs:,} epochs: {OURS.label}",
            proportion(count, SEEDS),
            count >= MUST_WIN,
            paper="its one run wins",
            where=WHERE,
            required=True,
        ),
        above_zero(
            f"chips an epoch of the frozen players, over the seeds: {OURS.label}",
            _interval(ours.frozen.mean(axis=1)),
            paper="above 0",
            where=WHERE,
        ),
        above_zero(
            f"chips an epoch of the frozen players, over the seeds: {SECOND_PLAIN.label}",
            _interval(result.runs[SECOND_PLAIN.key].frozen.mean(axis=1)),
            paper="above 0",
            where=WHERE,
        ),
        beside(
            f"the epoch at which the mean of {WINDOW} turns positive, over the seeds: {OURS.label}",
            _interval(_turned(ours.won)),
            PAPER_TURNED,
            where=WHERE,
            within=30,
        ),
    ]
    figures += [figure for way in WAYS for figure in _figures_of(way, result.runs[way.key])]
    figures += [new(f"chips an epoch of {name}", _interval(won)) for name, won in result.yardsticks.items()]
    return StudyReport(
        name="evolve-1",
        hands=result.settings.hands,
        seed=result.settings.seed,
        figures=tuple(figures),
        notes=_notes(),
        details=_details(result),
    )


def _figures_of(way: Way, runs: Runs) -> list[Figure]:
    """What is told of every way."""
    turned = [turning_epoch(row) for row in runs.won]
    return [
        new(f"return of the first 20 epochs: {way.label}", _interval(runs.won[:, :20].mean(axis=1))),
        new(f"return of the last 100 epochs: {way.label}", _interval(runs.tail)),
        new(f"return frozen: {way.label}", _interval(runs.frozen.mean(axis=1))),
        new(f"seeds of {SEEDS} that win frozen: {way.label}", runs.winners),
        new(f"the epoch at which the mean of {WINDOW} turns positive, by seed: {way.label}", _listed(turned)),
    ]


def _turned(won: Ints) -> Floats:
    """The epoch at which each seed turns; the last one, where it never does."""
    return np.array([turning_epoch(row) or won.shape[1] for row in won], dtype=np.float64)


def _listed(values: list[int | None]) -> str:
    return ", ".join("never" if value is None else str(value) for value in values)


def _notes() -> tuple[str, ...]:
    return (
        "Plain feedback learns where opponents err enough. Against our styles the result of a decision has a standard "
        "deviation of 70 to 170 chips, while good and bad candidates differ by a few: 25 uses hardly tell them apart, "
        "and who folds everything is safe from being told.",
        f"A player wins frozen, if the whole 95 % interval of its return over {EPOCHS} epochs with new cards is above "
        "zero.",
    )


def _details(result: Result) -> dict[str, Any]:
    return {
        "ways": [
            {
                "key": way.key,
                "label": way.label,
                "moving": _band(result.runs[way.key].won),
                "frozen": [_interval(row).to_json() for row in result.runs[way.key].frozen],
            }
            for way in WAYS
        ],
        "yardsticks": {name: float(won.mean()) for name, won in result.yardsticks.items()},
        "window": WINDOW,
    }


def _band(won: Ints) -> dict[str, list[float]]:
    """The moving mean over the seeds: its least, its median and its most, epoch by epoch."""
    rows = np.array([moving_mean(row) for row in won])
    return {
        name: each(rows, axis=0).round().tolist()
        for name, each in (("least", np.min), ("median", np.median), ("most", np.max))
        if rows.size
    }


def plot(report: StudyReport, path: Path) -> None:
    """For either set of opponents: the moving mean of the return, and what the frozen players win, seed by seed."""
    figure, axes = new_figure(11, 7.6)
    axes.remove()
    rows = figure.subplots(2, 2, width_ratios=(2.4, 1))
    ways = {way["key"]: way for way in report.details["ways"]}
    for row, keys, table in zip(rows, ((OURS.key, PLAIN.key), (SECOND_PLAIN.key,)), _TABLES, strict=True):
        for key in keys:
            plain = key != OURS.key
            label = "the paper's plain feedback" if plain else "the studies' feedback"
            _draw_learning(row[0], ways[key], COLOURS[plain], label, report.details["window"])
            _draw_frozen(row[1], ways[key], COLOURS[plain], plain)
        folding = report.details["yardsticks"][f"always folding, {table}"]
        a = report.details["yardsticks"][f"A, {table}"]
        for panel in row:
            panel.axhline(0, color=INK, linewidth=0.8, zorder=0)
            panel.axhline(folding, color=GRID, linewidth=1.4, linestyle=":", label="always folding", zorder=0)
            panel.axhline(a, color=INK, linewidth=1, linestyle="--", alpha=0.6, label="player A", zorder=0)
            panel.grid(axis="y", color=GRID, linewidth=0.4)
        row[0].set_title(f"Learning at the mixed table, {_TITLES[table]}", loc="left", color=INK, fontsize=10)
        row[0].set_ylabel(f"chips an epoch, mean of {report.details['window']}", color=INK, fontsize=9)
        row[0].set_xlabel("epochs of 100 hands", color=INK, fontsize=9)
        row[0].legend(frameon=False, fontsize=8, loc="best", ncols=2)
        row[1].set_title("then frozen, by seed", loc="left", color=INK, fontsize=10)
        row[1].set_xlabel("seeds, 95 % intervals", color=INK, fontsize=9)
        row[1].set_xticks([])
    save_figure(figure, path)


_TABLES = ("our styles", "second set")
_TITLES = {"our styles": "our styles", "second set": "opponents calibrated to the paper's Table 2"}


def _draw_learning(panel: Any, way: dict[str, Any], colour: str, label: str, window: int) -> None:
    band = way["moving"]
    if band:
        x = np.arange(window, window + len(band["median"]))
        panel.fill_between(x, band["least"], band["most"], color=colour, alpha=0.15, linewidth=0)
        panel.plot(x, band["median"], color=colour, linewidth=1.8, label=f"{label}: median and range")


def _draw_frozen(panel: Any, way: dict[str, Any], colour: str, plain: bool) -> None:
    for seed, found in enumerate(way["frozen"]):
        if found["low"] is not None:
            x = seed + 0.3 * plain
            panel.plot([x, x], [found["low"], found["high"]], color=colour, linewidth=1.2)
            panel.plot(x, found["mean"], "o", color=colour, markersize=3.5)
