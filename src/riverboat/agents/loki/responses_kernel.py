"""What each action is worth to Lokibot F: it predicts how every opponent will answer, with each hand they may hold.

One street is looked ahead: what is bet on later ones is left out, and a hand's equity is its chance to be ahead after
the next card. Opponents are taken one by one, as if what one holds told nothing of another.
"""

from __future__ import annotations

import numpy as np

from riverboat.agents.loki import loki_layout_kernel as at
from riverboat.agents.loki.models_kernel import assumptions, part, place_board, seat_weights, situation_of, tally_of
from riverboat.arrays import Floats
from riverboat.games.engine.layout_kernel import ALL_IN, FOLDED, LIMIT, Int, Record
from riverboat.kernel import Scalar, kernel
from riverboat.modeling.weights_kernel import responses
from riverboat.modeling.weights_layout import PLACES

_NEVER = np.zeros(PLACES)


@kernel
def raise_size(v: Record) -> Scalar:
    """By how much a bet or raise goes up."""
    if v.limits == LIMIT:
        return np.float64(v.street_bet)
    return np.float64(max(v.street_bet, v.current if v.current > 0 else v.pot // 2))


@kernel
def predict(v: Record, params: Floats, memory: Floats, seat: Int, bets: Int, may_bet: Int) -> None:
    """How we stand against an opponent, and what they will do.

    Facing this many bets; and, with `may_bet`, where we check and they speak after us. All that is needed comes out of
    one pass over what they may hold.
    """
    weights, tally = seat_weights(memory, seat), tally_of(v, memory, seat)
    values, places = part(memory, at.VALUE, at.HOLDINGS), part(memory, at.PLACE, at.HOLDINGS)
    won, lost = part(memory, at.WON, at.HOLDINGS), part(memory, at.LOST, at.HOLDINGS)
    cards = np.float64(48 - np.int64(v.n_shared) if v.n_shared < 5 else 0)
    ours, belief = memory[at.OUR_VALUE], assumptions(params)
    seats, street = np.int64(v.seats), np.int64(v.street)
    folding, raising = responses(situation_of(street, bets), seats, tally, belief)
    betting = responses(situation_of(street, 0), seats, tally, belief)[1] if may_bet else _NEVER
    ahead, tied, behind, up, down = 0.0, 0.0, 0.0, 0.0, 0.0
    equity, folds, f_equity, raises, r_equity, bet, b_equity = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    scale = 0.5 / cards if cards > 0.0 else 0.0
    for h in range(len(weights)):
        value = values[h]
        if value == 0.0:
            continue
        place, weight = np.int64(places[h]), weights[h]
        helps, hurts = won[h], lost[h]
        level = cards - helps - hurts
        mine = weight * (0.5 + scale * (helps - hurts))
        if value < ours:
            ahead += weight
            down += weight * (hurts + level / 2)
            if cards == 0.0:
                mine = weight
        elif value > ours:
            behind += weight
            up += weight * (helps + level / 2)
            if cards == 0.0:
                mine = 0.0
        else:
            tied += weight
            up += weight * helps / 2
            down += weight * hurts / 2
        equity += mine
        folds += weight * folding[place]
        f_equity += mine * folding[place]
        raises += weight * raising[place]
        r_equity += mine * raising[place]
        bet += weight * betting[place]
        b_equity += mine * betting[place]
    found = part(memory, at.PREDICTED + np.int64(seat) * at.PREDICTIONS, at.PREDICTIONS)
    found[at.AHEAD], found[at.TIED], found[at.BEHIND], found[at.UP], found[at.DOWN] = ahead, tied, behind, up, down
    found[at.EQUITY], found[at.FOLDS], found[at.FOLDS_EQUITY] = equity, folds, f_equity
    found[at.RAISES], found[at.RAISES_EQUITY], found[at.BETS], found[at.BETS_EQUITY] = raises, r_equity, bet, b_equity
    total = ahead + tied + behind
    if total > 0.0:
        found[:] /= total
    else:
        found[at.AHEAD], found[at.BEHIND], found[at.EQUITY] = 0.5, 0.5, 0.5


@kernel
def predict_all(v: Record, params: Floats, memory: Floats) -> None:
    """How we stand against every opponent who is in, and what they will do."""
    place_board(v, memory)
    for seat in range(v.seats):
        if seat != v.seat and v.status[seat] != FOLDED:
            all_in = v.status[seat] == ALL_IN
            after_us = v.to_call <= 0 and v.acted[seat] == 0 and not all_in
            predict(v, params, memory, seat, np.int64(v.raises) + 1, np.int64(after_us))
            if all_in:  # can do nothing any more
                start = at.PREDICTED + np.int64(seat) * at.PREDICTIONS
                memory[start + at.FOLDS : start + at.RAISES_EQUITY + 1] = 0.0


@kernel
def weigh_actions(v: Record, memory: Floats) -> None:
    """What it is worth, in chips, to check or call and to bet or raise, compared with a fold, which is worth 0."""
    bet, pot, to_call = raise_size(v), np.float64(v.pot), np.float64(v.to_call)
    cost = to_call + bet
    # The chance to win the pot: if all stay; if those fold who will fold to a raise.
    equity, takes, all_fold = 1.0, 1.0, 1.0
    won_bets, answered, met = 0.0, 0.0, 0.0
    for seat in range(v.seats):
        if seat == v.seat or v.status[seat] == FOLDED:
            continue
        s = part(memory, at.PREDICTED + seat * at.PREDICTIONS, at.PREDICTIONS)
        stays_equity = s[at.EQUITY] - s[at.FOLDS_EQUITY]
        # They raise again: we fold, which costs what we would have won, or both pay one more bet.
        reraised = max(-s[at.RAISES_EQUITY] * (pot + cost + bet), (2.0 * s[at.RAISES_EQUITY] - s[at.RAISES]) * bet)
        # We check, they bet: we fold, call, or raise and are called.
        paid = (2.0 * s[at.BETS_EQUITY] - s[at.BETS]) * bet
        checked = max(-s[at.BETS_EQUITY] * pot, max(paid, 2.0 * paid))
        takes_here = s[at.FOLDS] + stays_equity
        won_bets = won_bets * takes_here + stays_equity * bet * takes
        met = met * takes_here + reraised * takes
        answered = answered * s[at.EQUITY] + checked * equity
        equity *= s[at.EQUITY]
        takes *= takes_here
        all_fold *= s[at.FOLDS]
    memory[at.SAW_EQUITY], memory[at.SAW_FOLDS] = equity, all_fold
    memory[at.SAW_STAY] = equity * (pot + to_call) - to_call + answered
    memory[at.SAW_RAISE] = takes * (pot + cost) - cost + won_bets + met
