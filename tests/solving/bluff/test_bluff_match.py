"""Whole matches: recursions and linear systems in fractions, against value iteration that assumes nothing."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from riverboat.errors import GameError
from riverboat.games import Bid, BluffRules, MatchRules, begin_match
from riverboat.games.bluff.game import BLUFF, Ending
from riverboat.solving.bluff.difference import difference_values
from riverboat.solving.bluff.match import (
    Chance,
    MatchStanding,
    MatchValue,
    chance_of,
    iterate_values,
    match_value,
    round_rules,
    standings,
)
from riverboat.solving.bluff.round import solve_bluff
from riverboat.solving.settings import Wish
from tests.solving.bluff.four_dice import four_dice_round

Note = Callable[[str, object], None]


def match(dice: tuple[int, int], faces: int, stake: str = "forfeit", starts: str = "loser") -> MatchRules:
    return MatchRules(round=BluffRules(dice=dice, faces=faces), stake=stake, starts=starts)


def solved(rules: MatchRules, wish: Wish | None = None) -> MatchValue:
    return match_value(
        rules, {here: chance_of(solve_bluff(round_rules(rules, here), wish)) for here in standings(rules)}
    )


def exactly(found: MatchValue) -> dict[tuple[int, int], Fraction | None]:
    return {(here.opener, here.other): chance.exact for here, chance in found.matches.items()}


def test_a_match_of_one_die_each_is_one_round() -> None:
    assert exactly(solved(match((1, 1), 6))) == {(1, 1): Fraction(251, 516)}
    assert exactly(solved(match((1, 1), 6, "give"))) == {(1, 1): Fraction(251, 516)}


def test_three_dice_of_three_faces_by_hand() -> None:
    # p(1,2) = 14/27 and p(2,1) = 31/54. Loser opens, dice are given: u = V(1,2) and w = V(2,1) solve
    # u = 14/27 (1 - u) and w = 31/54 + 23/54 u: who wins with one die against two has two then, and the other opens.
    found = exactly(solved(match((2, 1), 3, "give")))
    u = Fraction(14, 27) / (1 + Fraction(14, 27))
    assert found == {(1, 2): u, (2, 1): Fraction(31, 54) + Fraction(23, 54) * u}


@pytest.mark.parametrize("starts", ["loser", "winner"])
@pytest.mark.parametrize("stake", ["forfeit", "give"])
def test_winning_a_round_is_better_and_value_iteration_agrees(stake: str, starts: str) -> None:
    rules = match((2, 1), 2, stake, starts)
    found = solved(rules)
    assert found.winning_is_better
    for seed in (1, 2, 3):
        values, _ = iterate_values(rules, seed=seed)
        for here, chance in found.matches.items():
            assert chance.exact is not None
            assert values[here] == pytest.approx(float(chance.exact), abs=1e-9)


def test_the_linear_system_is_the_markov_chain_of_the_rules() -> None:
    """Played out by chance with the rounds' probabilities, the rules' own bookkeeping gives the same share of wins."""
    rules = match((2, 2), 2, "give")
    found = solved(rules)
    rng = np.random.default_rng(7)
    wins, matches = 0, 4000
    for _ in range(matches):
        state = begin_match(rules)
        while not state.is_over:
            here = MatchStanding(state.dice[state.starter], state.dice[1 - state.starter])
            p = found.rounds[here].exact
            assert p is not None
            won = rng.random() < float(p)
            winner = state.starter if won else 1 - state.starter
            ending = Ending(caller=0, call=BLUFF, bid=Bid(1, 1), showing=1, winner=winner, loser=1 - winner)
            state = state.after(ending)
        wins += state.winner == 0
    assert wins / matches == pytest.approx(float(found.matches[MatchStanding(2, 2)].low), abs=0.025)


def test_bounds_of_rounds_give_bounds_of_the_match() -> None:
    rules = match((2, 2), 2, "give")
    exact = solved(rules)
    loose = {
        here: Chance(low=chance.low - Fraction(1, 50), high=chance.high + Fraction(1, 70))
        for here, chance in exact.rounds.items()
    }
    found = match_value(rules, loose)
    for here, chance in found.matches.items():
        true = exact.matches[here].low
        assert chance.low < true < chance.high
        assert chance.high - chance.low < Fraction(1, 10)
    assert found.winning_is_better


def test_a_match_where_losing_is_better_is_noticed() -> None:
    rules = match((2, 1), 2, "give")
    odd = {here: Chance(low=Fraction(0), high=Fraction(1)) for here in standings(rules)}
    assert not match_value(rules, odd).winning_is_better


def test_matches_that_are_not_solved_say_so() -> None:
    with pytest.raises(GameError, match="are not linear"):
        standings(match((2, 1), 2, "difference"))
    with pytest.raises(GameError, match="matches of two players"):
        standings(MatchRules(round=BluffRules(dice=(1, 1, 1))))


@pytest.mark.parametrize("stake", ["forfeit", "give"])
@pytest.mark.parametrize("starts", ["loser", "winner"])
def test_rounds_of_many_results_are_solved_as_those_of_two_are(stake: str, starts: str) -> None:
    """Where one die goes over in any case, value iteration comes to what the linear system says exactly."""
    rules = match((2, 1), 2, stake, starts)
    found, exact = difference_values(rules), exactly(solved(rules))
    assert set(found) <= set(exact)
    for here, chance in found.items():
        value = exact[here]
        assert value is not None
        assert chance.low <= value <= chance.high
        assert chance.high - chance.low <= 1e-6


def test_as_many_dice_go_over_as_the_bid_was_off() -> None:
    """Who loses may lose two dice at once: the opener wins 15/23 of the matches, where one die is given 13/21."""
    found = difference_values(match((2, 2), 2, "difference"), gap=1e-4)
    assert set(found) == {(2, 2), (1, 3)}  # who loses opens, with fewer dice
    chance = found[MatchStanding(2, 2)]
    assert chance.low <= Fraction(15, 23) <= chance.high
    assert chance.high - chance.low <= 1e-4
    with pytest.raises(GameError, match=r"too large.*--match 2,1 --faces 3"):
        difference_values(match((2, 2), 6, "difference"))


@pytest.mark.prove
def test_matches_of_four_dice_exactly_and_value_iteration_from_three_starts(note: Note) -> None:
    for dice, faces, stake in (((2, 2), 2, "give"), ((2, 2), 3, "give"), ((2, 2), 3, "forfeit"), ((2, 1), 3, "give")):
        for starts in ("loser", "winner"):
            rules = match(dice, faces, stake, starts)
            found = solved(rules)
            value = found.matches[MatchStanding(*dice)].exact
            note(f"{dice}, {faces} faces, {stake}, {starts} opens", str(value))
            assert value is not None
            assert found.winning_is_better
            worst = 0.0
            for seed in (1, 2, 3) if sum(dice) == 3 or faces == 2 else ():
                values, _ = iterate_values(rules, seed=seed)
                worst = max(worst, *(abs(values[here] - float(found.matches[here].low)) for here in values))
            assert worst < 1e-9


@pytest.mark.prove
def test_matches_of_three_and_four_dice_with_six_faces_as_bounds(note: Note) -> None:
    for dice, stake in (((2, 1), "give"), ((2, 1), "forfeit"), ((2, 2), "forfeit"), ((2, 2), "give")):
        rules = match(dice, 6, stake)
        rounds = {}
        for here in standings(rules):
            large = sum(here) == 4
            rounds[here] = chance_of(
                four_dice_round((here.opener, here.other)) if large else solve_bluff(round_rules(rules, here))
            )
        found = match_value(rules, rounds)
        value = found.matches[MatchStanding(*dice)]
        note(f"{dice}, {stake}", f"{float(value.low):.6f} to {float(value.high):.6f}")
        assert found.winning_is_better
        assert value.high - value.low < Fraction(1, 200)
