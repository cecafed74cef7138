"""Thousands of hands at once: `reset()`, then `step(actions)`, each one compiled call for all of them.

Every lane plays hand after hand; where one is over, `done` says so and the observation is already that of the next.
A lane's cards follow from its own seed alone, whatever is done in it or in others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from riverboat.agents import make_agent
from riverboat.agents.compiled import CompiledAgent
from riverboat.arena.matches.table import agent_vectors
from riverboat.cards.randomness import seed_words, sequence_of
from riverboat.doors.environments.card_batch_kernel import (
    LANE,
    CardLanes,
    Opponents,
    Shown,
    first_illegal,
    reset_lanes,
    step_lanes,
)
from riverboat.doors.environments.card_encoder import CardEncoder
from riverboat.doors.environments.encoder import Encoder, Field, Numbers, width_of
from riverboat.doors.environments.round_encoder import RoundEncoder
from riverboat.doors.environments.rounds_kernel import RoundLanes, reset_rounds, step_rounds
from riverboat.errors import GameError, IllegalAction, counted
from riverboat.games import CardGame, find_game
from riverboat.games.engine.layout_kernel import VIEW
from riverboat.tables.players import refuse_agent

MOST_LANES = 1 << 20


class BatchStep(NamedTuple):
    """What a step shows, a row for each lane. The arrays are written again by the next step: copy what you keep."""

    observations: Numbers  # [lane, field]
    rewards: Numbers  # float32 [lane, seat], in the unit of results; with opponents [lane], the learner's
    done: Numbers  # uint8 [lane]: the hand is over, and the next is dealt
    masks: Numbers  # uint8 [lane, action]


class BatchedEnv:
    """Many hands of one game side by side, with no Python between."""

    def __init__(self, encoder: Encoder, name: str, lanes: int, *, reward_columns: int) -> None:
        if not 1 <= lanes <= MOST_LANES:
            raise GameError(f"hands={lanes} is not possible: 1 to {MOST_LANES:,} are played side by side")
        self.lanes = lanes
        self._name = name
        self._encoder = encoder
        self._shown = Shown(
            observations=np.zeros((lanes, width_of(encoder)), encoder.dtype),
            rewards=np.zeros((lanes, reward_columns), np.float32),
            done=np.zeros(lanes, np.uint8),
            masks=np.zeros((lanes, len(encoder.actions)), np.uint8),
            actors=np.zeros(lanes, np.int64),
        )

    def __repr__(self) -> str:
        width, actions = width_of(self._encoder), len(self.actions)
        return f"<{self._name}: {self.lanes:,} hands side by side, observations of {width}, {actions} actions>"

    @property
    def fields(self) -> tuple[Field, ...]:
        """The parts of an observation, in order."""
        return self._encoder.fields

    @property
    def actions(self) -> tuple[str, ...]:
        """What each action is called."""
        return self._encoder.actions

    @property
    def actors(self) -> npt.NDArray[np.int64]:
        """[lane] the seat whose turn it is, and whose observation is shown; with opponents always 0."""
        return self._shown.actors

    def reset(self, seed: int | Sequence[int] | None = None) -> tuple[Numbers, Numbers]:
        """Deal again in every lane: observations and masks. `seed` is one for all, or one for each lane."""
        self._begin(self._words(seed))
        return self._shown.observations, self._shown.masks

    def step(self, actions: Any) -> BatchStep:
        """Apply one action in every lane; one that its mask forbids is refused, and nothing is changed."""
        chosen = np.ascontiguousarray(actions, dtype=np.int64)
        if chosen.shape != (self.lanes,):
            raise IllegalAction(f"actions of shape {chosen.shape} do not fit: one for each of {self.lanes} lanes")
        if (lane := first_illegal(chosen, self._shown.masks)) >= 0:
            allowed = np.flatnonzero(self._shown.masks[lane]).tolist()
            raise IllegalAction(f"action {chosen[lane]} is not allowed in lane {lane}: its mask allows {allowed}")
        self._play(chosen)
        shown = self._shown
        return BatchStep(shown.observations, self._rewards(), shown.done, shown.masks)

    def _words(self, seed: int | Sequence[int] | None) -> npt.NDArray[np.uint64]:
        """[lane, 4] the generators of the lanes."""
        if seed is None or isinstance(seed, int | np.integer):
            sequence = np.random.SeedSequence(None if seed is None else int(seed))
            return sequence.generate_state(4 * self.lanes, np.uint64).reshape(self.lanes, 4).astype(np.uint64)
        if len(seed) != self.lanes:
            raise GameError(f"{counted(len(seed), 'seed')} for {self.lanes} lanes: give one for each, or one for all")
        return np.array([seed_words(int(each)) for each in seed])

    def _rewards(self) -> Numbers:
        found: Numbers = self._shown.rewards
        return found

    def _begin(self, words: npt.NDArray[np.uint64]) -> None:
        raise NotImplementedError

    def _play(self, actions: npt.NDArray[np.int64]) -> None:
        raise NotImplementedError


class CardBatch(BatchedEnv):
    """Hands of cards; with opponents the learner sits in seat 0."""

    def __init__(self, encoder: CardEncoder, lanes: int, opponents: Sequence[str] = ()) -> None:
        game = encoder.game
        super().__init__(encoder, game.name, lanes, reward_columns=1 if opponents else game.seats)
        if opponents and len(opponents) != game.seats - 1:
            raise GameError(
                f"{counted(len(opponents), 'opponent')} for {game.seats} seats: name one for each other seat"
            )
        self._agents = [_compiled(name, game) for name in opponents]
        self._cards = CardLanes(np.zeros(lanes, LANE), game.record, encoder.code, np.zeros(1, VIEW))
        entries, params, self._given = agent_vectors(self._agents)
        count = len(opponents)
        memory = np.zeros((lanes, *self._given.shape)) if count else np.zeros((1, 1, 1))
        self._others = Opponents(entries, params, memory, np.zeros((lanes, max(1, count), 4), np.uint64))

    @property
    def unplayed(self) -> npt.NDArray[np.float64]:
        """[lane] with opponents: won since `reset` in hands that ended before the learner had to decide."""
        found: npt.NDArray[np.float64] = self._cards.lanes["unplayed"]
        return found

    def _rewards(self) -> Numbers:
        rewards = super()._rewards()
        return rewards[:, 0] if self._agents else rewards

    def _begin(self, words: npt.NDArray[np.uint64]) -> None:
        self._cards.lanes[:] = np.zeros(1, LANE)
        self._cards.lanes["words"] = words
        if self._agents:
            self._others.memory[:] = self._given
            for lane, row in enumerate(words.tolist()):  # opponents draw from words of their own
                drawn = sequence_of(row[0], row[1] & 0xFFFFFFFF).generate_state(4 * len(self._agents), np.uint64)
                self._others.words[lane] = drawn.reshape(-1, 4)
        _whole(reset_lanes(self._cards, self._others, self._shown))

    def _play(self, actions: npt.NDArray[np.int64]) -> None:
        _whole(step_lanes(self._cards, self._others, self._shown, actions))


class RoundBatch(BatchedEnv):
    """Rounds of Bluff, all seats learners."""

    def __init__(self, encoder: RoundEncoder, lanes: int, opponents: Sequence[str] = ()) -> None:
        if opponents:
            raise GameError(f"{opponents[0]} can't sit in a batch, for it is not compiled: riverboat.env.make takes it")
        super().__init__(encoder, encoder.game.name, lanes, reward_columns=encoder.game.seats)
        self._rounds: RoundLanes = encoder.lanes(lanes)

    def _begin(self, words: npt.NDArray[np.uint64]) -> None:
        self._rounds.words[:] = words
        reset_rounds(self._rounds, self._shown)

    def _play(self, actions: npt.NDArray[np.int64]) -> None:
        step_rounds(self._rounds, self._shown, actions)


def _whole(wrong: int) -> None:
    if wrong:
        raise GameError("a compiled agent chose an action that is not legal: this is a fault of ours")


def _compiled(name: str, game: CardGame) -> CompiledAgent:
    agent = make_agent(name)
    refuse_agent(agent, find_game(game.name), [(game.rules, 0)])
    if not isinstance(agent, CompiledAgent):
        raise GameError(f"{name} can't sit in a batch, for it is not compiled: riverboat.env.make takes it")
    return agent


def make_batch(encoder: CardEncoder | RoundEncoder, lanes: int, opponents: Sequence[str]) -> BatchedEnv:
    """Hands side by side of the game that an encoder is of."""
    if isinstance(encoder, CardEncoder):
        return CardBatch(encoder, lanes, opponents)
    return RoundBatch(encoder, lanes, opponents)
