"""Buckets of holdings for heads-up limit Hold'em.

Before the flop a bucket is one of the 169 classes. On flop and turn holdings are sorted by the distribution of their
strength on the river, over all cards to come: clusters by the earth mover's distance. On the river a bucket is a step
of strength against a random holding. All of it follows from the board's cards, whatever their order and suits.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from riverboat.arrays import CardRow, Ints, Singles
from riverboat.cards.holdings import HOLDING_CLASS, HOLDINGS
from riverboat.kernel_vectors import LANES
from riverboat.solving.limit.boards_kernel import board_strengths, river_histograms
from riverboat.solving.limit.buckets_kernel import nearest, own_histogram
from riverboat.solving.limit.cards import holdings_moved
from riverboat.solving.spots.vectors.deals import SUIT_ORDERS, move_card

#: Steps of strength in a distribution.
BINS = 32
#: How often centres are moved when clusters are made.
_MOVES = 12
#: Holdings looked at for each cluster, and of each board that was drawn.
_POINTS, _PER_BOARD = 20, 150


@dataclass(frozen=True, eq=False)
class Buckets:
    """The centres of the clusters of flop and turn, [cluster, bin] summed up bin by bin, and the steps of the river."""

    flop: Singles
    turn: Singles
    river: int
    _known: dict[tuple[int, ...], Ints] = field(default_factory=dict, repr=False)

    def count(self, street: int) -> int:
        """How many buckets a street has."""
        return (int(HOLDING_CLASS.max()) + 1, len(self.flop), len(self.turn), self.river)[street]

    def of_board(self, board: CardRow) -> Ints:
        """[1326] the bucket of each holding on a board of 0, 3, 4 or 5 cards; of those it takes, any."""
        if not board.size:
            return HOLDING_CLASS
        if board.size == 5:
            strengths = np.zeros(HOLDINGS)
            board_strengths(board, strengths)
            return np.asarray(np.clip((strengths * self.river).astype(np.int64), 0, self.river - 1))
        first, order = _canonical(board)
        if first not in self._known:
            found = np.zeros(HOLDINGS, np.int64)
            nearest(histograms(np.array(first, np.uint8)), _in_lanes(self._centres(board)), BINS, found)
            self._known[first] = found
        return np.asarray(self._known[first][holdings_moved()[order]])

    def of_holding(self, board: CardRow, low: int, high: int) -> int:
        """The bucket of one holding, on its own: what a player needs at the table."""
        if board.size in (0, 5):
            return int(self.of_board(board)[high * (high - 1) // 2 + low])
        counts, found = np.zeros(BINS, np.int64), np.zeros(1, np.int64)
        own_histogram(low, high, board, counts)
        nearest(_summed(counts[None, :]), _in_lanes(self._centres(board)), BINS, found)
        return int(found[0])

    def _centres(self, board: CardRow) -> Singles:
        return self.flop if board.size == 3 else self.turn


def _canonical(board: CardRow) -> tuple[tuple[int, ...], int]:
    """The first of all boards that are like this one, and the order of suits that leads there."""
    cards = board.tolist()
    return min((tuple(sorted(move_card(card, order) for card in cards)), order) for order in range(len(SUIT_ORDERS)))


def histograms(board: CardRow) -> Singles:
    """[1326, bin] the distribution of each holding's strength on the river, summed up; 0 where the board has a card."""
    counts = np.zeros((HOLDINGS, BINS), np.int64)
    river_histograms(board, BINS, counts)
    return _summed(counts)


def _summed(counts: Ints) -> Singles:
    total = np.maximum(counts.sum(axis=1, keepdims=True), 1)
    return np.ascontiguousarray((counts.cumsum(axis=1) / total).astype(np.float32))


def _in_lanes(centres: Singles) -> Singles:
    """Centres as the kernel reads them; the last group is filled up with what nothing is near to."""
    groups = -(-len(centres) // LANES)
    filled = np.full((groups * LANES, BINS), 1e6, np.float32)
    filled[: len(centres)] = centres
    return np.ascontiguousarray(filled.reshape(groups, LANES, BINS).transpose(0, 2, 1)).ravel()


def make_buckets(count: int, rng: np.random.Generator) -> Buckets:
    """Clusters for flop and turn from boards that are drawn, and as many steps on the river."""
    flop, turn = (_clusters(_draw_points(rng, cards, _POINTS * count), count, rng) for cards in (3, 4))
    return Buckets(flop, turn, count)


def _draw_points(rng: np.random.Generator, cards: int, count: int) -> Singles:
    """Distributions of holdings on drawn boards."""
    found: list[Singles] = []
    while sum(len(each) for each in found) < count:
        board = rng.choice(52, cards, replace=False).astype(np.uint8)
        rows = histograms(board)
        rows = rows[rows[:, -1] > 0]
        found.append(rows[rng.choice(len(rows), min(_PER_BOARD, len(rows)), replace=False)])
    return np.concatenate(found)[:count]


def _clusters(points: Singles, count: int, rng: np.random.Generator) -> Singles:
    """Centres of clusters: each point goes to the nearest, each centre to the mean of its points (Lloyd)."""
    centres = points[rng.choice(len(points), count, replace=False)]
    found = np.zeros(len(points), np.int64)
    for _ in range(_MOVES):
        nearest(points, _in_lanes(centres), BINS, found)
        sizes = np.bincount(found, minlength=count)
        sums = np.zeros((count, BINS))
        np.add.at(sums, found, points)
        lone = sizes == 0
        centres = np.where(lone[:, None], centres, sums / np.maximum(sizes, 1)[:, None]).astype(np.float32)
        centres[lone] = points[rng.choice(len(points), int(lone.sum()), replace=False)]
    # In the order of their mean strength, so that neighbours are alike.
    return np.ascontiguousarray(centres[np.argsort(-centres.sum(axis=1), kind="stable")])
