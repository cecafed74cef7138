"""Compiled agents as Python holds them: a kind, its parameters, and the memory every session begins with."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from riverboat.agents.dispatch_kernel import choose, entries, witness
from riverboat.agents.entry import AgentEntry
from riverboat.agents.names import AgentName
from riverboat.agents.python_agent import PythonAgent
from riverboat.agents.saved import read_numbers, text_in
from riverboat.arrays import Floats, Words
from riverboat.cards.randomness import Seed, seed_words
from riverboat.errors import AgentError
from riverboat.files import write_arrays
from riverboat.games import Action, CardGame, CardObservation
from riverboat.games.actions import KIND_NAMES
from riverboat.version import __version__


@dataclass(frozen=True, kw_only=True, eq=False)
class CompiledAgent:
    """An agent of the registry with its parameters set."""

    name: str
    entry: AgentEntry
    params: Floats = field(repr=False)
    memory: Floats = field(repr=False)  # what it is given: never changed

    @classmethod
    def of(
        cls, entry: AgentEntry, *, name: str = "", params: Sequence[float], memory: Sequence[float] | None = None
    ) -> CompiledAgent:
        """An agent whose vectors have the sizes that its entry asks for."""
        given = np.zeros(entry.memory) if memory is None else np.array(memory, dtype=np.float64)
        return cls(name=name or entry.name, entry=entry, params=np.array(params, dtype=np.float64), memory=given)

    @property
    def remembers(self) -> bool:
        """Whether one hand can change how it plays the next."""
        return self.entry.remembers

    @property
    def games(self) -> tuple[str, ...]:
        """What it plays; empty means every card game."""
        return self.entry.games

    @property
    def fingerprint(self) -> str:
        """Equal for agents that play alike: a hash of kind, parameters and memory."""
        content = f"{self.entry.name} {self.entry.kind}".encode() + self.params.tobytes() + self.memory.tobytes()
        return hashlib.sha256(content).hexdigest()[:16]

    def as_before(self) -> Sequence[CompiledAgent]:
        """What its name stood for in earlier versions: a session that was begun with one goes on with it."""
        return ()

    def met(self, names: Sequence[str]) -> Floats:
        """The memory it begins with where it is told who plays; most agents do not ask."""
        return self.memory

    def at_other_games(self) -> PythonAgent | None:
        """The agent that plays in its name at games without a betting engine; None where it plays none of them."""
        module, _, made_by = self.entry.elsewhere.partition(":")
        if not module:
            return None
        make = getattr(import_module(module), made_by)()
        return PythonAgent(make=make, remembers=False, named=self.name, house=True)

    def player(self, seed: Seed = None, *, game: CardGame | None = None) -> CompiledPlayer:
        """A player of its own memory and randomness, for use from Python."""
        return CompiledPlayer(self, seed_words(seed))


class CompiledPlayer:
    """A compiled agent seated in Python: the same decisions as inside the arena's kernel."""

    def __init__(self, agent: CompiledAgent, words: Words) -> None:
        self.agent = agent
        self.memory: Floats = agent.memory.copy()
        self.words = words
        self._decides, self._learns = entries(agent.entry.kind)

    def decide(self, observation: CardObservation) -> Action:
        """The action this player chooses."""
        agent = self.agent
        kind, amount = choose(self._decides, observation.record, agent.params, self.memory, self.words)
        return Action(KIND_NAMES[kind], int(amount))

    def chances(self, observation: CardObservation) -> Mapping[Action, float]:
        """How often it takes each action here; one that learns, or only plays, raises AgentError."""
        from riverboat.agents.asked import compiled_chances

        return compiled_chances(self, observation)

    def hand_over(self, observation: CardObservation) -> None:
        """See how a hand ended."""
        if self._learns:
            witness(self._learns, observation.record, self.agent.params, self.memory, self.words)


def named_agent(entry: AgentEntry, parsed: AgentName) -> CompiledAgent:
    """The agent that a name stands for, with what the name sets."""
    values, memory = entry.defaults, None
    if parsed.model_file or entry.model:
        shipped = Path(__file__).parent / "trained" / entry.model
        values, memory = read_model(Path(parsed.model_file) if parsed.model_file else shipped, entry)
    for key, text in parsed.options:
        entry.set_in(values, key, text)
    return CompiledAgent.of(entry, name=parsed.text, params=values, memory=memory)


def write_model(path: Path, agent: CompiledAgent, *, made_by: str, **more: Any) -> None:
    """Keep an agent's parameters and memory in a file that `NAME@FILE` reads; `more` is what else it shall hold."""
    write_arrays(
        path,
        **more,
        agent=agent.entry.name,
        params=agent.params,
        memory=agent.memory,
        version=__version__,
        made_by=made_by,
    )


def read_model(path: Path, entry: AgentEntry) -> tuple[list[float], list[float]]:
    """The parameters and memory of a saved agent; refuses what was saved for another one."""
    if not path.exists() or path.is_dir():
        raise AgentError(f'"{path}" is not a file: NAME@FILE names a saved model of {entry.name}')
    agent = text_in(path, "agent")
    if agent != entry.name:
        raise AgentError(f"{path.name} holds {agent}, not {entry.name}: write {agent}@{path.name}")
    params, memory = read_numbers(path, entry)
    return params.tolist(), memory.tolist()
