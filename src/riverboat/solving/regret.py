"""Regret minimisation on a sequence form: CFR+ (Tammelin 2014) and discounted CFR (Brown & Sandholm 2019).

Players take turns; each update uses the other's newest plan. CFR+ averages with weight t, discounted CFR with t^2,
keeping positive regrets with weight t^1.5 / (t^1.5 + 1) and halving negative ones.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from riverboat.solving.form import SequenceForm
from riverboat.solving.form_kernel import CFR_PLUS, DCFR, Rule, average_in, learn, leftovers, play_regrets
from riverboat.solving.linear_program import Plans


def rule_of(method: str, t: int) -> Rule:
    """How a method learns in its iteration t, counted from 1."""
    positive = t**1.5 / (t**1.5 + 1)
    return Rule(CFR_PLUS, float(t), positive, 0.5) if method == "cfr+" else Rule(DCFR, float(t) ** 2, positive, 0.5)


def regret_steps(form: SequenceForm, *, method: str) -> Iterator[Plans]:
    """The average plans after each iteration, without end: whoever asks decides when it is enough."""
    arrays = [(side.first, side.count, side.parent_start, side.parents, side.float_shares) for side in form.sides]
    regrets = [np.zeros(side.n_sequences) for side in form.sides]
    averages = [np.zeros(side.n_sequences) for side in form.sides]
    plans = [np.zeros(side.n_sequences) for side in form.sides]
    for player in range(2):
        play_regrets(*arrays[player], regrets[player], plans[player])
    t = 0
    while True:
        t += 1
        rule = rule_of(method, t)
        for player in range(2):
            worth = leftovers(*form.by_player[player], plans[1 - player])
            learn(*arrays[player], regrets[player], worth, rule)
            play_regrets(*arrays[player], regrets[player], plans[player])
            average_in(averages[player], plans[player], rule.weight)
        yield Plans(x=averages[0] / averages[0][0], y=averages[1] / averages[1][0])
