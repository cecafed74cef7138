"""Intervals and early stopping."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from riverboat.arena.matches.stopping import StoppingRule
from riverboat.errors import ArenaError
from riverboat.intervals import Statistic, bootstrap_interval, mean_interval


def test_students_interval_by_hand() -> None:
    found = mean_interval(np.array([1.0, 2.0, 3.0, 4.0]))
    half = 3.182446305284263 * math.sqrt(5 / 3 / 4)  # t(0.975, 3) from tables
    assert found.mean == 2.5
    assert found.low == pytest.approx(2.5 - half)
    assert found.high == pytest.approx(2.5 + half)


@pytest.mark.parametrize("interval", [mean_interval, bootstrap_interval])
def test_intervals_hold_what_they_promise(interval: object) -> None:
    """Of 400 samples about 95 % of the intervals hold the truth; an interval half as wide would not."""
    rng = np.random.default_rng(5)
    held, narrow = 0, 0
    for _ in range(400):
        found = interval(rng.normal(0.3, 2.0, size=40))  # type: ignore[operator]
        held += found.low <= 0.3 <= found.high
        narrow += found.low + (found.high - found.low) / 4 <= 0.3 <= found.high - (found.high - found.low) / 4
    assert stats.binomtest(held, 400, 0.94).pvalue > 0.001
    assert stats.binomtest(narrow, 400, 0.94).pvalue < 0.001


def test_few_values() -> None:
    assert mean_interval(np.array([])).mean is None
    assert mean_interval(np.array([1.0])) == Statistic(mean=1.0, low=None, high=None, n=1)
    assert bootstrap_interval(np.array([2.0, 2.0, 2.0])).low == 2.0


def test_the_bootstrap_repeats_and_is_near_the_t_interval() -> None:
    values = np.random.default_rng(1).normal(size=300)
    first, second, t = bootstrap_interval(values), bootstrap_interval(values), mean_interval(values)
    assert first == second
    assert first.low == pytest.approx(t.low, abs=0.02)
    assert first.high == pytest.approx(t.high, abs=0.02)


def test_the_bootstrap_of_many_values_is_near_the_t_interval() -> None:
    values = np.random.default_rng(1).exponential(size=50_003)
    many, t = bootstrap_interval(values), mean_interval(values)
    assert many.mean == t.mean
    assert many.n == 50_003
    assert t.low is not None
    assert t.high is not None
    assert many.low == pytest.approx(t.low, abs=0.1 * (t.high - t.low))
    assert many.high == pytest.approx(t.high, abs=0.1 * (t.high - t.low))


def test_looking_often_does_not_make_luck_significant() -> None:
    """Under the null a rule with five looks stops in at most 5 % of the runs; looking at 95 % each time does not."""
    rule = StoppingRule(looks=5)
    moments = rule.moments(50)
    assert moments == (10, 20, 30, 40, 50)
    rng = np.random.default_rng(2)
    stopped, naive = 0, 0
    for _ in range(600):
        values = rng.normal(size=50 * 20)
        stopped += any(rule.decided(values[: 20 * at]) for at in moments)
        plain = [mean_interval(values[: 20 * at]) for at in moments]
        naive += any(not (each.low or 0) <= 0 <= (each.high or 0) for each in plain)
    assert stopped / 600 <= 0.05
    assert naive / 600 > 0.08


def test_a_clear_lead_stops_early() -> None:
    rule = StoppingRule(looks=4)
    assert rule.decided(np.random.default_rng(3).normal(0.5, 1, size=400))
    assert rule.confidence == pytest.approx(0.9875)
    assert rule.moments(3) == (1, 2, 3)
    with pytest.raises(ArenaError, match="1 looks are not possible"):
        StoppingRule(looks=1)
