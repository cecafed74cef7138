"""The study of Bluff: a small run in the tests, the full one in `make prove`, which saves its result."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from riverboat.kernel import user_cache
from riverboat.studies import Settings, bluff
from riverboat.studies.registry import SAVED, run_study, save_study
from riverboat.studies.report import Exact
from tests.studies.proving import told

Note = Callable[[str, object], None]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only games that take moments."""
    monkeypatch.setattr(bluff, "VALUES", {faces: bluff.VALUES[faces] for faces in (2, 3, 4)})
    monkeypatch.setattr(bluff, "GROWING", bluff.GROWING[:3])


@pytest.mark.usefixtures("small")
def test_a_small_run_holds_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    settings = Settings(hands=100, seed=1, folder=tmp_path)
    steps = bluff.steps(settings)
    for _ in range(5):
        next(steps)
    steps.close()
    (kept,) = tmp_path.glob("study-*.jsonl")
    assert len(kept.read_text("utf-8").splitlines()) == 5  # the head and four games
    resumed = bluff.steps(Settings(hands=100, seed=1, folder=tmp_path, resume=True))
    assert next(resumed).done == 4
    report = run_study("bluff", Settings(hands=100, seed=1))
    assert report.holds
    named = {figure.name: figure for figure in report.figures}
    assert named["1 v 1, 3 faces: value"].ours == Exact("1/9")
    assert named["2 v 1, 2 faces, check: value"].verdict == "confirmed"
    _, picture = save_study(report, tmp_path, command="x")
    assert "cost against size" in picture.read_text("utf-8") or picture.stat().st_size > 10_000


@pytest.mark.usefixtures("small")
def test_a_wrong_value_would_be_noticed() -> None:
    rows = [bluff.measure(task, 10) for task in bluff.tasks(Settings(hands=100, seed=1))[:2]]
    rows[0]["value_exact"] = "1/3"
    report = bluff.report(Settings(hands=100, seed=1), rows)
    assert not report.holds


@pytest.mark.prove
def test_the_study_of_bluff(note: Note) -> None:
    settings = Settings(hands=bluff.FULL_ITERATIONS, seed=1999, folder=user_cache() / "studies", resume=True)
    report = run_study("bluff", settings)
    save_study(report, SAVED, command="make prove STUDY=the_study_of_bluff")
    for figure in report.figures:
        note(figure.name, told(figure))
    assert report.holds
