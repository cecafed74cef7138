"""The tree of bets as tables for kernels: a street's nodes, how its sequences are numbered, and where hands end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from riverboat.arrays import Ints
from riverboat.solving.spots.betting import BettingNode, NodeKind
from riverboat.solving.spots.vectors.deals import SpotDeal, padded
from riverboat.solving.spots.vectors.fields import (
    CHILD,
    COUNT,
    KIND,
    LOCK,
    MIX,
    NODE_FIELDS,
    ROW,
    SEQ,
    Ends,
    StreetTree,
)

Rows = npt.NDArray[np.uint64]
Floats = npt.NDArray[Any]


@dataclass(frozen=True, kw_only=True)
class Stakes:
    """What is won and lost: the pot at the start, and what is taken from a pot."""

    pot: float
    rake_of: Callable[[float], float]

    def share(self, matched: float) -> float:
        """What a side loses, against an even split of the pot at the start, in pots."""
        return (self.pot / 2 + matched) / self.pot

    def rake(self, matched: float) -> float:
        """What is taken, in pots."""
        return self.rake_of(self.pot + 2 * matched) / self.pot


@dataclass(frozen=True, kw_only=True, eq=False)
class TreePart:
    """The nodes of one street, under all lines of betting that lead to it."""

    nodes: npt.NDArray[np.int32]  # [node, field]
    betting: tuple[BettingNode, ...]
    roots: Ints
    deals: Ints  # nodes after which a card comes, in the order of the lines of the next street
    rows: tuple[int, int]  # of regrets, of both sides
    mixes: tuple[int, int]  # of average strategies, one less at each node
    sequences: tuple[int, int]
    folds: Ints  # [fold, (node, who folds)]
    fold_losses: npt.NDArray[np.float64]  # [fold] in pots
    fold_gains: npt.NDArray[np.float64]

    @cached_property
    def tree(self) -> StreetTree:
        """What kernels read of it."""
        return StreetTree(self.nodes, self.roots, self.deals)


def make_part(roots: Sequence[BettingNode], stakes: Stakes) -> TreePart:
    """Number the nodes of a street; below each root, level by level, so that children stand side by side."""
    order, starts = _by_level(roots)
    table = np.zeros((len(order), NODE_FIELDS), np.int32)
    rows, mixes, sequences = [0, 0], [0, 0], [len(roots), len(roots)]
    table[starts, SEQ] = table[starts, SEQ + 1] = np.arange(len(roots))
    table[:, LOCK] = -1
    for node in order:
        line = table[node.number]
        line[KIND] = node.kind
        if node.kind > NodeKind.IP:
            continue
        actor, count = int(node.kind), len(node.children)
        first = node.children[0].number
        line[COUNT], line[CHILD], line[ROW], line[MIX] = count, first, rows[actor], mixes[actor]
        for at in range(count):
            table[first + at, SEQ + actor] = sequences[actor] + at
            table[first + at, SEQ + 1 - actor] = line[SEQ + 1 - actor]
        rows[actor] += count
        mixes[actor] += count - 1
        sequences[actor] += count
    folds = [node for node in order if node.kind >= NodeKind.FOLD_OOP]
    return TreePart(
        nodes=table,
        betting=tuple(order),
        roots=np.array(starts, np.int64),
        deals=np.array([node.number for node in order if node.kind == NodeKind.DEAL], np.int64),
        rows=(rows[0], rows[1]),
        mixes=(mixes[0], mixes[1]),
        sequences=(sequences[0], sequences[1]),
        folds=np.array([(node.number, node.kind - NodeKind.FOLD_OOP) for node in folds], np.int64).reshape(-1, 2),
        fold_losses=np.array([stakes.share(node.matched) for node in folds]),
        fold_gains=np.array([stakes.share(node.matched) - stakes.rake(node.matched) for node in folds]),
    )


def _by_level(roots: Sequence[BettingNode]) -> tuple[list[BettingNode], list[int]]:
    order: list[BettingNode] = []
    starts = []
    for root in roots:
        starts.append(len(order))
        level = [root]
        while level:
            for node in level:
                node.number = len(order)
                order.append(node)
            level = [child for node in level if node.kind <= NodeKind.IP for child in node.children]
    return order, starts


def make_parts(root: BettingNode, stakes: Stakes) -> tuple[TreePart, ...]:
    """The parts of a tree, from its first street to the last."""
    parts = [make_part([root], stakes)]
    while len(parts[-1].deals):
        parts.append(make_part([parts[-1].betting[at].children[0] for at in parts[-1].deals], stakes))
    return tuple(parts)


def make_ends(part: TreePart, hero: int, stakes: Stakes, deal: SpotDeal, kind: type[np.floating[Any]]) -> Ends:
    """The ends of the last street, as one side sees them; pays in numbers of a kind."""

    def pays(*rows: list[float]) -> Floats:
        found = np.zeros((len(rows), padded(len(rows[0])) if rows[0] else 0), kind)
        found[:, : len(rows[0])] = rows
        return found

    other = 1 - hero
    sequence = part.nodes[:, SEQ + other]
    own = {int(sequence[at]): int(at) for at, who in part.folds if who == hero}
    won = [int(at) for at, who in part.folds if who == other]
    shown = [node.number for node in part.betting if node.kind == NodeKind.SHOW]
    shown.sort(key=lambda at: int(sequence[at]) not in own)
    nowhere = len(part.betting)
    folding = [own.get(int(sequence[at]), nowhere) for at in shown]
    matched = [part.betting[at].matched for at in shown]
    return Ends(
        tables=deal.boards.tables[hero],
        moved=deal.moved[hero],
        their_tables=deal.boards.tables[other],
        their_groups=deal.boards.groups[other],
        share=kind(deal.last_share),
        shown=_lanes((sequence[shown], 0), (shown, nowhere), (folding, nowhere)),
        shown_pays=pays(
            [-stakes.rake(each) / 2 for each in matched],
            [stakes.share(each) - stakes.rake(each) / 2 for each in matched],
            [-stakes.share(part.betting[at].matched) if at < nowhere else 0.0 for at in folding],
        ),
        folding=-(-len(own) // 16),
        raked=any(stakes.rake(each) > 0 for each in matched),
        won=_lanes((sequence[won], 0), (won, nowhere)),
        won_pays=pays([stakes.share(part.betting[at].matched) - stakes.rake(part.betting[at].matched) for at in won])[
            0
        ],
    )


def _lanes(*rows: tuple[Sequence[int] | npt.NDArray[np.int32], int]) -> Rows:
    """Rows of numbers, each filled up to whole groups of sixteen."""
    count = len(rows[0][0])
    found = np.zeros((len(rows), padded(count) if count else 0), np.uint64)
    for line, (numbers, filling) in zip(found, rows, strict=True):
        line[:count], line[count:] = numbers, filling
    return found
