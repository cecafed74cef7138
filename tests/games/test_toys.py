"""Kuhn and Leduc: whole trees, walked through the protocol alone."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from riverboat.errors import GameError, IllegalAction
from riverboat.games import CHANCE, Action, State, make_game, parse_action


def walk(state: State, visit: Callable[[State], None]) -> None:
    visit(state)
    if state.is_over:
        return
    chance = state.actor == CHANCE
    actions = [action for action, _ in state.chance_outcomes()] if chance else list(state.legal_actions())
    for action in actions:
        below = state.copy()
        below.apply(action)
        walk(below, visit)


def count(name: str) -> tuple[int, int, int]:
    infosets: set[str] = set()
    leaves, decisions = 0, 0

    def visit(state: State) -> None:
        nonlocal leaves, decisions
        if state.is_over:
            leaves += 1
            assert sum(state.returns()) == 0
        elif state.actor != CHANCE:
            decisions += 1
            infosets.add(state.infoset())

    walk(make_game(name).root(), visit)
    return len(infosets), leaves, decisions


def test_kuhn_has_12_information_sets_and_30_ends() -> None:
    assert count("kuhn") == (12, 30, 24)


def test_leduc_has_288_information_sets() -> None:
    # Southey and others 2005; ranks alone, since suits don't matter.
    assert count("leduc")[0] == 288


def test_chance_probabilities_sum_to_one_and_weigh_equal_ranks() -> None:
    state = make_game("leduc").root()
    assert [p for _, p in state.chance_outcomes()] == pytest.approx([1 / 3] * 3)
    state.apply(parse_action("deal Jh"))
    assert [p for _, p in state.chance_outcomes()] == pytest.approx([1 / 5, 2 / 5, 2 / 5])
    state.apply(parse_action("deal Js"))
    assert state.actor == 0
    state.apply(Action("check"))
    state.apply(Action("check"))
    assert state.actor == CHANCE
    assert len(state.chance_outcomes()) == 2


def test_kuhn_1950_value_of_the_game_is_minus_one_eighteenth() -> None:
    """Kuhn's equilibrium with alpha = 1/3: exact, in fractions, over the whole tree."""
    third = Fraction(1, 3)
    aggressive = {  # the chance of bet or call
        "0:J||": third,
        "0:Q||": Fraction(0),
        "0:K||": Fraction(1),
        "0:J||xb1": Fraction(0),
        "0:Q||xb1": 2 * third,
        "0:K||xb1": Fraction(1),
        "1:J||x": third,
        "1:Q||x": Fraction(0),
        "1:K||x": Fraction(1),
        "1:J||b1": Fraction(0),
        "1:Q||b1": third,
        "1:K||b1": Fraction(1),
    }

    def value(state: State) -> Fraction:
        if state.is_over:
            return Fraction(state.returns()[0])
        total = Fraction(0)
        if state.actor == CHANCE:
            for action, probability in state.chance_outcomes():
                below = state.copy()
                below.apply(action)
                total += Fraction(probability).limit_denominator(100) * value(below)
            return total
        share = aggressive[state.infoset()]
        for action in state.legal_actions():
            below = state.copy()
            below.apply(action)
            total += (share if action.kind in ("bet", "call") else 1 - share) * value(below)
        return total

    assert value(make_game("kuhn").root()) == Fraction(-1, 18)


def test_leduc_pair_beats_a_higher_card() -> None:
    state = make_game("leduc").root()
    for text in ("deal Jh", "deal Ks", "check", "check", "deal Js", "bet 4", "raise 8", "call"):
        state.apply(parse_action(text))
    assert state.returns() == (9, -9)


def test_leduc_equal_ranks_split() -> None:
    state = make_game("leduc").root()
    for text in ("deal Jh", "deal Js", "bet 2", "raise 4", "call", "deal Ks", "check", "check"):
        state.apply(parse_action(text))
    assert state.returns() == (0, 0)


def test_leduc_allows_one_raise_a_round() -> None:
    state = make_game("leduc").start(seed=1)
    for text in ("bet 2", "raise 4"):
        state.apply(parse_action(text))
    assert [action.kind for action in state.legal_actions()] == ["fold", "call"]


def test_chance_moves_only_where_it_was_left_open() -> None:
    state = make_game("kuhn").start(seed=1)
    with pytest.raises(GameError, match="chance does not move here"):
        state.chance_outcomes()
    with pytest.raises(IllegalAction, match="deal Ks is not allowed here: check or bet 1"):
        state.apply(parse_action("deal Ks"))
    state = make_game("kuhn").root()
    with pytest.raises(IllegalAction, match="deal As is not allowed here: a card that is still in the deck"):
        state.apply(parse_action("deal As"))
    with pytest.raises(GameError, match="no seat acts here"):
        state.infoset()


def test_holdem_too_can_leave_chance_open() -> None:
    state = make_game("holdem-limit").root()
    for card in range(4):
        assert len(state.chance_outcomes()) == 52 - card
        state.apply(Action("deal", card))
    assert state.actor == 1
    state.apply(Action("call"))
    state.apply(Action("check"))
    assert state.actor == CHANCE
