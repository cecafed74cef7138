"""The curve of `equilibrium`: resumable, and its picture comes from its data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from riverboat.errors import AgentError
from riverboat.solving.limit.quick_meter import QuickMeter
from riverboat.steps import run_to_end
from riverboat.training.limit import curve
from riverboat.training.limit.curve import CurvePlan, Curves, curve_steps, plot_curves, write_curves

SAVED = Path(__file__).parents[2] / "docs" / "pictures" / "equilibrium-curve.json"


def test_a_curve_is_stopped_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(curve, "FIRST_LOOK", 1)
    plan = CurvePlan(buckets=(4, 6), iterations=4, seed=2, meter=QuickMeter(flops=1, turns=1, rivers=1))
    assert plan.looks() == [1, 2, 4]
    (tmp_path / "whole").mkdir()
    (tmp_path / "broken").mkdir()
    whole = run_to_end(curve_steps(plan, tmp_path / "whole"))
    steps = curve_steps(plan, tmp_path / "broken")
    next(steps)
    next(steps)
    next(steps)
    steps.close()
    broken = run_to_end(curve_steps(plan, tmp_path / "broken"))
    for buckets in plan.buckets:
        assert [(each.iterations, each.mbb) for each in whole.points[buckets]] == [
            (each.iterations, each.mbb) for each in broken.points[buckets]
        ]
    write_curves(whole, tmp_path)
    assert Curves.from_json(json.loads((tmp_path / "curve.json").read_text("utf-8"))) == whole
    assert (tmp_path / "curve.svg").read_text("utf-8").startswith("<?xml")
    monkeypatch.setattr(curve, "FIRST_LOOK", 3)
    with pytest.raises(AgentError, match="other numbers of iterations"):
        next(curve_steps(plan, tmp_path / "broken"))


def test_the_saved_curve_can_be_drawn_anew(tmp_path: Path) -> None:
    curves = Curves.from_json(json.loads(SAVED.read_text("utf-8")))
    assert set(curves.points) == {200, 1000, 3000}
    for points in curves.points.values():
        assert [each.iterations for each in points] == curves.plan.looks()[: len(points)]
        assert points[-1].mbb < points[0].mbb
    plot_curves(curves, tmp_path / "curve.svg")
    assert (tmp_path / "curve.svg").stat().st_size > 1000
