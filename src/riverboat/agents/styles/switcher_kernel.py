"""A player who changes style after so many hands: what an adaptive opponent has to notice."""

from __future__ import annotations

import numpy as np

from riverboat.agents.neural.neural_layout_kernel import AFTER, FIRST_STYLE, SECOND_STYLE, SEEN_HANDS
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
    which = params[FIRST_STYLE] if memory[SEEN_HANDS] < params[AFTER] else params[SECOND_STYLE]
    return style_wish(v, STYLE_PARAMS[np.int64(which) - 1], memory, words)


@kernel
def switcher_learn(memory: Floats) -> None:
    """Count a hand that is over."""
    memory[SEEN_HANDS] += 1.0
