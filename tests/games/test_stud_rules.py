"""The rules of both studs, one test a rule, each worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from riverboat.cards.cards import format_cards, parse_cards
from riverboat.errors import GameError, IllegalAction
from riverboat.games import UNKNOWN, Action, CardGame, CardState, PartnerStudRules, StudRules, parse_action


def stud(seats: int, **options: Any) -> CardGame:
    return CardGame(StudRules(seats=seats, **options))


def play(state: CardState, *actions: str) -> CardState:
    for action in actions:
        state.apply(parse_action(action))
    return state


# Two cards down, four up, one down.
LOW = "2c3d 4h 9s Jd Kc 6h"
HIGH = "AcAd 4s Qh Qd 8c 7h"


def test_the_lowest_open_card_brings_it_in() -> None:
    state = stud(3).start(cards=["AsAd5c", "KsKd4c", "QsQd6c"])
    assert state.actor == 1
    assert state.pot == 3
    assert str(state.legal_actions()) == "bring-in or bet 10"


@pytest.mark.parametrize(("suits", "seat"), [("cdhs", 0), ("dchs", 1), ("hsdc", 3), ("shcd", 2)])
def test_bring_in_among_equal_ranks_goes_by_suit_clubs_lowest(suits: str, seat: int) -> None:
    state = stud(4).start(cards=[f"????4{suit}" for suit in suits])
    assert state.actor == seat


def test_the_bring_in_can_be_called_completed_or_folded_to() -> None:
    state = play(stud(3).start(cards=["AsAd5c", "KsKd4c", "QsQd6c"]), "bring-in")
    assert state.bets == (0, 3, 0)
    assert state.actor == 2
    assert str(state.legal_actions()) == "fold, call 3, or raise to 10"
    play(state, "raise 10")
    assert str(state.legal_actions()) == "fold, call 10, or raise to 20"


def test_who_brought_it_in_has_no_second_say_when_all_call() -> None:
    state = play(stud(3).start(cards=["AsAd5c", "KsKd4c", "QsQd6c"]), "bring-in", "call", "call")
    assert state.street == 1


def test_who_brought_it_in_may_raise_a_completion() -> None:
    state = play(stud(2, bring_in=7).start(cards=[LOW, HIGH]), "bring-in", "raise 10")
    assert state.actor == 0
    assert str(state.legal_actions()) == "fold, call 3, or raise to 20"


def test_the_bring_in_is_not_a_bet_for_the_cap() -> None:
    state = play(stud(2).start(cards=[LOW, HIGH]), "bring-in", "raise 10", "raise 20", "raise 30", "raise 40")
    assert str(state.legal_actions()) == "fold or call 10"


def test_a_short_bring_in_is_all_in() -> None:
    state = stud(3).start(stacks=(500, 3, 500), cards=["AsAd5c", "KsKd4c", "QsQd6c"])
    assert state.legal_actions().kinds == ("bring-in",)
    play(state, "bring-in")
    assert state.bets == (0, 2, 0)
    assert state.legal_actions().to_call == 3


def test_who_is_all_in_from_the_ante_is_passed_over_to_the_left() -> None:
    state = stud(3).start(stacks=(500, 1, 500), cards=["AsAd5c", "KsKd4c", "QsQd6c"])
    assert state.actor == 2
    assert "bring-in" in state.legal_actions().kinds


@pytest.mark.parametrize(
    ("first", "second", "speaks"),
    [
        ("????5cTd", "????4cJh", 1),
        ("????5c5d", "????4cAh", 0),
        ("????5cAd", "????4cAh", 0),
        ("????5cAd", "????6cAh", 1),
        ("????Ac5d", "????Ah5c", 0),  # equal ranks: left of the button, suits don't count
        ("????3cAdKh2h", "????3dAhKd4h", 1),
        ("????2c2d3h3s", "????AcAdKhQh", 0),  # two pairs beat a pair of aces
        ("????2c2d2h3s", "????AcAdKhKd", 0),  # three of a kind beat two pairs
        ("????2c2d2h2s", "????AcAdAhKd", 0),
    ],
)
def test_later_streets_begin_with_the_best_open_cards(first: str, second: str, speaks: int) -> None:
    state = stud(2).start(cards=[first, second])
    play(state, "bring-in", "call")
    up = len(parse_cards(first.replace("?", ""))) - 1
    for _ in range(up - 1):
        play(state, "check", "check")
    assert state.street == up
    assert state.actor == speaks


def test_small_bets_on_third_and_fourth_street_big_bets_after() -> None:
    state = play(stud(2).start(cards=[LOW, HIGH]), "bring-in", "call")
    for street, bet in ((1, 10), (2, 20), (3, 20), (4, 20)):
        assert state.street == street
        assert state.legal_actions().min_to == state.legal_actions().max_to == bet
        play(state, "check", "check")
    assert state.is_over
    assert state.returns() == (-4, 4)  # ante and bring-in


def test_an_open_pair_on_fourth_street_gives_the_choice_of_the_big_bet() -> None:
    pair = "AcAd 4s 4d Qd 8c 7h"
    state = play(stud(2, open_pair=True).start(cards=["2c3d 3h 9s Jd Kc 6h", pair]), "bring-in", "call")
    assert str(state.legal_actions()) == "check or bet 10 or 20"
    with pytest.raises(IllegalAction, match=r"bet 15 is not allowed here: check or bet 10 or 20"):
        play(state, "bet 15")
    small = play(state.copy(), "bet 10")
    assert str(small.legal_actions()) == "fold, call 10, or raise to 20 or 30"
    big = play(state, "bet 20")
    assert str(big.legal_actions()) == "fold, call 20, or raise to 40"
    plain = play(stud(2).start(cards=["2c3d 3h 9s Jd Kc 6h", pair]), "bring-in", "call")
    assert str(plain.legal_actions()) == "check or bet 10"


def test_cards_lie_open_as_they_should() -> None:
    state = play(stud(2).start(cards=[LOW, HIGH]), "bring-in", "call")
    while not state.is_over and state.street < 4:
        play(state, "check")
    assert format_cards(state.up_cards(0)) == "4h9sJdKc"
    seen = state.observation(1)
    assert seen.cards[0] == (UNKNOWN, UNKNOWN, *parse_cards("4h9sJdKc"), UNKNOWN)
    assert seen.own_cards == parse_cards(HIGH)


def test_eight_players_who_all_stay_share_the_seventh_card() -> None:
    game = stud(8)
    state = game.start(seed=4)
    while not state.is_over:
        kinds = state.legal_actions().kinds
        play(state, next(kind for kind in ("bring-in", "check", "call") if kind in kinds))
    assert all(len(state.cards(seat)) == 6 for seat in range(8))
    assert len(state.board) == 1
    everything = [card for seat in range(8) for card in state.cards(seat)] + list(state.board)
    assert len(set(everything)) == 49


def test_seven_players_get_a_seventh_card_each() -> None:
    state = stud(8).start(seed=4)
    play(state, "bring-in", "fold")
    while not state.is_over:
        play(state, "check" if "check" in state.legal_actions().kinds else "call")
    assert sorted(len(state.cards(seat)) for seat in range(8)) == [3] + [7] * 7
    assert state.board == ()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"seats": 9}, "9 seats are not possible in stud-limit: it is played with 2 to 8 seats"),
        ({"bring_in": 0}, "bring_in=0"),
        ({"bring_in": 11}, "bets=10 is not possible in stud-limit"),
        ({"ante": -1}, "ante=-1"),
        ({"bets": (5,)}, "bets="),
    ],
)
def test_impossible_stud_rules_are_refused(options: dict[str, Any], says: str) -> None:
    with pytest.raises(GameError) as refused:
        StudRules(**options)
    assert says in str(refused.value)


# The partner paper's game.

FIRST, SECOND = "AsAd Kc Qd 9h 2c 7s", "JsJd Tc 8d 3h 4c 5s"


def partner(rules: PartnerStudRules | None = None, **options: Any) -> CardState:
    return CardGame(rules or PartnerStudRules()).start(cards=[FIRST, SECOND], **options)


def test_partner_stud_the_first_player_bets_or_folds() -> None:
    state = partner()
    assert (state.pot, state.actor) == (10, 0)
    assert str(state.legal_actions()) == "fold or bet between 5 and 10"
    with pytest.raises(IllegalAction, match="check is not allowed here: fold or bet between 5 and 10"):
        play(state, "check")


def test_partner_stud_a_raise_adds_at_most_the_pot() -> None:
    state = play(partner(PartnerStudRules(raises="each")), "bet 10")
    assert state.pot == 20
    assert str(state.legal_actions()) == "fold, call 10, or raise to between 15 and 30"
    play(state, "raise 30")
    assert state.pot == 50
    assert str(state.legal_actions()) == "fold, call 20, or raise to between 35 and 80"


def test_partner_stud_there_is_one_raise_a_turn_by_either_player() -> None:
    state = play(partner(), "bet 5", "raise 10")
    assert str(state.legal_actions()) == "fold or call 5"
    play(state, "call", "bet 5")
    assert "raise" in state.legal_actions().kinds


def test_partner_stud_each_may_raise_once_a_turn_by_the_option() -> None:
    state = play(partner(PartnerStudRules(raises="each")), "bet 5", "raise 10", "raise 15")
    assert str(state.legal_actions()) == "fold or call 5"
    play(state, "call", "bet 5", "raise 10")
    assert "raise" in state.legal_actions().kinds


def test_partner_stud_first_to_act_is_the_same_on_every_turn_and_alternates_by_the_button() -> None:
    for button, first in ((1, 0), (0, 1)):
        state = partner(button=button)
        while not state.is_over:
            if state.legal_actions().cards:
                state.apply(state.legal_actions()[0])
                continue
            assert state.actor == first
            play(state, "bet 5", "call")


def to_reveal() -> CardState:
    return play(partner(), *["bet 5", "call"] * 5)


def test_partner_stud_reveals_are_chosen_by_both_then_turned_together() -> None:
    state = to_reveal()
    assert (state.street, state.actor) == (5, 0)
    assert state.legal_actions().kinds == ("reveal",)
    assert [format_cards([card]) for card in state.legal_actions().cards] == ["As", "Ad", "7s"]
    before = state.observation(1)
    play(state, "reveal Ad")
    assert state.actor == 1
    hidden = state.observation(1)
    assert hidden.cards == before.cards
    assert hidden.history[-1].action == Action("reveal", UNKNOWN)
    play(state, "reveal 5s")
    shown = state.observation(1)
    assert shown.cards[0] == (UNKNOWN, *parse_cards("AdKcQd9h2c"), UNKNOWN)
    assert [str(event.action) for event in shown.history[-2:]] == ["reveal Ad", "reveal 5s"]
    assert str(state.legal_actions()) == "fold or bet between 5 and 60"


def test_partner_stud_only_a_card_face_down_can_be_revealed() -> None:
    state = to_reveal()
    with pytest.raises(IllegalAction, match="reveal Kc is not allowed here: reveal As, reveal Ad, or reveal 7s"):
        play(state, "reveal Kc")
    play(state, "reveal Ad", "reveal 5s", "bet 5", "call")
    with pytest.raises(IllegalAction, match="reveal Ad is not allowed here: reveal As or reveal 7s"):
        play(state, "reveal Ad")


def test_partner_stud_a_card_that_is_not_known_can_be_revealed() -> None:
    state = CardGame(PartnerStudRules()).start(cards=["????Kc", "????Tc"])
    play(state, *["bet 5", "call"] * 5)
    assert str(state.legal_actions()) == "reveal ??, reveal ??, or reveal ??"
    state.apply(Action("reveal", UNKNOWN)).apply(Action("reveal", UNKNOWN))
    assert len(state.up_cards(0)) == 5


def test_partner_stud_showdown_after_seven_turns() -> None:
    state = play(to_reveal(), "reveal Ad", "reveal 5s", "bet 5", "call", "reveal 7s", "reveal Js", "bet 5", "call")
    assert state.is_over
    assert state.returns() == (40, -40)


def test_partner_stud_shows_both_hands_after_a_fold_too() -> None:
    state = play(partner(), "bet 10", "raise 30", "fold")
    assert state.returns() == (-15, 15)
    for seat in (0, 1):
        assert state.observation(seat).cards == (parse_cards(FIRST)[:3], parse_cards(SECOND)[:3])


def test_partner_stud_points_are_unbounded() -> None:
    state = partner()
    while not state.is_over:
        legal = state.legal_actions()
        state.apply(legal[-1] if legal.raise_kind or legal.cards else Action("call"))
    # Each turn the pot P becomes 7 P: bet P, raise by 2 P, call.
    assert state.pot == 10 * 7**7
    with pytest.raises(GameError, match="running score"):
        CardGame(PartnerStudRules()).start(stacks=(100, 100))


def test_partner_stud_is_for_two() -> None:
    with pytest.raises(GameError, match="3 seats are not possible in stud: it is played with 2 seats"):
        PartnerStudRules(seats=3)
    with pytest.raises(GameError, match="ante="):
        PartnerStudRules(ante=0)
    with pytest.raises(GameError, match='raises=two is not possible in stud: it is "one" or "each"'):
        CardGame(PartnerStudRules(raises="two"))  # type: ignore[arg-type]
