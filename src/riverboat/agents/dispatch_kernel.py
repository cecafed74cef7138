"""Which compiled agent decides: an address for each player, so that whole matches run with no Python between.

An agent has a row of parameters (never changed), a row of memory (its own to use; every session begins with the memory
it was given) and a random generator. It sees a VIEW and nothing else. Each kind of agent is compiled by itself, when
one first sits down. A new kind gets a number, its two functions here, and a line in KINDS.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from riverboat.agents.bet_mapping_kernel import WISH_CALL, WISH_RAISE, act
from riverboat.agents.evolving.evolving_kernel import evolving_learn, evolving_wish
from riverboat.agents.kinds_kernel import (
    ADAPTIVE,
    ALWAYS_CALL,
    ALWAYS_RAISE,
    ANN,
    EVOLVING,
    EXTERNAL,
    LOKI,
    RANDOM,
    STYLE,
    SWITCHER,
)
from riverboat.agents.loki.loki_kernel import loki_learn, loki_wish
from riverboat.agents.neural.ann_kernel import ann_wish
from riverboat.agents.neural.neural_kernel import adaptive_learn, adaptive_wish
from riverboat.agents.styles.style_kernel import style_wish
from riverboat.agents.styles.switcher_kernel import switcher_learn, switcher_wish
from riverboat.arrays import Floats, Words
from riverboat.games.engine.layout_kernel import VIEW, Int, Record
from riverboat.games.engine.simulation_kernel import random_action
from riverboat.kernel import kernel
from riverboat.kernel_entries import Entry, caller

_DECIDES = Entry(2, VIEW, np.float64, np.float64, np.uint64)
_LEARNS = Entry(0, VIEW, np.float64, np.float64, np.uint64)

#: For kernels: the action (kind and amount) chosen by the agent whose deciding lies at an address.
decide = caller(_DECIDES)
#: For kernels: let the agent whose learning lies at an address see how a hand ended, at its own seat.
learn = caller(_LEARNS)


@kernel
def random_decides(v: Record, params: Floats, memory: Floats, words: Words) -> tuple[Int, Int]:
    """Any legal action, as an action."""
    return random_action(v, words)


@kernel
def call_decides(v: Record, params: Floats, memory: Floats, words: Words) -> tuple[Int, Int]:
    """Check or call, as an action."""
    return act(v, WISH_CALL, words)


@kernel
def raise_decides(v: Record, params: Floats, memory: Floats, words: Words) -> tuple[Int, Int]:
    """Bet or raise, else call, as an action."""
    return act(v, WISH_RAISE, words)


@kernel
def style_decides(v: Record, params: Floats, memory: Floats, words: Words) -> tuple[Int, Int]:
    """A static style, as an action."""
    return act(v, style_wish(v, params, memory, words), words)


@kernel
def switcher_decides(v: Record, params: Floats, memory: Floats, words: Words) -> tuple[Int, Int]:
    """The style of the moment, as an action."""
    return act(v, switcher_wish(v, params, memory, words), words)


@kernel
def switcher_learns(v: Record, params: Floats, memory: Floats, words: Words) -> None:
    """The style of the moment, after a hand."""
    switcher_learn(memory)


@kernel
def loki_decides(v: Record, params: Floats, memory: Floats, words: Words) -> tuple[Int, Int]:
    """Lokibot, as an action."""
    return act(v, loki_wish(v, params, memory, words), words)


@kernel
def loki_learns(v: Record, params: Floats, memory: Floats, words: Words) -> None:
    """Lokibot, after a hand."""
    loki_learn(v, params, memory)


@kernel
def ann_decides(v: Record, params: Floats, memory: Floats, words: Words) -> tuple[Int, Int]:
    """The imitating network, as an action."""
    return act(v, ann_wish(v, params, memory, words), words)


@kernel
def adaptive_decides(v: Record, params: Floats, memory: Floats, words: Words) -> tuple[Int, Int]:
    """The adaptive network, as an action."""
    return act(v, adaptive_wish(v, params, memory, words), words)


@kernel
def adaptive_learns(v: Record, params: Floats, memory: Floats, words: Words) -> None:
    """The adaptive network, after a hand."""
    adaptive_learn(v, params, memory)


@kernel
def evolving_decides(v: Record, params: Floats, memory: Floats, words: Words) -> tuple[Int, Int]:
    """The evolving player, as an action."""
    return act(v, evolving_wish(v, params, memory, words), words)


@kernel
def evolving_learns(v: Record, params: Floats, memory: Floats, words: Words) -> None:
    """The evolving player, after a hand."""
    evolving_learn(v, params, memory, words)


#: How each kind decides, and how it learns from hands that are over, if it does.
KINDS: dict[int, tuple[Callable[..., Any], Callable[..., Any] | None]] = {
    RANDOM: (random_decides, None),
    ALWAYS_CALL: (call_decides, None),
    ALWAYS_RAISE: (raise_decides, None),
    STYLE: (style_decides, None),
    SWITCHER: (switcher_decides, switcher_learns),
    LOKI: (loki_decides, loki_learns),
    ANN: (ann_decides, None),
    ADAPTIVE: (adaptive_decides, adaptive_learns),
    EVOLVING: (evolving_decides, evolving_learns),
}


@cache
def entries(kind: int) -> tuple[int, int]:
    """Where an agent's deciding and its learning lie in this process; 0 where Python decides, or nobody learns."""
    if kind == EXTERNAL:
        return 0, 0
    decides, learns = KINDS[kind]
    return _DECIDES.address(decides), 0 if learns is None else _LEARNS.address(learns)


@kernel
def choose(address: Int, views: Record, params: Floats, memory: Floats, words: Words) -> tuple[Int, Int]:
    """What Python calls: the action for the view in a one-element array."""
    kind, amount = decide(address, views[0], params, memory, words)
    return kind, amount


@kernel
def witness(address: Int, views: Record, params: Floats, memory: Floats, words: Words) -> None:
    """What Python calls: a hand is over."""
    learn(address, views[0], params, memory, words)
