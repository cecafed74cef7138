"""Best responses and what they tell: how much a plan can be exploited, in floating point and exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from riverboat.arrays import Floats
from riverboat.solving.form import SequenceForm, Side
from riverboat.solving.form_kernel import best_response_value, leftovers

#: The exact probabilities of the actions at each information set.
ExactChoices = list[list[Fraction]]


def best_response(form: SequenceForm, player: int, plan: Floats) -> float:
    """The most that a player can get against a plan of the other."""
    side = form.sides[player]
    starts, others, payoffs = form.by_player[player]
    worth = leftovers(starts, others, payoffs, plan)
    return float(best_response_value(side.first, side.count, side.parent_start, side.parents, side.float_shares, worth))


def bounds(form: SequenceForm, x: Floats, y: Floats) -> tuple[float, float]:
    """What the first player's plan secures, and what the second's concedes at most."""
    return -best_response(form, 1, x), best_response(form, 0, y)


def nash_conv(form: SequenceForm, x: Floats, y: Floats) -> float:
    """What both could gain together by best responses: 0 exactly in equilibrium."""
    low, high = bounds(form, x, y)
    return high - low


def exact_best_response(form: SequenceForm, player: int, plan: Sequence[Fraction | int]) -> Fraction:
    """The most that a player can get against a plan of the other, in exact arithmetic."""
    side = form.sides[player]
    own, other = (form.rows, form.columns) if player == 0 else (form.columns, form.rows)
    worth: list[Fraction | int] = [0] * side.n_sequences
    sign = 1 if player == 0 else -1
    for mine, theirs, payoff in zip(own.tolist(), other.tolist(), form.payoffs.tolist(), strict=True):
        weight = plan[theirs]
        if weight:
            worth[mine] += sign * payoff * weight
    return _exact_value(side, worth) / form.payoff_scale


def _exact_value(side: Side, worth: list[Fraction | int]) -> Fraction:
    starts, parents, shares = side.parent_start.tolist(), side.parents.tolist(), side.shares.tolist()
    first, count = side.first.tolist(), side.count.tolist()
    for at in range(side.n_infosets - 1, -1, -1):
        best = max(worth[first[at] : first[at] + count[at]])
        for way in range(starts[at], starts[at + 1]):
            worth[parents[way]] += (
                best * shares[way] if side.share_scale == 1 else best * Fraction(shares[way], side.share_scale)
            )
    return Fraction(worth[0])


def exact_plan(side: Side, choices: ExactChoices) -> list[Fraction]:
    """The exact weights of all sequences of a player who chooses so at their information sets."""
    starts, parents, shares = side.parent_start.tolist(), side.parents.tolist(), side.shares.tolist()
    plan = [Fraction(0)] * side.n_sequences
    plan[0] = Fraction(1)
    for at, (first, row) in enumerate(zip(side.first.tolist(), choices, strict=True)):
        ways = range(starts[at], starts[at + 1])
        inflow = sum((plan[parents[way]] * Fraction(shares[way], side.share_scale) for way in ways), Fraction(0))
        if inflow:
            for action, chance in enumerate(row):
                plan[first + action] = inflow * chance
    return plan


def behaviour(side: Side, plan: Floats) -> list[Floats]:
    """The probabilities of the actions at each information set; even ones where it is never reached."""
    found = []
    for first, count in zip(side.first.tolist(), side.count.tolist(), strict=True):
        weights = plan[first : first + count]
        total = weights.sum()
        found.append(weights / total if total > 0 else np.full(count, 1.0 / count))
    return found
