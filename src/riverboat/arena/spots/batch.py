"""Many spots, each solved by itself: here, on local processes or on a cluster, with the same result."""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from riverboat.arena.work.executors import MakeExecutor, in_order
from riverboat.cards.cards import format_cards
from riverboat.errors import GameError, RiverboatError
from riverboat.files import size_words
from riverboat.solving.bluff.round import free_memory
from riverboat.solving.spots import Spot, SpotNode, SpotSolution, estimate, solve_spot, spot_from_json
from riverboat.steps import Checkpoint

SIDES = ("oop", "ip")


@dataclass(frozen=True, kw_only=True)
class SpotTask:
    """A spot of a list: which line it stands on, and how well it is to be solved."""

    line: int
    name: str  # of the line, where something is wrong with it
    spot: Spot
    target: float = 0.003
    most_iterations: int = 100_000
    packed: bool = False
    at: str = ""  # the node whose frequencies are wanted
    file: str | None = None  # where the solution is to be kept

    def to_json(self) -> dict[str, Any]:
        """The task as plain data, which travels to other processes and machines."""
        return {**vars(self), "spot": self.spot.to_json()}


@dataclass(frozen=True, kw_only=True)
class BatchProgress:
    """How many spots of a list are solved, and the newest of them."""

    done: int
    count: int
    row: dict[str, Any] | None = None


def solve_tasks(tasks: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Solve some spots of a list, one after another; what each came to, as plain data."""
    return [_solve_task(task) for task in tasks]


def _solve_task(task: dict[str, Any]) -> dict[str, Any]:
    try:
        spot = spot_from_json(task["spot"])
        solution = solve_spot(
            spot, target=task["target"], most_iterations=task["most_iterations"], packed=task["packed"]
        )
        row = _row(solution, task)
        if task["file"] is not None:
            solution.save(Path(task["file"]))
        return row
    except RiverboatError as reason:
        raise GameError(f"{task['name']}: {reason}") from None


def _row(solution: SpotSolution, task: dict[str, Any]) -> dict[str, Any]:
    node = solution.at(task["at"])
    return {
        "line": task["line"],
        "board": format_cards(solution.spot.board),
        "pot": solution.spot.pot,
        "ev": list(solution.ev),
        "equity": list(solution.equity),
        "bets": [_bets(solution.root), _bets(_after_check(solution))],
        "exploitability_pot": solution.exploitability_share,
        "iterations": solution.iterations,
        "side": node.side,
        "actions": [
            {"action": action, "frequency": float(share)}
            for action, share in (zip(node.actions, node.frequencies, strict=True) if node.side else ())
        ],
        "file": task["file"],
    }


def _after_check(solution: SpotSolution) -> SpotNode | None:
    return solution.at("check") if "check" in solution.root.actions else None


def _bets(node: SpotNode | None) -> float | None:
    """How often something is bet at a node; None where nobody can."""
    if node is None or node.side is None or len(node.actions) < 2:
        return None
    return float(sum(share for action, share in zip(node.actions, node.frequencies, strict=True) if action[0] == "b"))


def batch_work(tasks: Sequence[SpotTask]) -> dict[str, Any]:
    """What a list of spots is, for its checkpoint."""
    return {"kind": "spots", "tasks": [task.to_json() for task in tasks]}


def check_batch(tasks: Sequence[SpotTask], *, processes: int, free: int | None = None) -> int:
    """Refuse a list of which something can't be solved, before the first one is; the bytes that it needs at once."""
    needed = []
    for task in tasks:
        try:
            size = estimate(task.spot, packed=task.packed)
            _check_ways(task)
        except RiverboatError as reason:
            raise GameError(f"{task.name}: {reason}") from None
        needed.append(size.needed)
    at_once = sum(sorted(needed)[-processes:])
    free = free_memory() if free is None else free
    if at_once > free:
        fits = max((count for count in range(1, processes) if sum(sorted(needed)[-count:]) <= free), default=0)
        advice = f"--workers {fits} would fit" if fits else "line by line they are too large: see `solve spot`"
        raise GameError(
            f"{processes} spots at once need {size_words(at_once)} of memory, {size_words(free)} are free: {advice}"
        )
    return at_once


def _check_ways(task: SpotTask) -> None:
    """Follow the way to the node that is wanted, and those of locks, without solving anything."""
    from riverboat.solving.spots.paths import find_place
    from riverboat.solving.spots.run import make_game
    from riverboat.solving.spots.vectors.blocks import Keep

    if task.at or task.spot.locks:
        find_place(task.spot, make_game(task.spot, Keep.NOTHING), task.at)


def batch_steps(
    tasks: Sequence[SpotTask],
    *,
    make_executor: MakeExecutor | None = None,
    checkpoint: Checkpoint | None = None,
    resume: bool = False,
) -> Generator[BatchProgress, None, list[dict[str, Any]]]:
    """Solve all spots of a list; rows come in its order. What a checkpoint holds is not solved again."""
    rows = _kept_rows(tasks, checkpoint) if checkpoint is not None and resume else []
    if checkpoint is not None:
        checkpoint.begin(rows)
    finished = False
    try:
        yield BatchProgress(done=len(rows), count=len(tasks))
        left = [task.to_json() for task in tasks[len(rows) :]]
        for row in in_order(solve_tasks, left, make_executor=make_executor):
            rows.append(row)
            if checkpoint is not None:
                checkpoint.add(row)
            yield BatchProgress(done=len(rows), count=len(tasks), row=row)
        finished = True
    finally:
        if checkpoint is not None:
            checkpoint.close(finished=finished)
    return rows


def _kept_rows(tasks: Sequence[SpotTask], checkpoint: Checkpoint) -> list[dict[str, Any]]:
    rows = checkpoint.read_back(checkpoint.load(), _read_row)
    if [row["line"] for row in rows] != [task.line for task in tasks[: len(rows)]]:
        raise GameError(f'the checkpoint "{checkpoint.path}" is damaged: start again without --resume')
    return rows


def _read_row(piece: dict[str, Any]) -> dict[str, Any]:
    """A row of a checkpoint as it is; a ValueError or the like where it is none."""
    pairs = [*map(float, piece["ev"]), *map(float, piece["equity"]), *(float(bets or 0) for bets in piece["bets"])]
    single = [float(piece["pot"]), float(piece["exploitability_pot"]), float(piece["line"])]
    if len(pairs) != 6 or not all(math.isfinite(value) for value in (*pairs, *single)) or not single[0] > 0:
        raise ValueError
    return {**piece, "board": str(piece["board"]), "actions": list(piece["actions"])}


def batch_means(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The means over all boards of a list: EV as a share of the pot, equity, and how often each side bets."""
    return {
        "ev_pot": [_mean([row["ev"][side] / row["pot"] for row in rows]) for side in range(2)],
        "equity": [_mean([row["equity"][side] for row in rows]) for side in range(2)],
        "bets": [_mean([row["bets"][side] for row in rows]) for side in range(2)],
    }


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None and not math.isnan(value)]
    return float(np.mean(known)) if known else None
