"""A number and how far it may be off."""

from __future__ import annotations

import math
from dataclasses import dataclass


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
    def low(self) -> float:
        """The lower end of the 95 % interval."""
        return self.mean - 1.959964 * self.error

    @property
    def high(self) -> float:
        """The upper end of the 95 % interval."""
        return self.mean + 1.959964 * self.error

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
