"""Chapter 1 of Vinther & Holst (2015): the calculator. Figures 1 to 3 and tables 2 to 6, ours next to theirs.

Fifty calculations each of JJ against one opponent with 1,000, 10,000 and 50,000 simulations, and every table's figures
by simulation and exactly. Table 6 is drawn three times: wins, equity, and what the thesis's Algorithm 1 gives. Where a
table is wrong, `docs/studies/apc-calculator.md` says how we know.
"""

from __future__ import annotations

import math
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from riverboat.arrays import Floats
from riverboat.intervals import Estimate, Statistic, mean_interval
from riverboat.odds.equity import equity
from riverboat.odds.paper import SIMULATIONS, TABLE_6, TABLES_2_3, Line, compare
from riverboat.pictures import COLOURS, GRID, INK, caption, panels, save_figure
from riverboat.studies.report import Exact, Figure, PValue, StudyReport, beside, claim, new
from riverboat.studies.settings import Settings, Step

RUNS = 50
#: Sets of this many calculations that are drawn to see what luck may do.
SETS = 4_000
#: The error that the thesis asks of its calculator, in per cent.
ALLOWED = 1.0
#: What happens less often than this, a user of the calculator never sees.
RARE = 1e-3
LEVEL = 0.05
#: How near a true value, which is rounded to a tenth, comes to ours; in per cent.
ROUNDED = 0.1
#: Games of each figure of table 6 for each simulation of the others.
OFTENER = 100
READINGS = ("wins", "equity", "Algorithm 1")
_LINES = 74  # tables 2 to 6


def steps(settings: Settings) -> Generator[Step, None, StudyReport]:
    """Run the study, telling how far it has come."""
    total = _LINES + len(TABLES_2_3)
    lines: list[Line] = []
    for line in compare(settings.seed, settings.hands, oftener=OFTENER):
        if line.table != "Lokibot":
            lines.append(line)
            yield Step(part=f"table {line.table}", done=min(len(lines), _LINES), total=total)
    fifties: list[Fifty] = []
    for at, (simulations, *_) in enumerate(TABLES_2_3):
        fifties.append(_fifty(simulations, np.random.default_rng([settings.seed, at])))
        yield Step(part=f"figure {at + 1}", done=_LINES + at + 1, total=total)
    return _report(settings, lines, fifties)


@dataclass(frozen=True, eq=False)
class Fifty:
    """Fifty calculations of JJ: how far each is off, in per cent, and the seconds it took."""

    simulations: int
    errors: Floats
    seconds: Floats


def _true_wins() -> float:
    """How often JJ wins against one opponent."""
    return equity("JcJd", opponents=1, method="exact").players[0].win.mean


def _fifty(simulations: int, rng: np.random.Generator) -> Fifty:
    errors, seconds = [], []
    for _ in range(RUNS):
        start = time.perf_counter()
        found = equity("JcJd", opponents=1, method="simulate", simulations=simulations, seed=rng).players[0]
        seconds.append(time.perf_counter() - start)
        errors.append(100 * (found.win.mean - _true_wins()))
    return Fifty(simulations, np.array(errors), np.array(seconds))


def _tables_2_and_3(fifties: list[Fifty], rng: np.random.Generator) -> Iterator[Figure]:
    """The spread of fifty calculations, with what 95 % of such sets of fifty show by the binomial law; their times."""
    for fifty, (simulations, spread, largest, seconds) in zip(fifties, TABLES_2_3, strict=True):
        wins = rng.binomial(simulations, _true_wins(), (SETS, RUNS)) / simulations
        errors = 100 * (wins - _true_wins())
        name = f"JJ, {simulations:,} simulations"
        for what, theirs, ours, sets in (
            ("range", spread, np.ptp(fifty.errors), np.ptp(errors, axis=1)),
            ("largest error", largest, np.abs(fifty.errors).max(), np.abs(errors).max(axis=1)),
        ):
            low, high = (float(end) for end in np.quantile(sets, (0.025, 0.975)))
            found = Statistic(mean=float(ours), low=low, high=high, n=RUNS)
            within = max(float(high - ours) if theirs > ours else float(ours - low), 0.0)
            yield beside(f"table 2: {name}, {what}, %", found, theirs, where="Table 2", within=within)
        took = mean_interval(fifty.seconds)
        yield beside(f"table 3: {name}, seconds", took, seconds, where="Table 3", within=seconds / 4)


def _report(settings: Settings, lines: list[Line], fifties: list[Fifty]) -> StudyReport:
    figures = [*_tables_2_and_3(fifties, np.random.default_rng([settings.seed, len(fifties)])), _within_allowed()]
    figures += [_figure(line) for line in lines if line.table not in ("2", "3")]
    figures += _fits([line for line in lines if line.table == "6"])
    far = max(abs(line.deviation) for line in lines)
    figures.append(new("furthest simulated figure from the exact one, standard errors", far))
    off = [line for line in lines if line.table in ("4", "5") and abs(line.ours - line.theirs) > ALLOWED]
    named = ", ".join(f"{line.name} {line.theirs} (wins {line.ours:.1f}, {line.note})" for line in off)
    return StudyReport(
        name="apc-calculator",
        hands=settings.hands,
        seed=settings.seed,
        figures=tuple(figures),
        notes=(
            "Ours are exact, but for table 6, which is simulated; the thesis counts wins without ties.",
            f"Off by more than the thesis's own 1 %: {named}.",
            "Table 2 is near where 95 % of sets of fifty calculations reach it, which is the interval shown; table 3 "
            "within a quarter; table 4 within 0.1 (true) and 1 % (simulated); table 5 within 1 %; table 6 within two "
            "standard errors of the thesis's own 50,000 simulations.",
        ),
        details={
            "errors": {str(fifty.simulations): fifty.errors.round(4).tolist() for fifty in fifties},
            "table 5": {
                line.name: {"wins": line.ours, "equity": line.equity, "thesis": line.theirs}
                for line in lines
                if line.table == "5"
            },
            "table 6": {reading: [round(line.ours, 3) for line in _read_as(lines, reading)] for reading in READINGS},
        },
    )


def _within_allowed() -> Figure:
    """The thesis's claim for 50,000 simulations, by the binomial law: the error of one calculation is below 1 %."""
    from scipy import stats  # takes most of a second to import

    true, simulations = _true_wins(), TABLES_2_3[-1][0]
    ends = simulations * (true + np.array([-ALLOWED, ALLOWED]) / 100)
    wins = stats.binom(simulations, true)
    off = float(wins.cdf(np.ceil(ends[0]) - 1) + wins.sf(np.floor(ends[1])))
    name = "chance that a calculation with 50,000 simulations is off by more than 1 %"
    return claim(name, Exact(off), off < RARE, paper="below 1 %", where="section 1.2.1", required=True)


def _figure(line: Line) -> Figure:
    """A line of tables 4 to 6; the thesis holds its chances to be within 1 %."""
    ours = float(line.ours)
    name, where = f"table {line.table}: {line.name}", f"Table {line.table}"
    if line.table == "6":
        assert line.simulated is not None
        return beside(f"{name}, %", interval(line.simulated), line.theirs, where=where, within=2 * _their_error(ours))
    within = ROUNDED if line.name.endswith("true") else ALLOWED
    return beside(f"{name}, %", Exact(ours), line.theirs, where=where, within=within)


def interval(found: Estimate) -> Statistic:
    """A simulated chance with its interval."""
    return Statistic(mean=found.mean, low=found.low, high=found.high, n=found.n)


def _their_error(percent: float) -> float:
    """The standard error of the thesis's simulation of a chance, in per cent."""
    return 100 * math.sqrt(percent / 100 * (1 - percent / 100) / SIMULATIONS)


def _read_as(lines: list[Line], reading: str) -> list[Line]:
    return [line for line in lines if line.table == "6" and line.name.endswith(reading)]


def _fits(lines: list[Line]) -> list[Figure]:
    """How well table 6 fits each reading: chi-square over its nine figures, which are simulated and rounded."""
    from scipy import stats  # takes most of a second to import

    p = {}
    for reading in READINGS:
        found = _read_as(lines, reading)
        spreads = [_their_error(line.ours) ** 2 + ROUNDED**2 / 12 for line in found]
        errors = [0.0 if line.simulated is None else line.simulated.error for line in found]
        off = sum(
            (line.theirs - line.ours) ** 2 / (spread + error**2)
            for line, spread, error in zip(found, spreads, errors, strict=True)
        )
        p[reading] = PValue(p=float(stats.chi2.sf(off, len(found))), n=len(found))
    return [
        *(
            claim(f"table 6 is not {reading}: p of its nine figures", p[reading], p[reading].p < LEVEL, where="Table 6")
            for reading in READINGS[:2]
        ),
        new("table 6 as Algorithm 1 gives it: p of its nine figures", p[READINGS[2]]),
    ]


def plot(report: StudyReport, path: Path) -> None:
    """Figures 1 to 3: how far each of fifty calculations was off; and table 6 next to its three readings."""
    figure, ((axes, right),) = panels(12, 4.4, 1, 2, width_ratios=(1.4, 1))
    _draw_table_6(right, report.details["table 6"])
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


def _draw_table_6(axes: Any, readings: dict[str, list[float]]) -> None:
    """How far the thesis's table 6 is from each reading, with two standard errors of its own simulations."""
    opponents = np.arange(1, len(TABLE_6) + 1)
    errors = np.array([2 * _their_error(each) for each in TABLE_6])
    axes.fill_between(opponents, -errors, errors, color=GRID, alpha=0.6, linewidth=0, label="two standard errors")
    for at, (reading, values) in enumerate(readings.items()):
        axes.plot(opponents, np.array(TABLE_6) - values, "o-", color=COLOURS[at], linewidth=1.4, label=reading)
    axes.axhline(0, color=INK, linewidth=0.8, zorder=0)
    axes.legend(frameon=False, fontsize=9)
    caption(axes, "Table 6, aces: the thesis less each reading", "opponents", "per cent")
