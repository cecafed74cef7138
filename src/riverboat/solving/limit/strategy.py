"""A strategy of heads-up limit Hold'em that can be asked for all holdings: buckets of holdings, and a mix for each."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from riverboat.arrays import CardRow, Ints, Singles
from riverboat.kernel_vectors import LANES
from riverboat.solving.limit.tree import ACTIONS, LATER, LimitPlace


class BucketStrategy(Protocol):
    """What a player does that can be asked for all holdings at any public state.

    Suits must mean nothing to it: whoever exchanges them in board and holding gets the same answer.
    """

    def mixes(self, street: int) -> Singles:
        """[decision of the street, bucket, action] how often each action is done (rows: `LimitPlace.row`)."""
        ...

    def buckets(self, board: CardRow) -> Ints:
        """[1326] the bucket of each holding on a board of 0, 3, 4 or 5 cards; of those it leaves, 0 or more."""
        ...


def policy(strategy: BucketStrategy, place: LimitPlace, board: CardRow) -> Singles:
    """[1326, action] what a strategy does with each holding at a public state."""
    return np.asarray(strategy.mixes(place.street)[place.row][np.maximum(strategy.buckets(board), 0)])


def in_lanes(mixes: Singles) -> Singles:
    """The mixes of a street after the flop as kernels read them, flat [group, decision, action, bucket, lane]."""
    lines, buckets = len(mixes) // LATER.decisions, mixes.shape[1]
    groups = -(-lines // LANES)
    filled = np.zeros((groups * LANES, LATER.decisions, buckets, ACTIONS), np.float32)
    filled[:lines] = mixes.reshape(lines, LATER.decisions, buckets, ACTIONS)
    laid = filled.reshape(groups, LANES, LATER.decisions, buckets, ACTIONS).transpose(0, 2, 4, 3, 1)
    return np.ascontiguousarray(laid).ravel()


def from_lanes(laid: Singles, lines: int) -> Singles:
    """The mixes of a street, [decision, bucket, action], from the order of kernels."""
    groups = -(-lines // LANES)
    rows = laid.reshape(groups, LATER.decisions, ACTIONS, -1, LANES).transpose(0, 4, 1, 3, 2)
    plain = np.ascontiguousarray(rows).reshape(groups * LANES, LATER.decisions, -1, ACTIONS)[:lines]
    return plain.reshape(lines * LATER.decisions, -1, ACTIONS)
