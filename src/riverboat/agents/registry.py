"""The agents by name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from riverboat.agents.entry import AgentEntry, Parameter
from riverboat.agents.kinds_kernel import ALWAYS_CALL, ALWAYS_RAISE, EXTERNAL, RANDOM
from riverboat.agents.loki import LOKIS
from riverboat.agents.names import AgentName, parse_agent_name
from riverboat.agents.neural import NEURAL
from riverboat.agents.styles import STYLES
from riverboat.errors import AgentError, did_you_mean

if TYPE_CHECKING:
    from riverboat.agents.compiled import CompiledAgent
    from riverboat.agents.programs import ProgramAgent
    from riverboat.agents.python_agent import PythonAgent

_ALL = (
    AgentEntry(name="random", line="any legal action, each kind as likely as any other", kind=RANDOM),
    AgentEntry(name="always-call", line="checks and calls whatever it holds", kind=ALWAYS_CALL),
    AgentEntry(name="always-raise", line="bets and raises whatever it holds, else calls", kind=ALWAYS_RAISE),
    *STYLES,
    *LOKIS,
    AgentEntry(
        name="stud",
        line="the partner paper's stud player: winning rate, fuzzy rules, tendencies, similar cases; learns",
        kind=EXTERNAL,
        remembers=True,
        games=("stud",),
    ),
    *NEURAL,
)
#: Every agent of the house, by name; those of the kind EXTERNAL are played in Python.
AGENTS: Mapping[str, AgentEntry] = MappingProxyType({entry.name: entry for entry in _ALL})


def make_agent(name: str | AgentName) -> CompiledAgent | PythonAgent | ProgramAgent:
    """The agent that a name stands for; `*5` must have been taken off."""
    parsed = parse_agent_name(name) if isinstance(name, str) else name
    if parsed.copies != 1:
        raise AgentError(f'"{parsed.text}*{parsed.copies}" is {parsed.copies} agents: name one')
    if parsed.command or parsed.python_file:
        from riverboat.agents.programs import program_agent

        return program_agent(parsed)
    entry = agent_entry(parsed.agent)
    return _in_python(entry, parsed) if entry.kind == EXTERNAL else _compiled(entry, parsed)


def agent_entry(name: str) -> AgentEntry:
    """The registry's entry, or an error that helps."""
    entry = AGENTS.get(name)
    if entry is None:
        known = ", ".join(AGENTS)
        raise AgentError(
            f'"{name}" is not an agent{did_you_mean(name, AGENTS)}: the agents are {known}; '
            "bots are written FILE.py:Class or exec:COMMAND"
        )
    return entry


def _in_python(entry: AgentEntry, parsed: AgentName) -> PythonAgent:
    from riverboat.agents.python_agent import PythonAgent
    from riverboat.agents.stud import StudMaker

    if parsed.options or parsed.model_file:
        raise AgentError(f'{entry.name} has no parameters and no model file: write "{entry.name}" alone')
    return PythonAgent(make=StudMaker(), games=entry.games, remembers=entry.remembers, named=entry.name)


def _compiled(entry: AgentEntry, parsed: AgentName) -> CompiledAgent:
    from riverboat.agents.compiled import CompiledAgent, read_model

    params, memory = None, None
    if parsed.model_file or entry.model:
        shipped = Path(__file__).parent / "trained" / entry.model
        params, memory = read_model(Path(parsed.model_file) if parsed.model_file else shipped, entry)
    defaults = [parameter.default for parameter in entry.parameters] + [0.0] * entry.weights
    values = defaults if params is None else params
    names = [parameter.name for parameter in entry.parameters]
    for key, text in parsed.options:
        if key not in names:
            allowed = f"its parameters are {', '.join(names)}" if names else "it has no parameters"
            raise AgentError(f'"{key}" is not a parameter of {entry.name}{did_you_mean(key, names)}: {allowed}')
        at = names.index(key)
        values[at] = _value(entry, entry.parameters[at], text)
    return CompiledAgent.of(entry, name=parsed.text, params=values, memory=memory)


def _value(entry: AgentEntry, parameter: Parameter, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not parameter.low <= value <= parameter.high:
        raise AgentError(
            f"{parameter.name}={text} is not possible for {entry.name}: "
            f"it is a number from {parameter.low:g} to {parameter.high:g} ({parameter.line})"
        )
    return value
