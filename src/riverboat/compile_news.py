"""Tells listeners when kernels are compiled; imports no compiler, so that a command can listen before it needs one."""

from __future__ import annotations

from collections.abc import Callable

_listeners: list[Callable[[str], None]] = []


def on_compile(tell: Callable[[str], None]) -> None:
    """Call `tell` with the kernel's name whenever one is really compiled, not loaded from the cache."""
    _listeners.append(tell)


def compiling(name: str) -> None:
    """Tell everyone that a kernel is being compiled."""
    for tell in _listeners:
        tell(name)
