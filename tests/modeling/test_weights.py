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
    edge,
    frequency,
    place_values,
    ramp,
    responses,
    reweigh,
)
from riverboat.modeling.weights_layout import FIFTHS, PLACES, SEAT_TALLIES, SITUATIONS, TALLY
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


def _twin_edge(share: float) -> float:
    """The edge of a ramp that lies below just this share of all hands, by halving."""
    q = (np.arange(4000) + 0.5) / 4000
    low, high = -WIDTH, 1 + WIDTH
    for _ in range(50):
        middle = (low + high) / 2
        if np.clip(0.5 + (middle - q) / WIDTH, 0, 1).mean() < share:
            low = middle
        else:
            high = middle
    return low


def _twin_response(q: float, folds: float, raises: float, shown: np.ndarray) -> tuple[float, float, float]:
    """The chances of a fold, a call and a raise."""
    fold, stay = (np.clip(0.5 + (_twin_edge(share) - q) / WIDTH, 0, 1) for share in (folds, 1 - raises))
    fold = DOUBT * folds + (1 - DOUBT) * fold
    raised = DOUBT * raises + (1 - DOUBT) * (1 - stay)
    calls_shown, raises_shown = shown[:, min(4, int(q * 5))].tolist()
    share = (SHOWN * raised / (1 - fold) + raises_shown) / (SHOWN + calls_shown + raises_shown)
    return float(fold), float((1 - fold) * (1 - share)), float((1 - fold) * share)


def _twin_places(values: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Hand by hand: the weighted share of possible hands below it, those level with it half, in hundredths."""
    possible = values > 0
    total = weights[possible].sum()
    found = np.zeros(len(values))
    for at in np.flatnonzero(possible):
        below = weights[possible & (values < values[at])].sum()
        level = weights[possible & (values == values[at])].sum()
        found[at] = min(PLACES - 1, int(PLACES * (below + level / 2) / total))
    return found


def test_hands_have_their_place_among_the_usual_ones() -> None:
    rng = np.random.default_rng(7)
    values = rng.integers(0, 7463, HOLDINGS).astype(np.float64)
    values[:300] = rng.integers(0, 4, 300)
    weights, places = rng.random(HOLDINGS), np.zeros(HOLDINGS)
    place_values(values, weights, places)
    possible = values > 0
    assert np.array_equal(places[possible], _twin_places(values, weights)[possible])


@pytest.mark.parametrize("situation", [0, 3, 4, 11])
@pytest.mark.parametrize("act", [CALLS, RAISES])
def test_reweighing_equals_its_readable_twin(situation: int, act: int) -> None:
    rng = np.random.default_rng([situation, act])
    values = rng.integers(0, 60, HOLDINGS).astype(np.float64)
    weights, tally = rng.random(HOLDINGS), rng.integers(0, 9, SEAT_TALLIES).astype(np.float64)
    places = rng.integers(0, PLACES, HOLDINGS).astype(np.float64)
    if situation % 3 == 0 and situation:
        tally[situation * TALLY] = 0
    row = tally[situation * TALLY : (situation + 1) * TALLY]
    folds, _, raises = (row[:3] + TRUST * TYPICAL[situation]) / (row[:3].sum() + TRUST)
    shown = row[3:].reshape(2, FIFTHS)
    chances = [_twin_response((place + 0.5) / PLACES, folds, raises, shown)[act] for place in range(PLACES)]
    expected = np.where(values > 0, weights * np.array(chances)[places.astype(int)], 0)
    belief = Assumptions(TRUST, WIDTH, DOUBT, SHOWN)
    reweigh(weights, places, values, Deed(act, situation, 10), tally, belief)
    assert np.allclose(weights, expected / expected.max(), rtol=1e-4)


@pytest.mark.parametrize("width", [0.1, 0.6, 1.0])
def test_edges_are_so_soft_and_yet_leave_the_counted_share_below_them(width: float) -> None:
    """Who folds 1 % is modelled as folding 1 %: the old edges made 12 % of it."""
    q = (np.arange(2000) + 0.5) / 2000
    for share in (0.0, 0.01, 0.12, 0.5, 0.9, 0.99, 1.0):
        below = [ramp((edge(share, width) - each) / width) for each in q]
        assert np.mean(below) == pytest.approx(share, abs=1e-3)


def test_responses_come_to_the_counted_shares() -> None:
    tally = np.zeros(SEAT_TALLIES)
    tally[4 * TALLY : 4 * TALLY + 3] = (1, 30, 969)
    for doubt in (0.0, 0.4):
        folds, raises = responses(4, 10, tally, Assumptions(0.1, 0.9, doubt, SHOWN))
        assert folds.mean() == pytest.approx(0.001, abs=1e-3)
        assert raises.mean() == pytest.approx(0.969, abs=2e-3)
        assert np.all(folds + raises <= 1 + 1e-9)
        assert np.all(np.diff(folds) <= 0)
        assert np.all(np.diff(raises) >= 0)
