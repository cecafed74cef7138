"""What solving a game gives: its value with proved bounds, both strategies, and how good they were measured to be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from riverboat.markup import block, heading, table
from riverboat.solving.policy import TablePolicy


class StrategyRow(NamedTuple):
    """What a player does at one information set."""

    player: int
    infoset: str
    actions: tuple[str, ...]
    probabilities: tuple[float, ...]
    fractions: tuple[Fraction, ...] | None = None  # the same exactly, where the strategy was proved to be so good


@dataclass(frozen=True, kw_only=True)
class Size:
    """How large the solved form of a game is."""

    infosets: int
    sequences: int
    payoffs: int


@dataclass(frozen=True, kw_only=True)
class Progress:
    """How far a solver has come; bounds are there once best responses have been computed."""

    part: str
    iterations: int = 0
    low: float | None = None
    high: float | None = None
    done: float | None = None  # from 0 to 1, where that can be told


@dataclass(frozen=True, kw_only=True)
class Solution:
    """A solved game. The value of the game to the first player lies between `low` and `high`: that is proved.

    Bounds, exploitability and strategies belong together: `low` is what the first player's strategy in `rows` secures,
    `high` what the second player's concedes at most.
    """

    game: str
    method: str
    why: str  # this method was taken
    low: float
    high: float
    value_exact: Fraction | None  # proved by exact arithmetic, never by rounding
    bounds_exact: tuple[Fraction, Fraction] | None = None  # low and high, where strategies are kept as fractions
    exploitability: float  # the mean of what both could gain by best responses, measured
    iterations: int
    fill_s: float
    elapsed_s: float
    size: Size
    rows: Callable[[], Iterator[StrategyRow]]
    otherwise: str | None = None  # what is done at information sets that are not among the rows, where there are any

    def __repr__(self) -> str:
        return f"<{self.game} solved by {self.method}: {self._told_value}, exploitability {self.exploitability:.3g}>"

    def _repr_html_(self) -> str:
        rows = [
            ("value to the first player", self._told_value),
            ("bounds", f"{self.low:.10g} to {self.high:.10g}, proved"),
            ("exploitability", f"{self.exploitability:.3g}, measured by best responses"),
            ("method", f"{self.method}: {self.why}"),
            ("size", f"{self.size.infosets:,} information sets, {self.size.sequences:,} sequences"),
            ("time", f"{self.elapsed_s:.2f} s, {self.iterations:,} iterations"),
        ]
        return block(heading(f"{self.game}, solved"), table(rows))

    @property
    def _told_value(self) -> str:
        exact = self.value_exact
        if exact is None:
            return f"value {self.value:.6g}"
        return f"value {exact}" if exact.denominator == 1 else f"value {exact} = {float(exact):.6g}"

    @property
    def value(self) -> float:
        """The value as a number: the fraction, or the middle of the bounds."""
        return float(self.value_exact) if self.value_exact is not None else (self.low + self.high) / 2

    @property
    def policy(self) -> TablePolicy:
        """What both strategies do in any state, for `exploitability` and `best_response`."""
        return TablePolicy.of(self.rows(), self.otherwise)

    @property
    def gap(self) -> float:
        """How far the bounds are apart."""
        return self.high - self.low

    def to_json(self) -> dict[str, Any]:
        """The solution as the command line prints it."""
        return {
            "game": self.game,
            "value": self.value,
            "value_exact": None if self.value_exact is None else str(self.value_exact),
            "low": self.low,
            "high": self.high,
            "exploitability": self.exploitability,
            "method": self.method,
            "why": self.why,
            "iterations": self.iterations,
            "fill_s": self.fill_s,
            "elapsed_s": self.elapsed_s,
            "infosets": self.size.infosets,
            "sequences": self.size.sequences,
            "payoffs": self.size.payoffs,
        }
