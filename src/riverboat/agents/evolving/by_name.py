"""What the names of evolving and evolved players stand for."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from riverboat.agents.entry import AgentEntry
from riverboat.agents.evolving import evolving_layout_kernel as at
from riverboat.agents.evolving.freezing import frozen
from riverboat.agents.evolving.models import (
    EVOLVED_ENTRY,
    EVOLVING_ENTRY,
    EvolvingAgent,
    evolving_agent,
    read_player,
    static_agent,
)
from riverboat.agents.evolving.parameters import FIXED
from riverboat.agents.evolving.player_a import player_a
from riverboat.agents.evolving.presets import FORMER, Options, preset_options, start_of
from riverboat.agents.names import AgentName
from riverboat.errors import AgentError

_TRAINED = Path(__file__).parents[1] / "trained"


def named_agent(entry: AgentEntry, parsed: AgentName) -> EvolvingAgent:
    """The agent that a name of `evolving`, `evolved` or a player of the house stands for."""
    options: dict[str, float | str] = dict(parsed.options)
    if entry.model:
        if parsed.model_file or options:
            raise AgentError(f"{entry.name} plays as it is: write evolved@FILE to play or set another player")
        return replace(read_player(_TRAINED / entry.model), name=parsed.text, entry=entry)
    if parsed.model_file:
        return _of_file(entry, parsed, options)
    if entry is EVOLVED_ENTRY:
        if options:
            raise AgentError("evolved without a file is player A as it is: write evolved@FILE to set something")
        return replace(static_agent(player_a()[None], segments=("all",)), name=parsed.text)
    return _fresh(parsed)


def _fresh(parsed: AgentName, usual: Options | None = None) -> EvolvingAgent:
    """A player that begins to learn; `usual` are the settings of an earlier version, where they are asked for."""
    options: dict[str, float | str] = dict(parsed.options)
    start, preset = start_of(str(options.pop("start", "a"))), str(options.pop("preset", "studies"))
    if fixed := next((key for key in ("segments", "outside") if key in options), None):
        raise AgentError(f"{fixed} can't be chosen for evolving here: riverboat evolve makes players of any kind")
    given = usual if usual is not None else preset_options(preset, start)
    agent = evolving_agent(start=start, name=parsed.text, options={**given, **options})
    return agent if usual is not None else replace(agent, former=partial(_fresh, parsed, FORMER))


def _of_file(entry: AgentEntry, parsed: AgentName, options: dict[str, float | str]) -> EvolvingAgent:
    """A saved player, frozen or going on to learn, with the settings it was saved with but for what is set here."""
    against = options.pop("against", None)
    agent = replace(read_player(Path(parsed.model_file)), name=parsed.text)
    learn = entry is EVOLVING_ENTRY
    for key, value in options.items():
        if key in FIXED:
            raise AgentError(f"{key} can't be changed: {Path(parsed.model_file).name} was made with it")
        EVOLVING_ENTRY.set_in(agent.params, key, value)
        learn = bool(agent.params[at.LEARN]) if key == "learn" else learn
    if not learn:
        return frozen(agent, against=None if against is None else str(against))
    if against is not None:
        raise AgentError("against= plays one segment's strategy as it is: it can't go together with learn=true")
    agent.params[at.LEARN] = 1
    if agent.population < 2:
        raise AgentError(f"{Path(parsed.model_file).name} holds a frozen player, who can't learn")
    return agent
