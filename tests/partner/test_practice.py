"""Practice: when mistakes come back, exercises that can be made again, and solved spots that the solver confirms."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from riverboat.partner.practice.exercises import worths_from_text, worths_to_text
from riverboat.partner.practice.themes import EXERCISES, SPOT_THEMES, make_exercise, solved_spots
from riverboat.partner.practice.trainer import LATER_DAY, STEPS, after, is_due
from riverboat.partner.protocol import make_partner
from riverboat.records.position_text import YOU, parse_position, walk
from riverboat.records.store.learning import PracticeCard

NOW = datetime(2026, 11, 18, tzinfo=UTC)


def test_a_mistake_comes_back_later_and_later_until_it_is_mastered() -> None:
    card, answered = after(PracticeCard(key="k", theme="t"), fine=False, answered=1, now=NOW), 1
    for step in STEPS:
        assert not is_due(card, answered + step - 1, NOW)
        assert is_due(card, answered + step, NOW)
        assert is_due(card, answered, NOW + LATER_DAY + timedelta(minutes=1))
        answered += step
        card = after(card, fine=True, answered=answered, now=NOW)
    assert card.mastered
    assert not is_due(card, 10**6, NOW + timedelta(days=99))
    assert after(card, fine=False, answered=9, now=NOW).stage == 0


@pytest.mark.parametrize("theme", EXERCISES)
def test_an_exercise_is_made_again_from_its_key(theme: str) -> None:
    rng = np.random.default_rng(4)
    for _ in range(3):
        found = make_exercise(EXERCISES[theme].draw(rng))
        assert make_exercise(found.key) == found
        assert found.best.fine
        assert found.best.cost == pytest.approx(0, abs=1e-9)
        assert 2 <= len(found.choices) <= 9


@pytest.mark.parametrize("theme", SPOT_THEMES)
def test_shipped_spots_can_be_decided_and_have_something_to_get_wrong(theme: str) -> None:
    spots = solved_spots()[theme]
    assert len(spots) >= 30
    for position, text in spots.items():
        found, worths = walk(parse_position(position)), worths_from_text(text)
        assert not found.missing
        assert found.last.actor == YOU
        assert worths.kind == "solved"
        assert worths_to_text(worths) == text
        assert not all(worths.is_fine(row.action) for row in worths.rows)


def test_the_solver_says_the_same_of_a_shipped_river() -> None:
    position, text = next(iter(solved_spots()["value-betting"].items()))
    spot, kept = parse_position(position), worths_from_text(text)
    found = make_partner(spot.game).worths(walk(spot).last.observation(YOU))
    assert found is not None
    for row in kept.rows:
        assert found.of(row.action).value == pytest.approx(row.value, abs=1e-3)
