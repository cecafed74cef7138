"""`riverboat tournament`, as a user types it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from riverboat.arena import match_plan, play_match
from riverboat.cli import app
from riverboat.cli.commands.tournament import format_place, read_blinds, read_field
from riverboat.errors import RiverboatError
from tests.cli.test_odds import riverboat

FIELD = "tight-aggressive*3, loose-passive, random*2"


def tournament(*words: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(riverboat("tournament", *words, "--json").stdout)
    return answer


def test_a_ring_is_the_duplicate_match_of_the_same_players() -> None:
    answer = tournament("ring", "rock*2", "maniac", "--seats", "3", "--hands", "600", "--seed", "4")
    same = play_match(match_plan(["rock*2", "maniac"], hands=600, seed=4))
    assert answer["hash"] == same.digest
    assert (answer["unit"], answer["duplicate"], answer["hands"]) == ("small bets a hand", True, 600)
    assert [player["name"] for player in answer["players"]] == ["rock", "maniac"]
    for player in answer["players"]:
        assert player["low"] < player["mean"] < player["high"]


def test_an_elimination_tournament_for_programs() -> None:
    answer = tournament("elimination", "--entrants", "60", "--field", FIELD, "--count", "3", "--seed", "1")
    assert (answer["unit"], answer["entrants"], answer["tournaments"], answer["seed"]) == ("place", 60, 3, 1)
    players = answer["players"]
    assert [(player["name"], player["copies"]) for player in players] == [
        ("tight-aggressive", 30),
        ("loose-passive", 10),
        ("random", 20),
    ]
    assert sum(player["mean"] * player["copies"] for player in players) == pytest.approx(60 * 61 / 2)
    assert sum(player["wins"] for player in players) == 3
    assert players[0]["low"] < players[0]["mean"] < players[0]["high"] < players[2]["low"]
    assert [each["place"] for each in answer["first_places"][:2]] == [1.0, 2.0]


def test_an_elimination_tournament_for_people_with_a_picture(tmp_path: Path) -> None:
    picture = tmp_path / "places.svg"
    words = ("--entrants", "30", "--field", FIELD, "--seed", "1", "--picture", str(picture), "--workers", "2")
    printed = riverboat("tournament", "elimination", *words).stdout
    assert "tight-aggressive" in printed
    assert "one tournament of 30" in " ".join(printed.split())
    assert "place, as a part of 30 entrants" in picture.read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("ring", "rock", "maniac", "--seats", "10"), "2 players for 10 seats: name 8 more"),
        (("ring", "rock", "maniac", "--picture", "a.xyz"), "has no ending that names a kind of picture"),
        (("elimination", "--field", "rokc"), '"rokc" is not an agent (did you mean "rock"?)'),
        (("elimination", "--field", "rock"), "1 entrant is not possible"),
        (("elimination", "--blinds", "ten"), '"ten" are no blinds: write small and big, like 50/100'),
        (("elimination", "--entrants", "3"), "3 entrants are too few for this field"),
        (("elimination", "--cluster", "nonsense"), '"nonsense" is not the address of a cluster'),
    ],
)
def test_bad_input_is_answered_in_one_line(words: tuple[str, ...], complaint: str) -> None:
    done = CliRunner().invoke(app, ["tournament", *words])
    assert isinstance(done.exception, RiverboatError)
    assert complaint in str(done.exception)
    assert "\n" not in str(done.exception)


def test_a_cluster_that_does_not_answer_is_told() -> None:
    done = riverboat("match", "rock", "maniac", "--cluster", "tcp://127.0.0.1:1", code=2)
    assert done.stderr.startswith("error: no cluster answers at tcp://127.0.0.1:1: is `dask scheduler` running")
    assert done.stderr.count("\n") == 1


def test_what_is_typed() -> None:
    assert read_field(" rock*3 ,maniac:bluff=0.4;enter=0.2,") == ["rock*3", "maniac:bluff=0.4;enter=0.2"]
    assert read_blinds("50/100") == read_blinds(" 50 , 100") == (50, 100)
    assert [format_place(place) for place in (1.0, 8.5)] == ["1", "8.5"]
