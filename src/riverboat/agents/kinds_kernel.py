"""The numbers of the kinds of compiled agent, and how many numbers each kind keeps in memory."""

from __future__ import annotations

#: An agent that is not compiled: the arena asks Python.
EXTERNAL = 0
RANDOM, ALWAYS_CALL, ALWAYS_RAISE, STYLE, LOKI, EVOLVING = 1, 2, 3, 4, 5, 6
ANN, ADAPTIVE, SWITCHER = 20, 21, 22

#: A style keeps the last hand whose strength it worked out, and that strength: it spares work, and tells nothing.
STYLE_MEMORY = 2
