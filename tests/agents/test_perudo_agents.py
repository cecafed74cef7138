"""The agents of Bluff by the rules of Perudo: odds with aces, palifico and spot-on; random; what the solver says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from riverboat.agents import make_agent
from riverboat.agents.bluff import odds
from riverboat.agents.drawing import Drawing
from riverboat.agents.random_player import RandomMaker
from riverboat.errors import AgentError, GameError
from riverboat.games import Action, Bid, BluffGame, BluffRules, MatchRules, begin_match
from riverboat.games.bluff.game import PASS, SPOT_ON
from riverboat.solving.bluff.round import solve_bluff

PERUDO: dict[str, Any] = {"wild": 1, "order": "aces", "opening": "no-aces", "palifico": "fixed", "palifico_from": 3}


def test_odds_count_aces_as_wild_and_in_a_palifico_as_ones() -> None:
    for special, each in ((False, 1 / 3), (True, 1 / 6)):
        game = BluffGame(BluffRules(dice=(1, 2), special=special, **PERUDO))
        seen = game.start(rolls=[(4,), (1, 3)]).observation(0)
        assert odds.chance_true(seen, Bid(2, 4)) == pytest.approx(1 - (1 - each) ** 2)
        assert odds.own_count(seen, 1) == 0


def test_it_calls_spot_on_where_that_pays_and_not_where_there_is_nothing_to_win() -> None:
    def values(full: tuple[int, ...]) -> dict[Action, float]:
        rules = BluffRules(dice=(1, 2, 1), spot_on="anybody", full=full, **PERUDO)
        # Two fives of one's own: two of four hidden aces or fives would be one too many.
        state = BluffGame(rules).start(rolls=[(3,), (5, 5), (2,)], button=1).apply("bid 2-5")
        assert state.actor == 1
        return odds.weigh(state.observation(1), trust=0.0)

    right = (2 / 3) ** 2  # neither of the two hidden dice counts
    assert values((5, 5, 5))[SPOT_ON] == pytest.approx(2 * right - 1)
    assert values((5, 2, 5))[SPOT_ON] == pytest.approx(right - 1)
    assert values((5, 5, 5))[PASS] == 0


def test_in_a_palifico_only_who_chose_the_face_is_believed() -> None:
    rules = BluffRules(dice=(1, 3, 2), special=True, **PERUDO)
    seen = BluffGame(rules).start(seed=1).apply("bid 1-4").apply("bid 2-4").observation(2)
    plain = BluffGame(rules).start(seed=1).apply("bid 1-4").observation(2)
    assert odds.chance_believed(seen, Bid(2, 4)) == odds.chance_believed(plain, Bid(2, 4))


@pytest.mark.parametrize("name", ["bluff-odds", "random"])
@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("spot_on", ["next", "anybody"])
def test_they_play_perudo_to_its_end_with_two_to_six(name: str, seats: int, spot_on: str) -> None:
    rules = BluffRules(seats=seats, dice=3, spot_on=spot_on, **PERUDO)
    match = begin_match(MatchRules(round=rules))
    players: list[Any] = [odds.BluffOddsMaker()() if name == "bluff-odds" else RandomMaker()() for _ in range(seats)]
    for seat, player in enumerate(players):
        assert isinstance(player, Drawing)
        player.begin(seat)
    rng = np.random.default_rng(seats)
    while not match.is_over:
        state = match.start(seed=rng)
        while not state.is_over:
            assert state.actor is not None
            seen = state.observation(state.actor)
            action = players[match.alive[state.actor]].decide(seen)
            assert action in seen.legal_actions
            state.apply(action)
        match = match.played(state)


def test_the_equilibrium_says_which_rules_it_plays() -> None:
    seen = BluffGame(BluffRules(dice=(1, 1), spot_on="next")).start(seed=1).observation(0)
    with pytest.raises(AgentError, match=r"plays the rules of Lanctot & Long's paper, without spot_on: .*bluff-odds"):
        make_agent("bluff-equilibrium").player(1).decide(seen)
    with pytest.raises(GameError, match="bluff is solved by the paper's rules, without opening"):
        solve_bluff(BluffRules(opening="no-aces"))
