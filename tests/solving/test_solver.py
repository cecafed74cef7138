"""Any game of the protocol: known values, proofs in exact arithmetic, regret minimisation against a readable twin."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_array

from riverboat.arrays import Floats
from riverboat.errors import GameError
from riverboat.games import make_game, read_efg, write_efg
from riverboat.games.efg.game import exact_chances
from riverboat.solving.certificate import certify
from riverboat.solving.exact_corner import PRIME, inverse_modulo, solve_exactly
from riverboat.solving.form import SequenceForm
from riverboat.solving.linear_program import Plans, clean_plan, solve_linear_program
from riverboat.solving.regret import regret_steps
from riverboat.solving.response import best_response, bounds, exact_best_response, nash_conv
from riverboat.solving.settings import Wish
from riverboat.solving.solver import solve
from riverboat.solving.tree_form import tree_form


def even(form: SequenceForm) -> Plans:
    """Everybody does everything alike: what a solver that learns nothing would give."""
    plans = [clean_plan(side, np.ones(side.n_sequences)) for side in form.sides]
    return Plans(x=plans[0], y=plans[1])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("rps", Fraction(0)),
        ("kuhn", Fraction(-1, 18)),  # Kuhn 1950
        (
            "koller",
            Fraction(13),
        ),  # the value of the matrix that the paper prints
    ],
)
def test_values_that_are_known_exactly_are_proved(name: str, value: Fraction) -> None:
    found = solve(make_game(name))
    assert found.value_exact == value
    assert found.low == found.high == float(value)
    assert found.exploitability < 1e-12
    assert found.method == "lp"


def test_leduc_is_worth_minus_0_0856064_southey_2005() -> None:
    found = solve(make_game("leduc"))
    assert found.value == pytest.approx(-0.0856064, abs=1e-7)
    assert found.low <= found.value <= found.high
    assert found.gap < 1e-9


def test_the_matrix_of_the_koller_example_is_the_papers_table_1() -> None:
    form = tree_form(make_game("koller"))
    rows = [(a, b, c) for a in "lr" for b in "LR" for c in "cd"]
    table = [
        [9, 15, 9, 15],
        [13, 10, 13, 10],
        [9, 15, 9, 15],
        [13, 10, 13, 10],
        [10, 16, 12, 18],
        [14, 11, 16, 13],
        [11, 17, 7, 13],
        [15, 12, 11, 8],
    ]
    for row, line in zip(rows, table, strict=True):
        for column, payoff in zip([("p", "s"), ("p", "t"), ("q", "s"), ("q", "t")], line, strict=True):
            assert form.value(_pure(form, 0, row), _pure(form, 1, column)) == payoff


def _pure(form: SequenceForm, player: int, chosen: tuple[str, ...]) -> Floats:
    side = form.sides[player]
    raw = np.zeros(side.n_sequences)
    for at in range(side.n_infosets):
        for action, label in enumerate(form.name(player, at)[1]):
            raw[side.first[at] + action] = label in chosen
    return clean_plan(side, raw)


@pytest.mark.parametrize("method", ["cfr+", "dcfr", "pcfr+", "pdcfr+"])
@pytest.mark.parametrize("name", ["kuhn", "leduc", "rps", "koller"])
def test_regret_minimisation_comes_near_the_linear_program(name: str, method: str) -> None:
    form = tree_form(make_game(name))
    plans = next(islice(regret_steps(form, method=method), 499, None))
    start = even(form)
    before = nash_conv(form, start.x, start.y)
    assert nash_conv(form, plans.x, plans.y) < max(0.01 * before, 0.01 * (name == "rps"))
    best = solve_linear_program(form)
    assert form.value(best.x, best.y) == pytest.approx(form.value(plans.x, plans.y), abs=0.02)


def _twin(form: SequenceForm, iterations: int, *, plus: bool) -> list[list[float]]:
    """CFR as a book tells it: lists and loops, one information set after another."""
    regrets = [[0.0] * side.n_sequences for side in form.sides]
    sums = [[0.0] * side.n_sequences for side in form.sides]
    payoffs = list(zip(form.rows.tolist(), form.columns.tolist(), form.float_payoffs.tolist(), strict=True))

    def strategy(player: int) -> list[float]:
        side, plan = form.sides[player], [1.0] + [0.0] * (form.sides[player].n_sequences - 1)
        for at in range(side.n_infosets):
            span = range(side.first[at], side.first[at] + side.count[at])
            total = sum(max(regrets[player][s], 0) for s in span)
            parent = int(side.parents[side.parent_start[at]])
            for s in span:
                share = max(regrets[player][s], 0) / total if total > 0 else 1 / len(span)
                plan[s] = plan[parent] * share
        return plan

    plans = [strategy(0), strategy(1)]
    for t in range(1, iterations + 1):
        for player in range(2):
            side = form.sides[player]
            worth = [0.0] * side.n_sequences
            for row, column, payoff in payoffs:
                own, other = (row, column) if player == 0 else (column, row)
                worth[own] += (payoff if player == 0 else -payoff) * plans[1 - player][other]
            for at in range(side.n_infosets - 1, -1, -1):
                span = range(side.first[at], side.first[at] + side.count[at])
                total = sum(max(regrets[player][s], 0) for s in span)
                share = {s: max(regrets[player][s], 0) / total if total > 0 else 1 / len(span) for s in span}
                mean = sum(share[s] * worth[s] for s in span)
                for s in span:
                    kept = regrets[player][s]
                    if not plus:
                        kept *= t**1.5 / (t**1.5 + 1) if kept > 0 else 0.5
                    regrets[player][s] = max(kept + worth[s] - mean, 0) if plus else kept + worth[s] - mean
                worth[int(side.parents[side.parent_start[at]])] += mean
            plans[player] = strategy(player)
            weight = t if plus else t * t
            sums[player] = [a + weight * b for a, b in zip(sums[player], plans[player], strict=True)]
    return [[each / total[0] for each in total] for total in sums]


@pytest.mark.parametrize("method", ["cfr+", "dcfr"])
def test_the_kernels_do_what_the_twin_does(method: str) -> None:
    form = tree_form(make_game("kuhn"))
    plans = next(islice(regret_steps(form, method=method), 49, None))
    twin = _twin(form, 50, plus=method == "cfr+")
    assert np.allclose(plans.x, twin[0])
    assert np.allclose(plans.y, twin[1])


@pytest.mark.parametrize("name", ["kuhn", "leduc", "koller"])
def test_exact_best_responses_are_the_floating_ones(name: str) -> None:
    form = tree_form(make_game(name))
    plans = even(form)
    for player, plan in ((0, plans.y), (1, plans.x)):
        exact = exact_best_response(form, player, [Fraction(float(p)) for p in plan])
        assert float(exact) == pytest.approx(best_response(form, player, plan), abs=1e-12)


def test_a_certificate_holds_also_for_bad_strategies() -> None:
    form = tree_form(make_game("kuhn"))
    proved = certify(form, even(form))
    assert proved.exact is None
    assert proved.low < Fraction(-1, 18) < proved.high
    low, high = bounds(form, even(form).x, even(form).y)
    assert float(proved.low) == pytest.approx(low)
    assert float(proved.high) == pytest.approx(high)


def _predictive_twin(form: SequenceForm, iterations: int, *, discounted: bool) -> list[list[float]]:
    """Predictive CFR+ as the papers tell it: the next strategy from the last bottom-up values, then what came of it."""

    def kept(t: int) -> float:
        return t**2.3 / (t**2.3 + 1) if discounted else 1.0

    def even(player: int) -> list[list[float]]:
        return [[1 / n] * n for n in form.sides[player].count.tolist()]

    def plan(player: int) -> list[float]:
        side, weights = form.sides[player], [1.0] + [0.0] * (form.sides[player].n_sequences - 1)
        for at, row in enumerate(strategies[player]):
            for action, chance in enumerate(row):
                weights[side.first[at] + action] = weights[int(side.parents[at])] * chance
        return weights

    def values(player: int, raw: list[float], chosen: list[list[float]], at: int) -> list[float]:
        """Counterfactual values of an information set's actions, if `chosen` is played below it."""
        side = form.sides[player]
        found = []
        for sequence in range(side.first[at], side.first[at] + side.count[at]):
            below = [b for b in range(side.n_infosets) if int(side.parents[b]) == sequence]
            means = (sum(p * v for p, v in zip(chosen[b], values(player, raw, chosen, b), strict=True)) for b in below)
            found.append(raw[sequence] + sum(means))
        return found

    regrets = [[[0.0] * n for n in side.count.tolist()] for side in form.sides]
    sums = [[0.0] * side.n_sequences for side in form.sides]
    strategies = [even(0), even(1)]
    for t in range(1, iterations + 1):
        for player, side in enumerate(form.sides):
            other = plan(1 - player)
            raw = [0.0] * side.n_sequences
            for row, column, payoff in zip(form.rows, form.columns, form.float_payoffs, strict=True):
                own, theirs = (row, column) if player == 0 else (column, row)
                raw[own] += (payoff if player == 0 else -payoff) * other[theirs]
            old = strategies[player]
            new = even(player)
            for at in range(side.n_infosets - 1, -1, -1):
                worth = values(player, raw, old, at)
                mean = sum(p * v for p, v in zip(old[at], worth, strict=True))
                last = regrets[player][at]
                regrets[player][at] = [max(r * kept(t - 1) + v - mean, 0) for r, v in zip(last, worth, strict=True)]
                guess = values(player, raw, new, at)
                mean = sum(p * v for p, v in zip(old[at], guess, strict=True))
                lean = [max(r * kept(t) + v - mean, 0) for r, v in zip(regrets[player][at], guess, strict=True)]
                if sum(lean) > 0:
                    new[at] = [each / sum(lean) for each in lean]
            strategies[player] = new
            weight = float(t) ** (5 if discounted else 2)
            sums[player] = [a + weight * b for a, b in zip(sums[player], plan(player), strict=True)]
    return [[each / total[0] for each in total] for total in sums]


@pytest.mark.parametrize("method", ["pcfr+", "pdcfr+"])
def test_predictive_kernels_do_what_the_twin_does(method: str) -> None:
    form = tree_form(make_game("kuhn"))
    plans = next(islice(regret_steps(form, method=method), 39, None))
    twin = _predictive_twin(form, 40, discounted=method == "pdcfr+")
    assert np.allclose(plans.x, twin[0])
    assert np.allclose(plans.y, twin[1])


def test_prediction_wins_orders_of_magnitude_where_it_fits() -> None:
    """Farina, Kroer & Sandholm 2021, and Xu et al. 2024, on Kuhn's poker: the same iterations, far nearer."""
    form = tree_form(make_game("kuhn"))
    near = {}
    for method in ("cfr+", "pcfr+", "pdcfr+"):
        plans = next(islice(regret_steps(form, method=method), 999, None))
        near[method] = nash_conv(form, plans.x, plans.y)
    assert near["pcfr+"] < 0.01 * near["cfr+"]
    assert near["pdcfr+"] < 0.01 * near["pcfr+"]


def test_leducs_value_is_proved_as_a_fraction_at_the_corner_of_the_linear_program() -> None:
    form = tree_form(make_game("leduc"))
    plans = solve_linear_program(form)
    rounded = certify(form, Plans(x=plans.x, y=plans.y))  # without the corner: rounding alone proves no value
    assert rounded.exact is None
    proved = certify(form, plans)
    assert proved.exact is not None
    assert rounded.low < proved.exact < rounded.high
    assert proved.exact.denominator > 10**30


def test_equations_are_solved_exactly() -> None:
    rng = np.random.default_rng(3)
    for n in (1, 2, 7, 20):
        matrix = rng.integers(-9, 10, (n, n))
        while round(np.linalg.det(matrix)) == 0:
            matrix = rng.integers(-9, 10, (n, n))
        right = rng.integers(-9, 10, n)
        inverse = inverse_modulo(matrix, PRIME)
        assert inverse is not None
        found = solve_exactly(csr_array(matrix), inverse, right)
        assert found is not None
        for row, wanted in zip(matrix.tolist(), right.tolist(), strict=True):
            assert sum((a * x for a, x in zip(row, found, strict=True)), Fraction(0)) == wanted
    assert inverse_modulo(np.array([[1, 2], [2, 4]]), PRIME) is None


FINE = Fraction(500000000000001, 10**15)


@pytest.mark.parametrize("chance", [FINE, Fraction(1, 3), Fraction(3, 10**40)])
def test_chances_of_a_file_stay_fractions_all_the_way(chance: Fraction) -> None:
    text = f"""EFG 2 R "fine" {{ "A" "B" }}
c "" 1 "" {{ "a" {chance} "b" {1 - chance} }} 0
p "" 1 1 {{ "l" "r" }} 0
t "" 1 {{ {10**15} -{10**15} }}
t "" 2 {{ 0 0 }}
t "" 3 {{ 0 0 }}
"""
    game = read_efg(text)
    assert solve(game).value_exact == chance * 10**15
    assert solve(read_efg("".join(write_efg(game)))).value_exact == chance * 10**15


def test_payoffs_beyond_64_bits_are_solved_exactly() -> None:
    """As in Gambit's large_payoff_game.efg: payoffs of 10^19, and far above."""
    for size in (10**19, 7**90):
        head = 'EFG 2 R "x" { "A" "B" }\np "" 1 1 { "l" "r" } 0\n'
        second = 'p "" 2 1 { "l" "r" } 0\n'
        ends = [f't "" {at} {{ {p} {-p} }}\n' for at, p in enumerate((size, -size, -size, 3 * size), start=1)]
        text = head + second + "".join(ends[:2]) + second + "".join(ends[2:])
        assert solve(read_efg(text)).value_exact == Fraction(size, 3)
    with pytest.raises(GameError, match=r"has payoffs above 10\^300: too large"):
        solve(read_efg(f'EFG 2 R "x" {{ "A" "B" }}\nt "" 1 {{ {10**301} -{10**301} }}\n'))


@pytest.mark.parametrize(
    ("chances", "says"),
    [
        ([0.1234567890123456, 1 - 0.1234567890123456], "is no fraction with a denominator of at most 10,000,000"),
        ([0.5 + 1e-15, 0.5 - 1e-15], "give chances as fractions"),
        ([float("nan"), 0.5], "is no fraction"),
        ([Fraction(1, 3), Fraction(1, 3)], "add up to 2/3: they must add up to 1"),
        ([Fraction(3, 2), Fraction(-1, 2)], "none be below 0"),
    ],
)
def test_chances_that_are_no_fractions_are_refused_with_a_true_sentence(chances: list[Any], says: str) -> None:
    with pytest.raises(GameError, match=says):
        exact_chances(chances)


def test_chances_in_floating_point_are_the_fractions_they_come_from() -> None:
    rng = np.random.default_rng(4)
    for _ in range(2_000):
        bottom = int(rng.integers(1, 10**7 + 1))
        top = int(rng.integers(0, bottom + 1))
        assert exact_chances([top / bottom, Fraction(bottom - top, bottom)])[0] == Fraction(top, bottom)


def test_a_game_from_a_file_is_the_game() -> None:
    again = read_efg("".join(write_efg(make_game("kuhn"))))
    assert solve(again).value_exact == Fraction(-1, 18)


def test_a_game_of_constant_sum_is_solved_and_one_that_is_not_is_refused() -> None:
    head = 'EFG 2 R "x" { "A" "B" }\np "" 1 1 { "l" "r" } 0\n'
    assert solve(read_efg(head + 't "" 1 { 3 1 }\nt "" 2 { 2 2 }\n')).value_exact == 3
    with pytest.raises(GameError, match="is not zero-sum: payoffs add up to 4 here and to 5 there"):
        solve(read_efg(head + 't "" 1 { 3 1 }\nt "" 2 { 2 3 }\n'))


def test_a_player_who_forgets_is_refused() -> None:
    text = """EFG 2 R "forgetful" { "A" "B" }
p "" 1 1 { "l" "r" } 0
p "" 1 2 { "a" "b" } 0
t "" 1 { 1 -1 }
t "" 2 { 0 0 }
p "" 1 2 { "a" "b" } 0
t "" 1
t "" 2
"""
    with pytest.raises(GameError, match="has forgotten what was done before"):
        solve(read_efg(text))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"method": "dcf"}, 'did you mean "dcfr"'),
        ({"gap": 0.0}, "a gap of 0.0 cannot be reached"),
        ({"gap": float("nan")}, "cannot be reached"),
    ],
)
def test_wishes_that_cannot_be_are_refused(options: dict[str, Any], says: str) -> None:
    with pytest.raises(GameError, match=says):
        Wish(**options)


def test_games_of_more_than_two_are_refused() -> None:
    with pytest.raises(GameError, match="with 3 players is not solved"):
        solve(make_game("bluff", seats=3, faces=2))


def test_iterations_and_the_gap_stop_regret_minimisation() -> None:
    game = make_game("leduc")
    assert solve(game, Wish(method="dcfr", gap=1e-9, most_iterations=37)).iterations == 37
    found = solve(game, Wish(method="cfr+", gap=0.02))
    assert found.exploitability <= 0.01
    assert len(list(found.rows())) == found.size.infosets == 288
    assert all(sum(row.probabilities) == pytest.approx(1) for row in found.rows())
