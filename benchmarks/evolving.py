"""The evolving player: epochs of 100 hands a second on one core, learning included, and how it grows with seats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from benchmarks.table import US, Row
from benchmarks.timing import Contender, Entry, contest
from riverboat.agents.evolving.models import evolving_agent
from riverboat.agents.evolving.presets import FROM_A, PAPER
from riverboat.training.epochs import EpochTable, epoch_plan

GROUP = "evolving"
EPOCHS = 20
#: An epoch in seconds, so that at least 40 are played in one.
MOST_S = 1 / 40
Options = Mapping[str, float | str]


def rows(seed: int) -> Iterator[Row]:
    """Ten seats with the studies' feedback and with the paper's, then fewer seats."""
    for options, what in ((FROM_A, "the studies' feedback"), (PAPER, "the paper's plain feedback")):
        for seats in (10, 8, 6, 4, 3, 2) if options is FROM_A else (10,):
            build = partial(_epochs, options, seats, what, seed)
            task = f"an epoch of 100 hands at {seats} seats, learning, {what}"
            entry = Entry(who=US, build=build, most=MOST_S * 1e3 if seats == 10 else None)
            yield from contest(GROUP, task, "ms", [entry], scale=1e3)


def _epochs(options: Options, seats: int, what: str, seed: int, _: object) -> Contender:
    """Epochs of one player who goes on learning; its company is the mixed table's, a third of it tight."""
    tight = (seats - 1) // 3
    company = (f"loose-aggressive*{seats - 1 - tight}", *([f"tight-passive*{tight}"] if tight else ()))
    agent = evolving_agent(start="a", seed=seed, options={**options, "opponents": "style"})
    table = EpochTable(epoch_plan(agent, company, epochs=EPOCHS, seed=seed))

    def run() -> None:
        for _epoch in table.run(0, EPOCHS):
            pass

    return Contender(run=run, what=f"EpochTable.run, {EPOCHS} epochs, {what}", work=1 / EPOCHS)
