"""Runs of the spot solver as a person sees them: what it will take, how far it is, and what Ctrl-C keeps."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from riverboat.cli.interrupts import as_interrupt, interrupts_noted
from riverboat.cli.output import err, progress_bar
from riverboat.errors import GameError, counted

if TYPE_CHECKING:
    from riverboat.solving.spots import Spot, SpotEstimate, SpotProgress, SpotRun, SpotSolution

#: A spot that takes longer than this is timed by its first iterations, for so long and over this many at most.
_LONG_S = 0.5
_TIMED_S, _TIMED = 0.2, 10


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """How well a spot is to be solved, and with what."""

    target: float = 0.003
    most_iterations: int = 100_000
    most_s: float = math.inf
    workers: int = 1
    packed: bool = False
    precise: bool = False


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What a run came to; `gain` is what oop and ip win more than without the locks, where there are some."""

    solution: SpotSolution
    interrupted: bool = False
    low: float | None = None
    high: float | None = None
    gain: tuple[float, float] | None = None
    missed: float | None = None  # the target, where it was not reached


def begin_run(spot: Spot, wanted: Wanted, *, at: str = "") -> SpotRun:
    """Make room for a spot, and say what it will take; what does not fit, or has no such node, is refused."""
    from riverboat.solving.spots import SpotRun, estimate
    from riverboat.solving.spots.paths import find_place

    run = SpotRun(spot, packed=wanted.packed, precise=wanted.precise, workers=wanted.workers)
    find_place(spot, run.game, at)
    size = estimate(spot, packed=wanted.packed, precise=wanted.precise)
    err.print(f"[dim]{estimate_words(size, wanted)}[/]")
    return run


def estimate_words(size: SpotEstimate, wanted: Wanted) -> str:
    """Nodes, memory and rough time in a line; what takes long is timed by its first iterations."""
    from riverboat.files import size_words

    where = counted(size.boards, "board") + ("" if size.boards == 1 else " (alike ones once)")
    hands = " x ".join(f"{each:,}" for each in size.holdings)
    told = f"{size.nodes:,} nodes on {where}, {hands} hands: {size_words(size.needed)} of memory"
    if size.seconds_to(wanted.target) > _LONG_S:
        return f"{told}; the first iterations will tell how long it takes"
    return f"{told}, {time_words(0)} to {share_words(wanted.target)}"


class _Stopwatch:
    """Times the first iterations of a run, and says once how long it will take."""

    def __init__(self, run: SpotRun, wanted: Wanted) -> None:
        from riverboat.solving.spots import estimate

        self.run, self.wanted = run, wanted
        self.size = estimate(run.spot, alike=run.alike)
        self.told = self.size.seconds_to(wanted.target) <= _LONG_S
        self.begun_at, self.begun_s = -1, 0.0

    def words(self) -> str:
        """What to say after an iteration: "" most of the time. The first one also loads kernels, and is not timed."""
        if self.told:
            return ""
        now, done = time.perf_counter(), self.run.iterations
        if self.begun_at < 0:
            self.begun_at, self.begun_s = done, now
            return ""
        timed = done - self.begun_at
        if now - self.begun_s < _TIMED_S and timed < _TIMED:
            return ""
        self.told = True
        each = (now - self.begun_s) / timed
        left = self.size.seconds_to(self.wanted.target, iteration_s=each, done=done)
        most = (self.wanted.most_iterations - done) * each
        return f"{time_words(min(left, most, self.wanted.most_s))} to {share_words(self.wanted.target)}"


def time_words(seconds: float) -> str:
    """Roughly how long, as people say it."""
    if seconds < 1:
        return "under a second"
    if seconds < 90:
        return f"roughly {counted(round(seconds), 'second')}"
    if seconds < 5400:
        return f"roughly {counted(round(seconds / 60), 'minute')}"
    return f"roughly {counted(round(seconds / 3600), 'hour')}"


def share_words(share: float) -> str:
    """A share of the pot in per cent, with the digits that it needs."""
    return f"{100 * share:.3g} %"


def run_to_end(run: SpotRun, wanted: Wanted, *, title: str = "solving") -> Outcome:
    """Run until the target is reached; Ctrl-C ends it between two iterations, with the solution so far."""
    steps = run.steps(target=wanted.target, most_iterations=wanted.most_iterations, most_s=wanted.most_s)
    first: float | None = None
    watch = _Stopwatch(run, wanted)
    with progress_bar(title) as bar, interrupts_noted() as pressed, as_interrupt():
        bar.update(bar.task_ids[0], total=1.0)
        for step in steps:
            first = step.exploitability_share if first is None and step.measured_at else first
            if told := watch.words():
                err.print(f"[dim]{told}[/]")
            bar.update(bar.task_ids[0], completed=_part(step, first, wanted.target), note=_note(step, wanted))
            if pressed() and not step.done:
                steps.close()
                return _outcome(run, wanted, interrupted=True)
        return _outcome(run, wanted, interrupted=False)


def _outcome(run: SpotRun, wanted: Wanted, *, interrupted: bool) -> Outcome:
    solution = run.solution()
    missed = wanted.target if solution.exploitability_share > wanted.target else None
    low, high = bounds(solution)
    run.game.close()
    return Outcome(solution=solution, interrupted=interrupted, low=low, high=high, missed=missed)


def bounds(solution: SpotSolution) -> tuple[float | None, float | None]:
    """What oop wins at least and at most, in chips, by best responses; with rake the game is not zero-sum."""
    if solution.spot.rake:
        return None, None
    low, high = solution.game.bounds()
    return (low + 0.5) * solution.spot.pot, (high + 0.5) * solution.spot.pot


def _part(step: SpotProgress, first: float | None, target: float) -> float:
    """How far it is, in orders of magnitude of the exploitability."""
    if first is None or first <= target or step.exploitability_share <= 0:
        return 0.0
    return min(math.log(first / step.exploitability_share) / math.log(first / target), 1.0)


def _note(step: SpotProgress, wanted: Wanted) -> str:
    if not step.measured_at:
        return f"{step.iterations:,} iterations"
    now, wished = share_words(step.exploitability_share), share_words(wanted.target)
    return f"exploitability {now} (to {wished}), {step.iterations:,} iterations"


def check_out(path: Path) -> None:
    """Refuse a name that a solution can't be written to, before the work is done."""
    from riverboat.files import check_writable

    if path.suffix != ".npz":
        raise GameError(f'"{path.name}" has no ending that names a kind of file: solved spots are .npz')
    check_writable(path)


def kept_path(spot: Spot) -> Path:
    """Where an interrupted run is kept that has no file of its own."""
    from riverboat.kernel import user_cache
    from riverboat.steps import work_name

    folder = user_cache() / "solving"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"spot-{work_name(spot.to_json())}.npz"
