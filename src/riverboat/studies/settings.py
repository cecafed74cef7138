"""How a study is run: its size, its seed, where it keeps what is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from riverboat.arena.work.executors import MakeExecutor
from riverboat.steps import Checkpoint, work_name


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of a run that a user may choose; equal settings give equal results, wherever it runs."""

    hands: int
    seed: int
    make_executor: MakeExecutor | None = None  # None: all work is done here
    folder: Path | None = None  # where finished work is kept, so that an interrupted run goes on; None: nowhere
    resume: bool = False

    def checkpoint(self, work: Mapping[str, Any], name: str = "study") -> Checkpoint | None:
        """Where the finished pieces of some work are kept, if they are."""
        if self.folder is None:
            return None
        return Checkpoint(self.folder / f"{name}-{work_name(work)}.jsonl", work)


@dataclass(frozen=True, kw_only=True)
class Step:
    """How far a study has come."""

    part: str
    done: int
    total: int
