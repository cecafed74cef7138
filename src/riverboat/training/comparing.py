"""A bred player, frozen, against two yardsticks on the same cards: always folding, and player A."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

import numpy as np

from riverboat.agents.evolving.freezing import frozen
from riverboat.agents.evolving.models import EvolvingAgent, first_candidates, static_agent
from riverboat.agents.evolving.player_a import always_folding
from riverboat.agents.evolving.presets import Start
from riverboat.arrays import Ints
from riverboat.intervals import Statistic, mean_interval
from riverboat.training.epochs import EpochTable, epoch_plan

#: This many epochs tell a player who wins 100 chips an epoch at the mixed table from one who wins none.
EPOCHS = 300


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """Chips an epoch of the player and of the yardsticks, and the differences on the same epochs."""

    player: Statistic
    folding: Statistic
    a: Statistic
    over_folding: Statistic
    over_a: Statistic

    @property
    def is_worse_than_folding(self) -> bool:
        """Whether it loses more than a player who never pays a bet."""
        return _is_below(self.over_folding)

    @property
    def verdict(self) -> str:
        """In one sentence, whether the player is worth anything."""
        if self.is_worse_than_folding:
            return "It loses more than a player who always folds: do not use it."
        if not _is_above(self.over_folding):
            return "It can't be told from a player who always folds."
        if _is_above(self.over_a):
            return "It wins more than always folding, and more than player A."
        if _is_below(self.over_a):
            return "It wins more than always folding, and less than player A."
        return "It wins more than always folding; player A and it can't be told apart."

    def to_json(self) -> dict[str, object]:
        """As `--json` prints it."""
        return {
            "frozen": self.player.to_json(),
            "always_folding": self.folding.to_json(),
            "player_a": self.a.to_json(),
            "frozen_minus_always_folding": self.over_folding.to_json(),
            "frozen_minus_player_a": self.over_a.to_json(),
            "verdict": self.verdict,
        }


def _is_above(found: Statistic) -> bool:
    return found.low is not None and found.low > 0


def _is_below(found: Statistic) -> bool:
    return found.high is not None and found.high < 0


def returns_at(agent: EvolvingAgent, companies: tuple[tuple[str, ...], ...], epochs: int, seed: int) -> Ints:
    """What a frozen player wins in each epoch; equal seeds give equal cards and seats to every player.

    Where there are several tables they are played at in turn.
    """
    tables = [EpochTable(epoch_plan(agent, company, epochs=epochs, seed=seed)) for company in companies]
    return np.array([tables[number % len(tables)].play(number).won for number in range(epochs)], dtype=np.int64)


def compare_frozen(
    agent: EvolvingAgent,
    companies: tuple[tuple[str, ...], ...],
    *,
    seed: int,
    epochs: int = EPOCHS,
    start: Start = "a",
) -> Generator[int, None, Comparison]:
    """Play the player frozen, then always folding, then player A; tells how many of the three are done.

    `start` says which player A it is.
    """
    a = static_agent(first_candidates(start, crowd=agent.crowds > 1), name="A")
    folding = static_agent(always_folding()[None], name="always folding")
    won = []
    for done, each in enumerate((frozen(agent), folding, a)):
        yield done
        won.append(returns_at(each, companies, epochs, seed).astype(np.float64))
    player, folded, yardstick = won
    return Comparison(
        player=mean_interval(player),
        folding=mean_interval(folded),
        a=mean_interval(yardstick),
        over_folding=mean_interval(player - folded),
        over_a=mean_interval(player - yardstick),
    )
