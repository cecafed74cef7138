"""Agents that can be asked: what they say they do is what they do."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from riverboat.agents import make_agent
from riverboat.agents.asked import bucket_strategy, chances_of
from riverboat.agents.equilibrium.player import place_of
from riverboat.arena.matches.match import play_match
from riverboat.arena.matches.plan import match_plan
from riverboat.cards.holdings import holding_index
from riverboat.errors import AgentError
from riverboat.games import CardGame, CardObservation, make_game
from riverboat.solving.limit.strategy import policy
from riverboat.solving.limit.tree import CALL, FOLD, RAISE

ASKED = ("random", "always-fold", "always-call", "always-raise", "tight-aggressive", "maniac", "rock", "loose-passive")
KINDS = {"fold": FOLD, "check": CALL, "call": CALL, "bet": RAISE, "raise": RAISE}


def _situations(count: int) -> list[CardObservation]:
    game = make_game("holdem-limit")
    assert isinstance(game, CardGame)
    rng = np.random.default_rng(5)
    found: list[CardObservation] = []
    seed = 0
    while len(found) < count:
        seed += 1
        state = game.start(seed=seed)
        wanted = int(rng.integers(0, 9))
        for _ in range(wanted):
            actions = [action for action in state.legal_actions() if action.kind != "fold"]
            if not actions:
                break
            state.apply(actions[int(rng.integers(len(actions)))])
        if state.actor is not None:
            found.append(state.observation(state.actor))
    return found


@pytest.mark.parametrize("name", ASKED)
def test_what_it_says_is_what_it_does(name: str) -> None:
    agent = make_agent(name)
    strategy = bucket_strategy(agent)
    draws = 400
    for seen in _situations(25):
        player = agent.player(7)
        done = Counter(KINDS[player.decide(seen).kind] for _ in range(draws))
        holding = holding_index((seen.own_cards[0], seen.own_cards[1]))
        said = policy(strategy, place_of(seen), np.array(seen.board, np.uint8))[holding]
        assert said.sum() == pytest.approx(1)
        chances = chances_of(player, seen)
        assert {KINDS[action.kind]: share for action, share in chances.items()} == pytest.approx(
            {action: share for action, share in enumerate(said.tolist()) if share}
        )
        for action, share in enumerate(said.tolist()):
            slack = 5 * (share * (1 - share) / draws) ** 0.5
            assert abs(done[action] / draws - share) <= slack + 1e-6


@pytest.mark.parametrize("name", ["loki-f", "adaptive", "evolving"])
def test_who_learns_cannot_be_asked(name: str) -> None:
    with pytest.raises(AgentError, match="cannot be asked for all holdings"):
        bucket_strategy(make_agent(name))


def test_chances_are_refused_by_who_learns_and_by_styles_elsewhere() -> None:
    seen = _situations(1)[0]
    with pytest.raises(AgentError, match="loki-f cannot be asked for what it would do: it learns"):
        chances_of(make_agent("loki-f").player(1), seen)
    three = make_game("holdem-limit", seats=3).start(seed=1)
    with pytest.raises(AgentError, match="rock cannot be asked for what it would do but at limit Hold'em for two"):
        chances_of(make_agent("rock").player(1), three.observation(three.actor or 0))


def test_always_fold_folds() -> None:
    result = play_match(match_plan(["always-fold", "always-raise"], hands=400, seed=1))
    assert result.players[0].income_sb.mean == pytest.approx(-0.75)
    seen = _situations(1)[0]
    assert sum(chances_of(make_agent("always-fold").player(1), seen).values()) == 1
