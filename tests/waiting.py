"""Waiting for what is expected, however busy the machine: looked for again and again, given up only after long."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")

#: Longer than anything takes where nothing is wrong, also while others keep all cores busy and kernels are compiled.
PATIENCE_S = 180.0


def until(look: Callable[[], Found], what: str, *, pause: Callable[[float], object] = time.sleep) -> Found:
    """Look until there is something (anything true), and return it; `pause` lets the world go on in between."""
    end = time.monotonic() + PATIENCE_S
    while not (found := look()):
        if time.monotonic() > end:
            raise AssertionError(f"waited {PATIENCE_S:g} s in vain: {what}")
        pause(0.01)
    return found


def group_ends(group: int) -> None:
    """Wait until no process of a group is left."""

    def gone() -> bool:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        return False

    until(gone, "processes were left behind")
