"""Networks that play: what they see, their sums, and the choice between folding, calling and raising.

`adaptive` sees 5 + 9 * 7 numbers (Vinther & Holst 2015, table 9): hand strength, opponents, chips, cost and pot, then
the seven attributes of each opponent, in the order of seats from its left. Opponents who are absent or have folded are
zero. An attribute is divided by the number of opponents who are in, so that sums over opponents are means.

The thesis divides chips, cost and pot by all chips in the game. Those grow whenever somebody who is broke buys in
again, and the same bet would look smaller hand by hand; `adaptive` divides by what ten players begin with.
"""

from __future__ import annotations

import numpy as np

from riverboat.agents.bet_mapping_kernel import WISH_CALL, WISH_FOLD, WISH_RAISE, act, allowed
from riverboat.agents.neural import neural_layout_kernel as at
from riverboat.agents.styles.style_kernel import win_probability
from riverboat.arrays import Floats, Words
from riverboat.cards.random_kernel import uniform
from riverboat.games.engine.layout_kernel import BET, FOLDED, RAISE, Int, Record
from riverboat.kernel import Scalar, kernel
from riverboat.modeling.attributes_kernel import attributes, take_view
from riverboat.modeling.attributes_layout import ATTRIBUTES

#: What an unknown player is taken for: aggressiveness, tightness, riskiness.
TYPICAL = np.array([0.3, 0.7, 0.6])


@kernel
def see_game(v: Record, strength: Scalar, all_chips: Scalar, x: Floats) -> None:
    """The five numbers of the game: strength, opponents, and chips, cost and pot over all chips."""
    x[0] = strength
    x[1] = (v.n_in - 1) / at.SLOTS
    x[2] = v.stack[v.seat] / all_chips
    x[3] = v.to_call / all_chips
    x[4] = v.pot / all_chips


@kernel
def see_table(v: Record, strength: Scalar, x: Floats) -> None:
    """The five numbers over a sum that does not move; of the own chips no more count than anybody begins with."""
    see_game(v, strength, at.ALL_CHIPS_SB * v.small_bet, x)
    x[2] = min(x[2], at.BUY_IN_SB / at.ALL_CHIPS_SB)


@kernel
def see_opponents(v: Record, models: Floats, x: Floats) -> None:
    """The attributes of those who are in, each at their place, over their number."""
    found = np.empty(ATTRIBUTES)
    x[at.GAME_INPUTS : at.INPUTS] = 0.0
    n = np.int64(v.seats)
    others: Int = min(n - 1, at.SLOTS)
    for slot in range(others):
        seat = (np.int64(v.seat) + 1 + slot) % n
        if v.status[seat] == FOLDED:
            continue
        attributes(v, models, seat, TYPICAL, found)
        for index in range(ATTRIBUTES):
            x[at.GAME_INPUTS + slot * ATTRIBUTES + index] = found[index] / (v.n_in - 1)


@kernel
def forward(net: Floats, x: Floats, n_inputs: Int, hidden: Floats, out: Floats) -> None:
    """Hidden layer of hyperbolic tangents, then plain sums; inputs after the first `n_inputs` are not looked at."""
    for unit in range(at.HIDDEN):
        index = unit * (at.INPUTS + 1)
        total = net[index + at.INPUTS]
        for place in range(n_inputs):
            total += net[index + place] * x[place]
        hidden[unit] = np.tanh(total)
    for choice in range(at.CHOICES):
        index = at.SECOND_LAYER + choice * (at.HIDDEN + 1)
        total = net[index + at.HIDDEN]
        for unit in range(at.HIDDEN):
            total += net[index + unit] * hidden[unit]
        out[choice] = total


@kernel
def chances(v: Record, out: Floats) -> None:
    """From sums to the chances of folding, calling, raising; what makes no sense here has none."""
    can_fold = v.to_call > 0
    can_raise = allowed(v, RAISE) or allowed(v, BET)
    most = out[1]
    if can_fold:
        most = max(most, out[0])
    if can_raise:
        most = max(most, out[2])
    out[0] = np.exp(out[0] - most) if can_fold else 0.0
    out[1] = np.exp(out[1] - most)
    out[2] = np.exp(out[2] - most) if can_raise else 0.0
    total = out[0] + out[1] + out[2]
    for choice in range(at.CHOICES):
        out[choice] /= total


@kernel
def draw(out: Floats, words: Words) -> Int:
    """One of the three by their chances; draws one random number."""
    chance = uniform(words)
    if chance < out[0]:
        return WISH_FOLD
    return WISH_CALL if chance < out[0] + out[1] else WISH_RAISE


@kernel
def adaptive_68_wish(v: Record, params: Floats, memory: Floats, words: Words) -> Int:
    """Fold, call or raise as the network says."""
    x, hidden, out = np.empty(at.INPUTS), np.empty(at.HIDDEN), np.empty(at.CHOICES)
    see_table(v, win_probability(v, memory), x)
    n_inputs: Int = at.GAME_INPUTS
    if params[at.SEES] != 0:
        see_opponents(v, memory[at.MODELS_AT :], x)
        others: Int = min(np.int64(v.seats) - 1, at.SLOTS)
        n_inputs = at.GAME_INPUTS + others * ATTRIBUTES
    start = at.NETS_AT if v.seats == 2 else at.NETS_AT + at.NET
    forward(params[start : start + at.NET], x, n_inputs, hidden, out)
    chances(v, out)
    return draw(out, words)


@kernel
def adaptive_68_learn(v: Record, params: Floats, memory: Floats) -> None:
    """A hand is over: keep what the others did."""
    if params[at.SEES] != 0:
        take_view(v, memory[at.MODELS_AT :])


@kernel
def adaptive_68_decides(v: Record, params: Floats, memory: Floats, words: Words) -> tuple[Int, Int]:
    """The adaptive network, as an action."""
    return act(v, adaptive_68_wish(v, params, memory, words), words)


@kernel
def adaptive_68_learns(v: Record, params: Floats, memory: Floats, words: Words) -> None:
    """The adaptive network, after a hand."""
    adaptive_68_learn(v, params, memory)
