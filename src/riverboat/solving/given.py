"""Strategies that somebody gives, measured: what each secures, and how much both can be exploited."""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from riverboat.games.bluff.game import BluffGame, BluffRules
from riverboat.games.protocol import Game
from riverboat.solving.bluff.files import load_strategies
from riverboat.solving.bluff.form import bluff_form
from riverboat.solving.bluff.round import FORM_FITS, BluffSize
from riverboat.solving.bluff.run import BluffRun
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
    infosets: int
    elapsed_s: float

    @property
    def exploitability(self) -> float:
        """The mean of what both could gain by best responses, each against the other's strategy."""
        return max(self.high - self.low, 0.0) / 2

    def to_json(self) -> dict[str, Any]:
        """As the command line prints it."""
        return {
            "game": self.game,
            "value": self.value,
            "value_exact": None,
            "low": self.low,
            "high": self.high,
            "exploitability": self.exploitability,
            "method": "best response",
            "infosets": self.infosets,
            "elapsed_s": self.elapsed_s,
        }


def measure_steps(game: Game, path: Path) -> Generator[Progress, None, Measured]:
    """Measure the strategies in a file (.json, or bluff's .npz) by best responses on the whole game."""
    start = time.perf_counter()
    rules = game.rules if isinstance(game, BluffGame) else None
    if path.suffix == ".npz" and rules is not None:
        return _measured_round(rules, path, start)
    strategies = read_strategies(path)
    form, plans = None, None
    if rules is not None:
        form, plans = _merged(rules, strategies)
    if form is None or plans is None:
        yield Progress(part="walking through the game")
        form = tree_form(game)
        plans = given_plans(form, strategies)
    assert plans is not None
    yield Progress(part="best responses")
    low, high = bounds(form, plans.x, plans.y)
    return Measured(
        game=game.name,
        low=low,
        high=high,
        value=form.value(plans.x, plans.y),
        infosets=form.n_infosets,
        elapsed_s=time.perf_counter() - start,
    )


def _measured_round(rules: BluffRules, path: Path, start: float) -> Measured:
    """Strategies of a round as they are played from: over the tree of bids, however large it is."""
    from riverboat.errors import GameError

    of, strategies = load_strategies(path)
    if of != rules:
        dice = ",".join(map(str, of.dice))
        told = f"--dice {dice} --faces {of.faces}" + " --check" * of.check
        raise GameError(f"{path.name} is of another round: riverboat solve bluff {told} --strategy {path.name}")
    run = BluffRun(strategies.tables, "dcfr")
    run.average = np.asarray(strategies.numbers, np.float32)
    low, high = run.bounds()
    infosets = strategies.tables.n_numbers
    elapsed = time.perf_counter() - start
    return Measured(game="bluff", low=low, high=high, value=None, infosets=infosets, elapsed_s=elapsed)


def _merged(rules: BluffRules, strategies: StrategyFile) -> tuple[SequenceForm | None, Plans | None]:
    """The small form of a round, where rolls that are alike are played alike."""
    tables = BluffSize(rules=rules).tables if rules.seats == 2 else None
    if tables is None or tables.n_numbers > FORM_FITS:
        return None, None
    form, _ = bluff_form(tables)
    return form, given_plans(form, strategies)


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
