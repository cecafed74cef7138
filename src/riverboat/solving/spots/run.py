"""Runs: a spot solved step by step, until it is good enough, and from where it stopped."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from riverboat.errors import GameError
from riverboat.solving.spots.betting import betting_tree
from riverboat.solving.spots.estimates import estimate, refuse_large
from riverboat.solving.spots.fixing import fix_locks
from riverboat.solving.spots.solution import SpotSolution
from riverboat.solving.spots.spot import Spot
from riverboat.solving.spots.vectors.blocks import Keep
from riverboat.solving.spots.vectors.deals import holdem_deal
from riverboat.solving.spots.vectors.layout import Stakes
from riverboat.solving.spots.vectors.vector_game import VectorGame
from riverboat.steps import run_to_end

#: A spot is solved when neither side could gain more than this share of the pot, on the average of both.
TARGET = 0.003
MOST_ITERATIONS = 100_000
#: Looking how good it is costs as much as an iteration: it is done after each eighth of the iterations so far.
_LOOK_EVERY = 10


@dataclass(frozen=True, kw_only=True)
class SpotProgress:
    """How far a run has come. `exploitability` was measured after `measured_at` iterations; infinite before."""

    iterations: int
    elapsed_s: float
    measured_at: int = 0
    exploitability: float = math.inf  # in chips
    exploitability_share: float = math.inf  # of the pot
    done: bool = False


class SpotRun:
    """A run of discounted CFR on a spot. It can be stopped between steps, looked at, and go on."""

    def __init__(
        self,
        spot: Spot,
        *,
        packed: bool = False,
        precise: bool = False,
        workers: int = 1,
        alike: bool = True,
    ) -> None:
        if workers < 1 or workers > 4 * (os.cpu_count() or 1):
            raise GameError(f"{workers} workers cannot be: give 1 to {4 * (os.cpu_count() or 1)}")
        if packed and precise:
            raise GameError("a spot can't be packed and precise at once: two bytes a number, or eight")
        refuse_large(estimate(spot, packed=packed, precise=precise, alike=alike))
        self.spot = spot
        self.alike = alike
        keep = Keep.PACKED if packed else Keep.PRECISE if precise else Keep.WHOLE
        self.game = make_game(spot, keep, workers=workers, alike=alike)
        self.elapsed_s = 0.0
        self.progress = SpotProgress(iterations=0, elapsed_s=0.0)

    @property
    def iterations(self) -> int:
        """Iterations done, also those before it was resumed."""
        return self.game.iterations

    def steps(
        self, *, target: float = TARGET, most_iterations: int = MOST_ITERATIONS, most_s: float = math.inf
    ) -> Generator[SpotProgress, None, SpotSolution]:
        """Go on until the exploitability is at most `target`, a share of the pot; what there is so far, after each."""
        if not target > 0:
            raise GameError(f"an exploitability of {target} cannot be reached: give a share of the pot above 0")
        begun, before = time.perf_counter(), self.elapsed_s
        next_look = self._after(self.iterations)
        while True:
            self.game.iterate()
            self.elapsed_s = before + time.perf_counter() - begun
            last = self.iterations >= most_iterations or time.perf_counter() - begun > most_s
            if last or self.iterations >= next_look:
                next_look = self._after(self.iterations)
                done = self.measure() <= target or last
                self.elapsed_s = before + time.perf_counter() - begun
                self._note(done=done)
                if done:
                    break
            else:
                self._note(done=False)
            yield self.progress
        yield self.progress
        return self.solution()

    @staticmethod
    def _after(iterations: int) -> int:
        return iterations + max(_LOOK_EVERY, iterations // 8)

    def measure(self) -> float:
        """The exploitability now, as a share of the pot, from exact best responses."""
        share = max(self.game.exploitability(), 0.0)
        self.progress = SpotProgress(
            iterations=self.iterations,
            elapsed_s=self.elapsed_s,
            measured_at=self.iterations,
            exploitability=share * self.spot.pot,
            exploitability_share=share,
        )
        return share

    def _note(self, *, done: bool) -> None:
        known: dict[str, Any] = {
            "measured_at": self.progress.measured_at,
            "exploitability": self.progress.exploitability,
            "exploitability_share": self.progress.exploitability_share,
        }
        self.progress = SpotProgress(iterations=self.iterations, elapsed_s=self.elapsed_s, done=done, **known)

    def solution(self) -> SpotSolution:
        """What has been found so far, measured now if it was not; while the run goes on, its strategies go on too."""
        if self.progress.measured_at != self.iterations or not self.iterations:
            self.measure()
        return SpotSolution(
            spot=self.spot,
            game=self.game,
            iterations=self.iterations,
            elapsed_s=self.elapsed_s,
            exploitability=self.progress.exploitability,
            alike=self.alike,
        )


def make_game(spot: Spot, keep: Keep = Keep.WHOLE, *, workers: int = 1, alike: bool = True) -> VectorGame:
    """The vectors of a spot, before the first iteration, or before its strategies are read from elsewhere."""
    stakes = Stakes(pot=spot.pot, rake_of=spot.rake_of)
    game = VectorGame(betting_tree(spot), holdem_deal(spot, alike=alike), stakes, keep=keep, workers=workers)
    fix_locks(spot, game)
    return game


def spot_steps(
    spot: Spot,
    *,
    target: float = TARGET,
    workers: int = 1,
    packed: bool = False,
    precise: bool = False,
    **limits: Any,
) -> Generator[SpotProgress, None, SpotSolution]:
    """Solve a spot, telling how far it has come; to have what there is when it is stopped, keep a `SpotRun`."""
    run = SpotRun(spot, packed=packed, precise=precise, workers=workers)
    return (yield from run.steps(target=target, **limits))


def solve_spot(
    spot: Spot,
    *,
    target: float = TARGET,
    workers: int = 1,
    packed: bool = False,
    precise: bool = False,
    **limits: Any,
) -> SpotSolution:
    """Solve a spot until neither side could gain more than `target` of the pot, on the average of both.

    `packed` keeps two bytes a number instead of four. `precise` keeps eight and computes in double precision, for
    targets below a millionth of the pot.
    """
    return run_to_end(spot_steps(spot, target=target, workers=workers, packed=packed, precise=precise, **limits))
