"""The river that OpenSpiel is given is the one that we solve: as a game of the protocol it has the same value."""

from __future__ import annotations

from dataclasses import replace

import pytest
from benchmarks.spots import RIVER, TARGET, RiverGame

from riverboat.games import read_efg, write_efg
from riverboat.solving.settings import Wish
from riverboat.solving.solver import solve
from riverboat.solving.spots import solve_spot


def test_the_river_as_an_efg_file_is_worth_what_the_spot_is() -> None:
    small = replace(RIVER, oop="QhQd,AhQh,8c7c,Ah5h", ip="9h9c,KhQh,Js8s", bets="50%,a", raises="a")
    game = read_efg("".join(write_efg(RiverGame(small))))
    value = solve(game, Wish(method="lp")).value
    found = solve_spot(small, target=1e-5, precise=True)
    assert value + small.pot / 2 == pytest.approx(found.ev[0], abs=1e-3 * small.pot)
    assert 5 < found.ev[0] < 195  # nobody has it all


def test_the_river_of_the_benchmark_is_no_walk_over() -> None:
    found = solve_spot(RIVER, target=TARGET)
    assert found.iterations > 50
    assert 0.3 < found.ev[0] / RIVER.pot < 0.7
