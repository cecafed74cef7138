"""Strategies of players with a short memory, in one byte a number: kept in files, asked by roll and bids, measured."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from riverboat.arrays import Floats, Ints, Singles
from riverboat.errors import GameError, TableError
from riverboat.files import read_arrays, write_arrays
from riverboat.games.actions import Action
from riverboat.games.bluff.dice import Bid, Roll
from riverboat.games.bluff.game import BLUFF, BluffRules, bid_action
from riverboat.solving.bluff.run import BluffRun
from riverboat.solving.bluff.short.memory import MemoryTables
from riverboat.solving.bluff.short.memory_kernel import lay_out
from riverboat.solving.bluff.tables import make_tables
from riverboat.version import __version__

FORMAT = "riverboat bluff blueprint 1"
UNIT = 255
#: Rounds of at most this many bids are measured on the whole tree.
MEASURED_BIDS = 25
_LARGEST_HEAD = 1 << 16
#: More states or rolls than these are no round that anybody plays.
MOST_MEMORY, MOST_NUMBERS = 12, 1 << 30


@dataclass(frozen=True)
class Blueprint:
    """What every player does, knowing the last few bids. The first player opens."""

    tables: MemoryTables
    shares: npt.NDArray[
        np.uint8
    ]  # by state, class and action, of 255; a row of zeros: nothing was learned, and one calls

    def matrix(self, bids: Sequence[Bid]) -> Floats:
        """[rolls, actions]: how often the player to act takes each action with each roll; the call stands last."""
        return self.matrix_in(self.tables.state_after(bids))

    def matrix_in(self, state: int) -> Floats:
        """[rolls, actions]: what the player to act does in a state of the tables."""
        tree = self.tables.tree
        at, actor = int(tree.last[state]), int(tree.actor[state])
        choices, n_open = int(tree.n_actions[at]), int(tree.n_open[actor, at])
        played = np.zeros((n_open + 1, choices))
        if at < tree.n_bids:
            begin = int(tree.begin[state])
            played[:n_open] = self.shares[begin : begin + n_open * choices].reshape(n_open, choices)
        total = played.sum(axis=1, keepdims=True)
        unknown = np.zeros(choices)
        unknown[-1:] = 1.0
        if at == 0:
            unknown[:] = 1 / choices
        played = np.where(total > 0, played / np.maximum(total, 1), unknown)
        return np.asarray(played[tree.classes[actor, at, : len(self.tables.rolls[actor])]])

    def probabilities(self, roll: Roll, bids: Sequence[Bid]) -> dict[Action, float]:
        """What the player to act does with a roll after these bids."""
        actor = len(bids) % self.tables.seats
        dice = tuple(sorted(roll))
        if dice not in self.tables.places[actor]:
            raise GameError(f"{list(roll)} cannot be the dice of player {actor + 1}")
        row = self.matrix(bids)[self.tables.places[actor][dice]]
        return dict(zip(self.actions(bids), row.tolist(), strict=True))

    def actions(self, bids: Sequence[Bid]) -> tuple[Action, ...]:
        """What can be done after some bids."""
        at = self.tables.heights[bids[-1]] + 1 if bids else 0
        return (*(bid_action(bid) for bid in self.tables.bids[at:]), *((BLUFF,) if at else ()))


def row_starts(tables: MemoryTables) -> Ints:
    """Where the numbers of every state and class begin."""
    tree = tables.tree
    sizes = np.diff(tree.begin)
    choices = np.maximum(tree.n_actions[tree.last], 1)
    per_state = sizes // choices
    first = np.repeat(tree.begin[:-1], per_state)
    within = np.arange(per_state.sum()) - np.repeat(np.cumsum(per_state) - per_state, per_state)
    return np.asarray(first + within * np.repeat(choices, per_state), np.int64)


def packed(tables: MemoryTables, average: Singles) -> npt.NDArray[np.uint8]:
    """Averages in a byte a number. What is done in less than one time of 255 is left out, as far as others are done."""
    starts = row_starts(tables)
    widths = np.diff(np.append(starts, len(average)))
    most = np.maximum(np.maximum.reduceat(average, starts), np.float32(1e-30))
    total = np.maximum(np.add.reduceat(average.astype(np.float64), starts), 1e-30)
    shares = np.rint(average * np.repeat((UNIT / total).astype(np.float64), widths))
    is_most = average >= np.repeat(most, widths)
    shares[is_most & (shares < 1)] = 1
    return np.asarray(np.minimum(shares, UNIT), np.uint8)


def save_blueprint(blueprint: Blueprint, path: Path, **known: object) -> None:
    """Write a blueprint; `known` says how it was made."""
    table = blueprint.tables.table
    rules = BluffRules(dice=table.dice, faces=table.faces, wild=table.wild, order=table.order)
    told = {"rules": asdict(rules), "memory": blueprint.tables.memory, **known, "version": __version__}
    write_arrays(path, head=np.array(json.dumps({"format": FORMAT, **told})), shares=blueprint.shares)


def read_head(path: Path) -> dict[str, Any]:
    """What a file says of itself."""
    (head,) = read_arrays(path, ("head",), most=_LARGEST_HEAD)
    try:
        found = json.loads(str(head)) if head.shape == () and head.dtype.kind == "U" else None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise TableError(f"{path.name} is not a blueprint of bluff: it says nothing of its rules")
    return found


def is_blueprint(path: Path) -> bool:
    """Whether a file says that it is one."""
    return bool(read_head(path).get("format") == FORMAT)


@lru_cache(maxsize=64)
def load_blueprint(path: Path) -> tuple[BluffRules, Blueprint]:
    """Read a blueprint, and the rules of the round that it plays."""
    found = read_head(path)
    if found.get("format") != FORMAT:
        raise TableError(f"{path.name} is of another format: {str(found.get('format'))[:80]!r}, not {FORMAT!r}")
    try:
        rules = BluffRules(**{**found["rules"], "dice": tuple(found["rules"]["dice"])})
        memory = int(found["memory"])
    except GameError as reason:
        raise TableError(f"{path.name} is not a blueprint of bluff: {reason}") from None
    except (ValueError, KeyError, TypeError, OverflowError):
        raise TableError(f"{path.name} is not a blueprint of bluff: its rules can't be read") from None
    if not 1 <= memory <= MOST_MEMORY:
        raise TableError(f"{path.name} cannot be used: a memory of {memory} bids, and 1 to {MOST_MEMORY} are possible")
    tables = MemoryTables(rules.table, memory)
    if tables.n_states > MOST_NUMBERS // 64 or tables.n_numbers > MOST_NUMBERS:
        raise TableError(f"{path.name} cannot be used: the round of its rules is too large")
    (shares,) = read_arrays(path, ("shares",), most=tables.n_numbers)
    if shares.shape != (tables.n_numbers,) or shares.dtype != np.uint8:
        raise TableError(f"{path.name} has {shares.size:,} numbers, its rules need {tables.n_numbers:,} bytes")
    return rules, Blueprint(tables, np.asarray(shares, np.uint8))


def whole_bounds(tables: MemoryTables, numbers: npt.NDArray[Any]) -> tuple[float, float]:
    """What best responses on the whole tree of bids win against strategies with a short memory, as bounds of the value.

    Half the distance of the bounds is the exploitability: what a player wins by it in the mean over both seats.
    """
    wide = make_tables(tables.table, check=False)
    run = BluffRun(wide, "dcfr")
    whole = np.zeros(wide.n_numbers, np.float32)
    lay_out(tables.tree, with_calls(tables, numbers), wide.size, whole)
    run.average = whole
    return run.bounds()


def with_calls(tables: MemoryTables, numbers: npt.NDArray[Any]) -> Singles:
    """Numbers in which every state and class has something to do: the call, where nothing was learned."""
    found = np.asarray(numbers, np.float32).copy()
    starts = row_starts(tables)
    ends = np.append(starts[1:], len(found)) - 1
    unknown = np.maximum.reduceat(found, starts) <= 0
    unknown[: int(tables.tree.n_open[0, 0])] = False  # who opens can't call
    found[ends[unknown]] = 1.0
    return found
