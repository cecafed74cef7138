"""Small networks in NumPy: the thesis's, by plain backpropagation, and a wider one by today's means.

The thesis's networks are sigmoid throughout and have two outputs, defensive and aggressive; their error (TNE) is the
mean squared error, which for two complementary outputs is the Brier score of the aggressive one. The modern ones have
hidden layers of hyperbolic tangents, one sigmoid output, log loss and Adam. Both put their inputs on one scale where
they are told what these look like: plain backpropagation never comes to use an input that hardly moves.
"""

from __future__ import annotations

import itertools
from collections.abc import Generator
from dataclasses import dataclass, field

import numpy as np

from riverboat.arrays import Floats
from riverboat.errors import AgentError

#: How far plain backpropagation moves, at the beginning and at the end; the thesis names no rate.
RATE, LAST_RATE = 0.5, 0.05
BATCH = 32
_ADAM_RATE, _FADE_MEAN, _FADE_SQUARE, _DECAY = 0.002, 0.9, 0.999, 1e-4
_BINS = 10
#: An input that never moves is divided by this.
_LEAST_SPREAD = 1e-6


@dataclass(frozen=True, kw_only=True)
class Network:
    """Layers of weights; each row holds a neuron's inputs and, last, its bias."""

    layers: tuple[Floats, ...] = field(repr=False)
    modern: bool = False
    middle: Floats = field(repr=False)  # what is taken from the inputs first, and what they are then divided by
    spread: Floats = field(repr=False)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Inputs, hidden neurons of each layer, outputs."""
        return (*(layer.shape[1] - 1 for layer in self.layers), self.layers[-1].shape[0])

    def activations(self, x: Floats) -> list[Floats]:
        """The inputs and what every layer makes of them."""
        found = [(x - self.middle) / self.spread]
        for at, layer in enumerate(self.layers):
            sums = found[-1] @ layer[:, :-1].T + layer[:, -1]
            inner = self.modern and at < len(self.layers) - 1
            found.append(np.tanh(sums) if inner else 1 / (1 + np.exp(-sums)))
        return found

    def unscaled(self) -> Network:
        """This network with its scale inside the first layer's weights, for players that do not scale inputs."""
        first = self.layers[0].copy()
        first[:, :-1] /= self.spread
        first[:, -1] -= first[:, :-1] @ self.middle
        plain = np.zeros(len(self.middle)), np.ones(len(self.middle))
        return Network(layers=(first, *self.layers[1:]), modern=self.modern, middle=plain[0], spread=plain[1])

    def aggressive(self, x: Floats) -> Floats:
        """The chance of an aggressive action: of two outputs its share."""
        out = self.activations(x)[-1]
        return out[:, 0] if out.shape[1] == 1 else out[:, 1] / out.sum(axis=1)

    def tne(self, x: Floats, aggressive: Floats) -> float:
        """The thesis's total network error: the mean squared error over all outputs."""
        return float(np.mean((self.activations(x)[-1] - targets(aggressive, self.sizes[-1])) ** 2))


@dataclass(frozen=True, kw_only=True)
class NetworkEpoch:
    """How training stands: mean squared errors on the hands to learn from and on those to choose by."""

    epoch: int
    train: float
    validation: float


@dataclass(frozen=True, kw_only=True)
class Scores:
    """How good predicted chances are."""

    n: int
    base_rate: float
    brier: float
    log_loss: float
    accuracy: float


def targets(aggressive: Floats, outputs: int) -> Floats:
    """What the outputs shall say: two are complementary."""
    return aggressive[:, None] if outputs == 1 else np.stack([1 - aggressive, aggressive], axis=1)


def new_network(
    inputs: int, hidden: tuple[int, ...], seed: int, *, modern: bool = False, x: Floats | None = None
) -> Network:
    """A network with small random weights; where it is told of inputs, it puts them on one scale."""
    rng = np.random.default_rng(seed)
    sizes = (inputs, *hidden, 1 if modern else 2)
    layers = tuple(
        rng.normal(0, 1 / np.sqrt(below + 1), (above, below + 1)) for below, above in itertools.pairwise(sizes)
    )
    middle, spread = np.zeros(inputs), np.ones(inputs)
    if x is not None:
        middle, spread = x.mean(axis=0), x.std(axis=0) + _LEAST_SPREAD
    return Network(layers=layers, modern=modern, middle=middle, spread=spread)


def gradients(network: Network, x: Floats, wanted: Floats) -> list[Floats]:
    """How the error of a batch changes with every weight: squared error (thesis) or log loss (modern)."""
    found = network.activations(x)
    error = found[-1] - wanted
    if not network.modern:
        error = error * found[-1] * (1 - found[-1])
    grads = []
    for at in range(len(network.layers) - 1, -1, -1):
        below = found[at]
        grads.append(np.concatenate([error.T @ below, error.sum(axis=0)[:, None]], axis=1) / len(x))
        if at:
            error = error @ network.layers[at][:, :-1]
            error = error * ((1 - below * below) if network.modern else below * (1 - below))
    return grads[::-1]


def train_steps(
    network: Network,
    train: tuple[Floats, Floats],
    validation: tuple[Floats, Floats],
    *,
    epochs: int,
    seed: int,
    patience: int = 8,
) -> Generator[NetworkEpoch, None, Network]:
    """Train, telling after each epoch; answers with the network that was best on the validation hands.

    It stops early where that has not become better for `patience` epochs.
    """
    (x, aggressive), outputs = train, network.sizes[-1]
    if len(x) == 0 or len(validation[0]) == 0:
        raise AgentError("there are too few decisions to learn from")
    wanted = targets(aggressive, outputs)
    rng = np.random.default_rng(seed)
    step = _adam(network) if network.modern else _plain(network, epochs * -(-len(x) // BATCH))
    next(step)
    best, best_error, since = _copy(network), np.inf, 0
    for epoch in range(1, epochs + 1):
        order = rng.permutation(len(x))
        for start in range(0, len(x), BATCH):
            rows = order[start : start + BATCH]
            step.send(gradients(network, x[rows], wanted[rows]))
        now = NetworkEpoch(epoch=epoch, train=network.tne(*train), validation=network.tne(*validation))
        yield now
        since += 1
        if now.validation < best_error:
            best, best_error, since = _copy(network), now.validation, 0
        if since >= patience:
            break
    return best


def _copy(network: Network) -> Network:
    layers = tuple(layer.copy() for layer in network.layers)
    return Network(layers=layers, modern=network.modern, middle=network.middle, spread=network.spread)


def _plain(network: Network, steps: int) -> Generator[None, list[Floats], None]:
    """Backpropagation whose rate goes down from step to step."""
    rates = iter(np.geomspace(RATE, LAST_RATE, steps).tolist())
    while True:
        grads = yield
        rate = next(rates)
        for layer, grad in zip(network.layers, grads, strict=True):
            layer -= rate * grad


def _adam(network: Network) -> Generator[None, list[Floats], None]:
    """Adam (Kingma & Ba 2015) with a little decay of the weights."""
    means = [np.zeros_like(layer) for layer in network.layers]
    squares = [np.zeros_like(layer) for layer in network.layers]
    count = 0
    while True:
        grads = yield
        count += 1
        for layer, grad, mean, square in zip(network.layers, grads, means, squares, strict=True):
            mean += (1 - _FADE_MEAN) * (grad - mean)
            square += (1 - _FADE_SQUARE) * (grad * grad - square)
            direction = mean / (1 - _FADE_MEAN**count)
            layer -= _ADAM_RATE * (direction / (np.sqrt(square / (1 - _FADE_SQUARE**count)) + 1e-8) + _DECAY * layer)


def scores(predicted: Floats, aggressive: Floats) -> Scores:
    """Brier score, log loss and accuracy of predicted chances."""
    kept = np.clip(predicted, 1e-6, 1 - 1e-6)
    return Scores(
        n=len(aggressive),
        base_rate=float(aggressive.mean()),
        brier=float(np.mean((predicted - aggressive) ** 2)),
        log_loss=float(-np.mean(aggressive * np.log(kept) + (1 - aggressive) * np.log(1 - kept))),
        accuracy=float(np.mean((predicted > 0.5) == (aggressive > 0.5))),
    )


def reliability(predicted: Floats, aggressive: Floats) -> list[tuple[float, float, int]]:
    """In ten bins of predicted chance: its mean, how often it was so, and how many decisions."""
    at = np.minimum((predicted * _BINS).astype(np.int64), _BINS - 1)
    found = []
    for number in range(_BINS):
        inside = at == number
        if inside.any():
            found.append((float(predicted[inside].mean()), float(aggressive[inside].mean()), int(inside.sum())))
    return found
