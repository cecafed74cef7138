"""Breeding a player: epochs at a table, kept in the player's own file, so that an interrupted run goes on."""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, cast, get_args

import numpy as np

from riverboat.agents.entry import MOST_COUNTED
from riverboat.agents.evolving.models import EvolvingAgent, evolving_agent, read_player, write_player
from riverboat.agents.evolving.parameters import STYLE_CENTRES
from riverboat.agents.evolving.presets import Start
from riverboat.agents.names import parse_agent_name
from riverboat.agents.saved import numbers_of
from riverboat.arena.matches.plan import entrant
from riverboat.arrays import Floats, Ints
from riverboat.errors import AgentError, ArenaError
from riverboat.files import read_arrays
from riverboat.training.epochs import Epoch, TablesInTurn, table_companies
from riverboat.training.evolving_cma import CmaEvolution

#: How often the file is written while it goes on.
SAVE_S = 5.0
#: By what a player's opponents are told apart, and how its numbers change from epoch to epoch.
Told = Literal["seat", "name", "style", "all"]
Method = Literal["es", "cma"]
#: How many epochs the moving mean takes together.
WINDOW = 50


def method_of(typed: str) -> Method:
    """The method that somebody typed."""
    if typed not in get_args(Method):
        raise ArenaError(f'"{typed}" is not a method: es or cma')
    return cast(Method, typed)


def told_of(typed: str) -> Told:
    """By what opponents are told apart, as somebody typed it."""
    if typed not in get_args(Told):
        raise ArenaError(f'"{typed}" tells no opponents apart: seat, name or style, or all for one segment')
    return cast(Told, typed)


@dataclass(frozen=True, kw_only=True)
class Breeding:
    """A run of breeding: the table, the start, the number of epochs and the method."""

    table: str = "mixed"
    epochs: int = 1_000
    start: Start = "random"
    opponents: Told = "style"
    method: Method = "es"
    seed: int = 0
    options: Mapping[str, float | str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", dict(self.options))  # a view of a table could not go to other processes
        method_of(self.method)
        told_of(self.opponents)
        if self.epochs < 1:
            raise ArenaError(f"{self.epochs} epochs are not possible: 1 or more")

    @property
    def companies(self) -> tuple[tuple[str, ...], ...]:
        """The opponents of the player, at the table or at each of the tables in turn."""
        return table_companies(self.table)

    @property
    def segments(self) -> tuple[str, ...]:
        """What the opponents are told apart as."""
        tables = [[parse_agent_name(each) for each in company] for company in self.companies]
        if self.opponents == "style":
            return tuple(STYLE_CENTRES)
        if self.opponents == "name":
            return tuple(dict.fromkeys(each.text for names in tables for each in names))
        if self.opponents == "seat":
            seats = max(sum(each.copies for each in names) for names in tables)
            return tuple(f"player {number}" for number in range(1 + seats))
        return ("all",)

    def agent(self) -> EvolvingAgent:
        """The player as they begin."""
        for company in self.companies:
            for each in company:
                entrant(each)  # refuses who is not known
        outside = {"outside": 1.0} if self.method == "cma" else {}
        told_apart = {} if self.opponents == "all" else {"opponents": self.opponents}
        options = {**self.options, **outside, **told_apart}
        return evolving_agent(segments=self.segments, start=self.start, seed=self.seed, options=options)

    @property
    def work(self) -> str:
        """What must be equal for a run to be gone on with."""
        options = ";".join(f"{key}={value}" for key, value in sorted(self.options.items()))
        return f"{self.table}|{self.start}|{self.opponents}|{self.method}|{options}"


@dataclass(frozen=True, kw_only=True, eq=False)
class Bred:
    """A player and what their epochs gave, so far."""

    agent: EvolvingAgent
    breeding: Breeding
    won: Ints  # by epoch
    others: Floats  # by epoch and entrant: what one of them won on the mean (of all, where tables are played in turn)

    @property
    def moving(self) -> Floats:
        """The moving mean of what was won, from the first full window on."""
        return moving_mean(self.won)

    @property
    def turned(self) -> int | None:
        """The first epoch at whose end the moving mean is positive; None if it never is."""
        return turning_epoch(self.won)


def moving_mean(won: Ints, window: int = WINDOW) -> Floats:
    """The means of this many epochs in a row."""
    if len(won) < window:
        return np.zeros(0)
    sums = np.cumsum(np.r_[0, won.astype(np.float64)])
    means: Floats = (sums[window:] - sums[:-window]) / window
    return means


def turning_epoch(won: Ints, window: int = WINDOW) -> int | None:
    """The number of epochs after which the moving mean is first positive."""
    positive = np.flatnonzero(moving_mean(won, window) > 0)
    return int(positive[0]) + window if len(positive) else None


def breed(
    breeding: Breeding, *, path: Path | None = None, resume: bool = False, made_by: str = "", begin: Path | None = None
) -> Generator[Epoch, None, Bred]:
    """Play epoch after epoch, learning; `path` is written now and then, at the end, and where it is interrupted.

    `begin` names a saved player to go on from, with their own segments and options.
    """
    agent = breeding.agent() if begin is None else read_player(begin)
    done, told = Bred(agent=agent, breeding=breeding, won=_none(0), others=np.zeros((0, 0))), None
    if resume and path is not None and path.exists():
        done, told = _read(path, breeding)
    tables = TablesInTurn(done.agent, breeding.companies, epochs=breeding.epochs, seed=breeding.seed)
    tables.begin(fresh=not len(done.won))
    outside = _outside(breeding, agent, told, tables, fresh=not len(done.won))
    won, others = done.won.tolist(), done.others.tolist()

    def now() -> Bred:
        return replace(done, agent=tables.learnt(), won=np.array(won, dtype=np.int64), others=np.array(others))

    saved = time.monotonic()
    try:
        for number in range(len(won), breeding.epochs):
            epoch = tables.play(number)
            if outside is not None:
                outside.evolve(tables.memory)
            won.append(epoch.won)
            others.append(epoch.others)
            if path is not None and time.monotonic() - saved > SAVE_S:
                _write(path, now(), made_by, outside)
                saved = time.monotonic()
            yield epoch
    finally:
        if path is not None:
            _write(path, now(), made_by, outside)
    return now()


def _none(columns: int) -> Ints:
    return np.zeros(columns, dtype=np.int64)


def _outside(
    breeding: Breeding, agent: EvolvingAgent, told: Floats | None, tables: TablesInTurn, *, fresh: bool
) -> CmaEvolution | None:
    if breeding.method != "cma":
        return None
    evolution = CmaEvolution(agent, breeding.seed, told)
    if fresh:
        evolution.begin(tables.memory)
    return evolution


def _write(path: Path, bred: Bred, made_by: str, outside: CmaEvolution | None) -> None:
    more = {} if outside is None else {"told": outside.told}
    work = bred.breeding.work
    seed = np.int64(bred.breeding.seed)
    write_player(path, bred.agent, made_by=made_by, work=work, seed=seed, won=bred.won, others=bred.others, **more)


def kept_settings(path: Path) -> tuple[str, dict[str, float | str]] | None:
    """What opponents are told apart by in the run of a file, and its options; None where there is no file yet."""
    if not path.exists():
        return None
    _, _, opponents, _, options = str(read_arrays(path, ("work",))[0]).rsplit("|", 4)
    pairs = (each.partition("=") for each in options.split(";") if each)
    return opponents, {key: value for key, _, value in pairs}


def _read(path: Path, breeding: Breeding) -> tuple[Bred, Floats | None]:
    agent = read_player(path)
    work, seed, was_won, was_others = read_arrays(path, ("work", "seed", "won", "others"))
    if str(work) != breeding.work or str(seed) != str(breeding.seed):
        run = f"{str(work)[:200]}, seed {str(seed)[:40]}"
        raise AgentError(f"{path.name} is of another run ({run}): repeat that command, or start again without --resume")
    won = numbers_of(was_won, file=path.name, name="won")
    others = numbers_of(was_others, file=path.name, name="others")
    if won.ndim != 1 or others.ndim != 2 or len(won) != len(others) or (np.abs(won) > MOST_COUNTED).any():
        raise AgentError(f"{path.name} does not fit: what its epochs gave can't be read")
    told = _read_told(path, agent) if breeding.method == "cma" else None
    return Bred(agent=agent, breeding=breeding, won=won.astype(np.int64), others=others), told


def _read_told(path: Path, agent: EvolvingAgent) -> Floats:
    """What the evolution strategies were told: an element and the fitness of its candidates in each row."""
    told = numbers_of(read_arrays(path, ("told",))[0], file=path.name, name="told")
    if told.ndim != 2 or told.shape[1] != 1 + agent.population:
        raise AgentError(f"{path.name} does not fit: it keeps the fitness of other candidates")
    if len(told) and not (told[:, 0] == np.clip(np.floor(told[:, 0]), 0, agent.elements - 1)).all():
        raise AgentError(f"{path.name} does not fit: it keeps the fitness of elements that are not there")
    return told
