"""The rows of one street on one board, or on all boards that follow a card: regrets and average strategies."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np

from riverboat.arrays import Ints
from riverboat.solving.spots.vectors.deals import SpotDeal, padded
from riverboat.solving.spots.vectors.fields import (
    ALIKE,
    BOARD,
    COUNT,
    HELD,
    MIX,
    MIXES,
    REGRETS,
    RIVER_FIELDS,
    WIDTH,
    FieldRows,
    Kept,
    Locked,
    StreetRows,
    StreetTree,
)
from riverboat.solving.spots.vectors.layout import TreePart

_LINE = 64


def aligned(count: int, kind: Any) -> Kept:
    """Zeros that begin where a line of the processor's cache begins: vectors that straddle two take twice as long."""
    size = np.dtype(kind).itemsize
    room = np.zeros(count + _LINE // size, kind)
    skip = (-room.ctypes.data % _LINE) // size
    return room[skip : skip + count]


class Keep(Enum):
    """How rows are kept: eight bytes a number, four, two, or not at all, where they come from elsewhere."""

    PRECISE = 8
    WHOLE = 4
    PACKED = 2
    NOTHING = 0

    @property
    def numbers(self) -> type[np.float32] | type[np.float64]:
        """The kind of numbers to compute with."""
        return np.float64 if self is Keep.PRECISE else np.float32


@dataclass(eq=False)
class Block:
    """Rows of both sides, flat; `table` says where those of each last card begin. Packed: two bytes a number."""

    rows: tuple[FieldRows, FieldRows]
    table: Ints  # [last card, field]
    alike: Ints  # orders of suits
    locked: Locked

    def seen_by(self, hero: int, tree: StreetTree) -> StreetRows:
        """What a pass for one side needs of the street."""
        mine, theirs = self.rows[hero], self.rows[1 - hero]
        return StreetRows(tree.nodes, tree.roots, self.table, self.alike, *mine, *theirs[:2], *self.locked)

    @property
    def memory(self) -> int:
        """The bytes it takes."""
        return sum(each.nbytes for rows in self.rows for each in rows)


def street_block(part: TreePart, widths: tuple[int, int], keep: Keep) -> Block:
    """The rows of a street before the last, on one board."""
    table = np.zeros((1, RIVER_FIELDS), np.int64)
    table[0, WIDTH : WIDTH + 2] = widths
    return _block(part, table, np.zeros(0, np.int64), keep)


def leaf_block(part: TreePart, deal: SpotDeal, branch: int, keep: Keep) -> Block:
    """The rows of the last street on all boards of a branch, each as wide as it has holdings."""
    last = deal.branches[branch].last
    table = np.zeros((len(last), RIVER_FIELDS), np.int64)
    alike: list[int] = []
    for at, runout in enumerate(last):
        board = deal.board_of[branch, at]
        line = table[at]
        line[BOARD] = board
        line[HELD : HELD + 2] = deal.boards.held[board]
        line[WIDTH : WIDTH + 2] = [padded(int(held)) for held in deal.boards.held[board]]
        line[ALIKE] = len(alike)
        alike += [0] if runout is None else [order for _, order in runout.alike]
        line[ALIKE + 1] = len(alike)
    for side in range(2):
        width = table[:, WIDTH + side]
        table[1:, REGRETS + side] = np.cumsum(width * part.rows[side])[:-1]
        table[1:, MIXES + side] = np.cumsum(width * part.mixes[side])[:-1]
    return _block(part, table, np.array(alike, np.int64), keep)


def _block(part: TreePart, table: Ints, alike: Ints, keep: Keep) -> Block:
    def rows(side: int, count: int, kind: Any) -> Kept:
        return aligned(0 if keep is Keep.NOTHING else int(table[:, WIDTH + side].sum()) * count, kind)

    packed = keep in (Keep.PACKED, Keep.NOTHING)  # rows from elsewhere are shares in two bytes

    regrets = [rows(side, part.rows[side], np.int16 if packed else keep.numbers) for side in range(2)]
    mixes = [rows(side, part.mixes[side], np.uint16 if packed else keep.numbers) for side in range(2)]
    for side in range(2):
        if keep is not Keep.NOTHING:
            _mix_evenly(part, side, table, mixes[side])
    scales = [np.ones(len(table) * part.rows[side] if packed else 0, np.float32) for side in range(2)]
    both = [FieldRows(*each) for each in zip(regrets, mixes, scales, strict=True)]
    locked = Locked(np.full((len(table), 1), -1, np.int64), np.zeros(0, keep.numbers))
    return Block(rows=(both[0], both[1]), table=table, alike=alike, locked=locked)


def _mix_evenly(part: TreePart, side: int, table: Ints, mixes: Kept) -> None:
    share = np.zeros(part.mixes[side], np.float64)
    for node in part.nodes[part.nodes[:, 0] == side]:
        share[node[MIX] : node[MIX] + node[COUNT] - 1] = 1 / node[COUNT]
    if mixes.dtype == np.uint16:
        share = np.round(share * 65535)
    for line in table:
        width, begin = int(line[WIDTH + side]), int(line[MIXES + side])
        mixes[begin : begin + width * len(share)].reshape(len(share), width)[:] = share[:, None]


def block_bytes(part: TreePart, width: tuple[int, int], keep: Keep) -> int:
    """The bytes of the rows of a street on one board."""
    rows = sum((part.rows[side] + part.mixes[side]) * width[side] * keep.value for side in range(2))
    return rows + (sum(part.rows) * 4 if keep is Keep.PACKED else 0)
