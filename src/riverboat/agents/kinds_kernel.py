"""The kinds of compiled agent: their numbers, where each decides and learns, and what all styles keep in memory.

A kind's functions take a view, parameters, memory and a generator (see `dispatch_kernel`). They are named and not
imported, so that a kind is compiled when one of it first sits down.
"""

from __future__ import annotations

from typing import NamedTuple

#: An agent that is not compiled: the arena asks Python.
EXTERNAL = 0
RANDOM, ALWAYS_CALL, ALWAYS_RAISE, STYLE, LOKI, EVOLVING, ALWAYS_FOLD = 1, 2, 3, 4, 5, 6, 7
ANN, ADAPTIVE_68, SWITCHER, ADAPTIVE = 20, 21, 22, 23

#: A style keeps the last hand whose strength it worked out, and that strength: it spares work, and tells nothing.
STYLE_MEMORY = 2


class Kind(NamedTuple):
    """The kernels of a kind: its file below `agents`, how it decides, and how it learns from hands, if it does."""

    file: str
    decides: str
    learns: str = ""


KINDS = {
    RANDOM: Kind("styles.same_kernel", "random_decides"),
    ALWAYS_CALL: Kind("styles.same_kernel", "call_decides"),
    ALWAYS_RAISE: Kind("styles.same_kernel", "raise_decides"),
    ALWAYS_FOLD: Kind("styles.same_kernel", "fold_decides"),
    STYLE: Kind("styles.style_kernel", "style_decides"),
    SWITCHER: Kind("styles.switcher_kernel", "switcher_decides", "switcher_learns"),
    LOKI: Kind("loki.loki_kernel", "loki_decides", "loki_learns"),
    ANN: Kind("neural.ann_kernel", "ann_decides"),
    ADAPTIVE_68: Kind("neural.neural_kernel", "adaptive_68_decides", "adaptive_68_learns"),
    ADAPTIVE: Kind("neural.adaptive_kernel", "adaptive_decides", "adaptive_learns"),
    EVOLVING: Kind("evolving.evolving_kernel", "evolving_decides", "evolving_learn"),
}
