"""The styles and the bet mapping against readable twins."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from riverboat.agents import make_agent
from riverboat.agents.compiled import CompiledAgent
from riverboat.agents.styles import parameters as styles
from riverboat.cards.random_kernel import uniform
from riverboat.games import Action, CardGame, CardObservation, make_game
from tests.agents.played import PLAYED
from tests.agents.twin import style_wish

STYLES = [entry.name for entry in styles.STYLES]


def _compiled(name: str) -> CompiledAgent:
    agent = make_agent(name)
    assert isinstance(agent, CompiledAgent)
    return agent


def card_game(name: str, **options: int) -> CardGame:
    game = make_game(name, **options)
    assert isinstance(game, CardGame)
    return game


def _twin_action(name: str, seen: CardObservation, words: np.ndarray, *, limit: bool) -> Action:
    """What the twin does; `words` is the player's generator before it decides."""
    wish = style_wish(name, seen, uniform(words), limit=limit)
    legal = seen.legal_actions
    if wish == "raise" and legal.raise_kind:
        return Action(legal.raise_kind, _amount(seen, words, limit=limit))
    if Action("check") in legal:
        return Action("check")
    return Action("fold") if wish == "fold" else Action("call")


def _amount(seen: CardObservation, words: np.ndarray, *, limit: bool) -> int:
    legal = seen.legal_actions
    if limit or legal.min_to == legal.max_to:
        return legal.min_to
    larger = uniform(words) < 0.25
    current = max(seen.bets)
    if seen.street == 0:
        current = max(current, int(seen.record["small_bet"][0]))
    wanted = current * (3 if larger else 2) if current else (seen.pot if larger else seen.pot // 2)
    if wanted >= 0.67 * legal.max_to:
        return legal.max_to
    return min(max(wanted, legal.min_to), legal.max_to)


@pytest.mark.parametrize("name", STYLES)
@pytest.mark.parametrize("game_name", ["holdem-limit", "holdem-nolimit"])
def test_a_style_decides_as_its_readable_twin(name: str, game_name: str) -> None:
    limit = game_name == "holdem-limit"
    player, taken = _compiled(name).player(7), Counter[str]()
    others = _compiled("random" if limit else "loose-aggressive").player(8)
    for number in range(60):
        seats = 2 + number % 5
        game = card_game(game_name, seats=seats, stack=400 + 100 * (number % 9))
        state = game.start(seed=number, button=number % seats)
        while state.actor is not None:
            seen = state.observation(state.actor)
            if state.actor % 2:
                state.apply(others.decide(seen))
                continue
            twin = _twin_action(name, seen, player.words.copy(), limit=limit)
            action = player.decide(seen)
            assert action == twin, seen
            taken[action.kind] += 1
            state.apply(action)
    assert len(taken) >= 4, taken


@pytest.mark.parametrize(("name", "game_name"), PLAYED)
def test_every_agent_plays_legally_every_game_it_plays(name: str, game_name: str) -> None:
    agent = _compiled(name)
    game = card_game(game_name)
    players = [agent.player(1), _compiled("random").player(2)]
    for number in range(40):
        state = game.start(seed=number, button=number % 2)
        while state.actor is not None:
            seen = state.observation(state.actor)
            action = players[state.actor].decide(seen)
            assert action in seen.legal_actions
            state.apply(action)
        assert sum(state.returns()) == 0


def test_always_call_and_always_raise_do_what_they_are_called() -> None:
    game = make_game("holdem-limit")
    caller, raiser = _compiled("always-call").player(1), _compiled("always-raise").player(1)
    for number in range(20):
        state = game.start(seed=number)
        while state.actor is not None:
            seen = state.observation(state.actor)
            action = (caller, raiser)[state.actor].decide(seen)
            if state.actor == 0:
                assert action.kind in ("check", "call")
            else:
                assert action.kind in ("bet", "raise") or seen.legal_actions.raise_kind is None
            state.apply(action)
        assert state.is_showdown


def test_a_bet_counts_as_more_bets_the_larger_it_is() -> None:
    """READINGS part 2: bet size against pot and against stack gives the number of raises."""
    from riverboat.agents.bet_mapping_kernel import bets_to_call

    game = make_game("holdem-nolimit", seats=3, stack=1000)

    def counted(bet: int) -> int:
        state = game.start(seed=1)
        for action in ("call", "call", "check"):
            state.apply(Action(action))
        state.apply(Action("bet", bet))
        assert state.actor is not None
        return int(bets_to_call(state.observation(state.actor).record[0]))

    assert [counted(bet) for bet in (10, 20, 30, 45, 60, 300, 600)] == [1, 1, 2, 2, 3, 3, 3]
