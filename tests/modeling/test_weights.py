"""Weight tables and re-weighting against readable twins."""

from __future__ import annotations

import numpy as np
import pytest

from riverboat.cards.holdings import CLASS_OF_NAME, HOLDINGS
from riverboat.modeling.weights import SHARES, class_weights, default_weights
from riverboat.modeling.weights_kernel import (
    CALLS,
    FOLDS,
    RAISES,
    TYPICAL,
    TYPICAL_TWO,
    Assumptions,
    Deed,
    frequency,
    likelihood,
    rank_values,
    reweigh,
)
from riverboat.modeling.weights_layout import FIFTHS, SEAT_TALLIES, SITUATIONS, TALLY
from riverboat.odds.starting_hands import starting_hands

WIDTH, DOUBT, TRUST, SHOWN = 0.5, 0.05, 20.0, 3.0


def test_default_weights_fall_with_the_income_rate() -> None:
    for seats in (2, 6, 10):
        by_class = class_weights(default_weights(seats))
        order = np.argsort(SHARES[seats - 2], kind="stable")
        assert np.all(np.diff(default_weights(seats)[order]) <= 0)
        assert by_class[CLASS_OF_NAME["AA"]] == 1
        worst = starting_hands().ranked(seats)[-1]  # 72o at a full table, 32o heads-up
        assert 0 < by_class[CLASS_OF_NAME[worst]] <= 0.1
    assert default_weights(2).mean() > 2 * default_weights(10).mean()


def test_typical_players_do_something() -> None:
    for table in (TYPICAL, TYPICAL_TWO):
        assert table.shape == (SITUATIONS, 3)
        assert np.allclose(table.sum(axis=1), 1)
        assert np.all(table[3::3, FOLDS] == 0)  # nobody folds where checking is free


def test_frequencies_mix_what_was_seen_with_the_typical() -> None:
    tally = np.zeros(SEAT_TALLIES)
    tally[4 * TALLY : 4 * TALLY + 3] = (10, 20, 70)
    expected = (70 + TRUST * TYPICAL[4, RAISES]) / (100 + TRUST)
    assert frequency(tally, 4, 10, RAISES, TRUST) == pytest.approx(expected)
    assert sum(frequency(tally, 4, 10, act, TRUST) for act in (FOLDS, CALLS, RAISES)) == pytest.approx(1)


def _twin_likelihood(q: float, act: int, folds: float, raises: float, shown: np.ndarray) -> float:
    fold = float(np.clip(0.5 + (folds - q) / WIDTH, 0, 1)) if folds else 0.0
    share = float(np.clip(0.5 + (q - (1 - raises)) / WIDTH, 0, 1))
    calls_shown, raises_shown = shown[:, min(4, int(q * 5))].tolist()
    share = (SHOWN * share + raises_shown) / (SHOWN + calls_shown + raises_shown)
    chance = {FOLDS: fold, CALLS: (1 - fold) * (1 - share), RAISES: (1 - fold) * share}[act]
    return float(DOUBT + (1 - 2 * DOUBT) * chance)


def _twin_reweigh(weights: np.ndarray, values: np.ndarray, act: int, tally: np.ndarray, situation: int) -> np.ndarray:
    """Hand by hand: the weighted share of hands below it, then the chance of the action."""
    possible = values > 0
    total = weights[possible].sum()
    row = tally[situation * TALLY : (situation + 1) * TALLY]
    seen = row[:3].sum()
    folds, _, raises = (row[:3] + TRUST * TYPICAL[situation]) / (seen + TRUST)
    found = np.zeros_like(weights)
    for at in np.flatnonzero(possible):
        below = weights[possible & (values < values[at])].sum()
        level = weights[possible & (values == values[at])].sum()
        q = (below + level / 2) / total
        found[at] = weights[at] * _twin_likelihood(q, act, folds, raises, row[3:].reshape(2, FIFTHS))
    scaled: np.ndarray = found / found.max()
    return scaled


@pytest.mark.parametrize("situation", [0, 3, 4, 11])
@pytest.mark.parametrize("act", [CALLS, RAISES])
def test_reweighing_equals_its_readable_twin(situation: int, act: int) -> None:
    rng = np.random.default_rng([situation, act])
    values = rng.integers(0, 60, HOLDINGS).astype(np.float64)
    weights, tally = rng.random(HOLDINGS), rng.integers(0, 9, SEAT_TALLIES).astype(np.float64)
    if situation % 3 == 0 and situation:
        tally[situation * TALLY] = 0
    expected = _twin_reweigh(weights, values, act, tally, situation)
    ranks = np.zeros(HOLDINGS)
    n_ranks = rank_values(values, ranks)
    assert n_ranks == len(set(values[values > 0]))
    belief = Assumptions(TRUST, WIDTH, DOUBT, SHOWN)
    reweigh(weights, ranks, values, n_ranks, Deed(act, situation, 10, -1), tally, belief)
    assert np.allclose(weights, expected)


def test_chances_of_all_actions_sum_to_one_but_for_doubt() -> None:
    tally = np.zeros(SEAT_TALLIES)
    for q in np.linspace(0, 1, 21):
        belief = Assumptions(TRUST, WIDTH, 0.0, SHOWN)
        total = sum(likelihood(q, act, 0.4, 0.2, belief, tally, 4) for act in (FOLDS, CALLS, RAISES))
        assert total == pytest.approx(1)
