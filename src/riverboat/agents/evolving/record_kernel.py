"""What the evolving player's actions have brought: a record by element, action and strength, and what it says.

Beyond Barone & While (1999), who give a candidate the result of the hand alone. The luck of one hand is some hundred
times what good and bad candidates differ by; a record of all hands so far lessens it (docs/agents/evolving.md).
"""

from __future__ import annotations

import math

import numpy as np

from riverboat.agents.bet_mapping_kernel import WISH_FOLD
from riverboat.agents.evolving import evolving_layout_kernel as at
from riverboat.arrays import Floats
from riverboat.games.engine.layout_kernel import Int
from riverboat.kernel import Scalar, kernel

#: A record fades when it has come to this many results.
LONGEST_RECORD = 5000.0
#: How far apart in the hypercube the same stage and bets of two positions stand.
_NEXT_POSITION = at.BETS * at.STAGES


@kernel
def bin_of(x: Scalar) -> Int:
    """The bin of the record into which a strength falls."""
    return np.int64(min(max(x * at.STRENGTHS, 0.0), at.STRENGTHS - 1.0))


@kernel
def record_of(memory: Floats, element: Int, strength: Int, wish: Int) -> Floats:
    """What an action has brought with hands of one bin: the sum of the results, their weight, the sum of x."""
    index = at.ELEMENTS + element * at.ELEMENT_ROW + at.RECORD + (strength * at.WISHES + wish) * at.RECORD_ROW
    return memory[index : index + at.RECORD_ROW]


@kernel
def remember(memory: Floats, element: Int, x: Scalar, wish: Int, reward: Scalar, weight: Scalar) -> None:
    """Add a result to the record; when it grows long, what is old fades."""
    record = record_of(memory, element, bin_of(x), wish)
    if record[at.WEIGHT] >= LONGEST_RECORD:
        for index in range(at.RECORD_ROW):
            record[index] *= 0.5
    record[at.RESULTS] += weight * reward
    record[at.WEIGHT] += weight
    record[at.PLACES] += weight * x
    record[at.SQUARES] += weight * reward * reward


@kernel
def local_line(
    memory: Floats, element: Int, positions: Int, x: Scalar, wish: Int, blur: Scalar, doubt: Scalar, prior: Scalar
) -> tuple[Scalar, Scalar, Scalar]:
    """What the record says at x, of how many results, and their variance: a line through the bins nearby.

    A line and not a mean, since an action that is done with the better hands would otherwise look better than it is.
    `doubt` results of `prior` at x, with no slope, are put before it. Without blur the bin of x alone is looked at.
    """
    strength = bin_of(x)
    reach = np.int64(blur * at.STRENGTHS) + 1 if blur > 0.0 else np.int64(0)
    s0, s1, s2, r0, r1 = doubt, 0.0, doubt * (blur * blur + 1e-9), doubt * prior, 0.0
    total, squares = 0.0, 0.0
    for position in range(positions):
        for index in range(max(strength - reach, 0), min(strength + reach + 1, at.STRENGTHS)):
            record = record_of(memory, element + position * _NEXT_POSITION, index, wish)
            if record[at.WEIGHT] <= 0.0:
                continue
            away = record[at.PLACES] / record[at.WEIGHT] - x if blur > 0.0 else 0.0
            near = 1.0 - (away / blur) ** 2 if blur > 0.0 else 1.0
            if near <= 0.0:
                continue
            s0 += near * record[at.WEIGHT]
            s1 += near * record[at.WEIGHT] * away
            s2 += near * record[at.WEIGHT] * away * away
            r0 += near * record[at.RESULTS]
            r1 += near * record[at.RESULTS] * away
            total += near * record[at.RESULTS]
            squares += near * record[at.SQUARES]
    results = max(s0 - doubt, 0.0)
    mean = total / max(results, 1e-9)
    variance = max(squares / max(results, 1e-9) - mean * mean, 0.0)
    return (r0 * s2 - r1 * s1) / (s0 * s2 - s1 * s1), results, variance


@kernel
def recalled(
    params: Floats, memory: Floats, element: Int, x: Scalar, wish: Int, folded: Scalar
) -> tuple[Scalar, Scalar, Scalar]:
    """What an action has brought with such a hand, of how many results, and their variance.

    With `pool` this many results stand for what the same stage and bets have brought in all positions.
    """
    doubt, pool = max(params[at.DOUBT], 1e-6), params[at.POOL]
    own, results, variance = local_line(memory, element, 1, x, wish, params[at.BLUR], doubt, folded)
    if pool <= 0.0:
        return own, results, variance
    cells = at.POSITIONS * _NEXT_POSITION
    first = element // cells * cells + element % _NEXT_POSITION
    everywhere, all_results, variance = local_line(memory, first, at.POSITIONS, x, wish, params[at.BLUR], doubt, folded)
    return (results * own + pool * everywhere) / (results + pool), max(results, min(all_results, pool)), variance


@kernel
def judge(params: Floats, memory: Floats, element: Int, x: Scalar, folded: Scalar, brings: Floats) -> None:
    """What each action is thought to bring with such a hand; a fold costs what it costs.

    With `caution` an action is thought worse by this many of its standard errors, beyond those of an action done as
    often as the one that is the habit with such hands: what has hardly been tried must be clearly better.
    """
    known, variances = np.empty(at.WISHES), np.empty(at.WISHES)
    for wish in range(at.WISHES):
        brings[wish], known[wish], variances[wish] = recalled(params, memory, element, x, wish, folded)
    brings[WISH_FOLD] = folded
    most, variance = 1.0, 0.0
    for wish in range(at.WISHES):
        most, variance = max(most, known[wish]), max(variance, variances[wish])
    for wish in range(at.WISHES):
        if wish != WISH_FOLD:
            excess = math.sqrt(variance / max(known[wish], 1.0)) - math.sqrt(variance / most)
            brings[wish] -= params[at.CAUTION] * excess
