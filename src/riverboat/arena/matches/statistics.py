"""What the results of a match prove: means with intervals by t and by bootstrap, and when a match may stop early."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from riverboat.errors import ArenaError
from riverboat.modeling.statistics import CONFIDENCE, Statistic

RESAMPLES = 2000
MOST_RESAMPLED = 1000
#: The bootstrap draws from this seed: the same results give the same interval.
BOOTSTRAP_SEED = 1979


def mean_interval(values: npt.NDArray[np.float64], confidence: float = CONFIDENCE) -> Statistic:
    """The mean of independent observations with Student's interval."""
    n = len(values)
    if n == 0:
        return Statistic(mean=None, low=None, high=None, n=0)
    mean = float(np.mean(values))
    if n == 1:
        return Statistic(mean=mean, low=-math.inf, high=math.inf, n=1)
    from scipy import stats  # takes most of a second to import

    half = float(stats.t.ppf((1 + confidence) / 2, n - 1) * stats.sem(values))
    return Statistic(mean=mean, low=mean - half, high=mean + half, n=n)


def bootstrap_interval(values: npt.NDArray[np.float64], confidence: float = CONFIDENCE) -> Statistic:
    """The same by resampling (bias-corrected and accelerated), which does not lean on the normal law.

    Of very many values the means of neighbours are resampled, which tells the same in a hundredth of the time.
    """
    n = len(values)
    if n < 2 or np.ptp(values) == 0:
        return mean_interval(values, confidence)
    from scipy import stats

    size = -(-n // MOST_RESAMPLED)
    pieces = values[: n - n % size].reshape(-1, size).mean(axis=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # where too few values differ SciPy warns and answers nan
        found = stats.bootstrap(
            (pieces,),
            np.mean,
            n_resamples=RESAMPLES,
            batch=max(1, 2_000_000 // len(pieces)),
            confidence_level=confidence,
            method="BCa",
            random_state=np.random.default_rng(BOOTSTRAP_SEED),
        )
    mean = float(np.mean(values))
    shift = mean - float(np.mean(pieces))
    low, high = (float(end) + shift for end in found.confidence_interval)
    if not (math.isfinite(low) and math.isfinite(high)):
        return mean_interval(values, confidence)
    return Statistic(mean=mean, low=low, high=high, n=n)


@dataclass(frozen=True, kw_only=True)
class StoppingRule:
    """Look at the results at fixed moments, and stop when the first player's mean is known to differ from zero.

    Every look spends an equal part of the 5 % (Bonferroni), so that looking often can't make luck significant. The
    rule is fixed before the first hand; the interval that is shown holds over all looks together.
    """

    looks: int = 5

    def __post_init__(self) -> None:
        if not 2 <= self.looks <= 100:
            raise ArenaError(f"{self.looks} looks are not possible: 2 to 100")

    @property
    def confidence(self) -> float:
        """What each look's interval must hold, so that all hold together at 95 %."""
        return 1 - (1 - CONFIDENCE) / self.looks

    def moments(self, units: int) -> tuple[int, ...]:
        """After how many units of work one looks."""
        return tuple(sorted({-(-units * look // self.looks) for look in range(1, self.looks + 1)}))

    def decided(self, values: npt.NDArray[np.float64]) -> bool:
        """Whether the mean is known to be above or below zero."""
        found = mean_interval(values, self.confidence)
        return found.low is not None and found.high is not None and not found.low <= 0 <= found.high
