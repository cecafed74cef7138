"""Regret minimisation on a sequence form: CFR+ (Tammelin 2014) and discounted CFR (Brown & Sandholm 2019).

Players take turns; each update uses the other's newest plan. CFR+ averages with weight t, discounted CFR with t^2,
keeping positive regrets with weight t^1.5 / (t^1.5 + 1) and halving negative ones.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from riverboat.solving.form import SequenceForm
from riverboat.solving.form_kernel import CFR_PLUS, DCFR, average_in, learn, leftovers, play_regrets
from riverboat.solving.linear_program import Plans

RULES = {"cfr+": CFR_PLUS, "dcfr": DCFR}


def regret_steps(form: SequenceForm, *, method: str) -> Iterator[Plans]:
    """The average plans after each iteration, without end: whoever asks decides when it is enough."""
    rule = RULES[method]
    arrays = [(side.first, side.count, side.parent_start, side.parents, side.float_shares) for side in form.sides]
    regrets = [np.zeros(side.n_sequences) for side in form.sides]
    averages = [np.zeros(side.n_sequences) for side in form.sides]
    plans = [np.zeros(side.n_sequences) for side in form.sides]
    for player in range(2):
        play_regrets(*arrays[player], regrets[player], plans[player])
    t = 0
    while True:
        t += 1
        positive = t**1.5 / (t**1.5 + 1)
        for player in range(2):
            worth = leftovers(*form.by_player[player], plans[1 - player])
            learn(*arrays[player], regrets[player], worth, rule, positive, 0.5)
            play_regrets(*arrays[player], regrets[player], plans[player])
            average_in(averages[player], plans[player], float(t) if rule == CFR_PLUS else float(t) ** 2)
        yield Plans(x=averages[0] / averages[0][0], y=averages[1] / averages[1][0])
