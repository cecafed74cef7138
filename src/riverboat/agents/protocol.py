"""What a player is in Python: something that decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from riverboat.games import Action, CardObservation


class Player(Protocol):
    """One player in one session. `hand_over(observation)` is called after each hand where it exists."""

    def decide(self, observation: CardObservation) -> Action:
        """The action it chooses; it sees its observation and nothing else."""
        ...
