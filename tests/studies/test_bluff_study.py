"""The study of Bluff: a small run in the tests, the full one in `make prove`, which saves its result."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from riverboat.games import BluffRules
from riverboat.kernel import user_cache
from riverboat.solving.bluff.form import bluff_form
from riverboat.solving.bluff.tables import make_tables
from riverboat.studies import Settings, bluff
from riverboat.studies.bluff_printed import (
    MISSING_Y,
    PRINTED_X,
    PRINTED_Y,
    fixed,
    kept_by,
    measure_printed,
    mirrored,
    printed_figures,
    read_printed,
)
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
    report = bluff.report(Settings(hands=100, seed=1), rows, measure_printed())
    assert not report.holds


def test_the_printed_strategies_are_parts_of_optimal_ones_and_others_are_not() -> None:
    """Lanctot & Long, six faces: as they stand they keep the value; with two weights exchanged they do not."""
    found = measure_printed()
    assert found["x_keeps"] == pytest.approx(-7 / 258, abs=2e-6)
    assert found["y_keeps"] == pytest.approx(7 / 258, abs=2e-6)
    assert abs(found["y_without_bids"]) < 1e-9
    assert set(found["fixed_calls"].values()) == {4, 10, 32}
    form, _ = bluff_form(make_tables(BluffRules().table, check=False))
    wrong = PRINTED_X.replace("X1c=0.418605 X1d=0.372093", "X1c=0.372093 X1d=0.418605")
    assert kept_by(form, fixed(form, "abcdefghijklm", read_printed(wrong))) < -7 / 258 - 1e-4
    assert all(figure.verdict == "confirmed" for figure in printed_figures(found))
    worse = {**found, "x_keeps": -0.03, "y_keeps": 0.02, "y_without_bids": -0.1, "fixed_calls": {"1-1": 0}}
    assert all(figure.verdict == "not confirmed" for figure in printed_figures(worse))


def test_without_the_missing_weight_y_would_not_keep_the_value() -> None:
    assert sum(read_printed(PRINTED_Y)["c", 2].values()) == pytest.approx(0.478683)
    assert sum(read_printed(PRINTED_Y + MISSING_Y)["c", 2].values()) == pytest.approx(1)
    second = mirrored(bluff_form(make_tables(BluffRules().table, check=False))[0])
    assert kept_by(second, fixed(second, "abcdefghijklm", read_printed(PRINTED_Y))) < 7 / 258 - 1e-4


@pytest.mark.prove
def test_the_study_of_bluff(note: Note) -> None:
    settings = Settings(hands=bluff.FULL_ITERATIONS, seed=1999, folder=user_cache() / "studies", resume=True)
    report = run_study("bluff", settings)
    save_study(report, SAVED, command="make prove STUDY=the_study_of_bluff")
    for figure in report.figures:
        note(figure.name, told(figure))
    assert report.holds
