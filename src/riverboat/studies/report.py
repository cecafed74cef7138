"""What a study found: figures of ours next to the paper's, each with a verdict that says what it means.

A claim is "confirmed" or "not confirmed", by its 95 % interval, by a test's p, or because its value is proved. A figure
of the paper is "near" or "far", with the distance. A figure that the paper does not have is "new".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypedDict, Unpack

from riverboat.intervals import Statistic

CONFIRMED, NOT_CONFIRMED = "confirmed", "not confirmed"
NEAR, FAR, NEW = "near", "far", "new"
#: The verdicts that compare with the paper, or test a claim; "new" is none.
COMPARISONS = (CONFIRMED, NOT_CONFIRMED, NEAR, FAR)
#: A figure next to the paper's in a result of 0.1.0, which did not say how near is near.
COMPARED = "compared"
#: The words of results that 0.1.0 saved.
_OLD = {"holds": CONFIRMED, "fails": NOT_CONFIRMED}


@dataclass(frozen=True)
class Exact:
    """A value that is proved or counted in full: it has no error, and a claim about it needs no interval."""

    value: float | int | str


@dataclass(frozen=True, kw_only=True)
class PValue:
    """The p of a statistical test over n independent cases."""

    p: float
    n: int

    def to_json(self) -> dict[str, float]:
        """The p-value as the command line prints it."""
        return {"p": self.p, "n": self.n}


#: What a claim may rest on.
Evidence = Statistic | PValue | Exact
Value = Evidence | float | int | str


@dataclass(frozen=True, kw_only=True)
class Figure:
    """One figure: ours, the paper's and where that stands, and the verdict; `distance` is ours minus the paper's."""

    name: str
    ours: Value
    paper: float | str | None = None
    where: str | None = None
    verdict: str = NEW
    required: bool = False
    distance: float | None = None

    def to_json(self) -> dict[str, Any]:
        """The figure as the command line prints it."""
        ours: Any = self.ours
        if isinstance(ours, Exact):
            ours = ours.value
        elif isinstance(ours, Statistic | PValue):
            ours = ours.to_json()
        return {
            "name": self.name,
            "ours": ours,
            "exact": isinstance(self.ours, Exact),
            "paper": self.paper,
            "where": self.where,
            "distance": self.distance,
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

    def __repr__(self) -> str:
        verdicts = [figure.verdict for figure in self.figures]
        told = ", ".join(f"{verdicts.count(word)} {word}" for word in (*COMPARISONS, NEW) if word in verdicts)
        return f"<study {self.name}, {self.hands:,} hands, seed {self.seed}: {told}>"

    def _repr_html_(self) -> str:
        from riverboat.studies.report_html import report_html

        return report_html(self)

    @property
    def holds(self) -> bool:
        """Whether every required claim is confirmed."""
        return all(figure.verdict == CONFIRMED for figure in self.figures if figure.required)

    def to_json(self) -> dict[str, Any]:
        """The study report as the command line prints and saves it."""
        return {
            "study": self.name,
            "hands": self.hands,
            "figures": [figure.to_json() for figure in self.figures],
            "notes": list(self.notes),
            "details": dict(self.details),
        }


def claim(
    name: str,
    ours: Evidence,
    comes_out: bool,
    *,
    paper: float | str | None = None,
    where: str | None = None,
    required: bool = False,
) -> Figure:
    """A claim that was tested; without an interval, a p or a proof it is not confirmed, whatever comes out."""
    rests = isinstance(ours, PValue | Exact) or (
        isinstance(ours, Statistic) and ours.low is not None and ours.high is not None
    )
    verdict = CONFIRMED if comes_out and rests else NOT_CONFIRMED
    return Figure(name=name, ours=ours, paper=paper, where=where, verdict=verdict, required=required)


class Told(TypedDict, total=False):
    """What a claim may say besides its name and our figure: the paper's, where it stands, whether it must come out."""

    paper: float | str | None
    where: str | None
    required: bool


def above(name: str, ours: Statistic, bound: float, **told: Unpack[Told]) -> Figure:
    """The claim that a figure is above a bound: the whole 95 % interval must be."""
    return claim(name, ours, ours.low is not None and ours.low > bound, **told)


def below(name: str, ours: Statistic, bound: float, **told: Unpack[Told]) -> Figure:
    """The claim that a figure is below a bound: the whole 95 % interval must be."""
    return claim(name, ours, ours.high is not None and ours.high < bound, **told)


def above_zero(
    name: str, ours: Statistic, *, paper: float | str | None = None, where: str | None = None, required: bool = True
) -> Figure:
    """The claim that a figure is above zero: the whole 95 % interval must be."""
    return above(name, ours, 0, paper=paper, where=where, required=required)


def beside(name: str, ours: Statistic | Exact | float, paper: float, *, where: str, within: float) -> Figure:
    """A figure of the paper with ours next to it: near, if they are at most `within` apart; else far."""
    middle = _number(ours.mean if isinstance(ours, Statistic) else ours.value if isinstance(ours, Exact) else ours)
    if middle is None:
        return Figure(name=name, ours=ours, paper=paper, where=where, verdict=FAR)
    distance = middle - paper
    verdict = NEAR if abs(distance) <= within else FAR
    return Figure(name=name, ours=ours, paper=paper, where=where, verdict=verdict, distance=distance)


def new(name: str, ours: Value) -> Figure:
    """A figure that the paper does not have."""
    return Figure(name=name, ours=ours)


def shown(figure: Mapping[str, Any]) -> dict[str, Any]:
    """A saved figure in today's words, also one that 0.1.0 saved."""
    verdict, paper = figure["verdict"], figure["paper"]
    today: dict[str, Any] = {"where": None, "distance": None, "exact": False, **figure}
    if verdict == "differs":
        middle, theirs = _number(_middle(figure["ours"])), _number(paper)
        today["distance"] = None if middle is None or theirs is None else middle - theirs
        verdict = NEW if paper is None else COMPARED
    return today | {"verdict": _OLD.get(verdict, verdict)}


def _middle(ours: Any) -> Any:
    return ours.get("mean") if isinstance(ours, Mapping) else ours


def _number(value: Any) -> float | None:
    return value if isinstance(value, float | int) and not isinstance(value, bool) else None


def counted(figures: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """How many figures have each verdict that compares; those that are new are not counted."""
    verdicts = [figure["verdict"] for figure in figures]
    return {word: verdicts.count(word) for word in COMPARISONS}
