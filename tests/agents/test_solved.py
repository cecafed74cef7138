"""`equilibrium@FILE.json`: what was solved is what is played, from every chair."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from riverboat.agents import make_agent
from riverboat.arena import match_plan, play_match
from riverboat.cli import app
from riverboat.errors import RiverboatError
from riverboat.games import make_game
from riverboat.solving.strategy_files import read_strategies


@pytest.fixture(scope="module")
def kuhn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("solved") / "kuhn.json"
    done = CliRunner().invoke(app, ["solve", "kuhn", "--save", str(place)])
    assert done.exit_code == 0, done.output
    return place


def test_a_solved_game_is_played_as_it_was_solved(kuhn: Path) -> None:
    strategies = read_strategies(kuhn)
    player: Any = make_agent(f"equilibrium@{kuhn}").player(1)
    game = make_game("kuhn")
    for button in (0, 1):
        for number in range(40):
            state: Any = game.start(seed=number, button=button)
            twin: Any = game.start(cards=[state.cards((button + 1 + at) % 2) for at in range(2)])
            while state.actor is not None:
                chances = player.chances(state.observation(state.actor))
                legal = list(state.legal_actions())
                wanted = strategies.chances(twin.actor, twin.infoset(), [str(action) for action in legal])
                assert [chances.get(action, 0.0) for action in legal] == pytest.approx([float(each) for each in wanted])
                action = legal[number % len(legal)]
                state.apply(action)
                twin.apply(action)


def test_nobody_wins_from_it(kuhn: Path) -> None:
    for other in ("always-call", "random", f"equilibrium@{kuhn}"):
        result = play_match(match_plan([f"equilibrium@{kuhn}", other], game="kuhn", hands=2000, seed=1))
        high = result.players[0].income_sb.high
        assert high is not None
        assert high > 0  # in both seats together the game's value is zero


def test_other_games_and_files_are_refused(kuhn: Path, tmp_path: Path) -> None:
    for game, options in (("leduc", {}), ("holdem-limit", {}), ("kuhn", {"ante": 2})):
        with pytest.raises(RiverboatError):
            match_plan([f"equilibrium@{kuhn}", "random"], game=game, options=options)
    (tmp_path / "none.json").write_text('{"strategies": [{"player": 0, "infoset": "x", "actions": {"a": 1}}]}')
    for place in (tmp_path / "none.json", tmp_path / "nowhere.json"):
        with pytest.raises(RiverboatError):
            make_agent(f"equilibrium@{place}")
