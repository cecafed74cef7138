"""How exploitable `equilibrium` is after more and more training, with few and with many buckets, in one picture.

`python -m riverboat.training.limit.curve FOLDER --buckets 200 1000 3000 --iterations 8000 --seed 1` trains, looks
with the quick meter after 250, 500, 1,000 ... iterations, and writes `curve.json` and `curve.svg` into the folder after
each look. Interrupted, the same command goes on; with more iterations it trains on.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Generator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from riverboat.agents.equilibrium.player import SHIPPED, model_at
from riverboat.errors import AgentError
from riverboat.files import write_whole
from riverboat.pictures import COLOURS, FAINT, INK, caption, panels, save_figure
from riverboat.solving.limit.quick_meter import QuickMeter
from riverboat.training.equilibrium import EquilibriumPlan, EquilibriumTraining, Measurement
from riverboat.version import __version__

#: The iterations of the first look; each further one comes after twice as many.
FIRST_LOOK = 250


@dataclass(frozen=True, kw_only=True)
class CurvePlan:
    """How many buckets each curve has, how far it goes, and from which seed."""

    buckets: tuple[int, ...] = (200, 1000, 3000)
    iterations: int = 8000
    seed: int = 1
    meter: QuickMeter = field(default_factory=QuickMeter)

    def looks(self) -> list[int]:
        """After how many iterations it is looked at."""
        found = [FIRST_LOOK]
        while 2 * found[-1] <= self.iterations:
            found.append(2 * found[-1])
        return found


@dataclass(frozen=True, kw_only=True)
class Curves:
    """What was found: for each number of buckets its points, in order. Seconds are those of one core."""

    plan: CurvePlan
    points: dict[int, tuple[Measurement, ...]]
    shipped: Measurement | None = None  # the weights of the house on the same boards; their time is not known here
    shipped_buckets: int = 0

    def to_json(self) -> dict[str, Any]:
        """The curve as its file has it."""
        return {
            "version": __version__,
            "seed": self.plan.seed,
            "iterations": self.plan.iterations,
            "meter": asdict(self.plan.meter),
            "unit": "mbb/g, estimated on a few boards that are always the same; too high, if anything",
            "curves": [
                {"buckets": buckets, "points": [asdict(point) for point in points]}
                for buckets, points in self.points.items()
            ],
            "shipped": None if self.shipped is None else asdict(self.shipped) | {"buckets": self.shipped_buckets},
        }

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> Curves:
        """From a file."""
        points = {
            int(curve["buckets"]): tuple(Measurement(**point) for point in curve["points"]) for curve in told["curves"]
        }
        plan = CurvePlan(
            buckets=tuple(points), iterations=told["iterations"], seed=told["seed"], meter=QuickMeter(**told["meter"])
        )
        shipped = dict(told["shipped"] or {})
        buckets = shipped.pop("buckets", 0)
        return cls(
            plan=plan, points=points, shipped=Measurement(**shipped) if shipped else None, shipped_buckets=buckets
        )


def curve_steps(plan: CurvePlan, folder: Path) -> Generator[Curves, None, Curves]:
    """Train all curves side by side, and tell of every look; what is kept in the folder is not trained again."""
    trainings = {buckets: _begin(plan, buckets, folder) for buckets in plan.buckets}
    model = model_at(SHIPPED)
    shipped = Measurement(model.iterations, 0.0, round(plan.meter.mbb(model), 3))
    found = Curves(plan=plan, points={}, shipped=shipped, shipped_buckets=model.cards.count(1))
    for look in plan.looks():
        for buckets, training in trainings.items():
            if training.iterations < look:
                for _ in training.steps(most_iterations=look):
                    pass
                training.measure(training.model(""), plan.meter)
                training.save(_kept(folder, buckets))
            points = {each: tuple(other.measured) for each, other in trainings.items()}
            found = replace(found, points=points)
            yield found
    return found


def _begin(plan: CurvePlan, buckets: int, folder: Path) -> EquilibriumTraining:
    asked, path = EquilibriumPlan(buckets=buckets, seed=plan.seed), _kept(folder, buckets)
    training = EquilibriumTraining.load(path, asked) if path.exists() else EquilibriumTraining.begin(asked)
    looks = plan.looks()
    if [each.iterations for each in training.measured] != looks[: len(training.measured)]:
        raise AgentError(f'"{path}" was looked at after other numbers of iterations: give another folder')
    training.clock = time.process_time
    return training


def _kept(folder: Path, buckets: int) -> Path:
    return folder / f"{buckets}.training.npz"


def plot_curves(curves: Curves, path: Path) -> None:
    """The curves over iterations, and over the time of one core."""
    figure, ((left, right),) = panels(9.0, 3.9, columns=2, sharey=True)
    for colour, (buckets, points) in zip(COLOURS, curves.points.items(), strict=False):
        won = [point.mbb for point in points]
        label = f"{buckets:,} buckets a street"
        left.plot([point.iterations for point in points], won, "o-", color=colour, label=label, markersize=3.5)
        right.plot([point.trained_s / 60 for point in points], won, "o-", color=colour, markersize=3.5)
    if curves.shipped is not None:
        label = f"shipped ({curves.shipped_buckets:,} buckets)"
        left.plot([curves.shipped.iterations], [curves.shipped.mbb], "D", color=INK, label=label, markersize=4.5)
    meter = curves.plan.meter
    boards = f"{meter.flops} flops, {meter.turns} turns each, {meter.rivers} rivers each"
    figure.suptitle(f"What the best response wins on {boards}; seed {curves.plan.seed}", fontsize=10, color=INK)
    caption(left, "", "iterations", "mbb a game (too high, if anything)")
    caption(right, "", "minutes of one core")
    reached = [point.iterations for points in curves.points.values() for point in points]
    longest = max((point.trained_s / 60 for points in curves.points.values() for point in points), default=1.0)
    shipped = [] if curves.shipped is None else [curves.shipped.iterations]
    for axes, first, last in (
        (left, FIRST_LOOK, max([*reached, *shipped], default=FIRST_LOOK)),
        (right, 0.25, longest),
    ):
        ticks = [first * 2**step for step in range(12) if first * 2**step <= 1.5 * last]
        axes.set_xscale("log")
        axes.set_xticks(ticks, [f"{tick:,g}" if tick < 1000 else f"{tick:,.0f}" for tick in ticks])
        axes.minorticks_off()
        axes.set_ylim(bottom=0)
        axes.grid(axis="y", color=FAINT, alpha=0.25, linewidth=0.6)
    left.legend(frameon=False, fontsize=8)
    save_figure(figure, path)


def write_curves(curves: Curves, folder: Path) -> None:
    """Write data and picture."""
    write_whole(folder / "curve.json", [json.dumps(curves.to_json(), indent=1), "\n"])
    plot_curves(Curves.from_json(json.loads((folder / "curve.json").read_text("utf-8"))), folder / "curve.svg")


def main(typed: Sequence[str] | None = None) -> None:
    """Train, look, draw."""
    parser = argparse.ArgumentParser(description="How exploitable equilibrium is, over training and buckets.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--buckets", type=int, nargs="+", default=list(CurvePlan.buckets))
    parser.add_argument("--iterations", type=int, default=CurvePlan.iterations)
    parser.add_argument("--seed", type=int, default=CurvePlan.seed)
    asked = parser.parse_args(typed)
    asked.folder.mkdir(parents=True, exist_ok=True)
    plan = CurvePlan(buckets=tuple(asked.buckets), iterations=asked.iterations, seed=asked.seed)
    for curves in curve_steps(plan, asked.folder):
        write_curves(curves, asked.folder)
        for buckets, points in curves.points.items():
            last = points[-1:]
            words = "".join(f"{p.iterations:,} iterations, {p.trained_s:.0f} s: {p.mbb:.0f} mbb/g" for p in last)
            print(f"{buckets} buckets: {words or 'beginning'}", flush=True)


if __name__ == "__main__":
    main()
