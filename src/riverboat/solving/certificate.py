"""Values that are proved: exact bounds from strategies rounded to fractions, best responses in exact arithmetic."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from riverboat.arrays import Floats
from riverboat.solving.form import SequenceForm, Side
from riverboat.solving.linear_program import Plans
from riverboat.solving.response import behaviour, exact_best_response

#: Denominators to try: small ones find the fractions of an exact solution, large ones come close to any.
LADDER = (100, 1_000, 10_000, 100_000, 10_000_000)


@dataclass(frozen=True, kw_only=True)
class Certificate:
    """The value lies between these fractions; where they are equal it is proved."""

    low: Fraction
    high: Fraction

    @property
    def exact(self) -> Fraction | None:
        """The value, if it is proved to be this fraction."""
        return self.low if self.low == self.high else None


def certify(form: SequenceForm, plans: Plans) -> Certificate:
    """The best bounds that rounding both strategies gives, for each player by himself."""
    low, high = None, None
    for x, y in zip(_rounded(form.sides[0], plans.x), _rounded(form.sides[1], plans.y), strict=True):
        secured = -exact_best_response(form, 1, x)
        conceded = exact_best_response(form, 0, y)
        low = secured if low is None else max(low, secured)
        high = conceded if high is None else min(high, conceded)
        if low == high:
            break
    assert low is not None
    assert high is not None
    return Certificate(low=low, high=high)


def _rounded(side: Side, plan: Floats) -> Iterator[list[Fraction]]:
    """Exact plans near one in floating point, with fractions of growing denominators at every information set."""
    chances = [[float(p) for p in row] for row in behaviour(side, plan)]
    starts, parents, shares = side.parent_start.tolist(), side.parents.tolist(), side.shares.tolist()
    for largest in LADDER:
        exact = [Fraction(0)] * side.n_sequences
        exact[0] = Fraction(1)
        for at, row in enumerate(chances):
            ways = range(starts[at], starts[at + 1])
            inflow = sum((exact[parents[way]] * Fraction(shares[way], side.share_scale) for way in ways), Fraction(0))
            if inflow:
                first = int(side.first[at])
                for action, chance in enumerate(_fractions(row, largest)):
                    exact[first + action] = inflow * chance
        yield exact


def _fractions(row: list[float], largest: int) -> list[Fraction]:
    """Fractions near these probabilities that add up to one exactly: the likeliest takes what is left."""
    near = [Fraction(p).limit_denominator(largest) for p in row]
    likeliest = max(range(len(row)), key=row.__getitem__)
    near[likeliest] = 1 - sum(near[:likeliest] + near[likeliest + 1 :], Fraction(0))
    return near if near[likeliest] >= 0 else [Fraction(int(at == likeliest)) for at in range(len(row))]
