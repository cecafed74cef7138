"""The corner at which a linear program ended, in exact fractions.

HiGHS says in floating point which unknowns are free and which conditions hold with equality. That is a system of linear
equations with whole numbers, and its solution is the plan itself, without any rounding. It is found digit by digit in
base p (Dixon 1982, "Exact solution of linear equations using p-adic expansions"): one inverse modulo a prime, then a
product of a matrix and a vector for each digit. Fractions are read off the digits and put into the equations.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt, lcm
from typing import Any

import numpy as np

from riverboat.arrays import Floats, Ints
from riverboat.solving.form import SequenceForm, Side
from riverboat.solving.linear_program import Basis, exact_scale, program_matrix
from riverboat.solving.response import ExactChoices

#: A prime so small that a sum of as many products of two remainders as there are equations is exact in floating point.
PRIME = 2_097_143
MOST_EQUATIONS = 2_000
_MOST_DIGITS = 4_096
#: Whole numbers of the equations, times equations and prime, must stay within 64 bits.
_LARGEST = 2**62


def corner_strategies(form: SequenceForm, basis: Basis) -> tuple[ExactChoices, ExactChoices] | None:
    """What both players do at the corner, for every information set; None where it can't be computed."""
    n = len(basis.rows)
    largest = exact_scale(form) * max(1, int(abs(form.payoffs).max(initial=1)))
    if n != len(basis.columns) or n > MOST_EQUATIONS or largest * n * PRIME > _LARGEST:
        return None
    equations = program_matrix(form, exact=True)[:, basis.columns].tocsr()[basis.rows].astype(np.int64)
    inverse = inverse_modulo(equations.toarray(), PRIME)
    if inverse is None:
        return None
    first, second = form.sides
    # The weight of the empty sequence is what the first flow condition says; the objective is the first value.
    right = (basis.rows == second.n_sequences).astype(np.int64)
    cost = (basis.columns == first.n_sequences).astype(np.int64)
    x = solve_exactly(equations, inverse, right)
    y = solve_exactly(equations.T.tocsr(), np.ascontiguousarray(inverse.T), cost)
    if x is None or y is None:
        return None
    own = basis.columns < first.n_sequences
    other = basis.rows < second.n_sequences
    plan_x = _spread(first.n_sequences, basis.columns[own], [each for each, is_x in zip(x, own, strict=True) if is_x])
    plan_y = _spread(second.n_sequences, basis.rows[other], [each for each, is_y in zip(y, other, strict=True) if is_y])
    return _choices(first, plan_x), _choices(second, plan_y)


def _spread(length: int, places: Ints, weights: list[Fraction]) -> list[Fraction]:
    plan = [Fraction(0)] * length
    for place, weight in zip(places.tolist(), weights, strict=True):
        plan[place] = weight
    return plan


def _choices(side: Side, plan: list[Fraction]) -> ExactChoices:
    """The share of each action at every information set; even ones where it is never reached."""
    found = []
    for first, count in zip(side.first.tolist(), side.count.tolist(), strict=True):
        weights = [max(weight, Fraction(0)) for weight in plan[first : first + count]]
        total = sum(weights, Fraction(0))
        found.append([weight / total for weight in weights] if total else [Fraction(1, count)] * count)
    return found


def inverse_modulo(matrix: Ints, prime: int) -> Floats | None:
    """The inverse of a matrix of whole numbers modulo a prime; None where there is none."""
    n = len(matrix)
    left = matrix % prime
    order = np.arange(n)
    for at in range(n):
        candidates = np.flatnonzero(left[at:, at])
        if not len(candidates):
            return None
        pivot = at + int(candidates[0])
        if pivot != at:
            left[[at, pivot]] = left[[pivot, at]]
            order[[at, pivot]] = order[[pivot, at]]
        scale = pow(int(left[at, at]), -1, prime)
        left[at, at] = 1
        left[at] = left[at] * scale % prime
        others = np.flatnonzero(left[:, at])
        others = others[others != at]
        factors = left[others, at]
        left[others, at] = 0
        used = np.flatnonzero(left[at])
        left[np.ix_(others, used)] = (left[np.ix_(others, used)] - np.outer(factors, left[at, used])) % prime
    inverse = np.empty_like(left)
    inverse[:, order] = left
    return np.asarray(inverse, np.float64)


def solve_exactly(equations: Any, inverse: Floats, right: Ints) -> list[Fraction] | None:
    """The fractions that solve the equations; None where they have more digits than are looked for."""
    rest = right.copy()
    digits: list[Ints] = []
    wanted = 8
    while len(digits) < _MOST_DIGITS:
        digit = np.asarray((inverse @ (rest % PRIME).astype(np.float64)) % PRIME, np.int64)
        digits.append(digit)
        rest = (rest - equations @ digit) // PRIME
        if len(digits) == wanted:
            wanted *= 2
            found = _fractions(digits)
            if found is not None and _solves(equations, found, right):
                return found
    return None


def _fractions(digits: list[Ints]) -> list[Fraction] | None:
    """Fractions with one small common denominator that the digits stand for."""
    modulus = PRIME ** len(digits)
    bound = isqrt(modulus // 2)
    common = 1
    found = []
    for number in _numbers([digit.tolist() for digit in digits]):
        top = number * common % modulus
        top = top - modulus if 2 * top > modulus else top
        if abs(top) > bound:
            read = _read_fraction(number * common % modulus, modulus, bound)
            if read is None:
                return None
            top, bottom = read
            common *= bottom
        if common > bound:
            return None
        found.append(Fraction(top, common))
    return found


def _numbers(digits: list[list[int]]) -> list[int]:
    """The numbers whose digits in base p these are, by joining neighbours."""
    base = PRIME
    while len(digits) > 1:
        if len(digits) % 2:
            digits.append([0] * len(digits[0]))
        pairs = zip(digits[::2], digits[1::2], strict=True)
        digits = [[low + high * base for low, high in zip(lows, highs, strict=True)] for lows, highs in pairs]
        base *= base
    return digits[0]


def _read_fraction(number: int, modulus: int, bound: int) -> tuple[int, int] | None:
    """The fraction with small numerator and denominator that a remainder stands for, by Euclid's algorithm."""
    before, now = modulus, number
    factor_before, factor = 0, 1
    while now > bound:
        times = before // now
        before, now = now, before - times * now
        factor_before, factor = factor, factor_before - times * factor
    if factor == 0 or abs(factor) > bound:
        return None
    return (now, factor) if factor > 0 else (-now, -factor)


def _solves(equations: Any, found: list[Fraction], right: Ints) -> bool:
    """Whether the fractions solve the equations, in whole numbers over a common denominator."""
    common = lcm(*(each.denominator for each in found))
    tops = [int(each * common) for each in found]
    starts, places, values = (each.tolist() for each in (equations.indptr, equations.indices, equations.data))
    return all(
        sum(values[at] * tops[places[at]] for at in range(starts[row], starts[row + 1])) == wanted * common
        for row, wanted in enumerate(right.tolist())
    )
