from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest


def riverboat(*words: str, stdin: str = "", code: int = 0) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "riverboat", *words]
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done


def odds(*words: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(riverboat("odds", *words, "--json").stdout)
    return answer


def test_lokibot_example_as_json() -> None:
    answer = odds("AdQc", "--board", "3h4cJh")
    assert answer["method"] == "exact"
    assert answer["counts"]["strength"] == [{"ahead": 628, "tied": 9, "behind": 444}]
    assert round(answer["ppot2"], 3) == 0.208
    assert round(answer["npot1"], 3) == 0.145
    assert answer["players"][0]["counts"] == [540_986, 12_617, 516_587]
    assert isinstance(answer["seed"], int)
    assert answer["version"]


def test_several_hands_with_an_estimate_and_its_interval() -> None:
    question = ("AhKh vs QsQc vs 20%", "--opponents", "1", "--board", "2h7hTc", "--seed", "1", "--simulations", "20000")
    answer = odds(*question)
    assert answer["method"] == "simulated"
    share = answer["players"][0]["equity"]
    assert share["low"] < share["mean"] < share["high"]
    assert share["n"] == 20_000
    assert [player["hand"] for player in answer["players"]] == ["AhKh", "QsQc", "20%", "random"]
    assert answer == odds(*question)


def test_a_table_for_people() -> None:
    printed = riverboat("odds", "AhKh", "--board", "2h7hTc", "--opponents", "3", "--seed", "1").stdout
    for words in ("AhKh vs 3 random hands", "simulated: 50,000 games", "hand strength", "Ppot, one card", "seed 1"):
        assert words in printed


def test_precision_is_reached() -> None:
    answer = odds("AsAc", "--opponents", "2", "--precision", "0.0005", "--seed", "2")
    assert all(player["equity"]["error"] <= 0.0005 for player in answer["players"])


def test_pictures_are_written_and_bad_endings_told(tmp_path: Path) -> None:
    picture = tmp_path / "streets.svg"
    riverboat("odds", "AhKh vs QQ", "--board", "2h7hTc", "--picture", str(picture))
    assert picture.read_text("utf-8").startswith("<?xml")
    told = riverboat("odds", "AhKh", "--picture", str(tmp_path / "streets.xyz"), code=2).stderr
    assert "use .svg, .png or .pdf" in told
    told = riverboat("odds", "AhKh", "--picture", str(tmp_path / "no" / "streets.svg"), code=2).stderr
    assert "cannot be written" in told
    assert [path.name for path in tmp_path.iterdir()] == ["streets.svg"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["1h"], '"1h"'),
        (["AhAh"], "Ah comes twice"),
        (["AhKh", "--board", "Ah2c3c"], "on the board and in AhKh"),
        (["AhKh", "--board", "2c"], "1 card (2c)"),
        (["AhKh", "--board", "2c3c"], "2 cards"),
        (["AhKh", "--board", "2c3c4c5c6c7c"], "6 cards"),
        (["AhKh", "--opponents", "0"], "0 opponents"),
        (["AhKh", "--opponents", "12"], "13 players"),
        (["AhKh", "--opponents", "x"], '"x" is not possible for --opponents: it is a whole number'),
        (["AhKh", "--simulations", "100000000000000000000"], "would take about 221,817 years: ask for at most"),
        (["AhKh", "--exact", "--simulate"], "exclude each other"),
        (["--json"], "a hand is missing"),
        (["AhKh vs 0%"], "more than 0%"),
        (["AhKh vs AA", "--board", "AsAcAd"], "impossible"),
        (["AhKh", "--precision", "-1"], "precision of -1"),
        (["AhKh", "--simulations", "0"], "0 simulations"),
        (["AhKh", "--dead", "Kh"], "among the dead cards and in AhKh"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(words: list[str], told: str) -> None:
    done = riverboat("odds", *words, code=2)
    lines = [line for line in done.stderr.splitlines() if not line.startswith("compiling")]
    assert len(lines) == 1
    assert lines[0].startswith("error: ")
    assert told in lines[0]
    assert done.stdout == ""


def test_papers_figures_as_json() -> None:
    answer = json.loads(riverboat("odds", "--paper", "--seed", "1", "--json").stdout)
    tables = {figure["table"] for figure in answer["figures"]}
    assert tables == {"Lokibot", "2", "3", "4", "5", "6"}


def test_prompt_answers_tells_mistakes_and_goes_on() -> None:
    done = riverboat("odds", stdin="AA vs 72o\nzz\n[/x]\nJJ, 2 opponents\nAhKh on 2h7hTc\n?\nq\n")
    assert '"[/x]" is not a hand' in done.stderr
    assert "87.989 %" in done.stdout
    assert "hand strength" in done.stdout
    assert '"zz" is not a hand' in done.stderr


def test_starting_hands_as_table_json_and_picture(tmp_path: Path) -> None:
    picture = tmp_path / "grid.png"
    printed = riverboat("starting-hands", "--top", "2", "--picture", str(picture)).stdout
    assert "AA" in printed
    assert "+2.11" in printed
    assert picture.read_bytes().startswith(b"\x89PNG")
    answer = json.loads(riverboat("starting-hands", "--json").stdout)
    assert len(answer["hands"]) == 169
    assert set(answer["hands"][0]["income"]) == {str(size) for size in range(2, 11)}
    told = riverboat("starting-hands", "--players", "11", code=2).stderr
    assert "2 to 10" in told


def test_help_version_games_and_a_mistyped_command() -> None:
    assert "starting-hands" in riverboat("--help").stdout
    assert riverboat("--version").stdout.startswith("riverboat ")
    assert "holdem-limit" in riverboat("games").stdout
    assert {game["name"] for game in json.loads(riverboat("games", "--json").stdout)["games"]} >= {"stud", "kuhn"}
    assert "Did you mean 'odds'" in riverboat("odd", code=2).stderr


def test_warmup_compiles_everything_once() -> None:
    answer = json.loads(riverboat("warmup", "--json").stdout)
    assert {"rules of the games", "Lokibot", "equity", "solvers", "odds of Omaha"} <= set(answer["compiled"])
