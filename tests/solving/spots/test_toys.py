"""Kuhn and Leduc run through both solvers, so that each proves the other."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from riverboat.games import make_game
from riverboat.solving.response import nash_conv
from riverboat.solving.solver import solve
from riverboat.solving.spots.vectors.vector_game import VectorGame
from riverboat.solving.tree_form import tree_form
from tests.solving.spots.toys import kuhn, leduc
from tests.solving.test_solver import even


@pytest.mark.parametrize(("name", "make", "iterations"), [("kuhn", kuhn, 3000), ("leduc", leduc, 3000)])
def test_both_solvers_agree(name: str, make: Callable[[], VectorGame], iterations: int) -> None:
    game, form = make(), tree_form(make_game(name))
    plans = even(form)
    assert 2 * game.exploitability() * 2 == pytest.approx(nash_conv(form, plans.x, plans.y), abs=1e-5)
    for _ in range(iterations):
        game.iterate()
    value = solve(make_game(name)).value
    low, high = (2 * bound for bound in game.bounds())  # the pot is 2 at the start
    assert low - 1e-5 <= value <= high + 1e-5
    assert high - low < 1e-3
    assert 2 * game.followed().oop == pytest.approx(value, abs=2e-4)
