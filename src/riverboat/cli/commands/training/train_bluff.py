"""`riverboat train bluff`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riverboat.cli.interrupts import as_interrupt, interrupts_noted
from riverboat.cli.output import Json, SeedOption, announce_compiling, choose_seed, err, out, print_json, progress_bar
from riverboat.cli.work_options import ResumeOption
from riverboat.errors import AgentError, GameError

if TYPE_CHECKING:
    from riverboat.solving.bluff.short.memory_run import MemoryRun, MemoryStep


def bluff(
    dice: Annotated[
        str, typer.Option("--dice", help="The dice of each player, the opener's first: 5,5 or 3,3,3.")
    ] = "5,5",
    faces: Annotated[int, typer.Option("--faces", metavar="N", help="The faces of a die.")] = 6,
    wild: Annotated[int | None, typer.Option("--wild", metavar="N", help="The wild face; 0 for none.")] = None,
    order: Annotated[str, typer.Option("--order", help="The order of bids, paper or plain.")] = "paper",
    memory: Annotated[int, typer.Option("--memory", min=1, max=12, help="How many bids players remember.")] = 2,
    minutes: Annotated[float | None, typer.Option(min=0.0, help="How long to train, over all runs.")] = None,
    iterations: Annotated[
        int | None, typer.Option(min=1, help="... or how many iterations in all; a seed then always gives one file.")
    ] = None,
    to: Annotated[Path, typer.Option("--out", dir_okay=False, help="The .npz file to write.")] = Path("bluff.npz"),
    resume: ResumeOption = False,
    seed: SeedOption = None,
    json: Json = False,
) -> None:
    """Train a round of Bluff by regret minimisation for players who remember the last few bids.

    `bluff-equilibrium@FILE` plays the average. If there are two players and at most 24 bids, it is measured by best
    responses on the whole tree of bids. Ctrl-C keeps what was learned: the file plays, and --resume goes on.
    """
    from riverboat.files import check_writable
    from riverboat.games.bluff.game import BluffRules
    from riverboat.solving.bluff.short.memory import MemoryTables
    from riverboat.solving.bluff.short.memory_run import MemoryRun

    if to.suffix != ".npz":
        raise AgentError(f'"{to.name}" does not end in .npz, as models do')
    if minutes is None and iterations is None:
        raise AgentError("how long? give --minutes or --iterations")
    if resume and seed is None:
        raise AgentError("--resume goes on with a training: give the --seed that it named")
    check_writable(to.absolute())
    rules = BluffRules(dice=_dice_of(dice), faces=faces, wild=wild, order=order)
    tables = MemoryTables(rules.table, memory)
    _refuse_large(tables)
    announce_compiling()
    run, kept = MemoryRun(tables, seed=choose_seed(seed)), to.with_name(f".{to.stem}.training.npz")
    if resume and kept.exists():
        run.load(kept)
    elif resume:
        err.print("[dim]nothing to go on with: no such training was interrupted; beginning[/]")
    stopped = _learn(run, to, kept, minutes=minutes, iterations=iterations)
    told = _measured(run, to)
    if json:
        print_json({**told, "interrupted": stopped, "file": str(to)}, run.seed)
        return
    out.print(f"{run.iterations:,} iterations over {tables.n_states:,} states, seed {run.seed}", markup=False)
    if told["exploitability"] is not None:
        out.print(f"exploitability on the whole tree of bids: {told['exploitability']:.4f}", markup=False)
    out.print(f"written: {to}; it plays as bluff-equilibrium@{to}; --resume trains on", markup=False)


def _dice_of(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise GameError(f'"{text[:40]}" is not a row of dice: write --dice 5,5') from None


def _refuse_large(tables: object) -> None:
    """Refuse what does not fit the memory, before anything is made."""
    from riverboat.files import size_words
    from riverboat.solving.bluff.round import free_memory
    from riverboat.solving.bluff.short.memory import MemoryTables
    from riverboat.solving.bluff.short.memory_run import bytes_needed

    assert isinstance(tables, MemoryTables)
    needed, free = bytes_needed(tables), free_memory()
    if needed > free:
        raise GameError(
            f"a memory of {tables.memory} bids needs about {size_words(needed)} here, and {size_words(free)} are free: "
            "remember fewer bids"
        )


def _learn(run: MemoryRun, to: Path, kept: Path, *, minutes: float | None, iterations: int | None) -> bool:
    """Train to the end, writing now and then; whether Ctrl-C ended it."""
    most_s = float("inf") if minutes is None else 60 * minutes
    written, stopped = run.spent_s, False
    with progress_bar("training") as bar, interrupts_noted() as pressed, as_interrupt():
        bar.update(bar.task_ids[0], total=1.0)
        for step in run.steps(most_iterations=iterations, most_s=most_s):
            bar.update(
                bar.task_ids[0], completed=_done(step, most_s, iterations), note=f"{step.iterations:,} iterations"
            )
            if pressed():
                stopped = True
                break
            if step.elapsed_s - written > 300:
                written = step.elapsed_s
                _write(run, to, kept)
        _write(run, to, kept)
    if stopped:
        err.print(f"interrupted: what was learned is kept; --seed {run.seed} --resume goes on")
    return stopped


def _done(step: MemoryStep, most_s: float, iterations: int | None) -> float:
    by_count = step.iterations / iterations if iterations else 0.0
    return min(max(step.elapsed_s / most_s if most_s > 0 else 1.0, by_count), 1.0)


def _write(run: MemoryRun, to: Path, kept: Path) -> None:
    from riverboat.solving.bluff.short.blueprint import Blueprint, packed, save_blueprint

    tables, table = run.tables, run.tables.table
    dice = ",".join(map(str, table.dice))
    command = f"riverboat train bluff --dice {dice} --faces {table.faces} --wild {table.wild} --order {table.order}"
    command += f" --memory {tables.memory} --iterations {run.iterations} --seed {run.seed}"
    blueprint = Blueprint(tables, packed(tables, run.average))
    save_blueprint(blueprint, to, command=command, iterations=run.iterations, seconds=round(run.spent_s, 1))
    run.save(kept)


def _measured(run: MemoryRun, to: Path) -> dict[str, float | int | None]:
    """What was learned, and how far it can be exploited where the whole tree is small enough."""
    from riverboat.solving.bluff.short.blueprint import MEASURED_BIDS, load_blueprint, whole_bounds

    tables = run.tables
    told: dict[str, float | int | None] = {"iterations": run.iterations, "states": tables.n_states}
    told |= {"numbers": tables.n_numbers, "bytes": to.stat().st_size, "low": None, "high": None, "exploitability": None}
    if tables.seats == 2 and len(tables.bids) <= MEASURED_BIDS:
        low, high = whole_bounds(tables, load_blueprint(to)[1].shares)
        told |= {"low": low, "high": high, "exploitability": (high - low) / 2}
    return told
