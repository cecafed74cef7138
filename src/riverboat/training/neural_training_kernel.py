"""Learning from outcomes: hands are played in compiled code, and every decision's share in what was won is added up.

Policy gradient with a baseline (Williams 1992; Sutton & Barto 2018, section 13.4). What a decision gained is counted
against folding there, which is worth nothing. The baseline is a second network that is thrown away after training; it
may therefore know what no player knows: who would win the showdown. That takes away most of the luck of the cards and
leaves the gradient's mean as it is, for it does not depend on what the player does.

Seats are alike, so the nine groups of attribute weights are one group while training: the network sees the five
numbers of the game and the mean attributes of those who are in.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from riverboat.agents.bet_mapping_kernel import act
from riverboat.agents.dispatch_kernel import decide
from riverboat.agents.neural import neural_layout_kernel as at
from riverboat.agents.neural.neural_kernel import chances, draw, see_opponents, see_table
from riverboat.agents.styles.style_kernel import win_probability
from riverboat.arrays import Floats, Ints, Words
from riverboat.cards.evaluator_kernel import CARD_BITS, CARD_KEY, EMPTY_BITS, EMPTY_KEY, value
from riverboat.games.engine.betting_kernel import apply_action, shuffle, start_hand
from riverboat.games.engine.layout_kernel import DONE, FOLDED, FROM_DECK, MAX_SEATS, Flag, Int, Record
from riverboat.games.engine.seeing_kernel import see
from riverboat.kernel import Scalar, kernel
from riverboat.modeling.attributes_kernel import take_view
from riverboat.modeling.attributes_layout import ATTRIBUTES

#: A group of arrays of numbers in rows: Numba takes it as one argument.
Rows = tuple[Floats, ...]

#: What the network in training sees: the game, and the mean attributes.
SEEN = at.GAME_INPUTS + ATTRIBUTES
#: What the baseline sees beside that: the share of the pot at a showdown, the same times the pot, the bets of this
#: street, the place at the table, and the street.
TOLD = 8
BASELINE_INPUTS = SEEN + TOLD
BASELINE_HIDDEN = 32
#: The baseline answers in this many small bets, to keep its weights small.
BASELINE_UNIT = 10.0
#: The most decisions of one player in one hand that are learnt from.
MOST_DECISIONS = 24
#: The learner's seat; the button moves round, so that it sits everywhere.
LEARNER = 0
#: Where the deciding of a seat lies in which the learner sits once more, and learns there too.
LEARNS = -1
#: What is told of a piece of training, by place.
HANDS, GAINED, DECISIONS, ERRORS, RETURNS = 0, 1, 2, 3, 4
TALLY = 5
#: The places of what a decision's note keeps beside its rows: the choice, and what was paid before it.
CHOSEN, PAID = 0, 1


class Seats(NamedTuple):
    """A table: the hand that is played, and all that is known of each seat, in rows."""

    hands: Record
    rules: Record
    views: Record
    deciders: Ints  # where each seat's deciding lies
    params: Floats
    memory: Floats
    words: Words  # a generator for each seat, and the deck's in the last row


class Trainee(NamedTuple):
    """The network in training: what it sees, on which scales, and the two layers of it and of its baseline."""

    sees: Flag  # whether it sees the opponents' attributes
    entropy: Scalar  # how much an even choice is worth
    scale: Floats
    shift: Floats
    nets: Rows
    grads: Rows


@kernel
def seen_while_training(x: Floats, scale: Floats, shift: Floats, sees: Flag, z: Floats) -> None:
    """The game's numbers and the sums over opponents, put on scales that are easy to learn on."""
    for place in range(at.GAME_INPUTS):
        z[place] = (x[place] - shift[place]) * scale[place]
    for index in range(ATTRIBUTES):
        place = at.GAME_INPUTS + index
        total = 0.0
        for slot in range(at.SLOTS):
            total += x[place + slot * ATTRIBUTES]
        z[place] = (total - shift[place]) * scale[place] if sees else 0.0


@kernel
def layer(weights: Floats, z: Floats, out: Floats) -> None:
    """The sums of one layer; the last weight of each row is its bias."""
    n = weights.shape[1] - 1
    for row in range(weights.shape[0]):
        total = weights[row, n]
        for index in range(n):
            total += weights[row, index] * z[index]
        out[row] = total


@kernel
def two_layers(first: Floats, second: Floats, z: Floats, hidden: Floats, out: Floats) -> None:
    """A network with one hidden layer of hyperbolic tangents."""
    layer(first, z, hidden)
    for index in range(hidden.size):
        hidden[index] = np.tanh(hidden[index])
    layer(second, hidden, out)


@kernel
def backward(second: Floats, z: Floats, hidden: Floats, error: Floats, first_grad: Floats, second_grad: Floats) -> None:
    """Add to the gradients what an error at the outputs says, through one hidden layer."""
    n, width = z.size, hidden.size
    for row in range(error.size):
        for index in range(width):
            second_grad[row, index] += error[row] * hidden[index]
        second_grad[row, width] += error[row]
    for unit in range(width):
        back = 0.0
        for row in range(error.size):
            back += error[row] * second[row, unit]
        back *= 1.0 - hidden[unit] * hidden[unit]
        for index in range(n):
            first_grad[unit, index] += back * z[index]
        first_grad[unit, n] += back


@kernel
def final_values(h: Record, r: Record, values: Ints) -> None:
    """The worth of every hand at the showdown: training knows the deck."""
    n = np.int64(r.seats)
    key, bits = EMPTY_KEY, EMPTY_BITS
    for index in range(5):
        card = h.deck[2 * n + index]
        key += CARD_KEY[card]
        bits |= CARD_BITS[card]
    for seat in range(n):
        one, two = h.cards[seat, 0], h.cards[seat, 1]
        values[seat] = value(key + CARD_KEY[one] + CARD_KEY[two], bits | CARD_BITS[one] | CARD_BITS[two])


@kernel
def showdown_share(h: Record, r: Record, values: Ints, seat: Int) -> Scalar:
    """The share of the pot that a seat would win if all who are in went to the showdown."""
    equal = 1
    for other in range(r.seats):
        if other != seat and h.status[other] != FOLDED:
            if values[other] > values[seat]:
                return 0.0
            equal += values[other] == values[seat]
    return 1.0 / equal


@kernel
def tell_baseline(v: Record, share: Scalar, z: Floats, told: Floats) -> None:
    """All that the baseline sees."""
    told[:SEEN] = z
    told[SEEN] = 2.0 * share - 1.0
    told[SEEN + 1] = (2.0 * share - 1.0) * z[4]
    told[SEEN + 2] = v.raises / 2.0 - 1.0
    told[SEEN + 3] = 2.0 * v.position / v.seats - 1.0
    for street in range(4):
        told[SEEN + 4 + street] = 1.0 if street == v.street else 0.0


@kernel
def begin_hand(h: Record, r: Record, deck_words: Words) -> None:
    """The button moves on, broke players rebuy, cards are dealt."""
    n = np.int64(r.seats)
    h.button = h.button + 1 if h.button + 1 < n else 0
    for seat in range(n):
        h.stack[seat] += h.won[seat]
        h.who[seat] = seat
        if h.stack[seat] <= 0:
            h.stack[seat] = r.stack[seat]
    h.source = FROM_DECK
    shuffle(h, r, deck_words, 2 * n + 5)
    start_hand(h, r)


@kernel
def surprise_at(result: Scalar, expected: Scalar, tally: Floats) -> Scalar:
    """How much more a decision gained than the baseline expected, in small bets; noted in the tally."""
    surprise = result - BASELINE_UNIT * expected
    tally[ERRORS] += surprise * surprise
    tally[RETURNS] += result * result
    return surprise


@kernel
def policy_error(mixed: Floats, chosen: Scalar, surprise: Scalar, entropy: Scalar, error: Floats) -> None:
    """The error at the outputs: what gained more than expected becomes likelier, and even choices are worth some."""
    spread = 0.0
    for p in mixed:
        if p > 0.0:
            spread -= p * np.log(p)
    for choice in range(mixed.size):
        p = mixed[choice]
        hit = 1.0 if choice == chosen else 0.0
        error[choice] = -(hit - p) * surprise + entropy * p * (np.log(p) + spread) if p > 0.0 else 0.0


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
def play_and_learn(table: Seats, learner: Trainee, n_hands: Int, tally: Floats) -> Int:
    """Play hands at one table and add up the gradients of what the learner's decisions gained; -1 if a rule broke."""
    h, r, v = table.hands[0], table.rules[0], table.views[0]
    deciders, params, memory, words = table.deciders, table.params, table.memory, table.words
    sees, entropy, scale, shift, nets, grads = learner
    values, x = np.zeros(MAX_SEATS, np.int64), np.zeros(at.INPUTS)
    seen, told = np.zeros((MOST_DECISIONS, SEEN)), np.zeros((MOST_DECISIONS, BASELINE_INPUTS))
    inner, mixed = np.zeros((MOST_DECISIONS, at.HIDDEN)), np.zeros((MOST_DECISIONS, at.CHOICES))
    marks = np.zeros((MOST_DECISIONS, 2))
    own = memory[LEARNER]
    small_bet = np.float64(r.bet[0])
    for _ in range(n_hands):
        begin_hand(h, r, words[r.seats])
        final_values(h, r, values)
        index = -1
        while h.actor >= 0:
            seat = h.actor
            see(h, r, seat, v)
            if seat == LEARNER:
                index = min(index + 1, MOST_DECISIONS - 1)
                see_table(v, win_probability(v, own), x)
                if sees:
                    see_opponents(v, own[at.MODELS_AT :], x)
                seen_while_training(x, scale, shift, sees, seen[index])
                two_layers(nets[0], nets[1], seen[index], inner[index], mixed[index])
                chances(v, mixed[index])
                wish = draw(mixed[index], words[seat])
                marks[index, CHOSEN], marks[index, PAID] = wish, h.paid[seat]
                tell_baseline(v, showdown_share(h, r, values, seat), seen[index], told[index])
                kind, amount = act(v, wish, words[seat])
            else:
                kind, amount = decide(deciders[seat], v, params[seat], memory[seat], words[seat])
            if apply_action(h, r, kind, amount) != DONE:
                return -1
        gain_sb = (h.won[LEARNER] - h.paid[LEARNER]) / small_bet
        tally[HANDS] += 1
        tally[GAINED] += gain_sb
        tally[DECISIONS] += index + 1
        learn_hand(index + 1, gain_sb, small_bet, entropy, (seen, told, inner, mixed, marks), nets, grads, tally)
        if sees:
            see(h, r, LEARNER, v)
            take_view(v, own[at.MODELS_AT :])
    return 0
