"""Re-weighting: what an action says about the hand behind it, by the player's own frequencies.

A player who raises one time in ten raises, we suppose, with the best tenth of the hands that are usual on this board.
The edges are soft, but stand so that over all usual hands just that tenth is raised; a part of actions has nothing to
do with the hand. Players who have shown strength in this hand fold less and raise more, for the hands left to them are
good. Hands that were shown correct the picture: players who have shown weak hands after raises are believed less.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from riverboat.arrays import Floats
from riverboat.kernel import Scalar, kernel
from riverboat.modeling.weights_layout import FIFTHS, PLACES, TALLY

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
#: Values of hands go up to 7,462; they are looked through in blocks, most of which are empty.
BLOCK, BLOCKS = 64, 117


class Assumptions(NamedTuple):
    """How actions are read.

    How many typical cases count beside what was seen; how soft edges are, at most 1; which part of actions has nothing
    to do with the hand; how many cases the picture counts for beside hands that were shown.
    """

    trust: Scalar
    width: Scalar
    doubt: Scalar
    shown_trust: Scalar


class Deed(NamedTuple):
    """What a player did, in which situation, at a table of how many."""

    act: Scalar
    situation: Scalar
    seats: Scalar


class Habit(NamedTuple):
    """What a player does in one situation: the shares of folds and raises, and the edges that come to these shares."""

    folds: Scalar
    raises: Scalar
    fold_edge: Scalar
    stay_edge: Scalar
    row: Scalar  # where the hands that were shown in this situation stand in the tally


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
def edge(share: Scalar, width: Scalar) -> Scalar:
    """Where a soft edge stands so that just this share of all hands lies below it.

    Near the ends a part of the ramp falls outside of the hands there are: there the edge moves out.
    """
    if share < width / 2:
        return np.sqrt(2.0 * width * share) - width / 2
    if share > 1.0 - width / 2:
        return 1.0 + width / 2 - np.sqrt(2.0 * width * (1.0 - share))
    return share


@kernel
def habit_in(tally: Floats, situation: Scalar, seats: Scalar, belief: Assumptions) -> Habit:
    """What a player does in a situation, by what was seen of them."""
    folds = frequency(tally, situation, seats, FOLDS, belief.trust)
    raises = frequency(tally, situation, seats, RAISES, belief.trust)
    width = belief.width
    return Habit(folds, raises, edge(folds, width), edge(1.0 - raises, width), situation * TALLY + 3)


@kernel
def response(q: Scalar, habit: Habit, tally: Floats, belief: Assumptions) -> tuple[Scalar, Scalar]:
    """The chances that a player folds and raises with a hand better than the share q of usual ones.

    Over all usual hands they come to the player's own shares; hands that were shown move raises among them.
    """
    fold = ramp((habit.fold_edge - q) / belief.width)
    raised = 1.0 - ramp((habit.stay_edge - q) / belief.width)
    fold = belief.doubt * habit.folds + (1.0 - belief.doubt) * fold
    raised = belief.doubt * habit.raises + (1.0 - belief.doubt) * raised
    at = habit.row + min(FIFTHS - 1, np.int64(q * FIFTHS))
    shown = tally[at] + tally[at + FIFTHS]
    if shown > 0.0:
        raised = (belief.shown_trust * raised + (1.0 - fold) * tally[at + FIFTHS]) / (belief.shown_trust + shown)
    return fold, raised


@kernel
def place_values(values: Floats, weights: Floats, places: Floats) -> None:
    """The place of each holding among the usual ones: in which hundredth it stands, ties in the middle of their own.

    `weights` says how usual each is. A holding of value 0 is impossible and has no place.
    """
    sums, used = np.zeros(BLOCKS * BLOCK), np.zeros(BLOCKS, np.uint8)
    total = 0.0
    for h in range(len(values)):
        value = np.int64(values[h])
        if value > 0:
            sums[value] += weights[h]
            used[value // BLOCK] = 1
            total += weights[h]
    below = 0.0
    for block in range(BLOCKS):
        if used[block]:
            for at in range(block * BLOCK, (block + 1) * BLOCK):
                here = sums[at]
                sums[at] = below + here / 2
                below += here
    scale = PLACES / max(total, 1e-300)
    for h in range(len(values)):
        places[h] = np.floor(min(PLACES - 1.0, scale * sums[np.int64(values[h])]))


@kernel
def responses(situation: Scalar, seats: Scalar, tally: Floats, belief: Assumptions) -> tuple[Floats, Floats]:
    """The chances that a player folds and raises in a situation, by the place of their hand."""
    habit = habit_in(tally, situation, seats, belief)
    folds, raises = np.empty(PLACES), np.empty(PLACES)
    for place in range(PLACES):
        folds[place], raises[place] = response((place + 0.5) / PLACES, habit, tally, belief)
    return folds, raises


@kernel
def reweigh(weights: Floats, places: Floats, values: Floats, deed: Deed, tally: Floats, belief: Assumptions) -> None:
    """Multiply each holding's weight by the chance that the player would have done this with it."""
    folds, raises = responses(deed.situation, deed.seats, tally, belief)
    chances = raises
    if deed.act != RAISES:
        for place in range(PLACES):
            chances[place] = folds[place] if deed.act == FOLDS else 1.0 - folds[place] - raises[place]
    top = 0.0
    for h in range(len(weights)):
        if values[h] != 0.0:
            weights[h] *= chances[np.int64(places[h])]
            top = max(top, weights[h])
        else:
            weights[h] = 0.0
    if top > 0.0:
        for h in range(len(weights)):
            weights[h] /= top
