"""Small spots solved twice: as vectors, and as a sequence form by linear program; neither knows the other."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from riverboat.solving.linear_program import solve_linear_program
from riverboat.solving.response import best_response
from riverboat.solving.spots import Spot, SpotRun, solve_spot
from tests.solving.spots.random_spots import random_spot
from tests.solving.spots.whole_form import WholeForm

Note = Callable[[str, object], None]


def program_value(spot: Spot) -> float:
    """The value to the first side, in pots against an even split, by linear program."""
    form = WholeForm(spot).forms[0]
    plans = solve_linear_program(form)
    return form.value(plans.x, plans.y)


def difference(spot: Spot, *, target: float = 1e-8, precise: bool = True) -> float:
    """How far the two solvers are apart, in pots. The value comes near long before the exploitability is gone."""
    found = solve_spot(spot, target=target, precise=precise, most_iterations=12_000)
    return abs(found.ev[0] / spot.pot - 0.5 - program_value(spot))


@pytest.mark.parametrize("seed", range(6))
def test_a_small_river_spot_is_worth_what_the_linear_program_says(seed: int) -> None:
    assert difference(random_spot(seed)) < 1e-6


@pytest.mark.parametrize("seed", range(3))
def test_in_single_precision_it_is_worth_nearly_as_much(seed: int) -> None:
    assert difference(random_spot(seed), target=1e-6, precise=False) < 5e-6


@pytest.mark.prove
def test_200_random_river_spots_are_worth_what_the_linear_program_says(note: Note) -> None:
    spots = [random_spot(1000 + seed) for seed in range(200)]
    apart = [difference(spot) for spot in spots]
    single = [difference(spot, target=1e-6, precise=False) for spot in spots]
    note("largest difference, of the pot", f"{max(apart):.1e}")
    note("largest difference in single precision", f"{max(single):.1e}")
    note("with locks, with rake", f"{sum(bool(spot.locks) for spot in spots)}, {sum(spot.rake > 0 for spot in spots)}")
    assert max(apart) < 1e-6
    assert max(single) < 1e-5


def small_turn(seed: int) -> Spot:
    return random_spot(seed, cards=4, most=4, sizes=1)


def test_a_small_turn_spot_is_worth_what_the_linear_program_says() -> None:
    assert difference(small_turn(3), target=5e-5, precise=False) < 1e-4


@pytest.mark.prove
def test_50_random_turn_spots_are_worth_what_the_linear_program_says(note: Note) -> None:
    apart = [difference(small_turn(2000 + seed), target=5e-5, precise=False) for seed in range(50)]
    note("largest difference, of the pot", f"{max(apart):.1e}")
    assert max(apart) < 1e-4


@pytest.mark.parametrize("cards", [5, 4])
def test_fixed_limit_is_worth_what_the_linear_program_says(cards: int) -> None:
    drawn = random_spot(31, cards=cards, most=8 if cards == 5 else 3, locks=False)
    spot = Spot(board=drawn.board, oop=drawn.oop, ip=drawn.ip, pot=60, limit=(10, 20), raises_per_street=2)
    if cards == 5:
        assert difference(spot) < 1e-6
    else:
        assert difference(spot, target=5e-5, precise=False) < 1e-4


def shuffled(run: SpotRun, seed: int) -> None:
    """Give both sides random strategies everywhere; what is locked stays."""
    rng = np.random.default_rng(seed)
    for street, part in enumerate(run.game.parts):
        for branch in range(len(run.game.leaves)):
            block = run.game.block(street, branch)
            for side in range(2):
                for line in block.table:
                    width, begin = int(line[3 + side]), int(line[7 + side])
                    for node in part.nodes[part.nodes[:, 0] == side]:
                        count = int(node[1])
                        rows = block.rows[side].mixes[begin + int(node[4]) * width :][: (count - 1) * width]
                        rows[:] = rng.dirichlet(np.ones(count), width).T[:-1].ravel()


@pytest.mark.parametrize(("seed", "cards", "most"), [(11, 5, 12), (12, 5, 12), (13, 5, 8), (14, 4, 4), (15, 4, 3)])
@pytest.mark.parametrize("rake", ["constant", "free"])
def test_best_responses_to_random_strategies_are_those_of_the_generic_solver(
    seed: int, cards: int, most: int, rake: str
) -> None:
    spot = random_spot(seed, cards=cards, most=most, sizes=3 if cards == 5 else 1, rake=rake, locks=False)
    run = SpotRun(spot)
    shuffled(run, seed)
    solution, whole = run.solution(), WholeForm(spot)
    plans = whole.plan(solution, 0), whole.plan(solution, 1)
    best = run.game.best_responses()
    now = run.game.followed()
    assert best.oop == pytest.approx(best_response(whole.forms[0], 0, plans[1]), abs=2e-6)
    assert best.ip == pytest.approx(best_response(whole.forms[1], 1, plans[0]), abs=2e-6)
    assert now.oop == pytest.approx(whole.forms[0].value(*plans), abs=2e-6)
    assert now.ip == pytest.approx(-whole.forms[1].value(*plans), abs=2e-6)
    gains = best.oop - now.oop + best.ip - now.ip
    assert solution.exploitability_share == pytest.approx(gains / 2, abs=2e-6)


@pytest.mark.parametrize("seed", range(20, 24))
def test_with_rake_the_exploitability_is_that_of_the_generic_solver(seed: int) -> None:
    """The game is not zero-sum then: no linear program gives a value, but each side's best response is one."""
    spot = random_spot(seed, rake="free")
    solution = solve_spot(spot, target=1e-4, most_iterations=3000)
    whole = WholeForm(spot)
    plans = whole.plan(solution, 0), whole.plan(solution, 1)
    gains = best_response(whole.forms[0], 0, plans[1]) - whole.forms[0].value(*plans)
    gains += best_response(whole.forms[1], 1, plans[0]) + whole.forms[1].value(*plans)
    assert solution.exploitability_share == pytest.approx(gains / 2, abs=2e-6)
    assert gains / 2 < 2e-3
