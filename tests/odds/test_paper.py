"""The figures of two papers, ours beside theirs."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest

from riverboat.cards.cards import parse_cards
from riverboat.cards.evaluator import evaluate
from riverboat.odds import paper
from riverboat.odds.equity import equity
from riverboat.odds.paper import Line, compare


@cache
def _lines() -> dict[str, list[Line]]:
    by_table: dict[str, list[Line]] = {}
    for line in compare(seed=1):
        by_table.setdefault(line.table, []).append(line)
    return by_table


def test_lokibot_example_is_exact_in_every_count() -> None:
    lines = _lines()["Lokibot"]
    assert len(lines) == 18
    for line in lines:
        assert line.ours == line.theirs if line.theirs == int(line.theirs) else round(line.ours, 3) == line.theirs


def test_table_4_true_values_are_wins_without_ties_but_for_a8() -> None:
    lines = _lines()["4"]
    assert len(lines) == 22
    off = {line.name: line.ours for line in lines if line.name.endswith("true") and abs(line.ours - line.theirs) > 0.1}
    assert off == {"Ah8s, true": pytest.approx(58.37, abs=0.005)}  # the thesis: 60.5, which is the suited hand's
    suited = equity("Ah8h", opponents=1, method="exact").players[0].win.mean
    assert round(100 * suited, 1) == 60.5
    assert all(abs(line.ours - line.theirs) < 1 for line in lines if line.name.endswith("simulated"))


@pytest.mark.parametrize("table", ["4", "5", "6"])
def test_simulated_values_lie_within_3_5_standard_errors(table: str) -> None:
    for line in _lines()[table]:
        assert abs(line.deviation) < 3.5, line


def test_table_5_cells_that_are_off_in_the_thesis() -> None:
    # READINGS part 4: wins, thesis against exact.
    ours = {line.name: round(line.ours, 1) for line in _lines()["5"]}
    assert ours["2d5s pre-flop"] == 31.2
    assert ours["2d5s river"] == 87.0
    assert ours["8s9s river"] == 98.2
    assert ours["5s5c pre-flop"] == 59.6
    assert ours["5s5c river"] == 0.0


#: READINGS part 4: 40 million simulations each, to 0.01; and Algorithm 1 by an independent 400,000.
WINS = (84.92, 73.21, 63.61, 55.63, 48.98, 43.30, 38.52, 34.40, 30.86)
EQUITY = (85.20, 73.43, 63.83, 55.86, 49.20, 43.53, 38.74, 34.62, 31.07)
ALGORITHM_1 = (85.2, 73.6, 64.0, 56.1, 49.4, 43.9, 39.0, 35.0, 31.5)


@pytest.mark.parametrize(
    ("reading", "known", "error"), [("wins", WINS, 0.01), ("equity", EQUITY, 0.01), ("Algorithm 1", ALGORITHM_1, 0.08)]
)
def test_table_6_is_simulated_as_others_found_it(reading: str, known: tuple[float, ...], error: float) -> None:
    lines = [line for line in _lines()["6"] if line.name.endswith(reading)]
    for line, right in zip(lines, known, strict=True):
        assert line.simulated is not None
        assert not line.counted
        assert abs(line.ours - right) < 4 * math.hypot(line.simulated.error, error), line


def test_algorithm_1_is_the_thesiss_pseudo_code() -> None:
    """A readable twin on the same cards; and what it calls a draw is worth more than a draw."""

    def simulate(hole: list[int], board: list[int], others: list[list[int]]) -> float:
        mine = evaluate([*hole, *board])
        for other in others:
            his = evaluate([*other, *board])
            if his > mine:
                return 0.0
            if his == mine:
                return 0.5
        return 1.0

    opponents, games, hole = 4, 3_000, parse_cards("9c8d")
    deck = np.setdiff1d(np.arange(52, dtype=np.uint8), np.array(hole, dtype=np.uint8))
    scores = []
    for row in paper._dealt(deck, games, 5 + 2 * opponents, np.random.default_rng(4)).tolist():
        assert len({*hole, *row}) == 15
        others = [row[5 + 2 * at : 7 + 2 * at] for at in range(opponents)]
        scores.append(simulate(list(hole), row[:5], others))
    found = paper.algorithm_1("9c8d", opponents, games, np.random.default_rng(4))
    assert found.mean == pytest.approx(np.mean(scores))
    right = equity("9c8d", opponents=opponents, method="simulate", simulations=400_000, seed=1).players[0]
    assert paper.algorithm_1("9c8d", opponents, 400_000, np.random.default_rng(5)).low > right.equity.mean


def test_tables_2_and_3_spread_shrinks_with_simulations() -> None:
    spreads = [line.ours for line in _lines()["2"] if line.name.endswith("range")]
    assert spreads == sorted(spreads, reverse=True)
    assert all(line.ours < line.theirs for line in _lines()["3"])
