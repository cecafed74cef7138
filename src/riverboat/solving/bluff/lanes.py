"""Where the numbers of a tree of bids stand while sixteen sequences of bids are walked at a time.

First come the nodes that the lowest few bids lead to, depth first, each number in the first of sixteen lanes. Then, by
who is to move after the first higher bid and by that bid, one tree for sixteen sequences of lower bids: number for
number in the order of the tree of bids, lane by lane.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from riverboat.arrays import Ints, Singles
from riverboat.kernel_vectors import LANES
from riverboat.solving.bluff.tables import BluffTables
from riverboat.solving.bluff.walk_kernel import Stack

#: So many numbers of each lane are moved at a time, which find room in the processor's caches.
_PIECE = 1 << 12


class Lanes:
    """The two orders of a round's numbers, and the way from one to the other."""

    def __init__(self, tables: BluffTables) -> None:
        self.tables = tables
        self._lowest = int(tables.inner[0, 0])
        self.n_numbers = (self._lowest + int(tables.size[:, tables.cut + 1 :].sum())) * LANES

    @cached_property
    def _places(self) -> tuple[Ints, Ints]:
        """Where the numbers of the lowest bids' nodes stand in the tree of bids, and where each lane's trees begin."""
        tables = self.tables
        begins = np.full((2, tables.n_bids + 1, LANES), -1, np.int64)
        nodes: list[Ints] = []

        def visit(actor: int, at: int, key: int, place: int) -> None:
            block = int(tables.block[actor, at])
            nodes.append(np.arange(place, place + block))
            place += block
            for to in range(at + 1, tables.n_bids + 1):
                if to > tables.cut:
                    begins[1 - actor, to, key >> 1] = place
                else:
                    visit(1 - actor, to, key | 1 << (to - 1), place)
                place += int(tables.size[1 - actor, to])

        visit(0, 0, 0, 0)
        return np.concatenate(nodes), begins

    def _trees(self, lanes: Singles) -> Iterator[tuple[Singles, list[tuple[int, int]]]]:
        """[numbers, lanes] of each tree that is walked in lanes; the lanes in use, and where each begins."""
        base, (_, begins) = self._lowest * LANES, self._places
        for actor in range(2):
            for to in range(self.tables.cut + 1, self.tables.n_bids + 1):
                size = int(self.tables.size[actor, to])
                tree = lanes[base : base + size * LANES].reshape(size, LANES)
                base += size * LANES
                used = [(lane, begin) for lane, begin in enumerate(begins[actor, to].tolist()) if begin >= 0]
                for first in range(0, size, _PIECE):
                    yield tree[first : first + _PIECE], [(lane, begin + first) for lane, begin in used]

    def laid_out(self, lanes: Singles) -> Singles:
        """Numbers that stand in lanes, in the order of the tree of bids: a copy, which can't be written to."""
        numbers = np.zeros(self.tables.n_numbers, np.float32)
        numbers[self._places[0]] = lanes[: self._lowest * LANES : LANES]
        for piece, begins in self._trees(lanes):
            for lane, begin in begins:
                numbers[begin : begin + len(piece)] = piece[:, lane]
        numbers.flags.writeable = False
        return numbers

    def take(self, numbers: Singles, lanes: Singles) -> None:
        """Put numbers in the order of the tree of bids into lanes."""
        lanes[: self._lowest * LANES : LANES] = numbers[self._places[0]]
        for piece, begins in self._trees(lanes):
            for lane, begin in begins:
                piece[:, lane] = numbers[begin : begin + len(piece)]


def make_stack(tables: BluffTables, precision: type[np.float32] | type[np.float64]) -> Stack:
    """Room for a walk that computes in single or double precision."""
    most, widest = tables.n_bids + 2, tables.needs.shape[2]
    largest = (tables.n_open * tables.n_actions).max(axis=0)  # rows of a node, by the last bid
    largest = np.append(np.maximum.accumulate(largest[::-1])[::-1], 0)  # ... and of those with this many bids or more
    counted = int(max(tables.needs.max(), tables.counts.max()))
    sizes = {"reach": most * widest, "value": most * widest, "sigma": int(largest.sum()), "worth": int(largest.sum())}
    sizes |= {"tally": counted + 1, "gate_reach": 2 * most * widest, "gate_value": 2 * most * widest}
    found: dict[str, npt.NDArray[Any]] = {name: np.zeros(size * LANES, precision) for name, size in sizes.items()}
    found |= {name: np.zeros(most, np.int64) for name in ("last", "offset", "actor", "onward", "upcoming", "key")}
    return Stack(**found, rows=(np.cumsum(largest) - largest) * LANES)
