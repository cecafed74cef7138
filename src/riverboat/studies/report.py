"""What a study found: figures of ours beside the paper's, each with a verdict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from riverboat.intervals import Statistic

HOLDS, DIFFERS, FAILS = "holds", "differs", "fails"
Value = Statistic | float | int | str


@dataclass(frozen=True, kw_only=True)
class Figure:
    """One figure. "holds": the claim comes out; "differs": shown without a claim; "fails": it does not come out."""

    name: str
    ours: Value
    paper: float | str | None = None
    verdict: str = DIFFERS
    required: bool = False

    def to_json(self) -> dict[str, Any]:
        """As the command line prints it."""
        ours = self.ours.to_json() if isinstance(self.ours, Statistic) else self.ours
        return {
            "name": self.name,
            "ours": ours,
            "paper": self.paper,
            "verdict": self.verdict,
            "required": self.required,
        }


@dataclass(frozen=True, kw_only=True)
class StudyReport:
    """The figures of a study, how it was run, and numbers that a picture is drawn from."""

    name: str
    hands: int
    seed: int
    figures: tuple[Figure, ...]
    notes: tuple[str, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def holds(self) -> bool:
        """Whether every required claim comes out."""
        return all(figure.verdict == HOLDS for figure in self.figures if figure.required)

    def to_json(self) -> dict[str, Any]:
        """As the command line prints and saves it."""
        return {
            "study": self.name,
            "hands": self.hands,
            "figures": [figure.to_json() for figure in self.figures],
            "notes": list(self.notes),
            "details": dict(self.details),
        }


def claim(
    name: str, ours: Value, comes_out: bool, *, paper: float | str | None = None, required: bool = False
) -> Figure:
    """A figure with a claim that was tested."""
    return Figure(name=name, ours=ours, paper=paper, verdict=HOLDS if comes_out else FAILS, required=required)


def above_zero(name: str, ours: Statistic, *, paper: float | str | None = None, required: bool = True) -> Figure:
    """The claim that a mean is above zero: the whole 95 % interval must be."""
    return claim(name, ours, ours.low is not None and ours.low > 0, paper=paper, required=required)
