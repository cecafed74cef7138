"""`riverboat odds --paper`: what is off from what."""

from __future__ import annotations

import pytest

from riverboat.cli.odds_paper import _print
from riverboat.intervals import Estimate
from riverboat.odds.paper import Line


def test_theirs_and_our_simulation_are_each_compared_with_ours(capsys: pytest.CaptureFixture[str]) -> None:
    line = Line("5", "2d5s river", 94.2, 86.97, Estimate(86.85, 0.15, 50_000))
    _print("Table 5", [line])
    told = capsys.readouterr().out
    assert "+7.23" in told  # the paper is wrong by seven
    assert "-0.8 errors" in " ".join(told.split())  # our simulation is not


def test_what_is_only_simulated_is_told_once_with_its_error(capsys: pytest.CaptureFixture[str]) -> None:
    _print("Table 6", [Line("6", "AsAc against 5, wins", 49.5, 48.98, Estimate(48.98, 0.05, 1_000_000), counted=False)])
    told = capsys.readouterr().out
    assert "48.98 ± 0.05" in told
    assert "+0.52" in told
    assert told.count("48.98") == 1
