"""Solving: liar's dice and Leduc, by regret minimisation and by linear program.

OpenSpiel's CFR+ takes minutes to come as near on liar's dice: it is run once, for as many iterations as that takes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from benchmarks.table import US, Row
from benchmarks.timing import Contender, Entry, contest
from riverboat.games import BluffRules, make_game
from riverboat.solving.bluff.form import bluff_form
from riverboat.solving.bluff.round import solve_bluff
from riverboat.solving.bluff.tables import make_tables
from riverboat.solving.linear_program import solve_linear_program
from riverboat.solving.regret import regret_steps
from riverboat.solving.response import bounds, nash_conv
from riverboat.solving.settings import Wish
from riverboat.solving.tree_form import tree_form

GROUP = "solving"
NEAR = 2.5e-4
#: Iterations after which OpenSpiel's CFR+ is as near on liar's dice; checked after it has run.
OPENSPIEL_ITERATIONS = 1020
LEDUC_ITERATIONS = 1000
#: Suits don't matter in our Leduc: 288 information sets. OpenSpiel has 936 of them unless it is told so.
LEDUC = "leduc_poker(suit_isomorphism=true)"
LEDUC_VALUE = -0.0856064


def rows(seed: int) -> Iterator[Row]:
    """Liar's dice with one die each; Leduc by CFR+; both by linear program."""
    yield from contest(
        GROUP,
        f"liar's dice, one die each, to a NashConv of {NEAR:g}",
        "s",
        [
            Entry(who=US, build=_bluff_dcfr),
            Entry(who="open_spiel", build=_openspiel_bluff, least_ratio=50),
        ],
    )
    yield from contest(
        GROUP,
        f"Leduc, {LEDUC_ITERATIONS:,} iterations of CFR+",
        "s",
        [
            Entry(who=US, build=_leduc_cfr),
            Entry(who="open_spiel", build=_openspiel_leduc, least_ratio=10),
            Entry(who="liteefg", build=_liteefg_leduc, least_ratio=1),
        ],
    )
    yield from contest(
        GROUP,
        "Leduc by linear program",
        "s",
        [Entry(who=US, build=_leduc_lp), Entry(who="open_spiel", build=_openspiel_lp, least_ratio=3)],
    )
    yield from contest(
        GROUP,
        "liar's dice, one die each, by linear program",
        "s",
        [Entry(who=US, build=_bluff_lp, most=5), Entry(who="open_spiel", build=_openspiel_bluff_lp)],
    )


def _bluff_dcfr(_: Any) -> Contender:
    def run() -> None:
        found = solve_bluff(BluffRules(), Wish(method="dcfr", gap=NEAR))
        if found.gap > NEAR:
            raise ValueError(f"the bounds are {found.gap} apart")

    return Contender(run=run, what="solve_bluff, discounted CFR from nothing, best responses included")


def _openspiel_bluff(pyspiel: Any) -> Contender:
    def run() -> None:
        game = pyspiel.load_game("liars_dice")
        solver = pyspiel.CFRPlusSolver(game)
        for _ in range(OPENSPIEL_ITERATIONS):
            solver.evaluate_and_update_policy()
        near = pyspiel.nash_conv(game, solver.average_policy())
        if near > 1.2 * NEAR:
            raise ValueError(f"NashConv is {near} after {OPENSPIEL_ITERATIONS} iterations")

    what = f"CFRPlusSolver in C++, {OPENSPIEL_ITERATIONS:,} iterations and one NashConv, timed once"
    return Contender(run=run, what=what, warm_up=False)


def _leduc_cfr(_: Any) -> Contender:
    def run() -> None:
        form = tree_form(make_game("leduc"))
        plans = next(islice(regret_steps(form, method="cfr+"), LEDUC_ITERATIONS - 1, None))
        if nash_conv(form, plans.x, plans.y) > 0.002:
            raise ValueError("not near")

    return Contender(run=run, what="regret_steps, CFR+, walking through the game included")


def _openspiel_leduc(pyspiel: Any) -> Contender:
    def run() -> None:
        solver = pyspiel.CFRPlusSolver(pyspiel.load_game(LEDUC))
        for _ in range(LEDUC_ITERATIONS):
            solver.evaluate_and_update_policy()

    return Contender(run=run, what="CFRPlusSolver in C++, suits merged as ours are, timed once", warm_up=False)


def _liteefg_leduc(liteefg: Any) -> Contender:
    import pyspiel

    environment = liteefg.OpenSpielEnv(pyspiel.load_game(LEDUC), traverse_type="Enumerate", regenerate=False)
    from LiteEFG.baselines.CFRplus import graph as algorithm

    graph = algorithm()
    environment.set_graph(graph)

    def run() -> None:
        for _ in range(LEDUC_ITERATIONS):
            graph.update_graph(environment)
            environment.update_strategy(graph.current_strategy())

    return Contender(run=run, what="its baseline CFR+, suits merged, game loaded beforehand", warm_up=False)


def _leduc_lp(_: Any) -> Contender:
    form = tree_form(make_game("leduc"))

    def run() -> None:
        plans = solve_linear_program(form)
        if abs(form.value(plans.x, plans.y) - LEDUC_VALUE) > 1e-6:
            raise ValueError("not the value")

    return Contender(run=run, what="solve_linear_program, sequence form made beforehand")


def _openspiel_lp(_: Any) -> Contender:
    import pyspiel
    from open_spiel.python.algorithms import sequence_form_lp

    game = pyspiel.load_game(LEDUC)

    def run() -> None:
        value = sequence_form_lp.solve_zero_sum_game(game)[0]
        if abs(value - LEDUC_VALUE) > 1e-5:
            raise ValueError(f"finds {value}")

    return Contender(run=run, what="sequence_form_lp, suits merged as ours are, timed once", warm_up=False)


def _bluff_lp(_: Any) -> Contender:
    def run() -> None:
        form, _ = bluff_form(make_tables(BluffRules().table, check=False))
        plans = solve_linear_program(form)
        low, high = bounds(form, plans.x, plans.y)
        if high - low > 1e-12 or abs(low + 7 / 258) > 1e-12:
            raise ValueError(f"finds {low} to {high}")

    return Contender(run=run, what="from nothing to plans that best responses leave a gap below 1e-12")


def _openspiel_bluff_lp(_: Any) -> Contender:
    raise MemoryError("its LP asks for 18 GB of dense matrices here: not run")
