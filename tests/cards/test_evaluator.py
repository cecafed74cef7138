from __future__ import annotations

import csv
import gzip
import itertools
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riverboat.cards import evaluator, evaluator_kernel
from riverboat.cards.cards import parse_cards
from riverboat.cards.evaluator import CATEGORIES, best_ranks, category, describe, evaluate, evaluate_many
from riverboat.errors import CardError
from tests.cards.twin import strength

SEVEN_CARD_COUNTS = {  # data/vectors/category_counts.json, the well-known frequencies
    "straight flush": 41_584,
    "four of a kind": 224_848,
    "full house": 3_473_184,
    "flush": 4_047_644,
    "straight": 6_180_020,
    "three of a kind": 6_461_620,
    "two pair": 31_433_400,
    "pair": 58_627_800,
    "high card": 23_294_460,
}
FIVE_CARD_COUNTS = {
    "straight flush": 40,
    "four of a kind": 624,
    "full house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three of a kind": 54_912,
    "two pair": 123_552,
    "pair": 1_098_240,
    "high card": 1_302_540,
}
hands = st.integers(5, 7).flatmap(lambda n: st.lists(st.integers(0, 51), min_size=n, max_size=n, unique=True))


def _combinations(n: int, first: tuple[int, ...] = ()) -> npt.NDArray[np.uint8]:
    """All sets of n cards, or those that begin with the given cards."""
    start = first[-1] + 1 if first else 0
    rest = list(itertools.combinations(range(start, 52), n - len(first)))
    block = np.array(rest, dtype=np.uint8).reshape(len(rest), -1)
    return np.hstack([np.tile(np.array(first, dtype=np.uint8), (len(block), 1)), block])


def _by_category(values: npt.NDArray[np.uint16]) -> dict[str, int]:
    counted = np.bincount(evaluator._hands()[values, 0], minlength=len(CATEGORIES))
    return dict(zip(CATEGORIES, counted.tolist(), strict=True))


def test_all_2598960_five_card_hands_have_7462_values_and_the_known_frequencies() -> None:
    values = evaluate_many(_combinations(5))
    assert len(values) == 2_598_960
    assert sorted(np.unique(values).tolist()) == list(range(1, 7463))
    assert _by_category(values) == FIVE_CARD_COUNTS


@pytest.mark.prove
def test_all_133784560_seven_card_hands_have_the_known_frequencies(note: Callable[[str, object], None]) -> None:
    total = dict.fromkeys(CATEGORIES, 0)
    for first in itertools.combinations(range(47), 2):
        for name, count in _by_category(evaluate_many(_combinations(7, first))).items():
            total[name] += count
    note("seven-card hands", sum(total.values()))
    for name, count in total.items():
        note(name, count)
    assert sum(total.values()) == 133_784_560
    assert total == SEVEN_CARD_COUNTS


def test_one_percent_of_seven_card_hands_against_a_count_by_five_card_subsets() -> None:
    # Every seven-card hand that begins with 2c 7d: its value is the best of its 21 five-card subsets' values.
    block = _combinations(7, (0, 21))
    best = np.zeros(len(block), dtype=np.uint16)
    for columns in itertools.combinations(range(7), 5):
        best = np.maximum(best, evaluate_many(block[:, columns]))
    assert np.array_equal(evaluate_many(block), best)


@pytest.mark.parametrize("name", ["six", "seven"])
def test_100000_hands_of_phevaluators_tests_have_the_same_rank(data: Path, name: str) -> None:
    with gzip.open(data / "vectors" / f"{name}.csv.gz", "rt") as lines:
        rows = list(csv.reader(lines))[1:]
    cards = np.array([parse_cards("".join(row[:-1])) for row in rows], dtype=np.uint8)
    ranks = np.array([int(row[-1]) for row in rows])
    assert len(rows) == 100_000
    assert np.array_equal(7463 - evaluate_many(cards).astype(int), ranks)


def test_category_counts_agree_with_the_shared_vectors(data: Path) -> None:
    known = json.loads((data / "vectors" / "category_counts.json").read_text())
    assert sorted(known["seven_card"].values())[:-1] == sorted(SEVEN_CARD_COUNTS.values())
    assert sorted(known["five_card"].values())[:-1] == sorted(FIVE_CARD_COUNTS.values())


@given(hands, hands)
@settings(max_examples=300)
def test_values_order_hands_as_the_slow_twin_does(first: list[int], second: list[int]) -> None:
    values = evaluate(first), evaluate(second)
    slow = strength(first), strength(second)
    assert (values[0] > values[1]) == (slow[0] > slow[1])
    assert (values[0] == values[1]) == (slow[0] == slow[1])
    assert category(values[0]) == CATEGORIES[slow[0][0]]


@given(hands, st.permutations(range(4)), st.randoms(use_true_random=False))
def test_relabelled_suits_and_shuffled_cards_have_the_same_value(
    hand: list[int], suits: list[int], rng: object
) -> None:
    moved = [4 * (card // 4) + suits[card % 4] for card in hand]
    rng.shuffle(moved)  # type: ignore[attr-defined]
    assert evaluate(moved) == evaluate(hand)


def test_adding_cards_one_at_a_time_gives_the_same_value_as_all_at_once() -> None:
    key, bits = evaluator_kernel.EMPTY_KEY, evaluator_kernel.EMPTY_BITS
    for card in parse_cards("AhKhQhJh9h2c2d"):
        key = key + evaluator_kernel.CARD_KEY[card]
        bits = bits | evaluator_kernel.CARD_BITS[card]
    assert evaluator_kernel.value(key, bits) == evaluate("AhKhQhJh9h2c2d")


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("AsKsQsJsTs", "royal flush"),
        ("5d4d3d2dAd", "straight flush, five high"),
        ("9c9d9h9s2c", "four of a kind, nines, deuce kicker"),
        ("KdKcKhQsQd2c3c", "full house, kings over queens"),
        ("6d6c6hKsKd", "full house, sixes over kings"),
        ("Ah9h7h4h2h", "flush, ace high"),
        ("5d4c3d2dAd", "straight, five high"),
        ("7d7c7hKsQd", "three of a kind, sevens, king kicker"),
        ("JdJc6h6s2d", "two pair, jacks and sixes, deuce kicker"),
        ("TdTcAh5s2d", "pair of tens, ace kicker"),
        ("AdJc8h5s2d", "ace high, jack kicker"),
    ],
)
def test_hands_are_called_as_a_dealer_would(cards: str, words: str) -> None:
    assert describe(evaluate(cards)) == words


def test_the_five_ranks_of_a_value_have_that_value() -> None:
    for value in range(1, 7463):
        ranks = best_ranks(value)
        suited = category(value) in ("flush", "straight flush")
        seen: dict[int, int] = {}
        cards = []
        for at, rank in enumerate(ranks):
            # Give offsuit hands two suits at least; equal ranks take different ones.
            suit = 0 if suited else seen.get(rank, 1 if at == 0 else 0)
            seen[rank] = suit + 1
            cards.append(4 * rank + suit % 4)
        assert evaluate(cards) == value


def test_bad_hands_are_refused() -> None:
    with pytest.raises(CardError, match="five, six or seven"):
        evaluate("AhKh")
    with pytest.raises(CardError, match="Ah comes twice"):
        evaluate("AhAhKhQhJh")
    with pytest.raises(CardError, match="columns"):
        evaluate_many(np.zeros((3, 4), dtype=np.uint8))
    with pytest.raises(CardError, match="0 to 51"):
        evaluate_many(np.full((1, 5), 52, dtype=np.uint8))
    with pytest.raises(CardError, match="0 to 51"):
        evaluate_many(np.full((1, 5), -1))
    with pytest.raises(CardError, match="an array of float64 does not hold cards: they are whole numbers"):
        evaluate_many(np.arange(5.0)[None])  # type: ignore[arg-type]
    with pytest.raises(CardError, match="values are 1 to 7462"):
        category(0)
