"""Which compiled agent decides: one chain of kinds, so that whole matches run with no Python between.

A new kind gets a number, a branch in `decide`, and, where it learns from hands that are over, one in `learn` and a
mark in LEARNS. An agent has a row of parameters (never changed), a row of memory (its own to use; every session
begins with the memory it was given) and a random generator. It sees a VIEW and nothing else.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.agents.ann_kernel import ann_wish
from riverboat.agents.bet_mapping_kernel import WISH_CALL, WISH_RAISE, act
from riverboat.agents.evolving_kernel import evolving_learn, evolving_wish
from riverboat.agents.kinds_kernel import (
    ADAPTIVE,
    ALWAYS_CALL,
    ALWAYS_RAISE,
    ANN,
    EVOLVING,
    KINDS,
    LOKI,
    STYLE,
    SWITCHER,
)
from riverboat.agents.loki_kernel import loki_learn, loki_wish
from riverboat.agents.neural_kernel import adaptive_learn, adaptive_wish
from riverboat.agents.style_kernel import style_wish
from riverboat.agents.switcher_kernel import switcher_learn, switcher_wish
from riverboat.games.layout_kernel import Int, Record
from riverboat.games.simulation_kernel import random_action
from riverboat.kernel import kernel

#: Which kinds want to see the end of every hand.
LEARNS = np.zeros(KINDS, dtype=np.uint8)
LEARNS[LOKI] = LEARNS[ADAPTIVE] = LEARNS[SWITCHER] = LEARNS[EVOLVING] = 1


@kernel
def decide(
    kind: Int,
    v: Record,
    params: npt.NDArray[np.float64],
    memory: npt.NDArray[np.float64],
    words: npt.NDArray[np.uint64],
) -> tuple[Int, Int]:
    """The action (kind and amount) that an agent chooses where it is to act."""
    if kind == STYLE:
        return act(v, style_wish(v, params, memory, words), words)
    if kind == LOKI:
        return act(v, loki_wish(v, params, memory, words), words)
    if kind == ADAPTIVE:
        return act(v, adaptive_wish(v, params, memory, words), words)
    if kind == ANN:
        return act(v, ann_wish(v, params, memory, words), words)
    if kind == SWITCHER:
        return act(v, switcher_wish(v, params, memory, words), words)
    if kind == EVOLVING:
        return act(v, evolving_wish(v, params, memory, words), words)
    if kind == ALWAYS_CALL:
        return act(v, WISH_CALL, words)
    if kind == ALWAYS_RAISE:
        return act(v, WISH_RAISE, words)
    return random_action(v, words)


@kernel
def learn(
    kind: Int,
    v: Record,
    params: npt.NDArray[np.float64],
    memory: npt.NDArray[np.float64],
    words: npt.NDArray[np.uint64],
) -> None:
    """Let an agent see how a hand ended, at its own seat; only kinds marked in LEARNS are called."""
    if kind == LOKI:
        loki_learn(v, params, memory)
    elif kind == ADAPTIVE:
        adaptive_learn(v, params, memory)
    elif kind == SWITCHER:
        switcher_learn(memory)
    elif kind == EVOLVING:
        evolving_learn(v, params, memory, words)


@kernel
def choose(
    kind: Int,
    views: Record,
    params: npt.NDArray[np.float64],
    memory: npt.NDArray[np.float64],
    words: npt.NDArray[np.uint64],
) -> tuple[Int, Int]:
    """What Python calls: the action for the view in a one-element array."""
    return decide(kind, views[0], params, memory, words)


@kernel
def witness(
    kind: Int,
    views: Record,
    params: npt.NDArray[np.float64],
    memory: npt.NDArray[np.float64],
    words: npt.NDArray[np.uint64],
) -> None:
    """What Python calls: a hand is over."""
    if LEARNS[kind]:
        learn(kind, views[0], params, memory, words)
