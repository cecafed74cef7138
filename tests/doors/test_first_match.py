"""From nothing to a rated match: the lines of docs/agents/bots.md, as they stand there."""

from __future__ import annotations

import json
import os
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from riverboat.cli import app

PAGE = Path(__file__).parents[2] / "docs" / "agents" / "bots.md"


def test_a_bot_of_ten_lines_is_rated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    section = PAGE.read_text("utf-8").partition("## A first rated match")[2].partition("\n## ")[0]
    blocks = dict(zip(("pip", "bot", "commands"), re.findall(r"```\w+\n(.*?)```", section, re.S), strict=True))
    bot = [line for line in blocks["bot"].splitlines() if line.strip() and not line.startswith("#")]
    assert len(bot) <= 10
    monkeypatch.chdir(tmp_path)
    Path("first.py").write_text(blocks["bot"])
    before = os.times()
    check, match, league, add = (shlex.split(line)[1:] for line in blocks["commands"].splitlines())
    checked = CliRunner().invoke(app, check)
    assert checked.exit_code == 0, checked.output
    played = CliRunner().invoke(app, [*match, "--json"])
    assert played.exit_code == 0, played.output
    now = os.times()
    used_s = sum(now[:4]) - sum(before[:4])  # of processors, by this process and by the bot's, however busy it is here
    assert used_s < 100, used_s  # two minutes are allowed from `pip install` to the result
    first = json.loads(played.stdout)["players"][0]
    assert first["hands"] >= 2000
    assert first["low"] < first["mean"] < first["high"]
    assert first["adjusted"]["low"] < first["adjusted"]["high"]
    assert not first["faults"]
    made = CliRunner().invoke(app, [*league, "--hands", "200", "--seed", "1"])
    assert made.exit_code == 0, f"{made.output}{made.exception!r}"
    added = CliRunner().invoke(app, [*add, "--json"])
    assert added.exit_code == 0, f"{added.output}{added.exception!r}"
    placed = [row["name"] for row in json.loads(Path("league.json").read_text())["standings"]]
    assert sorted(placed) == ["first.py:First", "loki-a", "rock", "tight-passive"]
