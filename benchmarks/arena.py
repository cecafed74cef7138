"""The arena on two cores: a large elimination tournament, a million hands, and what Dask costs instead of processes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

from benchmarks.peers import PeerMissingError, load
from benchmarks.table import US, Row
from benchmarks.timing import Contender, Entry, contest, seconds
from riverboat.arena import match_plan, play_match
from riverboat.arena.tournaments.elimination import elimination_plan
from riverboat.arena.tournaments.tournament import Tournament
from riverboat.arena.work.executors import choose_executor

GROUP = "arena"
TEN = ("loose-passive*2", "loose-aggressive*2", "tight-passive*2", "tight-aggressive*2", "maniac", "rock")
FIELD = ("tight-aggressive*3", "loose-passive", "random*2")
HANDS = 1_000_000
CORES = 2


def rows(seed: int) -> Iterator[Row]:
    """A tournament on one core; a million hands on two, with local processes and with Dask."""
    yield from contest(
        GROUP, "elimination tournament of 987", "s", [Entry(who=US, build=lambda _: _tournament(seed), most=10)]
    )
    use_cores(CORES)
    task = "1,000,000 limit hands among ten styles, two cores"
    what = "play_match, duplicate"
    local_s, digest = _million(seed, None)
    yield Row(group=GROUP, task=task, who=US, what=f"{what}, two processes", unit="s", figure=local_s, most=60)
    compared = "Dask's time over that of local processes, the same hands"
    try:
        load("distributed")
        dask_s, same = _million(seed, "local")
    except PeerMissingError as error:
        yield Row(group=GROUP, task=compared, who=US, what="", unit="times", problem=str(error), most=1.3)
        return
    if same != digest:
        raise ValueError("Dask gave other hands than local processes")
    yield Row(
        group=GROUP, task=task, who=US, what=f"{what}, a local Dask cluster of two workers", unit="s", figure=dask_s
    )
    ratio = dask_s / local_s
    yield Row(
        group=GROUP, task=compared, who=US, what="with starting and ending both", unit="times", figure=ratio, most=1.3
    )


def _tournament(seed: int) -> Contender:
    hall = Tournament(elimination_plan(FIELD, entrants=987, seed=seed))

    def run() -> None:
        if hall.play_out(0).places.min() != 1:
            raise ValueError("nobody won")

    return Contender(run=run, what="Tournament.play_out, no-limit, three kinds of agent", work=1)


def _million(seed: int, cluster: str | None) -> tuple[float, str]:
    """How long the hands take, from nothing to the result, and their hash."""
    found: list[str] = []

    def run() -> None:
        plan = match_plan(TEN, hands=HANDS, seed=seed)
        found.append(play_match(plan, make_executor=choose_executor(CORES, cluster)).digest)

    return seconds(run), found[0]


def use_cores(cores: int) -> None:
    """Let this process and its children run on more than the one core that the other groups keep to."""
    if sys.platform == "linux":
        os.sched_setaffinity(0, range(min(cores, os.cpu_count() or 1)))
