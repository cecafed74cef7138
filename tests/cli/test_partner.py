"""`riverboat play --partner` and `riverboat partner`: asked, unfolded, cautioned, kept, shown, exported, cleared."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from riverboat.cli import app
from riverboat.errors import RiverboatError

PLAY = ["play", "stud", "--partner", "--name", "Ann", "--seed", "4", "--pace", "0", "--hands", "1"]


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "hands.db"
    monkeypatch.setenv("RIVERBOAT_DATABASE", str(path))
    return path


def _run(*words: str, typed: str = "") -> str:
    result = CliRunner().invoke(app, list(words), input=typed)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return " ".join(result.stdout.split())


def test_a_game_with_a_partner_that_is_asked_cautions_and_remembers(database: Path) -> None:
    said = _run(*PLAY, "--ask-from", "0", typed="?\n+\n??\n?3\nchance of a flush\nr 28\n\nr 28\n+\n\nf\n")
    assert "partner: Call 9 points. By the cards you win" in said
    assert "P_win 0.40" in said
    assert "equation 2: 2 (P_win - 0.5)" in said
    assert "?8 What happened in similar games?" in said
    assert "They most likely end with" in said
    assert "You end with a flush" in said
    assert said.count("You're about to raise to 28. I'd call 9: that's ") >= 2
    assert "1 hand in this session" in said
    shown = json.loads(_run("partner", "show", "Ann", "--json"))
    assert shown["games"]["stud"]["cases"] == 1
    assert shown["games"]["stud"]["folded_rightly"] + shown["games"]["stud"]["folded_wrongly"] == 1
    assert shown["games"]["stud"]["tendencies"]["opponent"]["situations"][0]["seen"] == 1
    assert "Ann at stud 1 case:" in _run("partner", "show", "Ann")
    target = database.with_name("ann.json")
    assert "1 case and the tendencies of Ann" in _run("partner", "export", "Ann", str(target))
    kept = json.loads(target.read_text("utf-8"))
    assert len(kept["games"]["stud"]["cases"][0]) == len(kept["columns_of_cases"]) == 9
    assert "1 case and the tendencies forgotten" in _run("partner", "clear", "Ann")
    with pytest.raises(RiverboatError, match="has nothing about a partner"):
        _run("partner", "show", "Ann")


def test_a_cheap_mistake_is_told_and_stops_nobody(database: Path) -> None:
    said = _run(*PLAY, "--ask-from", "1000", typed="r 28\nf\n")
    assert "You're about to raise to 28. I'd call 9" in said
    assert "Enter takes it back" not in said


def test_a_partner_at_holdem_too_and_what_can_t_be_is_refused(database: Path) -> None:
    table = ("play", "holdem-limit", "--partner", "--against", "always-call", "--seed", "1", "--pace", "0")
    said = _run(*table, typed="?\n?1\nq\n")
    assert "partner: " in said
    with pytest.raises(RiverboatError, match="partner=best is not possible at stud: it is plus or paper"):
        _run("play", "stud", "--partner-kind", "best")
    with pytest.raises(RiverboatError, match='no partner at "stud-limit"'):
        _run("play", "stud-limit", "--partner")


def test_the_rules_and_their_picture(tmp_path: Path) -> None:
    found = json.loads(_run("partner", "rules", "--json", "--picture", str(tmp_path / "rules.svg")))
    assert len(found["rules"]["assessment (Table 2)"]) == 12
    assert found["variables"]["turn"]["early"][0] == 0
    assert (tmp_path / "rules.svg").stat().st_size > 10_000


def test_the_study_with_people_is_prepared_and_analysed(database: Path, tmp_path: Path) -> None:
    from riverboat.records.store.hand_store import Store
    from riverboat.records.store.participants import enrol
    from riverboat.studies.partner_people import Participant

    with Store(str(database)) as store:
        for number in range(2):
            person = Participant(number=number)
            while (coming := person.next_game) is not None:
                person = person.played(7 if coming.partner else -3)
            enrol(store, f"x{number}", person.answered({"usefulness": 5, "helpfulness": 4}).to_json())
        enrol(store, "y", {})  # has only just begun
    found = json.loads(_run("study", "partner", "--people", "--json", "--out", str(tmp_path)))
    assert [len(deals) for deals in found["deals"].values()] == [30, 30]
    assert found["details"]["subjects"][0]["with"] == 210
    assert {figure["name"]: figure["ours"] for figure in found["figures"]}["partner=plus: usefulness, 1 to 5"][
        "mean"
    ] == 5
    assert (tmp_path / "partner-people.json").exists()
    told = _run("study", "partner", "--people")
    assert "too few: 6 are needed" in told
    assert "1 more have begun" in told
    with pytest.raises(RiverboatError, match="not played with people"):
        _run("study", "loki-hands", "--people")
    with pytest.raises(RiverboatError, match="1 is too few"):
        _run("study", "partner", "--hands", "1")
