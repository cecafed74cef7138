"""Players in Python that leave something to chance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from riverboat.games.actions import Action


class Drawing:
    """A player that leaves something to chance: every decision draws again, and where it stands can be kept."""

    def __init__(self) -> None:
        self._seed = self._draws = 0
        #: How often each action is taken where it drew last.
        self.drawn: Mapping[Action, float] = {}

    def begin(self, seed: int) -> None:
        """A fresh start, with randomness of its own."""
        self._seed, self._draws = seed, 0

    def draw(self, chances: Mapping[Action, float]) -> Action:
        """One of some actions, by their chances."""
        self._draws += 1
        whole = sum(chances.values())
        self.drawn = {action: chance / whole for action, chance in chances.items()}
        return pick(chances, np.random.default_rng([self._seed, self._draws]))

    def save_state(self) -> dict[str, Any]:
        """Where its chance stands."""
        return {"seed": self._seed, "draws": self._draws}

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Go on from there."""
        self._seed, self._draws = int(state["seed"]), int(state["draws"])


def pick(chances: Mapping[Action, float], rng: np.random.Generator) -> Action:
    """One of some actions, by their chances."""
    weights = np.array(list(chances.values()))
    return list(chances)[int(rng.choice(len(weights), p=weights / weights.sum()))]
