"""Our games pass OpenSpiel's own checks, and its algorithms run on them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy as policies
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import cfr, exploitability, external_sampling_mccfr

import riverboat.openspiel
from riverboat.games import make_game
from riverboat.solving.solver import solve
from tests.doors.openspiel.universal import LIMIT, NO_LIMIT, differing

PLAYERS = {"riverboat_holdem_limit": 3, "riverboat_stud_limit": 4, "riverboat_bluff": 3}


@pytest.mark.parametrize("name", riverboat.openspiel.NAMES)
def test_openspiels_random_simulation_passes(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=3, serialize=False, verbose=False)
    if name in PLAYERS:
        game = pyspiel.load_game(name, {"players": PLAYERS[name]})
        pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)


@pytest.mark.parametrize("name", riverboat.openspiel.NAMES)
def test_a_copy_is_independent_and_observations_hide_what_is_hidden(name: str) -> None:
    game, rng = pyspiel.load_game(name), random.Random(1)
    state = game.new_initial_state()
    while not state.is_terminal():
        legal = state.legal_actions()
        kept, twin = str(state), state.clone()
        twin.apply_action(rng.choice(legal))
        assert str(state) == kept
        assert twin.history() != state.history()
        if not state.is_chance_node():
            seen = state.ours.observation(state.current_player())
            assert state.information_state_string() == seen.infoset
            assert len(state.observation_tensor(state.current_player())) == game.observation_tensor_size()
        state.apply_action(rng.choice(legal))
    assert sum(state.returns()) == pytest.approx(0)


def test_its_exploitability_of_our_leduc_solution_is_ours() -> None:
    game = pyspiel.load_game("riverboat_leduc")
    solution = solve(make_game("leduc"))
    policy = policies.TabularPolicy(game)
    numbers = game.new_initial_state().numbers if hasattr(game.new_initial_state(), "numbers") else None
    assert numbers is not None
    rows = {row.infoset: dict(zip(row.actions, row.probabilities, strict=True)) for row in solution.rows()}
    for at, state in enumerate(policy.states):
        chances = rows[state.information_state_string()]
        policy.action_probability_array[at] = 0
        for number in state.legal_actions():
            policy.action_probability_array[at, number] = chances[state.action_to_string(number)]
    assert exploitability.exploitability(game, policy) == pytest.approx(solution.exploitability, abs=1e-9)
    uniform = exploitability.exploitability(game, policies.UniformRandomPolicy(game))
    assert uniform > 1  # a strategy that knows nothing is found out


def test_its_cfr_and_mccfr_learn_our_games() -> None:
    game = pyspiel.load_game("riverboat_kuhn")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) < 0.01
    sampled = external_sampling_mccfr.ExternalSamplingSolver(game)
    np.random.seed(1)
    for _ in range(300):
        sampled.iteration()
    assert exploitability.exploitability(game, sampled.average_policy()) < 0.2


def test_no_number_is_without_an_action() -> None:
    """Networks have an output for each."""
    for name, count in (("riverboat_kuhn", 3), ("riverboat_leduc", 3), ("riverboat_stud_limit", 3)):
        assert pyspiel.load_game(name).num_distinct_actions() == count


def test_its_learning_environment_steps_our_games() -> None:
    env = rl_environment.Environment(pyspiel.load_game("riverboat_leduc"))
    step = env.reset()
    while not step.last():
        player = step.observations["current_player"]
        step = env.step([step.observations["legal_actions"][player][0]])
    assert sum(step.rewards) == pytest.approx(0)


@pytest.mark.parametrize("table", [LIMIT, NO_LIMIT], ids=lambda table: table.game)
def test_random_hands_are_those_of_universal_poker(table: Any) -> None:
    assert differing(table, hands=1500, seed=1) == []


@pytest.mark.prove
@pytest.mark.parametrize("table", [LIMIT, NO_LIMIT], ids=lambda table: table.game)
def test_a_million_random_hands_are_those_of_universal_poker(table: Any, note: Callable[[str, object], None]) -> None:
    assert differing(table, hands=1_000_000, seed=20261118) == []
    note(f"hands of {table.game} that are equal", 1_000_000)


def test_the_comparison_finds_a_wrong_rule() -> None:
    assert differing(LIMIT._replace(options={**LIMIT.options, "raises_per_round": 2}), hands=200, seed=1)
