"""Locks put into the rows of a game: the nodes they name, the holdings they fix, and rows that never change."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from riverboat.cards.ranges import any_two
from riverboat.errors import GameError
from riverboat.solving.spots.betting import BettingNode, NodeKind
from riverboat.solving.spots.locks import Lock, action_shares
from riverboat.solving.spots.paths import Place, find_places
from riverboat.solving.spots.spot import Spot
from riverboat.solving.spots.vectors.blocks import Block
from riverboat.solving.spots.vectors.fields import BOARD, COUNT, INDEX, LOCK, MIX, MIXES, REGRETS, ROW, WIDTH, Locked
from riverboat.solving.spots.vectors.layout import TreePart
from riverboat.solving.spots.vectors.vector_game import VectorGame


def fix_locks(spot: Spot, game: VectorGame) -> None:
    """Put all locks of a spot into its game; a later lock overrides an earlier one."""
    for lock in spot.locks:
        for place in find_places(spot, game, lock.path):
            _fix(spot, game, lock, place)
    _widen(game)


def _widen(game: VectorGame) -> None:
    """Every block of a street knows of all its locks, also where they are on other boards."""
    for street, part in enumerate(game.parts):
        locks = max(int(part.nodes[:, LOCK].max()) + 1, 1)
        for branch in range(len(game.leaves)):
            block = game.block(street, branch)
            _make_room(block, locks)


def _fix(spot: Spot, game: VectorGame, lock: Lock, place: Place) -> None:
    node, part = place.node, game.parts[place.street]
    if node.kind > NodeKind.IP:
        raise GameError(f'the lock "{lock}" names no decision: nobody acts after "{lock.path}"')
    side = int(node.kind)
    shares = action_shares(lock, node.actions)
    weights = (lock.hands or any_two()).weights[spot.ranges[side].holdings]
    if not weights.any():
        raise GameError(f'the lock "{lock}" names no hand that can be there')
    for block, line in _blocks(game, place):
        rows = _fixed_rows(block, part, node, line)
        chosen = weights[_index(game, block, side, place, line)] > 0
        rows[:, : len(chosen)][:, chosen] = np.array(shares, np.float32)[:, None]
        if block.rows[side].regrets.size:
            _set_rows(block, part.nodes[node.number], side, line, rows)


def _blocks(game: VectorGame, place: Place) -> Iterator[tuple[Block, int]]:
    """The rows of a place, one for each board it can be on."""
    block = game.block(place.street, place.branch)
    if place.street == len(game.parts) - 1:
        assert place.last is not None
        yield block, place.last
    else:
        yield block, 0


def _index(
    game: VectorGame, block: Block, side: int, place: Place, line: int
) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Which holdings stand in a row, in order."""
    if place.street < len(game.parts) - 1:
        return np.arange(len(game.deal.weights[side]))
    board, held = int(block.table[line, BOARD]), int(block.table[line, 1 + side])
    return game.deal.boards.tables[side][board, INDEX, :held].astype(np.int64)


def _fixed_rows(
    block: Block, part: TreePart, node: BettingNode, line: int
) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """The locked rows of a node, as a view; made again where there are none."""
    nodes, side, count = part.nodes, int(node.kind), len(node.actions)
    if nodes[node.number, LOCK] < 0:
        nodes[node.number, LOCK] = nodes[:, LOCK].max() + 1
    number, width = int(nodes[node.number, LOCK]), int(block.table[line, WIDTH + side])
    _make_room(block, number + 1)
    at, rows = block.locked
    if at[line, number] < 0:
        at[line, number] = len(rows)
        block.locked = Locked(at, np.concatenate([rows, np.full(count * width, -1, rows.dtype)]))
    begin = int(at[line, number])
    return block.locked.rows[begin : begin + count * width].reshape(count, width)


def _make_room(block: Block, locks: int) -> None:
    """Let a block know of this many locks."""
    at, rows = block.locked
    if at.shape[1] < locks:
        more = np.full((len(at), locks - at.shape[1]), -1, np.int64)
        block.locked = Locked(np.concatenate([at, more], axis=1), rows)


def _set_rows(
    block: Block, node: np.ndarray[tuple[int], np.dtype[np.int32]], side: int, line: int,
    rows: np.ndarray[tuple[int, int], np.dtype[np.float32]],
) -> None:  # fmt: skip
    """Begin with what is locked: regrets in these proportions, and the average as it must be."""
    count, width = int(node[COUNT]), rows.shape[1]
    locked = rows[0] >= 0
    packed = block.rows[side].scales.size > 0
    begin = int(block.table[line, REGRETS + side]) + int(node[ROW]) * width
    regrets = block.rows[side].regrets[begin : begin + count * width].reshape(count, width)
    regrets[:, locked] = np.round(rows[:, locked] * 32767) if packed else rows[:, locked]
    begin = int(block.table[line, MIXES + side]) + int(node[MIX]) * width
    mixes = block.rows[side].mixes[begin : begin + (count - 1) * width].reshape(count - 1, width)
    mixes[:, locked] = np.round(rows[:-1, locked] * 65535) if packed else rows[:-1, locked]
