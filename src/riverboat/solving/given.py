"""Strategies that somebody gives, measured: what each secures, and how much both can be exploited."""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from riverboat.games.protocol import Game
from riverboat.solving.form import SequenceForm
from riverboat.solving.linear_program import Plans, clean_plan
from riverboat.solving.response import bounds
from riverboat.solving.solution import Progress
from riverboat.solving.strategy_files import StrategyFile, infosets_of, read_strategies
from riverboat.solving.tree_form import tree_form


@dataclass(frozen=True, kw_only=True)
class Measured:
    """What two given strategies are worth: `low` is what the first player's secures, `high` what the second's concedes.

    `value` is what the first player gets when both meet; None where it was not computed.
    """

    game: str
    low: float
    high: float
    value: float | None
    elapsed_s: float

    @property
    def exploitability(self) -> float:
        """The mean of what both could gain by best responses, each against the other's strategy."""
        return max(self.high - self.low, 0.0) / 2

    def to_json(self) -> dict[str, Any]:
        """The measurement as the command line prints it."""
        return {
            "game": self.game,
            "value": self.value,
            "value_exact": None,
            "low": self.low,
            "high": self.high,
            "exploitability": self.exploitability,
            "method": "best response",
            "elapsed_s": self.elapsed_s,
        }


def measure_steps(game: Game, path: Path) -> Generator[Progress, None, Measured]:
    """Measure the strategies in a .json file by best responses on the whole game."""
    start = time.perf_counter()
    strategies = read_strategies(path)
    yield Progress(part="walking through the game")
    form = tree_form(game)
    plans = given_plans(form, strategies)
    assert plans is not None
    yield Progress(part="best responses")
    return measured(form, plans, game.name, start)


def measured(form: SequenceForm, plans: Plans, game: str, start: float) -> Measured:
    """What two plans are worth; `start` is when the work on them began."""
    low, high = bounds(form, plans.x, plans.y)
    value = form.value(plans.x, plans.y)
    return Measured(game=game, low=low, high=high, value=value, elapsed_s=time.perf_counter() - start)


def given_plans(form: SequenceForm, strategies: StrategyFile) -> Plans | None:
    """The plans of given strategies; None where information sets that the form joins are not played alike."""
    plans = []
    for player, side in enumerate(form.sides):
        raw = np.zeros(side.n_sequences)
        for at in range(side.n_infosets):
            infoset, actions = form.name(player, at)
            rows = [strategies.chances(player, each, actions) for each in infosets_of(infoset)]
            if any(row != rows[0] for row in rows):
                return None
            raw[side.first[at] : side.first[at] + side.count[at]] = [float(p) for p in rows[0]]
        plans.append(clean_plan(side, raw))
    return Plans(x=plans[0], y=plans[1])
