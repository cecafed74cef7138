"""Re-weighting: what an action says about the hand behind it, by the player's own frequencies.

A player who raises one time in ten raises, we suppose, with the best tenth of what he may hold: of the hands that his
earlier actions have left him, each with its weight. The edges are soft, and no hand is ever ruled out. Hands that
were shown correct the picture: who has shown weak hands after raises is believed less.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from riverboat.arrays import Floats
from riverboat.kernel import Scalar, kernel
from riverboat.modeling.weights_layout import FIFTHS, TALLY

#: What a player may do, as far as models care.
FOLDS, CALLS, RAISES = 0, 1, 2
#: What players do on average in each situation, before anything is known of this one: folds, calls, raises.
#: Before the flop facing one, two, three bets; on the flop, turn and river facing none, one, two or more.
TYPICAL = np.array(
    [
        [0.70, 0.15, 0.15],
        [0.65, 0.25, 0.10],
        [0.40, 0.45, 0.15],
        [0.00, 0.60, 0.40],
        [0.40, 0.43, 0.17],
        [0.30, 0.50, 0.20],
        [0.00, 0.55, 0.45],
        [0.35, 0.50, 0.15],
        [0.25, 0.55, 0.20],
        [0.00, 0.55, 0.45],
        [0.35, 0.52, 0.13],
        [0.25, 0.60, 0.15],
    ]
)
#: Heads-up people play more: the same against one opponent.
TYPICAL_TWO = TYPICAL.copy()
TYPICAL_TWO[:3] = [[0.25, 0.35, 0.40], [0.25, 0.50, 0.25], [0.15, 0.60, 0.25]]
MOST_VALUES = 7463


class Assumptions(NamedTuple):
    """How actions are read: how many typical cases and shown hands count, how soft edges are, what is left possible."""

    trust: Scalar
    width: Scalar
    doubt: Scalar
    shown_trust: Scalar


class Deed(NamedTuple):
    """What a player did, in which situation, at a table of how many, and the holding that was shown; -1 for none."""

    act: Scalar
    situation: Scalar
    seats: Scalar
    shown: Scalar


@kernel
def frequency(tally: Floats, situation: Scalar, seats: Scalar, act: Scalar, trust: Scalar) -> Scalar:
    """How often a player folds, calls or raises in a situation: what was seen, and `trust` cases of the typical."""
    typical = TYPICAL_TWO[situation, act] if seats == 2 else TYPICAL[situation, act]
    at = situation * TALLY
    seen = tally[at] + tally[at + 1] + tally[at + 2]
    return (tally[at + act] + trust * typical) / (seen + trust)


@kernel
def ramp(x: Scalar) -> Scalar:
    """A soft step: 0 far below zero, 1 far above."""
    return min(1.0, max(0.0, 0.5 + x))


@kernel
def likelihood(
    q: Scalar,
    act: Scalar,
    folds: Scalar,
    raises: Scalar,
    belief: Assumptions,
    tally: Floats,
    situation: Scalar,
) -> Scalar:
    """The chance that a player does this with a hand better than the share q of what he may hold."""
    _, width, doubt, shown_trust = belief
    fold = ramp((folds - q) / width) if folds > 0 else 0.0
    high = ramp((q - (1.0 - raises)) / width) * (1.0 - fold)
    share = high / max(1.0 - fold, 1e-9)  # of raises, where he does not fold
    fifth = min(FIFTHS - 1, np.int64(q * FIFTHS))
    at = situation * TALLY + 3 + fifth
    calls_shown, raises_shown = tally[at], tally[at + FIFTHS]
    share = (shown_trust * share + raises_shown) / (shown_trust + calls_shown + raises_shown)
    if act == FOLDS:
        chance = fold
    elif act == CALLS:
        chance = (1.0 - fold) * (1.0 - share)
    else:
        chance = (1.0 - fold) * share
    return doubt + (1.0 - 2.0 * doubt) * chance


@kernel
def rank_values(values: Floats, ranks: Floats) -> Scalar:
    """Number the different values from the lowest, 0 on; answers how many there are. Value 0 is no hand."""
    seen = np.zeros(MOST_VALUES, np.int16)
    for h in range(len(values)):
        seen[np.int64(values[h])] = 1
    count = 0
    for at in range(1, MOST_VALUES):
        if seen[at]:
            seen[at] = count
            count += 1
    for h in range(len(values)):
        ranks[h] = np.float64(seen[np.int64(values[h])])
    return count


@kernel
def standing_among(weights: Floats, ranks: Floats, values: Floats, n_ranks: Scalar, places: Floats) -> Scalar:
    """For each rank the share of a player's weighted holdings below it, ties half; answers the sum of weights."""
    for rank in range(n_ranks):
        places[rank] = 0.0
    for h in range(len(weights)):
        if values[h] != 0.0:
            places[np.int64(ranks[h])] += weights[h]
    below = 0.0
    for rank in range(n_ranks):
        here = places[rank]
        places[rank] = below + here / 2
        below += here
    if below > 0.0:
        for rank in range(n_ranks):
            places[rank] /= below
    return below


@kernel
def fold_chance(weights: Floats, ranks: Floats, values: Floats, usual: Floats, folds: Scalar, width: Scalar) -> Scalar:
    """The chance that a player folds: he folds his usual share, the weakest of the hands that are usual here.

    `usual` tells for each rank the share of usual hands below it. Who has shown strength in this hand folds less.
    """
    folded, total = 0.0, 0.0
    for h in range(len(weights)):
        if values[h] != 0.0:
            total += weights[h]
            folded += weights[h] * ramp((folds - usual[np.int64(ranks[h])]) / width)
    return folded / total if total > 0.0 else 0.0


@kernel
def reweigh(
    weights: Floats,
    ranks: Floats,
    values: Floats,
    n_ranks: Scalar,
    deed: Deed,
    tally: Floats,
    belief: Assumptions,
) -> Scalar:
    """Multiply each holding's weight by the chance that the player would have done this with it.

    Answers where the holding that was shown stood among theirs; -1 where none was.
    """
    act, situation, seats, shown = deed
    places = np.empty(n_ranks)
    total = standing_among(weights, ranks, values, n_ranks, places)
    if total <= 0.0:
        return -1.0
    place = places[np.int64(ranks[shown])] if shown >= 0 and values[shown] != 0.0 else -1.0
    folds = frequency(tally, situation, seats, FOLDS, belief.trust)
    raises = frequency(tally, situation, seats, RAISES, belief.trust)
    for rank in range(n_ranks):
        places[rank] = likelihood(places[rank], act, folds, raises, belief, tally, situation)
    top = 0.0
    for h in range(len(weights)):
        if values[h] != 0.0:
            weights[h] *= places[np.int64(ranks[h])]
            top = max(top, weights[h])
        else:
            weights[h] = 0.0
    if top > 0.0:
        for h in range(len(weights)):
            weights[h] /= top
    return place
