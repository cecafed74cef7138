"""What a thread writes on while it works: reach and values of each street, and room for sums."""

from __future__ import annotations

import numpy.typing as npt

from riverboat.solving.spots.vectors.blocks import aligned
from riverboat.solving.spots.vectors.fields import CARDS, Floats, Lines, Workspace
from riverboat.solving.spots.vectors.layout import TreePart

#: An array of each street and side.
Arrays = list[tuple[Floats, Floats]]


class Scratch:
    """Arrays of each street and side; lines lead into a street."""

    def __init__(self, parts: tuple[TreePart, ...], widths: tuple[int, int], kind: npt.DTypeLike) -> None:
        def of_each(rows: list[tuple[int, int]]) -> Arrays:
            return [(aligned(n0 * widths[0], kind), aligned(n1 * widths[1], kind)) for n0, n1 in rows]

        sequences = [part.sequences for part in parts]
        roots = [(len(part.roots), len(part.roots)) for part in parts]
        nodes = [(len(part.betting) + 1, len(part.betting) + 1) for part in parts]
        self.reach, self.own, self.mean = of_each(sequences), of_each(sequences), of_each(sequences)
        self.lines, self.own_lines, self.mean_lines = of_each(roots), of_each(roots), of_each(roots)
        self.values, self.line_values = of_each(nodes), of_each(roots)
        wide = max(widths)
        self.spare = aligned(16 * (2 * (wide + 1) + 2 * wide + CARDS + 1 + wide + 16), kind)
        streets = range(len(parts))
        #: What a pass for one side writes on, by street and side.
        self.rooms = [(self._room(street, 0), self._room(street, 1)) for street in streets]
        #: What comes into a street in a pass for one side, and what it is worth.
        self.into = [(self._lines(street, 0), self._lines(street, 1)) for street in streets]

    def _room(self, street: int, hero: int) -> Workspace:
        return Workspace(
            reach=self.reach[street][1 - hero],
            own=self.own[street][hero],
            mean=self.mean[street][hero],
            values=self.values[street][hero],
            spare=self.spare,
        )

    def _lines(self, street: int, hero: int) -> Lines:
        return Lines(
            reach=self.lines[street][1 - hero],
            own=self.own_lines[street][hero],
            mean=self.mean_lines[street][hero],
            values=self.line_values[street][hero],
        )
