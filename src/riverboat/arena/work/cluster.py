"""Work on a Dask cluster, through the same door as on local processes: an executor of `concurrent.futures`."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any

from riverboat.arena.work.executors import MakeExecutor, interrupts_held
from riverboat.errors import ArenaError
from riverboat.kernel import sources_hash

#: How long a cluster may take to answer, and then to have a worker.
ANSWER_S = 3.0
WORKERS_S = 2.0
LOCAL = "local"


def dask_cluster(address: str, workers: int | None = None) -> MakeExecutor:
    """What connects to the Dask scheduler at an address, or makes a cluster on this machine ("local").

    The cluster is asked at once: one that does not answer, or has no workers, is refused within ten seconds.
    """
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise ArenaError('Dask is not installed: pip install "riverboat[cluster]", or use --workers') from None
    if address == LOCAL:
        return lambda: DaskExecutor(_local_cluster(workers or os.cpu_count() or 1))
    wait_for_workers(address)
    return lambda: DaskExecutor(address)


def _local_cluster(workers: int) -> Any:
    from distributed import LocalCluster

    with interrupts_held():
        return LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            # Nobody looks at the dashboard, and it takes a second to start. The scheduler listens for HTTP all the
            # same: at a free port, for its usual one may belong to another cluster of this machine.
            dashboard_address="127.0.0.1:0",
            scheduler_kwargs={"dashboard": False},
            silence_logs=logging.CRITICAL,  # what goes wrong comes back to us with the work
        )


def wait_for_workers(address: str) -> int:
    """How many threads the workers of a cluster have; an error where there is no cluster, or no worker comes."""
    end = time.monotonic() + WORKERS_S
    while True:
        identity = _identity(address)
        if threads := int(identity.get("total_threads", 0)):
            return threads
        if time.monotonic() > end:
            raise ArenaError(
                f"the cluster at {address} has no workers: start some with `dask worker {address}`, "
                "where riverboat is installed"
            )
        time.sleep(0.2)


def _identity(address: str) -> dict[str, Any]:
    """What a scheduler says of itself. Asked by hand: a Dask client can wait forever for a wrong server."""
    advice = (
        "is `dask scheduler` running there, are host and port right (8786 by default), does a firewall let it through?"
    )
    try:
        found = asyncio.run(asyncio.wait_for(_ask(address), ANSWER_S))
    except ValueError as error:
        raise ArenaError(
            f'"{address}" is not the address of a cluster ({error}): write tcp://HOST:8786, or local'
        ) from None
    except (OSError, TimeoutError):
        raise ArenaError(f"no cluster answers at {address}: {advice}") from None
    if not isinstance(found, dict) or found.get("type") != "Scheduler":
        kind = found.get("type") if isinstance(found, dict) else None
        seen = f"a Dask {kind.lower()}" if isinstance(kind, str) else "something else"
        raise ArenaError(f"at {address} there is {seen}, not a Dask scheduler: {advice}")
    return found


async def _ask(address: str) -> Any:
    from distributed.comm import connect

    comm = await connect(address, timeout=ANSWER_S)
    try:
        await comm.write({"op": "identity", "reply": True})
        return await comm.read()
    finally:
        comm.abort()


def fingerprint() -> str:
    """What must be equal on all machines: the sources of the kernels and the versions of riverboat, Numba, Python."""
    return sources_hash()


class DaskExecutor(Executor):
    """Dask's own executor, with the client (and the local cluster) that it needs, closed with it."""

    def __init__(self, cluster: Any) -> None:
        from distributed import Client

        self._cluster = cluster if not isinstance(cluster, str) else None
        self._client = Client(cluster, timeout=ANSWER_S, set_as_default=False)
        try:
            self._check_versions()
            self.workers = max(1, sum(self._client.nthreads().values()))
            # Dask gives a task to other workers when its worker dies; `pure` would run equal calls only once.
            self._executor = self._client.get_executor(pure=False)
        except BaseException:
            self._close()
            raise

    def _check_versions(self) -> None:
        if self._cluster is not None:
            return
        try:
            found: dict[str, str] = self._client.run(fingerprint)
        except Exception as error:  # whatever the workers raise, usually that there is no such module
            raise ArenaError(
                f"the cluster's workers can't run riverboat ({type(error).__name__}: {error}): install it there too"
            ) from None
        for worker, theirs in found.items():
            if theirs != fingerprint():
                raise ArenaError(
                    f"the worker {worker} has another riverboat, Python or Numba than this machine: "
                    "install equal versions on all of them, so that the results agree"
                )

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Give a call to the cluster."""
        outer: Future[Any] = Future()
        inner = self._executor.submit(function, *args, **kwargs)
        inner.add_done_callback(lambda done: _pass_on(done, outer))
        return outer

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the cluster go; what it has not finished is dropped."""
        self._executor.shutdown(wait=False)
        self._close()

    def _close(self) -> None:
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()


def _pass_on(inner: Future[Any], outer: Future[Any]) -> None:
    """Hand an outcome on; a task that Dask gave up, or lost with its scheduler, counts as a broken pool."""
    from distributed import KilledWorker

    if outer.cancelled():
        return
    error = BrokenExecutor("the cluster lost its work") if inner.cancelled() else inner.exception()
    if isinstance(error, KilledWorker):
        error = BrokenExecutor(str(error))
    if error is not None:
        outer.set_exception(error)
    else:
        outer.set_result(inner.result())
