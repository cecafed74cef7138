"""Epochs: sessions of a hundred hands from equal stacks, after each of which a player knows more than before.

A match gives every session the same memory; here the first player's goes on from epoch to epoch (Barone & While 1999,
section 4.2). Every epoch's cards follow from the seed and its number, so that a run can stop anywhere and go on.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from riverboat.agents.evolving.models import EvolvingAgent
from riverboat.arena.matches.plan import AgentLike, MatchPlan, match_plan
from riverboat.arena.matches.table import CompiledTable
from riverboat.arrays import Floats
from riverboat.errors import ArenaError, did_you_mean

EPOCH_HANDS, STACK, SEATS = 100, 1_000, 10
#: The paper's tables: who sits there beside the player.
TABLES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "mixed": ("tight-passive*3", "loose-aggressive*6"),
        "loose": ("loose-aggressive*9",),
        "tight": ("tight-passive*9",),
    }
)


def table_company(name: str) -> tuple[str, ...]:
    """Who sits at one of the paper's tables, or at a table of one's own: names of agents between commas."""
    if name in TABLES:
        return TABLES[name]
    if "," in name or "*" in name:
        return tuple(piece.strip() for piece in name.split(",") if piece.strip())
    known = ", ".join(TABLES)
    raise ArenaError(
        f'"{name}" is not a table{did_you_mean(name, TABLES)}: the tables are {known}, or name agents: "rock*4, maniac"'
    )


def epoch_plan(agent: EvolvingAgent, company: tuple[AgentLike, ...], *, epochs: int, seed: int) -> MatchPlan:
    """So many epochs of a player in some company; who has lost his stack sits out the rest of the epoch."""
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
        others = tuple(float(nets[self._owner == at].mean()) for at in range(1, len(self.plan.entrants)))
        return Epoch(number=number, won=int(nets[0]), others=others)

    def run(self, first: int, epochs: int) -> Generator[Epoch, None, None]:
        """Play epochs from a number on."""
        for number in range(first, epochs):
            yield self.play(number)

    def learnt(self, agent: EvolvingAgent) -> EvolvingAgent:
        """The player as he is now."""
        return agent.with_memory(self.memory[0])
