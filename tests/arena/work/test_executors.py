"""Where work runs: processes that are killed, Dask clusters, clusters that are not there."""

from __future__ import annotations

import contextlib
import http.server
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from riverboat.arena import match_plan, play_match
from riverboat.arena.tournaments.elimination import elimination_plan, play_elimination
from riverboat.arena.work import cluster
from riverboat.arena.work.cluster import DaskExecutor, dask_cluster, fingerprint
from riverboat.arena.work.executors import LocalPool, choose_executor, in_order, local_processes
from riverboat.errors import ArenaError

FIELD = ["tight-aggressive*3", "loose-passive", "random*2"]


class KilledOnce:
    """Work that kills the process it runs in, once, at a certain item."""

    def __init__(self, work: Any, at: int, mark: Path) -> None:
        self.work, self.at, self.mark = work, at, mark

    def __call__(self, items: Sequence[int]) -> list[Any]:
        if self.at in items and not self.mark.exists():
            self.mark.write_text("killed", "utf-8")
            os.kill(os.getpid(), signal.SIGKILL)
        return [self.work(item) for item in items]


def _square(item: int) -> int:
    time.sleep(0.002)
    return item * item


def test_results_come_in_the_order_of_the_items() -> None:
    found = list(in_order(KilledOnce(_square, -1, Path()), range(100), make_executor=local_processes(2)))
    assert found == [n * n for n in range(100)]
    assert list(in_order(KilledOnce(_square, -1, Path()), [])) == []


def test_a_dask_cluster_gives_the_same_results_and_survives_a_killed_worker(dask: Any, tmp_path: Path) -> None:
    work = KilledOnce(_square, 30, tmp_path / "mark")
    assert list(in_order(work, range(60), make_executor=dask_cluster(dask.scheduler_address))) == [
        n * n for n in range(60)
    ]
    assert (tmp_path / "mark").exists()


def test_matches_and_tournaments_are_the_same_on_a_dask_cluster(dask: Any) -> None:
    make = choose_executor(cluster=dask.scheduler_address)
    plan = match_plan(["rock", "maniac", "random"], hands=600, session_hands=20, seed=3)
    assert play_match(plan, make_executor=make).digest == play_match(plan).digest
    tournaments = elimination_plan(FIELD, entrants=30, count=4, seed=3)
    assert play_elimination(tournaments, make_executor=make).digest == play_elimination(tournaments).digest


def test_a_cluster_knows_how_many_work_for_it_and_checks_their_versions(dask: Any) -> None:
    executor = DaskExecutor(dask.scheduler_address)
    try:
        assert executor.workers == 2
        assert executor.submit(fingerprint).result() == fingerprint()
    finally:
        executor.shutdown()
    pool = LocalPool(3)
    assert pool.workers == 3
    pool.shutdown()


def test_a_worker_with_other_sources_is_refused(dask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    make = dask_cluster(dask.scheduler_address)
    monkeypatch.setattr("riverboat.arena.work.cluster.sources_hash", lambda: "kernels of others")
    with pytest.raises(ArenaError, match="has another riverboat, Python or Numba"):
        make()


def test_where_nothing_is_said_work_stays_here() -> None:
    assert choose_executor() is None
    assert choose_executor(1) is None
    assert choose_executor(2) is not None


@pytest.mark.parametrize(
    ("address", "complaint"),
    [
        ("tcp://127.0.0.1:1", "no cluster answers at tcp://127.0.0.1:1: is `dask scheduler` running there"),
        ("nonsense", '"nonsense" is not the address of a cluster .*: write tcp://HOST:8786, or local'),
        ("http://127.0.0.1:80", "is not the address of a cluster"),
    ],
)
def test_a_cluster_that_is_not_there_is_told(address: str, complaint: str) -> None:
    with pytest.raises(ArenaError, match=complaint):
        dask_cluster(address)


def test_a_cluster_is_waited_for_less_than_ten_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock of its own that goes on while something is waited for: workers, and then a last answer."""
    waited: list[float] = []

    def answers_late_at_last(address: str) -> dict[str, Any]:
        if sum(waited) >= cluster.WORKERS_S:
            waited.append(cluster.ANSWER_S)
        return {"total_threads": 0}

    clock = SimpleNamespace(sleep=waited.append, monotonic=lambda: sum(waited))
    monkeypatch.setattr(cluster, "time", clock)
    monkeypatch.setattr(cluster, "_identity", answers_late_at_last)
    with pytest.raises(ArenaError, match="has no workers"):
        dask_cluster("tcp://127.0.0.1:1")
    assert cluster.WORKERS_S <= sum(waited) < 10


def test_a_server_that_is_no_cluster_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("riverboat.arena.work.cluster.ANSWER_S", 0.5)

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with pytest.raises(ArenaError, match="no cluster answers"):
            dask_cluster(f"tcp://127.0.0.1:{server.server_address[1]}")
        server.shutdown()


def test_a_server_that_says_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("riverboat.arena.work.cluster.ANSWER_S", 0.5)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        with pytest.raises(ArenaError, match="no cluster answers"):
            dask_cluster(f"tcp://127.0.0.1:{silent.getsockname()[1]}")


def test_a_local_cluster_begins_where_another_has_the_usual_port() -> None:
    """Dask warns of a taken port, and a warning is an error here."""
    with socket.socket() as other:
        with contextlib.suppress(OSError):  # where another cluster has it already
            other.bind(("", 8787))
            other.listen()
        found = list(in_order(KilledOnce(_square, -1, Path()), range(4), make_executor=choose_executor(1, "local")))
    assert found == [0, 1, 4, 9]


def test_a_cluster_without_workers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import LocalCluster

    monkeypatch.setattr("riverboat.arena.work.cluster.WORKERS_S", 0.3)
    with (
        LocalCluster(n_workers=0, protocol="tcp", dashboard_address="127.0.0.1:0", silence_logs=50) as empty,
        pytest.raises(ArenaError, match=r"has no workers: start some with `dask worker tcp://"),
    ):
        dask_cluster(empty.scheduler_address)


def test_dask_is_not_needed_until_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ArenaError, match=r'Dask is not installed: pip install "riverboat\[cluster\]"'):
        choose_executor(2, "local")
