from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverboat.cards.cards import DECK, as_cards, format_card, format_cards, parse_cards, rank_of, remaining, suit_of
from riverboat.errors import CardError

some_cards = st.lists(st.integers(0, 51), unique=True, max_size=52)


@given(some_cards)
def test_cards_round_trip_through_text(cards: list[int]) -> None:
    assert parse_cards(format_cards(cards)) == tuple(cards)


@pytest.mark.parametrize("text", ["AsKd", "As Kd", "as,kd", "A♠K♦", "A♠ K♢", " As;Kd "])
def test_cards_are_read_in_the_ways_people_write_them(text: str) -> None:
    assert parse_cards(text) == (51, 45)


def test_tens_may_be_written_with_digits() -> None:
    assert parse_cards("10h9h10c") == parse_cards("Th9hTc")


def test_deck_is_numbered_from_the_deuce_of_clubs_to_the_ace_of_spades() -> None:
    names = [format_card(card) for card in DECK]
    assert names[0] == "2c"
    assert names[51] == "As"
    assert len(set(names)) == 52
    assert all(card == 4 * rank_of(card) + suit_of(card) for card in DECK)


@pytest.mark.parametrize(
    ("text", "quoted"),
    [("1h", '"1h"'), ("Ax", '"Ax"'), ("AhK", '"K" in "AhK"'), ("hA", '"hA"'), ("AhAh", "Ah comes twice"), ("A", '"A"')],
)
def test_what_is_no_card_is_quoted(text: str, quoted: str) -> None:
    with pytest.raises(CardError, match=quoted):
        parse_cards(text)


@given(st.text())
def test_random_text_is_cards_or_a_card_error(text: str) -> None:
    try:
        cards = parse_cards(text)
    except CardError:
        return
    assert parse_cards(format_cards(cards)) == cards


def test_numbers_are_checked_too() -> None:
    assert as_cards([0, 51]) == (0, 51)
    with pytest.raises(CardError, match="52 is not a card"):
        as_cards([52])
    with pytest.raises(CardError, match="2c comes twice"):
        as_cards([0, 0])


def test_remaining_leaves_out_what_is_used() -> None:
    assert list(remaining(range(50))) == [50, 51]
    assert len(remaining((1, 2), (3,))) == 49
