"""Solved rounds of Bluff cut down to the nodes that a player comes to by their own bids, in two bytes a number.

The tree of two dice against two has 16 million nodes; a player who plays the solution comes to few of them, whatever
the other bids. What is left out is called. How much that costs is measured on the whole tree, and stands in the file.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from riverboat.arrays import Ints, Singles
from riverboat.errors import GameError, TableError
from riverboat.files import read_arrays, write_arrays
from riverboat.games.actions import Action
from riverboat.games.bluff.dice import Bid, Roll
from riverboat.games.bluff.game import BLUFF, BluffRules, bid_action
from riverboat.solving.bluff.run import BluffRun
from riverboat.solving.bluff.short.blueprint import read_head
from riverboat.solving.bluff.sparse_kernel import reached_nodes
from riverboat.solving.bluff.tables import BluffTables, make_tables
from riverboat.version import __version__

FORMAT = "riverboat bluff nodes 1"
_LARGEST = 1 << 28
#: Shares are parts of this.
UNIT = 65535


@dataclass(frozen=True)
class SparseStrategies:
    """What both players do at the nodes that they come to; elsewhere they call. The first player opens."""

    tables: BluffTables
    keys: Ints  # [n] sorted: bit b is set where bid b was made
    starts: Ints  # [n + 1] where the shares of a node begin
    shares: npt.NDArray[np.uint16]  # by node, class and action; files of 0.1 have one byte each

    def probabilities(self, roll: Roll, bids: Sequence[Bid]) -> dict[Action, float]:
        """What the player to act does with a roll after these bids."""
        tables, every, player = self.tables, self.tables.table.bids(), len(bids) % 2
        heights = [every.index(bid) for bid in bids]
        at = heights[-1] + 1 if heights else 0
        dice = tuple(sorted(roll))
        if dice not in tables.rolls[player]:
            raise GameError(f"{list(roll)} cannot be the dice of player {player + 1}")
        known = tables.actor_classes[player][at][tables.rolls[player].index(dice)]
        choices = int(tables.n_actions[at])
        actions = (*(bid_action(bid) for bid in every[at:]), *((BLUFF,) if at else ()))
        row = np.zeros(choices)
        key = sum(1 << height for height in heights)
        place = int(np.searchsorted(self.keys, key))
        if place < len(self.keys) and self.keys[place] == key and known < tables.n_open[player, at]:
            begin = int(self.starts[place]) + known * choices
            row[:] = self.shares[begin : begin + choices]
        if not row.any():
            row[-1] = 1.0
        return dict(zip(actions, (row / row.sum()).tolist(), strict=True))

    def numbers(self) -> Singles:
        """The strategies in the layout of the whole tree of bids, calls included."""
        tables = self.tables
        whole = np.zeros(tables.n_numbers, np.float32)
        _fill_calls(tables, whole)
        for key, begin, end in zip(
            self.keys.tolist(), self.starts[:-1].tolist(), self.starts[1:].tolist(), strict=True
        ):
            place, at = _place_of(tables, key)
            choices = int(tables.n_actions[at])
            block = self.shares[begin:end].reshape(-1, choices).astype(np.float32)
            block[~block.any(axis=1), -1] = 1.0
            whole[place : place + end - begin] = block.ravel()
        return whole

    def bounds(self) -> tuple[float, float]:
        """Proved bounds on the value, from best responses on the whole tree."""
        run = BluffRun(self.tables, "dcfr")
        run.average = self.numbers()
        return run.bounds()


def _place_of(tables: BluffTables, key: int) -> tuple[int, int]:
    """Where the numbers of a node begin, and the last bid + 1."""
    place, at, player = 0, 0, 0
    for bid in range(tables.n_bids):
        if key >> bid & 1:
            place += int(tables.block[player, at]) + int(tables.size[1 - player, at + 1 : bid + 1].sum())
            player, at = 1 - player, bid + 1
    return place, at


def _fill_calls(tables: BluffTables, whole: Singles) -> None:
    """Let everybody call everywhere: the number of a call stands last in its row."""
    subtrees: dict[tuple[int, int], Singles] = {}
    for at in range(tables.n_bids, -1, -1):
        for player in range(2):
            own = np.zeros((int(tables.block[player, at]) // int(tables.n_actions[at]), int(tables.n_actions[at])))
            own[:, -1] = 1.0
            below = [subtrees[1 - player, to] for to in range(at + 1, tables.n_bids + 1)] if at or not player else []
            subtrees[player, at] = np.concatenate([own.ravel().astype(np.float32), *below])
    whole[:] = subtrees[0, 0]


def thinned(tables: BluffTables, average: Singles, *, least: float) -> SparseStrategies:
    """A solution cut down to the nodes that are come to more often than `least`."""
    none = np.zeros(0, np.int64)
    count = int(reached_nodes(tables.tree, average, least, none, none))
    keys, places = np.zeros(count, np.int64), np.zeros(count, np.int64)
    reached_nodes(tables.tree, average, least, keys, places)
    order = np.argsort(keys)
    blocks, starts = [], [0]
    whole = float(average[: int(tables.block[0, 0])].sum())
    for key, place in zip(keys[order].tolist(), places[order].tolist(), strict=True):
        at, player = key.bit_length(), key.bit_count() % 2
        block = average[place : place + int(tables.block[player, at])].reshape(-1, int(tables.n_actions[at]))
        total = block.sum(axis=1, keepdims=True)
        shares = np.rint(block * (UNIT / np.maximum(total, 1e-30)))
        shares[total[:, 0] < least * whole / 10] = 0  # a roll with which one hardly comes here
        blocks.append(shares.astype(np.uint16).ravel())
        starts.append(starts[-1] + shares.size)
    return SparseStrategies(tables, keys[order], np.array(starts, np.int64), np.concatenate(blocks))


def save_sparse(found: SparseStrategies, path: Path, *, command: str) -> tuple[float, float]:
    """Measure strategies on the whole tree, and write them with their bounds, which are returned."""
    table = found.tables.table
    rules = BluffRules(dice=table.dice, faces=table.faces, wild=table.wild, order=table.order)
    low, high = found.bounds()
    head = {"format": FORMAT, "rules": asdict(rules), "command": command, "version": __version__}
    told = np.array(json.dumps({**head, "low": low, "high": high}))
    write_arrays(path, head=told, keys=found.keys, shares=found.shares)
    return low, high


def is_sparse(path: Path) -> bool:
    """Whether a file says that it holds such strategies."""
    return bool(read_head(path).get("format") == FORMAT)


@lru_cache(maxsize=16)
def load_sparse(path: Path) -> tuple[BluffRules, SparseStrategies]:
    """Read strategies that were cut down."""
    head = read_head(path)
    if head.get("format") != FORMAT:
        raise TableError(f"{path.name} is of another format: {str(head.get('format'))[:80]!r}, not {FORMAT!r}")
    try:
        rules = BluffRules(**{**head["rules"], "dice": tuple(head["rules"]["dice"])})
    except (ValueError, KeyError, TypeError, OverflowError):
        raise TableError(f"{path.name} cannot be used: its rules can't be read") from None
    if rules.seats != 2 or len(rules.bids) > 40:
        raise TableError(f"{path.name} cannot be used: rounds of two players with at most 40 bids are kept so")
    keys, shares = read_arrays(path, ("keys", "shares"), most=_LARGEST)
    tables = make_tables(rules.table, check=False)
    damaged = TableError(f"{path.name} cannot be used: it is damaged")
    if keys.dtype != np.int64 or shares.dtype not in (np.uint8, np.uint16) or keys.ndim != 1 or shares.ndim != 1:
        raise damaged
    if (np.diff(keys) <= 0).any() or keys.min(initial=0) < 0 or keys.max(initial=0) >> tables.n_bids:
        raise damaged
    sizes = [int(tables.block[key.bit_count() % 2, key.bit_length()]) for key in keys.tolist()]
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    if int(starts[-1]) != len(shares):
        raise damaged
    return rules, SparseStrategies(tables, np.asarray(keys, np.int64), starts, np.asarray(shares, np.uint16))
