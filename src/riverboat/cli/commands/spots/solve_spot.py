"""`riverboat solve spot`."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from riverboat.cli.output import Json, SeedOption, announce_compiling, err, out, print_json
from riverboat.cli.spot_options import SpotWords, read_share, takes_a_spot
from riverboat.cli.spot_runs import (
    Outcome,
    Wanted,
    begin_run,
    bounds,
    check_out,
    kept_path,
    run_to_end,
    share_words,
)
from riverboat.errors import GameError

if TYPE_CHECKING:
    from riverboat.solving.spots import Spot, SpotNode, SpotRun, SpotSolution

FileArgument = Annotated[
    Path | None, typer.Argument(help="A solved spot to open (.npz); otherwise describe the spot with options.")
]
TargetOption = Annotated[str, typer.Option(help="Stop when deviating gains at most this share of the pot.")]
_FLOP = 0


@dataclass(frozen=True, kw_only=True)
class _Asked:
    """What was asked for besides the spot."""

    file: Path | None
    at: str
    hands: bool
    picture: Path | None
    save: Path | None
    regrets: bool
    resume: bool


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("solve spot")(takes_a_spot(solve_spot))


def solve_spot(
    words: SpotWords,
    file: FileArgument = None,
    at: Annotated[
        str, typer.Option(help='The node to show, like "check, bet 100, call, 2s"; by default the first.')
    ] = "",
    hands: Annotated[bool, typer.Option("--hands", help="List every hand of the node, not only classes.")] = False,
    picture: Annotated[Path | None, typer.Option(help="Draw the grid of the node (.svg, .png, .pdf).")] = None,
    target: TargetOption = "0.3%",
    iterations: Annotated[int, typer.Option(min=1, help="... or after this many iterations.")] = 100_000,
    minutes: Annotated[float | None, typer.Option(min=0.0, help="... or after this many minutes.")] = None,
    workers: Annotated[int | None, typer.Option(min=1, max=256, help="Threads; by default all cores.")] = None,
    packed: Annotated[bool, typer.Option("--packed", help="Two bytes a number: half the memory.")] = False,
    precise: Annotated[
        bool, typer.Option("--precise", help="Eight bytes a number, for targets below 0.0001%.")
    ] = False,
    save: Annotated[Path | None, typer.Option("--out", help="Write the solution (.npz).")] = None,
    regrets: Annotated[
        bool, typer.Option("--regrets", help="Write the regrets too: --resume can go on to a smaller target.")
    ] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with an interrupted run of this command.")] = False,
    seed: SeedOption = None,
    json: Json = False,
) -> None:
    """Solve Hold'em after the flop for two ranges, or open a solved spot: a grid, frequencies, EV at any node.

    Nothing is random: a run repeats exactly, whatever the seed, which is printed back.
    """
    asked = _Asked(file=file, at=at, hands=hands, picture=picture, save=save, regrets=regrets, resume=resume)
    wanted = replace(_wanted(target, iterations, minutes, workers), packed=packed, precise=precise)
    _check_files(asked, words)
    announce_compiling()
    if file is not None and not (resume or words.lock):
        outcome = _open(file)
    else:
        outcome = _solve(_job(words, asked), asked, wanted)
    _tell(outcome, asked, seed, json=json)
    if outcome.interrupted:
        raise KeyboardInterrupt


def _wanted(target: str, iterations: int, minutes: float | None, workers: int | None) -> Wanted:
    return Wanted(
        target=read_target(target),
        most_iterations=iterations,
        most_s=float("inf") if minutes is None else 60 * minutes,
        workers=workers or os.cpu_count() or 1,
    )


def read_target(text: str) -> float:
    """A target that can be reached, as a share of the pot."""
    share = read_share(text, "--target", "0.3%")
    if not share > 0:
        raise GameError(f'--target "{text}" cannot be reached: give a share of the pot above 0, like 0.3%')
    return share


def _check_files(asked: _Asked, words: SpotWords) -> None:
    """Refuse what does not go together, and files that can't be written, before anything is done."""
    if asked.picture is not None:
        from riverboat.pictures import check_picture

        check_picture(asked.picture)
    if asked.save is not None:
        check_out(asked.save)
    if asked.file is None:
        return
    if words.given:
        raise GameError(f"{asked.file.name} says what its spot is: leave out {words.given[0]}, or leave out the file")
    if asked.save is not None and not (asked.resume or words.lock):
        raise GameError(f"--out is for what is solved, and {asked.file.name} is solved already: add --lock or --resume")


@dataclass(frozen=True, kw_only=True)
class _Job:
    """Something to solve: the spot (None: that of the file), where an old run of it lies, and where it is written."""

    spot: Spot | None
    begun: Path
    to: Path | None
    base: SpotSolution | None = None  # the spot without its new locks


def _job(words: SpotWords, asked: _Asked) -> _Job:
    from riverboat.solving.spots import SpotSolution

    if asked.file is None:
        spot, base = words.spot(), None
    elif words.lock:
        base = SpotSolution.load(asked.file)
        spot = base.spot.locked(*words.locks())
    else:
        return _Job(spot=None, begun=asked.file, to=asked.save or asked.file)
    return _Job(spot=spot, begun=asked.save or kept_path(spot), to=asked.save, base=base)


def _open(path: Path) -> Outcome:
    """A saved solution as it is; the bounds of a flop would take longer than all the rest."""
    from riverboat.solving.spots import SpotSolution

    solution = SpotSolution.load(path)
    low, high = (None, None) if solution.spot.street == _FLOP else bounds(solution)
    return Outcome(solution=solution, low=low, high=high)


def _solve(job: _Job, asked: _Asked, wanted: Wanted) -> Outcome:
    if asked.resume and (job.spot is None or job.begun.exists()):
        outcome = _go_on(job, asked, wanted)
    else:
        outcome = _begin(job, asked, wanted)
    locked = outcome.solution.spot.locks and not outcome.interrupted
    return _with_gain(outcome, job.base, wanted) if locked else outcome


def _begin(job: _Job, asked: _Asked, wanted: Wanted) -> Outcome:
    assert job.spot is not None
    run = begin_run(job.spot, wanted, at=asked.at)
    if asked.resume:
        err.print("[dim]nothing to go on with: this spot has not been interrupted; beginning[/]")
    return _run(run, job, asked, wanted)


def _go_on(job: _Job, asked: _Asked, wanted: Wanted) -> Outcome:
    """Go on where a run was left; one that is good enough is shown as it is."""
    from riverboat.solving.spots import SpotSolution, resume_run

    kept = SpotSolution.load(job.begun)
    if job.spot is not None and kept.spot.to_json() != job.spot.to_json():
        raise GameError(f"{job.begun.name} holds another spot: give its options, or leave out --resume to start again")
    kept.at(asked.at)
    if kept.exploitability_share <= wanted.target and job.to in (None, job.begun):
        err.print(f"[dim]solved already, to {share_words(kept.exploitability_share)} of the pot[/]")
        return _open(job.begun)
    run = resume_run(job.begun, workers=wanted.workers)
    err.print(f"[dim]going on after {run.iterations:,} iterations[/]")
    return _run(run, job, asked, wanted)


def _run(run: SpotRun, job: _Job, asked: _Asked, wanted: Wanted) -> Outcome:
    """Solve, and keep what there is: whole where it is wanted, and to go on from where it was interrupted."""
    outcome = run_to_end(run, wanted)
    if outcome.interrupted:
        keep = job.to or job.begun
        outcome.solution.save(keep, regrets=True)
        err.print(f"the solution so far is kept in {keep}: the same command with --resume goes on", soft_wrap=True)
    elif job.to is not None:
        outcome.solution.save(job.to, regrets=asked.regrets or outcome.missed is not None)
    else:
        job.begun.unlink(missing_ok=True)
    return outcome


def _with_gain(outcome: Outcome, base: SpotSolution | None, wanted: Wanted) -> Outcome:
    """What both sides win more than they would without the locks, which is solved too where it is not at hand."""
    spot = outcome.solution.spot
    if base is None:
        err.print("[dim]solving without the locks, for comparison[/]")
        free = run_to_end(begin_run(replace(spot, locks=()), wanted), wanted, title="without the locks")
        if free.interrupted:
            err.print("interrupted: what the locks gain stays unknown")
            return outcome
        base = free.solution
    before, after = base.ev, outcome.solution.ev
    return replace(outcome, gain=(after[0] - before[0], after[1] - before[1]))


def _tell(outcome: Outcome, asked: _Asked, seed: int | None, *, json: bool) -> None:
    node = outcome.solution.at(asked.at)
    files = [str(path) for path in (asked.picture, asked.save) if path is not None]
    if asked.picture is not None:
        from riverboat.solving.spot_pictures import plot_node

        if node.side is None:
            raise GameError(f'nobody acts after "{node.path}": there is no grid to draw')
        plot_node(node, asked.picture)
    if json:
        print_json({**_json(outcome, node, hands=asked.hands), "files": files}, seed)
        return
    from riverboat.cli.terminal.view_spot import node_view, summary_rows

    out.print(summary_rows(outcome.solution))
    out.print(_quality(outcome), markup=False)
    if outcome.gain is not None:
        out.print(_gain_words(outcome), markup=False)
    out.print()
    coloured = out.is_terminal and out.color_system is not None and not out.no_color
    out.print(node_view(node, colours=coloured, hands=asked.hands))
    for path in files:
        out.print(f"written: {path}", markup=False)


def _quality(outcome: Outcome) -> str:
    solution = outcome.solution
    share = share_words(solution.exploitability_share)
    told = f"exploitability {solution.exploitability:.4g} chips, {share} of the pot"
    told += f"; {solution.iterations:,} iterations, {solution.elapsed_s:.2f} s"
    if outcome.missed is None or outcome.interrupted:
        return told
    return f"{told}\nthe target, {share_words(outcome.missed)}, was not reached: --resume goes on from what --out keeps"


def _gain_words(outcome: Outcome) -> str:
    assert outcome.gain is not None
    pot = outcome.solution.spot.pot
    told = (f"{side} {gain:+.2f} chips ({100 * gain / pot:+.3g} % of the pot)" for side, gain in _by_side(outcome.gain))
    return f"against the spot without locks: {', '.join(told)}"


def _by_side(pair: tuple[float, float]) -> list[tuple[str, float]]:
    return list(zip(("oop", "ip"), pair, strict=True))


def _json(outcome: Outcome, node: SpotNode, *, hands: bool) -> dict[str, Any]:
    from riverboat.solving.spots import estimate
    from riverboat.solving.spots.vectors.blocks import Keep

    solution = outcome.solution
    keep = solution.game.keep
    size = estimate(solution.spot, packed=keep is Keep.PACKED, precise=keep is Keep.PRECISE)
    told: dict[str, Any] = {
        "value": solution.ev[0],
        "value_exact": None,
        "low": outcome.low,
        "high": outcome.high,
        "exploitability": solution.exploitability,
        "exploitability_pot": solution.exploitability_share,
        "method": "dcfr",
        "elapsed_s": solution.elapsed_s,
        "interrupted": outcome.interrupted,
        "ev": list(solution.ev),
        "equity": list(solution.equity),
        "iterations": solution.iterations,
        "nodes": size.nodes,
        "memory_mb": size.needed / (1 << 20),
        "gain": None if outcome.gain is None else list(outcome.gain),
        "spot": solution.spot.to_json(),
    }
    return {**told, **node_json(node, hands=hands)}


def node_json(node: SpotNode, *, hands: bool) -> dict[str, Any]:
    """A node as plain data: its actions, and with `hands` what every class and hand does and wins."""
    found = node.to_json()
    rows, sides = found.pop("holdings", None), ("oop", "ip")
    told: dict[str, Any] = {
        "at": found["path"],
        "board": found["board"],
        "kind": found["kind"],
        "side": found["side"],
        "pot": found["pot"],
        "to_call": found["to_call"],
        "stacks": found["stacks"],
        "node_ev": [found["ev"][side] for side in sides],
        "node_equity": [found["equity"][side] for side in sides],
        "actions": [],
    }
    if rows is None:
        return told
    from riverboat.solving.spot_grid import action_rows

    told["actions"] = [
        {"action": row.action, "frequency": row.frequency, "holdings": row.holdings, "ev": row.ev}
        for row in action_rows(node)
    ]
    if hands:
        told["classes"] = [vars(row) for row in node.classes()]
        told["hands"] = rows
    return told
