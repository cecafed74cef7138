"""Fuzzy inference by number, and against a slow readable twin."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from riverboat.agents.stud.decision import FOLDING
from riverboat.modeling.fuzzy import GRID, RuleBase, Variable, trapezoids
from riverboat.modeling.tendencies import ASSESSMENT, BET, MODIFICATION, STRENGTH, TURN

HEAT = Variable("heat", 0.0, 10.0, {"cold": (0.0, 0.0, 2.0, 6.0), "hot": (4.0, 8.0, 10.0, 10.0)})
FAN = Variable("fan", 0.0, 1.0, {"slow": (0.0, 0.0, 0.0, 0.5), "fast": (0.5, 1.0, 1.0, 1.0)})
RULES = RuleBase((HEAT,), FAN, ("slow", "fast"))


@pytest.mark.parametrize(
    ("value", "cold", "hot"), [(0, 1, 0), (2, 1, 0), (4, 0.5, 0), (5, 0.25, 0.25), (6, 0, 0.5), (8, 0, 1), (12, 0, 1)]
)
def test_degrees_by_number(value: float, cold: float, hot: float) -> None:
    assert HEAT.degrees(value).tolist() == [cold, hot]


@pytest.mark.parametrize("variable", [STRENGTH, BET, TURN, HEAT, FAN])
def test_one_point_is_what_the_drawn_sets_say_and_words_cover_everything(variable: Variable) -> None:
    points = np.linspace(variable.low, variable.high, 57)
    drawn = trapezoids(variable.corners, points)
    for at, point in enumerate(points):
        assert variable.degrees(float(point)) == pytest.approx(drawn[:, at])
    if variable is not FAN:
        assert (drawn.max(axis=0) > 0).all()


def test_the_centre_of_gravity_of_a_single_conclusion() -> None:
    """A full triangle from 0 to 0.5 that falls has its centre at a third."""
    assert RULES.infer(0).value == pytest.approx(0.5 / 3, abs=0.003)
    assert RULES.infer(10).value == pytest.approx(1 - 0.5 / 3, abs=0.003)
    assert RULES.infer(5).value == pytest.approx(0.5, abs=1e-9)


def _twin(base: RuleBase, *values: float) -> float:
    """Min-max inference written out rule by rule and point by point."""
    low, high = base.output.low, base.output.high
    total = moment = 0.0
    for step in range(GRID):
        x = low + (high - low) * step / (GRID - 1)
        height = 0.0
        for rule, words in enumerate(itertools.product(*(variable.words for variable in base.inputs))):
            degree = min(
                _trapezoid(variable.sets[word], min(max(value, variable.low), variable.high))
                for variable, word, value in zip(base.inputs, words, values, strict=True)
            )
            height = max(height, min(degree, _trapezoid(base.output.sets[base.conclusions[rule]], x)))
        total += height
        moment += height * x
    return moment / total if total else 0.0


def _trapezoid(corners: tuple[float, ...], x: float) -> float:
    a, b, c, d = corners
    if x < a or x > d:
        return 0.0
    if x < b:
        return (x - a) / (b - a)
    return 1.0 if x <= c else (d - x) / (d - c)


@pytest.mark.parametrize("base", [RULES, FOLDING, ASSESSMENT, MODIFICATION])
def test_inference_is_what_the_slow_twin_says(base: RuleBase) -> None:
    rng = np.random.default_rng(1)
    for _ in range(15):
        values = [float(rng.uniform(variable.low, variable.high)) for variable in base.inputs]
        assert base.infer(*values).value == pytest.approx(_twin(base, *values), abs=1e-9)


def test_the_rules_that_fired_are_told_the_strongest_first() -> None:
    found = FOLDING.fired(FOLDING.infer(-0.5, 0.9, 1.0).degrees)
    assert found[0].conditions == ("clear", "much", "late")
    assert found[0].conclusion == "high"
    assert [rule.degree for rule in found] == sorted((rule.degree for rule in found), reverse=True)


def test_a_rule_base_needs_a_conclusion_for_every_rule() -> None:
    with pytest.raises(ValueError, match="1 conclusions for 2 rules"):
        RuleBase((HEAT,), FAN, ("slow",))
