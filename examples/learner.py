"""A small policy that learns limit Hold'em from nothing, with numpy alone, until it beats `tight-passive`.

python examples/learner.py            half a minute of one core; prints its curve with intervals
python examples/learner.py --steps 2000 --opponent rock

A network of one hidden layer sees what its seat sees (docs/doors/environments.md) and learns by policy gradients from
hands that are played side by side. At the end it plays hands that it has not learnt from, and the test counts lanes:
each lane's mean is one observation.
"""

from __future__ import annotations

import argparse

import numpy as np
from scipy import stats

import riverboat

LANES, HIDDEN, RATE, ENTROPY, HORIZON = 1024, 64, 3e-3, 0.02, 16


class Policy:
    """One hidden layer, and Adam."""

    def __init__(self, width: int, actions: int, rng: np.random.Generator) -> None:
        shapes = [(width, HIDDEN), (HIDDEN,), (HIDDEN, actions), (actions,)]
        self.weights = [rng.normal(0, 1 / np.sqrt(shape[0]), shape) * (len(shape) > 1) for shape in shapes]
        self._first = [np.zeros(shape) for shape in shapes]
        self._second = [np.zeros(shape) for shape in shapes]
        self._steps = 0

    def chances(self, seen: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """How often each action is taken, and the hidden layer."""
        hidden = np.tanh(seen @ self.weights[0] + self.weights[1])
        wishes = np.where(masks, hidden @ self.weights[2] + self.weights[3], -1e9)
        wishes = np.exp(wishes - wishes.max(axis=1, keepdims=True))
        return wishes / wishes.sum(axis=1, keepdims=True), hidden

    def learn(self, seen: np.ndarray, masks: np.ndarray, actions: np.ndarray, gains: np.ndarray) -> None:
        """Make actions likelier that brought more than usual; stay a little undecided."""
        chances, hidden = self.chances(seen, masks)
        taken = np.eye(chances.shape[1])[actions]
        surprise = -np.log(np.maximum(chances, 1e-12))
        doubt = chances * (surprise - (chances * surprise).sum(axis=1, keepdims=True))
        push = (gains[:, None] * (taken - chances) + ENTROPY * doubt) / len(actions)
        back = push @ self.weights[2].T * (1 - hidden**2)
        self._steps += 1
        for at, gradient in enumerate((seen.T @ back, back.sum(axis=0), hidden.T @ push, push.sum(axis=0))):
            self._first[at] = 0.9 * self._first[at] + 0.1 * gradient
            self._second[at] = 0.999 * self._second[at] + 0.001 * gradient**2
            first = self._first[at] / (1 - 0.9**self._steps)
            second = self._second[at] / (1 - 0.999**self._steps)
            self.weights[at] = self.weights[at] + RATE * first / (np.sqrt(second) + 1e-8)


def drawn(chances: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """One action a row."""
    found: np.ndarray = (chances.cumsum(axis=1) < rng.random((len(chances), 1))).sum(axis=1)
    return found.clip(max=chances.shape[1] - 1)


def train(opponent: str, steps: int, seed: int) -> Policy:
    """Play and learn; a hand's result is credited to all its decisions."""
    rng = np.random.default_rng(seed)
    batch = riverboat.env.batch("holdem-limit", hands=LANES, opponents=[opponent], seed=seed)
    seen, masks = batch.reset(seed)
    policy = Policy(seen.shape[1], masks.shape[1], rng)
    told: list[float] = []
    for step in range(1, steps + 1):
        rows, allowed, chosen, rewards, ends = [], [], [], [], []
        for _ in range(HORIZON):
            rows.append(seen.copy())
            allowed.append(masks.astype(bool))
            chosen.append(drawn(policy.chances(seen, masks.astype(bool))[0], rng))
            seen, reward, done, masks = batch.step(chosen[-1])
            rewards.append(reward.copy())
            ends.append(done.astype(bool))
        gains, known = np.zeros((HORIZON, LANES)), np.zeros((HORIZON, LANES), bool)
        result, over = np.zeros(LANES), np.zeros(LANES, bool)
        for at in reversed(range(HORIZON)):
            result = np.where(ends[at], rewards[at], result)
            over |= ends[at]
            gains[at], known[at] = result, over  # hands that are not over yet teach nothing
        told.append(float(np.concatenate([r[e] for r, e in zip(rewards, ends, strict=True)]).mean()))
        gains = (gains - gains[known].mean()) / (gains[known].std() + 1e-8)
        kept = known.ravel()
        policy.learn(
            np.concatenate(rows)[kept], np.concatenate(allowed)[kept], np.concatenate(chosen)[kept], gains.ravel()[kept]
        )
        if step % max(1, steps // 10) == 0:
            mean, error = np.mean(told), 1.96 * np.std(told) / np.sqrt(len(told))
            print(f"step {step:5d}: {mean:+.3f} ± {error:.3f} small bets a hand, while learning")
            told = []
    return policy


def measure(policy: Policy, opponent: str, decisions: int, seed: int) -> tuple[float, float, float]:
    """The mean of small bets a hand on fresh cards, half the width of its interval of 95 %, and p that it is none."""
    rng = np.random.default_rng(seed)
    batch = riverboat.env.batch("holdem-limit", hands=LANES, opponents=[opponent], seed=seed)
    seen, masks = batch.reset(seed)
    won, hands = np.zeros(LANES), np.zeros(LANES)
    for _ in range(decisions):
        seen, reward, done, masks = batch.step(drawn(policy.chances(seen, masks.astype(bool))[0], rng))
        won += reward
        hands += done
    rates = won / hands
    error = 1.96 * rates.std(ddof=1) / np.sqrt(LANES)
    return float(rates.mean()), float(error), float(stats.ttest_1samp(rates, 0, alternative="greater").pvalue)


def main() -> None:
    """Train, then measure on cards that were never seen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--opponent", default="tight-passive")
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    policy = train(chosen.opponent, chosen.steps, chosen.seed)
    mean, error, p = measure(policy, chosen.opponent, 400, chosen.seed + 1_000_000)
    print(f"against {chosen.opponent}: {mean:+.3f} ± {error:.3f} small bets a hand, p = {p:.2g}")


if __name__ == "__main__":
    main()
