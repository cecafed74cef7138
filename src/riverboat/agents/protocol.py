"""What a player is in Python: something that decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from riverboat.games import Action


class Agent(Protocol):
    """A program that plays: compiled, of Python, or a process of its own. It makes a player for each session."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def games(self) -> tuple[str, ...]:
        """What it plays; empty means every card game."""
        ...

    @property
    def remembers(self) -> bool:
        """Whether one hand can change how it plays the next."""
        ...

    @property
    def fingerprint(self) -> str:
        """Equal for agents that play the same."""
        ...

    def player(self, seed: int, *, game: Any = None) -> Player:
        """A fresh player for a session."""
        ...


class Player(Protocol):
    """One player in one session. `hand_over(observation)` is called after each hand where it exists."""

    def decide(self, observation: Any, /) -> Action:
        """The action it chooses; it sees an observation of its game and nothing else."""
        ...


class Learner(Player, Protocol):
    """A player that is told how hands ended."""

    def hand_over(self, observation: Any, /) -> None:
        """See how a hand ended."""
        ...


class Bot(Protocol):
    """A player of somebody's own, who may also answer with an action's text."""

    def decide(self, seen: Any, /) -> Action | str:
        """The action it chooses, or its text."""
        ...
