"""The thesis's networks 1 to 3 at the table (Vinther & Holst 2015, section 2.4), with a rule for folding.

Two outputs say how sure the network is of playing defensively (check, call) and aggressively (bet, raise). It has never
seen a fold, since folded hands are not shown: it folds where the chance to win is below the pot odds.
"""

from __future__ import annotations

import numpy as np

from riverboat.agents.bet_mapping_kernel import WISH_CALL, WISH_FOLD, WISH_RAISE
from riverboat.agents.neural.neural_kernel import see_game
from riverboat.agents.neural.neural_layout_kernel import (
    FIRST_AT,
    FOLD_BELOW,
    GAME_INPUTS,
    MIXED,
    MOST_HIDDEN,
    N_HIDDEN,
    N_INPUTS,
    OUTPUTS,
    SECOND_AT,
)
from riverboat.arrays import Floats, Words
from riverboat.cards.random_kernel import uniform
from riverboat.games.engine.layout_kernel import Int, Record
from riverboat.kernel import Scalar, kernel
from riverboat.modeling.strength_kernel import win_chance


@kernel
def sigmoid(x: Scalar) -> Scalar:
    """From any number to one between 0 and 1."""
    return 1.0 / (1.0 + np.exp(-x))


@kernel
def ann_outputs(params: Floats, x: Floats, out: Floats) -> None:
    """The two outputs; without hidden neurons the inputs go straight to them."""
    n_inputs, n_hidden = np.int64(params[N_INPUTS]), np.int64(params[N_HIDDEN])
    hidden = np.empty(MOST_HIDDEN)
    for unit in range(n_hidden):
        at = FIRST_AT + unit * (GAME_INPUTS + 1)
        total = params[at + GAME_INPUTS]
        for place in range(n_inputs):
            total += params[at + place] * x[place]
        hidden[unit] = sigmoid(total)
    below = hidden if n_hidden > 0 else x
    n_below = n_hidden if n_hidden > 0 else n_inputs
    for choice in range(OUTPUTS):
        at = SECOND_AT + choice * (MOST_HIDDEN + 1)
        total = params[at + MOST_HIDDEN]
        for unit in range(n_below):
            total += params[at + unit] * below[unit]
        out[choice] = sigmoid(total)


@kernel
def known_win_chance(v: Record, memory: Floats) -> Scalar:
    """The calculator's strength, kept for this street."""
    first, second = np.int64(v.cards[v.seat, 0]), np.int64(v.cards[v.seat, 1])
    asked = (np.int64(v.n_shared) * 52 + first) * 52 + second + 1
    for at in range(v.n_shared):
        asked = asked * 52 + np.int64(v.shared[at])
    if memory[0] != np.float64(asked):
        memory[0] = np.float64(asked)
        memory[1] = win_chance(first, second, v.shared, np.int64(v.n_shared))
    return memory[1]


@kernel
def ann_wish(v: Record, params: Floats, memory: Floats, words: Words) -> Int:
    """Fold by pot odds, else what the larger output says, or (mixed) either by its share; draws one random number."""
    chance = uniform(words)
    strength = known_win_chance(v, memory)
    if v.to_call > 0 and strength ** (v.n_in - 1) < params[FOLD_BELOW] * v.to_call / (v.pot + v.to_call):
        return WISH_FOLD
    x, out = np.empty(GAME_INPUTS), np.empty(OUTPUTS)
    all_chips = v.pot
    for seat in range(v.seats):
        all_chips += v.stack[seat]
    see_game(v, strength, all_chips, x)
    ann_outputs(params, x, out)
    limit = chance if params[MIXED] != 0 else 0.5
    return WISH_RAISE if out[1] > limit * (out[0] + out[1]) else WISH_CALL
