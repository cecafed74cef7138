"""Many tables at once: nothing is lost, messages are quick, memory stays."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.web.load import Load, run_load, server_process


def loaded(url: str, pid: int, **load: float) -> Load:
    """In a thread of its own: a browser test may have left an event loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        work = run_load(url, pid, **load)  # type: ignore[arg-type]
        return pool.submit(asyncio.run, work).result()


def test_many_tables_lose_nothing(tmp_path: Path) -> None:
    with server_process(tmp_path / "hands.db") as (url, pid):
        load = loaded(url, pid, tables=12, every_s=0.25, actions=20)
    assert load.acts == 12 * 20
    assert load.hands == load.kept_hands > 0


@pytest.mark.prove
def test_200_tables_for_ten_minutes(tmp_path: Path, note: Callable[..., None]) -> None:
    with server_process(tmp_path / "hands.db") as (url, pid):
        load = loaded(url, pid, tables=200, every_s=2.0, for_s=600)
    note("actions", load.acts)
    note("hands", load.hands)
    note("p99 of a table message, ms", round(load.p99_ms, 1))
    note("memory growth, %", round(100 * load.growth, 1))
    assert load.hands == load.kept_hands
    assert load.p99_ms < 100
    assert load.growth < 0.10
