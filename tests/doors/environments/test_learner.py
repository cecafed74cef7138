"""The example that learns: a little of it, and a twin that learns nothing."""

from __future__ import annotations

import importlib.util
import re
import time
from collections.abc import Callable
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


@pytest.mark.prove
def test_the_example_learns_on_five_seeds(
    learner: Any, note: Callable[[str, object], None], capsys: pytest.CaptureFixture[str]
) -> None:
    """As the docs run it, on seeds that nothing was tuned on; ten minutes of two cores are allowed for each."""
    learner.LANES = 1024
    for seed in range(40_801, 40_806):
        start = time.process_time()
        policy = learner.train("tight-passive", 200, seed=seed)
        used_s = time.process_time() - start
        curve = re.findall(r"step +(\d+): (\S+ ± \S+)", capsys.readouterr().out)
        assert len(curve) == 10
        note(f"seed {seed}, while learning", "; ".join(f"step {step}: {won}" for step, won in curve))
        mean, error, p = learner.measure(policy, "tight-passive", 400, seed=seed + 1_000_000)
        note(f"seed {seed}", f"{mean:+.3f} ± {error:.3f} small bets a hand, p = {p:.1g}, {used_s:.0f} s of CPU")
        assert p < 0.01
        assert used_s < 1200
