"""Timing on one core: contenders take turns, so that what slows the machine slows all of them; the best turn counts."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.peers import PeerMissingError, load
from benchmarks.table import US, Row

ROUNDS = 7
TURN_S = 0.1  # a turn is at least so long; what takes a few milliseconds would else find its tables out of the cache
PATIENCE_S = 4.0  # a contender that has run for longer than this takes no more turns


@dataclass(frozen=True, kw_only=True)
class Contender:
    """Something to time, ready to run."""

    run: Callable[[], object]
    what: str
    work: float = 1.0  # a rate is work over time; a time is multiplied by this, for who did only a part of the work
    warm_up: bool = True


@dataclass(frozen=True, kw_only=True)
class Entry:
    """Who takes part, and what is required: at least this many times as fast as a peer, or, of us, at most a time."""

    who: str
    build: Callable[[Any], Contender]  # from the peer's module; any failure goes in the peer's row
    least_ratio: float | None = None
    most: float | None = None


def one_core() -> None:
    """Keep this process and its children to one core, where the system can."""
    for name in ("OMP_NUM_THREADS", "NUMBA_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[name] = "1"
    if sys.platform == "linux":
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def seconds(run: Callable[[], object]) -> float:
    """How long one call takes."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def contest(
    group: str, task: str, unit: str, entries: Iterable[Entry], *, scale: float = 1.0, rounds: int = ROUNDS
) -> Iterator[Row]:
    """Race everybody who can take part; `scale` turns seconds, or work a second, into the unit."""
    entries = list(entries)
    ready: dict[int, Contender] = {}
    problems: dict[int, str] = {}
    for at, entry in enumerate(entries):
        try:
            ready[at] = _prepare(entry)
        except Exception as error:
            if entry.who == US:
                raise
            missing = isinstance(error, PeerMissingError)
            problems[at] = str(error) if missing else f"failed: {type(error).__name__}: {error}"
    times = dict(zip(ready, race(list(ready.values()), rounds), strict=True))
    for at, entry in enumerate(entries):
        figure = None
        if at in ready:
            figure = scale * (ready[at].work / times[at] if unit.endswith("/s") else ready[at].work * times[at])
        yield Row(
            group=group,
            task=task,
            who=entry.who,
            what=ready[at].what if at in ready else "",
            unit=unit,
            figure=figure,
            problem=problems.get(at, ""),
            least_ratio=entry.least_ratio,
            most=entry.most,
        )


def _prepare(entry: Entry) -> Contender:
    """Build, and run once before anything is timed: compiling is not what is measured."""
    contender = entry.build(None if entry.who == US else load(entry.who))
    if contender.warm_up:
        contender.run()
    return contender


def race(contenders: Sequence[Contender], rounds: int = ROUNDS) -> list[float]:
    """The best time of each, in seconds."""
    times: list[list[float]] = [[] for _ in contenders]
    for _ in range(rounds):
        for contender, taken in zip(contenders, times, strict=True):
            if sum(taken) < PATIENCE_S:
                taken += turn(contender.run)
    return [min(taken) for taken in times]


def turn(run: Callable[[], object]) -> list[float]:
    """The times of as many calls as a turn takes."""
    taken = [seconds(run)]
    while len(taken) < 1000 and sum(taken) < TURN_S:
        taken.append(seconds(run))
    return taken
