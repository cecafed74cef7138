"""Fuzzy inference, small enough to look into: min-max with the centre of gravity, over all rules at once.

A `Variable` has a range and named sets, each a trapezoid (four corners). A `RuleBase` has a rule for every
combination of its inputs' sets; a rule fires as strongly as the weakest of its conditions (min), every conclusion is
cut off at the strongest rule that leads to it (max), and the answer is the centre of gravity of what is left.
Osone & Onisawa say which rules there are and how inference goes; the sets are ours.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Corners = tuple[float, float, float, float]
#: How finely the centre of gravity is taken.
GRID = 201


@dataclass(frozen=True)
class Variable:
    """A quantity with its range and the sets that words for it stand for."""

    name: str
    low: float
    high: float
    sets: Mapping[str, Corners]

    @property
    def words(self) -> tuple[str, ...]:
        """The names of its sets, in order."""
        return tuple(self.sets)

    @cached_property
    def corners(self) -> Array:
        """The corners of all sets, one row each."""
        return np.array(list(self.sets.values()), dtype=np.float64)

    def degrees(self, value: float) -> Array:
        """How far a value belongs to each set, 0 to 1; what lies outside the range counts as its end."""
        at = min(max(value, self.low), self.high)
        return np.array([_height(corners, at) for corners in self.sets.values()])

    @cached_property
    def grid(self) -> Array:
        """The points at which conclusions are drawn."""
        return np.linspace(self.low, self.high, GRID)

    @cached_property
    def shapes(self) -> Array:
        """Every set at every point of the grid."""
        return trapezoids(self.corners, self.grid)


def _height(corners: Corners, at: float) -> float:
    """One trapezoid at one point; ten times faster than an array of one."""
    a, b, c, d = corners
    if at < b:
        return max((at - a) / (b - a), 0.0)
    return 1.0 if at <= c else max((d - at) / (d - c), 0.0)


def trapezoids(corners: Array, at: Array) -> Array:
    """The height of trapezoids (rows of four corners, rising, 1 between the middle two) at some points."""
    a, b, c, d = (corners[:, [column]] for column in range(4))
    with np.errstate(divide="ignore", invalid="ignore"):
        rising = np.where(b > a, (at - a) / (b - a), (at >= a).astype(np.float64))
        falling = np.where(d > c, (d - at) / (d - c), (at <= d).astype(np.float64))
    return np.asarray(np.clip(np.minimum(rising, falling), 0.0, 1.0))


@dataclass(frozen=True)
class Fired:
    """A rule that fired: its conditions in words, its conclusion, how strongly, and its number."""

    conditions: tuple[str, ...]
    conclusion: str
    degree: float
    rule: int


@dataclass(frozen=True)
class Inference:
    """What came of one inference: the answer, and every rule's degree."""

    value: float
    degrees: Array


class RuleBase:
    """A rule for every combination of the inputs' sets, in the order of `itertools.product`."""

    def __init__(self, inputs: Sequence[Variable], output: Variable, conclusions: Sequence[str]) -> None:
        self.inputs = tuple(inputs)
        self.output = output
        self.conclusions = tuple(conclusions)
        self.conditions = tuple(itertools.product(*(variable.words for variable in inputs)))
        if len(self.conclusions) != len(self.conditions):
            raise ValueError(f"{len(self.conclusions)} conclusions for {len(self.conditions)} rules: give one for each")
        places = {word: at for at, word in enumerate(output.words)}
        self._conclusion = np.array([places[word] for word in self.conclusions])

    def degrees(self, *values: float) -> Array:
        """How strongly each rule fires: the least of its conditions' degrees."""
        found = np.ones(1)
        for variable, value in zip(self.inputs, values, strict=True):
            found = np.minimum.outer(found, variable.degrees(value)).reshape(-1)
        return found

    def infer(self, *values: float) -> Inference:
        """The centre of gravity of all conclusions, each cut off at the strongest rule that leads to it."""
        degrees = self.degrees(*values)
        heights = np.zeros(len(self.output.words))
        np.maximum.at(heights, self._conclusion, degrees)
        return Inference(centre(self.output, heights), degrees)

    def fired(self, degrees: Array) -> tuple[Fired, ...]:
        """The rules that fired, the strongest first, in words."""
        order = np.argsort(-degrees, kind="stable")
        return tuple(
            Fired(self.conditions[at], self.conclusions[at], float(degrees[at]), int(at))
            for at in order
            if degrees[at] > 0
        )


def centre(output: Variable, heights: Array) -> float:
    """The centre of gravity of the output's sets, each cut off at its height and the highest taken; 0 if all are."""
    shape = np.minimum(output.shapes, heights[:, None]).max(axis=0)
    area = shape.sum()
    return float((shape * output.grid).sum() / area) if area > 0 else 0.0
