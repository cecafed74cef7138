"""A player who changes style after this many hands: what an adaptive opponent has to notice."""

from __future__ import annotations

import numpy as np

from riverboat.agents.bet_mapping_kernel import act
from riverboat.agents.neural import neural_layout_kernel as at
from riverboat.agents.styles.parameters import STYLES
from riverboat.agents.styles.style_kernel import style_wish
from riverboat.arrays import Floats, Words
from riverboat.games.engine.layout_kernel import Int, Record
from riverboat.kernel import kernel

#: The parameters of the styles, a row each.
STYLE_PARAMS = np.array([[parameter.default for parameter in entry.parameters] for entry in STYLES])


@kernel
def switcher_wish(
    v: Record,
    params: Floats,
    memory: Floats,
    words: Words,
) -> Int:
    """What the style of the moment would do."""
    which = params[at.FIRST_STYLE] if memory[at.SEEN_HANDS] < params[at.AFTER] else params[at.SECOND_STYLE]
    return style_wish(v, STYLE_PARAMS[np.int64(which) - 1], memory, words)


@kernel
def switcher_learn(memory: Floats) -> None:
    """Count a hand that is over."""
    memory[at.SEEN_HANDS] += 1.0


@kernel
def switcher_decides(v: Record, params: Floats, memory: Floats, words: Words) -> tuple[Int, Int]:
    """The style of the moment, as an action."""
    return act(v, switcher_wish(v, params, memory, words), words)


@kernel
def switcher_learns(v: Record, params: Floats, memory: Floats, words: Words) -> None:
    """The style of the moment, after a hand."""
    switcher_learn(memory)
