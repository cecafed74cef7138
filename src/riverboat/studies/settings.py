"""How a study is run: its size, its seed, where it keeps what is done."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from riverboat.arena.work.executors import MakeExecutor


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What a user may choose about a run; equal settings give equal results, wherever it runs."""

    hands: int
    seed: int
    make_executor: MakeExecutor | None = None  # None: all work is done here
    folder: Path | None = None  # where finished work is kept, so that an interrupted run goes on; None: nowhere
    resume: bool = False


@dataclass(frozen=True, kw_only=True)
class Step:
    """How far a study has come."""

    part: str
    done: int
    total: int
