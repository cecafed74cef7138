"""Values that are proved: strategies in fractions, and bounds from best responses to them in exact arithmetic."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from riverboat.arrays import Floats
from riverboat.solving.exact_corner import corner_strategies
from riverboat.solving.form import SequenceForm, Side
from riverboat.solving.linear_program import Plans
from riverboat.solving.response import ExactChoices, behaviour, exact_best_response, exact_plan

#: Denominators to try: small ones find the fractions of an exact solution, large ones come close to any.
LADDER = (100, 1_000, 10_000, 100_000, 10_000_000)


@dataclass(frozen=True, kw_only=True)
class Certificate:
    """The value lies between these fractions, because of these strategies; where they are equal it is proved.

    `low` is what the first player's strategy secures, `high` what the second player's concedes at most.
    """

    low: Fraction
    high: Fraction
    choices: tuple[ExactChoices, ExactChoices]

    @property
    def exact(self) -> Fraction | None:
        """The value, if it is proved to be this fraction."""
        return self.low if self.low == self.high else None

    def plans(self, form: SequenceForm) -> Plans:
        """The certified strategies as plans in floating point."""
        x, y = (
            np.array([float(weight) for weight in exact_plan(side, rows)])
            for side, rows in zip(form.sides, self.choices, strict=True)
        )
        return Plans(x=x, y=y)


def certify(form: SequenceForm, plans: Plans) -> Certificate:
    """The best bounds that exact strategies near the plans give, for each player by themselves.

    Plans are rounded to fractions. Where that proves no value and a linear program gave the plans, the corner at which
    it ended is computed in fractions.
    """
    found: Certificate | None = None
    for x, y in zip(_rounded(form.sides[0], plans.x), _rounded(form.sides[1], plans.y), strict=True):
        found = _better(found, _measured(form, (x, y)))
        if found.exact is not None:
            return found
    assert found is not None
    corner = None if plans.basis is None else corner_strategies(form, plans.basis)
    return found if corner is None else _better(found, _measured(form, corner))


def _measured(form: SequenceForm, choices: tuple[ExactChoices, ExactChoices]) -> Certificate:
    """What two strategies secure and concede, by exact best responses."""
    x, y = (exact_plan(side, rows) for side, rows in zip(form.sides, choices, strict=True))
    return Certificate(low=-exact_best_response(form, 1, x), high=exact_best_response(form, 0, y), choices=choices)


def _better(old: Certificate | None, new: Certificate) -> Certificate:
    """Of each player the strategy that proves more."""
    if old is None:
        return new
    first = old if old.low >= new.low else new
    second = old if old.high <= new.high else new
    return Certificate(low=first.low, high=second.high, choices=(first.choices[0], second.choices[1]))


def _rounded(side: Side, plan: Floats) -> Iterator[ExactChoices]:
    """Exact strategies near a plan in floating point, with fractions of growing denominators."""
    chances = [[float(p) for p in row] for row in behaviour(side, plan)]
    for largest in LADDER:
        yield [_fractions(row, largest) for row in chances]


def _fractions(row: list[float], largest: int) -> list[Fraction]:
    """Fractions near these probabilities that add up to one exactly: the likeliest takes what is left."""
    near = [Fraction(p).limit_denominator(largest) for p in row]
    likeliest = max(range(len(row)), key=row.__getitem__)
    near[likeliest] = 1 - sum(near[:likeliest] + near[likeliest + 1 :], Fraction(0))
    return near if near[likeliest] >= 0 else [Fraction(int(at == likeliest)) for at in range(len(row))]
