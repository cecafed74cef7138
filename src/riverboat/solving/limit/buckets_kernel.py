"""Buckets of holdings: the nearest of some distributions of later strength, by the earth mover's distance."""

from __future__ import annotations

import numpy as np

from riverboat.arrays import CardRow, Ints, Singles
from riverboat.kernel import Scalar, kernel
from riverboat.kernel_vectors import add, choose, load, size, spread, store, subtract
from riverboat.odds.strength_now_kernel import strength_now

U = np.uint64


@kernel
def nearest(points: Singles, centres: Singles, bins: Scalar, found: Ints) -> None:
    """For each point [point, bin] the nearest of some centres, flat [group of sixteen, bin, lane].

    Points and centres are distributions, summed up bin by bin: the sum of their distances is the earth mover's.
    """
    groups = centres.size // (16 * bins)
    far, which = np.zeros(16, np.float32), np.zeros(16, np.float32)
    for point in range(points.shape[0]):
        least, best = spread(centres, np.float32(1e30)), spread(centres, np.float32(0))
        for group in range(groups):
            total = spread(centres, np.float32(0))
            for place in range(bins):
                here = spread(centres, points[point, place])
                total = add(total, size(subtract(here, load(centres, U(16 * (bins * group + place))))))
            nearer = subtract(least, total)
            best = choose(nearer, spread(centres, np.float32(group)), best)
            least = choose(nearer, total, least)
        store(far, U(0), least)
        store(which, U(0), best)
        found[point] = 16 * groups
        for lane in range(16):
            at = 16 * np.int64(which[lane]) + lane
            if far[lane] < far[found[point] % 16] or (far[lane] == far[found[point] % 16] and at < found[point]):
                found[point] = at


@kernel
def own_histogram(first: Scalar, second: Scalar, board: CardRow, counts: Ints) -> None:
    """How often one holding's strength on the river falls into each bin, over all cards to come: one row of counts."""
    n, bins = board.size, counts.size
    counts[:] = 0
    taken = np.zeros(52, np.uint8)
    taken[first], taken[second] = 1, 1
    whole = np.zeros(5, np.uint8)
    for at in range(n):
        whole[at] = board[at]
        taken[board[at]] = 1
    for turn in range(52 if n == 3 else 1):
        if n == 3:
            if taken[turn]:
                continue
            whole[3] = turn
        for river in range(turn + 1 if n == 3 else 0, 52):
            if not taken[river]:
                whole[4] = river
                place = np.int64(bins * strength_now(first, second, whole, 5))
                counts[place if place < bins else bins - 1] += 1
