"""Verdicts: what confirms a claim, what is near, what is new, and how results of 0.1.0 are read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from riverboat.intervals import Statistic, average, proportion
from riverboat.studies import STUDIES, Figure, StudyReport, registry
from riverboat.studies.report import (
    COMPARISONS,
    CONFIRMED,
    FAR,
    NEAR,
    NEW,
    NOT_CONFIRMED,
    Exact,
    PValue,
    above,
    above_zero,
    below,
    beside,
    claim,
    counted,
    new,
    shown,
)


def _report(*figures: Figure) -> StudyReport:
    return StudyReport(name="x", hands=1, seed=1, figures=figures)


def test_a_claim_is_confirmed_only_if_the_whole_interval_is_on_its_side() -> None:
    for low, verdict in ((0.01, CONFIRMED), (0.0, NOT_CONFIRMED), (-0.01, NOT_CONFIRMED), (None, NOT_CONFIRMED)):
        assert above_zero("x", Statistic(mean=0.1, low=low, high=0.2, n=9)).verdict == verdict
    share = proportion(9, 10)
    assert above("x", share, 0.5).verdict == CONFIRMED
    assert below("x", share, 0.95).verdict == NOT_CONFIRMED
    assert below("x", share, 0.999).verdict == CONFIRMED


@pytest.mark.parametrize("ours", [0.00005, 5, "more", average([0.00005]), Statistic(mean=1, low=0.5, high=None, n=1)])
def test_what_has_no_interval_is_not_confirmed_whatever_came_out(ours: Any) -> None:
    assert claim("x", ours, True).verdict == NOT_CONFIRMED


def test_a_proved_value_and_a_test_need_no_interval() -> None:
    assert claim("x", Exact("1/9"), True).to_json()["exact"]
    assert claim("x", Exact("1/9"), True).verdict == CONFIRMED
    tested = claim("x", PValue(p=0.003, n=20), True)
    assert (tested.verdict, tested.to_json()["ours"]) == (CONFIRMED, {"p": 0.003, "n": 20})
    assert claim("x", PValue(p=0.3, n=20), False).verdict == NOT_CONFIRMED


def test_a_report_holds_if_every_required_claim_is_confirmed() -> None:
    assert _report(claim("y", Exact(1), False), new("z", 2)).holds
    assert not _report(claim("y", Exact(1), False, required=True)).holds


def test_a_figure_of_the_paper_is_near_or_far_with_the_distance() -> None:
    near = beside("x", Exact(58.4), 58.8, where="Table 4", within=1)
    assert (near.verdict, near.where) == (NEAR, "Table 4")
    assert near.distance == pytest.approx(-0.4)
    far = beside("x", Statistic(mean=48, low=35, high=61, n=1_000), 2506, where="Table 2", within=250)
    assert (far.verdict, far.distance) == (FAR, 48 - 2506)
    assert beside("x", Statistic(mean=None, low=None, high=None, n=0), 1, where="Table 2", within=9).verdict == FAR


def test_only_comparisons_are_counted() -> None:
    figures = [new("a", 1), claim("b", Exact(1), True), beside("c", 1.0, 2.0, where="Table 1", within=0.5)]
    found = counted(figure.to_json() for figure in figures)
    assert found == {CONFIRMED: 1, NOT_CONFIRMED: 0, NEAR: 0, FAR: 1}


def test_results_of_the_first_version_are_read_in_todays_words() -> None:
    def old(verdict: str, ours: Any = 1.5, paper: Any = None) -> dict[str, Any]:
        return shown({"name": "x", "ours": ours, "paper": paper, "verdict": verdict, "required": False})

    assert [old(word)["verdict"] for word in ("holds", "fails", "differs")] == [CONFIRMED, NOT_CONFIRMED, NEW]
    beside_it = old("differs", ours={"mean": 1.5, "low": 1, "high": 2, "n": 3}, paper=1)
    assert (beside_it["verdict"], beside_it["distance"], beside_it["where"]) == ("compared", 0.5, None)
    assert old("differs", ours="9 of 12", paper="some")["distance"] is None
    today = claim("x", Exact(1), True, where="section 2").to_json()
    assert shown(today) == today


@pytest.mark.parametrize("name", STUDIES)
def test_every_saved_result_says_what_its_verdicts_mean(name: str) -> None:
    """A comparison names its place in the paper and rests on something; who has no figure of the paper's is new."""
    raw = json.loads((registry.SAVED / f"{name}.json").read_text("utf-8"))
    assert {figure["verdict"] for figure in registry.read_saved(name)["figures"]} <= {*COMPARISONS, NEW, "compared"}
    for figure in raw["figures"]:
        if "where" in figure:  # saved since verdicts have these words
            assert _is_sound(figure), figure


def _is_sound(figure: dict[str, Any]) -> bool:
    ours, verdict = figure["ours"], figure["verdict"]
    if verdict == NEW:
        return figure["paper"] is None
    if verdict in (NEAR, FAR):
        return bool(figure["where"]) and figure["distance"] is not None
    rests = figure["exact"] or isinstance(ours, dict)
    return verdict in COMPARISONS and rests and (figure["paper"] is None or bool(figure["where"]))


def test_a_page_counts_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "SAVED", tmp_path)
    old = [{"name": "x", "ours": 1, "paper": None, "verdict": word, "required": False} for word in ("holds", "differs")]
    (tmp_path / "bluff.json").write_text(json.dumps({"figures": old, "seed": 1}), "utf-8")
    assert counted(registry.read_saved("bluff")["figures"])[CONFIRMED] == 1
