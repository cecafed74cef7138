"""Strategies of a round of Bluff that somebody gives, measured: from JSON, or from the .npz that is played from."""

from __future__ import annotations

import time
from collections.abc import Generator
from pathlib import Path

import numpy as np

from riverboat.errors import GameError
from riverboat.games.bluff.game import BluffGame, BluffRules
from riverboat.solving.bluff.files import load_strategies
from riverboat.solving.bluff.form import bluff_form
from riverboat.solving.bluff.round import FORM_FITS, BluffSize, two_player_rules
from riverboat.solving.bluff.run import BluffRun
from riverboat.solving.given import Measured, given_plans, measure_steps, measured
from riverboat.solving.solution import Progress
from riverboat.solving.strategy_files import read_strategies


def measure_round_steps(rules: BluffRules, path: Path) -> Generator[Progress, None, Measured]:
    """Measure strategies by best responses on the whole round, merged where rolls that are alike are played alike."""
    start = time.perf_counter()
    tables = BluffSize(rules=two_player_rules(rules)).tables
    if path.suffix == ".npz":
        yield Progress(part="best responses over the tree of bids")
        return _measured_array(rules, path, start)
    if tables is not None and tables.n_numbers <= FORM_FITS:
        yield Progress(part="best responses")
        form, _ = bluff_form(tables)
        plans = given_plans(form, read_strategies(path))
        if plans is not None:
            return measured(form, plans, rules.name, start)
    return (yield from measure_steps(BluffGame(rules), path))


def _measured_array(rules: BluffRules, path: Path, start: float) -> Measured:
    of, strategies = load_strategies(path)
    if of != rules:
        dice = ",".join(map(str, of.dice))
        told = f"--dice {dice} --faces {of.faces}" + " --check" * of.check
        raise GameError(f"{path.name} is of another round: riverboat solve bluff {told} --strategy {path.name}")
    run = BluffRun(strategies.tables, "dcfr")
    run.average = np.asarray(strategies.numbers, np.float32)
    low, high = run.bounds()
    return Measured(game=rules.name, low=low, high=high, value=None, elapsed_s=time.perf_counter() - start)
