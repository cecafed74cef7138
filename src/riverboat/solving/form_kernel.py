"""Compiled loops over a sequence form: what a plan leaves the other player, best responses, regret minimisation."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from riverboat.arrays import Floats, Ints
from riverboat.kernel import Scalar, kernel

CFR_PLUS, DCFR = 0, 1


class Rule(NamedTuple):
    """How players learn: by which rule, the weight of a plan in the average, and what is kept of old regrets."""

    kind: Scalar
    weight: Scalar
    positive: Scalar
    negative: Scalar


@kernel
def leftovers(starts: Ints, others: Ints, payoffs: Floats, plan: Floats) -> Floats:
    """The payoff of each of a player's sequences against a plan of the other."""
    worth = np.zeros(len(starts) - 1)
    for sequence in range(len(worth)):
        total = 0.0
        for at in range(starts[sequence], starts[sequence + 1]):
            total += payoffs[at] * plan[others[at]]
        worth[sequence] = total
    return worth


@kernel
def best_response_value(
    first: Ints, count: Ints, parent_start: Ints, parents: Ints, shares: Floats, worth: Floats
) -> Scalar:
    """The most that can be got from the root; `worth` is used up."""
    for at in range(len(first) - 1, -1, -1):
        best = worth[first[at]]
        for sequence in range(first[at] + 1, first[at] + count[at]):
            best = max(best, worth[sequence])
        for way in range(parent_start[at], parent_start[at + 1]):
            worth[parents[way]] += best * shares[way]
    return worth[0]


@kernel
def play_regrets(
    first: Ints, count: Ints, parent_start: Ints, parents: Ints, shares: Floats, regrets: Floats, plan: Floats
) -> None:
    """The plan that follows positive regrets, and an even one where there are none."""
    plan[0] = 1.0
    for at in range(len(first)):
        inflow = 0.0
        for way in range(parent_start[at], parent_start[at + 1]):
            inflow += plan[parents[way]] * shares[way]
        total = 0.0
        for sequence in range(first[at], first[at] + count[at]):
            total += max(regrets[sequence], 0.0)
        for sequence in range(first[at], first[at] + count[at]):
            part = max(regrets[sequence], 0.0) / total if total > 0.0 else 1.0 / count[at]
            plan[sequence] = inflow * part


@kernel
def mean_worth(weights: Floats, worth: Floats, begin: Scalar, end: Scalar) -> Scalar:
    """What an information set is worth if its actions follow positive weights, and are even where there are none."""
    total, mean = 0.0, 0.0
    for sequence in range(begin, end):
        total += max(weights[sequence], 0.0)
    for sequence in range(begin, end):
        part = max(weights[sequence], 0.0) / total if total > 0.0 else 1.0 / (end - begin)
        mean += part * worth[sequence]
    return mean


@kernel
def learn(
    first: Ints,
    count: Ints,
    parent_start: Ints,
    parents: Ints,
    shares: Floats,
    regrets: Floats,
    played: Floats,
    worth: Floats,
    rule: Rule,
) -> None:
    """Bring the regrets forward by what each sequence was worth; from the last information sets to the first.

    `played` are the weights that the plan followed: the regrets themselves, or what was predicted of them.
    """
    for at in range(len(first) - 1, -1, -1):
        begin, end = first[at], first[at] + count[at]
        mean = mean_worth(played, worth, begin, end)
        for sequence in range(begin, end):
            gain = worth[sequence] - mean
            if rule.kind == CFR_PLUS:
                regrets[sequence] = max(regrets[sequence] * rule.positive + gain, 0.0)
            else:
                kept = rule.positive if regrets[sequence] > 0.0 else rule.negative
                regrets[sequence] = regrets[sequence] * kept + gain
        for way in range(parent_start[at], parent_start[at + 1]):
            worth[parents[way]] += mean * shares[way]


@kernel
def predict(
    first: Ints,
    count: Ints,
    parent_start: Ints,
    parents: Ints,
    shares: Floats,
    regrets: Floats,
    played: Floats,
    worth: Floats,
    kept: Scalar,
) -> None:
    """The weights to play next, if sequences will be worth what they were worth last; `worth` is used up."""
    for at in range(len(first) - 1, -1, -1):
        begin, end = first[at], first[at] + count[at]
        mean = mean_worth(played, worth, begin, end)
        for sequence in range(begin, end):
            played[sequence] = max(regrets[sequence] * kept + worth[sequence] - mean, 0.0)
        following = mean_worth(played, worth, begin, end)
        for way in range(parent_start[at], parent_start[at + 1]):
            worth[parents[way]] += following * shares[way]


@kernel
def average_in(average: Floats, plan: Floats, weight: Scalar) -> None:
    """Add a plan to the weighted sum of plans."""
    for sequence in range(len(plan)):
        average[sequence] += weight * plan[sequence]
