"""`riverboat evolve`: presets, the comparison at the end, frozen players, runs that go on as they were."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from riverboat.agents import agent_entry
from riverboat.agents.evolving.models import read_player, write_player
from riverboat.agents.evolving.presets import FORMER, FROM_A, FROM_NOTHING, PAPER, preset_options
from riverboat.cli import app, make_app
from riverboat.errors import AgentError
from riverboat.steps import run_to_end
from riverboat.training.breeding import Breeding, breed


def test_presets_are_what_they_say() -> None:
    assert preset_options("studies", "random") == FROM_NOTHING
    assert preset_options("studies", "a") == FROM_A
    assert preset_options("paper", "a") == preset_options("paper", "random") == PAPER


def test_an_unknown_preset_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match='preset "papers" is not known: studies and paper are'):
        app(["evolve", "--preset", "papers", "--out", str(tmp_path / "mine.npz")], standalone_mode=False)


def test_the_preset_is_documented_as_it_is() -> None:
    page = (Path(__file__).parents[2] / "docs" / "agents" / "evolving.md").read_text("utf-8")
    for options in (FROM_NOTHING, FROM_A, PAPER):
        for key, value in options.items():
            assert f"{key}={value}" in page


def test_evolved_without_a_file_says_what_it_is() -> None:
    assert "alone, player A" in agent_entry("evolved").line


def _told(*words: str) -> str:
    found = CliRunner().invoke(make_app(), ["evolve", *words], catch_exceptions=False)
    assert found.exit_code == 0, found.output
    return found.stdout


def test_a_run_ends_by_comparing_its_player_with_folding_and_with_a(tmp_path: Path) -> None:
    """A run of two epochs by the paper's rule makes a player that is worse than folding, and says so."""
    words = (
        "--epochs",
        "2",
        "--seed",
        "3",
        "--compare",
        "40",
        "--preset",
        "paper",
        "--out",
        str(tmp_path / "mine.npz"),
    )
    told = json.loads(_told(*words, "--json"))["compared"]
    assert told["frozen"]["n"] == 40
    assert told["always_folding"]["high"] < 0
    assert told["frozen_minus_always_folding"]["high"] < 0
    assert told["verdict"].startswith("It loses more than a player who always folds")
    assert "It loses more than a player who always folds" in _told(*words)


def test_a_frozen_player_is_kept_where_asked(tmp_path: Path) -> None:
    whole, still = tmp_path / "mine.npz", tmp_path / "still.npz"
    words = ("--table", "rock | maniac*2", "--epochs", "2", "--seed", "3", "--compare", "0", "--out", str(whole))
    told = json.loads(_told(*words, "--freeze", str(still), "--against", "maniac", "--json"))
    assert told["compared"] is None
    assert read_player(whole).population == 20
    assert read_player(still).segments == ("maniac",)
    assert read_player(still).population == 1


def test_a_run_of_before_goes_on_as_it_was(tmp_path: Path) -> None:
    """Its settings stand in its file: the old default, opponents by style, whatever is usual now."""
    path = tmp_path / "old.npz"
    old = Breeding(table="rock*2", epochs=1, opponents="style", seed=5)  # what 0.1.0 wrote for a run without options
    agent = Breeding(table="rock*2", epochs=1, opponents="style", seed=5, options=FORMER).agent()
    write_player(
        path,
        agent,
        made_by="0.1.0",
        work=old.work,
        seed=np.int64(5),
        won=np.zeros(0, np.int64),
        others=np.zeros((0, 1)),
    )
    _told("--table", "rock*2", "--epochs", "2", "--resume", "--compare", "0", "--out", str(path))
    again = read_player(path)
    assert np.array_equal(again.params, agent.params)
    whole = run_to_end(breed(Breeding(table="rock*2", epochs=2, opponents="style", seed=5, options=FORMER)))
    assert np.array_equal(again.candidates(), whole.agent.candidates())
