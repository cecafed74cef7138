"""Matches: a plan is cut into units, which are played wherever there is room, and put together in their order."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from riverboat.agents.bots.starter_client import stop_idle_starter
from riverboat.arena.matches.plain_table import match_table
from riverboat.arena.matches.plan import MatchPlan
from riverboat.arena.matches.results import (
    MatchResult,
    entrant_values,
    match_result,
    observations,
    present,
    unit_from_json,
    unit_to_json,
    warn_of_forfeits,
)
from riverboat.arena.matches.stopping import StoppingRule
from riverboat.arena.matches.table import OnHand, UnitResult
from riverboat.arena.work.executors import MakeExecutor, in_order, local_processes
from riverboat.intervals import CONFIDENCE
from riverboat.kernel import sources_hash
from riverboat.steps import Checkpoint, keeping, run_to_end
from riverboat.version import __version__


@dataclass(frozen=True, kw_only=True)
class MatchProgress:
    """How far a match has come."""

    units_done: int
    units: int
    hands_done: int
    means_sb: tuple[float, ...]  # by entrant, so far


def play_match(
    plan: MatchPlan,
    *,
    workers: int = 1,
    make_executor: MakeExecutor | None = None,
    checkpoint: Checkpoint | None = None,
    resume: bool = False,
    stopping: StoppingRule | None = None,
    on_hand: OnHand | None = None,
) -> MatchResult:
    """Play a match to its end. If an agent forfeits there is a warning, because its losses say nothing about how it
    plays."""
    steps = match_steps(
        plan,
        workers=workers,
        make_executor=make_executor,
        checkpoint=checkpoint,
        resume=resume,
        stopping=stopping,
        on_hand=on_hand,
    )
    result = run_to_end(steps)
    warn_of_forfeits(result.players)
    return result


def match_steps(
    plan: MatchPlan,
    *,
    workers: int = 1,
    make_executor: MakeExecutor | None = None,
    checkpoint: Checkpoint | None = None,
    resume: bool = False,
    stopping: StoppingRule | None = None,
    on_hand: OnHand | None = None,
) -> Generator[MatchProgress, None, MatchResult]:
    """Play a match, telling of every unit how far it has come. `on_hand` sees every hand, and keeps all work here."""
    if checkpoint is not None:
        plan = plan.hiding(checkpoint.path)  # which has the seed in it
    if on_hand is not None or plan.stays_here:
        make_executor = None
    elif make_executor is None and workers > 1:
        make_executor = local_processes(workers)
    moments = stopping.moments(plan.units) if stopping is not None else ()
    try:
        with keeping(checkpoint, resume=resume, read=unit_from_json, write=unit_to_json) as kept:
            done = kept.done
            stopped = bool(stopping and done and len(done) in moments and stopping.decided(_first(plan, done)))
            score = _Score(plan, done)
            with closing(_units(plan, done, make_executor, on_hand=on_hand)) as units:
                for unit in units if not stopped else ():
                    if done and done[-1].learnt:
                        done[-1] = replace(done[-1], learnt=())  # of the last session alone
                    kept.add(unit)
                    yield score.after(unit)
                    if stopping is not None and len(done) in moments and stopping.decided(_first(plan, done)):
                        stopped = len(done) < plan.units
                        break
    finally:
        stop_idle_starter()
    confidence = stopping.confidence if stopping is not None else CONFIDENCE
    return match_result(plan, done, confidence=confidence, stopped_early=stopped)


def _units(
    plan: MatchPlan,
    done: Sequence[UnitResult],
    make_executor: MakeExecutor | None,
    *,
    on_hand: OnHand | None,
) -> Generator[UnitResult, None, None]:
    """Play the units that are not done yet. An entrant that forfeits in one does not play in any later one."""
    forfeits = done[-1].forfeits if done else frozenset()
    number = len(done)
    if make_executor is not None and number < plan.units:
        # The first is played here: what must be compiled is then compiled once, not by every worker.
        yield from (first := play_units(plan, [number], forfeits=forfeits))
        forfeits = first[0].forfeits
        number += 1
    while number < plan.units:
        work = partial(play_units, plan, forfeits=forfeits, on_hand=on_hand, keep=make_executor is None)
        with closing(in_order(work, range(number, plan.units), make_executor=make_executor)) as results:
            for unit in results:
                number += 1
                yield unit
                if unit.forfeits != forfeits:
                    forfeits = unit.forfeits
                    break


def play_units(
    plan: MatchPlan,
    units: Sequence[int],
    *,
    forfeits: frozenset[int] = frozenset(),
    on_hand: OnHand | None = None,
    keep: bool = False,
) -> list[UnitResult]:
    """Play some units, one after another: what a worker does."""
    table = match_table(plan)
    return [table.play_unit(unit, forfeits=forfeits, on_hand=on_hand, keep=keep) for unit in units]


def _first(plan: MatchPlan, done: Sequence[UnitResult]) -> Any:
    return present(observations(plan, done)[:, 0])


class _Score:
    """The running means of a match."""

    def __init__(self, plan: MatchPlan, done: Sequence[UnitResult]) -> None:
        self._plan = plan
        self._total: npt.NDArray[np.float64] = np.zeros(len(plan.entrants))
        self._deals: npt.NDArray[np.int64] = np.zeros(len(plan.entrants), dtype=np.int64)
        self._units, self._hands = 0, 0
        for unit in done:
            self.after(unit)

    def after(self, unit: UnitResult) -> MatchProgress:
        """How the match stands after one more unit."""
        values = entrant_values(self._plan, unit)
        self._total += np.nan_to_num(values).sum(axis=0)
        self._deals += np.isfinite(values).sum(axis=0)
        self._units += 1
        self._hands += len(values) * self._plan.rotations
        return MatchProgress(
            units_done=self._units,
            units=self._plan.units,
            hands_done=self._hands,
            means_sb=tuple((self._total / np.maximum(self._deals, 1)).tolist()),
        )


def describe_match(plan: MatchPlan, *, stopping: StoppingRule | None = None) -> dict[str, Any]:
    """What a checkpoint keeps of a plan: equal for equal work, on equal sources."""
    return {
        "work": "match",
        "game": plan.game,
        "options": [[name, value] for name, value in plan.options],
        "agents": [[entrant.name, entrant.copies, entrant.agent.fingerprint] for entrant in plan.entrants],
        "hands": plan.hands,
        "seats": plan.seats,
        "session_hands": plan.session_hands,
        "duplicate": plan.duplicate,
        "sit_out": plan.sit_out,
        "carry": plan.carry,
        "fault_limit": plan.fault_limit,
        "looks": stopping.looks if stopping is not None else 0,
        "adjusted": plan.adjusted,
        **({"whole": True} if plan.whole else {}),
        "seed": plan.seed,
        "version": __version__,
        "kernels": sources_hash(),
    }
