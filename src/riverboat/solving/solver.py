"""Solve any two-player zero-sum game of the protocol: by linear program, CFR+ or discounted CFR."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator

from riverboat.games.protocol import Game
from riverboat.solving.certificate import Certificate, certify
from riverboat.solving.form import SequenceForm
from riverboat.solving.linear_program import Plans, solve_linear_program
from riverboat.solving.regret import regret_steps
from riverboat.solving.response import behaviour, bounds
from riverboat.solving.settings import Wish
from riverboat.solving.solution import Progress, Size, Solution, StrategyRow
from riverboat.solving.tree_form import tree_form
from riverboat.steps import run_to_end

#: Sequences up to which bounds are computed in exact arithmetic, which is some 100 times slower.
EXACT_FITS = 120_000
_CHECK_EVERY_S = 0.5


def solve(game: Game, wish: Wish | None = None) -> Solution:
    """Solve a game to the end."""
    return run_to_end(solve_steps(game, wish or Wish()))


def solve_steps(game: Game, wish: Wish) -> Generator[Progress, None, Solution]:
    """Solve a game, telling how far it has come."""
    start = time.perf_counter()
    yield Progress(part="walking through the game")
    solution, _ = yield from solve_form(tree_form(game), game.name, wish, start)
    return solution


def solve_form(
    form: SequenceForm, name: str, wish: Wish, start: float
) -> Generator[Progress, None, tuple[Solution, Plans]]:
    """Solve a sequence form, and return the plans too; `start` is when the work on it began."""
    filled = time.perf_counter()
    method, why = wish.choose(form.n_sequences)
    iterations = 0
    if method == "lp":
        yield Progress(part=f"linear program of {form.n_sequences:,} sequences")
        plans = solve_linear_program(form)
    else:
        plans, iterations = yield from _minimise(form, method, wish)
    low, high = bounds(form, plans.x, plans.y)
    proved: Certificate | None = None
    if form.n_sequences <= EXACT_FITS:
        yield Progress(part="proving the bounds in exact arithmetic", iterations=iterations, low=low, high=high)
        proved = certify(form, plans)
        plans = proved.plans(form)
        low, high = float(proved.low), float(proved.high)
    solution = Solution(
        game=name,
        method=method,
        why=why,
        low=low,
        high=high,
        value_exact=None if proved is None else proved.exact,
        bounds_exact=None if proved is None else (proved.low, proved.high),
        exploitability=max(high - low, 0.0) / 2,
        iterations=iterations,
        fill_s=filled - start,
        elapsed_s=time.perf_counter() - start,
        size=Size(infosets=form.n_infosets, sequences=form.n_sequences, payoffs=len(form.rows)),
        rows=lambda: strategy_rows(form, plans, proved),
    )
    return solution, plans


def _minimise(form: SequenceForm, method: str, wish: Wish) -> Generator[Progress, None, tuple[Plans, int]]:
    """Minimise regrets until the bounds are near enough."""
    begun = looked = time.perf_counter()
    yield Progress(part=f"{method} on {form.n_sequences:,} sequences")
    for iterations, plans in enumerate(regret_steps(form, method=method), start=1):
        now = time.perf_counter()
        last = iterations >= wish.most_iterations or now - begun > wish.most_s
        if last or now - looked > _CHECK_EVERY_S or iterations & (iterations - 1) == 0:
            low, high = bounds(form, plans.x, plans.y)
            yield Progress(part=method, iterations=iterations, low=low, high=high)
            looked = time.perf_counter()
            if last or high - low <= wish.gap:
                return plans, iterations
    raise AssertionError


def strategy_rows(form: SequenceForm, plans: Plans, proved: Certificate | None = None) -> Iterator[StrategyRow]:
    """What both players do at each of their information sets; as fractions too, where that was proved."""
    for player, plan in enumerate((plans.x, plans.y)):
        for at, chances in enumerate(behaviour(form.sides[player], plan)):
            infoset, actions = form.name(player, at)
            if proved is None:
                yield StrategyRow(player, infoset, actions, tuple(chances.tolist()))
            else:
                exact = tuple(proved.choices[player][at])
                yield StrategyRow(player, infoset, actions, tuple(map(float, exact)), exact)
