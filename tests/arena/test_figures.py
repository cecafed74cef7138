"""What the arena shows: the styles' statistics and ranking, what duplicate play gains, and how fast it is."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest

from riverboat.arena import MatchPlan, MatchResult, match_plan, play_match

FOUR = ("loose-passive", "loose-aggressive", "tight-passive", "tight-aggressive")
MIXED = [f"{name}*2" for name in FOUR]
TEN = [*MIXED, "maniac", "rock"]
Note = Callable[[str, object], None]


def _mixed(hands: int) -> dict[str, MatchResult]:
    """The mixed tables at which the styles are measured: the four alone, and with their extremes."""
    return {"eight": play_match(match_plan(MIXED, hands=hands, seed=1)), "ten": play_match(_ten(hands))}


def _ten(hands: int) -> MatchPlan:
    return match_plan(TEN, hands=hands, seed=2)


def _check_statistics(result: MatchResult, note: Note) -> None:
    """READINGS part 2: loose and tight, passive and aggressive must be far apart."""
    by_name = {player.name: player for player in result.players}
    for name, player in by_name.items():
        note(
            name,
            f"VPIP {player.vpip.mean:.3f}, PFR {player.pfr.mean:.3f}, AF {player.aggression_factor.mean:.2f}, "
            f"{player.hands:,} hands",
        )
    vpip = {name: by_name[name].vpip for name in FOUR}
    factor = {name: by_name[name].aggression_factor for name in FOUR}
    loosest_tight = max(vpip["tight-passive"].high or 1, vpip["tight-aggressive"].high or 1)
    tightest_loose = min(vpip["loose-passive"].low or 0, vpip["loose-aggressive"].low or 0)
    note("points of VPIP between loose and tight, at least", round(100 * (tightest_loose - loosest_tight), 1))
    assert tightest_loose - loosest_tight >= 0.25
    boldest_passive = max(factor["loose-passive"].high or 99, factor["tight-passive"].high or 99)
    meekest_aggressive = min(factor["loose-aggressive"].low or 0, factor["tight-aggressive"].low or 0)
    note("ratio of aggression factors, at least", round(meekest_aggressive / boldest_passive, 2))
    assert meekest_aggressive >= 3 * boldest_passive
    for name in FOUR:
        assert (by_name[name].pfr.mean or 0) < (by_name[name].vpip.mean or 0)


@pytest.mark.parametrize("table", ["eight", "ten"])
def test_styles_are_far_apart(table: str) -> None:
    _check_statistics(_mixed(1600 if table == "eight" else 2000)[table], lambda name, figure: None)


@pytest.mark.prove
def test_styles_are_far_apart_over_twenty_thousand_hands(note: Note) -> None:
    for name, result in _mixed(20_000).items():
        assert all(player.hands >= 20_000 for player in result.players)
        _check_statistics(result, lambda what, figure, name=name: note(f"{name} seats, {what}", figure))  # type: ignore[misc]


def test_the_extremes_are_extreme() -> None:
    by_name = {player.name: player for player in play_match(_ten(2000)).players}
    assert (by_name["maniac"].vpip.mean or 0) > 0.95
    assert (by_name["rock"].vpip.mean or 1) < 0.08
    assert (by_name["maniac"].aggression_factor.mean or 0) > 2
    assert (by_name["rock"].aggression_factor.mean or 9) < 0.3


def _ranking(hands: int) -> MatchResult:
    return play_match(match_plan(MIXED, hands=hands, seed=3))


def test_the_styles_rank_as_the_paper_says() -> None:
    """Barone & While 1999 name them in ascending order of ability."""
    result = _ranking(8_000)
    means = [player.income_sb.mean or 0 for player in result.players]
    assert means == sorted(means)


@pytest.mark.prove
def test_the_ranking_at_the_mixed_table_is_beyond_doubt(note: Note) -> None:
    result = _ranking(200_000)
    for player in result.players:
        income = player.income_sb
        note(f"{player.name}, small bets a hand", f"{income.mean:+.4f} ({income.low:+.4f} to {income.high:+.4f})")
    for worse, better in pairwise(range(4)):
        assert (result.difference(better, worse).low or 0) > 0


def _error(result: MatchResult, at: int) -> float:
    values = result.values_sb[:, at]
    return float(np.std(values, ddof=1) / np.sqrt(len(values)))


def _gain(agents: list[str], hands: int, at: int = 0) -> float:
    """How many times smaller the standard error is than that of the same number of independent hands."""
    duplicate = play_match(match_plan(agents, hands=hands, seed=5))
    plain = play_match(match_plan(agents, hands=hands, seed=6, duplicate=False))
    assert duplicate.hands == plain.hands
    return _error(plain, at) / _error(duplicate, at)


HEADS_UP = {
    "nearly the same player": ["tight-aggressive", "tight-aggressive:aggression=0.7"],
    "different styles": ["tight-aggressive", "loose-passive"],
}
RING = {
    "nearly the same player": ["tight-aggressive:aggression=0.7", "tight-aggressive*9"],
    "one among nine of another style": ["tight-aggressive", "tight-passive*9"],
    "six styles": TEN,
}


def test_duplicate_play_needs_fewer_hands() -> None:
    assert _gain(HEADS_UP["nearly the same player"], 4000) > 2
    assert _gain(RING["nearly the same player"], 4000) > 1.5


@pytest.mark.prove
def test_what_duplicate_play_gains(note: Note) -> None:
    for where, tables in (("heads-up", HEADS_UP), ("ring of ten", RING)):
        for what, agents in tables.items():
            gain = _gain(agents, 100_000)
            note(f"{where}, {what}: ratio of standard errors", round(gain, 2))
            assert gain > 1


@pytest.mark.prove
def test_deals_of_a_session_may_count_by_themselves(note: Note) -> None:
    """Carried stacks tie the hands of a session together: at limit so little that deals are as good as independent."""
    result = play_match(match_plan(MIXED, hands=800_000, seed=7), workers=2)
    sessions = result.values_sb.reshape(-1, 200, 4).mean(axis=1)
    for at, player in enumerate(result.players):
        by_session = float(np.std(sessions[:, at], ddof=1) / np.sqrt(len(sessions)))
        ratio = by_session / _error(result, at)
        note(f"{player.name}: error by sessions against error by deals", round(ratio, 3))
        assert 0.85 < ratio < 1.15


def test_a_ring_of_ten_plays_thousands_of_hands_a_second() -> None:
    play_match(match_plan(TEN, hands=20, seed=1))  # compiled
    start = time.process_time()
    play_match(match_plan(TEN, hands=10_000, seed=1))
    assert time.process_time() - start < 10_000 / 1_000_000 * 60 * 2  # two cores have a minute for a million


@pytest.mark.prove
def test_a_million_hands_among_ten_styles_take_less_than_a_minute_on_two_cores(note: Note) -> None:
    play_match(match_plan(TEN, hands=20, seed=1))  # compiled
    start = time.perf_counter()
    result = play_match(match_plan(TEN, hands=1_000_000, seed=1), workers=2)
    elapsed_s = time.perf_counter() - start
    note("seconds", round(elapsed_s, 1))
    note("hash", result.digest)
    assert result.hands == 1_000_000
    assert elapsed_s < 60
