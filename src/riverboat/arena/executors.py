"""Where work runs: here, in this machine's processes, or wherever an executor of `concurrent.futures` takes it.

Work is a list of items and a function of a batch of them. Batches last about a second; results come back in the order
of the items, whatever the timing. A pool that loses a worker is made anew, and what was lost is done again.
"""

from __future__ import annotations

import signal
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

from riverboat.errors import ArenaError

T = TypeVar("T")
R = TypeVar("R")
BATCH_S = 1.0
MOST_PER_BATCH = 1000
#: A pool that breaks so often without finishing anything in between will not get better.
MOST_BREAKS = 3

Batch = Callable[[Sequence[T]], list[R]]
MakeExecutor = Callable[[], Executor]


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def local_processes(workers: int) -> MakeExecutor:
    """Processes on this machine, started afresh so that no thread or lock of ours is copied into them."""

    def make() -> Executor:
        return ProcessPoolExecutor(
            workers, mp_context=get_context("spawn"), initializer=_leave_interrupts_to_the_parent
        )

    return make


def _timed(function: Batch[T, R], items: Sequence[T]) -> tuple[float, list[R]]:
    start = time.perf_counter()
    results = function(items)
    return time.perf_counter() - start, results


def in_order(
    function: Batch[T, R], items: Sequence[T], *, make_executor: MakeExecutor | None = None, in_flight: int = 4
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
            for result in _through_one(function, items[done:], make_executor(), in_flight):
                done += 1
                yield result
        except BrokenExecutor:
            breaks = breaks + 1 if done == before else 1
            if breaks >= MOST_BREAKS:
                raise ArenaError(
                    f"the workers died {breaks} times without finishing anything: is there enough memory?"
                ) from None


def _through_one(
    function: Batch[T, R], items: Sequence[T], executor: Executor, in_flight: int
) -> Generator[R, None, None]:
    """Give batches to one executor until all is done or it breaks."""
    waiting: deque[tuple[int, Future[tuple[float, list[R]]]]] = deque()
    size, given = 1, 0
    try:
        while given < len(items) or waiting:
            while given < len(items) and len(waiting) < in_flight:
                batch = items[given : given + size]
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
