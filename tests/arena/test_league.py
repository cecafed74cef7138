"""The league: everyone against everyone, resumed, on processes, and a newcomer who changes nothing for others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from riverboat.arena.league.league import LeagueResult, league_steps
from riverboat.arena.league.plan import FULL, LeaguePlan, agents_of
from riverboat.arena.league.saved import SAVED, read_league, saved_path
from riverboat.arena.work.executors import local_processes
from riverboat.cli import make_app
from riverboat.errors import ArenaError
from riverboat.steps import Checkpoint, run_to_end

NAMES = ("random", "always-call", "rock", "tight-aggressive", "loose-passive", "maniac")
PLAN = LeaguePlan(agents=NAMES, hands=20, rings=2, session_hands=5, seed=4)


def _played(result: LeagueResult) -> list[Any]:
    """What was played, without how long it took."""
    return [{key: value for key, value in row.items() if key != "elapsed_s"} for row in (*result.pairs, *result.rings)]


@pytest.fixture(scope="module")
def whole() -> LeagueResult:
    return run_to_end(league_steps(PLAN))


def test_everyone_meets_everyone(whole: LeagueResult) -> None:
    assert len(whole.pairs) == 15
    assert len(whole.rings) == 2
    assert {standing.name for standing in whole.standings} == set(NAMES)
    means = [standing.heads_up.mean or 0.0 for standing in whole.standings]
    assert means == sorted(means, reverse=True)
    assert sum(means) == pytest.approx(0.0, abs=1e-9)
    told = whole.to_json()
    assert json.loads(json.dumps(told)) == told
    called = next(row for row in told["standings"] if row["name"] == "always-call")
    assert called["exploitability"]["unit"] == "mbb/g"
    assert called["decision_ms"] > 0
    assert all("adjusted" in row for row in told["pairs"])


def test_on_two_processes_and_after_a_pause_it_is_the_same(whole: LeagueResult, tmp_path: Path) -> None:
    assert _played(run_to_end(league_steps(PLAN, make_executor=local_processes(2)))) == _played(whole)
    kept = Checkpoint(tmp_path / "league.jsonl", PLAN.work())
    steps = league_steps(PLAN, checkpoint=kept)
    for _ in range(5):
        next(steps)
    steps.close()
    assert _played(run_to_end(league_steps(PLAN, checkpoint=kept, resume=True))) == _played(whole)


def test_a_newcomer_plays_its_own_matches_alone(whole: LeagueResult) -> None:
    steps = league_steps(PLAN.with_agent("always-raise"), known=whole.pairs)
    assert next(steps).count == len(NAMES) + PLAN.rings
    found = run_to_end(steps)
    kept = [row for row in found.pairs if "always-raise" not in (row["first"], row["second"])]
    assert kept == list(whole.pairs)


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(ArenaError, match="rock is named twice"):
        LeaguePlan(agents=("rock", "maniac", "rock"))
    with pytest.raises(ArenaError, match="two agents or more"):
        LeaguePlan(agents=("rock",))
    assert LeaguePlan(agents=NAMES[: FULL - 1]).full_table == ()
    assert "rock" in agents_of("holdem-limit")
    assert "bluff-odds" not in agents_of("holdem-limit")


def test_the_command_places_a_bot(tmp_path: Path) -> None:
    runner = CliRunner()
    file = tmp_path / "league.json"
    picture = tmp_path / "league.svg"
    words = ["league", "rock", "maniac", "--hands", "8", "--session", "2", "--rings", "0", "--seed", "1"]
    found = runner.invoke(make_app(), [*words, "--workers", "1", "--out", str(file), "--picture", str(picture)])
    assert found.exit_code == 0, found.output
    assert picture.read_text("utf-8").startswith("<?xml")
    added = ["league", "--add", "always-call", "--from", str(file), "--workers", "1", "--json"]
    found = runner.invoke(make_app(), added)
    assert found.exit_code == 0, found.output
    told = json.loads(found.stdout)
    assert told["agents"] == ["rock", "maniac", "always-call"]
    assert len(told["pairs"]) == 3
    assert told["seed"] == 1
    shown = runner.invoke(make_app(), ["league", "--show", "--from", str(file)])
    assert "maniac" in shown.stdout
    damaged = tmp_path / "damaged.json"
    damaged.write_text("{}", "utf-8")
    with pytest.raises(ArenaError, match=r"damaged\.json is no league"):
        read_league(damaged)


@pytest.mark.prove
def test_the_league_of_the_house(note: Any) -> None:
    """Every agent of limit Hold'em; the result is what the page shows."""
    SAVED.mkdir(exist_ok=True)
    words = ["league", "--hands", "2000", "--rings", "20", "--seed", "20", "--out", str(saved_path("holdem-limit"))]
    picture = ["--picture", str(SAVED / "holdem-limit.svg"), "--resume", "--json"]
    found = CliRunner().invoke(make_app(), [*words, *picture])
    assert found.exit_code == 0, found.output
    told = json.loads(found.stdout)
    for row in told["standings"][:3]:
        note(f"{row['name']}, {told['unit']}", row["heads_up"])
    assert len(told["pairs"]) == len(told["agents"]) * (len(told["agents"]) - 1) // 2
