"""The studies of the adaptive poker computer: small runs in the tests, full ones in `make prove`."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest

from riverboat.errors import StudyError
from riverboat.modeling.attributes import shown_seats
from riverboat.modeling.strengths import strengths_of
from riverboat.records.importing import scan
from riverboat.studies import Settings
from riverboat.studies.apc import apc_adaptive, apc_networks
from riverboat.studies.registry import load_study, run_study
from riverboat.training.decisions import records_of
from tests.studies.proving import Note, prove_study


def test_the_calculator_is_compared_with_the_thesis(tmp_path: Path) -> None:
    report = run_study("apc-calculator", Settings(hands=1_000, seed=5))
    figures = {figure.name: figure for figure in report.figures}
    assert figures["chance that a calculation with 50,000 simulations is off by more than 1 %"].verdict == "confirmed"
    assert figures["table 4: AcAd, true, %"].verdict == "near"
    assert figures["table 4: Ah8s, true, %"].verdict == "far"  # the suited hand's
    assert figures["table 4: Ah8s, simulated, %"].verdict == "near"
    assert figures["table 6 is not wins: p of its nine figures"].verdict == "confirmed"
    assert all(figures[f"table 6: AsAc against {n}, Algorithm 1, %"].verdict == "near" for n in range(1, 10))
    assert figures["table 5: 2d5s river, %"].verdict == "far"  # 94.2 in the thesis, truly 87.0
    off = figures["furthest simulated figure from the exact one, standard errors"].ours
    assert isinstance(off, float)
    assert off < 4.5  # one in 300,000
    assert report.holds
    load_study("apc-calculator").plot(report, tmp_path / "calculator.svg")
    assert "<svg" in (tmp_path / "calculator.svg").read_text("utf-8")


def test_networks_on_a_few_hands_of_the_month(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIVERBOAT_DATA", str(data))
    for name in ("EPOCHS", "PLAYER_EPOCHS", "MODERN_EPOCHS", "ROUND_EPOCHS"):
        monkeypatch.setattr(apc_networks, name, 3)
    monkeypatch.setattr(apc_networks, "OPPONENTS", ("loose-passive",))
    settings = Settings(hands=500, seed=5, folder=tmp_path, resume=True)
    report = run_study("apc-networks", settings)
    names = [figure.name for figure in report.figures]
    assert sum(name.startswith("network 3") and "TNE" in name for name in names) == 20
    assert "network 2 by the thesis's protocol, 200 random rounds: TNE, %" in names
    assert "folding: more decisions right than by pot odds, %" in names
    assert any(name.startswith("modern, and players: Brier") for name in names)
    assert run_study("apc-networks", settings).to_json() == report.to_json()  # the networks were kept
    load_study("apc-networks").plot(report, tmp_path / "networks.svg")
    assert "<svg" in (tmp_path / "networks.svg").read_text("utf-8")


def test_without_the_data_the_study_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIVERBOAT_DATA", str(tmp_path))
    with pytest.raises(StudyError, match="set RIVERBOAT_DATA"):
        run_study("apc-networks", Settings(hands=500, seed=5))


def test_adaptive_on_a_few_hands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apc_adaptive, "CHANGES", apc_adaptive.CHANGES[:1])
    report = run_study("apc-adaptive", Settings(hands=6_000, seed=5))
    names = {figure.name for figure in report.figures}
    assert "adaptive minus the blind player, tight-passive, ten seats" in names
    assert "loose-passive to tight-aggressive: adaptive, just after" in names
    assert "loose-passive to tight-aggressive: adaptive-twin, hands until it wins 80 % of that for good" in names
    load_study("apc-adaptive").plot(report, tmp_path / "adaptive.svg")
    assert "<svg" in (tmp_path / "adaptive.svg").read_text("utf-8")


def test_recovery_counts_hands_to_the_first_block_that_stays_good() -> None:
    blocks = np.array([0.1, 0.9, 0.9, 0.9, 0.9, 0.1, 0.9, 1.0, 0.7, 0.9, 1.0])
    assert apc_adaptive.recovery(blocks, 0.8) == 6 * apc_adaptive.BLOCK
    assert apc_adaptive.recovery(blocks, 0.05) == 0
    assert apc_adaptive.recovery(blocks, 2.0) is None
    assert apc_adaptive.recovery(np.array([1.0] * 9 + [0.0]), 0.8) is None  # good for long, and not at the end


def test_a_share_has_the_uncertainty_of_both_its_parts() -> None:
    """Twice the same values give exactly one; a ratio of independent ones lies in its interval 95 times of 100."""
    rng = np.random.default_rng(4)
    whole = rng.normal(2, 1, 50)
    same = apc_adaptive.share_of(0.5 * whole, whole)
    assert (same.low, same.mean, same.high) == pytest.approx((0.5, 0.5, 0.5))
    inside = 0
    for _ in range(400):
        share = apc_adaptive.share_of(rng.normal(1, 1, 100), rng.normal(2, 1, 100))
        assert share.low is not None
        assert share.high is not None
        inside += share.low <= 0.5 <= share.high
    assert 370 <= inside <= 392


@pytest.mark.prove
def test_apc_calculator(note: Note) -> None:
    """READINGS part 4: an error below 1 % at 50,000 simulations, every table beside the thesis's."""
    assert prove_study("apc-calculator", note).holds


@pytest.mark.prove
def test_apc_networks(note: Note) -> None:
    """Issue 8: the thesis's TNE on our data beside its own and the base rate, and the networks at the table."""
    assert prove_study("apc-networks", note, workers=1).holds


@pytest.mark.prove
def test_apc_adaptive(note: Note) -> None:
    """Issue 8: wins from every style, wins more than its twin, recovers from a change of style; each significant."""
    assert prove_study("apc-adaptive", note, workers=1).holds


@pytest.mark.prove
def test_apc_month_of_strengths(note: Note, data: Path) -> None:
    """Issue 8: the strengths of the whole IRC month in under a minute."""
    records = records_of(scan(data / "irc" / "holdem_199504_raw.tgz"))
    hands = [(record.hole_cards[seat], record.board) for record in records for seat in shown_seats(record)]
    strengths_of(hands[:10], keep=False)  # compiled before the clock starts
    start, start_cpu = time.perf_counter(), time.process_time()
    found = strengths_of(hands, keep=False)
    elapsed_s, cpu_s = time.perf_counter() - start, time.process_time() - start_cpu
    note("hands whose cards were shown", len(hands))
    note("strengths worked out, exact", int(np.isfinite(found).sum()))
    note("seconds for the whole month", round(elapsed_s, 1))
    note("seconds of one core", round(cpu_s, 1))
    assert elapsed_s < 60
