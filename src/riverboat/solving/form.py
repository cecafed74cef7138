"""The sequence form of a two-player zero-sum game: Koller, Megiddo & von Stengel (1994).

A *sequence* is what one player has done so far; a *plan* gives each sequence its weight, the empty one 1, and at each
information set the weights of the actions add up to the weight that flows in. The expected payoff of two plans is
x' A y. Usually one sequence flows into an information set; where a solver merges information sets that are alike,
several may, and where it counts chance into the plans, by a share. Both are kept as whole numbers over a common
denominator, so that everything can be computed exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from riverboat.arrays import BigInts, Floats, Ints


@dataclass(frozen=True, kw_only=True)
class Side:
    """One player's sequences. Sequence 0 is the empty one; information sets come after those that lead to them."""

    n_sequences: int
    first: Ints  # [I] the first sequence of an information set; its actions follow
    count: Ints  # [I] how many actions
    parent_start: Ints  # [I + 1] where the parents of an information set stand
    parents: Ints  # [P] the sequences that flow in
    shares: Ints  # [P] with which share, over share_scale
    share_scale: int = 1

    @property
    def n_infosets(self) -> int:
        """How many information sets."""
        return len(self.first)

    @cached_property
    def float_shares(self) -> Floats:
        """The shares as numbers."""
        return np.asarray(self.shares / self.share_scale, np.float64)

    @cached_property
    def infoset_of(self) -> Ints:
        """[S] the information set of each sequence; -1 of the empty one."""
        of = np.full(self.n_sequences, -1)
        of[1:] = np.repeat(np.arange(self.n_infosets), self.count)
        return of


@dataclass(frozen=True, kw_only=True)
class SequenceForm:
    """Both players' sequences and the payoffs to the first, one entry for each pair of sequences that ends the game."""

    sides: tuple[Side, Side]
    rows: Ints  # [N] sequences of player 0
    columns: Ints  # [N] of player 1
    payoffs: Ints | BigInts  # [N] over payoff_scale, chance counted in
    payoff_scale: int = 1
    name: Callable[[int, int], tuple[str, tuple[str, ...]]]  # (player, infoset) -> its name and its actions

    @cached_property
    def float_payoffs(self) -> Floats:
        """The payoffs as numbers."""
        return np.asarray(self.payoffs / self.payoff_scale, np.float64)

    @cached_property
    def by_player(self) -> tuple[tuple[Ints, Ints, Floats], tuple[Ints, Ints, Floats]]:
        """The payoffs to each player in rows of their own sequences: where rows start, the other's sequences,
        payoffs."""
        found: list[tuple[Ints, Ints, Floats]] = []
        for own, other, sign in ((self.rows, self.columns, 1.0), (self.columns, self.rows, -1.0)):
            order = np.argsort(own, kind="stable")
            starts = np.zeros(self.sides[len(found)].n_sequences + 1, np.int64)
            np.cumsum(np.bincount(own, minlength=len(starts) - 1), out=starts[1:])
            found.append((starts, other[order].copy(), sign * self.float_payoffs[order]))
        return found[0], found[1]

    @property
    def n_sequences(self) -> int:
        """Of both players."""
        return sum(side.n_sequences for side in self.sides)

    @property
    def n_infosets(self) -> int:
        """Of both players."""
        return sum(side.n_infosets for side in self.sides)

    def value(self, x: Floats, y: Floats) -> float:
        """What two plans give the first player."""
        return float(np.sum(x[self.rows] * self.float_payoffs * y[self.columns]))
