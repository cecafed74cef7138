"""Chapter 1 of Vinther & Holst (2015): the calculator. Figures 1 to 3 and tables 2 to 6, ours beside theirs.

Fifty calculations each of JJ against one opponent with 1,000, 10,000 and 50,000 simulations, and every table's figures
by simulation and exactly. Where a table is wrong, `docs/studies/apc-calculator.md` says how we know.
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any

import numpy as np

from riverboat.odds.equity import equity
from riverboat.odds.paper import TABLES_2_3, Line, compare
from riverboat.pictures import COLOURS, GRID, INK, new_figure, save_figure
from riverboat.studies.report import Exact, Figure, StudyReport, beside, claim, new
from riverboat.studies.settings import Settings, Step

RUNS = 50
#: The error that the thesis asks of its calculator, in per cent.
ALLOWED = 1.0
#: What happens less often than this, a user of the calculator never sees.
RARE = 1e-3
_LINES = 58  # tables 2 to 6, about


def steps(settings: Settings) -> Generator[Step, None, StudyReport]:
    """Run the study, telling how far it has come."""
    total = _LINES + len(TABLES_2_3)
    lines: list[Line] = []
    for line in compare(settings.seed, settings.hands):
        if line.table != "Lokibot":
            lines.append(line)
            yield Step(part=f"table {line.table}", done=min(len(lines), _LINES), total=total)
    dots: dict[str, list[float]] = {}
    for at, (simulations, *_) in enumerate(TABLES_2_3):
        dots[str(simulations)] = _errors(simulations, np.random.default_rng([settings.seed, at]))
        yield Step(part=f"figure {at + 1}", done=_LINES + at + 1, total=total)
    return _report(settings, lines, dots)


def _errors(simulations: int, rng: np.random.Generator) -> list[float]:
    """How far fifty calculations of JJ are off, in per cent."""
    true = equity("JcJd", opponents=1, method="exact").players[0].win.mean
    runs = (equity("JcJd", opponents=1, method="simulate", simulations=simulations, seed=rng) for _ in range(RUNS))
    return [100 * (found.players[0].win.mean - true) for found in runs]


def _report(settings: Settings, lines: list[Line], dots: dict[str, list[float]]) -> StudyReport:
    figures: list[Figure] = []
    for simulations, spread, largest, _ in TABLES_2_3:
        errors = np.array(dots[str(simulations)])
        worst = float(np.abs(errors).max())
        name = f"table 2: JJ, {simulations:,} simulations"
        figures.append(beside(f"{name}, range, %", float(np.ptp(errors)), spread, where="Table 2", within=spread / 4))
        figures.append(beside(f"{name}, largest error, %", worst, largest, where="Table 2", within=largest / 4))
    figures.append(_within_allowed())
    figures += [_figure(line) for line in lines if line.table != "2"]
    far = max(abs(line.deviation) for line in lines)
    figures.append(new("furthest simulated figure from the exact one, standard errors", far))
    off = [line for line in lines if line.table in ("4", "5", "6") and abs(line.ours - line.theirs) > ALLOWED]
    named = ", ".join(f"{line.name} {line.theirs} (truly {line.ours:.1f})" for line in off)
    return StudyReport(
        name="apc-calculator",
        hands=settings.hands,
        seed=settings.seed,
        figures=tuple(figures),
        notes=(
            "Ours are exact (table 6: 40 million simulations each); the thesis counts wins without ties.",
            f"Off by more than the thesis's own 1 %: {named}." if off else "No figure is off by more than 1 %.",
        ),
        details={"errors": {key: [round(error, 4) for error in values] for key, values in dots.items()}},
    )


def _within_allowed() -> Figure:
    """The thesis's claim for 50,000 simulations, by the binomial law: the error of one calculation is below 1 %."""
    from scipy import stats  # takes most of a second to import

    true = equity("JcJd", opponents=1, method="exact").players[0].win.mean
    simulations = TABLES_2_3[-1][0]
    ends = simulations * (true + np.array([-ALLOWED, ALLOWED]) / 100)
    wins = stats.binom(simulations, true)
    off = float(wins.cdf(np.ceil(ends[0]) - 1) + wins.sf(np.floor(ends[1])))
    name = "chance that a calculation with 50,000 simulations is off by more than 1 %"
    return claim(name, Exact(off), off < RARE, paper="below 1 %", where="section 1.2.1", required=True)


def _figure(line: Line) -> Figure:
    """A line of tables 3 to 6; the thesis holds its chances to be within 1 %."""
    ours = float(line.ours)
    name, where = f"table {line.table}: {line.name}", f"Table {line.table}"
    if line.table == "3":
        return beside(name, ours, line.theirs, where=where, within=line.theirs / 4)
    return beside(f"{name}, %", Exact(ours), line.theirs, where=where, within=ALLOWED)


def plot(report: StudyReport, path: Path) -> None:
    """Figures 1 to 3: how far each of fifty calculations was off."""
    figure, axes = new_figure(8, 4.4)
    errors: dict[str, Any] = report.details["errors"]
    for at, (simulations, values) in enumerate(errors.items()):
        runs = at * (RUNS + 8) + np.arange(RUNS)
        axes.scatter(runs, values, s=14, color=COLOURS[at], zorder=2)
        label = f"{int(simulations):,} simulations\nlargest error {max(map(abs, values)):.2f} %"
        axes.annotate(label, (runs.mean(), 4.1), ha="center", color=COLOURS[at], fontsize=9)
    for allowed in (-ALLOWED, ALLOWED):
        axes.axhline(allowed, color=INK, linewidth=0.8, linestyle="--")
    axes.axhline(0, color=GRID, linewidth=1, zorder=0)
    axes.set_ylim(-5, 5.2)
    axes.set_xticks([])
    axes.set_xlabel("fifty calculations each", color=INK)
    axes.set_ylabel("error, per cent", color=INK)
    axes.set_title(
        "JJ against one opponent: Vinther & Holst's figures 1 to 3; dashed: 1 %", loc="left", color=INK, fontsize=11
    )
    save_figure(figure, path)
