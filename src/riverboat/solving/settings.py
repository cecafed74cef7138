"""How a game is to be solved, and when it is enough."""

from __future__ import annotations

from dataclasses import dataclass

from riverboat.errors import GameError, did_you_mean

METHODS = ("lp", "cfr+", "dcfr", "pcfr+", "pdcfr+")
#: These play as if the next iteration would be like the last.
PREDICTIVE = ("pcfr+", "pdcfr+")
#: Sequences of both players up to which the linear program takes seconds.
LP_FITS = 60_000


@dataclass(frozen=True, kw_only=True)
class Wish:
    """How a game is to be solved, and when it is enough."""

    method: str | None = None  # None: lp where it fits
    gap: float = 1e-4  # regret minimisation goes on until the bounds are so near
    most_iterations: int = 1_000_000
    most_s: float = float("inf")

    def __post_init__(self) -> None:
        if self.method is not None and self.method not in METHODS:
            raise GameError(
                f'"{self.method}" is not a method{did_you_mean(self.method, METHODS)}: {", ".join(METHODS)}'
            )
        if not self.gap > 0:
            raise GameError(f"a gap of {self.gap} cannot be reached: give one above 0, such as 1e-4")

    def choose(self, sequences: int) -> tuple[str, str]:
        """The method, and why it is this one."""
        if self.method is not None:
            return self.method, "asked for"
        if sequences <= LP_FITS:
            return "lp", f"{sequences:,} sequences fit the linear program"
        return "dcfr", f"{sequences:,} sequences are too many for the linear program ({LP_FITS:,})"
