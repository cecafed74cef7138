"""Ctrl-C, also where a library swallows it: while kernels are compiled it comes out as an error of another name."""

from __future__ import annotations

import _thread
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_heard = False


def listen() -> None:
    """Remember from now on that Ctrl-C was pressed; where it is ignored it stays so."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _hear)
        sys.unraisablehook = _unraisable


def _hear(number: int, frame: FrameType | None) -> None:
    global _heard
    _heard = True
    signal.default_int_handler(number, frame)


def _unraisable(lost: sys.UnraisableHookArgs) -> None:
    """Ctrl-C while the compiler calls back into Python is dropped there, with a traceback: say it again, outside."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        again = threading.Timer(0.05, _thread.interrupt_main)
        again.daemon = True
        again.start()
    else:
        sys.__unraisablehook__(lost)


@contextmanager
def as_interrupt() -> Iterator[None]:
    """What goes wrong after Ctrl-C went wrong because of it."""
    try:
        yield
    except Exception:
        if _heard:
            raise KeyboardInterrupt from None
        raise


@contextmanager
def interrupts_noted() -> Iterator[Callable[[], bool]]:
    """Ctrl-C does not break off what runs in here: ask whether it was pressed, between steps. A second one does."""
    pressed = False

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        if pressed:
            _hear(number, frame)
        pressed = True

    before = signal.getsignal(signal.SIGINT)
    heeds = before not in (signal.SIG_IGN, None) and threading.current_thread() is threading.main_thread()
    if heeds:
        signal.signal(signal.SIGINT, note)
    try:
        yield lambda: pressed
    finally:
        if heeds:
            signal.signal(signal.SIGINT, before)
