from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riverboat.cards.cards import parse_cards
from riverboat.cards.holdings import CLASS_NAMES, CLASS_SIZE, HOLDING_CARDS, HOLDINGS, class_holdings, holding_index
from riverboat.cards.ranges import ORDER_PATH, Range, any_two, class_order, format_range, parse_range, top_holdings
from riverboat.errors import CardError, RangeError, RiverboatError


def _names(text: str) -> set[str]:
    chosen = set(parse_range(text).holdings)
    return {name for name in CLASS_NAMES if set(class_holdings(name)) <= chosen}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("AA", {"AA"}),
        ("AKs", {"AKs"}),
        ("ako", {"AKo"}),
        ("KA", {"AKs", "AKo"}),
        ("QQ+", {"QQ", "KK", "AA"}),
        ("AJs+", {"AJs", "AQs", "AKs"}),
        ("KTo+", {"KTo", "KJo", "KQo"}),
        ("A5s-A2s", {"A5s", "A4s", "A3s", "A2s"}),
        ("77-TT", {"77", "88", "99", "TT"}),
        ("99+, AJs+, KQo", {"99", "TT", "JJ", "QQ", "KK", "AA", "AJs", "AQs", "AKs", "KQo"}),
    ],
)
def test_ranges_are_read_as_players_write_them(text: str, names: set[str]) -> None:
    assert _names(text) == names


def test_single_holdings_and_weights() -> None:
    hands = parse_range("AhKh, QQ:0.5")
    assert hands.weights[holding_index((parse_cards("AhKh")[0], parse_cards("AhKh")[1]))] == 1
    assert hands.weights[class_holdings("QQ")].tolist() == [0.5] * 6
    assert hands.share == pytest.approx(4 / 1326)


def test_percent_takes_the_best_hands_by_exact_equity_against_a_random_hand() -> None:
    assert _names("0.5%") == {"AA", "KK"}  # 6 of 1,326 hands are 0.45 %: the pair of kings is needed to reach a half
    assert len(top_holdings(100)) == HOLDINGS
    sizes = [len(top_holdings(percent)) for percent in range(1, 101)]
    assert sizes == sorted(sizes)
    assert all(size >= percent / 100 * HOLDINGS for percent, size in enumerate(sizes, start=1))
    assert all(size - percent / 100 * HOLDINGS < 12 for percent, size in enumerate(sizes, start=1))


def test_class_order_lists_every_class_once() -> None:
    assert sorted(class_order()) == sorted(CLASS_NAMES)
    assert json.loads(ORDER_PATH.read_text())["made_by"].endswith("tables")


weights = st.sampled_from([0.0, 0.25, 1 / 3, 1.0])


@given(st.lists(weights, min_size=169, max_size=169), st.lists(st.tuples(st.integers(0, 1325), weights), max_size=20))
@settings(max_examples=60)
def test_ranges_round_trip_through_text(by_class: list[float], singles: list[tuple[int, float]]) -> None:
    table = np.zeros(HOLDINGS)
    for name, weight in zip(CLASS_NAMES, by_class, strict=True):
        table[class_holdings(name)] = weight
    for holding, weight in singles:
        table[holding] = weight
    if table.any():
        hands = Range(table)
        assert parse_range(format_range(hands)) == hands


def test_text_forms_are_short() -> None:
    assert str(parse_range("QQ,KK,AA,AKs,AQs")) == "QQ+, AQs+"
    assert str(parse_range("A2s,A3s,A4s,A5s")) == "A5s-A2s"
    assert str(any_two()) == "random"
    assert repr(parse_range("77")) == "parse_range('77')"
    assert hash(parse_range("77")) == hash(parse_range("77, 77"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "holds no hand"),
        ("AAs", "neither suited nor offsuit"),
        ("ZZ", '"ZZ" is not a hand'),
        ("99+, hello", '"hello" in "99\\+, hello"'),
        ("0%", "more than 0%"),
        ("101%", "at most 100%"),
        ("AKs:2", "from 0 to 1"),
        ("AKs:x", "from 0 to 1"),
        ("AA:0", "holds no hand"),
        ("A5s-K2s", "not a run"),
        ("TT-A2s", "not a run"),
        ("AhKhQh", "is not a hand"),
    ],
)
def test_bad_ranges_are_refused(text: str, message: str) -> None:
    with pytest.raises(RangeError, match=message):
        parse_range(text)


def test_one_card_twice_is_told_as_such() -> None:
    with pytest.raises(CardError, match="Ah comes twice"):
        parse_range("AhAh")


@given(st.text(alphabet="23456789TJQKAakqshdco+-,:% .0159xX", max_size=20) | st.text(max_size=20))
def test_random_text_is_a_range_or_our_own_error(text: str) -> None:
    try:
        hands = parse_range(text)
    except RiverboatError:
        return
    assert parse_range(format_range(hands)) == hands


def test_holdings_are_numbered_in_both_directions() -> None:
    for number, (low, high) in enumerate(HOLDING_CARDS.tolist()):
        assert low < high
        assert holding_index((high, low)) == holding_index((low, high)) == number
    assert CLASS_SIZE.sum() == HOLDINGS
    assert sorted(set(CLASS_SIZE.tolist())) == [4, 6, 12]


def test_without_takes_out_holdings_that_need_a_card() -> None:
    assert parse_range("AA").without(parse_cards("As")).holdings.size == 3
