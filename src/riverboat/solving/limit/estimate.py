"""What a best response wins, from flops whose subtrees were solved: exactly from all, with an interval from a sample.

On each flop the response is exact. Only what is done before the flop depends on all of them at once. A choice that is
learnt on some flops and scored on others can't profit from the luck of its own sample: its score is an unbiased
estimate of what one fixed response wins, and no response wins more than the best. A choice scored on the very flops it
was learnt on wins at least as much there as the best response would: so its mean is too high, if anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from riverboat.arrays import Floats
from riverboat.cards.holdings import CLASS_SIZE, HOLDINGS
from riverboat.intervals import standard_error, student
from riverboat.solving.limit.cards import FLOPS, flop_classes
from riverboat.solving.limit.preflop import FirstStreet


@dataclass(frozen=True, kw_only=True)
class Exploitability:
    """What the best response wins from a strategy, in thousandths of a big blind a game (mbb/g)."""

    mean: float
    low: float
    high: float
    lower: float  # of choices scored on other flops than they were learnt on: too low, if anything
    upper: float  # of choices scored on the flops that they were learnt on: too high, if anything
    flops: int
    exact: bool

    def to_json(self) -> float | dict[str, Any]:
        """An exact number plain, an estimate with its interval; to a thousandth, as far as single precision goes."""
        if self.exact:
            return round(self.mean, 3)
        ends = {"mean": self.mean, "low": self.low, "high": self.high}
        means = {"lower_mean": self.lower, "upper_mean": self.upper}
        return {name: round(value, 3) for name, value in (ends | means).items()} | {"n": self.flops}


def draw_flops(rng: np.random.Generator, count: int) -> list[int]:
    """This many flops, drawn one by one from all 22,100, each as the number of its class."""
    shares = np.array([each.size for each in flop_classes()]) / FLOPS
    return [int(at) for at in rng.choice(len(shares), size=count, p=shares)]


def exact_figure(first: FirstStreet, parts: Sequence[Floats]) -> Exploitability:
    """From the parts of all classes of flops, in their order: exact."""
    lines = mean_part(parts)
    worth = first.worth_mbb(first.choices(lines), lines)
    return Exploitability(mean=worth, low=worth, high=worth, lower=worth, upper=worth, flops=len(parts), exact=True)


def sampled_figure(
    first: FirstStreet, drawn_parts: Sequence[Floats], drawn: Sequence[int], short: Sequence[Floats]
) -> Exploitability:
    """From the parts of flops that were drawn one by one: an interval that holds the exact figure 19 times in 20.

    Its lower end is that of the score on other flops, its upper end that of the score on the same ones. `short` are the
    parts of all classes of flops in a shorter game (see `_controlled`), which make the interval narrower.
    """
    halves = _controlled(np.stack(drawn_parts), short, drawn)
    all_parts = np.concatenate(halves)
    lower, low = _bounds([_scores(first, half, other) for half, other in (halves, halves[::-1])])
    upper, high = _bounds([_scores(first, all_parts, half) for half in halves])
    return Exploitability(
        mean=(lower + upper) / 2,
        low=lower - low,
        high=upper + high,
        lower=lower,
        upper=upper,
        flops=len(drawn),
        exact=False,
    )


def _controlled(parts: Floats, short: Sequence[Floats], drawn: Sequence[int]) -> tuple[Floats, Floats]:
    """Two halves of the parts, each without the luck of its flops, as far as the short game shows it.

    The short game's part of a flop has a known mean. What it is above that is taken out of the part, times a slope that
    is learnt on the other half: the mean stays what it is, since nothing of the half itself decides the slope.
    """
    known = mean_part(short)
    luck = np.stack([short[at] for at in drawn]) - known
    halves = []
    for half, other in ((slice(0, None, 2), slice(1, None, 2)), (slice(1, None, 2), slice(0, None, 2))):
        apart = parts[other] - parts[other].mean(axis=0)
        chance = luck[other] - luck[other].mean(axis=0)
        weights = CLASS_SIZE / HOLDINGS
        above, below = ((weights * chance * each).sum(axis=(0, 3)) for each in (apart, chance))
        slope = np.divide(above, below, out=np.zeros_like(above), where=below > 0)
        halves.append(parts[half] - slope[:, :, None] * luck[half])
    return halves[0], halves[1]


def mean_part(parts: Sequence[Floats]) -> Floats:
    """The mean over all flops, from the parts of all classes of flops in their order."""
    weights = np.array([each.size for each in flop_classes()]) / FLOPS
    return np.asarray(np.tensordot(weights, np.stack(parts), 1))


def _scores(first: FirstStreet, learnt: Floats, scored: Floats) -> Floats:
    """What choices from the mean of some flops win on each of some flops."""
    choices = first.choices(learnt.mean(axis=0))
    return np.array([first.worth_mbb(choices, part) for part in scored])


def _bounds(halves: Sequence[Floats]) -> tuple[float, float]:
    """The mean of two halves' scores, and how far it may be off at 97.5 %.

    Each half was worked on with what the other taught, so their errors may go together: they are added up as if they
    always did, which no dependence can exceed.
    """
    mean = float(np.mean([each.mean() for each in halves]))
    error = float(np.mean([standard_error(each) for each in halves]))
    found = student(mean, error, min(len(each) for each in halves))
    return mean, mean - float(found.low or 0.0)
