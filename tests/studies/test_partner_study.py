"""The partner's study: small in the tests, at full size in `make prove`, which saves it."""

from __future__ import annotations

from pathlib import Path

import pytest

from riverboat.partner.novices import WEAKNESSES
from riverboat.steps import run_to_end
from riverboat.studies import Settings, StudyReport, partner
from riverboat.studies.partner_subjects import (
    KINDS,
    PARTNERS,
    SUBJECTS,
    play_subject,
    subject_from_json,
    subject_to_json,
    temper_of,
)
from tests.studies.proving import Note, prove_study


def test_there_are_five_kinds_or_more_of_twelve_subjects() -> None:
    assert len(KINDS) >= 5
    assert SUBJECTS == 12
    assert set(KINDS) == set(WEAKNESSES)
    assert temper_of(0).weakness == pytest.approx(0.4)
    assert temper_of(11).weakness == pytest.approx(0.8)


def test_a_subject_plays_both_sets_every_way_and_repeats() -> None:
    first = play_subject("calls-too-much", 1, seed=3, games=2)
    assert [(each.deals, each.partner) for each in first.sittings] == [
        (deals, kind) for kind in ("", "paper", "plus") for deals in ("A", "B")
    ]
    assert all(len(each.points) == 2 for each in first.sittings)
    assert first == play_subject("calls-too-much", 1, seed=3, games=2)
    assert subject_from_json(subject_to_json(first)) == first
    assert first.group == 2
    assert first.crossed("plus") == (first.total("A", ""), first.total("B", "plus"))
    alone, beside = first.same_deals("plus")
    assert alone == first.total("A", "") + first.total("B", "")
    assert beside == first.total("A", "plus") + first.total("B", "plus")


def test_an_interrupted_run_goes_on_and_comes_to_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[partner.Task] = [("subject", "bets-at-random", 0), ("subject", "folds-too-much", 1)]
    chosen += [
        ("sweep", kind, number, asks, follows, which)
        for kind, number in (("bets-at-random", 0),)
        for asks in partner.ASKS[:1]
        for follows in partner.FOLLOWS[:1]
        for which in PARTNERS
    ]
    chosen += [("after", "bets-at-random", 0), *(("fault", name, 0) for name, _ in partner.FAULTS)]
    monkeypatch.setattr(partner, "tasks", lambda settings: chosen)
    monkeypatch.setattr(partner, "ASKS", partner.ASKS[:1])
    monkeypatch.setattr(partner, "FOLLOWS", partner.FOLLOWS[:1])
    monkeypatch.setattr(partner, "KINDS", ("bets-at-random", "folds-too-much"))
    whole = _run(Settings(hands=1, seed=4))
    settings = Settings(hands=1, seed=4, folder=tmp_path, resume=True)
    begun = partner.steps(settings)
    assert next(begun).done == 1
    assert next(begun).done == 2
    begun.close()
    assert list(tmp_path.iterdir())
    assert _run(settings) == whole
    assert not list(tmp_path.iterdir())
    picture = tmp_path / "partner.svg"
    partner.plot(whole, picture)
    assert picture.stat().st_size > 10_000


def _run(settings: Settings) -> StudyReport:
    return run_to_end(partner.steps(settings))


@pytest.mark.prove
def test_partner_study(note: Note) -> None:
    """READINGS part 3: over simulated novices the gain is significant, p < 0.01."""
    report = prove_study("partner", note, workers=1)
    assert len(report.details["subjects"]) >= 60
    assert report.holds
