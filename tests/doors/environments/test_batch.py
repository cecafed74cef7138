"""Hands side by side play by the rules: every lane again through the game's own states gives the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import riverboat
from riverboat.cards.randomness import seed_words
from riverboat.doors.environments.batch import CardBatch
from riverboat.errors import GameError, IllegalAction
from riverboat.games import CardState
from tests.doors.environments.test_encoders import TABLES, encoder_of
from tests.doors.environments.twin import menu_of, row_of


def chosen(rng: np.random.Generator, masks: Any) -> Any:
    return (rng.random(masks.shape) * masks).argmax(axis=1)


def state_of(batch: CardBatch, game: Any, at: int) -> CardState:
    return CardState(game, np.frombuffer(bytearray(batch._cards.lanes["hand"][at].tobytes()), np.int64))


def test_a_batch_says_what_it_is() -> None:
    told = "<holdem-limit: 1,024 hands side by side, observations of 138, 3 actions>"
    assert repr(riverboat.env.batch("holdem-limit", hands=1024)) == told
    assert repr(riverboat.env.batch("bluff", hands=2)).startswith("<bluff: 2 hands side by side, ")


@pytest.mark.parametrize(("name", "options"), [table for table in TABLES if table[0] != "bluff"])
def test_a_lane_of_cards_is_the_game_itself(name: str, options: dict[str, Any]) -> None:
    lanes, rng = 5, np.random.default_rng(11)
    batch = riverboat.env.batch(name, hands=lanes, seed=3, **options)
    assert isinstance(batch, CardBatch)
    encoder, step = encoder_of(name, options), None
    game = encoder.game
    over = 0
    for _ in range(120):
        actions = chosen(rng, batch._shown.masks)
        before = [state_of(batch, game, at) for at in range(lanes)]
        menus = [menu_of(encoder, state.observation(int(batch.actors[at]))) for at, state in enumerate(before)]
        step = batch.step(actions)
        for at, state in enumerate(before):
            state.apply(menus[at][int(actions[at])])
            assert bool(step.done[at]) == state.is_over
            if state.is_over:
                over += 1
                nets = [float(net) / game.rules.income_unit.chips for net in state.returns()]
                assert step.rewards[at].tolist() == pytest.approx(nets, rel=1e-6)
                state = state_of(batch, game, at)
                assert not state.history
            else:
                assert not step.rewards[at].any()
            seen = state.observation(int(batch.actors[at]))
            assert step.observations[at].tolist() == row_of(encoder, seen).tolist()
            assert np.flatnonzero(step.masks[at]).tolist() == sorted(menu_of(encoder, seen))
    assert over > 10


@pytest.mark.parametrize("options", [{"dice": (2, 1, 3), "check": True}, {"dice": 2, "wild": 0, "order": "plain"}])
def test_a_lane_of_dice_is_the_game_itself(options: dict[str, Any]) -> None:
    encoder, rng = encoder_of("bluff", options), np.random.default_rng(2)
    batch = riverboat.env.batch("bluff", hands=4, seed=3, **options)
    game, rounds = encoder.game, batch._rounds  # type: ignore[attr-defined]

    def begun(at: int) -> Any:
        rolls = [np.repeat(np.arange(1, game.rules.faces + 1), row).tolist() for row in rounds.counts[at]]
        return game.start(rolls=rolls, button=(int(batch.actors[at]) - 1) % game.seats)

    states = [begun(at) for at in range(4)]
    for _ in range(200):
        actions = chosen(rng, batch._shown.masks)
        step = batch.step(actions)
        for at, state in enumerate(states):
            state.apply(encoder.action(state, int(actions[at])))
            assert bool(step.done[at]) == state.is_over
            if state.is_over:
                assert step.rewards[at].tolist() == list(state.returns())
                states[at] = begun(at)
            seen = states[at].observation(int(batch.actors[at]))
            assert step.observations[at].tolist() == row_of(encoder, seen).tolist()
            assert np.flatnonzero(step.masks[at]).tolist() == sorted(menu_of(encoder, seen))


def test_a_lane_depends_on_its_own_seed_alone() -> None:
    def played(seeds: list[int], at: int) -> list[Any]:
        batch = riverboat.env.batch("holdem-limit", hands=len(seeds), seed=seeds)
        found = []
        for _ in range(60):
            first = batch._shown.masks.argmax(axis=1)
            step = batch.step(first)
            found.append((step.observations[at].tolist(), step.rewards[at].tolist()))
        return found

    assert played([5, 6, 7], 1) == played([9, 6], 1)
    assert played([5, 6, 7], 1) != played([5, 8, 7], 1)
    words = riverboat.env.batch("leduc", hands=2, seed=[1, 2])._cards.lanes["words"]  # type: ignore[attr-defined]
    assert words[0].tolist() != words[1].tolist() != seed_words(3).tolist()


def test_one_seed_repeats_a_batch_with_opponents_who_remember() -> None:
    def played(seed: int) -> Any:
        batch = riverboat.env.batch("holdem-limit", hands=8, opponents=["evolving"], seed=seed)
        rng, total = np.random.default_rng(1), np.zeros(8)
        for _ in range(80):
            total += batch.step(chosen(rng, batch._shown.masks)).rewards
        return total.tolist(), batch.unplayed.tolist()  # type: ignore[attr-defined]

    assert played(4) == played(4)
    assert played(4) != played(5)


def test_against_opponents_the_learner_wins_what_a_match_says() -> None:
    """Who folds always loses the small blind before the learner decides: such hands count too."""
    batch = riverboat.env.batch("holdem-limit", hands=64, opponents=["always-fold"], seed=1)
    total, hands = 0.0, 0
    for _ in range(50):
        step = batch.step(np.ones(64, np.int64))
        total, hands = total + float(step.rewards.sum()), hands + int(step.done.sum())
        assert not batch.actors.any()
    assert hands > 0
    assert batch.unplayed.sum() > 0  # type: ignore[attr-defined]


def test_what_is_not_allowed_is_refused_and_changes_nothing() -> None:
    batch = riverboat.env.batch("holdem-limit", hands=3, seed=1)
    before = batch._shown.observations.copy()
    with pytest.raises(IllegalAction, match=r"action 5 is not allowed in lane 1: its mask allows \[0, 1, 2\]"):
        batch.step([1, 5, 1])
    with pytest.raises(IllegalAction, match="one for each of 3 lanes"):
        batch.step([1, 1])
    assert (batch._shown.observations == before).all()
    for wrong in ({"hands": 0}, {"seed": [1]}, {"opponents": ["stud"]}, {"opponents": ["rock", "rock"], "seats": 2}):
        with pytest.raises((GameError, riverboat.RiverboatError)):
            riverboat.env.batch("holdem-limit", **{"hands": 3, **wrong})  # type: ignore[arg-type]
    with pytest.raises(GameError, match="make takes it"):
        riverboat.env.batch("bluff", opponents=["bluff-odds"])
    with pytest.raises(GameError, match=r'give a list, like \["rock"\]'):
        riverboat.env.batch("holdem-limit", opponents="rock")
