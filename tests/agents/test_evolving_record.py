"""What the evolving player remembers of its actions: the record, what it says, and who is credited with what."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riverboat.agents.evolving import evolving_layout_kernel as places
from riverboat.agents.evolving.evolving_kernel import average_parents, credit_decision, explored, parts_of
from riverboat.agents.evolving.freezing import average_candidates, best_candidates, frozen
from riverboat.agents.evolving.models import (
    EvolvingAgent,
    candidate_view,
    element_view,
    evolving_agent,
    tally_view,
)
from riverboat.agents.evolving.presets import PAPER
from riverboat.agents.evolving.record_kernel import judge, local_line, recalled, remember
from riverboat.cards.randomness import seed_words
from riverboat.games import CardGame, make_game, parse_action
from tests.agents.evolving_twin import CALL, FOLD, RAISE, chances

Array = npt.NDArray[np.float64]
RESULTS = st.lists(
    st.tuples(st.floats(0, 1), st.floats(-100, 100), st.floats(0.01, 1), st.sampled_from([CALL, RAISE])), max_size=30
)


def _agent(**options: float | str) -> EvolvingAgent:
    return evolving_agent(segments=("all",), seed=1, options={**PAPER, "recall": "chances", **options})


def _line(results: list[tuple[float, float, float, int]], x: float, wish: int, blur: float, doubt: float) -> float:
    """Twin of `local_line` with a prior of -7: least squares on the means of the bins, weighed by nearness."""
    rows: list[tuple[float, float, float]] = [(0.0, -7.0, doubt)]
    pull = doubt * (blur * blur + 1e-9)  # what is put before the slope, as the square of a distance
    for at in range(places.STRENGTHS):
        inside = [(s, r, w) for s, r, w, done in results if done == wish and min(int(s * 24), 23) == at]
        weight = sum(w for _, _, w in inside)
        if weight == 0:
            continue
        away = sum(w * s for s, _, w in inside) / weight - x if blur else 0.0
        near = 1 - (away / blur) ** 2 if blur else float(at == min(int(x * 24), 23))
        if near > 0:
            rows.append((away, sum(w * r for _, r, w in inside) / weight, near * weight))
    design = np.array([[1.0, away] for away, _, _ in rows])
    weights = np.array([weight for _, _, weight in rows])
    normal = design.T @ (design * weights[:, None]) + np.diag([0.0, pull])
    return float(np.linalg.solve(normal, design.T @ (weights * np.array([value for _, value, _ in rows])))[0])


@settings(deadline=None, max_examples=60)
@given(RESULTS, st.floats(0, 1), st.sampled_from([CALL, RAISE]), st.sampled_from([0.0, 0.06, 0.2]))
def test_the_record_is_a_line_through_the_hands_nearby(
    results: list[tuple[float, float, float, int]], x: float, wish: int, blur: float
) -> None:
    memory = _agent().memory.copy()
    for strength, reward, weight, done in results:
        remember(memory, 5, strength, done, reward, weight)
    value, _, _ = local_line(memory, 5, 1, x, wish, blur, 3.0, -7.0)
    assert value == pytest.approx(_line(results, x, wish, blur, 3.0), 1e-6)


def test_an_action_done_with_better_hands_is_not_thought_better_for_that() -> None:
    """Both actions bring 100 x; raises are made with the better hands. A mean would prefer the raise."""
    memory = _agent().memory.copy()
    for strength in np.linspace(0.4, 0.7, 400):
        remember(memory, 5, strength, RAISE if strength > 0.55 else CALL, 100 * strength, 1.0)
    call, bold = (local_line(memory, 5, 1, 0.55, wish, 0.1, 0.01, 0.0)[0] for wish in (CALL, RAISE))
    assert bold == pytest.approx(call, abs=0.5)


def test_a_position_borrows_from_the_others_where_asked() -> None:
    agent = _agent(pool=10, doubt=0, blur=0.1)
    memory = agent.memory.copy()
    for _ in range(30):
        remember(memory, 5, 0.5, CALL, 50.0, 1.0)  # early
        remember(memory, 5 + 2 * 16, 0.5, CALL, 20.0, 1.0)  # late
    middle, early, other = (recalled(agent.params, memory, at, 0.5, CALL, 0.0)[0] for at in (5 + 16, 5, 6))
    assert middle == pytest.approx(35)  # what the others say
    assert early == pytest.approx((30 * 50 + 10 * 35) / 40)
    assert other == pytest.approx(0, abs=1e-6)  # another stage: nothing


def test_what_is_hardly_tried_must_be_clearly_better() -> None:
    agent = _agent(caution=1, doubt=0)
    memory = agent.memory.copy()
    rng = np.random.default_rng(1)
    for _ in range(900):
        remember(memory, 5, 0.5, CALL, 10 + 100 * rng.choice([-1, 1]), 1.0)
    for reward in (130.0, -70.0, 130.0, -70.0):
        remember(memory, 5, 0.5, RAISE, reward, 1.0)
    brings = np.zeros(3)
    judge(agent.params, memory, 5, 0.5, -12.0, brings)
    assert brings[FOLD] == -12
    assert brings[CALL] == pytest.approx(recalled(agent.params, memory, 5, 0.5, CALL, 0.0)[0], abs=0.5)
    # A raise has brought 30, of four results: its error is 50, that of the habit 3.
    assert brings[RAISE] == pytest.approx(30 - (50 - 100 / 30), abs=1)


def test_a_segment_learns_from_hands_that_are_about_it() -> None:
    """With `least` only who is most of the opposition; with `bettor` who bet counts for half of it."""
    agent = evolving_agent(segments=("a", "b", "c"), seed=1, options={"opponents": "seat", "bettor": "yes"})
    game = make_game("holdem-limit", seats=4)
    assert isinstance(game, CardGame)
    state = game.start(seed=1, button=3)  # seat 2 speaks first
    for action in ("raise 20", "fold", "call"):
        state.apply(parse_action(action))
    record = state.observation(1).record[0]
    # Seats 0 (a) and 2 (c) have spoken and are in; seat 2 has raised.
    assert parts_of(record, agent.params, agent.memory.copy()).tolist() == pytest.approx([0.25, 0, 0.75])
    agent.params[places.BETTOR] = 0
    assert parts_of(record, agent.params, agent.memory.copy()).tolist() == pytest.approx([0.5, 0, 0.5])


def test_exploring_calls_and_raises_as_often_as_asked() -> None:
    agent = _agent(explore=0.5)
    game = make_game("holdem-limit", seats=2)
    assert isinstance(game, CardGame)
    state = game.start(seed=1)
    assert state.actor is not None
    record = state.observation(state.actor).record[0]
    words = seed_words(1)
    done = [int(explored(record, agent.params, FOLD, words)) for _ in range(2_000)]
    assert [done.count(wish) / 2_000 for wish in (FOLD, CALL, RAISE)] == pytest.approx([0.5, 0.25, 0.25], abs=0.04)


def _log(memory: Array, *, x: float, done: int, paid: float = 10, most: int = RAISE) -> int:
    row: Array = memory[places.LOG : places.LOG + places.LOG_ROW]
    row[:] = 0
    row[places.ELEMENT], row[places.STRENGTH], row[places.DONE_WISH], row[places.PAID] = 5, x, done, paid
    row[places.LEAST], row[places.MOST] = FOLD, most
    return places.LOG


@pytest.mark.parametrize("most", [CALL, RAISE])
def test_candidates_are_credited_by_their_chances(most: int) -> None:
    """Every candidate has the mean of what the actions bring, by its own chances; a raise that can't be is a call."""
    agent = _agent(doubt=0, credit="decision")
    memory = agent.memory.copy()
    remember(memory, 5, 0.6, RAISE, 40.0, 1.0)
    credit_decision(agent.params, memory, _log(memory, x=0.6, done=CALL, most=most), 20.0)
    tallies = tally_view(agent.params, memory)[5]
    for member, genes in enumerate(candidate_view(agent.params, memory).reshape(-1, 20, 7)[5]):
        _, call, bold = chances(np.minimum(genes, 0.95).tolist(), 0.6)
        if genes.max() < 0.95:
            expected = call * 30 + bold * (40 if most == RAISE else 30)
            assert tallies[member, places.TALLY_SUM] == pytest.approx(expected, abs=4e-3)
    assert (tallies[:, places.TALLY_WEIGHT] == 1).all()


def test_the_average_of_all_generations_counts_later_ones_for_more() -> None:
    agent = _agent(average=1)
    memory = agent.memory.copy()
    candidates, rows = candidate_view(agent.params, memory).reshape(-1, 20, 7), element_view(agent.params, memory)
    for generation, value in enumerate((0.1, 0.4, 0.7)):
        candidates[5, 0::2] = value
        rows[5, places.GENERATION] = generation
        average_parents(agent.params, memory, 5)
    rows[5, places.GENERATION] = 3
    average = average_candidates(agent.with_memory(memory)).reshape(-1, 7)
    # Weights 1/6, 2/6, 3/6.
    assert average[5] == pytest.approx((0.1 + 2 * 0.4 + 3 * 0.7) / 6)
    assert average[6] == pytest.approx(candidates[6].mean(axis=0))  # it has had no generation yet


def _worth(agent: EvolvingAgent, memory: Array, element: int, genes: Array) -> float:
    """Twin of `worths`: what a candidate brings with the hands of the record, a raise and a call by its chances."""
    rows = element_view(agent.params, memory)[:, places.RECORD :].reshape(-1, 24, 3, 4)
    total = hands = 0.0
    for strength in range(24):
        same = [rows[element % 16 + 16 * position, strength] for position in range(3)]
        weight = sum(float(row[:, places.WEIGHT].sum()) for row in same)
        if weight == 0:
            continue
        x = sum(float(row[:, places.PLACES].sum()) for row in same) / weight
        brings = np.zeros(3)
        judge(agent.params, memory, element, x, 0.0, brings)
        fold, call, bold = chances(genes.tolist(), x)
        free = (element // 4) % 4 == 0
        total += weight * (fold * (brings[CALL] if free else brings[FOLD]) + call * brings[CALL] + bold * brings[RAISE])
        hands += weight
    return total / hands


@pytest.mark.parametrize("element", [3, 7])  # nothing to call on the river, and one bet
def test_frozen_is_the_candidate_that_the_record_thinks_best(element: int) -> None:
    agent = _agent(freeze="best", credit="decision", doubt=1, blur=0.1)
    memory = agent.memory.copy()
    candidates = candidate_view(agent.params, memory).reshape(-1, 20, 7)
    candidates[:] = np.minimum(candidates, 0.9)
    rng = np.random.default_rng(2)
    for x in rng.random(60):
        remember(memory, element, float(x), CALL, float(20 * x - 8), 1.0)
        remember(memory, element, float(x), RAISE, float(60 * x - 35), 1.0)
    made = agent.with_memory(memory)
    expected = max(candidates[element], key=lambda genes: _worth(made, memory, element, genes))
    assert best_candidates(made).reshape(-1, 7)[element] == pytest.approx(expected)
    assert frozen(made).candidates().reshape(-1, 7)[element] == pytest.approx(expected)
    # It is one of the population, not a mixture of all.
    assert not np.allclose(average_candidates(made).reshape(-1, 7)[element], expected)


def test_frozen_populations_take_turns_and_do_not_learn() -> None:
    agent = _agent(freeze="population", recall="no")
    still = frozen(agent)
    assert still.population == 20
    assert not still.learns
    assert still.remembers
    assert np.array_equal(still.candidates(), agent.candidates())
