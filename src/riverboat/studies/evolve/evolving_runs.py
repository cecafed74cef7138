"""Runs of the evolving player that the studies share: ways to evolve, several seeds, frozen players at a table."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from riverboat.agents.evolving.freezing import frozen
from riverboat.agents.evolving.models import EvolvingAgent, first_candidates, static_agent
from riverboat.agents.evolving.presets import Start, preset_options
from riverboat.arena.work.executors import in_order
from riverboat.kernel import sources_hash
from riverboat.steps import keeping, run_to_end, work_name
from riverboat.studies.settings import Settings, Step
from riverboat.training.breeding import Bred, Breeding, breed
from riverboat.training.comparing import returns_at
from riverboat.training.epochs import EPOCH_HANDS, TABLES
from riverboat.version import __version__

#: How many seeds experiments 1 and 2 run with: the study's own, and those that follow it.
SEEDS = 10


@dataclass(frozen=True, kw_only=True)
class Way:
    """A set of opponents together with a kind of feedback."""

    key: str
    label: str
    preset: str
    tables: str = ""  # what the names of its tables begin with
    options: tuple[tuple[str, float | str], ...] = ()

    @property
    def start_a(self) -> Start:
        """The player A of its set of opponents."""
        return "paper-a" if self.tables else "a"

    @property
    def tight(self) -> str:
        """Its tight-passive opponents."""
        return TABLES[f"{self.tables}tight"][0].partition("*")[0]

    @property
    def loose(self) -> str:
        """Its loose-aggressive opponents."""
        return TABLES[f"{self.tables}loose"][0].partition("*")[0]

    def table(self, name: str) -> tuple[tuple[str, ...], ...]:
        """The players at one of its tables: mixed, tight or loose."""
        return (TABLES[f"{self.tables}{name}"],)

    def breeding(self, start: Start, seed: int, epochs: int) -> Breeding:
        """A run at the mixed table."""
        options = {**preset_options(self.preset, start), **dict(self.options)}
        table = f"{self.tables}mixed"
        return Breeding(table=table, epochs=epochs, start=start, opponents="name", seed=seed, options=options)


OURS = Way(key="ours", label="our styles, the studies' feedback", preset="studies")
PLAIN = Way(key="plain", label="our styles, the paper's plain feedback", preset="paper")
SECOND = Way(key="second", label="the second set, the studies' feedback", preset="studies", tables="paper-")
SECOND_PLAIN = Way(
    key="second-plain", label="the second set, the paper's plain feedback", preset="paper", tables="paper-"
)


def epochs_of(settings: Settings) -> int:
    """How many epochs a run has."""
    return max(1, settings.hands // EPOCH_HANDS)


def bred_player(breeding: Breeding, folder: Path | None = None) -> Bred:
    """Breed a player from the first epoch to the last; kept in a folder, so that several studies may use it."""
    if folder is None:
        return run_to_end(breed(breeding))
    folder.mkdir(parents=True, exist_ok=True)
    work = {"work": breeding.work, "seed": breeding.seed, "version": __version__, "kernels": sources_hash()}
    path = folder / f"evolve-bred-{work_name(work)}.npz"
    return run_to_end(breed(breeding, path=path, resume=True, made_by="a study"))


def player_a_agent(start: Start = "a") -> EvolvingAgent:
    """Player A, who plays the same against everybody."""
    return static_agent(first_candidates(start), name="A")


def specialists(bred: Bred, way: Way) -> dict[str, EvolvingAgent]:
    """A, and what has evolved from it against each style, played against everybody."""
    return {
        "A": player_a_agent(way.start_a),
        "A tight": frozen(bred.agent, against=way.tight, name="A tight"),
        "A loose": frozen(bred.agent, against=way.loose, name="A loose"),
    }


def breed_and_freeze(epochs: int, breedings: Sequence[Breeding]) -> list[dict[str, Any]]:
    """What a worker does: breed players, and play each frozen for some epochs with new cards."""
    found = []
    for breeding in breedings:
        bred = bred_player(breeding)
        won = returns_at(frozen(bred.agent), breeding.companies, epochs, breeding.seed + 1)
        found.append({"won": bred.won.tolist(), "others": bred.others.round(1).tolist(), "frozen": won.tolist()})
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


def play_frozen(folder: Path | None, epochs: int, items: Sequence[tuple[Way, int]]) -> list[dict[str, Any]]:
    """What a worker does: breed from A as a way says with a seed, freeze, and play each player at both tables."""
    found = []
    for way, seed in items:
        players = specialists(bred_player(way.breeding(way.start_a, seed, epochs), folder), way)
        won = {
            f"{name} {table}": returns_at(player, way.table(table), epochs, seed + 1).tolist()
            for name, player in players.items()
            for table in ("tight", "loose")
        }
        found.append(won)
    return found


def frozen_runs(settings: Settings, items: Sequence[tuple[Way, int]]) -> Generator[Step, None, list[dict[str, Any]]]:
    """What A, A tight and A loose win at both tables, frozen, in as many epochs as they were bred."""
    epochs = epochs_of(settings)
    work = {
        "epochs": epochs,
        "items": [f"{way.breeding(way.start_a, seed, epochs).work} {seed}" for way, seed in items],
    }
    return (yield from kept("evolve-3", work, items, partial(play_frozen, settings.folder, epochs), settings))
