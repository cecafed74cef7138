"""Perudo as a set of rules of Bluff: the order of aces, opening and changing, palifico, spot-on, whole matches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverboat.errors import GameError, IllegalAction
from riverboat.games import BluffGame, BluffRules, BluffState, MatchRules, MatchState, begin_match, find_game, make_game
from riverboat.games.actions import default_action
from riverboat.games.bluff.dice import Bid, Dice
from riverboat.games.bluff.game import PASS, SPOT_ON
from tests.games.perudo_twin import RULE_SETS, check_match, may_raise

FULL = 10_000


def perudo(**options: object) -> BluffGame:
    made = make_game("bluff", rules="perudo", **options)
    assert isinstance(made, BluffGame)
    return made


def played(text: str, game: BluffGame, rolls: Sequence[tuple[int, ...]]) -> BluffState:
    state = game.start(rolls=rolls)
    for action in filter(None, text.split(", ")):
        state.apply(action)
    return state


def bids(state: BluffState) -> list[str]:
    return [str(action).removeprefix("bid ") for action in state.legal_actions() if action.kind == "bid"]


def test_the_papers_rules_stay_what_they_were() -> None:
    rules = BluffRules(dice=(2, 3), check=True)
    assert not rules.customs
    assert find_game("bluff").make_rules(dice=(2, 3), check=True) == rules
    state = BluffGame(rules).start(seed=4).apply("bid 1-2")
    seen = state.observation(1).to_bytes().decode()
    assert "'check': True}" in seen
    assert "palifico" not in seen
    assert [str(action) for action in state.legal_actions()][-2:] == ["bluff", "check"]


def test_the_set_is_found_by_name_and_other_options_count_more() -> None:
    rules = perudo(seats=4, spot_on="anybody").rules
    assert (rules.dice, rules.wild, rules.order) == ((5,) * 4, 1, "aces")
    assert (rules.opening, rules.changing, rules.spot_on, rules.palifico) == ("no-aces", "any", "anybody", "fixed")
    row = find_game("bluff")
    named = row.set_of(rules)
    assert named is not None
    assert named.name == "perudo"
    assert row.title_of(rules) == "Perudo, 5 dice each"
    assert row.set_of(BluffRules()) is None
    with pytest.raises(GameError, match=r'"perudu" is not a set of rules of bluff \(did you mean "perudo"\?\)'):
        make_game("bluff", rules="perudu")
    with pytest.raises(GameError, match="it has one set of rules, without a name"):
        make_game("kuhn", rules="perudo")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"opening": "aces"}, '"aces" is not an opening of bluff: any, no-aces'),
        ({"changing": "falling"}, '"falling" is not a changing of bluff: any, rising'),
        ({"spot_on": "all"}, '"all" is not a spot_on of bluff: no, next, anybody'),
        ({"palifico": "yes"}, '"yes" is not a palifico of bluff: no, fixed, one-die'),
        ({"palifico_from": 1}, "palifico_from=1 is not possible: from 2 to 10 players left"),
        ({"back": 2}, "back is true or false, not 2"),
        ({"special": True}, r"a palifico \(special\) needs palifico=fixed or palifico=one-die"),
        ({"full": (5,)}, r"full=\[5\] is not a number of dice"),
        ({"check": True, "spot_on": "next"}, "check and spot_on are two rules for one call"),
    ],
)
def test_rules_that_cannot_be_are_refused(options: dict[str, object], says: str) -> None:
    with pytest.raises(GameError, match=says):
        make_game("bluff", **options)
    with pytest.raises(TypeError, match="BluffRules has no option palefico"):
        BluffRules(palefico="fixed")  # type: ignore[call-arg]


@pytest.mark.parametrize(("wild", "faces", "total"), [(1, 6, 30), (6, 6, 12), (1, 3, 7), (2, 4, 9)])
def test_the_order_of_aces_is_that_of_halving_and_doubling(wild: int, faces: int, total: int) -> None:
    """q aces stand between plain 2q and plain 2q+1: the total order is the rulebook's rule for every pair of bids."""
    order = Dice(dice=(total,), faces=faces, wild=wild, order="aces").bids()
    assert len(set(order)) == total * faces
    for (low, one), (high, other) in product(enumerate(order), repeat=2):
        if low != high:
            assert may_raise(other, one, wild) == (high > low)


def test_aces_stand_between_twice_as_many_and_one_more() -> None:
    order = perudo().rules.bids
    for quantity in range(1, 5):
        at = order.index(Bid(quantity, 1))
        assert order[at - 1] == (2 * quantity, 6)
        assert order[at + 1] == (2 * quantity + 1, 2)
    assert order[-5:] == tuple(Bid(quantity, 1) for quantity in (6, 7, 8, 9, 10))


def test_nobody_opens_with_aces_and_a_rule_may_allow_it() -> None:
    assert not [bid for bid in bids(perudo().start(seed=1)) if bid.endswith("-1")]
    assert "1-1" in bids(perudo(opening="any").start(seed=1))
    with pytest.raises(IllegalAction, match="bid 2-1 is not allowed here: bid 1-2 or higher"):
        perudo().start(seed=1).apply("bid 2-1")


def test_to_aces_half_as_many_and_back_twice_and_one() -> None:
    state = perudo().start(seed=1).apply("bid 7-4")
    assert next(bid for bid in bids(state) if bid.endswith("-1")) == "4-1"
    state.apply("bid 4-1")
    assert bids(state)[0] == "9-2"
    assert next(bid for bid in bids(state) if bid.endswith("-1")) == "5-1"


def test_more_dice_of_any_face_or_only_of_a_face_that_does_not_fall() -> None:
    free, rising = (perudo(changing=word).start(seed=1).apply("bid 3-5") for word in ("any", "rising"))
    assert "4-2" in bids(free)
    assert bids(rising)[:4] == ["3-6", "4-5", "4-6", "2-1"]
    assert "5-2" in bids(rising.apply("bid 2-1"))  # back from aces any face will do


def test_a_palifico_has_no_wilds_and_one_face() -> None:
    rules = {"dice": (1, 3, 2), "special": True, "spot_on": "anybody"}
    state = perudo(**rules).start(rolls=[(1,), (1, 1, 4), (4, 6)])
    assert "1-1" in bids(state)  # aces are a face as any other
    state.apply("bid 1-4")
    assert state.actor == 1
    assert [str(action) for action in state.legal_actions()] == [f"bid {many}-4" for many in range(2, 7)] + ["bluff"]
    state.apply("bid 3-4").apply("bluff")
    assert state.ending is not None
    assert (state.ending.showing, state.ending.loser) == (2, 1)  # ones count as ones


def test_in_a_palifico_players_with_one_die_may_change_the_face() -> None:
    game = perudo(dice=(1, 3, 1), special=True, palifico="one-die")
    state = game.start(seed=2).apply("bid 1-4")
    assert {bid.split("-")[1] for bid in bids(state)} == {"4"}
    state.apply("bid 2-4")
    assert bids(state)[:3] == ["2-5", "2-6", "3-1"]


@pytest.mark.parametrize(
    ("text", "caller", "showing", "loser", "returns"),
    [
        ("bid 3-4, spot-on", 1, 3, None, (0, 1)),
        ("bid 2-4, spot-on", 1, 3, 1, (1, -1)),
        ("bid 4-4, spot-on", 1, 3, 1, (1, -1)),
        ("bid 4-4, bluff", 1, 3, 0, (-1, 1)),
        ("bid 3-4, bid 2-1, spot-on", 0, 2, None, (1, 0)),
    ],
)
def test_who_loses_by_a_call(text: str, caller: int, showing: int, loser: int | None, returns: tuple[int, ...]) -> None:
    state = played(text, perudo(dice=(2, 2)), [(1, 5), (1, 4)])
    assert state.ending is not None
    assert (state.ending.caller, state.ending.showing, state.ending.loser) == (caller, showing, loser)
    assert state.returns() == returns


def test_anybody_but_the_bidder_is_asked_before_the_next_player() -> None:
    state = perudo(seats=4, spot_on="anybody").start(seed=3, button=0)
    assert state.actor == 1
    state.apply("bid 2-3")
    asked = []
    for _ in range(2):
        assert state.legal_actions() == (PASS, SPOT_ON)
        assert state.actor is not None
        asked.append(state.actor)
        assert state.observation(state.actor).actor == state.actor
        state.apply("pass")
    assert (asked, state.actor) == ([3, 0], 2)
    assert PASS not in state.legal_actions()
    state.apply("bid 3-3").apply("spot-on")
    assert state.ending is not None
    assert state.ending.caller == 0
    with pytest.raises(IllegalAction, match="pass is not allowed here: the round is over"):
        state.apply("pass")


def test_who_does_not_answer_passes_and_two_players_need_not_be_asked() -> None:
    state = perudo(seats=3, spot_on="anybody").start(seed=3).apply("bid 2-3")
    assert default_action(state.legal_actions()) == PASS
    with pytest.raises(IllegalAction, match="bluff is not allowed here: pass or spot-on"):
        state.apply("bluff")
    two = perudo(spot_on="anybody").start(seed=3).apply("bid 2-3")
    assert two.actor == 1
    assert two.legal_actions()[-1] == SPOT_ON


def after(text: str, dice: tuple[int, ...], rolls: Sequence[tuple[int, ...]], **options: object) -> MatchState:
    """How a match stands after one round of it that begins with these dice; all began with five."""
    rules = perudo(seats=len(dice), **options).rules
    match = begin_match(MatchRules(round=rules))
    state = MatchState(rules=match.rules, dice=dice, starter=0)
    play = state.start(seed=1)
    play.rolls = tuple(rolls)
    for action in text.split(", "):
        play.apply(action)
    assert play.ending is not None
    return state.after(play.ending)


def test_spot_on_wins_a_die_back_up_to_five_and_the_caller_opens() -> None:
    rolls = [(2, 2), (2, 3), (4, 4, 5, 5, 6)]
    won = after("bid 3-2, spot-on", (2, 2, 5), rolls)
    assert (won.dice, won.starter) == ((2, 3, 5), 1)
    full = after("bid 1-4, bid 1-5, spot-on", (2, 2, 5), [(2, 2), (2, 3), (4, 4, 4, 5, 6)])
    assert (full.dice, full.starter) == ((2, 2, 5), 2)
    nothing = after("bid 3-2, spot-on", (2, 2, 5), rolls, back=False)
    assert nothing.dice == (2, 2, 5)


def test_who_comes_to_one_die_opens_a_palifico_once() -> None:
    rolls = [(2, 2), (3, 3), (4, 4)]
    found = after("bid 5-2, bluff", (2, 2, 2), rolls)
    assert (found.dice, found.starter, found.special, found.reached) == ((1, 2, 2), 0, True, (0,))
    assert found.game().rules.special
    two = after("bid 3-2, bluff", (2, 2), rolls[:2])
    assert not two.special
    assert after("bid 3-2, bluff", (2, 2), rolls[:2], palifico_from=2).special
    assert not after("bid 3-2, bluff", (2, 2), rolls[:2], palifico_from=2, palifico="no").special


def test_who_loses_the_last_die_is_out_and_the_next_player_opens() -> None:
    found = after("bid 2-2, bluff", (1, 2, 2), [(3,), (4, 4), (5, 5)])
    assert (found.dice, found.alive, found.starter) == ((0, 2, 2), (1, 2), 1)


@given(st.data())
def test_dice_that_a_seat_cannot_see_do_not_change_its_view(data: st.DataObject) -> None:
    options = data.draw(st.sampled_from([options for options, _ in RULE_SETS.values()]))
    special = options.get("palifico", "no") != "no" and data.draw(st.booleans())
    game = BluffGame(BluffRules(seats=3, dice=2, special=special, **options))
    roll = st.tuples(st.integers(1, 6), st.integers(1, 6))
    own = data.draw(roll)
    states = [game.start(rolls=[own, data.draw(roll), data.draw(roll)]) for _ in range(2)]
    for _ in range(data.draw(st.integers(0, 9))):
        quiet = [action for action in states[0].legal_actions() if action.kind in ("bid", "pass")]
        if not quiet:
            break
        action = data.draw(st.sampled_from(quiet[:4]))
        for state in states:
            state.apply(action)
    views = [state.observation(0) for state in states]
    assert views[0].to_bytes() == views[1].to_bytes()
    assert views[0].rolls[1:] == (None, None)


@given(st.integers(1, 12), st.integers(1, 12), st.sampled_from([1, 6]))
def test_every_bid_can_be_raised_and_raising_is_transitive(one: int, other: int, wild: int) -> None:
    order = Dice(dice=(12,), wild=wild, order="aces").bids()
    chain = [order[at] for at in sorted({one * 5, other * 5})]
    assert all(may_raise(high, low, wild) and not may_raise(low, high, wild) for low, high in pairwise(chain))


def check_matches(name: str, count: int) -> tuple[int, int]:
    rng = np.random.default_rng(sum(map(ord, name)))
    found = [check_match(name, int(rng.integers(2, 7)), rng) for _ in range(count)]
    return sum(rounds for rounds, _ in found), sum(palificos for _, palificos in found)


@pytest.mark.parametrize("name", RULE_SETS)
def test_random_matches_keep_what_always_holds(name: str) -> None:
    rounds, palificos = check_matches(name, FULL // 100)
    assert rounds > 2 * FULL // 100
    assert bool(palificos) == (RULE_SETS[name][0].get("palifico", "no") != "no")


@pytest.mark.prove
def test_10000_random_matches_of_every_rule_set(note: Callable[..., None]) -> None:
    for name in RULE_SETS:
        rounds, palificos = check_matches(name, FULL)
        note(f"rounds, {name}", rounds)
        note(f"palificos, {name}", palificos)
