"""The agents of a table or of a match: what they are called, which of them play a game, whose they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import cycle, islice
from typing import Any

from riverboat.agents import parse_agent_name
from riverboat.agents.bots.programs import ProgramAgent
from riverboat.agents.compiled import CompiledAgent
from riverboat.agents.protocol import Agent
from riverboat.agents.python_agent import PythonAgent
from riverboat.errors import ArenaError, counted, is_or_are
from riverboat.games.catalog import GameEntry


def is_bot(agent: Agent) -> bool:
    """Whether an agent is somebody's own: not one of the house's."""
    return isinstance(agent, ProgramAgent) or (isinstance(agent, PythonAgent) and not agent.house)


def has_one_place(agent: Agent) -> bool:
    """Whether an agent can play in this process alone, such as a program behind one of its ports."""
    return isinstance(agent, PythonAgent) and agent.here


def agent_at(agent: Agent, game: GameEntry) -> Agent:
    """The player of a game in an agent's name: itself, or its player for games without a betting engine."""
    if isinstance(agent, CompiledAgent) and game.pieces != "cards":
        return agent.at_other_games() or agent
    return agent


def refuse_agent(agent: Agent, game: GameEntry, hands: Iterable[tuple[Any, int]]) -> None:
    """Refuse an agent that does not play a game, or not these hands of it: rules, each with the seat that opens.

    A compiled agent plays what the betting engine plays. One in Python may have a `check` of its own.
    """
    on_cards = game.pieces == "cards"
    if (agent.games and game.name not in agent.games) or (isinstance(agent, CompiledAgent) and not on_cards):
        others = f"{' and '.join((game.fallback_opponent, *game.opponents))} do, and bots of your own"
        known = f"it plays {', '.join(agent.games)}" if on_cards else others
        raise ArenaError(f"{agent.name} does not play {game.name}: {known}")
    check = getattr(agent.make, "check", None) if isinstance(agent, PythonAgent) else None
    if check is not None:
        for rules, opener in hands:
            check(rules, opener)


def seated(names: Sequence[str], *, seats: int | None, named: bool) -> tuple[str, ...]:
    """Opponents from what was typed; where there are more seats than names, the names sit down again in turn."""
    opponents = [parsed.text for parsed in map(parse_agent_name, names) for _ in range(parsed.copies)]
    if seats is None:
        return tuple(opponents)
    if named and len(opponents) > seats - 1:
        raise ArenaError(
            f"{counted(len(opponents), 'opponent')} and you do not fit at {counted(seats, 'seat')}: name fewer"
        )
    if seats < 2:
        raise ArenaError(f"{counted(seats, 'seat')} {is_or_are(seats)} too few: you and an opponent need 2")
    return tuple(islice(cycle(opponents), seats - 1))
