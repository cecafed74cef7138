"""Tables of small games: nobody beats what was solved, nothing hidden is seen, and a seed repeats every hand."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from riverboat.errors import GameError, IllegalAction
from riverboat.games import make_game
from riverboat.games.actions import Action, Chips
from riverboat.games.efg.game import read_efg
from riverboat.games.engine.layout_kernel import UNKNOWN
from riverboat.games.protocol import Observation
from riverboat.games.size import refuse_long_solving
from riverboat.solving.policy import Policy
from riverboat.solving.solver import solve
from riverboat.tables.small_games import SmallHand, SmallTable, file_policy, uniform

HANDS = 4_000
THREE = """EFG 2 R "three" { "a" "b" "c" }
p "" 1 1 "" { "l" "r" } 0
p "" 2 1 "" { "l" "r" } 0
p "" 3 1 "" { "l" "r" } 0
t "" 1 "" { 1, 1/2, 0 }
t "" 2 "" { 0, 1, 2 }
t "" 3 "" { 3, 0, 0 }
p "" 3 1 "" { "l" "r" } 0
t "" 4 "" { 1, 1, 1 }
t "" 5 "" { 0, 0, 5 }
"""


def _play(table: SmallTable, hands: int, policy: Policy) -> None:
    """Play hands as a policy does, from whichever seat."""
    rng = np.random.default_rng(99)
    for _ in range(hands):
        hand = table.deal()
        while not hand.is_over:
            chances = policy(hand.state)
            text = list(chances)[int(rng.choice(len(chances), p=list(chances.values())))]
            hand.act(next(action for action in hand.seen.legal_actions if str(action) == text))


def _mean(table: SmallTable) -> tuple[float, float]:
    nets = np.array([float(net) for net in table.nets])
    return float(nets.mean()), float(nets.std(ddof=1) / len(nets) ** 0.5)


def test_at_kuhn_a_uniform_player_loses_to_the_solution_and_the_solution_breaks_even() -> None:
    game = make_game("kuhn")
    solved = solve(game).policy
    table = SmallTable(game, solved, seed=1)
    _play(table, HANDS, uniform)
    mean, error = _mean(table)
    assert mean < -4 * error
    same = SmallTable(game, solved, seed=2)
    _play(same, HANDS, solved)
    mean, error = _mean(same)
    assert abs(mean) < 4 * error
    # The twin that must fail: against a uniform player the solution wins, so that the table does use its policy.
    weak = SmallTable(game, uniform, seed=1)
    _play(weak, HANDS, solved)
    mean, error = _mean(weak)
    assert mean > 4 * error


def _views(table: SmallTable, hands: int) -> list[tuple[int, tuple[bytes, ...], Chips]]:
    found = []
    for _ in range(hands):
        hand, seen = table.deal(), []
        while not hand.is_over:
            seen.append(hand.seen.to_bytes())
            hand.act(hand.seen.legal_actions[-1])
        found.append((hand.person, tuple(seen), hand.net))
    return found


def test_a_seed_repeats_every_hand_and_another_does_not() -> None:
    game = make_game("leduc")
    first, again, other = (_views(SmallTable(game, uniform, seed=seed), 40) for seed in (3, 3, 4))
    assert first == again
    assert first != other
    assert [person for person, _, _ in first] == [0, 1] * 20


def test_what_is_dealt_does_not_hang_on_what_was_chosen_before() -> None:
    game = make_game("leduc")
    tables = SmallTable(game, uniform, seed=5), SmallTable(game, uniform, seed=5)
    for _ in range(30):
        hands: list[SmallHand] = [table.deal() for table in tables]
        assert hands[0].seen.to_bytes() == hands[1].seen.to_bytes()
        for hand, which in zip(hands, (0, -1), strict=True):
            while not hand.is_over:
                hand.act(hand.seen.legal_actions[which])


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_the_other_card_is_seen_at_a_showdown_alone(name: str) -> None:
    table, shown = SmallTable(make_game(name), uniform, seed=6), set()
    for _ in range(200):
        hand = table.deal()
        while not hand.is_over:
            assert _other(hand.seen) == UNKNOWN
            hand.act(hand.seen.legal_actions[0])
        showdown = hand.state.is_showdown  # type: ignore[attr-defined]
        assert (_other(hand.seen) == UNKNOWN) is not showdown
        shown.add(showdown)
    assert shown == {True, False}


def _other(seen: Observation) -> int:
    return int(seen.cards[1 - seen.seat][0])  # type: ignore[attr-defined]


def test_a_tree_of_three_players_is_played_against_uniform_players() -> None:
    game = read_efg(THREE, "three.efg")
    table = SmallTable(game, uniform, seed=7)
    _play(table, 300, uniform)
    assert [hand.person for hand in table.played[:4]] == [0, 1, 2, 0]
    assert Fraction(1, 2) in table.nets
    with pytest.raises(GameError, match="is for 3 players"):
        file_policy(game, Path("none.json"))


def test_it_is_refused_to_act_after_the_end() -> None:
    hand = SmallTable(make_game("rps"), uniform, seed=1).deal()
    hand.act(Action("rock"))  # type: ignore[arg-type]
    with pytest.raises(IllegalAction, match="not your turn"):
        hand.act(Action("rock"))  # type: ignore[arg-type]


def test_what_nobody_would_wait_for_is_refused() -> None:
    with pytest.raises(GameError, match="states: at most 30,000 are solved while you wait; play against random"):
        refuse_long_solving(make_game("bluff", dice=(2, 2)))
