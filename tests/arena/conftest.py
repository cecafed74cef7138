"""What tests of the arena share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.waiting import until


@pytest.fixture
def dask(whole_dask: Any) -> Any:
    """A Dask cluster of two processes, both at work: one that an earlier test killed has been started again."""
    until(lambda: len(whole_dask.scheduler_info["workers"]) == 2, "a Dask worker that was killed comes back")
    return whole_dask


@pytest.fixture(scope="session")
def whole_dask() -> Iterator[Any]:
    """The same for all tests."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0", silence_logs=50
    ) as cluster:
        yield cluster
