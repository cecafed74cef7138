"""How far the partner's estimates were off when they were measured: `riverboat.training.partner_errors` made the file.

Estimates and errors are shares of the pot with a call and a bet of up to the pot; at dice they are points. An estimate
is compared with those of its size: between two groups of them the errors lie on a line.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from riverboat.arrays import Floats

FILE = Path(__file__).parent / "measured_errors.json"
#: A decision stays in for what it costs, or adds chips beyond that.
STAYS, ADDS = "stays", "adds"


class Off(NamedTuple):
    """How far an estimate may be off, and how far what it is about may lie below it.

    The latter is smaller where estimates of this size were too low.
    """

    error: float
    below: float


def off(game: str, street: int, estimate: float, *, adds: bool) -> Off:
    """How far an estimate of a street may be off; beyond the last street that was measured, that street's."""
    streets = _measured().get(game)
    if streets is None:  # it is being measured: nothing is known yet
        return Off(np.inf, np.inf)
    estimates, differences, noises = streets[min(street, len(streets) - 1)][adds]
    difference = float(np.interp(estimate, estimates, differences))
    noise = float(np.interp(estimate, estimates, noises))
    error = float(np.hypot(difference, noise))  # what chance alone may have hidden counts as error
    return Off(error, noise if difference < 0 else error)


@cache
def _measured() -> dict[str, list[dict[bool, Floats]]]:
    games = json.loads(FILE.read_text("utf-8"))["games"] if FILE.exists() else {}
    return {
        game: [
            {kind == ADDS: np.array(told["groups"], dtype=np.float64).T for kind, told in kinds.items()}
            for _, kinds in sorted(measured["streets"].items())
        ]
        for game, measured in games.items()
    }
