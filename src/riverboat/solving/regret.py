"""Regret minimisation on a sequence form: CFR+, discounted CFR, and their predictive kin.

Players take turns; each update uses the other's newest plan. CFR+ (Tammelin 2014) averages with weight t, discounted
CFR (Brown & Sandholm 2019) with t^2, keeping positive regrets with weight t^1.5 / (t^1.5 + 1), halving negative ones.
Predictive CFR+ (Farina, Kroer & Sandholm 2021) plays as if the next iteration would be like the last, and averages
with t^2; PDCFR+ (Xu et al. 2024) discounts its regrets too, with t^2.3 / (t^2.3 + 1), and averages with t^5.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from riverboat.solving.form import SequenceForm
from riverboat.solving.form_kernel import CFR_PLUS, DCFR, Rule, average_in, learn, leftovers, play_regrets, predict
from riverboat.solving.linear_program import Plans
from riverboat.solving.settings import PREDICTIVE


def rule_of(method: str, t: int) -> Rule:
    """How a method learns in its iteration t, counted from 1."""
    if method == "cfr+":
        return Rule(CFR_PLUS, float(t), 1.0, 0.5)
    if method == "pcfr+":
        return Rule(CFR_PLUS, float(t) ** 2, 1.0, 0.5)
    if method == "pdcfr+":
        return Rule(CFR_PLUS, float(t) ** 5, _kept(t - 1, 2.3), 0.5)
    return Rule(DCFR, float(t) ** 2, _kept(t, 1.5), 0.5)


def _kept(t: int, power: float) -> float:
    grown: float = float(t) ** power
    return grown / (grown + 1)


def regret_steps(form: SequenceForm, *, method: str) -> Iterator[Plans]:
    """The average plans after each iteration, without end: whoever asks decides when it is enough."""
    arrays = [(side.first, side.count, side.parent_start, side.parents, side.float_shares) for side in form.sides]
    regrets = [np.zeros(side.n_sequences) for side in form.sides]
    played = [each.copy() for each in regrets] if method in PREDICTIVE else regrets
    averages = [np.zeros(side.n_sequences) for side in form.sides]
    plans = [np.zeros(side.n_sequences) for side in form.sides]
    for player in range(2):
        play_regrets(*arrays[player], played[player], plans[player])
    t = 0
    while True:
        t += 1
        rule = rule_of(method, t)
        for player in range(2):
            worth = leftovers(*form.by_player[player], plans[1 - player])
            last = worth.copy() if method in PREDICTIVE else worth
            learn(*arrays[player], regrets[player], played[player], worth, rule)
            if method in PREDICTIVE:
                predict(*arrays[player], regrets[player], played[player], last, rule_of(method, t + 1).positive)
            play_regrets(*arrays[player], played[player], plans[player])
            average_in(averages[player], plans[player], rule.weight)
        yield Plans(x=averages[0] / averages[0][0], y=averages[1] / averages[1][0])
