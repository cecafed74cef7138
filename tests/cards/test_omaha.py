from __future__ import annotations

import itertools
import random
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riverboat.cards.cards import format_cards
from riverboat.cards.evaluator import describe
from riverboat.cards.omaha import evaluate_omaha, evaluate_omaha_many, pair_table
from riverboat.errors import CardError
from tests.cards.twin import FiveCardStrength, five_card_strength

deals = st.lists(st.integers(0, 51), min_size=9, max_size=9, unique=True)


def slow_strength(own: Sequence[int], board: Sequence[int]) -> FiveCardStrength:
    """The twin: every two of the hand with every three of the board, compared as tuples."""
    pairs, triples = itertools.combinations(own, 2), list(itertools.combinations(board, 3))
    return max(five_card_strength((*pair, *three)) for pair in pairs for three in triples)


def random_deals(count: int, seed: int) -> npt.NDArray[np.uint8]:
    decks = np.tile(np.arange(52, dtype=np.uint8), (-(-count // 5), 1))
    return np.random.default_rng(seed).permuted(decks, axis=1)[:, :45].reshape(-1, 9)[:count].copy()


@given(deals, deals, st.integers(3, 5))
@settings(max_examples=200, deadline=None)
def test_values_order_hands_as_the_slow_twin_does(first: list[int], second: list[int], shared: int) -> None:
    values = [evaluate_omaha(cards[:4], cards[4 : 4 + shared]) for cards in (first, second)]
    slow = [slow_strength(cards[:4], cards[4 : 4 + shared]) for cards in (first, second)]
    assert (values[0] > values[1]) == (slow[0] > slow[1])
    assert (values[0] == values[1]) == (slow[0] == slow[1])


def compare_ways(count: int, seed: int) -> None:
    cards = random_deals(count, seed)
    both = [evaluate_omaha(row[:4], row[4:]) for row in cards.tolist()]
    assert evaluate_omaha_many(cards).tolist() == both


def test_20000_hands_have_the_same_value_from_the_table_and_from_all_pairs_and_triples() -> None:
    compare_ways(20_000, seed=3)


def test_hands_of_one_suit_have_the_same_value_from_the_table_and_from_all_pairs_and_triples() -> None:
    """Cards of one and two suits, where flushes and straight flushes are all there is to see."""
    rng = random.Random(4)
    for suits in (1, 2):
        deck = [card for card in range(52) if card % 4 < suits]
        cards = np.array([rng.sample(deck, 9) for _ in range(3000)], dtype=np.uint8)
        assert evaluate_omaha_many(cards).tolist() == [evaluate_omaha(row[:4], row[4:]) for row in cards.tolist()]


@pytest.mark.parametrize(
    ("own", "board", "made"),
    [
        ("AsKsQsJs", "Ts2s3d4c9h", "ace high, king kicker"),  # one spade too few on the board
        ("AsKhQdJc", "Ts9s8s7s6s", "straight, queen high"),  # one spade in hand is no flush
        ("AhAdAcAs", "KhQdJc2s3h", "pair of aces, king kicker"),  # two aces count, not four
        ("2c3d4h6s", "AhAdAcAsKd", "three of a kind, aces, six kicker"),  # three of the four aces of the board count
        ("2c2d7h8s", "KhKdKc9s4h", "full house, kings over deuces"),
        ("JsTs2c3d", "QsKsAs4h4d", "royal flush"),
        ("9s8s2c3d", "QsJsTs4h4d", "straight flush, queen high"),
        ("Ks2s9h9d", "QsJsTs9c9s", "four of a kind, nines, queen kicker"),
    ],
)
def test_exactly_two_of_four_and_three_of_five_count(own: str, board: str, made: str) -> None:
    assert describe(evaluate_omaha(own, board)) == made


@pytest.mark.parametrize(
    ("own", "board", "told"),
    [
        ("AsAh", "KsQsJs", "AsAh has 2 cards: a hand of Omaha has four, like AsAhKsQh"),
        ("AsAhKsQh", "KdQd", "a board of 2 cards makes no hand of Omaha: it has three, four or five"),
        ("AsAhKsQh", "KdQdAs", "As"),
    ],
)
def test_what_is_no_hand_is_told(own: str, board: str, told: str) -> None:
    with pytest.raises(CardError, match=told):
        evaluate_omaha(own, board)


def test_arrays_that_hold_no_hands_are_told() -> None:
    with pytest.raises(CardError, match=r"shape \(2, 7\)"):
        evaluate_omaha_many(np.zeros((2, 7), dtype=np.uint8))
    with pytest.raises(CardError, match="0 to 51"):
        evaluate_omaha_many(np.full((1, 9), 52, dtype=np.uint8))


def test_the_table_has_a_row_for_each_of_6175_boards_and_no_pair_that_the_deck_lacks() -> None:
    table = pair_table()
    assert int((table > 0).any(axis=1).sum()) == 6175
    quads = [row for row in table if row.any() and (row == 0).any()]
    assert len(quads) > 13 * 12  # boards with four of a rank, and with three, where the pair of that rank is gone


def compare_with_pokerkit(count: int, seed: int) -> None:
    pokerkit: Any = pytest.importorskip("pokerkit", reason="PokerKit is not installed; it is a peer, not a requirement")
    cards = random_deals(count, seed)
    values = evaluate_omaha_many(cards).tolist()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = [
            pokerkit.OmahaHoldemHand.from_game(format_cards(row[:4]), format_cards(row[4:])).entry.index
            for row in cards.tolist()
        ]
    order = sorted(range(count), key=values.__getitem__)
    for before, after in itertools.pairwise(order):
        assert (values[before] < values[after]) == (theirs[before] < theirs[after]), cards[[before, after]]
        assert (values[before] == values[after]) == (theirs[before] == theirs[after]), cards[[before, after]]


def test_500_hands_are_ordered_as_pokerkit_orders_them() -> None:
    compare_with_pokerkit(500, seed=5)


@pytest.mark.prove
def test_50000_hands_are_ordered_as_pokerkit_orders_them(note: Callable[[str, object], None]) -> None:
    compare_with_pokerkit(50_000, seed=6)
    note("hands of Omaha", 50_000)
