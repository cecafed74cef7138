"""Where work runs: here, in this machine's processes, or wherever an executor of `concurrent.futures` takes it.

Work is a list of items and a function of a batch of them. Batches last about a second; results come back in the order
of the items, whatever the timing. A pool that loses a worker is made again, and what was lost is done again.
"""

from __future__ import annotations

import os
import signal
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import TypeVar

from riverboat.errors import ArenaError

T = TypeVar("T")
R = TypeVar("R")
BATCH_S = 1.0
MOST_PER_BATCH = 1000
#: Batches given out at once for each worker: one that runs and some that wait, so that none is idle.
BATCHES_PER_WORKER = 3
#: A pool that breaks so often without finishing anything in between will not get better.
MOST_BREAKS = 3

Batch = Callable[[Sequence[T]], list[R]]
MakeExecutor = Callable[[], Executor]


def choose_executor(workers: int | None = None, cluster: str | None = None) -> MakeExecutor | None:
    """Where the command line's options say the work shall run; None for this process.

    `cluster` is the address of a Dask scheduler, or "local" for a cluster of its own on this machine.
    """
    if cluster is not None:
        from riverboat.arena.work.cluster import dask_cluster

        return dask_cluster(cluster, workers)
    return local_processes(workers) if workers is not None and workers > 1 else None


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Processes and threads started in here leave Ctrl-C to this one, from their first moment; here it waits."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # which else is started on the way, and lets the signal through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Worker(SpawnProcess):
    """Started afresh, so that no thread or lock of ours is copied into it."""

    def start(self) -> None:
        with interrupts_held():
            super().start()


class _Workers(SpawnContext):
    Process = _Worker


class LocalPool(ProcessPoolExecutor):
    """Processes on this machine."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers, mp_context=_Workers(), initializer=_leave_interrupts_to_the_parent)
        self.workers = workers


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where they can't be held


def local_processes(workers: int) -> MakeExecutor:
    """What makes a pool of this many processes on this machine."""
    return lambda: LocalPool(workers)


def _timed(function: Batch[T, R], items: Sequence[T]) -> tuple[float, list[R]]:
    start = time.perf_counter()
    results = function(items)
    return time.perf_counter() - start, results


def in_order(
    function: Batch[T, R], items: Sequence[T], *, make_executor: MakeExecutor | None = None
) -> Generator[R, None, None]:
    """The results for all items, one by one in their order. Without an executor the work is done here.

    Closing the generator, or an interrupt, ends the work: what has begun is waited for, the rest is dropped.
    """
    if make_executor is None:
        for item in items:
            yield from function([item])
        return
    done, breaks = 0, 0
    while done < len(items):
        before = done
        try:
            for result in _through_one(function, items[done:], make_executor()):
                done += 1
                yield result
        except (BrokenExecutor, CancelledError):
            breaks = breaks + 1 if done == before else 1
            if breaks >= MOST_BREAKS:
                raise ArenaError(
                    f"the workers died {breaks} times without finishing anything: is there enough memory?"
                ) from None


def _through_one(function: Batch[T, R], items: Sequence[T], executor: Executor) -> Generator[R, None, None]:
    """Give batches to one executor until all is done or it breaks."""
    in_flight = BATCHES_PER_WORKER * int(getattr(executor, "workers", os.cpu_count() or 1))
    waiting: deque[tuple[int, Future[tuple[float, list[R]]]]] = deque()
    size, given = 1, 0
    try:
        while given < len(items) or waiting:
            while given < len(items) and len(waiting) < in_flight:
                batch = items[given : given + size]
                with interrupts_held():  # the first starts workers: nobody would wait for those of a pool half made
                    waiting.append((len(batch), executor.submit(_timed, function, batch)))
                given += len(batch)
            count, future = waiting[0]
            elapsed_s, results = future.result()
            waiting.popleft()
            fitting = int(count * BATCH_S / max(elapsed_s, 1e-6))
            # Towards the end batches grow smaller, so that all workers stay busy.
            size = max(1, min(fitting, 4 * size, MOST_PER_BATCH, (len(items) - given) // in_flight or 1))
            yield from results
    finally:
        executor.shutdown(wait=True, cancel_futures=True)
