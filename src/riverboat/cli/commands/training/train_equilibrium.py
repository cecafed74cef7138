"""`riverboat train equilibrium`."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from riverboat.cli.interrupts import as_interrupt, interrupts_noted
from riverboat.cli.output import Json, SeedOption, announce_compiling, choose_seed, err, out, print_json, progress_bar
from riverboat.cli.work_options import ResumeOption
from riverboat.errors import AgentError

if TYPE_CHECKING:
    from riverboat.training.equilibrium import EquilibriumPlan, EquilibriumStep, EquilibriumTraining, Measurement

#: Iterations between two looks of the quick meter.
MEASURE = 2500


def train_equilibrium(
    buckets: Annotated[int, typer.Option(min=2, max=5000, help="Buckets of holdings on each street.")] = 200,
    hours: Annotated[float | None, typer.Option(min=0.0, help="How long to learn, over all runs.")] = None,
    iterations: Annotated[
        int | None, typer.Option(min=1, help="... or how many iterations in all; a seed then always gives one file.")
    ] = None,
    keep_minutes: Annotated[
        float, typer.Option("--keep-minutes", min=0.1, help="Minutes between two writes of what was learned.")
    ] = 10.0,
    measure: Annotated[
        int, typer.Option(min=0, help="Iterations between two looks at its exploitability; 0 for none.")
    ] = MEASURE,
    workers: Annotated[int, typer.Option(min=1, max=2, help="2: each side learns in a separate process.")] = 1,
    to: Annotated[Path, typer.Option("--out", dir_okay=False, help="The .npz file to write.")] = Path(
        "equilibrium.npz"
    ),
    resume: ResumeOption = False,
    seed: SeedOption = None,
    json: Json = False,
) -> None:
    """Train heads-up limit Hold'em by regret minimisation on drawn boards; `equilibrium@FILE` plays the average.

    Now and then a quick meter estimates how exploitable it is, on a few fixed boards; the file keeps the best. Ctrl-C
    keeps what was learned: the file plays, and --resume goes on. `riverboat exploit equilibrium@FILE` tells how far the
    file is from an equilibrium of the real game.
    """
    from riverboat.files import check_writable
    from riverboat.training.equilibrium import EquilibriumPlan
    from riverboat.training.limit.sides import two_processes

    if to.suffix != ".npz":
        raise AgentError(f'"{to.name}" does not end in .npz, as models do')
    if hours is None and iterations is None:
        raise AgentError("how long? give --hours or --iterations")
    check_writable(to.absolute())
    announce_compiling()
    training = _begin(EquilibriumPlan(buckets=buckets, seed=_seed_of(seed, resume)), _part(to), resume=resume)
    run = _Run(training, to, measure=measure, keep_s=60 * keep_minutes)
    with two_processes(training) if workers > 1 else nullcontext():
        stopped = run.train(hours=hours, iterations=iterations)
    told = {"buckets": buckets, "iterations": training.iterations, "interrupted": stopped, "file": str(to)}
    if json:
        print_json(told | _measured(training), training.plan.seed)
        return
    out.print(f"{training.iterations:,} iterations with {buckets} buckets a street, seed {training.plan.seed}")
    out.print(f"written: {to}{_kept(training)}; it plays as equilibrium@{to}", markup=False)
    out.print(f"riverboat exploit equilibrium@{to} measures it; --resume trains on", markup=False)


def _measured(training: EquilibriumTraining) -> dict[str, Any]:
    """What the quick meter said, for --json."""
    rows = [vars(each) for each in training.measured]
    return {"measured": rows, "kept": vars(training.best) if training.best else None}


def _kept(training: EquilibriumTraining) -> str:
    """Which of the models that were measured was kept."""
    best = training.best
    return f", as it was after {best.iterations:,} iterations (about {best.mbb:.0f} mbb/g)" if best else ""


def _seed_of(seed: int | None, resume: bool) -> int:
    if resume and seed is None:
        raise AgentError("--resume goes on with a training: give the --seed that it named")
    return choose_seed(seed)


def _part(to: Path) -> Path:
    """Where regrets are kept, beside the model."""
    return to.with_name(f".{to.stem}.training.npz")


def _begin(plan: EquilibriumPlan, kept: Path, *, resume: bool) -> EquilibriumTraining:
    from riverboat.files import size_words
    from riverboat.training.equilibrium import EquilibriumTraining

    if resume and kept.exists():
        return EquilibriumTraining.load(kept, plan)
    if resume:
        err.print("[dim]nothing to go on with: no such training was interrupted; beginning[/]")
    err.print(f"[dim]{size_words(plan.memory)} of regrets, seed {plan.seed}; making buckets ...[/]")
    return EquilibriumTraining.begin(plan)


class _Run:
    """Training, with what is shown and written on the way."""

    def __init__(self, training: EquilibriumTraining, to: Path, *, measure: int, keep_s: float) -> None:
        from riverboat.solving.limit.quick_meter import QuickMeter

        self.training, self.to, self.measure, self.keep_s = training, to, measure, keep_s
        self.meter = QuickMeter()
        if not measure or not to.exists():
            training.measured.clear()  # what they told of is not there to be kept

    def train(self, *, hours: float | None, iterations: int | None) -> bool:
        """Train to the end, measuring and writing now and then; whether Ctrl-C ended it."""
        training = self.training
        most_s = float("inf") if hours is None else max(3600 * hours - training.trained_s, 0.0)
        kept_at, stopped = 0.0, False
        with progress_bar("training") as bar, interrupts_noted() as pressed, as_interrupt():
            task = bar.task_ids[0]
            bar.update(task, total=1.0)
            for step in training.steps(most_iterations=iterations, most_s=most_s, every=self.measure):
                bar.update(task, completed=_part_done(step, most_s, iterations), note=self._note(step))
                if self.measure and step.iterations % self.measure == 0:
                    self._look()
                if pressed():
                    stopped = True
                    break
                if step.elapsed_s - kept_at >= self.keep_s:
                    kept_at = step.elapsed_s
                    self._write()
            self._write()
        if stopped:
            err.print(f"interrupted: what was learned is kept; --seed {training.plan.seed} --resume goes on")
        return stopped

    def _look(self) -> None:
        """Measure what was learned, say so, and keep it where it is the best."""
        model = self.training.model(self._command())
        found: Measurement = self.training.measure(model, self.meter)
        best = self.training.best is found
        if best:
            model.save(self.to)
        words = "the best so far: written" if best else "not the best so far"
        err.print(f"[dim]{found.iterations:,} iterations: about {found.mbb:.0f} mbb/g, {words}[/]")

    def _write(self) -> None:
        """Keep regrets, and the newest model as long as none was measured."""
        if not self.training.measured:
            self.training.model(self._command()).save(self.to)
        self.training.save(_part(self.to))

    def _command(self) -> str:
        plan = self.training.plan
        how = "" if self.measure == MEASURE else f" --measure {self.measure}"
        return (
            f"riverboat train equilibrium --buckets {plan.buckets} --iterations {self.training.iterations} "
            f"--seed {plan.seed}{how}"
        )

    def _note(self, step: EquilibriumStep) -> str:
        last = f", about {self.training.measured[-1].mbb:.0f} mbb/g" if self.training.measured else ""
        return f"{step.iterations:,} iterations, {step.rate:.0f} a second{last}"


def _part_done(step: EquilibriumStep, most_s: float, iterations: int | None) -> float:
    by_count = step.iterations / iterations if iterations else 0.0
    return min(max(step.elapsed_s / most_s if most_s > 0 else 1.0, by_count), 1.0)
