"""The agents by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from riverboat.agents.entry import AgentEntry, Parameter, bounds_words, is_possible
from riverboat.agents.evolving.parameters import EVOLVERS
from riverboat.agents.kinds_kernel import ALWAYS_CALL, ALWAYS_RAISE, EXTERNAL, RANDOM
from riverboat.agents.loki.versions import LOKIS
from riverboat.agents.names import AgentName, parse_agent_name
from riverboat.agents.neural.parameters import NEURAL
from riverboat.agents.styles.parameters import STYLES
from riverboat.errors import AgentError, did_you_mean
from riverboat.games.catalog import games_for

if TYPE_CHECKING:
    from riverboat.agents.bots.processes import BotLimits
    from riverboat.agents.bots.programs import ProgramAgent
    from riverboat.agents.compiled import CompiledAgent
    from riverboat.agents.protocol import Player
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
        games=games_for("reveals"),
    ),
    *NEURAL,
    AgentEntry(
        name="bluff-equilibrium",
        line="the solved game of Bluff, for two: bluffs just often enough; nobody beats it in the long run",
        kind=EXTERNAL,
        games=games_for("dice"),
        model_files=True,
    ),
    AgentEntry(
        name="bluff-odds",
        line="a level-headed Bluff player: binomial odds, one step ahead, believes a bid a little; 2 to 10 players",
        kind=EXTERNAL,
        games=games_for("dice"),
        parameters=(
            Parameter(name="trust", line="how far a bidder is believed to hold his face", low=0, high=1, default=0.35),
            Parameter(
                name="noise", line="how near two actions are that it plays alike", low=0.001, high=1, default=0.04
            ),
        ),
    ),
    *EVOLVERS,
)
#: Every agent of the house, by name; those of the kind EXTERNAL are played in Python.
AGENTS: Mapping[str, AgentEntry] = MappingProxyType({entry.name: entry for entry in _ALL})


def make_agent(
    name: str | AgentName, bot_limits: BotLimits | None = None
) -> CompiledAgent | PythonAgent | ProgramAgent:
    """The agent that a name stands for; `*5` must have been taken off. The limits are for programs."""
    parsed = parse_agent_name(name) if isinstance(name, str) else name
    if parsed.copies != 1:
        raise AgentError(f'"{parsed.text}*{parsed.copies}" is {parsed.copies} agents: name one')
    if parsed.command or parsed.python_file:
        from riverboat.agents.bots.programs import program_agent

        return program_agent(parsed, bot_limits)
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

    options = {name: value for (name, _), value in zip(parsed.options, _options(entry, parsed), strict=True)}
    if parsed.model_file and not entry.model_files:
        raise AgentError(f'{entry.name} has no model file: write "{entry.name}" alone')
    make: Callable[[], Player]
    if entry.name == "bluff-odds":
        from riverboat.agents.bluff.odds import BluffOddsMaker

        make = BluffOddsMaker(**options)
    elif entry.name == "bluff-equilibrium":
        from riverboat.agents.bluff.equilibrium import BluffEquilibriumMaker

        make = BluffEquilibriumMaker(Path(parsed.model_file) if parsed.model_file else None)
    else:
        from riverboat.agents.stud.agent import StudMaker

        make = StudMaker()
    return PythonAgent(make=make, games=entry.games, remembers=entry.remembers, named=parsed.text, house=True)


def _options(entry: AgentEntry, parsed: AgentName) -> list[float]:
    """The values of the parameters that were set, in the order in which they were."""
    names = [parameter.name for parameter in entry.parameters]
    values = []
    for key, text in parsed.options:
        if key not in names:
            allowed = f"its parameters are {', '.join(names)}" if names else "it has no parameters"
            raise AgentError(f'"{key}" is not a parameter of {entry.name}{did_you_mean(key, names)}: {allowed}')
        values.append(_value(entry, entry.parameters[names.index(key)], text))
    return values


def _compiled(entry: AgentEntry, parsed: AgentName) -> CompiledAgent:
    from riverboat.agents.compiled import CompiledAgent, read_model

    if entry in EVOLVERS:
        from riverboat.agents.evolving.models import named_agent

        return named_agent(parsed)
    params, memory = None, None
    if parsed.model_file or entry.model:
        shipped = Path(__file__).parent / "trained" / entry.model
        params, memory = read_model(Path(parsed.model_file) if parsed.model_file else shipped, entry)
    defaults = [parameter.default for parameter in entry.parameters] + [0.0] * entry.weights
    values = defaults if params is None else params
    names = [parameter.name for parameter in entry.parameters]
    for (key, _), value in zip(parsed.options, _options(entry, parsed), strict=True):
        values[names.index(key)] = value
    return CompiledAgent.of(entry, name=parsed.text, params=values, memory=memory)


def _value(entry: AgentEntry, parameter: Parameter, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not is_possible(parameter, value):
        raise AgentError(
            f"{parameter.name}={text[:40]} is not possible for {entry.name}: "
            f"it is {bounds_words(parameter)} ({parameter.line})"
        )
    return value
