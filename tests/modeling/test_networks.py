"""Networks: gradients against differences, learning, scores by hand."""

from __future__ import annotations

import numpy as np
import pytest

from riverboat.errors import AgentError
from riverboat.modeling.networks import (
    Network,
    gradients,
    new_network,
    reliability,
    scores,
    targets,
    train_steps,
)
from riverboat.steps import run_to_end


def _loss(network: Network, x: np.ndarray, wanted: np.ndarray) -> float:
    out = network.activations(x)[-1]
    if network.modern:
        return float(-np.mean(np.sum(wanted * np.log(out) + (1 - wanted) * np.log(1 - out), axis=1)))
    return float(np.mean(np.sum((out - wanted) ** 2, axis=1)) / 2)


@pytest.mark.parametrize(("modern", "hidden"), [(False, ()), (False, (3,)), (True, (4,)), (True, (4, 3))])
def test_gradients_agree_with_differences(modern: bool, hidden: tuple[int, ...]) -> None:
    rng = np.random.default_rng(1)
    x = rng.random((7, 5))
    network = new_network(5, hidden, 2, modern=modern, x=x)
    wanted = targets((rng.random(7) < 0.5).astype(float), network.sizes[-1])
    for layer, grad in zip(network.layers, gradients(network, x, wanted), strict=True):
        for place in ((0, 0), (-1, -1)):
            kept = layer[place]
            losses = []
            for step in (1e-6, -1e-6):
                layer[place] = kept + step
                losses.append(_loss(network, x, wanted))
            layer[place] = kept
            assert grad[place] == pytest.approx((losses[0] - losses[1]) / 2e-6, rel=1e-4, abs=1e-8)


def _learn(network: Network, x: np.ndarray, y: np.ndarray, epochs: int) -> Network:
    return run_to_end(train_steps(network, (x, y), (x, y), epochs=epochs, seed=1))


@pytest.mark.parametrize("modern", [False, True])
def test_a_network_learns_what_the_base_rate_can_not(modern: bool) -> None:
    rng = np.random.default_rng(4)
    x = rng.random((2000, 2))
    y = (x[:, 0] > 0.6).astype(float)
    best = _learn(new_network(2, (4,), 1, modern=modern, x=x), x, y, 40)
    base = float(y.mean() * (1 - y.mean()))
    assert best.tne(x, y) < 0.3 * base
    assert scores(best.aggressive(x), y).accuracy > 0.95


def test_nothing_is_learnt_from_noise_and_training_stops_early() -> None:
    rng = np.random.default_rng(5)
    x, y = rng.random((600, 2)), (rng.random(600) < 0.3).astype(float)
    check = rng.random((600, 2)), (rng.random(600) < 0.3).astype(float)
    steps = train_steps(new_network(2, (4,), 1), (x, y), check, epochs=200, seed=1, patience=5)
    epochs = list(steps)
    assert len(epochs) < 200
    assert min(epoch.validation for epoch in epochs) > 0.95 * 0.3 * 0.7


def test_scores_by_hand() -> None:
    found = scores(np.array([0.9, 0.2, 0.6]), np.array([1.0, 0.0, 0.0]))
    assert found.brier == pytest.approx((0.01 + 0.04 + 0.36) / 3)
    assert found.accuracy == pytest.approx(2 / 3)
    assert found.log_loss == pytest.approx(-(np.log(0.9) + np.log(0.8) + np.log(0.4)) / 3)


def test_reliability_bins_hold_every_decision_once() -> None:
    predicted = np.array([0.05, 0.05, 0.55, 1.0])
    bins = reliability(predicted, np.array([0.0, 1.0, 1.0, 1.0]))
    assert [count for _, _, count in bins] == [2, 1, 1]
    assert bins[0][1] == 0.5


def test_tne_of_complementary_outputs_is_a_brier_score() -> None:
    network = new_network(2, (), 1)
    network.layers[0][0] = -network.layers[0][1]
    x, y = np.random.default_rng(0).random((50, 2)), np.zeros(50)
    assert network.tne(x, y) == pytest.approx(scores(network.aggressive(x), y).brier)


def test_too_few_decisions_are_refused() -> None:
    empty = np.zeros((0, 2)), np.zeros(0)
    with pytest.raises(AgentError, match="too few"):
        next(train_steps(new_network(2, (), 1), empty, empty, epochs=1, seed=1))


@pytest.mark.parametrize("hidden", [(), (3,)])
def test_a_scale_inside_the_weights_says_the_same(hidden: tuple[int, ...]) -> None:
    rng = np.random.default_rng(3)
    x = rng.normal((0.5, 0.1, 0.001), (0.2, 0.05, 0.0015), (40, 3))
    scaled = new_network(3, hidden, 5, x=x)
    plain = scaled.unscaled()
    assert plain.middle.tolist() == [0, 0, 0]
    assert plain.spread.tolist() == [1, 1, 1]
    assert plain.activations(x)[-1].ravel().tolist() == pytest.approx(scaled.activations(x)[-1].ravel().tolist())


def test_an_input_that_hardly_moves_is_learnt_from_where_it_is_scaled() -> None:
    """Only the second input says anything, and it moves by a thousandth: without a scale nothing is learnt from it."""
    rng = np.random.default_rng(7)
    x = rng.normal(0, (1, 0.001), (2000, 2))
    y = (x[:, 1] > 0).astype(np.float64)
    errors = [_learn(new_network(2, (2,), 1, x=told), x, y, 40).tne(x, y) for told in (x, None)]
    assert errors[0] < 0.1 < 0.24 < errors[1]
