"""The page's own modules: short lines, and no knowledge of which game is played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import riverboat.web
from riverboat.games import GAMES

MODULES = sorted((Path(riverboat.web.__file__).parent / "static" / "js").glob("*.js"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_lines_fit_in_120_columns(path: Path) -> None:
    assert [line for line in path.read_text("utf-8").splitlines() if len(line) > 120] == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_no_module_asks_which_game_it_is(path: Path) -> None:
    named = "|".join(map(re.escape, GAMES))
    assert not re.search(rf"\bgame\b[^\n]*[\"'](?:{named})[\"']", path.read_text("utf-8"))
