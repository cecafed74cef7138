"""Agents written in Python that run in this very process, for studies and tests: they are trusted with time."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from riverboat.agents.bots.bot_class import check_bot, does_remember
from riverboat.agents.entry import AgentEntry
from riverboat.agents.names import AgentName
from riverboat.agents.protocol import Player, Seeded
from riverboat.errors import AgentError
from riverboat.games.protocol import Game


@dataclass(frozen=True)
class PythonAgent:
    """Something that makes a player for each session; a class of your own will do.

    A player that wants randomness has a method `begin(seed)`, which is called with a whole number before the session.
    """

    make: Callable[[], Player]
    games: tuple[str, ...] = ()
    remembers: bool = True  # nobody knows: so the session is the unit of statistics
    named: str = ""  # what it is called where it is in the registry
    house: bool = field(default=False, kw_only=True)  # one of the registry's, not a bot of somebody's own
    here: bool = field(default=False, kw_only=True)  # it has one place, such as a port: it can't play in many processes
    fresh_stacks: bool = field(default=False, kw_only=True)  # it can't be told of stacks that change between hands

    @property
    def name(self) -> str:
        """What it is called."""
        return self.named or str(getattr(self.make, "__name__", type(self.make).__name__))

    @property
    def fingerprint(self) -> str:
        """What the maker says it is; else nobody knows what is inside, and the name must do."""
        return str(getattr(self.make, "fingerprint", self.name))

    def player(self, seed: int, *, game: Game | None = None) -> Player:
        """A fresh player for a session."""
        player = self.make()
        if isinstance(player, Seeded):
            player.begin(seed)
        return player


def house_agent(entry: AgentEntry, parsed: AgentName) -> PythonAgent:
    """An agent of the registry that is written in Python."""
    arguments: dict[str, Any] = {key: entry.value_of(key, text) for key, text in parsed.options}
    if parsed.model_file and not entry.model_files:
        raise AgentError(f'{entry.name} has no model file: write "{entry.name}" alone')
    if parsed.model_file:
        arguments["place"] = Path(parsed.model_file)
    module, _, name = entry.player.partition(":")
    make = getattr(import_module(module), name)(**arguments)
    games: tuple[str, ...] = getattr(make, "games", entry.games)  # a model may be of another game
    return PythonAgent(make=make, games=games, remembers=entry.remembers, named=parsed.text, house=True)


def python_agent(bot: Any) -> PythonAgent:
    """An agent from a class of your own, or from an object of it; what could not play is refused.

    An object is copied for every session, so that each begins with what the object knew when it was given.
    """
    if isinstance(bot, type):
        check_bot(bot, {})
        return PythonAgent(bot, remembers=does_remember(bot), named=bot.__name__)
    if not callable(getattr(bot, "decide", None)):
        raise AgentError(
            f"{_shown(bot)} is no agent: give a name, a class with `def decide(self, seen)`, or such an object"
        )
    check_bot(bot)
    return PythonAgent(_Copies(bot), remembers=does_remember(bot), named=type(bot).__name__)


@dataclass(frozen=True, eq=False)
class _Copies:
    original: Any

    def __call__(self) -> Player:
        player: Player = copy.deepcopy(self.original)
        return player


def _shown(thing: object) -> str:
    text = repr(thing)
    return text if len(text) <= 60 else f"{text[:60]} ..."
