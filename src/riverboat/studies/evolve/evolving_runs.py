"""Runs of the evolving player that the studies share: breeding with several seeds, and frozen players at a table."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np

from riverboat.agents.evolving.models import EvolvingAgent, frozen, player_a, static_agent
from riverboat.arena.work.executors import in_order
from riverboat.arrays import Ints
from riverboat.kernel import sources_hash
from riverboat.steps import keeping, run_to_end
from riverboat.studies.settings import Settings, Step
from riverboat.training.breeding import Bred, Breeding, breed
from riverboat.training.epochs import EPOCH_HANDS, TABLES, EpochTable, epoch_plan
from riverboat.version import __version__

TIGHT, LOOSE = "tight-passive", "loose-aggressive"
#: What the experiments set beyond the paper; docs/agents/evolving.md says what each does, and what happens without it.
RECALLED: Mapping[str, float | str] = MappingProxyType(
    {
        "recall": "chances",
        "blur": 0.1,
        "pool": 100,
        "credit": "decision",
        "ties": "alone",
        "survival": "half",
        "average": 3,
    }
)
#: From player A: each segment learns from hands that are about its own opponents, and tries what A would never do.
CHOSEN: Mapping[str, float | str] = MappingProxyType(
    {
        **RECALLED,
        "uses": 4,
        "step": 0.02,
        "caution": 1,
        "explore": 0.05,
        "least": 0.75,
        "before": 60,
        "bettor": "yes",
    }
)
#: From random candidates there is further to go, and no segment can afford to learn from some of the hands only.
FROM_NOTHING: Mapping[str, float | str] = MappingProxyType({**RECALLED, "step": 0.05})
#: The paper's feedback alone: only the hand itself, only what was suggested and done, pairs.
PLAIN: Mapping[str, float | str] = MappingProxyType(
    {"recall": "no", "weigh": "no", "ties": "all", "survival": "pair", "step": 0.1}
)


def epochs_of(settings: Settings) -> int:
    """How many epochs a run has."""
    return max(1, settings.hands // EPOCH_HANDS)


def bred_player(breeding: Breeding) -> Bred:
    """Breed a player from the first epoch to the last."""
    return run_to_end(breed(breeding))


def player_a_agent() -> EvolvingAgent:
    """Player A, who plays the same against everybody."""
    return static_agent(player_a()[None], name="A")


def specialists(bred: Bred) -> dict[str, EvolvingAgent]:
    """A, and what has evolved from it against each style, played against everybody."""
    return {
        "A": player_a_agent(),
        "A tight": frozen(bred.agent, against=TIGHT, name="A tight"),
        "A loose": frozen(bred.agent, against=LOOSE, name="A loose"),
    }


def returns_at(agent: EvolvingAgent, table: str, epochs: int, seed: int) -> Ints:
    """What a player wins in each epoch at a table; equal seeds give equal cards and seats to every player."""
    seats = EpochTable(epoch_plan(agent, TABLES[table], epochs=epochs, seed=seed))
    return np.array([epoch.won for epoch in seats.run(0, epochs)], dtype=np.int64)


def breed_all(breedings: Sequence[Breeding]) -> list[dict[str, Any]]:
    """What a worker does: breed players, and give their returns."""
    found = []
    for breeding in breedings:
        bred = bred_player(breeding)
        found.append({"won": bred.won.tolist(), "others": bred.others.round(1).tolist()})
    return found


def kept(
    name: str, work: Mapping[str, Any], items: Sequence[Any], function: Any, settings: Settings
) -> Generator[Step, None, list[dict[str, Any]]]:
    """Do a study's runs one by one; each is kept when it is done, so that an interrupted study goes on."""
    described = {"work": name, **work, "seed": settings.seed, "version": __version__, "kernels": sources_hash()}
    with keeping(settings.checkpoint(described, name), resume=settings.resume, read=dict, write=dict) as runs:
        done = runs.done
        yield Step(part=name, done=len(done), total=len(items))
        for found in in_order(function, list(items[len(done) :]), make_executor=settings.make_executor):
            runs.add(found)
            yield Step(part=name, done=len(done), total=len(items))
    return done


def play_frozen(bred: Bred, epochs: int, seed: int, items: Sequence[tuple[str, str]]) -> list[dict[str, Any]]:
    """What a worker does: frozen players at tables, each named by player and table."""
    players = specialists(bred)
    return [{"won": returns_at(players[name], table, epochs, seed).tolist()} for name, table in items]


def frozen_runs(
    bred: Bred, settings: Settings, items: Sequence[tuple[str, str]]
) -> Generator[Step, None, list[dict[str, Any]]]:
    """Frozen players at tables, each for as many epochs as it was bred."""
    epochs = epochs_of(settings)
    work = {"epochs": epochs, "players": bred.agent.fingerprint}
    function = partial(play_frozen, bred, epochs, settings.seed + 1)
    return (yield from kept("evolve-3", work, items, function, settings))
