"""PettingZoo: all seats are learners, one acts after the other (AEC), a hand an episode."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from pettingzoo import AECEnv

from riverboat.doors.environments.encoder import Encoder, Numbers
from riverboat.doors.environments.episode import Episode, spaces_of


class SeatsEnv(AECEnv):  # type: ignore[misc]
    """A hand whose seats, `seat_0` and so on, act in turn; rewards come at its end.

    An action that the mask forbids is played as the rules play for those who do not answer: check if that is free,
    else fold; the seat's `infos["illegal"]` says so.
    """

    def __init__(self, game: Any, encoder: Encoder) -> None:
        super().__init__()
        named = f"riverboat_{game.name.replace('-', '_')}_v0"
        self.metadata: dict[str, Any] = {"render_modes": [], "is_parallelizable": False, "name": named}
        self._episode = Episode(game, encoder)
        self._rng = np.random.default_rng()
        self.possible_agents = [f"seat_{seat}" for seat in range(game.seats)]
        self.agents: list[str] = []
        self.fields, self.actions = encoder.fields, encoder.actions
        self.render_mode = None
        self._spaces = cache(lambda name: spaces_of(encoder))  # one of its own for each seat

    def observation_space(self, agent: str) -> Any:
        """Of a seat: what it sees and the mask of its actions."""
        return self._spaces(agent)[0]

    def action_space(self, agent: str) -> Any:
        """Of a seat: the numbers of all actions."""
        return self._spaces(agent)[1]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a hand."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self._episode.deal(self._rng)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        actor = self._episode.state.actor
        if actor is not None:
            self.agent_selection = self.possible_agents[actor]

    def observe(self, agent: str) -> dict[str, Numbers]:
        """What a seat sees now."""
        return self._episode.look(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """The action of the seat whose turn it is."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        actor = self.agent_selection
        self._cumulative_rewards[actor] = 0.0
        self._clear_rewards()
        allowed = self._episode.act(-1 if action is None else int(action), self.observe(actor)["action_mask"])
        self.infos[actor] = {"illegal": not allowed}
        if self._episode.state.is_over:
            self.rewards = dict(zip(self.possible_agents, self._episode.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def render(self) -> None:
        """Nothing is drawn: the observation is all there is."""

    def close(self) -> None:
        """Nothing is held."""
