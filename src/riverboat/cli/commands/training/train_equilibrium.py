"""`riverboat train equilibrium`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riverboat.cli.interrupts import as_interrupt, interrupts_noted
from riverboat.cli.output import Json, SeedOption, announce_compiling, choose_seed, err, out, print_json, progress_bar
from riverboat.cli.work_options import ResumeOption
from riverboat.errors import AgentError

if TYPE_CHECKING:
    from riverboat.training.equilibrium import EquilibriumPlan, EquilibriumStep, EquilibriumTraining


def train_equilibrium(
    buckets: Annotated[int, typer.Option(min=2, max=5000, help="Buckets of holdings on each street.")] = 200,
    hours: Annotated[float | None, typer.Option(min=0.0, help="How long to train, over all runs.")] = None,
    iterations: Annotated[
        int | None, typer.Option(min=1, help="... or how many iterations in all; the same seed gives the same file.")
    ] = None,
    keep_minutes: Annotated[
        float, typer.Option("--keep-minutes", min=0.1, help="How often what was learned is written.")
    ] = 10.0,
    to: Annotated[Path, typer.Option("--out", dir_okay=False, help="The .npz file to write.")] = Path(
        "equilibrium.npz"
    ),
    resume: ResumeOption = False,
    seed: SeedOption = None,
    json: Json = False,
) -> None:
    """Train heads-up limit Hold'em by regret minimisation on drawn boards; `equilibrium@FILE` plays the average.

    Ctrl-C keeps what was learned: the file plays, and --resume goes on. `riverboat exploit equilibrium@FILE` tells how
    far the file is from an equilibrium of the real game.
    """
    from riverboat.files import check_writable
    from riverboat.training.equilibrium import EquilibriumPlan

    if to.suffix != ".npz":
        raise AgentError(f'"{to.name}" does not end in .npz, as models do')
    if hours is None and iterations is None:
        raise AgentError("how long? give --hours or --iterations")
    check_writable(to.absolute())
    announce_compiling()
    training = _begin(EquilibriumPlan(buckets=buckets, seed=_seed_of(seed, resume)), _part(to), resume=resume)
    stopped = _run(training, to, hours=hours, iterations=iterations, keep_s=60 * keep_minutes)
    told = {"buckets": buckets, "iterations": training.iterations, "interrupted": stopped, "file": str(to)}
    if json:
        print_json(told, training.plan.seed)
        return
    out.print(f"{training.iterations:,} iterations with {buckets} buckets a street, seed {training.plan.seed}")
    out.print(f"written: {to}; it plays as equilibrium@{to}", markup=False)
    out.print(f"riverboat exploit equilibrium@{to} measures it; --resume trains on", markup=False)


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


def _run(
    training: EquilibriumTraining, to: Path, *, hours: float | None, iterations: int | None, keep_s: float
) -> bool:
    """Train to the end, writing now and then; whether Ctrl-C ended it."""
    most_s = float("inf") if hours is None else max(3600 * hours - training.trained_s, 0.0)
    kept_at = 0.0
    stopped = False
    with progress_bar("training") as bar, interrupts_noted() as pressed, as_interrupt():
        bar.update(bar.task_ids[0], total=1.0)
        for step in training.steps(most_iterations=iterations, most_s=most_s):
            bar.update(bar.task_ids[0], completed=_part_done(step, most_s, iterations), note=_note(step))
            if pressed():
                stopped = True
                break
            if step.elapsed_s - kept_at >= keep_s:
                kept_at = step.elapsed_s
                _write(training, to)
        _write(training, to)
    if stopped:
        err.print(f"interrupted: what was learned is kept; --seed {training.plan.seed} --resume goes on")
    return stopped


def _write(training: EquilibriumTraining, to: Path) -> None:
    plan = training.plan
    command = f"riverboat train equilibrium --buckets {plan.buckets} --iterations {training.iterations}"
    training.model(f"{command} --seed {plan.seed}").save(to)
    training.save(_part(to))


def _part_done(step: EquilibriumStep, most_s: float, iterations: int | None) -> float:
    by_count = step.iterations / iterations if iterations else 0.0
    return min(max(step.elapsed_s / most_s if most_s > 0 else 1.0, by_count), 1.0)


def _note(step: EquilibriumStep) -> str:
    return f"{step.iterations:,} iterations, {step.rate:.0f} a second"
