"""Table 3 of Lanctot & Long, "Solving Bluff": values and times, ours next to the paper's; cost against size beyond it.

Values are proved by exact arithmetic or lie between proved bounds. What the paper prints of its strategies, and says of
them, is put to the test (`bluff_printed`). What the runs cost is seconds of one processor: the linear program against
its sequences, discounted CFR until its bounds are 0.001 apart, or for as many iterations as the study's size allows.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Generator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from riverboat.games.bluff.game import BluffRules
from riverboat.pictures import COLOURS, FAINT, GRID, INK, panels, save_figure
from riverboat.solving.bluff.round import BYTES_A_NUMBER, solve_bluff
from riverboat.solving.settings import Wish
from riverboat.steps import keeping
from riverboat.studies.bluff_printed import MISSING_Y, measure_printed, printed_figures
from riverboat.studies.report import Exact, Figure, StudyReport, beside, claim, new
from riverboat.studies.settings import Settings, Step

VALUES = {2: Fraction(1, 2), 3: Fraction(1, 9), 4: Fraction(1, 16), 5: Fraction(1, 125), 6: Fraction(-7, 258)}
#: The paper's total times in seconds; it says "much less than 1" for two faces.
PAPER_S = {(2, False): 1, (3, False): 2, (4, False): 5, (5, False): 160, (6, False): 3774}
PAPER_S |= {(2, True): 1, (3, True): 2, (4, True): 13, (5, True): 270, (6, True): 7402}
#: Values known from earlier computations by others and by ourselves (dice, faces, check).
KNOWN = {
    ((2, 1), 2, False): Fraction(1, 4),
    ((2, 1), 3, False): Fraction(4, 27),
    ((1, 2), 3, False): Fraction(1, 27),
    ((2, 2), 2, False): Fraction(1, 2),
    ((2, 1), 2, True): Fraction(1, 4),
}
#: Games for the cost of discounted CFR, by growing size; the second list is for a full-size run alone.
GROWING = [((1, 1), 4), ((2, 1), 3), ((1, 1), 6), ((2, 1), 4), ((2, 2), 3), ((2, 1), 5), ((2, 2), 4), ((2, 1), 6)]
FULL = [((1, 2), 6), ((3, 1), 4), ((2, 2), 5), ((3, 1), 5)]
FULL_ITERATIONS = 1000
LARGE_LP = [((1, 1), 7), ((2, 1), 4), ((2, 2), 3)]
GAP = 1e-3


@dataclass(frozen=True, kw_only=True)
class Task:
    """One game to solve."""

    dice: tuple[int, int]
    faces: int
    check: bool
    method: str
    gap: float = GAP

    @property
    def name(self) -> str:
        """The name of the game in a figure."""
        return f"{self.dice[0]} v {self.dice[1]}, {self.faces} faces{', check' * self.check}"


def tasks(settings: Settings) -> list[Task]:
    """Everything that is solved."""
    full = settings.hands >= FULL_ITERATIONS
    found = [Task(dice=(1, 1), faces=f, check=check, method="lp") for check in (False, True) for f in VALUES]
    found += [Task(dice=dice, faces=faces, check=check, method="lp") for dice, faces, check in KNOWN]
    found += [Task(dice=dice, faces=faces, check=False, method="lp") for dice, faces in (LARGE_LP if full else [])]
    growing = GROWING + (FULL if full else [])
    found += [Task(dice=dice, faces=faces, check=False, method="dcfr") for dice, faces in growing]
    return found


def steps(settings: Settings) -> Generator[Step, None, StudyReport]:
    """Run the study, telling how far it has come; every game that is solved is kept."""
    todo = tasks(settings)
    work = {"study": "bluff", "iterations": settings.hands, "games": [task.name + task.method for task in todo]}
    with keeping(settings.checkpoint(work), resume=settings.resume, read=dict, write=dict) as kept:
        for task in todo[len(kept.done) :]:
            yield Step(part=f"{task.name} by {task.method}", done=len(kept.done), total=len(todo))
            kept.add(measure(task, settings.hands))
        yield Step(part="what the paper prints", done=len(todo), total=len(todo))
    return report(settings, kept.done, measure_printed())


def measure(task: Task, iterations: int) -> dict[str, Any]:
    """Solve one game and note what it gave and cost."""
    rules = BluffRules(dice=task.dice, faces=task.faces, check=task.check)
    start = time.process_time()
    found = solve_bluff(rules, Wish(method=task.method, gap=task.gap, most_iterations=iterations))
    numbers = found.strategies.tables.n_numbers
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return {
        "game": task.name,
        "dice": list(task.dice),
        "faces": task.faces,
        "check": task.check,
        "method": task.method,
        "bids": found.strategies.tables.n_bids,
        "sequences": numbers,
        "value_exact": None if found.value_exact is None else str(found.value_exact),
        "low": found.low,
        "high": found.high,
        "exploitability": found.exploitability,
        "iterations": found.iterations,
        "seconds": round(time.process_time() - start, 3),
        "strategy_bytes": BYTES_A_NUMBER * numbers if task.method == "dcfr" else None,
        "peak_bytes": memory,
    }


def report(settings: Settings, rows: list[dict[str, Any]], printed: dict[str, Any]) -> StudyReport:
    """Our figures next to the paper's."""
    figures: list[Figure] = []
    known = {((1, 1), faces, False): value for faces, value in VALUES.items()} | KNOWN
    known |= {((1, 1), faces, True): Fraction(0) for faces in VALUES}
    programs = [row for row in rows if row["method"] == "lp"]
    for row in programs:
        key = (tuple(row["dice"]), row["faces"], row["check"])
        value = known.get(key)
        name = f"{row['game']}: value"
        ours = row["value_exact"] or f"{row['low']:+.9f} to {row['high']:+.9f}"
        if value is not None:
            figures.append(
                claim(
                    name,
                    Exact(ours),
                    row["value_exact"] == str(value),
                    paper=str(value),
                    where="Table 3" if row["dice"] == [1, 1] else "not in the paper: known value",
                    required=True,
                )
            )
        else:
            figures.append(new(name, ours))
        if row["dice"] == [1, 1] and (row["faces"], row["check"]) in PAPER_S:
            paper = float(PAPER_S[row["faces"], row["check"]])
            seconds = f"{row['game']}: seconds"
            figures.append(beside(seconds, row["seconds"], paper, where="Table 3", within=0.1 * paper))
    leaves = 36 * (2**12 - 1)
    where = "Game Tree Representation, before Figure 5"
    figures.append(beside("leaves of 1 v 1, 6 faces", Exact(leaves), 49_140, where=where, within=0))
    figures += printed_figures(printed)
    for row in rows:
        if row["method"] == "dcfr":
            told = f"{row['low']:+.6f} to {row['high']:+.6f} in {row['seconds']:.1f} s"
            figures.append(new(f"{row['game']}, {row['bids']} bids: bounds by discounted CFR", told))
    return StudyReport(
        name="bluff",
        hands=settings.hands,
        seed=settings.seed,
        figures=tuple(figures),
        notes=(
            "Values printed as fractions are proved by best responses in exact arithmetic; bounds are proved too.",
            "The paper's times are of a Pentium 4 at 3.4 GHz with GLPK; its count of leaves multiplies the sequences "
            "of bids by the bids, 12, where it should multiply by the rolls, 36. Ours are seconds of one processor.",
            "What the paper prints of both strategies was fixed, and the rest found by linear program; without "
            f"{MISSING_Y}, which is missing from the print, Y's replies to 1-3 with a 2 do not add up to 1.",
        ),
        details={"rows": rows, "printed": printed},
    )


def plot(report: StudyReport, path: Path) -> None:
    """Time and memory against the number of bids, for the linear program and for discounted CFR."""
    figure, ((left, right),) = panels(10, 4.6, 1, 2)
    rows = report.details["rows"]
    for method, colour, label in (
        ("lp", COLOURS[1], "linear program"),
        ("dcfr", COLOURS[0], "discounted CFR to 0.001"),
    ):
        chosen = sorted((row for row in rows if row["method"] == method), key=lambda row: row["bids"])
        bids = [row["bids"] for row in chosen]
        left.scatter(bids, [row["seconds"] for row in chosen], color=colour, s=26, label=label, zorder=3)
        if method == "dcfr":
            right.scatter(bids, [row["strategy_bytes"] / 2**20 for row in chosen], color=colour, s=26, zorder=3)
    paper = [(2 * faces, seconds) for (faces, check), seconds in PAPER_S.items() if not check]
    left.scatter(*zip(*paper, strict=True), color=FAINT, s=26, marker="x", label="the paper, 2007", zorder=2)
    for axes, label in ((left, "seconds"), (right, "megabytes kept by discounted CFR")):
        axes.set_yscale("log")
        axes.set_xlabel("bids", color=INK)
        axes.set_ylabel(label, color=INK)
        axes.grid(color=GRID, linewidth=0.6, axis="y")
        axes.set_axisbelow(True)
    left.legend(frameon=False, fontsize=9)
    left.set_title("Bluff: cost against size", loc="left", color=INK)
    save_figure(figure, path)
