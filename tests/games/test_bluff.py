"""Bluff's rules, by the paper's paragraphs; dice that are hidden; whole matches."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverboat.errors import GameError, IllegalAction
from riverboat.games import Action, BluffRules, MatchRules, begin_match, make_game, parse_action
from riverboat.games.bluff.dice import Bid, Dice
from riverboat.games.bluff.game import BluffGame, BluffState


def game(**options: object) -> BluffGame:
    made = make_game("bluff", **options)
    assert isinstance(made, BluffGame)
    return made


def played(text: str, **options: object) -> BluffState:
    rolls = options.pop("rolls")
    assert isinstance(rolls, list)
    state = game(**options).start(rolls=rolls)
    for action in text.split(", "):
        state.apply(action)
    return state


def test_table_2_of_the_paper_the_order_of_bids_with_two_dice() -> None:
    names = [str(bid) for bid in game().rules.bids]
    assert names == "1-1 1-2 1-3 1-4 1-5 1-6 2-1 2-2 2-3 2-4 2-5 2-6".split()
    assert game(order="plain").rules.bids == game().rules.bids


def test_wild_bids_stand_between_plain_2q_minus_1_and_plain_2q() -> None:
    bids = game(dice=(2, 2)).rules.bids
    assert len(bids) == 24
    for quantity in (1, 2):
        wild = bids.index(Bid(quantity, 6))
        assert bids[wild - 1] == (2 * quantity - 1, 5)
        assert bids[wild + 1] == (2 * quantity, 1)
    assert bids[-2:] == ((3, 6), (4, 6))
    # "a bid (q, f) where f = d is higher than a bid (q2, f2) where f2 != d for all q2 < 2 q"
    for at, bid in enumerate(bids):
        if bid.face == 6:
            assert all((bids.index(each) < at) == (each.quantity < 2 * bid.quantity) for each in bids if each.face < 6)


@pytest.mark.parametrize(
    ("rolls", "text", "loser"),
    [
        ([(5,), (6,)], "bid 2-5, bluff", 1),  # the wild six is a five
        ([(5,), (4,)], "bid 2-5, bluff", 0),
        ([(5,), (6,)], "bid 2-6, bluff", 0),  # a five is no six
        ([(5,), (6,)], "bid 1-5, check", 1),  # two fives: not exactly one
        ([(5,), (6,)], "bid 2-5, check", 0),
        ([(1,), (2,)], "bid 1-1, bid 1-2, bluff", 0),
    ],
)
def test_who_loses_a_round(rolls: list[tuple[int, ...]], text: str, loser: int) -> None:
    state = played(text, rolls=rolls, check=True)
    assert state.ending is not None
    assert state.ending.loser == loser
    assert state.returns()[loser] == -1
    assert sum(state.returns()) == 0


def test_with_three_players_the_third_neither_wins_nor_loses() -> None:
    state = played("bid 1-2, bid 1-3, bid 2-3, bluff", rolls=[(1,), (3,), (2,)], seats=3)
    assert state.returns() == (1, 0, -1)


def test_a_round_cannot_be_opened_with_a_call() -> None:
    with pytest.raises(IllegalAction, match=r"bluff is not allowed here: bid 1-1 or higher$"):
        game(check=True).start(seed=1).apply("bluff")
    assert Action("check") not in game().start(seed=1).apply("bid 1-1").legal_actions()


def test_another_wild_face_and_none() -> None:
    assert Dice(dice=(3,), wild=1).count((1, 2, 3), 3) == 2
    assert Dice(dice=(3,), wild=0).count((1, 6, 3), 3) == 1
    assert Dice(dice=(1, 1), wild=1).bids()[4:6] == ((1, 6), (1, 1))
    assert [bid.face for bid in Dice(dice=(1, 1), wild=0).bids()] == [1, 2, 3, 4, 5, 6] * 2


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"dice": 0}, "0 dice are not possible in bluff: every player needs at least 1"),
        ({"dice": (1, 0)}, "0 dice are not possible"),
        ({"faces": 1}, "1 face is not possible in bluff: from 2 to 99"),
        ({"dice": (1, 1, 1), "seats": 2}, "dice for 3 players are given, but there are 2 seats"),
        ({"dice": (50, 1)}, "51 dice are not possible in bluff: at most 40"),
        ({"wild": 7}, "face 7 cannot be wild"),
        ({"order": "odd"}, '"odd" is not an order of bids: paper or plain'),
    ],
)
def test_rules_that_cannot_be_are_refused(options: dict[str, object], says: str) -> None:
    with pytest.raises(GameError, match=says.replace("(", r"\(")):
        game(**options)


@pytest.mark.parametrize("text", ["bid", "bid 5", "bid 0-3", "bid 1-2-3", "bid one-two", "roll", "bid 1-200"])
def test_text_that_is_no_bid_is_refused(text: str) -> None:
    with pytest.raises(IllegalAction, match="is not an action: write"):
        parse_action(text)


def test_bids_read_back_however_they_are_written() -> None:
    assert parse_action("bid 2-5") == parse_action("bid 2x5") == parse_action("BID 2 5") == Action("bid", 205)
    assert str(parse_action("roll 1 6")) == "roll 1 6"


@given(st.data())
def test_dice_that_a_seat_cannot_see_do_not_change_its_view(data: st.DataObject) -> None:
    played_game = game(seats=3, dice=2, check=True)
    roll = st.tuples(st.integers(1, 6), st.integers(1, 6))
    own = data.draw(roll)
    rolls = [[own, data.draw(roll), data.draw(roll)] for _ in range(2)]
    states = [played_game.start(rolls=each) for each in rolls]
    for _ in range(data.draw(st.integers(0, 5))):
        bids = [action for action in states[0].legal_actions() if action.kind == "bid"]
        action = data.draw(st.sampled_from(bids[:4]))
        for state in states:
            state.apply(action)
    views = [state.observation(0) for state in states]
    assert views[0].to_bytes() == views[1].to_bytes()
    assert views[0].rolls[1:] == (None, None)
    # The view does notice its own dice: the comparison could fail.
    other = played_game.start(rolls=[(own[0] % 6 + 1, own[1]), *rolls[0][1:]])
    assert other.observation(0).roll != views[0].roll


def test_chances_of_rolls_are_those_of_dice() -> None:
    table = Dice(dice=(3, 1), faces=6)
    chances = {roll: table.chance(roll) for roll in table.rolls(0)}
    assert sum(chances.values()) == 1
    counted: dict[tuple[int, ...], int] = {}
    for a, b, c in np.ndindex(6, 6, 6):
        roll = tuple(sorted((a + 1, b + 1, c + 1)))
        counted[roll] = counted.get(roll, 0) + 1
    assert chances == {roll: chance for roll, chance in chances.items() if chance * 216 == counted[roll]}


@pytest.mark.parametrize(("stake", "total"), [("forfeit", None), ("give", 6), ("difference", 6)])
@pytest.mark.parametrize("starts", ["loser", "winner"])
def test_a_match_ends_with_one_player_who_has_all_dice_left(stake: str, total: int | None, starts: str) -> None:
    rng = np.random.default_rng(5)
    for _ in range(20):
        match = begin_match(MatchRules(round=BluffRules(dice=(2, 3, 1)), stake=stake, starts=starts))
        rounds = 0
        while not match.is_over:
            state = match.start(seed=rng)
            assert match.alive[state.actor or 0] == match.starter
            while not state.is_over:
                legal = state.legal_actions()
                state.apply(legal[int(rng.integers(len(legal)))])
            ending = state.ending
            assert ending is not None
            assert ending.loser is not None
            loser, before = match.alive[ending.loser], match
            match, rounds = match.after(ending), rounds + 1
            assert match.dice[loser] < before.dice[loser]
            assert match.dice[match.starter]
        assert match.dice[match.winner] == (total or sum(match.dice))
        assert stake != "forfeit" or rounds <= 5
    with pytest.raises(GameError, match="the match is over"):
        match.game()


def test_a_match_with_a_stake_that_is_none_is_refused() -> None:
    with pytest.raises(GameError, match='"keep" is not a stake of a match of bluff: forfeit, give, difference'):
        MatchRules(round=BluffRules(), stake="keep")


@pytest.mark.parametrize(
    "text", ["bid -1-6", "bid 1--6", "bid -1 6", "bid 1 -6", "bid 1-6-", "bid ,1,6", "bid 1-", "bid 0-6"]
)
def test_a_bid_with_a_minus_of_its_own_is_none(text: str) -> None:
    with pytest.raises(IllegalAction, match=f'"{text}" is not an action: write a quantity and a face'):
        parse_action(text)


@pytest.mark.parametrize("text", ["bid 2-5", "bid 2x5", "bid 2 5", "bid 2 x 5", "bid 2,5", "bid 2 - 5", "BID 2-5"])
def test_a_bid_is_written_in_many_ways(text: str) -> None:
    assert parse_action(text) == Action("bid", 205)


def test_a_key_is_made_without_an_observation_and_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    states = []
    for dice in ((1, 1), (2, 3), (5, 5)):
        for seed in range(20):
            state = game(dice=dice, check=True).start(seed=seed)
            while not state.is_over:
                states.append(state.copy())
                legal = state.legal_actions()
                state.apply(legal[int(rng.integers(len(legal)))])
    expected = []
    for state in states:
        assert state.actor is not None
        own = ",".join(str(die) for die in state.rolls[state.actor])
        bids = " ".join(str(event.action).removeprefix("bid ") for event in state.history)
        expected.append(f"{state.actor}:{own}|{bids}")
        assert state.observation(state.actor).infoset == expected[-1]
    monkeypatch.setattr(BluffState, "observation", lambda *_: pytest.fail("a key needs the dice and bids alone"))
    assert [state.infoset() for state in states] == expected
