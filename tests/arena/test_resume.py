"""The same hands wherever they are played: with workers killed in the middle, interrupted, resumed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Generator
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import pytest

from riverboat.arena import MatchPlan, match_plan, match_steps, play_match
from riverboat.arena.matches.match import describe_match
from riverboat.arena.tournaments.elimination import (
    EliminationPlan,
    elimination_plan,
    elimination_steps,
    play_elimination,
)
from riverboat.arena.work.cluster import dask_cluster
from riverboat.arena.work.executors import LocalPool, MakeExecutor, local_processes
from riverboat.errors import ArenaError
from riverboat.steps import Checkpoint
from tests.waiting import PATIENCE_S, group_ends, until

FOUR = ["loose-passive", "loose-aggressive", "tight-passive", "tight-aggressive"]
Kill = Callable[[], None]


def _match(seed: int) -> MatchPlan:
    return match_plan(FOUR, hands=3200, session_hands=20, seed=seed)


def _tournaments(seed: int) -> EliminationPlan:
    return elimination_plan(FOUR, entrants=40, count=12, seed=seed)


def _finish(steps: Generator[Any, None, Any], *, after: int = 0, kill: Kill | None = None) -> str:
    """Run to the end; after some steps something is killed. The hash of all hands."""
    number = 0
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return str(end.value.digest)
        number += 1
        if number == after and kill is not None:
            kill()


class Pools:
    """Makes local pools, and kills a process of the newest one."""

    def __init__(self) -> None:
        self.pools: list[LocalPool] = []

    def make(self) -> Executor:
        self.pools.append(LocalPool(2))
        return self.pools[-1]

    def kill(self) -> None:
        os.kill(next(iter(self.pools[-1]._processes)), signal.SIGKILL)


def _kill_worker(cluster: Any) -> Kill:
    def kill() -> None:
        worker = next(each for each in cluster.workers.values() if each.pid)
        os.kill(worker.pid, signal.SIGKILL)

    return kill


def _interrupted(plan: MatchPlan, make: MakeExecutor | None, path: Path, after: int) -> str:
    """Played in two goes: stopped after some units, then resumed."""
    steps = match_steps(plan, make_executor=make, checkpoint=Checkpoint(path, describe_match(plan)))
    for _ in range(after):
        next(steps)
    steps.close()
    assert path.exists()
    again = Checkpoint(path, describe_match(plan))
    return _finish(match_steps(plan, make_executor=make, checkpoint=again, resume=True))


def test_a_local_worker_killed_in_the_middle_of_a_match_changes_nothing() -> None:
    plan, pools = _match(1), Pools()
    assert _finish(match_steps(plan, make_executor=pools.make), after=5, kill=pools.kill) == play_match(plan).digest
    assert len(pools.pools) == 2


def test_a_dask_worker_killed_in_the_middle_and_an_interrupt_change_nothing(dask: Any, tmp_path: Path) -> None:
    plan = _match(2)
    expected = play_match(plan).digest
    make = dask_cluster(dask.scheduler_address)
    assert _finish(match_steps(plan, make_executor=make), after=5, kill=_kill_worker(dask)) == expected
    assert _interrupted(plan, make, tmp_path / "kept.jsonl", 9) == expected


def test_tournaments_are_resumed_and_never_from_others(tmp_path: Path) -> None:
    plan, path = _tournaments(3), tmp_path / "kept.jsonl"
    expected = play_elimination(plan)
    steps = elimination_steps(plan, checkpoint=Checkpoint(path, plan.describe()))
    while next(steps).tournaments_done < 5:
        pass
    steps.close()
    assert len(path.read_text("utf-8").splitlines()) == 1 + 5
    for other in (_tournaments(4), elimination_plan(FOUR, entrants=44, count=12, seed=3)):
        with pytest.raises(ArenaError, match=r"kept.jsonl is the checkpoint of another run: its (seed|agents) is"):
            play_elimination(other, checkpoint=Checkpoint(path, other.describe()), resume=True)
    match = _match(3)
    with pytest.raises(ArenaError, match='its work is "elimination tournament", here it is "match"'):
        play_match(match, checkpoint=Checkpoint(path, describe_match(match)), resume=True)
    result = play_elimination(plan, checkpoint=Checkpoint(path, plan.describe()), resume=True)
    assert result.digest == expected.digest
    assert result.players == expected.players
    assert not path.exists()


COMMANDS = {
    "match": ["match", *FOUR, "--hands", "400000", "--session", "20"],
    "ring": ["tournament", "ring", *FOUR, "--seats", "4", "--hands", "400000", "--session", "20"],
    "elimination": ["tournament", "elimination", "--field", ",".join(FOUR), "--entrants", "300", "--count", "400"],
}


def _command(words: list[str], path: Path) -> list[str]:
    main = "from riverboat.cli import main; main()"
    return [sys.executable, "-c", main, *words, "--seed", "7", "--checkpoint", str(path), "--json"]


def _ctrl_c(words: list[str], path: Path, moment: Callable[[int], object], **environment: str) -> str:
    """Begin a command in a group of processes of its own, and press Ctrl-C at a certain moment; what it said then."""
    begun = subprocess.Popen(
        _command(words, path),
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )
    until(lambda: begun.poll() is not None or moment(begun.pid), "the moment for Ctrl-C comes")
    os.killpg(begun.pid, signal.SIGINT)
    _, said = begun.communicate(timeout=2 * PATIENCE_S)
    assert begun.returncode == 130, said
    assert "Traceback" not in said
    group_ends(begun.pid)
    return said


def _interrupt(words: list[str], path: Path) -> None:
    """Press Ctrl-C when some of the work is done."""
    said = _ctrl_c(words, path, lambda _: path.exists() and path.read_text("utf-8").count("\n") > 3)
    assert "the same command with --seed 7 --resume goes on" in said


def test_an_interrupted_command_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    words = [{"300": "100", "400": "150"}.get(word, word) for word in COMMANDS["elimination"]]
    _interrupt(words, path)
    kept = path.read_text("utf-8").count("\n") - 1
    resumed = subprocess.run(
        [*_command(words, path), "--resume"], check=True, capture_output=True, text=True, timeout=600
    )
    whole = elimination_plan(FOUR, entrants=100, count=150, seed=7)
    assert 0 < kept < 150
    assert json.loads(resumed.stdout)["hash"] == play_elimination(whole).digest


@pytest.mark.prove
@pytest.mark.parametrize("place", [["--workers", "1"], ["--workers", "2"], ["--cluster", "local", "--workers", "2"]])
@pytest.mark.parametrize("command", COMMANDS)
def test_ctrl_c_and_resume_everywhere(command: str, place: list[str], tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    _interrupt(COMMANDS[command] + place, path)
    resumed = subprocess.run(
        [*_command(COMMANDS[command] + place, path), "--resume"],
        check=True,
        capture_output=True,
        text=True,
        timeout=600,
    )
    whole = subprocess.run(
        _command(COMMANDS[command], tmp_path / "whole"), check=True, capture_output=True, text=True, timeout=600
    )
    assert json.loads(resumed.stdout)["hash"] == json.loads(whole.stdout)["hash"]


@pytest.mark.prove
def test_the_same_hands_twenty_times_each(dask: Any, tmp_path: Path, note: Callable[[str, object], None]) -> None:
    make = dask_cluster(dask.scheduler_address)
    pools = Pools()
    path = tmp_path / "kept.jsonl"
    ways: dict[str, Callable[[MatchPlan, int], str]] = {
        "2 processes": lambda plan, _: _finish(match_steps(plan, make_executor=local_processes(2))),
        "Dask, 2 workers": lambda plan, _: _finish(match_steps(plan, make_executor=make)),
        "2 processes, one killed": lambda plan, at: _finish(
            match_steps(plan, make_executor=pools.make), after=at, kill=pools.kill
        ),
        "Dask, one of 2 workers killed": lambda plan, at: _finish(
            match_steps(plan, make_executor=make), after=at, kill=_kill_worker(dask)
        ),
        "1 process, interrupted and resumed": lambda plan, at: _interrupted(plan, None, path, at),
        "2 processes, interrupted and resumed": lambda plan, at: _interrupted(plan, local_processes(2), path, at),
        "Dask, interrupted and resumed": lambda plan, at: _interrupted(plan, make, path, at),
    }
    same = dict.fromkeys(ways, 0)
    for seed in range(20):
        plan = _match(seed)
        expected = play_match(plan).digest
        for name, way in ways.items():
            same[name] += way(plan, 2 + seed) == expected  # the first unit is played here
    for name, count in same.items():
        note(f"same hash as 1 process: {name}", f"{count} of 20")
    assert set(same.values()) == {20}


def _imports(pid: int) -> bool:
    """Whether a process has begun to load the compiler."""
    return "llvmlite" in Path(f"/proc/{pid}/maps").read_text("utf-8")


def _has_workers(pid: int) -> bool:
    """Whether a process has begun others."""
    return bool(Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii"))


@pytest.mark.skipif(sys.platform != "linux", reason="what another process does is read from /proc")
def test_ctrl_c_at_any_moment_is_no_error(tmp_path: Path) -> None:
    """Also while modules are imported, kernels compiled or workers started."""
    words = ["match", *FOUR, "--hands", "4000000", "--session", "20", "--workers", "2"]
    empty, path = tmp_path / "cache", tmp_path / "kept.jsonl"  # nothing is compiled yet
    _ctrl_c(words, path, _imports, RIVERBOAT_CACHE=str(empty))
    _ctrl_c(words, path, lambda _: any(each.is_file() for each in empty.rglob("*")), RIVERBOAT_CACHE=str(empty))
    _ctrl_c(words, path, _has_workers)
