"""Learning from outcomes, for `adaptive`: policy gradient with a baseline that knows the cards, as for `adaptive-68`.

What differs from `neural_training_kernel`: what is seen, a row of weights for each input instead of each neuron, that
opponents learn from every hand as they would in a match, and that the learner may sit in several seats of a table.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from riverboat.agents.bet_mapping_kernel import act
from riverboat.agents.dispatch_kernel import decide, learn
from riverboat.agents.neural import adaptive_layout_kernel as at
from riverboat.agents.neural.adaptive_kernel import adaptive_learn, see_all, sum_inputs
from riverboat.agents.neural.neural_kernel import chances, draw
from riverboat.arrays import Floats, Ints
from riverboat.games.engine.betting_kernel import apply_action
from riverboat.games.engine.layout_kernel import DONE, MAX_SEATS, Flag, Int, Record
from riverboat.games.engine.seeing_kernel import see
from riverboat.kernel import Scalar, kernel
from riverboat.training.neural_training_kernel import (
    BASELINE_UNIT,
    CHOSEN,
    DECISIONS,
    GAINED,
    HANDS,
    LEARNER,
    LEARNS,
    MOST_DECISIONS,
    PAID,
    Rows,
    Seats,
    begin_hand,
    final_values,
    policy_error,
    showdown_share,
    surprise_at,
)

#: What the baseline sees besides: the share of the pot that a showdown would give, by street, and times the pot.
TOLD = 5
BASELINE_INPUTS = at.INPUTS + TOLD
BASELINE_HIDDEN = 32


class WideTrainee(NamedTuple):
    """The network in training: the two layers of it and of its baseline, a row for each input."""

    sees: Flag  # whether it sees its opponents
    entropy: Scalar  # how much an even choice is worth
    nets: Rows
    grads: Rows


@kernel
def two_layers(first: Floats, second: Floats, x: Floats, hidden: Floats, out: Floats) -> None:
    """A network with one hidden layer of hyperbolic tangents."""
    sum_inputs(first.reshape(first.size), hidden.size, x, hidden)
    for unit in range(hidden.size):
        hidden[unit] = np.tanh(hidden[unit])
    sum_inputs(second.reshape(second.size), out.size, hidden, out)


@kernel
def backward(second: Floats, x: Floats, hidden: Floats, error: Floats, first_grad: Floats, second_grad: Floats) -> None:
    """Add to the gradients what an error at the outputs says, through one hidden layer."""
    width = hidden.size
    back = np.zeros(width)
    for unit in range(width):
        for row in range(error.size):
            second_grad[unit, row] += error[row] * hidden[unit]
            back[unit] += error[row] * second[unit, row]
        back[unit] *= 1.0 - hidden[unit] * hidden[unit]
        first_grad[x.size, unit] += back[unit]
    for row in range(error.size):
        second_grad[width, row] += error[row]
    for place in range(x.size):
        each = x[place]
        if each != 0.0:
            grads = first_grad[place]
            for unit in range(width):
                grads[unit] += each * back[unit]


@kernel
def tell_baseline(v: Record, share: Scalar, x: Floats, told: Floats) -> None:
    """All that the baseline sees."""
    told[: at.INPUTS] = x
    told[at.INPUTS : at.INPUTS + 4] = 0.0
    told[at.INPUTS + v.street] = 2.0 * share - 1.0
    told[at.INPUTS + 4] = (2.0 * share - 1.0) * v.pot / (BASELINE_UNIT * v.small_bet)


@kernel
def learn_hand(
    count: Int, gain_sb: Scalar, small_bet: Scalar, entropy: Scalar, notes: Rows, nets: Rows, grads: Rows, tally: Floats
) -> None:
    """Add up what the decisions of one hand say: those that gained more than expected shall become likelier."""
    seen, told, inner, mixed, marks = notes
    base_inner, base_out = np.empty(BASELINE_HIDDEN), np.empty(1)
    error, base_error = np.empty(at.CHOICES), np.empty(1)
    for index in range(count):
        two_layers(nets[2], nets[3], told[index], base_inner, base_out)
        surprise = surprise_at(gain_sb + marks[index, PAID] / small_bet, base_out[0], tally)  # against folding here
        base_error[0] = -surprise / BASELINE_UNIT
        backward(nets[3], told[index], base_inner, base_error, grads[2], grads[3])
        policy_error(mixed[index], marks[index, CHOSEN], surprise, entropy, error)
        backward(nets[1], seen[index], inner[index], error, grads[0], grads[1])


@kernel
def let_learn(table: Seats, learners: Ints, sees: Flag) -> None:
    """A hand is over: everyone who learns sees how it ended."""
    h, r, v = table.hands[0], table.rules[0], table.views[0]
    for seat in range(r.seats):
        if is_learner(table, seat):
            if sees:
                see(h, r, seat, v)
                adaptive_learn(v, table.memory[seat])
        elif learners[seat] != 0:
            see(h, r, seat, v)
            learn(learners[seat], v, table.params[seat], table.memory[seat], table.words[seat])


@kernel
def is_learner(table: Seats, seat: Int) -> Flag:
    """Whether the network in training sits in a seat."""
    return seat == LEARNER or table.deciders[seat] == LEARNS


@kernel
def learn_from_seats(table: Seats, learner: WideTrainee, counts: Ints, notes: Rows, tally: Floats) -> None:
    """Add up what the decisions of one hand say, of every seat in which the learner sits."""
    h, r = table.hands[0], table.rules[0]
    small_bet = np.float64(r.bet[0])
    seen, told, inner, mixed, marks = notes
    for seat in range(r.seats):
        if is_learner(table, seat):
            own = (seen[seat], told[seat], inner[seat], mixed[seat], marks[seat])
            gain_sb = (h.won[seat] - h.paid[seat]) / small_bet
            tally[HANDS] += 1
            tally[GAINED] += gain_sb
            tally[DECISIONS] += counts[seat]
            learn_hand(counts[seat], gain_sb, small_bet, learner.entropy, own, learner.nets, learner.grads, tally)


@kernel
def play_and_learn(table: Seats, learners: Ints, learner: WideTrainee, n_hands: Int, tally: Floats) -> Int:
    """Play hands at one table and add up the gradients of what the learner's decisions gained; -1 if a rule broke."""
    h, r, v = table.hands[0], table.rules[0], table.views[0]
    deciders, params, memory, words = table.deciders, table.params, table.memory, table.words
    n = np.int64(r.seats)
    values, counts = np.zeros(MAX_SEATS, np.int64), np.zeros(MAX_SEATS, np.int64)
    seen, told = np.zeros((n, MOST_DECISIONS, at.INPUTS)), np.zeros((n, MOST_DECISIONS, BASELINE_INPUTS))
    inner, mixed = np.zeros((n, MOST_DECISIONS, at.HIDDEN)), np.zeros((n, MOST_DECISIONS, at.CHOICES))
    marks = np.zeros((n, MOST_DECISIONS, 2))
    for _ in range(n_hands):
        begin_hand(h, r, words[r.seats])
        final_values(h, r, values)
        counts[:] = 0
        while h.actor >= 0:
            seat = h.actor
            see(h, r, seat, v)
            if is_learner(table, seat):
                index = min(counts[seat], MOST_DECISIONS - 1)
                counts[seat] = index + 1
                see_all(v, learner.sees, memory[seat], seen[seat, index])
                two_layers(learner.nets[0], learner.nets[1], seen[seat, index], inner[seat, index], mixed[seat, index])
                chances(v, mixed[seat, index])
                wish = draw(mixed[seat, index], words[seat])
                marks[seat, index, CHOSEN], marks[seat, index, PAID] = wish, h.paid[seat]
                tell_baseline(v, showdown_share(h, r, values, seat), seen[seat, index], told[seat, index])
                kind, amount = act(v, wish, words[seat])
            else:
                kind, amount = decide(deciders[seat], v, params[seat], memory[seat], words[seat])
            if apply_action(h, r, kind, amount) != DONE:
                return -1
        learn_from_seats(table, learner, counts, (seen, told, inner, mixed, marks), tally)
        let_learn(table, learners, learner.sees)
    return 0
