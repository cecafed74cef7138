"""Linear programs on what is used come to the value of the whole game."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from riverboat.games.bluff.dice import Dice
from riverboat.solving.bluff.form import bluff_form
from riverboat.solving.bluff.tables import make_tables
from riverboat.solving.bluff.used import used_round
from riverboat.solving.bluff.used_program import restricted
from riverboat.solving.linear_program import solve_linear_program
from riverboat.solving.response import bounds
from riverboat.steps import run_to_end


@pytest.mark.parametrize(
    ("dice", "faces", "value"),
    [((1, 1), 4, Fraction(1, 16)), ((1, 1), 6, Fraction(-7, 258)), ((2, 1), 3, Fraction(4, 27))],
)
def test_what_is_used_is_worth_what_all_is(dice: tuple[int, int], faces: int, value: Fraction) -> None:
    tables = make_tables(Dice(dice=dice, faces=faces), check=False)
    found = run_to_end(used_round(tables, gap=1e-9, first_gap=0.01))
    assert found.low == pytest.approx(float(value), abs=1e-9)
    assert found.high == pytest.approx(float(value), abs=1e-9)
    assert found.sequences < tables.n_numbers


def test_a_game_of_all_its_sequences_is_the_game() -> None:
    form, _ = bluff_form(make_tables(Dice(dice=(1, 1), faces=3), check=False))
    masks = (np.ones(form.sides[0].n_sequences, bool), np.ones(form.sides[1].n_sequences, bool))
    again = restricted(form, masks)
    for old, new in zip(form.sides, again.sides, strict=True):
        assert np.array_equal(old.first, new.first)
        assert np.array_equal(old.parents, new.parents)
        assert np.array_equal(old.parent_start, new.parent_start)
    plans = solve_linear_program(again)
    assert bounds(again, plans.x, plans.y) == pytest.approx((1 / 9, 1 / 9))
