"""A solved spot: what both sides do and win at every node, and how good that was measured to be."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from riverboat.solving.spots.locks import Lock
from riverboat.solving.spots.node import SpotNode
from riverboat.solving.spots.paths import Place, find_place
from riverboat.solving.spots.spot import Spot
from riverboat.solving.spots.vectors.vector_game import Inspection, VectorGame

#: Looks at single streets are kept, so that nodes next to each other are shown at once.
_MOST_LOOKS = 64


@dataclass(kw_only=True, eq=False)
class SpotSolution:
    """A solved spot. `exploitability` is in chips: the mean of what both sides would gain by best responses.

    With rake the game is not zero-sum: each side's gain is counted against what it gets now, by its own payoffs. Locked
    holdings can't respond, so with locks it is measured in the game as it is left.
    """

    spot: Spot
    game: VectorGame
    iterations: int
    elapsed_s: float
    exploitability: float
    alike: bool = True
    _looks: dict[tuple[int, int | None, int | None], Inspection] = field(default_factory=dict)
    _first: dict[int, Inspection] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<solved spot: exploitability {self.exploitability_share:.3%} of the pot, {self.iterations} iterations>"

    def _repr_html_(self) -> str:
        return self.root._repr_html_()

    def _repr_svg_(self) -> str | None:
        return self.root._repr_svg_()

    @property
    def exploitability_share(self) -> float:
        """The exploitability as a share of the pot."""
        return self.exploitability / self.spot.pot

    def at(self, path: str = "") -> SpotNode:
        """The node at the end of a way such as `check, bet 100, call, 2s`."""
        return SpotNode(self, find_place(self.spot, self.game, path))

    @cached_property
    def root(self) -> SpotNode:
        """The node where the spot begins."""
        return self.at()

    @cached_property
    def ev(self) -> tuple[float, float]:
        """What oop and ip win, in chips; without rake they add up to the pot."""
        values, pot = self.game.followed(), self.spot.pot
        return (values.oop + 0.5) * pot, (values.ip + 0.5) * pot

    @property
    def equity(self) -> tuple[float, float]:
        """The shares of the pot that oop and ip would win if nobody bet."""
        return self.root.mean_equity("oop"), self.root.mean_equity("ip")

    @property
    def strategy(self) -> npt.NDArray[np.float64]:
        """[holding, action] what the side that acts first does."""
        return self.root.strategy

    @property
    def memory(self) -> int:
        """The bytes of all its rows."""
        return self.game.memory

    def measure(self) -> float:
        """Measure the exploitability again, in chips, by best responses to the strategies as they are kept."""
        return max(self.game.exploitability(), 0.0) * self.spot.pot

    def look(self, hero: int, place: Place) -> Inspection:
        """The street of a place, seen by one side; kept for a while."""
        if place.street == 0:
            return self.first_look(hero)
        key = (hero, place.branch, place.last)
        if key not in self._looks:
            while len(self._looks) >= _MOST_LOOKS:
                del self._looks[next(iter(self._looks))]
            self._looks[key] = self.game.look(*key)
        return self._looks[key]

    def first_look(self, hero: int) -> Inspection:
        """The first street, seen by one side."""
        if hero not in self._first:
            self._first[hero] = self.game.look(hero)
        return self._first[hero]

    def know(self, *, ev: tuple[float, float], first: tuple[Inspection, Inspection] | None) -> None:
        """Take over what an earlier, saved run found."""
        self.__dict__["ev"] = ev
        self._first = {} if first is None else dict(enumerate(first))

    def lock(self, *locks: Lock | str, **options: Any) -> SpotSolution:
        """Solve the spot again with the strategy of a node fixed; options are those of `solve_spot`."""
        from riverboat.solving.spots.run import solve_spot

        read = (Lock.read(lock) if isinstance(lock, str) else lock for lock in locks)
        return solve_spot(self.spot.locked(*read), **options)

    def save(self, path: Path | str, *, regrets: bool = False) -> None:
        """Write it to an .npz file; with regrets, so that a run can go on from it."""
        from riverboat.solving.spots.spot_files import save_spot

        save_spot(self, Path(path), regrets=regrets)

    @staticmethod
    def load(path: Path | str) -> SpotSolution:
        """Read a solution from a file; its rows are read when they are first looked at."""
        from riverboat.solving.spots.spot_files import load_spot

        return load_spot(Path(path))

    def to_json(self) -> dict[str, Any]:
        """The whole of it in a few figures."""
        return {
            "spot": self.spot.to_json(),
            "ev": dict(zip(("oop", "ip"), self.ev, strict=True)),
            "equity": dict(zip(("oop", "ip"), self.equity, strict=True)),
            "exploitability": self.exploitability,
            "exploitability_share": self.exploitability_share,
            "iterations": self.iterations,
            "elapsed_s": self.elapsed_s,
            "memory": self.memory,
        }
