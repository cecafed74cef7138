"""`riverboat study`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from riverboat.cli import app
from riverboat.errors import StudyError
from riverboat.studies import registry
from riverboat.studies.report import Exact, StudyReport, claim

KEYS = {"name", "ours", "exact", "paper", "where", "distance", "verdict", "required"}


def run(*words: str) -> Result:
    result = CliRunner().invoke(app, ["study", *words])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_studies_are_listed() -> None:
    listed = json.loads(run("--json").stdout)["studies"]
    assert [study["name"] for study in listed] == list(registry.STUDIES)
    told = run().stdout.split()
    assert [name for name in registry.STUDIES if name not in told] == []  # whole, to be typed


def test_a_study_says_what_its_size_counts() -> None:
    assert "1,000 iterations of discounted CFR at most; seed" in " ".join(run("bluff", "--saved").stdout.split())
    assert "hands of each match, rotations included; seed" in " ".join(run("loki-figure-1", "--saved").stdout.split())


def test_a_study_prints_figures_and_writes_files(tmp_path: Path) -> None:
    words = ("loki-hands", "--hands", "200", "--seed", "3", "--out", str(tmp_path), "--json")
    answer = json.loads(run(*words).stdout)
    assert answer["seed"] == 3
    assert set(answer["figures"][0]) == KEYS
    assert {path.name for path in tmp_path.iterdir()} == {"loki-hands.json", "loki-hands.svg"}
    saved = json.loads((tmp_path / "loki-hands.json").read_text("utf-8"))
    assert saved["figures"] == answer["figures"]
    assert saved["command"] == "riverboat study loki-hands --hands 200 --seed 3"


def test_the_saved_result_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "SAVED", tmp_path)
    with pytest.raises(StudyError, match="no saved result of loki-hands"):
        run("loki-hands", "--saved")
    figures = (claim("the hand that earns most", Exact("AA"), True, paper="AA", required=True),)
    report = StudyReport(name="loki-hands", hands=9, seed=4, figures=figures, details={"income": [0.0] * 169})
    content = {**report.to_json(), "seed": 4, "version": "x"}
    (tmp_path / "loki-hands.json").write_text(json.dumps(content), "utf-8")
    assert json.loads(run("loki-hands", "--saved", "--json").stdout)["seed"] == 4
    assert "confirmed *" in run("loki-hands", "--saved").stdout


def test_an_unknown_study_says_which_there_are() -> None:
    with pytest.raises(StudyError, match="the studies are bluff, loki-figure-1"):
        run("loki-figure")
