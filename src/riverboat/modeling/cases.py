"""Past situations and how they ended, searched by likeness: the case base of Osone & Onisawa.

A case is seven features, each from 0 to 1, and two marks: whether the player folded, and whether that turned out well.
Likeness is one less the mean distance over the features (equations 5 and 6), so the most similar case is the nearest
one by city blocks, which a tree finds without looking at them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

FEATURES = (
    "result",
    "opponent's bet",
    "change of result",
    "change of opponent's bet",
    "potential",
    "change of potential",
    "turn",
)
#: A case counts as similar above this, and overrules the assessment above that.
SIMILAR = 0.9
OVERRULES = 0.95
#: New cases are looked at one by one until there are this many; then the tree is built again.
_LOOSE = 512

Features = tuple[float, ...]


@dataclass(frozen=True, kw_only=True)
class Case:
    """A past case that is like the present one. What it teaches is to do the same again, where that went well."""

    similarity: float
    folded: bool
    good: bool
    features: Features

    @property
    def overrules(self) -> bool:
        """Whether it is so similar that it counts for more than the assessment."""
        return self.similarity > OVERRULES


def similarity(past: Sequence[float], current: Sequence[float]) -> float:
    """Equations 5 and 6: the mean of 1 - |past - current| over the features."""
    parts = [1 - abs(a - b) for a, b in zip(past, current, strict=True)]
    return sum(parts) / len(parts)


class CaseBase:
    """The cases of one player. Rows hold seven features, then folded and good as 0 or 1; they are only ever added."""

    def __init__(self, rows: npt.ArrayLike = ()) -> None:
        given = np.asarray(rows, dtype=np.float64).reshape(-1, len(FEATURES) + 2)
        self._rows = np.empty((max(2 * len(given), 64), len(FEATURES) + 2))
        self._rows[: len(given)] = given
        self._count = len(given)
        self._in_tree = 0
        self._tree: Any = None  # of scipy.spatial

    def __len__(self) -> int:
        return self._count

    @property
    def rows(self) -> npt.NDArray[np.float64]:
        """All cases, the oldest first."""
        return self._rows[: self._count]

    def add(self, features: Features, *, folded: bool, good: bool) -> None:
        """Remember a case."""
        if self._count == len(self._rows):
            self._rows = np.concatenate([self._rows, np.empty_like(self._rows)])
        rounded = (round(value, 4) for value in features)  # as they are kept: what is loaded is what was there
        self._rows[self._count] = (*rounded, float(folded), float(good))
        self._count += 1

    def most_similar(self, features: Features, count: int = 1) -> tuple[Case, ...]:
        """The cases most like these features, the nearest first; only those above SIMILAR."""
        self._grow_tree()
        now, width = np.array(features), len(FEATURES)
        at = np.arange(self._in_tree, self._count)
        distances = np.abs(self._rows[at, :width] - now).sum(axis=1)
        if self._tree is not None:
            near, places = self._tree.query(now, k=min(count, self._in_tree), p=1)
            distances = np.concatenate([np.atleast_1d(near), distances])
            at = np.concatenate([np.atleast_1d(places), at])
        order = np.argsort(distances, kind="stable")[:count]
        return tuple(
            self._case(int(at[place]), 1 - float(distances[place]) / width)
            for place in order
            if 1 - distances[place] / width > SIMILAR
        )

    def _grow_tree(self) -> None:
        # Built again whenever the loose ones are many beside it: adding n cases costs O(n log n) in all.
        if self._count - self._in_tree > max(_LOOSE, self._in_tree // 64):
            from scipy.spatial import cKDTree

            self._tree = cKDTree(self._rows[: self._count, : len(FEATURES)].copy())
            self._in_tree = self._count

    def _case(self, at: int, likeness: float) -> Case:
        row = self._rows[at].tolist()
        return Case(similarity=likeness, folded=row[-2] > 0, good=row[-1] > 0, features=tuple(row[:-2]))
