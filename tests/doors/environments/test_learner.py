"""The example that learns: a little of it, and a twin that learns nothing."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

EXAMPLE = Path(__file__).parents[3] / "examples" / "learner.py"


@pytest.fixture
def learner(monkeypatch: pytest.MonkeyPatch) -> Any:
    spec = importlib.util.spec_from_file_location("learner", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "LANES", 256)
    return module


def test_the_example_learns_to_beat_tight_passive(learner: Any, capsys: pytest.CaptureFixture[str]) -> None:
    policy = learner.train("tight-passive", 60, seed=5)
    mean, error, p = learner.measure(policy, "tight-passive", 150, seed=99)
    assert mean > error > 0
    assert p < 0.01
    assert "while learning" in capsys.readouterr().out


def test_a_policy_that_learns_nothing_does_not(learner: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learner.Policy, "learn", lambda *_: None)
    mean, _, _ = learner.measure(learner.train("tight-passive", 5, seed=5), "tight-passive", 150, seed=99)
    assert mean < 0.15
