"""A solver at work: the bar, and the run of a large round that is kept where it is interrupted."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, TypeVar

from riverboat.cli.output import err, progress_bar
from riverboat.steps import run_to_end

if TYPE_CHECKING:
    from riverboat.games import BluffRules
    from riverboat.solving.bluff.round import BluffSolution
    from riverboat.solving.settings import Wish
    from riverboat.solving.solution import Progress

Solved = TypeVar("Solved")
#: From this many numbers on, walking the tree once takes about a second, and a gap of 1e-4 an hour.
LARGE = 5_000_000


def solve_round(rules: BluffRules, wish: Wish, *, fixed_gap: bool, resume: bool) -> BluffSolution:
    """Solve a round of bluff with a bar; an interrupted run is kept and can go on."""
    from dataclasses import replace

    from riverboat.kernel import user_cache
    from riverboat.solving.bluff.round import BluffSize, bluff_steps, two_player_rules

    size = BluffSize(rules=two_player_rules(rules))
    if not fixed_gap and size.bytes_needed // 8 > LARGE:
        wish = replace(wish, gap=2e-3)
    name = f"{'-'.join(map(str, rules.table.dice))}-{rules.faces}-{rules.wild}-{rules.order}{'-check' * rules.check}"
    kept = user_cache() / "solving" / f"bluff-{name}-{wish.method or 'dcfr'}.run"
    steps = bluff_steps(rules, wish, kept=kept, resume=resume)
    try:
        found = run_steps(steps)
    except KeyboardInterrupt:
        steps.close()
        if kept.exists():
            err.print("what was done is kept: the same command with --resume goes on")
        raise
    kept.unlink(missing_ok=True)
    return found


def run_steps(steps: Generator[Progress, None, Solved], *, title: str = "solving") -> Solved:
    """Run a solver to its end, showing how near the bounds are."""
    with progress_bar(title) as bar:
        return run_to_end(steps, lambda step: bar.update(bar.task_ids[0], note=_note(step)))


def _note(step: Progress) -> str:
    note = step.part
    if step.iterations:
        note += f", {step.iterations:,} iterations"
    if step.low is not None and step.high is not None:
        note += f", {step.low:+.5f} to {step.high:+.5f}"
    return note
