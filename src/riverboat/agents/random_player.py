"""`random` at games that the betting engine does not play: every legal action is as likely as any other."""

from __future__ import annotations

from dataclasses import dataclass

from riverboat.agents.drawing import Drawing
from riverboat.games.actions import Action
from riverboat.games.protocol import Observation


class RandomPlayer(Drawing):
    """Chooses among all legal actions."""

    def chances(self, observation: Observation) -> dict[Action, float]:
        """How often it takes each action here."""
        return dict.fromkeys(observation.legal_actions, 1 / len(observation.legal_actions))

    def decide(self, observation: Observation) -> Action:
        """The action it chooses."""
        return self.draw(self.chances(observation))


@dataclass(frozen=True)
class RandomMaker:
    """Makes players; can be sent to another process."""

    def __call__(self) -> RandomPlayer:
        """A fresh player."""
        return RandomPlayer()
