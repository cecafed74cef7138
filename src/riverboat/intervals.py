"""Estimates and how far they may be off: means by Student and by bootstrap, shares by Wilson, simulated chances.

NumPy and SciPy are imported where they are needed: SciPy's statistics take most of a second.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

CONFIDENCE = 0.95
#: The standard errors on either side that hold 95 % of the normal law.
NORMAL = 1.959963984540054
RESAMPLES = 2000
MOST_RESAMPLED = 1000
#: The bootstrap draws from this seed: the same results give the same interval.
BOOTSTRAP_SEED = 1979
_AT_ONCE = 1 << 14  # numbers of a long row that are made floats of Python


@dataclass(frozen=True)
class Estimate:
    """A mean with its standard error over n games; the error of an exact number is zero."""

    mean: float
    error: float = 0.0
    n: int = 0

    @property
    def exact(self) -> bool:
        """Whether the number was counted, not simulated."""
        return self.n == 0

    @property
    def half(self) -> float:
        """Half the width of the 95 % interval, by the normal law as tables give it."""
        return round(NORMAL, 6) * self.error

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval."""
        return self.mean - self.half

    @property
    def high(self) -> float:
        """The upper end of the 95 % interval."""
        return self.mean + self.half

    def __float__(self) -> float:
        return self.mean

    def to_json(self) -> float | dict[str, float]:
        """An exact number plain, an estimate with its interval."""
        if self.exact:
            return self.mean
        return {"mean": self.mean, "low": self.low, "high": self.high, "error": self.error, "n": self.n}


def from_sums(total: float, squares: float, n: int) -> Estimate:
    """The mean of n games from the sums of what each gave and of its square."""
    mean = total / n
    # A simulation that saw one result only has not shown that no other exists: one in n + 2 may (Laplace).
    spread = max(squares / n - mean * mean, (n + 1) / (n + 2) ** 2)
    return Estimate(float(mean), math.sqrt(spread / n), n)


@dataclass(frozen=True, kw_only=True)
class Statistic:
    """A figure, its 95 % interval, and the number of cases it rests on; None where there are too few to say."""

    mean: float | None
    low: float | None
    high: float | None
    n: int

    def to_json(self) -> dict[str, float | None]:
        """The figure as the command line prints it; an end that is infinite becomes null."""
        ends = {"mean": self.mean, "low": self.low, "high": self.high}
        return {name: value if value is None or math.isfinite(value) else None for name, value in ends.items()} | {
            "n": self.n
        }


def _too_few(n: int, mean: float | None = None) -> Statistic:
    """Without a value there is no mean, and one value alone has no interval."""
    return Statistic(mean=mean, low=None, high=None, n=n)


def student(mean: float, error: float, n: int, confidence: float = CONFIDENCE) -> Statistic:
    """A mean of n independent observations, of a known standard error, with Student's interval."""
    from scipy import special

    half = float(special.stdtrit(n - 1, (1 + confidence) / 2)) * error
    return Statistic(mean=mean, low=mean - half, high=mean + half, n=n)


def mean_interval(values: npt.NDArray[np.float64], confidence: float = CONFIDENCE) -> Statistic:
    """The mean of independent observations with Student's interval."""
    import numpy as np

    n = len(values)
    if n < 2:
        return _too_few(n, float(values[0]) if n else None)
    return student(float(np.mean(values)), standard_error(values), n, confidence)


def standard_error(values: npt.NDArray[np.float64]) -> float:
    """How far the mean of two or more values may be off."""
    import numpy as np

    return float(np.std(values, ddof=1) / math.sqrt(len(values)))


def average(values: Sequence[float] | npt.NDArray[np.float64]) -> Statistic:
    """The mean of values, summed without a rounding, with Student's interval."""
    import numpy as np

    row = np.asarray(values, np.float64)
    if len(row) < 2:
        return mean_interval(row)
    return student(math.fsum(_one_by_one(row)) / len(row), standard_error(row), len(row))


def _one_by_one(row: npt.NDArray[np.float64]) -> Iterator[float]:
    """Floats of Python, without a list of all."""
    for at in range(0, len(row), _AT_ONCE):
        yield from row[at : at + _AT_ONCE].tolist()


def average_of_sums(n: int, total: int, squares: int, *, unit: int = 1) -> Statistic:
    """`average` of n whole numbers, each divided by a unit, from their sum and the sum of their squares."""
    if n < 2:
        return average([total / unit] * n)
    error = math.sqrt(Fraction(n * squares - total**2, n**2 * (n - 1))) / unit
    return student(total / n / unit, error, n)


def bootstrap_interval(values: npt.NDArray[np.float64], confidence: float = CONFIDENCE) -> Statistic:
    """The mean with an interval by resampling (bias-corrected and accelerated), which does not lean on the normal law.

    Of very many values the means of neighbours are resampled, which tells the same in a hundredth of the time.
    """
    import numpy as np

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


def proportion(successes: int, n: int) -> Statistic:
    """A share with Wilson's interval (Newcombe 1998, method 3)."""
    if n == 0:
        return _too_few(0)
    share, whole = successes / n, 2 * (n + NORMAL**2)
    centre = (2 * n * share + NORMAL**2) / whole
    half = NORMAL / whole * math.sqrt(4 * n * share * (1 - share) + NORMAL**2)
    low, high = 0.0 if successes == 0 else centre - half, 1.0 if successes == n else centre + half
    return Statistic(mean=share, low=low, high=high, n=n)


def odds_ratio(aggressive: int, passive: int) -> Statistic:
    """How many of one for each of the other; the interval is that of the share, turned into odds."""
    share = proportion(aggressive, aggressive + passive)
    if share.low is None or share.high is None:
        return share
    low, high = (p / (1 - p) if p < 1 else math.inf for p in (share.low, share.high))
    return Statistic(mean=aggressive / passive if passive else math.inf, low=low, high=high, n=share.n)
