"""Intervals from drawn flops, on a game small enough to know: limit Hold'em that ends after the betting on the flop."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest

from riverboat.agents import make_agent
from riverboat.agents.asked import bucket_strategy
from riverboat.arrays import Floats
from riverboat.intervals import standard_error
from riverboat.solving.limit.cards import flop_classes
from riverboat.solving.limit.estimate import draw_flops, exact_figure, sampled_figure
from riverboat.solving.limit.preflop import FirstStreet, classes_met, first_reach, flop_share
from riverboat.solving.limit.response import FlopResponse
from tests.solving.limit.twin import RandomBuckets

#: Drawn after the estimate and its thresholds were settled.
CONFIRMING = 911_582_824


@lru_cache(maxsize=4)
def _solved(name: str, streets: int = 2) -> tuple[FirstStreet, list[Floats]]:
    strategy = RandomBuckets(3) if name == "three buckets" else bucket_strategy(make_agent(name))
    first, solved = FirstStreet(reach=first_reach(strategy)), FlopResponse(strategy, streets=streets)
    return first, [flop_share(solved.values(each.cards, first.reach.by_holding)) for each in flop_classes()]


def test_classes_meet_all_holdings() -> None:
    np.testing.assert_allclose(classes_met().sum(axis=1), 1.0)
    assert classes_met()[0, 0] == pytest.approx(1 / 1225)  # aces meet one pair of aces


@pytest.mark.parametrize("name", ["always-call", "three buckets"])
def test_intervals_hold_the_exact_figure_90_times_in_100(name: str) -> None:
    """The luck of flops is judged by another strategy's flops, as in the real game by those of a shorter game."""
    _hold(name, 20)


@pytest.mark.prove
@pytest.mark.parametrize("name", ["always-call", "three buckets"])
def test_intervals_hold_on_a_seed_that_was_drawn_afterwards(name: str) -> None:
    """Confirms the coverage: the seed was drawn when all else was settled, and played once."""
    _hold(name, CONFIRMING)


def _hold(name: str, seed: int) -> None:
    first, parts = _solved(name)
    _, short = _solved("rock")
    exact = exact_figure(first, parts).mean
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(100):
        drawn = draw_flops(rng, 24)
        found.append(sampled_figure(first, [parts[at] for at in drawn], drawn, short))
    assert sum(each.low <= exact <= each.high for each in found) >= 90
    lower, upper = np.array([each.lower for each in found]), np.array([each.upper for each in found])
    # On average the lower figure is not above the exact one, nor the upper one below it.
    assert lower.mean() - 3 * standard_error(lower) < exact < upper.mean() + 3 * standard_error(upper)
    assert lower.mean() < upper.mean()


def test_a_shorter_game_that_says_it_all_leaves_no_luck() -> None:
    first, parts = _solved("three buckets")
    exact = exact_figure(first, parts).mean
    drawn = draw_flops(np.random.default_rng(1), 8)
    found = sampled_figure(first, [parts[at] for at in drawn], drawn, parts)
    assert found.mean == pytest.approx(exact, abs=1e-6)


@pytest.mark.prove
@pytest.mark.parametrize("name", ["tight-aggressive", "always-raise"])
def test_intervals_in_a_game_of_three_streets(name: str) -> None:
    """Hold'em that ends on the turn, every flop of it solved; the shorter game ends on the flop, as in the meter."""
    first, parts = _solved(name, 3)
    _, short = _solved(name, 2)
    exact = exact_figure(first, parts).mean
    rng = np.random.default_rng(21)
    held = 0
    for _ in range(100):
        drawn = draw_flops(rng, 16)
        found = sampled_figure(first, [parts[at] for at in drawn], drawn, short)
        held += found.low <= exact <= found.high
    assert held >= 90
