"""Gymnasium: one learner against named opponents, a hand an episode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium

from riverboat.agents import make_agent
from riverboat.doors.environments.encoder import Encoder, Field, Numbers
from riverboat.doors.environments.episode import Episode, spaces_of
from riverboat.errors import GameError, counted
from riverboat.games import find_game
from riverboat.tables.players import refuse_agent
from riverboat.tables.umpire import Umpire

#: An opponent with this many faults is asked no more.
_FAULTS = 5


class HandEnv(gymnasium.Env):  # type: ignore[misc]
    """A learner in seat 0 against named opponents; the button is anywhere, hand by hand.

    An action that the mask forbids is played as the rules play for those who do not answer: check if that is free,
    else fold; `info["illegal"]` says so. Opponents that remember go on from hand to hand until `reset(seed=...)`.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": []}

    def __init__(self, game: Any, encoder: Encoder, opponents: Sequence[str]) -> None:
        if len(opponents) != game.seats - 1:
            raise GameError(
                f"{counted(len(opponents), 'opponent')} for {game.seats} seats: name one for each other seat"
            )
        agents = [make_agent(name) for name in opponents]
        for agent in agents:
            refuse_agent(agent, find_game(game.name), [(game.rules, seat) for seat in range(game.seats)])
        self._umpires = [Umpire(agent, limit=_FAULTS) for agent in agents]
        self._names = ("learner", *opponents)
        self._episode = Episode(game, encoder)
        self.observation_space, self.action_space = spaces_of(encoder)
        self.fields: tuple[Field, ...] = encoder.fields
        self.actions = encoder.actions
        self._seen: dict[str, Numbers] = {}
        self._deal, self._seated, self._unplayed = 0, False, 0.0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Numbers], dict[str, Any]]:
        """Deal until the learner must decide; with a seed a new session begins, with opponents who remember nothing."""
        super().reset(seed=seed)
        if seed is not None or not self._seated:
            for umpire in self._umpires:
                umpire.begin(int(self.np_random.integers(1 << 62)), self._episode.game)
            self._seated, self._deal = True, 0
        self._unplayed = 0.0
        while True:
            self._episode.deal(self.np_random)
            self._deal += 1
            for at, umpire in enumerate(self._umpires, 1):
                umpire.hand_begins(self._episode.state.observation(at).told(self._deal, self._names), self._deal)
            self._let_others_act()
            if not self._episode.state.is_over:
                break
            self._unplayed += self._episode.rewards()[0]
        self._seen = self._episode.look(0)
        return self._seen, {"unplayed": self._unplayed, "action_mask": self._seen["action_mask"]}

    def step(self, action: Any) -> tuple[dict[str, Numbers], float, bool, bool, dict[str, Any]]:
        """The learner's action, and those of the others until it is the learner's turn or the hand is over."""
        if not self._seated or self._episode.state.is_over:
            raise GameError("the hand is over: call reset() for the next one")
        allowed = self._episode.act(int(action), self._seen["action_mask"])
        self._let_others_act()
        over = self._episode.state.is_over
        self._seen = self._episode.look(0)
        reward = self._episode.rewards()[0] if over else 0.0
        return self._seen, reward, over, False, {"illegal": not allowed, "action_mask": self._seen["action_mask"]}

    def _let_others_act(self) -> None:
        state = self._episode.state
        while (actor := state.actor) is not None and actor > 0:
            seen = state.observation(actor).told(self._deal, self._names)
            state.apply(self._umpires[actor - 1].decide(seen, self._deal))
        if state.is_over:
            for at, umpire in enumerate(self._umpires, 1):
                umpire.hand_over(state.observation(at).told(self._deal, self._names), self._deal)

    def close(self) -> None:
        """Let the opponents go."""
        for umpire in self._umpires:
            umpire.close()
        self._seated = False
