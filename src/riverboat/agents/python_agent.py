"""Agents written in Python that run in this very process, for studies and tests: they are trusted with time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from riverboat.agents.protocol import Player
from riverboat.games import BluffGame, CardGame


@dataclass(frozen=True)
class PythonAgent:
    """Something that makes a player for each session; a class of your own will do.

    A player that wants randomness has a method `begin(seed)`, which is called with a whole number before the session.
    """

    make: Callable[[], Player]
    games: tuple[str, ...] = ()
    remembers: bool = True  # nobody knows: so the session is the unit of statistics
    named: str = ""  # what it is called where it is in the registry

    @property
    def name(self) -> str:
        """What it is called."""
        return self.named or str(getattr(self.make, "__name__", type(self.make).__name__))

    @property
    def fingerprint(self) -> str:
        """Nobody knows what is inside: the name must do."""
        return self.name

    def player(self, seed: int, *, game: CardGame | BluffGame | None = None) -> Player:
        """A fresh player for a session."""
        player = self.make()
        begin = getattr(player, "begin", None)
        if begin is not None:
            begin(seed)
        return player
