"""Rounds of Bluff solved on what is used: discounted CFR shows what that is, linear programs then come to the value."""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from riverboat.solving.bluff.form import bluff_form
from riverboat.solving.bluff.run import BluffRun
from riverboat.solving.bluff.tables import BluffTables
from riverboat.solving.bluff.used_program import UsedStep, used_steps
from riverboat.solving.linear_program import Plans, clean_plan
from riverboat.solving.settings import Wish
from riverboat.solving.solution import Progress

#: How near the bounds of discounted CFR are brought first.
FIRST_GAP = 1e-3


def used_round(
    tables: BluffTables, *, gap: float = 1e-9, first_gap: float = FIRST_GAP, first_s: float = float("inf")
) -> Generator[Progress, None, UsedStep]:
    """Bring the bounds of a round within a gap; tells how far they are."""
    run = BluffRun(tables, "dcfr")
    yield from run.minimise(Wish(method="dcfr", gap=first_gap, most_s=first_s))
    form, flat = bluff_form(tables)
    plans = []
    for side, places in zip(form.sides, flat, strict=True):
        weights = np.zeros(side.n_sequences)
        weights[1:] = run.average[places[1:]]
        plans.append(clean_plan(side, weights))
    steps = used_steps(form, Plans(x=plans[0], y=plans[1]), gap=gap)
    while True:
        try:
            step = next(steps)
        except StopIteration as ended:
            found: UsedStep = ended.value
            return found
        yield Progress(part=f"linear program of {step.sequences:,} sequences in use", low=step.low, high=step.high)
