"""What is refused, in words that say what would be right."""

from __future__ import annotations

from typing import Any

import pytest

from riverboat.errors import GameError, IllegalAction
from riverboat.games import Action, CardGame, find_game, make_game


def test_actions_may_be_text_or_pairs() -> None:
    game = make_game("holdem-limit")
    by_text, by_action = game.start(seed=1), game.start(seed=1)
    assert by_text.apply("raise 20").history == by_action.apply(Action("raise", 20)).history
    assert by_text.apply(("call", 0)).history == by_action.apply(Action("call")).history  # type: ignore[arg-type]
    with pytest.raises(IllegalAction, match="raise to 25 is not allowed here"):
        game.start(seed=1).apply("raise 25")
    with pytest.raises(IllegalAction, match=r'"rise 20" is not an action \(did you mean "raise"\?\)'):
        game.start(seed=1).apply("rise 20")


@pytest.mark.parametrize("given", [None, 3, (), ("raise", 20, 1), (1, 2), ["raise", 20]])
def test_what_is_no_action(given: Any) -> None:
    state = make_game("holdem-limit").start(seed=1)
    with pytest.raises(IllegalAction, match="is not an action: give one of legal_actions"):
        state.apply(given)
    assert state.history == make_game("holdem-limit").start(seed=1).history


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        (
            "holdem-limit",
            {"first_to_act": 9},
            "first_to_act=9 is not possible in holdem-limit with 2 seats: it is 0 to 1",
        ),
        ("holdem-limit", {"first_to_act": "x"}, "first_to_act=x is not possible"),
        (
            "holdem-limit",
            {"blinds": "x"},
            "blinds=x is not possible in holdem-limit: it is 0 or 1 or 2 amounts with commas between them, like "
            "blinds=5,10",
        ),
        ("holdem-limit", {"bets": (1, 2, 3)}, "bets=1,2,3 is not possible in holdem-limit: it is 2 or 4 amounts"),
        ("holdem-limit", {"min_bet": 5}, '"min_bet" is not an option of holdem-limit'),
        ("holdem-nolimit", {"bets": (1, 2)}, '"bets" is not an option of holdem-nolimit'),
        ("holdem-nolimit", {"raises_per_round": 3}, "its options are seats, blinds"),
    ],
)
def test_options_that_do_not_belong(name: str, options: dict[str, Any], said: str) -> None:
    with pytest.raises(GameError) as caught:
        make_game(name, **options)
    assert said in str(caught.value)


@pytest.mark.parametrize("seed", ["x", -1, 1.5])
def test_what_is_no_seed(seed: Any) -> None:
    with pytest.raises(GameError, match="a seed is a whole number, 0 or more"):
        make_game("holdem-limit").start(seed=seed)


@pytest.mark.parametrize(
    ("name", "cards", "board", "said"),
    [
        ("holdem-limit", ["As", "KsKd"], "", "1 card for seat 0 is not possible in holdem-limit: it gets 2"),
        ("holdem-limit", ["AsAd", "KsKdKh"], "", "3 cards for seat 1"),
        (
            "holdem-limit",
            ["AsAd", "KsKd"],
            "2c",
            "a board of 1 is not possible in holdem-limit: it has 0 or 3 or 4 or 5 cards",
        ),
        ("holdem-limit", ["AsAd", "KsKd"], "2c3c", "a board of 2"),
        ("stud-limit", ["AsAd", "KsKd3c"], "", "2 cards for seat 0 are not possible in stud-limit: it gets 3 to 7"),
        ("stud-limit", ["AsAd2c", "KsKd3c"], "4c", "a board of 1 is not possible in stud-limit"),
    ],
)
def test_cards_that_no_deal_gives(name: str, cards: list[str], board: str, said: str) -> None:
    game = make_game(name)
    assert isinstance(game, CardGame)
    with pytest.raises(GameError) as caught:
        game.start(cards=cards, board=board)
    assert said in str(caught.value)


def test_cards_that_a_deal_gives() -> None:
    state = make_game("holdem-limit").start(cards=["AsAd", ""], board="2c3c4c5c")
    assert state.cards(0) == (51, 49)
    make_game("stud-limit", seats=8).start(board="4c")  # with eight seats one last card for all is dealt


def test_who_acts() -> None:
    assert "chance to act" in repr(make_game("kuhn").root())
    assert "seat 0 to act: check or bet 1" in repr(make_game("kuhn").start(seed=1))


def test_a_game_by_name() -> None:
    assert find_game("kuhn").name == "kuhn"
    with pytest.raises(GameError, match='did you mean "holdem-limit"'):
        find_game("Holdem-Limt")
