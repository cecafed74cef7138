"""The errors of estimates: a known difference is found again, and chance alone is not taken for one."""

from __future__ import annotations

import numpy as np
import pytest

from riverboat.training.partner_errors import Compared, errors_of


def _rows(off: float, count: int) -> list[Compared]:
    """Estimates that are too high by so much, with outcomes that scatter by half a pot."""
    rng = np.random.default_rng(1)
    return [
        Compared(2, bool(at % 2), float(each), float(each - off + rng.normal(0, 0.5)))
        for at, each in enumerate(rng.uniform(-0.5, 0.5, count))
    ]


def test_a_known_difference_is_found_and_chance_is_not() -> None:
    found = errors_of(_rows(0.2, 4000))["2"]["adds"]
    assert found["error"] == pytest.approx(0.2, abs=0.03)
    assert found["mean_difference"] == pytest.approx(0.2, abs=0.03)
    assert errors_of(_rows(0.0, 4000))["2"]["stays"]["error"] < 0.04
