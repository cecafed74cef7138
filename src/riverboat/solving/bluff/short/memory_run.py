"""Regret minimisation for players with a short memory: batches of deals, averages, and a file from which it goes on."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from riverboat.arrays import Floats, Ints, Singles
from riverboat.errors import GameError, TableError
from riverboat.files import read_arrays, write_arrays
from riverboat.kernel_vectors import LANES
from riverboat.solving.bluff.short.memory import MemoryTables
from riverboat.solving.bluff.short.memory_kernel import MemoryDeals, MemoryRoom, MemoryRule, learn_batch
from riverboat.solving.regret import rule_of

FORMAT = "riverboat bluff training 1"
# : Where both players have at most this many rolls, every iteration looks at all deals; else at rows times lanes of
# them.
ALL_ROLLS = 21
ROWS = LANES
#: How much even play is mixed into how the learner comes to a state.
EXPLORES = 0.1
#: ... and into how the others do, so that they learn what to do against bids that nobody makes.
TREMBLES = 0.005
_LARGEST = 1 << 32
MOST_STATES = 20_000_000


@dataclass(frozen=True, kw_only=True)
class MemoryStep:
    """How far a training has come."""

    iterations: int
    elapsed_s: float  # over all runs


def whole_deals(tables: MemoryTables, hero: int) -> MemoryDeals:
    """All deals of two players."""
    other = 1 - hero
    rolls = len(tables.rolls[other])
    lanes = -(-rolls // LANES) * LANES
    chosen = np.zeros((2, lanes), np.int64)
    chosen[other, :rolls] = np.arange(rolls)
    weights = np.zeros(lanes)
    weights[:rolls] = tables.chances[other]
    return _deals(tables, hero, np.arange(len(tables.rolls[hero])), tables.chances[hero], chosen, weights)


def drawn_deals(
    tables: MemoryTables, hero: int, rng: np.random.Generator, *, rows: int = ROWS, lanes: int = LANES
) -> MemoryDeals:
    """Rolls of the hero times deals of the others, drawn as dice fall."""
    own = rng.choice(len(tables.rolls[hero]), rows, p=tables.chances[hero])
    chosen = np.zeros((tables.seats, lanes), np.int64)
    for seat in range(tables.seats):
        if seat != hero:
            chosen[seat] = rng.choice(len(tables.rolls[seat]), lanes, p=tables.chances[seat])
    return _deals(tables, hero, own, np.full(rows, 1 / rows), chosen, np.full(lanes, 1 / lanes))


def _deals(
    tables: MemoryTables, hero: int, rows: Ints, row_weights: Floats, lanes: Ints, lane_weights: Floats
) -> MemoryDeals:
    counts = sum(tables.counts[seat][lanes[seat]] for seat in range(tables.seats) if seat != hero)
    return MemoryDeals(
        hero=hero,
        rows=rows,
        row_weights=row_weights.astype(np.float32),
        lanes=lanes,
        lane_weights=lane_weights.astype(np.float32),
        row_counts=tables.counts[hero][rows].astype(np.float32),
        lane_counts=np.ascontiguousarray(np.asarray(counts).T).astype(np.float32),
    )


def bytes_needed(tables: MemoryTables) -> int:
    """About how much memory a run takes: eight bytes a number, and eight for every state and deal of a batch."""
    deals = 32 * ALL_ROLLS if looks_at_all(tables) else ROWS * LANES
    numbers = tables.n_numbers if tables.n_states <= MOST_STATES else 0  # counted only where they can be
    return 8 * (numbers + tables.n_states * deals)


def looks_at_all(tables: MemoryTables) -> bool:
    """Whether every iteration looks at all deals."""
    return tables.seats == 2 and max(map(len, tables.rolls)) <= ALL_ROLLS


def new_room(tables: MemoryTables, rows: int, lanes: int) -> MemoryRoom:
    """Room for batches of this many rows and lanes."""
    states, choices = tables.n_states, len(tables.bids) + 1
    return MemoryRoom(
        reach=np.zeros(states * rows * lanes, np.float32),
        value=np.zeros(states * rows * lanes, np.float32),
        live=np.zeros(states, np.int64),
        sigma=np.zeros(choices * max(rows, lanes), np.float32),
        worth=np.zeros(choices * rows, np.float32),
        call=np.zeros(rows * lanes, np.float32),
        lane=np.zeros(LANES, np.float32),
    )


class MemoryRun:
    """A run of discounted CFR over public states; in each part of an iteration one player learns."""

    def __init__(
        self, tables: MemoryTables, *, seed: int, explores: float = EXPLORES, trembles: float = TREMBLES
    ) -> None:
        self.tables, self.seed, self.explores, self.trembles = tables, seed, explores, trembles
        self.regrets = np.zeros(tables.n_numbers, np.float32)
        self.average = np.zeros(tables.n_numbers, np.float32)
        self.parts = 0
        self.spent_s = 0.0
        self._rooms: dict[tuple[int, int], MemoryRoom] = {}

    @property
    def iterations(self) -> int:
        """Whole iterations done: every player has learned once in each."""
        return self.parts // self.tables.seats

    @property
    def looks_at_all(self) -> bool:
        """Whether every iteration looks at all deals."""
        return looks_at_all(self.tables)

    def part(self) -> float:
        """Let the player whose turn it is learn; what they win as both play now."""
        hero, t = self.parts % self.tables.seats, self.iterations + 1
        rng = np.random.default_rng([self.seed, self.parts])
        deals = whole_deals(self.tables, hero) if self.looks_at_all else drawn_deals(self.tables, hero, rng)
        rule = rule_of("dcfr", t)
        learning = MemoryRule(1, self.explores, self.trembles, (t / 1000) ** 2, rule.positive, rule.negative, 0)
        won = learn_batch(
            self.tables.tree, deals, self.regrets, self.regrets, self.average, learning, self.room_for(deals)
        )
        self.parts += 1
        return float(won)

    def room_for(self, deals: MemoryDeals) -> MemoryRoom:
        """Room for a batch, made once for each size."""
        size = len(deals.rows), len(deals.lane_weights)
        if size not in self._rooms:
            self._rooms[size] = new_room(self.tables, *size)
        return self._rooms[size]

    def steps(self, *, most_iterations: int | None = None, most_s: float = float("inf")) -> Iterator[MemoryStep]:
        """Learn until there were this many iterations or seconds in all, telling how far it has come."""
        begun, before_s = time.perf_counter(), self.spent_s
        while self.spent_s < most_s and (most_iterations is None or self.iterations < most_iterations):
            for _ in range(self.tables.seats - self.parts % self.tables.seats):
                self.part()
            self.spent_s = before_s + time.perf_counter() - begun
            yield MemoryStep(iterations=self.iterations, elapsed_s=self.spent_s)

    def _head(self) -> dict[str, object]:
        table = self.tables.table
        known: dict[str, object] = {"format": FORMAT, "dice": list(table.dice), "faces": table.faces}
        return {**known, "wild": table.wild, "order": table.order, "memory": self.tables.memory, "seed": self.seed}

    def save(self, path: Path) -> None:
        """Keep everything, whole or not at all."""
        head = {**self._head(), "parts": self.parts, "spent_s": self.spent_s}
        write_arrays(path, head=np.array(json.dumps(head)), regrets=self.regrets, average=self.average)

    def load(self, path: Path) -> None:
        """Go on from what was kept."""
        head, regrets, average = read_arrays(path, ("head", "regrets", "average"), most=_LARGEST)
        try:
            found = json.loads(str(head))
            same = all(found.get(key) == value for key, value in self._head().items())
            parts, spent_s = int(found["parts"]), float(found["spent_s"])
        except (ValueError, TypeError, KeyError, AttributeError):
            raise TableError(f'"{path.name}" is not a training of bluff: start again without --resume') from None
        if not same:
            raise GameError(f'"{path.name}" is a training of another round, memory or seed: start again')
        for kept, target in ((regrets, self.regrets), (average, self.average)):
            if kept.shape != target.shape or kept.dtype != np.float32 or not np.isfinite(kept).all():
                raise TableError(f'"{path.name}" is damaged: start again without --resume')
            target[:] = kept
        self.parts, self.spent_s = parts, spent_s


def evaluate(tables: MemoryTables, deals: MemoryDeals, hero: Singles, others: Singles, room: MemoryRoom) -> float:
    """What the hero wins on average over some deals, where all play as these numbers say."""
    still = MemoryRule(0, 0.0, 0.0, 0.0, 1.0, 1.0, 0)
    return float(learn_batch(tables.tree, deals, hero, others, hero, still, room))
