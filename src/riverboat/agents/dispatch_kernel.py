"""Which compiled agent decides: an address for each player, so that whole matches run with no Python between.

An agent has a row of parameters (never changed), a row of memory (its own to use; every session begins with the memory
it was given) and a random generator. It sees a VIEW and nothing else. Each kind of agent is compiled by itself, when
one first sits down; `kinds_kernel` says which functions are a kind's.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

import numpy as np

from riverboat.agents.kinds_kernel import EXTERNAL, KINDS
from riverboat.arrays import Floats, Words
from riverboat.games.engine.layout_kernel import VIEW, Int, Record
from riverboat.kernel import kernel
from riverboat.kernel_entries import Entry, caller

_DECIDES = Entry(2, VIEW, np.float64, np.float64, np.uint64)
_LEARNS = Entry(0, VIEW, np.float64, np.float64, np.uint64)

#: For kernels: the action (kind and amount) chosen by the agent whose deciding lies at an address.
decide = caller(_DECIDES)
#: For kernels: let the agent whose learning lies at an address see how a hand ended, at its own seat.
learn = caller(_LEARNS)


@cache
def entries(kind: int) -> tuple[int, int]:
    """Where an agent's deciding and its learning lie in this process; 0 where Python decides, or nobody learns."""
    if kind == EXTERNAL:
        return 0, 0
    file, decides, learns = KINDS[kind]
    kernels = import_module(f"riverboat.agents.{file}")
    return _DECIDES.address(getattr(kernels, decides)), _LEARNS.address(getattr(kernels, learns)) if learns else 0


@kernel
def choose(address: Int, views: Record, params: Floats, memory: Floats, words: Words) -> tuple[Int, Int]:
    """What Python calls: the action for the view in a one-element array."""
    kind, amount = decide(address, views[0], params, memory, words)
    return kind, amount


@kernel
def witness(address: Int, views: Record, params: Floats, memory: Floats, words: Words) -> None:
    """What Python calls: a hand is over."""
    learn(address, views[0], params, memory, words)
