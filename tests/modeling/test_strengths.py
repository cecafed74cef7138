"""The calculator's strengths: exact, against the odds' own enumeration, and kept."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from riverboat.modeling import strengths
from riverboat.odds.equity import equity


def test_strengths_equal_the_exact_equity_on_every_street() -> None:
    rng = np.random.default_rng(8)
    boards = [tuple(int(card) for card in rng.permutation(52)[:7]) for _ in range(3)]
    boards += [(50, 46, 42, 38, 2, 6, 1), (0, 5, 12, 16, 20, 24, 28), (51, 3, 47, 43, 39, 8, 20)]  # flushes too
    for cards in boards:
        found = strengths.strengths_of([(cards[:2], cards[2:])], keep=False)[0]
        for street, count in enumerate((0, 3, 4, 5)):
            exact = (
                equity([(cards[0], cards[1])], board=cards[2 : 2 + count], opponents=1, method="exact")
                .players[0]
                .equity.mean
            )
            assert found[street] == pytest.approx(exact, abs=1e-9)


def test_streets_that_were_not_dealt_have_no_strength() -> None:
    found = strengths.strengths_of([((0, 1), (10, 20, 30))], keep=False)[0]
    assert np.isnan(found).tolist() == [False, False, True, True]


def test_many_strengths_are_kept_and_spoilt_ones_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIVERBOAT_CACHE", str(tmp_path))
    monkeypatch.setattr(strengths, "MANY", 1)
    hands = [((0, 1), (10, 20, 30, 40, 50))]
    first = strengths.strengths_of(hands)
    (kept,) = (tmp_path / "strengths").iterdir()
    assert strengths.strengths_of(hands).tolist() == first.tolist()
    kept.write_bytes(b"spoilt")
    assert strengths.strengths_of(hands).tolist() == first.tolist()
