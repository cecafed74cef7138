"""The study with people: prepared deals, groups, what comes next, and the analysis."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from riverboat.errors import StudyError
from riverboat.games import Action
from riverboat.intervals import average, proportion
from riverboat.studies.partner_deals import GAMES, SUBJECT, prepared_deals
from riverboat.studies.partner_people import PEOPLE_SEED, Participant, analyse, parts_of


def test_each_set_has_fifteen_wins_and_fifteen_losses_at_showdown() -> None:
    """Osone & Onisawa, section 4.1."""
    sets = prepared_deals(PEOPLE_SEED)
    assert list(sets) == ["A", "B"]
    assert not {deal.cards for deal in sets["A"]} & {deal.cards for deal in sets["B"]}
    for deals in sets.values():
        assert len(deals) == GAMES
        wins = 0
        for number, deal in enumerate(deals):
            assert deal.button == number % 2
            state = deal.start()
            while state.actor is not None:
                legal = state.legal_actions()
                state.apply(Action("call") if Action("call") in legal else legal[-1] if legal.cards else legal[1])
            assert state.is_showdown
            wins += state.returns()[SUBJECT] > 0
        assert wins == 15


def test_groups_cross_sets_and_order() -> None:
    plans = [parts_of(number) for number in range(4)]
    assert all({part.deals for part in plan} == {"A", "B"} for plan in plans)
    assert all(sum(part.partner for part in plan) == 1 for plan in plans)
    assert len({tuple((part.deals, part.partner) for part in plan) for plan in plans}) == 4


def _person(number: int, gain: int) -> Participant:
    person = Participant(number=number)
    while (coming := person.next_game) is not None:
        assert coming.number == len(person.points[coming.part])
        person = person.played(gain if coming.partner else -5)
    return person.answered({"usefulness": 4, "helpfulness": 3}, "fine")


def test_a_participant_plays_sixty_games_and_answers() -> None:
    person = _person(1, 10)
    assert person.is_done
    assert person.total(partner=True) == 300
    assert person.total(partner=False) == -150
    assert Participant.from_json(json.loads(json.dumps(person.to_json()))) == person
    with pytest.raises(StudyError, match="all games"):
        person.played(1)
    with pytest.raises(StudyError, match="1 to 5, not 6"):
        person.answered({"usefulness": 6, "helpfulness": 1})


def test_the_analysis_finds_a_gain_and_rejects_none_beside_either_partner() -> None:
    better = analyse([_person(number, 10 + number) for number in range(16)])
    figures = {figure.name: figure for figure in better.figures}
    for arm in ("partner=plus", "partner=paper"):
        assert figures[f"{arm}: share who gained points"].ours == proportion(8, 8)
        assert figures[f"{arm}: Wilcoxon, p (one-sided)"].verdict == "confirmed"
        assert figures[f"{arm}: usefulness, 1 to 5"].ours == average([4.0] * 8)
    assert figures["partner=paper: Wilcoxon, p (one-sided)"].paper == "not significant"
    assert figures["partner=plus: Wilcoxon, p (one-sided)"].paper is None  # the paper had no such partner
    worse = {figure.name: figure for figure in analyse([_person(number, -20 - number) for number in range(16)]).figures}
    assert worse["partner=plus: Wilcoxon, p (one-sided)"].verdict == "not confirmed"
    assert analyse([Participant(number=0)]).figures[0].ours == 0


def test_the_two_partners_are_tested_apart() -> None:
    """Beside `plus` all gain, beside the faithful partner none does: together that would hide both."""
    name = "the two partners differ: rank-sum test of the gains, p (two-sided)"
    people = [_person(number, 10 if Participant(number=number).partner_kind == "plus" else -20) for number in range(16)]
    figures = {figure.name: figure for figure in analyse(people).figures}
    verdicts = [figures[f"partner={kind}: Wilcoxon, p (one-sided)"].verdict for kind in ("plus", "paper")]
    assert verdicts == ["confirmed", "not confirmed"]
    assert figures[name].verdict == "confirmed"
    alike = {figure.name: figure for figure in analyse([_person(number, 10) for number in range(16)]).figures}
    assert alike[name].verdict == "not confirmed"
    few = {figure.name: figure for figure in analyse(people[:12]).figures}
    assert few[name].ours == "too few: 6 with each are needed"
    old = analyse([replace(person, form=1) for person in people])  # by the rules of before: an arm of its own
    assert "partner=paper, each may raise: Wilcoxon, p (one-sided)" in {figure.name for figure in old.figures}


def test_half_of_the_participants_have_either_partner_and_who_began_before_keeps_the_faithful_one() -> None:
    kinds = [Participant(number=number).partner_kind for number in range(16)]
    assert kinds == (["plus"] * 4 + ["paper"] * 4) * 2
    begun = Participant.from_json({"number": 0, "points": [[5], []]})
    assert (begun.form, begun.partner_kind) == (1, "paper")
    new = Participant.from_json({"number": 0, "form": 2})
    assert (new.form, new.partner_kind) == (2, "plus")
    assert Participant.from_json(new.to_json()) == new
