"""Chances at stud: equations 1, 2 and 7 by full enumeration with nothing but itertools and the evaluator."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import numpy as np
import pytest

from riverboat.agents.stud.chances import CLASS_NAMES, hand_classes, hand_values, potential, win_rate
from riverboat.agents.stud.decision import score
from riverboat.agents.stud.equations import expect_of
from riverboat.cards.cards import DECK, parse_cards
from riverboat.cards.evaluator import evaluate

MINE = parse_cards("AsKd2c9h9s4d7c")
UP_4, UP_5, UP_6 = parse_cards("QhQd3s8c"), parse_cards("QhQd3s8cTc"), parse_cards("QhQd3s8cTc3d")


def _left(*groups: tuple[int, ...]) -> list[int]:
    known = set(itertools.chain(*groups))
    return [card for card in DECK if card not in known]


@pytest.mark.parametrize("up", [UP_4, UP_5, UP_6])
def test_equation_1_is_counted_once_all_cards_are_dealt(up: tuple[int, ...]) -> None:
    mine = evaluate(MINE)
    outcomes: Counter[int] = Counter()
    for hidden in itertools.combinations(_left(MINE, up), 7 - len(up)):
        theirs = evaluate((*up, *hidden))
        outcomes[(mine > theirs) - (mine < theirs)] += 1
    found = win_rate(MINE, up)
    assert (found.wins, found.ties, found.losses) == (outcomes[1], outcomes[0], outcomes[-1])
    assert found.times == math.comb(52 - 7 - len(up), 7 - len(up))
    assert found.exact
    assert found.error == 0
    assert found.rate == (outcomes[1] + outcomes[0] / 2) / found.times


def test_equation_1_by_10000_games_is_within_its_error_of_the_truth() -> None:
    """On turn 4 one card is to come to us and three of his are hidden: 447,720 ways, counted here."""
    mine, up = MINE[:6], UP_4
    found = win_rate(mine, up, seed=5)
    assert found.times == 10_000
    assert not found.exact
    exact = [win_rate((*mine, card), up) for card in _left(mine, up)]
    truth = sum(each.wins + each.ties / 2 for each in exact) / sum(each.times for each in exact)
    assert found.error == pytest.approx(math.sqrt(found.rate * (1 - found.rate) / 10_000))
    assert abs(found.rate - truth) < 4 * found.error
    assert found == win_rate(reversed(mine), up, seed=5)


def test_simulation_is_fair_before_anything_is_known() -> None:
    assert win_rate((), (), times=200_000).rate == pytest.approx(0.5, abs=0.005)


def test_equation_2_by_number() -> None:
    assert expect_of(0.5) == 0
    assert expect_of(0.75) == 0.5
    assert expect_of(0) == -1


@pytest.mark.parametrize(("known", "seen"), [(UP_5, MINE), (UP_6, MINE), (MINE[:5], UP_4), (MINE, UP_6)])
def test_classes_and_equation_7_by_full_enumeration(known: tuple[int, ...], seen: tuple[int, ...]) -> None:
    counts = Counter(score((*known, *rest)) for rest in itertools.combinations(_left(known, seen), 7 - len(known)))
    found = hand_classes(known, seen)
    assert found.counts == tuple(counts[each] for each in range(10))
    assert found.exact
    assert sum(found.chances) == pytest.approx(1)
    assert found.potential == pytest.approx(sum(u * n for u, n in counts.items()) / sum(counts.values()))
    assert potential(known, seen) == found.potential
    assert found.likeliest == max(range(10), key=lambda each: (counts[each], -each))


def test_simulated_classes_agree_with_counted_ones() -> None:
    known, seen = parse_cards("QhQd"), parse_cards("AsKd2c9h")
    exact, dealt = hand_classes(known, seen, counted=5), hand_classes(known, seen, counted=4)
    assert exact.exact
    assert not dealt.exact
    for each in range(10):
        assert abs(exact.chances[each] - dealt.chances[each]) <= 4 * dealt.error(each) + 1e-3


def test_known_counts_of_seven_cards() -> None:
    """133,784,560 hands of seven; the counts of the classes are in every book. Here with two cards given, summed."""
    total = np.zeros(10, dtype=np.int64)
    total += hand_classes(parse_cards("AsKsQsJsTs"), (), counted=2).counts
    assert total.tolist() == [0] * 9 + [math.comb(47, 2)]
    aces = hand_classes(parse_cards("AsAhAdAc"), (), counted=3)
    assert aces.counts[7] == math.comb(48, 3)


def test_table_1_and_its_scores() -> None:
    assert len(CLASS_NAMES) == 10
    hands = (
        "2c4d6h8sTc 2c2d6h8sTc 2c2d6h6sTc 2c2d2h8sTc 2c3d4h5s6c 2c4c6c8cTc 2c2d2h8s8c 2c2d2h2s8c 2c3c4c5c6c AcKcQcJcTc"
    )
    assert [score(parse_cards(hand)) for hand in hands.split()] == list(range(10))
    assert score(parse_cards("2c2d6h6s")) == 2
    assert score(parse_cards("2c2d2h2s")) == 7
    assert score(parse_cards("2c2d2h")) == 3
    assert score(parse_cards("2c2d9h")) == 1
    assert score(parse_cards("2c4c6c8c")) == 0
    assert score(()) == 0


@pytest.mark.parametrize("up", [UP_4, UP_5, UP_6])
def test_values_of_hidden_hands(up: tuple[int, ...]) -> None:
    left = _left(up, MINE)
    expected = sorted(evaluate((*up, *rest)) for rest in itertools.combinations(left, 7 - len(up)))
    assert sorted(hand_values(up, MINE).tolist()) == expected
