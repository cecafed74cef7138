"""Games and bots of OpenSpiel in our house."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import exploitability
from typer.testing import CliRunner

from riverboat.agents import make_agent
from riverboat.arena import match_plan, play_match
from riverboat.cli import app
from riverboat.doors.openspiel.bots import spiel_state
from riverboat.doors.openspiel.foreign import ForeignGame
from riverboat.errors import RiverboatError
from riverboat.games import make_game
from riverboat.solving.solver import solve
from tests.doors.environments.test_encoders import TABLES


def test_the_command_solves_their_leduc_and_they_find_it_solved() -> None:
    done = CliRunner().invoke(app, ["solve", "openspiel:leduc_poker", "--json"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert told["value"] == pytest.approx(-0.0856, abs=1e-4)  # Leduc's known value
    game = pyspiel.load_game("leduc_poker")
    policy = policies.TabularPolicy(game)
    rows = {row["infoset"]: row for row in told["strategies"]} if isinstance(told["strategies"], list) else {}
    solution = solve(ForeignGame("leduc_poker"))
    rows = {row.infoset: dict(zip(row.actions, row.probabilities, strict=True)) for row in solution.rows()}
    for at, state in enumerate(policy.states):
        chances = rows[f"{state.current_player()}:{state.information_state_string()}"]
        policy.action_probability_array[at] = 0
        for number in state.legal_actions():
            name = state.action_to_string(number)
            policy.action_probability_array[at, number] = chances[f"{name} {number}" if number else name]
    assert exploitability.exploitability(game, policy) == pytest.approx(solution.exploitability, abs=1e-9)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("leduc_pokr", "did you mean"),
        ("tic_tac_toe(x=1)", "does not load"),
        ("kuhn_poker(players=3)", "3 players"),
        ("backgammon", "information sets"),
    ],
)
def test_what_cannot_be_solved_is_refused_in_a_sentence(text: str, why: str) -> None:
    with pytest.raises(RiverboatError, match=why):
        ForeignGame(text)


def test_a_game_of_simultaneous_moves_is_solved() -> None:
    assert solve(ForeignGame("matrix_rps")).value == pytest.approx(0)


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_their_state_agrees_with_what_a_seat_sees(name: str, options: dict[str, Any]) -> None:
    game, rng = make_game(name, **options), np.random.default_rng(5)
    for number in range(8):
        state: Any = game.start(seed=number, button=number % game.seats)
        while (actor := state.actor) is not None:
            seen = state.observation(actor)
            theirs = spiel_state(game, seen, rng)
            assert theirs.current_player() == actor
            assert theirs.ours.observation(actor).to_bytes() == seen.to_bytes()
            legal = state.legal_actions()
            state.apply(legal[int(rng.integers(len(legal)))])


@pytest.mark.parametrize("game", ["holdem-limit", "holdem-nolimit", "bluff", "leduc"])
def test_their_bot_plays_a_match_without_a_fault(game: str) -> None:
    other = "bluff-odds" if game == "bluff" else "always-call"
    result = play_match(match_plan(["openspiel:uniform_random", other], game=game, hands=40, seed=1))
    assert not any(player.faults for player in result.players)


def test_a_bot_that_is_not_there_is_named() -> None:
    with pytest.raises(RiverboatError, match="is not a bot of OpenSpiel"):
        make_agent("openspiel:uniform_randm")
    with pytest.raises(RiverboatError, match="at our tables sit fixed_action_preference, uniform_random"):
        make_agent("openspiel:uniform_restricted_actions")
    with pytest.raises(RiverboatError, match="names nobody"):
        make_agent("openspiel:")
