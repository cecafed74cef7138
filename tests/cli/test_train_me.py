"""`riverboat train-me`: exercises answered from a script, progress as JSON, and everything forgotten."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from riverboat.cli import make_app
from riverboat.errors import AgentError


def _run(*words: str, typed: str = "") -> dict[str, object]:
    found = CliRunner().invoke(make_app("train-me"), ["train-me", *words, "--json"], input=typed)
    assert found.exception is None, found.output
    told: dict[str, object] = json.loads(found.stdout)
    return told


def test_answers_are_kept_shown_and_forgotten(tmp_path: Path) -> None:
    kept = ("--database", str(tmp_path / "hands.db"), "--player", "Ann")
    found = _run("pot-odds", "--count", "3", "--seed", "1", *kept, typed="9\n1\nfold\n2\n")
    assert len(found["answers"]) == 3  # type: ignore[arg-type]
    assert found["answered"] == 3
    assert _run("drawing", "--count", "1", *kept, typed="1\n")["answered"] == 4
    assert _run("--progress", *kept)["answered"] == 4
    assert _run("--forget", *kept)["deleted"] >= 4  # type: ignore[operator]
    assert _run("--progress", *kept)["answered"] == 0


def test_a_theme_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="is not a theme"):
        make_app("train-me")(["train-me", "juggling", "--database", str(tmp_path / "a.db")], standalone_mode=False)
