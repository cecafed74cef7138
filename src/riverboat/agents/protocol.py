"""What a player is in Python: something that decides."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from riverboat.games import Action


@runtime_checkable
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
        """Equal for agents that play alike."""
        ...

    def player(self, seed: int, *, game: Any = None) -> Player:
        """A fresh player for a session."""
        ...


class Player(Protocol):
    """One player in one session.

    What else it may have is declared below, each method by itself: `Seeded`, `Heeding`, `Learner`, `Saving`, `Loading`.
    """

    def decide(self, observation: Any, /) -> Action:
        """The action it chooses; it sees an observation of its game and nothing else."""
        ...


@runtime_checkable
class Seeded(Protocol):
    """A player that wants randomness of its own."""

    def begin(self, seed: int, /) -> None:
        """Begin a session with this seed."""
        ...


@runtime_checkable
class Heeding(Protocol):
    """A player that is told when hands begin."""

    def hand_begins(self, observation: Any, /) -> None:
        """See a hand that is dealt, and in which nobody has acted."""
        ...


@runtime_checkable
class Learner(Player, Protocol):
    """A player that is told how hands ended."""

    def hand_over(self, observation: Any, /) -> None:
        """See how a hand ended."""
        ...


@runtime_checkable
class Saving(Protocol):
    """A player that can say what it has learnt."""

    def save_state(self) -> Mapping[str, Any]:
        """What it has learnt, as JSON."""
        ...


@runtime_checkable
class Loading(Protocol):
    """A player that can be given what was learnt before."""

    def load_state(self, state: Mapping[str, Any], /) -> None:
        """Go on from what was learnt."""
        ...


class Closing(ABC):
    """A player with something to let go of at the end of a session: a process, a connection."""

    @abstractmethod
    def close(self) -> None:
        """Let go."""


class Bot(Protocol):
    """A player that somebody wrote; it may also answer with the text of an action."""

    def decide(self, seen: Any, /) -> Action | str:
        """The action it chooses, or its text."""
        ...
