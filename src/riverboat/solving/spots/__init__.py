"""Spots of Hold'em after the flop, solved: make a `Spot`, `estimate` it, `solve_spot` it, look `at` its nodes."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from riverboat.solving.spots.estimates import SpotEstimate, estimate
    from riverboat.solving.spots.locks import Lock
    from riverboat.solving.spots.node import ClassRow, SpotNode
    from riverboat.solving.spots.run import SpotProgress, SpotRun, solve_spot, spot_steps
    from riverboat.solving.spots.solution import SpotSolution
    from riverboat.solving.spots.spot import Spot, spot_from_json
    from riverboat.solving.spots.spot_files import resume_run

_HOMES = {
    "ClassRow": "node",
    "SpotEstimate": "estimates",
    "Lock": "locks",
    "Spot": "spot",
    "SpotNode": "node",
    "SpotProgress": "run",
    "SpotRun": "run",
    "SpotSolution": "solution",
    "estimate": "estimates",
    "resume_run": "spot_files",
    "solve_spot": "run",
    "spot_from_json": "spot",
    "spot_steps": "run",
}

__all__ = [
    "ClassRow",
    "Lock",
    "Spot",
    "SpotEstimate",
    "SpotNode",
    "SpotProgress",
    "SpotRun",
    "SpotSolution",
    "estimate",
    "resume_run",
    "solve_spot",
    "spot_from_json",
    "spot_steps",
]


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
