"""Ctrl-C, also where a library swallows it: while kernels are compiled it comes out as an error of another name."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_heard = False


def listen() -> None:
    """Remember from now on that Ctrl-C was pressed; where it is ignored it stays so."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _hear)


def _hear(number: int, frame: FrameType | None) -> None:
    global _heard
    _heard = True
    signal.default_int_handler(number, frame)


@contextmanager
def as_interrupt() -> Iterator[None]:
    """What goes wrong after Ctrl-C went wrong because of it."""
    try:
        yield
    except Exception:
        if _heard:
            raise KeyboardInterrupt from None
        raise
