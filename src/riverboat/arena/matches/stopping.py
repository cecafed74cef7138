"""When a match may stop before its last hand."""

from __future__ import annotations

from dataclasses import dataclass

from riverboat.arrays import Floats
from riverboat.errors import ArenaError
from riverboat.intervals import CONFIDENCE, mean_interval


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

    def decided(self, values: Floats) -> bool:
        """Whether the mean is known to be above or below zero."""
        found = mean_interval(values, self.confidence)
        return found.low is not None and found.high is not None and not found.low <= 0 <= found.high
