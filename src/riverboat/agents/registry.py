"""The agents by name."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, cast

from riverboat.agents.entry import AgentEntry, Parameter
from riverboat.agents.evolving.parameters import EVOLVERS
from riverboat.agents.kinds_kernel import ALWAYS_CALL, ALWAYS_FOLD, ALWAYS_RAISE, RANDOM
from riverboat.agents.loki.versions import LOKIS
from riverboat.agents.names import SCHEMES, AgentName, parse_agent_name
from riverboat.agents.neural.parameters import NEURAL
from riverboat.agents.stud.equations import NOISE
from riverboat.agents.stud.reasons import CASE_USES
from riverboat.agents.styles.parameters import PAPER_STYLES, STYLES
from riverboat.errors import AgentError, did_you_mean
from riverboat.games.catalog import USUAL_GAME, games_for, small_games

if TYPE_CHECKING:
    from riverboat.agents.bots.processes import BotLimits
    from riverboat.agents.protocol import Agent

_ALL = (
    AgentEntry(
        name="random",
        line="acts at random",
        kind=RANDOM,
        elsewhere="riverboat.agents.random_player:RandomMaker",
    ),
    AgentEntry(name="always-call", line="checks and calls whatever it holds", kind=ALWAYS_CALL),
    AgentEntry(
        name="always-raise", line="bets and raises whatever it holds, or calls if it can't raise", kind=ALWAYS_RAISE
    ),
    AgentEntry(name="always-fold", line="checks where that is free, and folds to any bet", kind=ALWAYS_FOLD),
    *STYLES,
    *LOKIS,
    AgentEntry(
        name="stud",
        line="the partner paper's stud player: winning rate, fuzzy rules, tendencies, similar cases; learns",
        player="riverboat.agents.stud.agent:StudMaker",
        parameters=(
            Parameter(
                name="noise",
                line="standard deviation of the noise in its bets; the paper's variance is 0.316",
                low=0,
                high=1,
                default=NOISE,
            ),
            Parameter(
                name="cases",
                line="which past case counts: the most similar, the most similar that went well, or none",
                low=0,
                high=len(CASE_USES) - 1,
                default=0,
                whole=True,
                words={use: float(at) for at, use in enumerate(CASE_USES)},
            ),
        ),
        remembers=True,
        games=games_for("reveals"),
    ),
    *NEURAL,
    AgentEntry(
        name="bluff-equilibrium",
        line="the solved game of Bluff, for two: bluffs just often enough; large rounds by a trained blueprint",
        most_seats=2,
        most_dice=5,
        named_rules=False,
        player="riverboat.agents.bluff.equilibrium:BluffEquilibriumMaker",
        games=games_for("dice"),
        model_files=True,
        parameters=(
            Parameter(
                name="endgame",
                line="whether the end of an unsolved round is solved at the table, or played by the blueprint",
                low=0,
                high=1,
                default=1,
                whole=True,
                words={"anew": 1.0, "blueprint": 0.0},
            ),
        ),
    ),
    AgentEntry(
        name="bluff-odds",
        line="a level-headed Bluff player: binomial odds, one step ahead, gives bids some credit",
        player="riverboat.agents.bluff.odds:BluffOddsMaker",
        games=games_for("dice"),
        parameters=(
            Parameter(
                name="trust", line="how far a bidder is believed to hold the face they bid", low=0, high=1, default=0.35
            ),
            Parameter(
                name="noise",
                line="how close two actions must be to be played equally often",
                low=0.001,
                high=1,
                default=0.04,
            ),
        ),
    ),
    AgentEntry(
        name="bluff-best",
        line="believes a Bluff opponent to be what they have shown, and plays the best response; for two",
        player="riverboat.agents.bluff.best:BluffBestMaker",
        games=games_for("dice"),
        most_seats=2,
        named_rules=False,
        remembers=True,
        parameters=(
            Parameter(
                name="safety",
                line="how much of its play is the equilibrium's at first: less once it wins, all of it once it loses",
                low=0,
                high=1,
                default=0.1,
            ),
        ),
    ),
    AgentEntry(
        name="equilibrium",
        line="hard to exploit: trained for heads-up limit Hold'em, solves rivers at the table; solves Kuhn and Leduc",
        player="riverboat.agents.equilibrium.player:equilibrium_maker",
        games=(USUAL_GAME, *small_games()),
        most_seats=2,
        model_files=True,
        parameters=(
            Parameter(
                name="river",
                line="whether rivers are solved at the table with exact cards, or played by the blueprint as trained",
                low=0,
                high=1,
                default=1,
                whole=True,
                words={"solved": 1.0, "blueprint": 0.0},
            ),
        ),
    ),
    *EVOLVERS,
    *PAPER_STYLES,
)
#: Every agent of the house, by name.
AGENTS: Mapping[str, AgentEntry] = MappingProxyType({entry.name: entry for entry in _ALL})


def make_agent(name: str | AgentName, bot_limits: BotLimits | None = None) -> Agent:
    """The agent that a name stands for; `*5` must have been taken off. The limits are for programs."""
    parsed = parse_agent_name(name) if isinstance(name, str) else name
    if parsed.copies != 1:
        raise AgentError(f'"{parsed.text}*{parsed.copies}" is {parsed.copies} agents: name one')
    if parsed.command or parsed.python_file:
        from riverboat.agents.bots.programs import program_agent

        return program_agent(parsed, bot_limits)
    if parsed.scheme:
        module, _, function = SCHEMES[parsed.scheme].maker.partition(":")
        return cast("Agent", getattr(import_module(module), function)(parsed.address, bot_limits))
    entry = agent_entry(parsed.agent)
    module, _, function = entry.maker.partition(":")
    return cast("Agent", getattr(import_module(module), function)(entry, parsed))


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
