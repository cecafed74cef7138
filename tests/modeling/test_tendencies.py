"""Tendencies: equations 3 and 4 by number, Table 3 at every boundary, and how they move."""

from __future__ import annotations

import json

import pytest

from riverboat.modeling.tendencies import (
    CHANGES_KEPT,
    HIDDEN,
    RULES,
    SPREAD,
    STEP,
    Bet,
    ShownBet,
    Tendencies,
    adjust,
    infer,
    phrase,
)
from tests.modeling.hidden_strength import hidden_strength


def test_equation_3_by_number() -> None:
    assert infer(0.6, -0.5, 75) == pytest.approx(0.6 * 0.75 - 0.5 * 0.25)
    assert infer(0.6, -0.6, 50) == pytest.approx(0)
    assert infer(0.6, -0.6, 100) == pytest.approx(0.6)
    assert infer(0.6, -0.6, 0) == pytest.approx(-0.6)


def test_equation_4_by_number() -> None:
    assert adjust(0.2, 0.5) == pytest.approx(0.2 + 0.8 * 0.5)
    assert adjust(0.2, -0.5) == pytest.approx(0.2 - 1.2 * 0.5)
    assert adjust(-0.4, 0) == pytest.approx(-0.4)
    for expect in (-1.0, -0.3, 0.0, 0.7, 1.0):
        assert adjust(expect, 1) == pytest.approx(1)
        assert adjust(expect, -1) == pytest.approx(-1)


@pytest.mark.parametrize(
    ("tendency", "words"),
    [
        (100, "very aggressive"),
        (70, "very aggressive"),
        (69.99, "aggressive"),
        (60, "aggressive"),
        (59.99, "rather aggressive"),
        (50, "rather aggressive"),
        (49.99, "rather passive"),
        (40, "rather passive"),
        (39.99, "passive"),
        (30, "passive"),
        (29.99, "very passive"),
        (0, "very passive"),
    ],
)
def test_table_3_at_every_boundary(tendency: float, words: str) -> None:
    """A boundary belongs to the more aggressive phrase."""
    assert phrase(tendency) == words


def _bet(implied: float, actual: float, **other: float) -> ShownBet:
    bet = {"strength": -0.8, "size": 0.9, "turn": 1, "implied": implied, "foreseen": 0.0, **other}
    return ShownBet(bet=Bet(**bet), actual=actual)  # type: ignore[arg-type]


def test_a_hand_estimated_stronger_than_it_was_moves_the_tendency_up_and_weaker_down() -> None:
    for implied, actual, sign in ((0.9, -0.5, 1), (-0.5, 0.9, -1), (0.3, 0.3, 0)):
        found = Tendencies()
        (change,) = found.learn([_bet(implied, actual)]).values()
        assert change == pytest.approx(0, abs=0.01) if not sign else change * sign > 1


def test_the_newest_change_is_averaged_with_the_last_five() -> None:
    found = Tendencies()
    rule = found.adjustment(-0.8, 0.9, 1).rule
    newest = []
    for number in range(8):
        high = number % 2 == 0
        before = float(found.values[rule])
        found.learn([_bet(0.9, -0.9) if high else _bet(-0.9, 0.9)])
        newest.append(found._changes[rule][-1])
        recent = newest[-CHANGES_KEPT - 1 :]
        assert found.values[rule] - before == pytest.approx(sum(recent) / len(recent))
    assert len(found._changes[rule]) == CHANGES_KEPT


def test_feedback_is_negative_it_settles_where_the_estimate_is_right() -> None:
    found = Tendencies()
    for _ in range(300):
        found.learn([_bet(0.5, 0.1)])
    adjusted = found.adjustment(-0.8, 0.9, 1)
    assert adjust(0.5, -adjusted.infer) == pytest.approx(0.1, abs=0.1)
    assert 50 < adjusted.tendency < 100


def test_a_bet_of_somebody_unknown_moves_nothing() -> None:
    read = Tendencies().read(_bet(0.9, 0.0, turn=5).bet)
    assert (read.trust, read.surprise, read.spread) == (0, 0, SPREAD)
    assert read.adjusted(0.3) == 0.3


def test_bets_that_come_true_are_believed_and_move_the_chance() -> None:
    found = Tendencies()
    for implied in (0.8, -0.8, 0.5, -0.5) * 5:
        found.learn([_bet(implied, implied, turn=5, size=(implied + 1) / 2)])
    read = found.read(_bet(0.8, 0.8, turn=5).bet)
    assert read.trust > 0.9
    assert read.spread < SPREAD
    hidden = HIDDEN[5] ** 2
    assert read.weight == pytest.approx(hidden / (hidden + read.spread**2))
    assert read.surprise == pytest.approx(read.trust * read.weight * read.held)
    assert read.adjusted(0.6) == pytest.approx(0.6 - STEP * 0.8 * read.surprise)
    assert read.adjusted(0.0) < 0
    assert (read.adjusted(-1.0), read.adjusted(1.0)) == (-1, 1)  # what is certain stays
    assert found.read(_bet(-0.8, 0.0, turn=5, size=0.1).bet).adjusted(0.0) > 0


def test_bets_that_say_nothing_are_not_believed() -> None:
    found = Tendencies()
    for at in range(40):
        found.learn([_bet(1.0, (-0.6, 0.6)[at % 2], turn=5, size=1.0)])
    read = found.read(_bet(1.0, 0.0, turn=5, size=1.0).bet)
    assert abs(read.surprise) < 0.05
    assert read.spread > SPREAD


@pytest.mark.parametrize("turn", range(1, 8))
def test_how_much_cards_hide_on_a_turn(turn: int) -> None:
    assert hidden_strength(turn, 250, seed=8) == pytest.approx(HIDDEN[turn], rel=0.15)


def test_the_mean_counts_rules_by_how_often_they_fired() -> None:
    found = Tendencies()
    assert found.mean == 50
    found.values[:2] = 80, 20
    found.fired[:2] = 3, 1
    assert found.mean == pytest.approx((3 * 80 + 20) / 4)


def test_the_strongest_rule_gives_the_tendency_and_all_stay_within_bounds() -> None:
    found = Tendencies()
    adjusted = found.adjustment(0.9, 0.1, 7)
    assert adjusted.conditions == ("strong", "few", "late")
    assert adjusted.infer == pytest.approx(0)
    found.values[adjusted.rule] = 100
    assert found.adjustment(0.9, 0.1, 7).infer == pytest.approx(adjusted.positive)
    for _ in range(60):
        found.learn([_bet(1.0, -1.0, strength=0.9, size=0.1, turn=7)])
    assert found.values.max() <= 100
    assert len(found.values) == RULES == 12


def test_what_the_first_version_kept_is_read() -> None:
    found = Tendencies()
    found.learn([_bet(0.9, -0.5)])
    old = {key: found.to_json()[key] for key in ("values", "fired", "changes")}
    again = Tendencies.from_json(old)
    read = again.read(_bet(0.9, 0.0).bet)
    assert read.adjustment.tendency == found.values[read.adjustment.rule]
    assert read.trust == 0
    assert read.spread == pytest.approx(SPREAD)


def test_tendencies_are_kept_as_json() -> None:
    found = Tendencies()
    found.learn([_bet(0.9, -0.5), _bet(0.2, 0.1)])
    again = Tendencies.from_json(json.loads(json.dumps(found.to_json())))
    assert again.to_json() == found.to_json()
    again.learn([_bet(0.9, -0.5)])
    found.learn([_bet(0.9, -0.5)])
    assert again.to_json() == found.to_json()
