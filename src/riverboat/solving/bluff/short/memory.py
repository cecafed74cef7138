"""Rounds of Bluff for players who remember the last few bids alone: the public states, and the classes of rolls there.

The tree of bids doubles with every bid. A player who remembers the last k bids and whose turn it is can be in far
fewer states: C(B, k) sets of bids times the players, and those of fewer bids before (Neller & Hnath 2011 so reduced
Dudo). Rolls that no bid from the last one on can tell apart are one class, as in `tables`, so that what is learned
here can be laid into the whole tree of bids, block by block.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import NamedTuple

import numpy as np

from riverboat.arrays import Floats, Ints
from riverboat.games.bluff.dice import Bid, Dice, Roll


class MemoryTree(NamedTuple):
    """What kernels are told of the states. Every state comes before those that its bids lead to."""

    seats: int
    n_bids: int
    n_actions: Ints  # [B+1] by the last bid + 1: the higher bids, and the call
    n_open: Ints  # [m, B+1] classes that have a choice
    classes: Ints  # [m, B+1, R] the class of a roll; n_open where no bid can be true: who has it calls
    quantity: Ints  # [B]
    face: Ints  # [B] from 0
    last: Ints  # [N] the last bid + 1
    actor: Ints  # [N]
    begin: Ints  # [N+1] where its numbers begin
    shift: Ints  # [N] bid b leads to the state shift + stride * ways[grade, b]
    stride: Ints  # [N]
    grade: Ints  # [N]
    ways: Ints  # [k+1, B] binomial coefficients


@dataclass(frozen=True)
class MemoryTables:
    """A round with this many dice for each player, the first of whom opens, and how many bids are remembered."""

    table: Dice
    memory: int

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.table.dice)

    @cached_property
    def bids(self) -> tuple[Bid, ...]:
        """Every bid, lowest first."""
        return self.table.bids()

    @cached_property
    def heights(self) -> dict[Bid, int]:
        """The place of every bid, from 0."""
        return {bid: at for at, bid in enumerate(self.bids)}

    @cached_property
    def rolls(self) -> tuple[tuple[Roll, ...], ...]:
        """What each player can roll."""
        return tuple(self.table.rolls(seat) for seat in range(self.seats))

    @cached_property
    def places(self) -> tuple[dict[Roll, int], ...]:
        """The number of every roll."""
        return tuple({roll: at for at, roll in enumerate(rolls)} for rolls in self.rolls)

    @cached_property
    def chances(self) -> tuple[Floats, ...]:
        """How likely each player's rolls are."""
        return tuple(np.array([float(self.table.chance(roll)) for roll in rolls]) for rolls in self.rolls)

    @cached_property
    def counts(self) -> tuple[Ints, ...]:
        """By player: [R, faces] how many dice of a roll count as a face."""
        faces = range(1, self.table.faces + 1)
        return tuple(
            np.array([[self.table.count(roll, face) for face in faces] for roll in rolls], np.int64)
            for rolls in self.rolls
        )

    @cached_property
    def tree(self) -> MemoryTree:
        """The arrays that kernels take."""
        n_bids, seats = len(self.bids), self.seats
        n_actions = n_bids - np.arange(n_bids + 1) + 1
        n_actions[0] = n_bids
        n_open, classes = self._classes()
        ways = np.array([[comb(bid, grade) for bid in range(n_bids)] for grade in range(self.memory + 1)], np.int64)
        parts = [self._states(grade, ways) for grade in range(self.memory + 1)]
        last, actor, shift, stride, grade = (np.concatenate(column) for column in zip(*parts, strict=True))
        block = n_open[actor, last] * n_actions[last]
        block[last == n_bids] = 0  # after the highest bid one can but call
        return MemoryTree(
            seats=seats,
            n_bids=n_bids,
            n_actions=n_actions,
            n_open=n_open,
            classes=classes,
            quantity=np.array([bid.quantity for bid in self.bids], np.int64),
            face=np.array([bid.face - 1 for bid in self.bids], np.int64),
            last=last,
            actor=actor,
            begin=np.concatenate([[0], np.cumsum(block)]).astype(np.int64),
            shift=shift,
            stride=stride,
            grade=grade,
            ways=ways,
        )

    def _first_state(self, grade: int) -> int:
        """The first state after this many bids, or after this many and more where that is all that is remembered."""
        return sum(comb(len(self.bids), fewer) for fewer in range(grade))

    def _states(self, grade: int, ways: Ints) -> tuple[Ints, Ints, Ints, Ints, Ints]:
        """States in which this many bids are known, in the order of the last bid: that, the actor, where bids lead."""
        full = grade == self.memory
        known = _subsets(len(self.bids), grade)
        n, seats = len(known), self.seats
        last = known[:, -1] + 1 if grade else np.zeros(1, np.int64)
        kept = known[:, 1:] if full else known  # what is remembered after one more bid
        rank = np.zeros(n, np.int64)
        for place in range(kept.shape[1]):
            rank += ways[place + 1, kept[:, place]]
        if not full:
            leads_to_full = grade + 1 == self.memory
            by = seats if leads_to_full else 1
            turn = (grade + 1) % seats if leads_to_full else 0
            shift = self._first_state(grade + 1) + rank * by + turn
            return (last, np.full(n, grade % seats), shift, np.full(n, by), np.full(n, grade + 1))
        actors = np.tile(np.arange(seats), n)
        shift = self._first_state(grade) + np.repeat(rank, seats) * seats + (actors + 1) % seats
        n *= seats
        return np.repeat(last, seats), actors, shift, np.full(n, seats), np.full(n, grade)

    def _classes(self) -> tuple[Ints, Ints]:
        """Rolls that make all bids from the last one on true against the same dice of the others are one class."""
        n_bids, widest = len(self.bids), max(len(rolls) for rolls in self.rolls)
        n_open = np.zeros((self.seats, n_bids + 1), np.int64)
        classes = np.zeros((self.seats, n_bids + 1, widest), np.int64)
        quantity = np.array([bid.quantity for bid in self.bids])
        face = np.array([bid.face - 1 for bid in self.bids])
        for seat in range(self.seats):
            most = sum(int(self.counts[other].max()) for other in range(self.seats) if other != seat)
            needs = np.clip(quantity - self.counts[seat][:, face], 0, most + 1).astype(np.uint8)
            for at in range(n_bids + 1):
                kept = needs[:, max(at - 1, 0) :]
                sure = kept[:, 0] > most if at else np.zeros(len(kept), bool)
                numbers: dict[bytes, int] = {}
                for roll in np.flatnonzero(~sure):
                    classes[seat, at, roll] = numbers.setdefault(kept[roll].tobytes(), len(numbers))
                n_open[seat, at] = len(numbers)
                classes[seat, at, : len(kept)][sure] = len(numbers)
        return n_open, classes

    @property
    def n_states(self) -> int:
        """How many public states there are."""
        return self._first_state(self.memory) + comb(len(self.bids), self.memory) * self.seats

    @cached_property
    def n_numbers(self) -> int:
        """How many numbers a strategy has: one for every state, class and action."""
        return int(self.tree.begin[-1])

    def state_after(self, bids: Sequence[Bid]) -> int:
        """The state after some bids, the first player opening."""
        known = [self.heights[bid] for bid in bids][-self.memory :]
        rank = sum(comb(bid, place + 1) for place, bid in enumerate(known))
        first = self._first_state(len(known))
        return first + rank * self.seats + len(bids) % self.seats if len(known) == self.memory else first + rank


def _subsets(n: int, size: int) -> Ints:
    """All sets of this many numbers below n, each ascending; ordered by their last number, then the one before."""
    if size == 0:
        return np.zeros((1, 0), np.int64)
    found = []
    for last in range(size - 1, n):
        lower = _subsets(last, size - 1)
        found.append(np.concatenate([lower, np.full((len(lower), 1), last)], axis=1))
    return np.concatenate(found) if found else np.zeros((0, size), np.int64)
