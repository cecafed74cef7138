"""Compiling behind the open page, once, in the order in which tables need it; the page shows how far it is."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from fastapi import APIRouter, Request
from pydantic import BaseModel

router = APIRouter(prefix="/api", tags=["lobby"])


class CompileProgress(BaseModel):
    """How far compiling is: groups done, groups in all, and the group that is being compiled (none at the end)."""

    done: int
    groups: int
    now: str | None


class Compiling:
    """A thread that makes one small call after another. What is compiled already only has to be read."""

    def __init__(self, steps: Sequence[tuple[str, Callable[[], object]]]) -> None:
        self._steps = steps
        self._done = 0
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="riverboat-compiling", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End after the group that is being compiled: LLVM can't be interrupted."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        for _, compile_now in self._steps:
            if self._stopped.is_set():
                return
            compile_now()
            self._done += 1

    @property
    def progress(self) -> CompileProgress:
        """How far it is."""
        done = self._done
        now = self._steps[done][0] if done < len(self._steps) and self._thread.is_alive() else None
        return CompileProgress(done=done, groups=len(self._steps), now=now)


@router.get("/compiling")
def compiling(request: Request) -> CompileProgress:
    """How far compiling is, which happens once after an installation, behind the open page."""
    known: Compiling = request.app.state.compiling
    return known.progress
