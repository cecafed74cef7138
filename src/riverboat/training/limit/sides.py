"""Both sides of `equilibrium` at once: one learns here, the other in a second process, on the same arrays.

A side reads and writes the rows of its own decisions and of its own rival alone. So nobody waits for anybody but where
all of it is wanted, and the weights are those of one process, to the bit.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from riverboat.arena.work.executors import interrupts_held
from riverboat.arrays import Floats, Singles
from riverboat.errors import AgentError
from riverboat.solving.limit.buckets import Buckets
from riverboat.solving.spots.vectors.fields import Shorts
from riverboat.training.equilibrium import EquilibriumPlan, EquilibriumTraining

_HERE, _THERE = 0, 1
_CODES = {np.dtype(np.float32): "f", np.dtype(np.float64): "d"}
#: Arrays that both processes see, by name: the memory, the type of numbers, and the shape.
_Shared = dict[str, tuple[Any, str, tuple[int, ...]]]


@contextmanager
def two_processes(training: EquilibriumTraining) -> Iterator[None]:
    """In here, a second process learns one of the sides; what was learned stays when it ends."""
    context = get_context("spawn")
    shared: _Shared = {}

    def share(name: str, array: Singles | Floats) -> Singles | Floats:
        memory = context.RawArray(_CODES[array.dtype], max(array.size, 1))
        shared[name] = memory, array.dtype.str, array.shape
        found = _array(*shared[name])
        found[:] = array
        return found

    training.put_rows(share)
    ours, theirs = context.Pipe()
    process = context.Process(
        target=_learn_there, args=(theirs, training.plan, training.buckets, training.iterations, shared), daemon=True
    )
    with interrupts_held():
        process.start()
    theirs.close()
    training.sides, training.other_side = (_HERE,), _Process(ours)
    try:
        yield
    finally:
        training.sides, training.other_side = (_HERE, _THERE), None
        ours.close()
        process.join()


class _Process:
    """The other side as it is seen from here."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe

    def learn_until(self, iterations: int) -> None:
        """Begin to learn up to an iteration."""
        try:
            self._pipe.send(iterations)
        except OSError:
            raise _lost() from None

    def wait(self) -> dict[tuple[int, ...], Shorts]:
        """Be done with it; the buckets of flops that were met there."""
        try:
            found: dict[tuple[int, ...], Shorts] = self._pipe.recv()
        except (EOFError, OSError):
            raise _lost() from None
        return found


def _lost() -> AgentError:
    return AgentError(
        "the process that trains the other side has ended: is there enough memory? What was kept last can be gone on "
        "with by --resume"
    )


def _array(memory: Any, kind: str, shape: tuple[int, ...]) -> Singles | Floats:
    size = int(np.prod(shape))
    return np.frombuffer(memory, np.dtype(kind))[:size].reshape(shape)


def _learn_there(pipe: Connection, plan: EquilibriumPlan, buckets: Buckets, iterations: int, shared: _Shared) -> None:
    """Learn the other side, as far as it is asked for, until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    training = EquilibriumTraining(plan, buckets, iterations, sides=(_THERE,))
    training.put_rows(lambda name, _: _array(*shared[name]))
    told = set(buckets.known)
    try:
        while True:
            until: int = pipe.recv()
            while training.iterations < until:
                training.iterate()
            new = {board: row for board, row in buckets.known.items() if len(board) == 3 and board not in told}
            told |= set(new)
            pipe.send(new)
    except (EOFError, OSError):  # nobody is there any more
        return
