"""`riverboat evolve --preset`, and what `evolved` is without a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from riverboat.agents import agent_entry
from riverboat.cli import app
from riverboat.cli.commands.training.evolve import preset_options
from riverboat.errors import ArenaError
from riverboat.studies.evolve.evolving_runs import CHOSEN, FROM_NOTHING


def test_the_preset_is_what_the_studies_set() -> None:
    assert preset_options(None, "random") == {}
    assert preset_options("studies", "random") == FROM_NOTHING
    assert preset_options("studies", "a") == CHOSEN


def test_an_unknown_preset_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match='--preset "papers" is not known: studies is'):
        app(["evolve", "--preset", "papers", "--out", str(tmp_path / "mine.npz")], standalone_mode=False)


def test_the_preset_is_documented_as_it_is() -> None:
    page = (Path(__file__).parents[2] / "docs" / "agents" / "evolving.md").read_text("utf-8")
    assert ";".join(f"{key}={value}" for key, value in FROM_NOTHING.items()) in page


def test_evolved_without_a_file_says_what_it_is() -> None:
    assert "alone, player A" in agent_entry("evolved").line
