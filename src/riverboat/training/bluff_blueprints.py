"""`python -m riverboat.training.bluff_blueprints`: the shipped blueprints of Bluff, pair after pair, resumable.

Regrets are kept in the user's cache, so that a further run with more iterations goes on. A blueprint is written again
when its pair has come as far as was asked.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from riverboat.agents.bluff.blueprint import blueprint_name
from riverboat.agents.bluff.equilibrium import SHIPPED
from riverboat.games.bluff.game import BluffRules
from riverboat.kernel import user_cache
from riverboat.solving.bluff.short.blueprint import Blueprint, packed, save_blueprint
from riverboat.solving.bluff.short.memory import MemoryTables
from riverboat.solving.bluff.short.memory_run import MemoryRun

#: Rounds of fewer dice are solved, and two against two is.
PAIRS = tuple((a, b) for a in range(5, 0, -1) for b in range(5, 0, -1) if a + b > 3 and (a, b) != (2, 2))
#: With so few dice in all three bids are remembered, else two.
SMALL = 5
SEED = 1
#: Regrets are kept so often, and when somebody interrupts.
SAVE_EVERY_S = 300.0


def memory_of(dice: tuple[int, int]) -> int:
    """How many bids are remembered in a round."""
    return 3 if sum(dice) <= SMALL else 2


def train_pair(rules: BluffRules, iterations: int, folder: Path, cache: Path) -> int:
    """Bring one blueprint so far; how many iterations it has had."""
    dice = rules.dice
    run = MemoryRun(MemoryTables(rules.table, memory_of((dice[0], dice[1]))), seed=SEED)
    kept, to = cache / f"{blueprint_name(rules)}.training.npz", folder / f"{blueprint_name(rules)}.npz"
    if kept.exists():
        run.load(kept)
    if run.iterations < iterations:
        saved_s = run.spent_s
        try:
            for step in run.steps(most_iterations=iterations):
                if step.elapsed_s - saved_s > SAVE_EVERY_S:
                    run.save(kept)
                    saved_s = step.elapsed_s
        finally:
            run.save(kept)
        command = f"python -m riverboat.training.bluff_blueprints --iterations {run.iterations}"
        save_blueprint(Blueprint(run.tables, packed(run.tables, run.average)), to, command=command)
    return run.iterations


def main() -> None:
    """Train what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--order", choices=("paper", "plain"), default="paper")
    parser.add_argument("--only", default="", help="pairs, like 5,2 1,4")
    parser.add_argument("--to", type=Path, default=SHIPPED)
    chosen = parser.parse_args()
    cache = user_cache() / "blueprints"
    cache.mkdir(parents=True, exist_ok=True)
    for pair in [tuple(map(int, pair.split(","))) for pair in chosen.only.split()] or PAIRS:
        rules = BluffRules(dice=pair, order=chosen.order)
        done = train_pair(rules, chosen.iterations, chosen.to, cache)
        print(f"{pair[0]} v {pair[1]}, {chosen.order}: {done:,} iterations", flush=True)


if __name__ == "__main__":
    main()
