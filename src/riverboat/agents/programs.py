"""Bots that run as programs of their own."""

from __future__ import annotations

from dataclasses import dataclass

from riverboat.agents.names import AgentName
from riverboat.agents.protocol import Player
from riverboat.errors import AgentError


@dataclass(frozen=True, kw_only=True)
class ProgramAgent:
    """A program that answers lines of text with actions."""

    name: str
    command: tuple[str, ...]
    games: tuple[str, ...] = ()
    remembers: bool = True

    def player(self, seed: int) -> Player:
        """Start it."""
        raise AgentError(f"{self.name}: programs are not played yet")


def program_agent(parsed: AgentName) -> ProgramAgent:
    """The program that a name stands for."""
    raise AgentError(f'"{parsed.text}": programs are not played yet')
