"""The partner's study: small in the tests, at full size in `make prove`, which saves it."""

from __future__ import annotations

from pathlib import Path

import pytest

from riverboat.intervals import proportion
from riverboat.partner.novices.stud import WEAKNESSES
from riverboat.steps import run_to_end
from riverboat.studies import Settings, StudyReport, partner, partner_choice, partner_figures
from riverboat.studies.partner_deals import GAMES
from riverboat.studies.partner_figures import sign_test
from riverboat.studies.partner_people import wilcoxon
from riverboat.studies.partner_subjects import (
    KINDS,
    PARTNERS,
    SUBJECTS,
    play_subject,
    subject_from_json,
    subject_to_json,
    temper_of,
)
from riverboat.studies.report import Exact, PValue
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
    assert first.gains("plus")["A"] == first.total("A", "plus") - first.total("A", "")
    assert alone == first.total("A", "") + first.total("B", "")
    assert beside == first.total("A", "plus") + first.total("B", "plus")


def test_an_interrupted_run_goes_on_and_comes_to_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[partner.Task] = [("subject", "bets-at-random", 0, 0), ("subject", "folds-too-much", 1, 0)]
    chosen += [("sweep", "bets-at-random", 0, 0, 0.25, 0.5, which) for which in PARTNERS]
    chosen += [("after", "bets-at-random", 0, 0), *(("part", name, 0, "A") for name in partner.PARTS)]
    monkeypatch.setattr(partner, "tasks", lambda settings: chosen)
    for module in (partner, partner_figures):
        monkeypatch.setattr(module, "KINDS", ("bets-at-random", "folds-too-much"))
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


def test_every_pair_of_sets_is_played_by_two_of_each_kind_one_in_each_group() -> None:
    subjects = [task for task in partner.tasks(Settings(hands=GAMES, seed=1)) if task[0] == "subject"]
    pairs = {task[3] for task in subjects}
    assert 2 * len(pairs) >= 20
    for pair in pairs:
        for kind in KINDS:
            numbers = [task[2] for task in subjects if task[1] == kind and task[3] == pair]
            assert sorted(number % 2 for number in numbers) == [0, 1]
    assert {task[2] for task in subjects} == set(range(SUBJECTS))


def test_the_paper_s_table_4_gives_another_z_than_the_paper_prints() -> None:
    first, corrected = partner_figures.table_4_figures()
    assert (first.ours, corrected.ours) == (Exact(1.0983), Exact(1.059))
    assert (first.paper, first.verdict) == (0.98, "far")
    gains = [after - before for before, after in partner_figures.TABLE_4]
    assert sum(gain > 0 for gain in gains) == 9
    assert wilcoxon(gains) > 0.1  # exact, one-sided


def test_the_sign_test_counts_sets() -> None:
    assert sign_test([5, 1, 2, 9]) == PValue(p=1 / 16, n=4)
    assert sign_test([5, 1, 2, -9]).p == pytest.approx(5 / 16)
    assert sign_test([5, 1, 2, 9, 0], two_sided=True) == PValue(p=1 / 8, n=4)
    assert sign_test([0, 0]) == PValue(p=1.0, n=0)


def test_which_partner_is_better_is_asked_set_by_set() -> None:
    """`plus` brings 10 points more on seven sets of eight, whatever the deals; the timid gain beside it alone."""
    kinds = {kind: {"paper": -50, "plus": -40} for kind in KINDS}
    sets = [{**kinds, partner_choice.TIMID: {"paper": -5, "plus": 5, "alone": 0}} for _ in range(7)]
    sets.append({kind: {"paper": 0, "plus": -9, "alone": 3} for kind in KINDS})
    figures = {each.name: each for each in partner_choice.report(Settings(hands=GAMES, seed=1), sets).figures}
    assert partner_choice.differences(sets, KINDS) == [10.0] * 7 + [-9.0]
    assert figures["all novices: share of sets on which plus brings more than paper"].ours == proportion(7, 8)
    told = figures["all novices: plus brings more, two-sided sign test, p below 0.05"]
    assert isinstance(told.ours, PValue)
    assert told.ours.p == pytest.approx(2 * 9 / 256)
    assert told.verdict == "not confirmed"
    assert figures["folds-too-much, partner=plus: gain"].ours == "7 of 8 sets gained, median +5"
    assert figures["folds-too-much, partner=paper: gain"].ours == "0 of 8 sets gained, median -5"


def test_the_choice_between_partners_is_played_and_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partner_choice, "FEW_PAIRS", 1)
    whole = run_to_end(partner_choice.steps(Settings(hands=1, seed=4)))
    assert {len(more) for more in whole.details["kinds"].values()} == {2}
    settings = Settings(hands=1, seed=4, folder=tmp_path, resume=True)
    begun = partner_choice.steps(settings)
    assert next(begun).done == 1
    begun.close()
    assert run_to_end(partner_choice.steps(settings)) == whole
    partner_choice.plot(whole, tmp_path / "choice.svg")
    assert "<svg" in (tmp_path / "choice.svg").read_text("utf-8")


def _run(settings: Settings) -> StudyReport:
    return run_to_end(partner.steps(settings))


@pytest.mark.prove
def test_partner_study(note: Note) -> None:
    """READINGS part 3: over simulated novices the gain is significant, p < 0.01, with sets of deals as the unit."""
    report = prove_study("partner", note, workers=1)
    assert len({row["pair"] for row in report.details["subjects"]}) >= 20
    assert report.holds


@pytest.mark.prove
def test_partner_choice(note: Note) -> None:
    """Issue 18, item 5: which partner is the default follows from a test on the same fresh sets of deals."""
    report = prove_study("partner-choice", note, workers=1)
    assert {len(more) for more in report.details["kinds"].values()} == {200}
