"""Averages over what a known player may have held: a readable twin, nothing won by them, and less luck left."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from riverboat.agents import make_agent
from riverboat.agents.equilibrium.player import EquilibriumMaker, EquilibriumPlayer, actions_of, place_of
from riverboat.agents.python_agent import PythonAgent
from riverboat.arena import match_plan, play_match
from riverboat.arena.luck import luck_kernel as lk
from riverboat.arena.luck.imaginary import PlayedSide, luck_of_holding, whole_strategy
from riverboat.arena.luck.imaginary_kernel import leave_open, residuals
from riverboat.arena.luck.limit import LimitLuck
from riverboat.arena.luck.values import usual_values
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS, holding_index
from riverboat.games import CardGame, CardState, make_game
from riverboat.solving.limit import tree
from tests.arena.luck.test_luck import _seen, _value, biased, hands_of, luck_of_match


def _played(state: CardState, side: int) -> PlayedSide:
    """A hand as it is looked at, with nobody's chances known."""
    steps = np.zeros((lk.MOST_STEPS, lk.STEP_COLUMNS), np.int64)
    count = lk.read_steps(state.hand, steps)
    blind = 1 - state.button
    held = np.array([*state.cards(blind), *state.cards(1 - blind)], np.uint8)
    board = np.array([*state.board, 0, 0, 0, 0, 0][:5], np.uint8)
    cards = lk.HandCards(held, board, len(state.board))
    return PlayedSide(side=side, steps=steps[:count], chances=np.full((count, 3), -1.0), cards=cards)


def _rivers(names: tuple[str, str], hands: int) -> list[PlayedSide]:
    found = [_played(state, side) for state in hands_of(names, hands) for side in range(2)]
    return [played for played in found if played.steps[-1, lk.STREET] == 3]


def _twin(played: PlayedSide, holding: int, shares: Any, rows: list[int]) -> float:
    """The residual of a river for one holding: its end, less known luck, less its value when it was dealt."""
    values = usual_values()
    held = played.cards.held.tolist()
    held[2 * played.side : 2 * played.side + 2] = HOLDING_CARDS[holding].tolist()
    seen = _seen(held, played.cards.board.tolist(), values)
    row, terms = np.array(seen), np.zeros(lk.TERMS)
    lk.fill_terms(*seen, terms)

    def worth(step: Any, action: int) -> float:
        return float(lk.action_value(step, action, row, terms, values.weights))

    last = played.steps[rows[-1]]
    found = worth(last, int(last[lk.ACTION])) - _value(60, float(last[lk.PAID_HALVES]) / 2, seen, values)
    for at, number in enumerate(rows):
        step = played.steps[number]
        if step[lk.ACTOR] == played.side:
            chances = shares[at][holding]
            mean = sum(chances[action] * worth(step, action) for action in range(3) if chances[action] > 0)
            found -= worth(step, int(step[lk.ACTION])) - mean
    return found


def test_the_residual_of_a_river_equals_a_readable_twin() -> None:
    values = usual_values()
    known = whole_strategy(make_agent("loose-aggressive"))
    assert known is not None
    compared = 0
    for played in _rivers(("loose-aggressive", "loose-aggressive"), 60)[:8]:
        rows = np.flatnonzero(played.steps[:, lk.STREET] == 3).tolist()
        shares = played.shares(known)
        found, left = np.zeros(HOLDINGS), np.zeros(HOLDINGS, np.uint8)
        steps, chances, board = played.steps[rows], played.chances[rows], played.cards.board
        residuals(played.side, steps, shares[rows], chances, played.other, board, values.worth, found)
        leave_open(played.other, board, left)
        assert left.sum() == 45 * 44 // 2
        for holding in (played.holding, *np.flatnonzero(left)[::211].tolist()):
            assert found[holding] == pytest.approx(_twin(played, holding, shares[rows], rows), abs=1e-6)
            compared += 1
    assert compared > 20


def test_whoever_does_the_same_with_everything_may_have_held_anything() -> None:
    """Over all holdings, each as likely as any other, the luck of a holding comes to nothing."""
    known = whole_strategy(make_agent("always-call"))
    assert known is not None
    (played, *_) = [each for each in _rivers(("always-call", "always-call"), 2) if each.side == tree.OOP]
    left = np.zeros(HOLDINGS, np.uint8)
    leave_open(played.other, played.cards.board, left)
    found = []
    for holding in np.flatnonzero(left).tolist():
        held = played.cards.held.copy()
        held[:2] = HOLDING_CARDS[holding]
        cards = played.cards._replace(held=held)
        one = PlayedSide(side=played.side, steps=played.steps, chances=played.chances, cards=cards)
        found.append(luck_of_holding(known, one, usual_values().worth))
    assert np.mean(found) == pytest.approx(0, abs=1e-9)
    assert np.std(found) > 0.1


def test_who_is_known() -> None:
    assert whole_strategy(make_agent("loki-a")) is None
    assert whole_strategy(None) is None
    assert whole_strategy(PythonAgent(EquilibriumMaker(), remembers=False, named="mine", house=False)) is None
    blueprint, solves = (whole_strategy(make_agent(f"equilibrium:river={how}")) for how in ("blueprint", "solved"))
    assert blueprint is not None
    assert solves is not None
    assert (blueprint.solved is None, solves.solved is None) == (True, False)


@pytest.mark.parametrize("river", ["blueprint", "solved"])
def test_chances_of_all_holdings_are_those_that_it_draws_from(river: str) -> None:
    """What `equilibrium` says at the table with its own holding is the row of that holding."""
    agent = make_agent(f"equilibrium:river={river}")
    known, player = whole_strategy(agent), agent.player(1)
    assert known is not None
    assert isinstance(player, EquilibriumPlayer)
    game = make_game("holdem-limit")
    assert isinstance(game, CardGame)
    for seed in range(2):
        state = game.start(seed=seed)
        while state.actor is not None:
            seen = state.observation(state.actor)
            board = np.array([*seen.board, 0, 0, 0, 0, 0][:5], np.uint8)
            shares = known.shares(place_of(seen), actions_of(seen), board)
            own = holding_index((min(seen.own_cards), max(seen.own_cards)))
            np.testing.assert_allclose(shares[own], player.mix(seen), atol=1e-6)
            state.apply(next(action for action in seen.legal_actions if action.kind in ("check", "call")))


class _Lies(LimitLuck):
    """Averages over holdings by chances that they were not drawn from."""

    def __init__(self, agents: Any) -> None:
        super().__init__(agents)
        self._whole = [whole_strategy(make_agent("random")), None]


def test_an_average_by_wrong_chances_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("riverboat.arena.matches.table.hand_luck", lambda plan: _Lies(plan.agents))
    assert biased(luck_of_match(("tight-aggressive", "maniac"), 4000, 14))


def test_less_luck_is_left_than_without(monkeypatch: pytest.MonkeyPatch) -> None:
    spreads = []
    for imagines in (False, True):
        monkeypatch.setattr(
            "riverboat.arena.matches.table.hand_luck",
            lambda plan, imagines=imagines: LimitLuck(plan.agents, imagines=imagines),
        )
        names = ["tight-aggressive", "loose-passive"]
        found = play_match(match_plan(names, hands=1200, seed=15, duplicate=False, adjusted=True))
        assert found.adjusted_values_sb is not None
        spreads.append(float(found.adjusted_values_sb[:, 0].std()))
        assert not biased(found)
    assert spreads[1] < 0.95 * spreads[0]
