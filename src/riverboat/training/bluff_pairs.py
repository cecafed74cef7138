"""`python -m riverboat.training.bluff_pairs`: what `bluff-equilibrium` is worth at every pair of one to five dice.

Rounds of at most 24 bids are measured by best responses on the whole tree of bids, which proves bounds. At the others
a responder who looks one action ahead gives a lower bound of what a best response gains. Every pair is kept as it is
done: a further run measures those alone whose file has changed.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from riverboat.agents.bluff.blueprint import shipped
from riverboat.agents.bluff.equilibrium import SHIPPED, plan_for, solution_name
from riverboat.agents.bluff.measured import PAIRS, How, PairRow, hash_of, pairs_text, read_pairs
from riverboat.files import write_whole
from riverboat.games.bluff.game import BluffRules
from riverboat.solving.bluff.run import BluffRun
from riverboat.solving.bluff.short.blueprint import Blueprint, read_head, whole_bounds
from riverboat.solving.bluff.short.looking import Gain, LookingResponder
from riverboat.solving.bluff.sparse import SparseStrategies

EVERY = tuple((own, other) for own in range(1, 6) for other in range(1, 6))
#: Trees of more bids are not walked.
WALKED_BIDS = 24
SEED = 20261119


def file_of(rules: BluffRules) -> Path | None:
    """The shipped file that a round is played from; None where it is solved on the spot."""
    name = solution_name(rules)
    found = [path for path in (SHIPPED / f"{name}.npz", SHIPPED / f"nodes-{name}.npz") if path.exists()]
    return found[0] if found else shipped(rules, SHIPPED)


def measure(dice: tuple[int, int], *, rolls: int, rounds: int) -> PairRow:
    """Measure what a pair is played by."""
    rules = BluffRules(dice=dice)
    plan, place = plan_for(rules, 0), file_of(rules)
    if isinstance(plan, Blueprint):
        head = read_head(place) if place is not None else {}
        command = str(head.get("command", "")).split("--iterations ")
        row = PairRow(
            dice=dice,
            how="blueprint",
            file=hash_of(place),
            memory=plan.tables.memory,
            iterations=int(command[1]) if len(command) == 2 else None,
            value=0.0,
        )
        if len(rules.bids) <= WALKED_BIDS:
            return _with_bounds(row, *whole_bounds(plan.tables, plan.shares))
        return _with_gains(
            row, [LookingResponder(plan, seat).gain(rolls=rolls, rounds=rounds, seed=SEED) for seat in range(2)], rounds
        )
    how: How = "solved"
    if isinstance(plan, SparseStrategies):
        how, bounds = "cut down", plan.bounds()
    else:
        run = BluffRun(plan.tables, "dcfr")
        run.average = np.asarray(plan.numbers, np.float32)
        bounds = run.bounds()
    return _with_bounds(PairRow(dice=dice, how=how, file=hash_of(place), value=0.0), *bounds)


def _with_bounds(row: PairRow, low: float, high: float) -> PairRow:
    return PairRow(**{**vars(row), "value": round((low + high) / 2, 9), "low": round(low, 9), "high": round(high, 9)})


def _with_gains(row: PairRow, gains: list[Gain], rounds: int) -> PairRow:
    return PairRow(
        **{
            **vars(row),
            "value": round((gains[0].value - gains[1].value) / 2, 4),
            "gain": round(sum(each.mean for each in gains) / 2, 5),
            "error": round(float(np.hypot(gains[0].error, gains[1].error)) / 2, 5),
            "rounds": rounds * sum(each.rolls for each in gains),
        }
    )


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rolls", type=int, default=100, help="rolls that a responder is given in each seat")
    parser.add_argument("--rounds", type=int, default=10, help="rounds with each")
    parser.add_argument("--only", default="", help="pairs, like 5,2 1,4, measured anew")
    parser.add_argument("--to", type=Path, default=PAIRS)
    chosen = parser.parse_args()
    command = f"python -m riverboat.training.bluff_pairs --rolls {chosen.rolls} --rounds {chosen.rounds}"
    rows = read_pairs(chosen.to)
    only = [tuple(map(int, pair.split(","))) for pair in chosen.only.split()]
    for dice in EVERY:
        kept = rows.get(dice)
        if dice not in only and (only or (kept is not None and kept.file == hash_of(file_of(BluffRules(dice=dice))))):
            continue
        row = rows[dice] = measure(dice, rolls=chosen.rolls, rounds=chosen.rounds)
        write_whole(chosen.to, [pairs_text(rows, command=command)])
        print(pairs_text({dice: row}, command="").split("\n")[1], flush=True)


if __name__ == "__main__":
    main()
