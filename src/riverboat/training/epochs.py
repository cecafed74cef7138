"""Epochs: sessions of a hundred hands from equal stacks, after each of which a player knows more than before.

A match gives every session the same memory; here the first player's goes on from epoch to epoch (Barone & While 1999,
section 4.2). Every epoch's cards follow from the seed and its number, so that a run can stop anywhere and go on.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from riverboat.agents.evolving import evolving_layout_kernel as at
from riverboat.agents.evolving.models import EvolvingAgent
from riverboat.arena.matches.plan import AgentLike, MatchPlan, match_plan
from riverboat.arena.matches.table import CompiledTable
from riverboat.arrays import Floats
from riverboat.errors import ArenaError, did_you_mean

EPOCH_HANDS, STACK, SEATS = 100, 1_000, 10
#: The paper's tables, with our styles and with those calibrated to its figures: who sits there beside the player.
TABLES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "mixed": ("tight-passive*3", "loose-aggressive*6"),
        "loose": ("loose-aggressive*9",),
        "tight": ("tight-passive*9",),
        "paper-mixed": ("paper-tight-passive*3", "random*6"),
        "paper-loose": ("random*9",),
        "paper-tight": ("paper-tight-passive*9",),
    }
)


def table_companies(name: str) -> tuple[tuple[str, ...], ...]:
    """The players at each table of a run; tables between bars are used in turn, for an epoch each."""
    return tuple(table_company(each.strip(), alone="|" in name) for each in name.split("|"))


def table_company(name: str, *, alone: bool = False) -> tuple[str, ...]:
    """The players at one of the paper's tables, or at a table of one's own: names of agents between commas.

    One name without a number means an agent where tables are played in turn (`alone`), else it may be a slip.
    """
    if name in TABLES:
        return TABLES[name]
    if "," in name or "*" in name or (alone and name):
        return tuple(piece.strip() for piece in name.split(",") if piece.strip())
    known = ", ".join(TABLES)
    raise ArenaError(
        f'"{name}" is not a table{did_you_mean(name, TABLES)}: the tables are {known}, or name agents: "rock*4, maniac"'
    )


def epoch_plan(agent: EvolvingAgent, company: tuple[AgentLike, ...], *, epochs: int, seed: int) -> MatchPlan:
    """This many epochs of a player in some company; players who have lost their stack sit out the rest of the epoch."""
    return match_plan(
        [agent, *company],
        hands=epochs * EPOCH_HANDS,
        seed=seed,
        options={"stack": STACK},
        session_hands=EPOCH_HANDS,
        duplicate=False,
        sit_out=True,
    )


@dataclass(frozen=True, kw_only=True)
class Epoch:
    """What an epoch gave: chips won by the player, and by each of the others on the mean, an entrant each."""

    number: int
    won: int
    others: tuple[float, ...]


class EpochTable:
    """A table at which one player goes on learning."""

    def __init__(self, plan: MatchPlan) -> None:
        self.plan = plan
        self._table = CompiledTable(plan)
        self._owner = np.array(plan.owner)
        #: What everybody remembers, a row each; the first row goes on.
        self.memory: Floats = self._table.given.copy()

    @property
    def names(self) -> list[str]:
        """The name of each player, as the agents are told."""
        return [agent.name for agent in self.plan.agents]

    def play(self, number: int) -> Epoch:
        """Play one epoch."""
        self.memory[1:] = self._table.given[1:]
        played = self._table.play_unit(number, memory=self.memory)
        nets = played.nets.sum(axis=0)
        others = tuple(float(nets[self._owner == entrant].mean()) for entrant in range(1, len(self.plan.entrants)))
        return Epoch(number=number, won=int(nets[0]), others=others)

    def run(self, first: int, epochs: int) -> Generator[Epoch, None, None]:
        """Play epochs from a number on."""
        for number in range(first, epochs):
            yield self.play(number)

    def learnt(self, agent: EvolvingAgent) -> EvolvingAgent:
        """The player as they are now."""
        return agent.with_memory(self.memory[0])


class TablesInTurn:
    """Tables at which one player goes on learning, an epoch at each in turn; often there is one table only."""

    def __init__(self, agent: EvolvingAgent, companies: tuple[tuple[str, ...], ...], *, epochs: int, seed: int) -> None:
        self._agent = agent
        plans = (epoch_plan(agent, company, epochs=epochs, seed=seed) for company in companies)
        self._tables = [EpochTable(plan) for plan in plans]
        self._known = [agent.met(table.names)[at.KNOWN : at.CENTRES] for table in self._tables]
        self._last = self._tables[0]

    @property
    def memory(self) -> Floats:
        """What the player remembers now; to be changed by callers that know what it means."""
        return self._last.memory[0, : len(self._agent.memory)]

    def begin(self, *, fresh: bool) -> None:
        """Sit down with the player's memory; `fresh`: told who plays here."""
        self.memory[:] = self._agent.memory
        if fresh:
            self.memory[at.KNOWN : at.CENTRES] = self._known[0]

    def play(self, number: int) -> Epoch:
        """Play one epoch. Where the table changes, those who sit there are met again."""
        if len(self._tables) == 1:
            return self._last.play(number)
        place = number % len(self._tables)
        memory = self.memory.copy()
        self._last = self._tables[place]
        self.memory[:] = memory
        self.memory[at.KNOWN : at.CENTRES] = self._known[place]
        epoch = self._last.play(number)
        seats = len(self._last.plan.agents)
        return replace(epoch, others=(-epoch.won / (seats - 1),))

    def learnt(self) -> EvolvingAgent:
        """The player as they are now."""
        return self._last.learnt(self._agent)
