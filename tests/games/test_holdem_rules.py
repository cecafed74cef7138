"""Hold'em's rules, one test a rule, each worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from riverboat.cards.cards import parse_cards
from riverboat.errors import CardError, GameError, IllegalAction
from riverboat.games import UNKNOWN, Action, CardGame, CardState, HoldemRules, parse_action


def limit(seats: int = 2, **options: Any) -> CardGame:
    return CardGame(HoldemRules(seats=seats, **options))


def no_limit(seats: int = 2, **options: Any) -> CardGame:
    return CardGame(HoldemRules(seats=seats, betting="no-limit", **options))


def play(state: CardState, *actions: str) -> CardState:
    for action in actions:
        state.apply(parse_action(action))
    return state


def check_down(state: CardState) -> CardState:
    while not state.is_over:
        state.apply(parse_action("check"))
    return state


BOARD = "2c7d9hJsQc"  # nobody's flush, and a straight only with T8


def test_seat_0_is_the_small_blind_when_nothing_is_said() -> None:
    state = limit(3).start()
    assert state.button == 2
    assert state.bets == (5, 10, 0)
    assert state.actor == 2


def test_heads_up_the_button_posts_the_small_blind_and_speaks_first_only_before_the_flop() -> None:
    state = limit().start()
    assert (state.button, state.bets, state.actor) == (1, (10, 5), 1)
    play(state, "call", "check")
    assert (state.street, state.actor) == (1, 0)


def test_heads_up_on_the_irc_server_the_small_blind_speaks_first_on_every_street() -> None:
    state = limit(heads_up="irc").start()
    assert (state.bets, state.actor) == ((5, 10), 0)
    play(state, "call", "check")
    assert (state.street, state.actor) == (1, 0)


def test_a_lone_blind_is_posted_left_of_the_button() -> None:
    state = limit(4, lone_blind=10).start()
    assert (state.bets, state.actor) == ((10, 0, 0, 0), 1)
    assert str(state.legal_actions()) == "fold, call 10, or raise to 20"


def test_straddle_and_who_speaks_after_it() -> None:
    state = no_limit(5, blinds=(1, 2, 4)).start()
    assert (state.bets, state.actor) == ((1, 2, 4, 0, 0), 3)
    assert state.legal_actions().min_to == 8


def test_three_players_as_in_the_computer_competition_blinds_5_10_0() -> None:
    state = limit(3, blinds=(5, 10, 0)).start()
    assert (state.bets, state.actor) == ((5, 10, 0), 2)
    play(state, "call", "call", "check")
    assert state.actor == 0


def test_first_to_act_can_be_set() -> None:
    assert limit(4, first_to_act=0).start().actor == 0


def test_the_big_blind_has_the_option() -> None:
    state = play(limit(3).start(), "call", "call")
    assert state.actor == 1
    assert state.legal_actions().kinds == ("check", "raise")


def test_limit_bets_are_small_then_big() -> None:
    state = limit().start()
    assert state.legal_actions().min_to == state.legal_actions().max_to == 20
    play(state, "call", "check")
    assert str(state.legal_actions()) == "check or bet 10"
    play(state, "check", "check")
    assert str(state.legal_actions()) == "check or bet 20"
    play(state, "check", "bet 20")
    assert str(state.legal_actions()) == "fold, call 20, or raise to 40"


def test_cap_of_one_bet_and_three_raises_the_big_blind_is_the_bet() -> None:
    state = play(limit().start(), "raise 20", "raise 30", "raise 40")
    assert str(state.legal_actions()) == "fold or call 10"
    play(state, "call", "bet 10", "raise 20", "raise 30", "raise 40")
    assert str(state.legal_actions()) == "fold or call 10"


def test_no_cap_heads_up_is_an_option_that_waits_for_two_players() -> None:
    state = limit(3, uncapped_heads_up=True).start()
    play(state, "raise 20", "raise 30", "raise 40")
    assert state.legal_actions().raise_kind is None
    play(state, "fold", "raise 50", "raise 60", "raise 70", "raise 80")
    assert state.legal_actions().min_to == 90


def test_raises_can_be_capped_for_each_street_or_not_at_all() -> None:
    state = limit(raises_per_round=(0, None, 1, 1)).start()
    assert str(state.legal_actions()) == "fold or call 5"
    play(state, "call", "check")
    play(state, "bet 10", *[f"raise {10 * n}" for n in range(2, 40)])
    assert state.legal_actions().min_to == 400


def test_no_limit_minimum_raise_is_the_last_full_raise() -> None:
    state = no_limit(3).start()
    assert (state.legal_actions().min_to, state.legal_actions().max_to) == (20, 1000)
    play(state, "raise 35")
    assert state.legal_actions().min_to == 60  # 35 + 25
    play(state, "raise 100")
    assert state.legal_actions().min_to == 165
    play(state, "call", "call")
    assert state.legal_actions().min_to == 10  # a new street, the big blind again


def test_min_bet_can_be_set() -> None:
    state = play(no_limit(min_bet=40).start(), "call", "check")
    assert state.legal_actions().min_to == 40


def test_short_all_in_does_not_reopen_the_betting_no_limit() -> None:
    state = no_limit(3).start(stacks=(1000, 130, 1000))
    play(state, "raise 100", "call", "raise 130")
    assert state.actor == 2
    assert str(state.legal_actions()) == "fold or call 30"  # the raiser may not raise again
    play(state, "call")
    assert str(state.legal_actions()) == "fold or call 30"


def test_short_all_in_leaves_the_raise_to_those_who_have_not_spoken() -> None:
    state = no_limit(4).start(stacks=(1000, 1000, 1000, 130))
    play(state, "raise 100", "raise 130")
    assert state.actor == 0
    assert state.legal_actions().min_to == 220  # 130 + 90, the last full raise
    assert "raise" in state.legal_actions().kinds


def test_several_short_all_ins_that_make_a_full_raise_reopen_it_tda_47() -> None:
    state = no_limit(4, blinds=(5, 10)).start(stacks=(1000, 220, 1000, 160))
    play(state, "raise 100", "raise 160", "call", "raise 220")
    assert state.actor == 2
    # 120 to call is more than the full raise of 90: the betting is open again.
    assert state.legal_actions().to_call == 120
    assert "raise" in state.legal_actions().kinds


def test_full_all_in_raise_reopens_the_betting() -> None:
    state = no_limit(3).start(stacks=(1000, 190, 1000))
    play(state, "raise 100", "call", "raise 190")
    assert "raise" in state.legal_actions().kinds
    assert state.legal_actions().min_to == 280


def test_limit_all_in_below_half_a_bet_can_be_completed_and_does_not_reopen() -> None:
    state = limit(4).start(stacks=(1000, 1000, 1000, 24))
    play(state, "raise 20", "raise 24")  # 4 of 10: less than half
    assert state.legal_actions().min_to == 30  # completed, not 34
    play(state, "call", "call")
    assert str(state.legal_actions()) == "fold or call 4"  # the first raiser has spoken


def test_limit_all_in_of_half_a_bet_counts_as_a_raise() -> None:
    state = limit(4).start(stacks=(1000, 1000, 1000, 25))
    play(state, "raise 20", "raise 25")
    assert state.legal_actions().min_to == 35
    play(state, "call", "call")
    assert str(state.legal_actions()) == "fold, call 5, or raise to 35"


def test_limit_short_all_in_as_others_count_it() -> None:
    state = limit(4, short_all_in="full").start(stacks=(1000, 1000, 1000, 25))
    play(state, "raise 20", "raise 25")
    assert state.legal_actions().min_to == 35
    play(state, "call", "call")
    assert str(state.legal_actions()) == "fold or call 5"


def test_a_call_for_less_is_all_in() -> None:
    state = no_limit().start(stacks=(1000, 60), cards=["AcAd", "KcKd"], board=BOARD)
    play(state, "call", "raise 500")
    assert state.legal_actions().to_call == 50
    play(state, "call")
    assert state.returns() == (60, -60)


def test_nobody_may_raise_when_all_others_are_all_in() -> None:
    state = no_limit().start(stacks=(1000, 60))
    play(state, "raise 60")
    assert state.legal_actions().kinds == ("fold", "call")


def test_nobody_may_raise_above_what_others_have() -> None:
    state = no_limit(3).start(stacks=(300, 100, 200))
    play(state, "raise 200")
    assert str(state.legal_actions()) == "fold or call 195"  # the one behind has only 100
    play(state, "call")
    assert str(state.legal_actions()) == "fold or call 90"


def test_the_board_is_run_out_when_nobody_can_bet() -> None:
    state = play(no_limit().start(stacks=(100, 100), seed=1), "raise 100", "call")
    assert state.is_over
    assert len(state.board) == 5


def test_short_big_blind_keeps_its_name_but_only_its_chips_are_at_stake() -> None:
    state = no_limit(3).start(stacks=(1000, 4, 1000), cards=["2s3s", "AcAd", "KcKd"], board=BOARD)
    assert state.legal_actions().to_call == 10
    play(state, "call", "fold")
    assert state.is_over  # nobody is left to bet against
    assert state.returns() == (-5, 8, -3)  # 4 from each of three; the big stack's other 6 go back with 1 of the fold


def test_small_blind_against_a_short_big_blind_need_not_act_when_he_has_paid_enough() -> None:
    state = no_limit().start(stacks=(4, 1000), cards=["AcAd", "KcKd"], board=BOARD)
    assert state.is_over
    assert state.returns() == (4, -4)


def test_side_pots_three_all_ins() -> None:
    state = no_limit(4).start(stacks=(100, 200, 300, 300), cards=["AcAd", "KcKd", "QdQh", "5s4s"], board="2c7d9hJs3c")
    play(state, "raise 300", "call", "call", "call")
    # main pot 400 to the aces, 300 to the kings, 200 to the queens
    assert [pot.amount for pot in state.pots] == [400, 300, 200]
    assert [pot.seats for pot in state.pots] == [(0, 1, 2, 3), (1, 2, 3), (2, 3)]
    assert state.returns() == (300, 100, -100, -300)
    assert state.stacks == (400, 300, 200, 0)


def test_folded_chips_stay_in_the_pots_they_were_paid_to() -> None:
    state = no_limit(3).start(stacks=(500, 500, 50), cards=["AcAd", "KcKd", "QdQh"], board="2c7d9hJs3c")
    play(state, "raise 50", "call", "call", "bet 100", "fold")
    assert state.returns() == (100, -50, -50)


def test_an_uncalled_bet_goes_back() -> None:
    state = play(no_limit().start(), "raise 500", "fold")
    assert state.returns() == (-10, 10)


@pytest.mark.parametrize(
    ("button", "blinds", "returns"),
    [
        (2, (5, 10), (-5, 3, 2)),  # the small blind folds: the big blind is the first winner left of the button
        (0, (5, 10), (2, -5, 3)),
        (1, (5, 10), (3, 2, -5)),
        (2, (10, 5), (3, -5, 2)),
        (0, (10, 5), (2, 3, -5)),
    ],
)
def test_odd_chip_goes_to_the_first_winner_left_of_the_button(
    button: int, blinds: tuple[int, int], returns: tuple[int, ...]
) -> None:
    folder = returns.index(-5)
    hands = ["AcKd", "AdKc"]
    cards = ["3h4h" if seat == folder else hands.pop() for seat in range(3)]
    state = no_limit(3, blinds=blinds).start(button=button, cards=cards, board=BOARD)
    while not state.is_over:
        kinds = state.legal_actions().kinds
        play(state, "fold" if state.actor == folder else "call" if "call" in kinds else "check")
    assert state.returns() == returns


def test_all_odd_chips_go_to_the_first_of_three_winners() -> None:
    game = no_limit(4, blinds=(2, 4))
    state = game.start(cards=["3h4h", "AcKd", "AdKc", "AhKs"], board=BOARD)
    play(state, "call", "call", "fold", "check")
    check_down(state)
    assert state.returns() == (-2, 2, 0, 0)  # a pot of 14: 6, 4, 4


def test_exact_splits_give_fractions() -> None:
    game = no_limit(4, blinds=(2, 4), odd_chips="split")
    state = game.start(cards=["3h4h", "AcKd", "AdKc", "AhKs"], board=BOARD)
    play(state, "call", "call", "fold", "check")
    check_down(state)
    assert state.returns() == (-2, Fraction(2, 3), Fraction(2, 3), Fraction(2, 3))
    assert state.stacks[1] == 400 + Fraction(2, 3)
    assert state.observation(3).returns() == state.returns()


def test_antes_of_all_are_matched_and_a_short_ante_wins_only_its_like() -> None:
    game = no_limit(3, blinds=(0, 10), antes=5)
    state = game.start(stacks=(3, 500, 500), cards=["AcAd", "KcKd", "QdQh"], board="2c7d9hJs3c")
    play(state, "call", "check")
    check_down(state)
    assert state.returns() == (6, 9, -15)


def test_the_big_blind_ante_is_dead_money() -> None:
    game = no_limit(3, blinds=(5, 10), antes=(0, 10, 0))
    state = game.start(stacks=(500, 500, 10), cards=["3h4h", "KcKd", "AcAd"], board="2c7d9hJs8c")
    assert state.bets == (5, 10, 0)
    play(state, "call", "fold")
    assert state.is_over
    assert state.returns() == (-5, -20, 25)  # the all-in of 10 wins the ante too


def test_button_moves_the_blinds() -> None:
    state = limit(4).start(button=0)
    assert state.bets == (0, 5, 10, 0)
    assert state.actor == 3


def test_a_fold_for_nothing_is_an_option() -> None:
    state = play(limit().start(), "call")
    with pytest.raises(IllegalAction, match=r"^fold is not allowed here: check or raise to 20$"):
        play(state, "fold")
    state = play(limit(free_fold=True).start(), "call", "fold")
    assert state.returns() == (-10, 10)


def test_illegal_actions_say_what_is_legal_and_change_nothing() -> None:
    state = limit().start(seed=1)
    play(state, "call", "check", "bet 10")
    before = state._hand.tobytes()
    with pytest.raises(IllegalAction, match=r"^raise to 30 is not allowed here: fold, call 10, or raise to 20$"):
        play(state, "raise 30")
    for action in ("check", "bet 10", "raise 999999999999", "bring-in", "reveal As"):
        with pytest.raises(IllegalAction, match="is not allowed here: fold, call 10, or raise to 20"):
            play(state, action)
    assert state._hand.tobytes() == before
    state = no_limit().start()
    with pytest.raises(
        IllegalAction, match=r"^raise to 15 is not allowed here: fold, call 5, or raise to between 20 and 1000$"
    ):
        play(state, "raise 15")
    play(state, "fold")
    with pytest.raises(IllegalAction, match="the hand is over"):
        play(state, "call")


@pytest.mark.parametrize("amount", [-5, 2**70, None, 20.5])
def test_amounts_that_are_no_amounts_are_illegal(amount: Any) -> None:
    state = no_limit().start()
    with pytest.raises(IllegalAction):
        state.apply(Action("raise", amount))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"seats": 1}, "1 seat is not possible in holdem-limit: it is played with 2 to 12 seats"),
        ({"seats": 23}, "23 seats are not possible"),
        ({"seats": "six"}, "six seats are not possible"),
        ({"betting": "pot"}, "betting=pot is not possible"),
        ({"blinds": (5, -10)}, "blinds=-10 is not possible"),
        ({"blinds": (1, 2, 3)}, "0 or 1 or 2 amounts with commas between them, like blinds=5,10"),
        ({"bets": (0, 10)}, "bets=0"),
        ({"bets": (10, 20, 30)}, "bets="),
        ({"antes": (1,)}, "antes="),
        ({"raises_per_round": -1}, "raises_per_round=-1"),
        ({"raises_per_round": (1, 2)}, "raises_per_round=1,2 is not possible"),
        ({"odd_chips": "burn"}, "odd_chips=burn"),
        ({"heads_up": "other"}, "heads_up=other"),
        ({"short_all_in": "x"}, "short_all_in=x"),
        ({"first_to_act": 2}, "first_to_act"),
        ({"min_bet": 0, "betting": "no-limit"}, "min_bet=0"),
        ({"stack": 1.5}, "stack=1.5"),
        ({"lone_blind": 0}, "lone_blind=0"),
    ],
)
def test_impossible_rules_are_refused(options: dict[str, Any], says: str) -> None:
    with pytest.raises(GameError) as refused:
        HoldemRules(**options)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


def test_impossible_tables_are_refused() -> None:
    game = limit(3)
    wrongs: list[dict[str, Any]] = [
        {"stacks": (1, 2)},
        {"stacks": (0, 5, 5)},
        {"stacks": (5, 5, 2.5)},
        {"stacks": (5, 5, "many")},
        {"stacks": (5, 5, 2**60)},
        {"button": 3},
        {"button": "left"},
        {"cards": ["AsAd"]},
        {"board": "2c3c4c5c6c7c"},
        {"cards": ["AsAdAhAcKsKdKhKc", "", ""]},
    ]
    for wrong in wrongs:
        with pytest.raises(GameError):
            game.start(**wrong)
    with pytest.raises(CardError, match="77 is not a card"):
        game.start(deck=[77])
    with pytest.raises(CardError, match="As comes twice"):
        game.start(cards=["AsAd", "AsKd", "2c3c"])
    with pytest.raises(CardError, match="As comes twice"):
        game.start(deck="AsAdAs")
    with pytest.raises(GameError, match="seat 7 is not at this table: seats are 0 to 2"):
        game.start().observation(7)


def test_a_deck_is_dealt_one_card_at_a_time_from_the_left_of_the_button() -> None:
    state = limit(3).start(button=1, deck="As2c3cAd4d5dKsKhKdQsQd")
    assert [state.cards(seat) for seat in (2, 0, 1)] == [parse_cards(c) for c in ("AsAd", "2c4d", "3c5d")]
    play(state, "call", "call", "check")
    check_down(state)
    assert state.board == parse_cards("KsKhKdQsQd")


def test_unknown_cards_muck_at_the_showdown() -> None:
    state = limit().start(cards=["????", "3h4h"], board=BOARD)
    check_down(play(state, "call"))
    assert state.returns() == (-10, 10)


def test_two_unknown_hands_cannot_be_compared_until_they_are_shown() -> None:
    state = limit().start(cards=["??", ""], board=BOARD)
    assert state.cards(0) == (UNKNOWN, UNKNOWN)
    check_down(play(state, "call"))
    with pytest.raises(GameError, match=r"seats \[0, 1\] must show"):
        state.returns()
    state.show(1, parse_cards("AsAd"))
    assert state.returns() == (-10, 10)
    state.show(0, parse_cards("QsQd"))
    assert state.returns() == (10, -10)
    with pytest.raises(GameError, match="can't show other cards"):
        state.show(0, parse_cards("KsKd"))
    with pytest.raises(CardError, match="comes twice"):
        limit().start(cards=["??", "AsAd"], board=BOARD).show(0, parse_cards("AsKs"))


def test_seeded_deals_repeat_and_unseeded_ones_do_not() -> None:
    game = limit(9)
    assert game.start(seed=5)._hand.tobytes() == game.start(seed=5)._hand.tobytes()
    decks = {game.start()._hand["deck"].tobytes() for _ in range(50)}
    assert len(decks) == 50


def test_betting_ends_before_the_list_of_actions_overflows() -> None:
    state = no_limit(blinds=(1, 2)).start(stacks=(10**9, 10**9))
    count = 0
    while state.legal_actions().raise_kind:
        state.apply(parse_action(f"{state.legal_actions().raise_kind} {state.legal_actions().min_to}"))
        count += 1
    assert count > 200
    play(state, "call")
    check_down(state)
    assert sum(state.returns()) == 0
