"""The figures of two papers, ours beside theirs."""

from __future__ import annotations

from functools import cache

import pytest

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


def test_table_4_true_values_are_wins_without_ties() -> None:
    lines = _lines()["4"]
    assert len(lines) == 11
    for line in lines:
        assert abs(line.ours - line.theirs) <= 0.1, line


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


def test_tables_2_and_3_spread_shrinks_with_simulations() -> None:
    spreads = [line.ours for line in _lines()["2"] if line.name.endswith("range")]
    assert spreads == sorted(spreads, reverse=True)
    assert all(line.ours < line.theirs for line in _lines()["3"])
