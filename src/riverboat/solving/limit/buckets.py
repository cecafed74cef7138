"""Buckets of holdings for heads-up limit Hold'em.

Before the flop a bucket is one of the 169 classes. On flop and turn holdings are sorted by the distribution of their
strength on the river, over all cards to come: clusters by the earth mover's distance. On the river they are sorted by
their strength against each of eight groups of starting hands (Johanson, Burch, Valenzano & Bowling 2013). All of it
follows from the board's cards, whatever their order and suits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial

import numpy as np

from riverboat.arrays import CardRow, Ints, Singles
from riverboat.cards.holdings import CLASSES, HOLDING_CLASS, HOLDINGS
from riverboat.kernel_vectors import LANES
from riverboat.solving.limit.boards_kernel import board_strengths, river_histograms, river_shares
from riverboat.solving.limit.buckets_kernel import nearest, own_histogram
from riverboat.solving.limit.cards import flop_classes, holdings_moved, open_holdings
from riverboat.solving.spots.vectors.deals import SUIT_ORDERS, move_card
from riverboat.solving.spots.vectors.fields import Shorts

#: Steps of strength in a distribution.
BINS = 32
#: How often centres are moved when clusters are made.
_MOVES = 12
#: Groups of starting hands that a holding is compared with on the river.
GROUPS = 8
#: Boards that are drawn to find out how strong starting hands are on the river.
_GROUP_BOARDS = 400
#: Holdings looked at for each cluster, and of each board that was drawn.
_POINTS, _PER_BOARD = 20, 150


@dataclass(frozen=True, eq=False)
class Buckets:
    """The centres of the clusters of flop, turn and river, and the group of each of the 169 starting hands.

    Centres of flop and turn are [cluster, bin] summed up bin by bin, those of the river [cluster, group].
    """

    flop: Singles
    turn: Singles
    river: Singles
    groups: Ints
    known: dict[tuple[int, ...], Shorts] = field(default_factory=dict, repr=False)  # of boards met so far

    def count(self, street: int) -> int:
        """How many buckets a street has."""
        return (int(HOLDING_CLASS.max()) + 1, len(self.flop), len(self.turn), len(self.river))[street]

    def of_board(self, board: CardRow) -> Ints:
        """[1326] the bucket of each holding on a board of 0, 3, 4 or 5 cards; of those it takes, any."""
        if not board.size:
            return HOLDING_CLASS
        if board.size == 5:
            return self._nearest(river_points(board, self.groups), self._lanes[2])
        first, order = _canonical(board)
        if first not in self.known:
            points = histograms(np.array(first, np.uint8))
            self.known[first] = self._nearest(points, self._lanes[board.size - 3]).astype(np.uint16)
        return np.asarray(self.known[first][holdings_moved()[order]], np.int64)

    def known_flops(self) -> tuple[CardRow, Shorts]:
        """The flops met so far, [flop, card], and the bucket of each holding on them, [flop, 1326]."""
        flops = sorted(board for board in self.known if len(board) == 3)
        rows = [self.known[flop] for flop in flops]
        return np.array(flops, np.uint8).reshape(-1, 3), np.array(rows, np.uint16).reshape(-1, HOLDINGS)

    def meet_all_flops(self) -> Iterator[int]:
        """Find the buckets of all flops, one after the other; tells how many are known."""
        for at, flop in enumerate(flop_classes(), 1):
            self.of_board(np.array(flop.cards, np.uint8))
            yield at

    @cached_property
    def _lanes(self) -> tuple[Singles, Singles, Singles]:
        return _in_lanes(self.flop), _in_lanes(self.turn), _in_lanes(self.river)

    def _nearest(self, points: Singles, centres: Singles) -> Ints:
        found = np.zeros(len(points), np.int64)
        nearest(points, centres, points.shape[1], found)
        return found

    def of_holding(self, board: CardRow, low: int, high: int) -> int:
        """The bucket of one holding, on its own: what a player needs at the table."""
        if board.size in (0, 5) or (board.size == 3 and _canonical(board)[0] in self.known):
            return int(self.of_board(board)[high * (high - 1) // 2 + low])
        counts = np.zeros(BINS, np.int64)
        own_histogram(low, high, board, counts)
        return int(self._nearest(_summed(counts[None, :]), self._lanes[board.size - 3])[0])


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


def river_points(board: CardRow, groups: Ints) -> Singles:
    """[1326, group] the strength of each holding on a board of five cards against each group of starting hands."""
    shares = np.zeros(HOLDINGS * LANES, np.float32)
    river_shares(board, groups[HOLDING_CLASS], shares)
    return np.ascontiguousarray(shares.reshape(HOLDINGS, LANES)[:, :GROUPS])


def _in_lanes(centres: Singles) -> Singles:
    """Centres as the kernel reads them; the last group is filled up with what nothing is near to."""
    groups, wide = -(-len(centres) // LANES), centres.shape[1]
    filled = np.full((groups * LANES, wide), 1e6, np.float32)
    filled[: len(centres)] = centres
    return np.ascontiguousarray(filled.reshape(groups, LANES, wide).transpose(0, 2, 1)).ravel()


def make_buckets(counts: tuple[int, int, int], rng: np.random.Generator) -> Buckets:
    """Clusters for flop, turn and river, as many as wanted of each, from boards that are drawn."""
    groups = _starting_groups(rng)
    sources: list[Callable[[CardRow], Singles]] = [histograms, histograms, partial(river_points, groups=groups)]
    flop, turn, river = (
        _clusters(_draw_points(rng, cards, _POINTS * count, points), count, rng)
        for cards, count, points in zip((3, 4, 5), counts, sources, strict=True)
    )
    return Buckets(flop, turn, river, groups)


def _starting_groups(rng: np.random.Generator) -> Ints:
    """[169] the group of each starting hand, by the distribution of its strength on the river."""
    counts = np.zeros((CLASSES, BINS), np.int64)
    strengths = np.zeros(HOLDINGS)
    for _ in range(_GROUP_BOARDS):
        board_strengths(rng.choice(52, 5, replace=False).astype(np.uint8), strengths)
        open_ones = np.flatnonzero(strengths >= 0)
        steps = np.minimum((strengths[open_ones] * BINS).astype(np.int64), BINS - 1)
        np.add.at(counts, (HOLDING_CLASS[open_ones], steps), 1)
    points, found = _summed(counts), np.zeros(CLASSES, np.int64)
    nearest(points, _in_lanes(_clusters(points, GROUPS, rng)), BINS, found)
    return found


def _draw_points(rng: np.random.Generator, cards: int, count: int, points: Callable[[CardRow], Singles]) -> Singles:
    """Points of holdings on drawn boards."""
    found: list[Singles] = []
    while sum(len(each) for each in found) < count:
        board = rng.choice(52, cards, replace=False).astype(np.uint8)
        left = open_holdings(tuple(board.tolist()))
        found.append(points(board)[rng.choice(left, min(_PER_BOARD, len(left)), replace=False)])
    return np.concatenate(found)[:count]


def _clusters(points: Singles, count: int, rng: np.random.Generator) -> Singles:
    """Centres of clusters: each point goes to the nearest, each centre to the mean of its points (Lloyd)."""
    centres = points[rng.choice(len(points), count, replace=False)]
    found = np.zeros(len(points), np.int64)
    for _ in range(_MOVES):
        nearest(points, _in_lanes(centres), BINS, found)
        sizes = np.bincount(found, minlength=count)
        sums = np.zeros((count, points.shape[1]))
        np.add.at(sums, found, points)
        lone = sizes == 0
        centres = np.where(lone[:, None], centres, sums / np.maximum(sizes, 1)[:, None]).astype(np.float32)
        centres[lone] = points[rng.choice(len(points), int(lone.sum()), replace=False)]
    # In the order of their mean strength, so that neighbours are alike.
    return np.ascontiguousarray(centres[np.argsort(-centres.sum(axis=1), kind="stable")])
