"""The rules of elimination tournaments as one would tell them: slow, readable, and independent of the kernel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class TwinTable:
    """Chairs with (player, chips) or None, and who posted the last big blind in which chair."""

    chairs: list[tuple[int, int] | None]
    last_chair: int
    last_player: int

    @property
    def taken(self) -> list[int]:
        return [chair for chair, who in enumerate(self.chairs) if who is not None]

    @property
    def free(self) -> list[int]:
        return [chair for chair, who in enumerate(self.chairs) if who is None]

    def after_the_blind(self, chairs: list[int]) -> int:
        """The first of some chairs after the one that posted the last big blind."""
        return min(chairs, key=lambda chair: (chair - self.last_chair - 1) % len(self.chairs))

    def blinds(self) -> tuple[int, int | None, int]:
        """Who posts the next big blind, who the small one (None: it is dead), and who has the button; as chairs."""
        big = self.after_the_blind(self.taken)
        circle = self.taken[self.taken.index(big) :] + self.taken[: self.taken.index(big)]
        if len(circle) == 2:
            return big, circle[1], circle[1]
        sitting = self.chairs[self.last_chair]
        if sitting is not None and sitting[0] == self.last_player:
            return big, self.last_chair, circle[-2]
        return big, None, circle[-1]


def twin_places(out: dict[int, int], left: int) -> dict[int, float]:
    """The places of those who go broke together, by their chips before; `left` counts them too."""
    ranked = sorted(out, key=lambda player: out[player], reverse=True)
    first = left - len(out) + 1
    by_order = {player: first + at for at, player in enumerate(ranked)}
    places = {}
    for player in out:
        shared = [by_order[other] for other in out if out[other] == out[player]]
        places[player] = sum(shared) / len(shared)
    return places


def twin_rearrange(tables: list[TwinTable], draw: Callable[[int], int]) -> None:
    """Break tables and balance the rest."""
    seats = len(tables[0].chairs)
    while True:
        used = [table for table in tables if table.taken]
        players = sum(len(table.taken) for table in used)
        if (len(used) - 1) * seats < players:
            break
        shortest = min(len(table.taken) for table in used)
        victim = [table for table in used if len(table.taken) == shortest][-1]
        others = [table for table in used if table is not victim]
        while victim.taken:
            chair = victim.taken[draw(len(victim.taken))]
            target = min(others, key=lambda table: len(table.taken))
            target.chairs[target.free[draw(len(target.free))]] = victim.chairs[chair]
            victim.chairs[chair] = None
    while True:
        used = [table for table in tables if table.taken]
        full = max(used, key=lambda table: len(table.taken))
        short = min(used, key=lambda table: len(table.taken))
        if len(full.taken) - len(short.taken) < 2:
            return
        due = full.after_the_blind(full.taken)
        short.chairs[short.after_the_blind(short.free)] = full.chairs[due]
        full.chairs[due] = None
