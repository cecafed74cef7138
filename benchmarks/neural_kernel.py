"""Decisions of the adaptive player one after another, with nothing between them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.agents.neural.adaptive_kernel import adaptive_learn, adaptive_wish
from riverboat.games.engine.layout_kernel import Int, Record
from riverboat.kernel import kernel

Floats = npt.NDArray[np.float64]


@kernel
def decide_often(views: Record, params: Floats, memory: Floats, words: npt.NDArray[np.uint64], times: Int) -> Int:
    """The same decision many times; its strength is worked out at the first. Answers the sum of what was chosen."""
    total = 0
    for _ in range(times):
        total += adaptive_wish(views[0], params, memory, words)
    return total


@kernel
def learn_often(views: Record, memory: Floats, times: Int) -> None:
    """Take in the same hand many times."""
    for _ in range(times):
        adaptive_learn(views[0], memory)
