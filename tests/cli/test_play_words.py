"""What can be typed at the table, and hands in words."""

from __future__ import annotations

from typing import Any

import pytest

from riverboat.cards.cards import parse_cards
from riverboat.cli.commands.play import split_agents
from riverboat.cli.table_options import TypedOptions, read_options
from riverboat.cli.terminal.keys_cards import choices, read_action
from riverboat.errors import GameError, IllegalAction
from riverboat.games import Action, CardObservation, make_game, parse_action
from riverboat.games.words import hand_in_words


@pytest.mark.parametrize(
    ("own", "board", "words"),
    [
        ("TsTh", "", "pair of tens"),
        ("AsKs", "", "ace-king suited"),
        ("7c2d", "", "seven-deuce offsuit"),
        ("AsTd", "5h5c2d", "pair of fives, ace kicker (on the board)"),
        ("AsTd", "Th7c2d", "pair of tens, ace kicker"),
        ("AsKs", "7s2s9d", "ace high, king kicker; flush draw"),
        ("9s8d", "Th7c2d", "ten high, nine kicker; open straight draw"),
        ("9s8d", "Tc6hQd", "queen high, ten kicker; double inside straight draw"),  # a seven or a jack
        ("5s4d", "3c2hKd", "king high, five kicker; open straight draw"),  # an ace or a six
        ("9s8s", "Ts6s2d", "ten high, nine kicker; flush draw and inside straight draw"),
        ("9s8d", "ThJcQd", "straight, queen high"),
        ("AsAd", "AhKcKd", "full house, aces over kings"),
        ("2c3d", "9sTsJsQsKs", "straight flush, king high: you're playing the board"),
        ("2c3d", "9sTsJs", "jack high, ten kicker"),  # the board's own draws are not yours
        ("As5d", "2h3cKd", "ace high, king kicker; inside straight draw"),  # the wheel
        ("AsAd7c", "", "pair of aces, seven kicker"),
        ("AsAd7c7d", "", "two pair, aces and sevens"),
        ("KsQs2s", "", "king high, three to a flush"),
        ("6s6d6c", "", "three sixes"),
        ("6s6d6c6h", "", "four sixes"),
        ("9s8d7c6h", "", "nine high; open straight draw"),
    ],
)
def test_a_hand_in_words(own: str, board: str, words: str) -> None:
    cards, shared = parse_cards(own), parse_cards(board) if board else ()
    assert hand_in_words(cards, shared, 0 if len(shared) == 5 else 1) == words


def test_no_draw_is_told_when_no_card_comes() -> None:
    assert "draw" not in hand_in_words(parse_cards("AsKs"), parse_cards("7s2s9d3d4d"), 0)


def nolimit(*actions: str) -> CardObservation:
    """Two players with 500 chips; the seat to act sees this."""
    state = make_game("holdem-nolimit", seats=2, stack=500).start(seed=1)
    for text in actions:
        state.apply(parse_action(text))
    assert state.actor is not None
    return state.observation(state.actor)


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("f", Action("fold")),
        ("C", Action("call")),
        ("call", Action("call")),
        ("r 60", Action("raise", 60)),
        ("r60", Action("raise", 60)),
        ("raise to 60", Action("raise", 60)),
        ("r min", Action("raise", 20)),
        ("r pot", Action("raise", 30)),
        ("r half", Action("raise", 20)),
        ("r max", Action("raise", 500)),
        ("a", Action("raise", 500)),
        ("all-in", Action("raise", 500)),
    ],
)
def test_keys_of_the_first_to_act_at_no_limit(typed: str, action: Action) -> None:
    assert read_action(typed, nolimit()) == action


def test_after_the_flop_a_bet_is_b_and_c_checks_where_that_is_free() -> None:
    view = nolimit("call", "check")
    assert read_action("b 25", view) == Action("bet", 25)
    assert read_action("b pot", view) == Action("bet", 20)
    assert read_action("k", view) == read_action("x", view) == read_action("c", view) == Action("check")


@pytest.mark.parametrize(
    ("before", "typed", "said"),
    [
        ((), "z", '"z" is not a key here: f, c, r N, a; \\? explains them'),
        ((), "r", 'how much\\? 20 to 500, for example "r 20"'),
        ((), "r 15", "raising to 15 is not allowed here"),
        ((), "r 9999", "raising to 9,999 is not allowed here"),
        ((), "r lots", '"lots" is not an amount'),
        ((), "r -5", '"-5" is not an amount'),
        ((), "k", "there is a bet to you"),
        ((), "b 20", "there is a bet already, r raises it"),
        ((), "c 5", "c stands alone"),
        (("call",), "f", "checking is free"),
        (("call", "check"), "r 20", "nobody has bet, b bets"),
        (("call", "check"), "b 5", "betting 5 is not allowed here"),
    ],
)
def test_wrong_keys_are_told(before: tuple[str, ...], typed: str, said: str) -> None:
    with pytest.raises(IllegalAction, match=said):
        read_action(typed, nolimit(*before))


def test_a_fixed_bet_needs_no_amount() -> None:
    state = make_game("holdem-limit", seats=2).start(seed=1)
    view = state.observation(1)
    assert [choice.label for choice in choices(view)] == ["fold", "call 5", "raise to 20"]
    assert read_action("r", view) == Action("raise", 20)


def test_stud_brings_in_and_completes() -> None:
    state = make_game("stud-limit", seats=2).start(cards=["AsAd5c", "KsKd4c"])
    view = state.observation(1)
    assert [choice.label for choice in choices(view)] == ["bring in", "bet 10"]
    assert read_action("i", view) == Action("bring-in")
    state.apply(Action("bring-in"))
    view = state.observation(0)
    assert [choice.label for choice in choices(view)] == ["fold", "call 3", "complete to 10"]
    assert read_action("r", view) == read_action("b", view) == read_action("complete", view) == Action("raise", 10)


def test_cards_to_turn_are_named_by_number_or_card() -> None:
    state = make_game("stud").start(cards=["AsAdKcQd9h2c7s", "JsJdTc8d3h4c5s"])
    for _ in range(5):
        state.apply(parse_action("bet 5")).apply(parse_action("call"))
    view = state.observation(0)
    assert [choice.label for choice in choices(view)] == ["show A♠", "show A♦", "show 7♠"]
    seven = parse_cards("7s")[0]
    for typed in ("3", "7s", "show 7s", "turn 7s", "7♠"):
        assert read_action(typed, view) == Action("reveal", seven)
    for typed in ("4", "0", "f", "Kc", "", "7s7s"):
        with pytest.raises(IllegalAction, match=r"1 \(As\), 2 \(Ad\), 3 \(7s\)"):
            read_action(typed, view)


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        (["a,b*2"], ["a", "b*2"]),
        (["a", "b, c"], ["a", "b", "c"]),
        (["tight-aggressive:aggression=0.7,bluff=0.1,rock"], ["tight-aggressive:aggression=0.7;bluff=0.1", "rock"]),
        (["exec:bot --mode a,b"], ["exec:bot --mode a,b"]),
        ([","], []),
    ],
)
def test_opponents_are_split_at_commas(typed: list[str], names: list[str]) -> None:
    assert split_agents(typed) == names


def table_options(game: str, *, blinds: str | None = None, bets: str | None = None) -> dict[str, Any]:
    options: dict[str, Any] = read_options(game, TypedOptions(blinds=blinds, bets=bets))["options"]
    return options


def test_what_is_not_said_of_the_stakes_follows_from_what_is() -> None:
    assert table_options("holdem-limit", bets="50/100") == {"bets": (50, 100), "blinds": (25, 50)}
    assert table_options("holdem-limit", blinds="1/2") == {"bets": (2, 4), "blinds": (1, 2)}
    assert table_options("holdem-nolimit", blinds="50,100") == {"blinds": (50, 100)}
    stud = table_options("stud-limit", bets="100/200")
    assert stud == {"bets": (100, 200), "ante": 10, "bring_in": 30}


@pytest.mark.parametrize(
    ("game", "stakes", "said"),
    [
        ("holdem-nolimit", {"bets": "10/20"}, "no fixed bets"),
        ("stud-limit", {"blinds": "5/10"}, "no blinds"),
        ("stud", {"blinds": "5/10"}, "running score"),
        ("holdem-limit", {"blinds": "10/5"}, "the smaller first"),
        ("holdem-limit", {"blinds": "ten"}, "like 5/10"),
    ],
)
def test_stakes_that_cannot_be(game: str, stakes: dict[str, str], said: str) -> None:
    with pytest.raises(GameError, match=said):
        table_options(game, blinds=stakes.get("blinds"), bets=stakes.get("bets"))
