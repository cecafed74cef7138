"""`riverboat agents` and `riverboat match`, as a user types them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from riverboat.cli import app
from riverboat.errors import RiverboatError
from tests.cli.test_odds import riverboat
from tests.waiting import PATIENCE_S, until

EXAMPLES = Path(__file__).parents[2] / "examples"


def match(*words: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(riverboat("match", *words, "--json").stdout)
    return answer


def test_agents_are_listed_with_their_character() -> None:
    printed = riverboat("agents").stdout
    for name in ("random", "always-call", "loose-passive", "tight-aggressive", "maniac", "rock"):
        assert name in printed
    listed = json.loads(riverboat("agents", "--json").stdout)["agents"]
    assert all(agent["description"] for agent in listed)
    assert "aggression" in riverboat("agents", "rock").stdout


def test_a_match_for_programs() -> None:
    answer = match("loose-aggressive", "tight-passive*2", "--hands", "3000", "--seed", "5")
    assert answer["unit"] == "small bets a hand"
    assert (answer["hands"], answer["seed"], answer["statistics_unit"]) == (3000, 5, "deal")
    names = [player["name"] for player in answer["players"]]
    assert names == ["loose-aggressive", "tight-passive"]
    for player in answer["players"]:
        assert player["low"] < player["mean"] < player["high"]
        assert player["hands"] == 3000 * player["copies"]
    again = match("loose-aggressive", "tight-passive*2", "--hands", "3000", "--seed", "5", "--workers", "2")
    assert again["hash"] == answer["hash"]
    assert again["players"] == answer["players"]


def test_no_limit_is_told_in_big_blinds() -> None:
    words = ("rock", "maniac", "--game", "holdem-nolimit", "--hands", "400", "--seed", "1")
    printed = " ".join(riverboat("match", *words).stdout.split())
    assert "bb/hand: big blinds a hand." in printed
    assert "small bets" not in printed
    assert match(*words)["unit"] == "big blinds a hand"


def test_more_hands_than_were_asked_for_are_explained() -> None:
    words = ("loki-f", "rock", "--hands", "4", "--session", "10", "--seed", "1")
    printed = " ".join(riverboat("match", *words).stdout.split())
    assert "4 asked for, 20 played: whole sessions of 10 deals (--session), and every deal is played 2 times" in printed
    answer = match(*words)
    assert (answer["hands_asked"], answer["hands"]) == (4, 20)


def test_a_match_of_bluff() -> None:
    words = ("bluff-equilibrium", "bluff-odds", "--game", "bluff", "--rule", "faces=3", "--hands", "40", "--seed", "1")
    printed = riverboat("match", *words).stdout
    for expected in ("won/round", "40 rounds of bluff", "20 deals"):
        assert expected in printed
    assert "VPIP" not in printed
    assert match(*words)["unit"] == "rounds won less lost, a round"


def test_who_had_no_turn_in_a_short_ring_is_named() -> None:
    printed = riverboat("tournament", "ring", "rock", "maniac", "random", "--seats", "2", "--hands", "40").stdout
    assert "has not had its turn" in printed
    assert " 20 deals" in " ".join(printed.split())


def test_a_match_for_people_with_a_picture_and_stored_hands(tmp_path: Path) -> None:
    picture, database = tmp_path / "bankroll.svg", tmp_path / "hands.db"
    words = ("match", "rock", "maniac", "--hands", "200", "--seed", "1", "--picture", str(picture), "--store")
    printed = riverboat(*words, "--database", str(database)).stdout
    for expected in ("rock", "maniac", "sb/hand", "95 % interval", "seed 1", "hash", "200 hands stored"):
        assert expected in printed
    assert picture.read_text("utf-8").startswith("<?xml")
    listed = json.loads(riverboat("hands", "list", "--database", str(database), "--json").stdout)
    assert listed["hands_stored"] == 200


def test_rules_of_the_game_can_be_set() -> None:
    answer = match("random", "random", "--game", "holdem-nolimit", "--hands", "40", "--session", "10", "--seed", "1",
                   "--rule", "blinds=1,2", "--rule", "stack=30")  # fmt: skip
    assert answer["statistics_unit"] == "session"
    assert sum(player["rebuys"] for player in answer["players"]) > 0


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("rokc", "maniac"), '"rokc" is not an agent (did you mean "rock"?)'),
        (("rock:loose=1", "maniac"), '"loose" is not a parameter of rock'),
        (("rock", "maniac", "--seats", "6"), "2 players for 6 seats: name 4 more"),
        (("rock",), "a match needs two players or more"),
        (("nowhere.py:Bot", "rock"), 'the bot file "nowhere.py" cannot be read'),
        (("rock", "maniac", "--rule", "stack"), '"stack" sets no rule'),
        (("rock", "maniac", "--rule", "stak=4"), '"stak" is not an option of holdem-limit'),
        (("rock", "maniac", "--game", "chess"), '"chess" is not a game'),
        (("rock", "maniac", "--picture", "a.xyz", "--hands", "2"), "has no ending that names a kind of picture"),
    ],
)
def test_bad_input_is_answered_in_one_line(words: tuple[str, ...], complaint: str) -> None:
    done = CliRunner().invoke(app, ["match", *words])
    assert isinstance(done.exception, RiverboatError)
    assert complaint in str(done.exception)
    assert "\n" not in str(done.exception)


def test_an_error_is_one_line_on_standard_error() -> None:
    done = riverboat("match", "rokc", "maniac", code=2)
    assert done.stderr.startswith('error: "rokc" is not an agent')
    assert done.stdout == ""


def test_a_broken_bot_file_shows_its_line(tmp_path: Path) -> None:
    bot = tmp_path / "mybot.py"
    bot.write_text("import riverboat\n\nclass MyBot:\n    size = undefined\n")
    done = riverboat("match", f"{bot}:MyBot", "rock", "--hands", "10", code=2)
    assert "error: mybot.py, line 4: NameError: name 'undefined' is not defined" in done.stderr


def test_faults_are_told(tmp_path: Path) -> None:
    bot = tmp_path / "mybot.py"
    bot.write_text("class MyBot:\n    def decide(self, seen):\n        return seen.nothing\n")
    done = riverboat("match", f"{bot}:MyBot", "rock", "--hands", "40", "--seed", "1", code=3)
    printed = " ".join(done.stdout.split())
    assert "5 faults; it forfeited" in printed
    assert "mybot.py, line 3: AttributeError" in printed
    told = " ".join(done.stderr.split())
    assert "FORFEITED after 5 faults" in told
    assert f'Traceback (most recent call last): File "{bot}", line 3, in decide return seen.nothing' in told
    assert told.count("Traceback") == 1  # of the first fault alone
    assert "for repeating, not for rating bots" in told


def _lines(path: Path) -> int:
    return path.read_text("utf-8").count("\n") if path.exists() else 0


def test_an_interrupted_match_goes_on(tmp_path: Path, left_behind: Callable[[], list[int]]) -> None:
    """Ctrl-C, then the same command with --resume: the same hash as without, and no process is left."""
    kept = tmp_path / "kept.jsonl"
    bot = f"exec:sh {EXAMPLES / 'linebot.sh'}"
    words = [bot, "rock", "--hands", "3000", "--session", "50", "--seed", "3", "--checkpoint", str(kept)]
    whole = match(*words)
    command = [sys.executable, "-m", "riverboat", "match", *words, "--json"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        until(lambda: running.poll() is not None or _lines(kept) >= 4, "some of it is done")
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does
        said, complained = running.communicate(timeout=PATIENCE_S)
    assert (running.returncode, said) == (130, "")
    assert "--seed 3 --resume goes on" in " ".join(complained.split())
    assert left_behind() == []
    other = CliRunner().invoke(app, ["match", "rock", "maniac", "--checkpoint", str(kept), "--resume"])
    assert "is the checkpoint of another run" in str(other.exception)
    resumed = match(*words, "--resume")
    assert resumed["hash"] == whole["hash"]
    assert not kept.exists()
