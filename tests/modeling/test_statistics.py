"""Figures of players, against hands counted by eye and a slow twin."""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path

import numpy as np
import pytest

from riverboat.errors import RecordError
from riverboat.games import HoldemRules
from riverboat.intervals import average, odds_ratio, proportion
from riverboat.modeling.statistics import player_statistics, plot_bankroll
from riverboat.records.formats.phh import parse_phh
from riverboat.records.hand_record import HandRecord
from riverboat.records.replay import play_out, verify
from riverboat.records.store.hand_store import StoredHand
from tests.records.random_hands import played

HEAD = """variant = 'FT'
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
small_bet = 10
big_bet = 20
starting_stacks = [500, 500, 500]
players = ['sb', 'bb', 'hero']
"""
DEAL = "'d dh p1 AsAd', 'd dh p2 KsKd', 'd dh p3 7c2d'"
PLAYS = [
    "'p3 f', 'p1 f'",  # folds before the flop
    "'p3 cc', 'p1 f', 'p2 cc', 'd db 2c3c4h', 'p2 cc', 'p3 cbr 10', 'p2 f'",  # calls, bets the flop, wins
    "'p3 cbr 20', 'p1 f', 'p2 cc', 'd db 2c3c4h', 'p2 cbr 10', 'p3 cc', 'd db 9s', 'p2 cbr 20', 'p3 f'",
    # raises, then calls down and loses at showdown
    "'p3 cbr 20', 'p1 f', 'p2 cc', 'd db 2c3c4h', 'p2 cbr 10', 'p3 cbr 20', 'p2 cc', 'd db 9s', 'p2 cc', 'p3 cc', "
    "'d db Td', 'p2 cc', 'p3 cc'",
    # the same with a seven and a deuce more on the board: wins at showdown
    "'p3 cc', 'p1 f', 'p2 cc', 'd db 2c7h7d', 'p2 cc', 'p3 cc', 'd db 9s', 'p2 cc', 'p3 cc', 'd db Td', 'p2 cc', "
    "'p3 cc'",
]


def stored(records: list[HandRecord]) -> list[StoredHand]:
    return [StoredHand(id=n, digest=r.digest, record=r, net=verify(r)) for n, r in enumerate(records, 1)]


@pytest.fixture(scope="module")
def hands() -> list[StoredHand]:
    return stored([parse_phh(f"{HEAD}actions = [{DEAL}, {play}]\nhand = {n}\n") for n, play in enumerate(PLAYS)])


def test_figures_counted_by_eye(hands: list[StoredHand]) -> None:
    hero = player_statistics("hero", hands)
    assert hero.hands == 5
    assert (hero.vpip.mean, hero.vpip.n) == (4 / 5, 5)
    assert (hero.pfr.mean, hero.pfr.n) == (2 / 5, 5)
    assert (hero.aggression_factor.mean, hero.aggression_factor.n) == (2 / 1, 3)
    assert (hero.went_to_showdown.mean, hero.went_to_showdown.n) == (2 / 4, 4)
    assert (hero.won_at_showdown.mean, hero.won_at_showdown.n) == (1 / 2, 2)
    assert hero.bankroll_sb == pytest.approx((0, 1.5, -1.5, -5.5, -4.0))
    assert hero.income_sb.mean == pytest.approx(-0.8)


def test_the_bankroll_goes_by_time_or_number(hands: list[StoredHand]) -> None:
    hero = player_statistics("hero", hands)
    assert player_statistics("hero", hands[::-1]).bankroll_sb == pytest.approx(hero.bankroll_sb)
    times = ["2024-01-05", "2024-01-01", "2024-01-02T10:00:00", "2024-01-02T09:00:00", "2024-01-03"]
    timed = [
        dataclasses.replace(hand, record=dataclasses.replace(hand.record, time=time))
        for hand, time in zip(hands, times, strict=True)
    ]
    # The incomes are 0, 1.5, -3, -4, 1.5.
    assert player_statistics("hero", timed).bankroll_sb == pytest.approx((1.5, -2.5, -5.5, -4, -4))
    bare = [dataclasses.replace(hand, record=dataclasses.replace(hand.record, number="x")) for hand in hands]
    assert player_statistics("hero", bare[::-1]).bankroll_sb == pytest.approx((1.5, -2.5, -5.5, -4, -4))


def test_a_walk_is_no_decision(hands: list[StoredHand]) -> None:
    big_blind = player_statistics("bb", hands)
    assert big_blind.vpip.n == 4  # all folded to it once
    assert big_blind.vpip.mean == 2 / 4  # calling a raise is voluntary, checking the blind is not
    assert player_statistics("nobody", hands).hands == 0
    assert player_statistics("nobody", hands).vpip.mean is None


def test_a_returned_bet_is_not_won_at_showdown() -> None:
    record = parse_phh(
        HEAD.replace("[500, 500, 500]", "[500, 60, 500]")
        + f"actions = [{DEAL}, 'p3 cbr 20', 'p1 f', 'p2 cc', 'd db 2c3c4h', 'p2 cbr 10', 'p3 cbr 20', 'p2 cbr 30', "
        "'p3 cc', 'd db 9s', 'p2 cbr 10', 'p3 cbr 30', 'd db Td']\n"
    )
    with pytest.raises(RecordError):  # nobody is left to answer that raise, so the engine does not take it
        verify(record)
    called = parse_phh(
        HEAD.replace("[500, 500, 500]", "[500, 45, 500]")
        + f"actions = [{DEAL}, 'p3 cbr 20', 'p1 f', 'p2 cc', 'd db 2c3c4h', 'p2 cc', 'p3 cbr 10', 'p2 cbr 20', "
        "'p3 cbr 30', 'p2 cc', 'd db 9s', 'd db Td']\n"
    )
    hero = player_statistics("hero", stored([called]))
    assert hero.won_at_showdown.mean == 0
    assert hero.bankroll_sb == (-4.5,)


def test_intervals_by_their_published_values() -> None:
    # Wilson 1927; 15 of 50: the interval of Newcombe 1998, method 3, computed by hand.
    share = proportion(15, 50)
    z = 1.959964
    centre = (15 + z * z / 2) / (50 + z * z)
    half = z * math.sqrt(15 * 35 / 50 + z * z / 4) / (50 + z * z)
    assert (share.low, share.high) == pytest.approx((centre - half, centre + half), abs=1e-6)
    # Student's t with 4 degrees of freedom: 2.776445.
    mean = average([1.0, 2.0, 3.0, 4.0, 5.0])
    assert (mean.low, mean.high) == pytest.approx((3 - 2.776445 * math.sqrt(0.5), 3 + 2.776445 * math.sqrt(0.5)))
    ratio = odds_ratio(30, 10)
    assert ratio.mean == 3
    assert ratio.low is not None
    assert ratio.high is not None
    assert ratio.low < 3 < ratio.high


def test_small_samples_are_said_to_be_small() -> None:
    assert average([]).mean is None
    assert average([2.0]).to_json() == {"mean": 2.0, "low": None, "high": None, "n": 1}
    assert average([2.0, 2.0]).low == 2.0
    assert odds_ratio(3, 0).to_json()["mean"] is None
    assert proportion(0, 0).to_json() == {"mean": None, "low": None, "high": None, "n": 0}


def test_intervals_cover_what_they_should() -> None:
    rng = np.random.default_rng(1)
    covered = 0
    for _ in range(400):
        figure = proportion(int(rng.binomial(60, 0.3)), 60)
        assert figure.low is not None
        assert figure.high is not None
        covered += figure.low <= 0.3 <= figure.high
    assert 0.92 * 400 <= covered <= 0.985 * 400


def test_income_adds_up_over_all_players() -> None:
    records = [played(HoldemRules(seats=4), seed=seed) for seed in range(60)]
    hands = stored(records)
    everyone = [player_statistics(name, hands) for name in records[0].players]
    assert sum(player.bankroll_sb[-1] for player in everyone) == pytest.approx(0)
    for seat, player in enumerate(everyone):
        showdowns = [play_out(record).is_showdown and play_out(record).is_in[seat] for record in records]
        went = player.went_to_showdown
        assert went.mean is not None
        assert round(went.mean * went.n) == sum(showdowns)


def test_the_unit_of_incomes() -> None:
    def hand(rules: HoldemRules, won: int) -> StoredHand:
        record = played(rules, seed=1)
        return StoredHand(id=1, digest=record.digest, record=record, net=(won, -won))

    limit = hand(HoldemRules(seats=2), 10)
    no_limit = hand(HoldemRules(seats=2, betting="no-limit", blinds=(50, 100), min_bet=200), 150)
    name = limit.record.players[0]
    assert (player_statistics(name, [limit]).unit, player_statistics(name, [no_limit]).unit) == (
        "small bets",
        "big blinds",
    )
    assert player_statistics(name, [no_limit]).income_sb.mean == 1.5
    assert player_statistics(name, [limit, no_limit]).unit == "small bets or big blinds"


def test_the_picture(tmp_path: Path, hands: list[StoredHand]) -> None:
    hero = player_statistics("hero", hands)
    plot_bankroll(hero, tmp_path / "hero.svg")
    text = (tmp_path / "hero.svg").read_text()
    plot_bankroll(hero, tmp_path / "hero.svg")
    assert (tmp_path / "hero.svg").read_text() == text
    plot_bankroll(hero, tmp_path / "hero.png")
    assert (tmp_path / "hero.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(RecordError, match="no bankroll to draw"):
        plot_bankroll(player_statistics("nobody", hands), tmp_path / "x.svg")
