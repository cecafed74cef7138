"""Bluff, solved by its structure: bids are public, dice are not, so a walk over bids carries a vector over rolls.

The linear program takes the merged sequence form; discounted CFR walks the tree of bids in place, with four bytes for
a regret and four for the average strategy. Bounds of the latter come from one best response a player, in which no
number is ever subtracted, so that its rounding errors have a bound themselves (`certified_slack`).
"""

from __future__ import annotations

import os
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path

import numpy as np

from riverboat.arrays import Ints
from riverboat.errors import GameError
from riverboat.games.bluff.game import BLUFF, BluffRules
from riverboat.solving.bluff.form import bluff_form, numbers_of
from riverboat.solving.bluff.run import BluffRun
from riverboat.solving.bluff.strategy import BiddingNode, BluffStrategies, name_of, step
from riverboat.solving.bluff.tables import BluffTables, make_tables
from riverboat.solving.settings import PREDICTIVE, Wish
from riverboat.solving.solution import Progress, Size, Solution, StrategyRow
from riverboat.solving.solver import solve_form
from riverboat.steps import run_to_end

#: Tables of more bids or rolls than these are not even begun.
MOST_BIDS = 40
MOST_ROLLS = 500
#: A sequence form of more numbers is not written out for regret minimisation.
FORM_FITS = 2_000_000
BYTES_A_NUMBER = 8  # a regret and an average of four bytes each


@dataclass(frozen=True, kw_only=True, repr=False)
class BluffSolution(Solution):
    """A solved round of Bluff, with both strategies by roll and bids."""

    strategies: BluffStrategies


@dataclass(frozen=True, kw_only=True)
class BluffSize:
    """How large a round is, before anything is built."""

    rules: BluffRules

    @cached_property
    def n_bids(self) -> int:
        """How many bids there are."""
        return len(self.rules.bids)

    @cached_property
    def tables(self) -> BluffTables | None:
        """The classes; None where even they would be too many."""
        rolls = max(len(self.rules.table.rolls(seat)) for seat in range(2)) if self.n_bids <= MOST_BIDS else 0
        if self.n_bids > MOST_BIDS or rolls > MOST_ROLLS:
            return None
        return make_tables(self.rules.table, check=self.rules.check)

    @property
    def sequences_of_bids(self) -> int:
        """Every set of bids can be made in one order alone."""
        return (1 << self.n_bids) - 1

    @property
    def bytes_needed(self) -> int:
        """What discounted CFR keeps."""
        if self.tables is None:
            return BYTES_A_NUMBER * 2 * self.sequences_of_bids
        return BYTES_A_NUMBER * self.tables.n_numbers

    def refuse_if_too_large(self) -> BluffTables:
        """The tables, or an error that says how large the game is and what would fit."""
        room = free_memory()
        if self.tables is None or not self.fits(room):
            raise GameError(
                f"bluff with {_told(self.rules)} is too large: {self.told}, and {_memory(room)} are free here; "
                f"{self._what_fits(room)} would fit"
            )
        return self.tables

    def fits(self, room: int) -> bool:
        """Whether discounted CFR finds place in this many bytes."""
        return self.n_bids <= MOST_BIDS and self.tables is not None and self.bytes_needed <= room

    @property
    def told(self) -> str:
        """How large it is, in words."""
        bids = f"{self.n_bids} bids make {self.sequences_of_bids:,} sequences of bids"
        return f"{bids}, about {_memory(self.bytes_needed)}"

    def _what_fits(self, room: int) -> str:
        """The largest game of these dice, and of these faces."""
        dice = self.rules.dice
        for faces in range(self.rules.faces - 1, 1, -1):
            if self._fits(dice, faces, room):
                return f"--dice {','.join(map(str, dice))} --faces {faces}"
        smaller = sorted(product(*(range(1, count + 1) for count in dice)), key=sum, reverse=True)
        for fewer in smaller:
            if self._fits(fewer, self.rules.faces, room):
                return f"--dice {','.join(map(str, fewer))} --faces {self.rules.faces}"
        return "--dice 1,1 --faces 6"

    def _fits(self, dice: tuple[int, ...], faces: int, room: int) -> bool:
        rules = BluffRules(dice=dice, faces=faces, order=self.rules.order, check=self.rules.check)
        return BluffSize(rules=rules).fits(room)


def free_memory() -> int:
    """The bytes that can be had without swapping, less a reserve."""
    try:
        for line in Path("/proc/meminfo").read_text("utf-8").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024 * 9 // 10
    except OSError:
        pass
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2


def _told(rules: BluffRules) -> str:
    return f"{' against '.join(map(str, rules.dice))} dice of {rules.faces} faces" + ", with check" * rules.check


def _memory(size: int) -> str:
    return f"{size / 2**30:,.1f} GB" if size < 2**50 else f"{size / 2**50:,.0f} PB"


def two_player_rules(rules: BluffRules) -> BluffRules:
    """Refuse more than two players."""
    if rules.customs:
        raise GameError(f"bluff is solved by the paper's rules, without {', '.join(rules.customs)}: leave these out")
    if rules.seats != 2:
        raise GameError(f"bluff with {rules.seats} players is not solved: two-player games are, like --dice 1,1")
    return rules


def solve_bluff(rules: BluffRules, wish: Wish | None = None) -> BluffSolution:
    """Solve a round of Bluff to the end."""
    return run_to_end(bluff_steps(rules, wish or Wish()))


def bluff_steps(
    rules: BluffRules, wish: Wish, *, kept: Path | None = None, resume: bool = False, keep_result: bool = False
) -> Generator[Progress, None, BluffSolution]:
    """Solve a round, telling how far it has come; a long run keeps its state in `kept` and goes on from there.

    `keep_result` keeps the finished run as well, for somebody who will want it nearer, or again.
    """
    start = time.perf_counter()
    tables = BluffSize(rules=two_player_rules(rules)).refuse_if_too_large()
    method, why = wish.choose(tables.n_numbers)
    name = f"bluff, {_told(rules)}" + (f", {rules.order} order" if rules.order != "paper" else "")
    if method in PREDICTIVE and tables.n_numbers > FORM_FITS:
        raise GameError(
            f"{method} takes rounds of up to {FORM_FITS:,} numbers, and {_told(rules)} have {tables.n_numbers:,}: "
            "--method dcfr goes further"
        )
    if method == "lp" or method in PREDICTIVE:
        form, flat = bluff_form(tables)
        solution, plans = yield from solve_form(form, name, wish, start)
        strategies = BluffStrategies(tables, numbers_of(tables, flat, plans))
        return BluffSolution(**{**vars(solution), "why": why, "otherwise": str(BLUFF)}, strategies=strategies)
    run = BluffRun(tables, method, kept)
    filled = time.perf_counter()
    if resume:
        run.load()
    low, high = yield from run.minimise(wish)
    if keep_result:
        run.save()
    strategies = BluffStrategies(tables, run.average)
    return BluffSolution(
        game=name,
        method=method,
        why=why,
        low=low,
        high=high,
        value_exact=None,
        exploitability=max(high - low, 0.0) / 2,
        iterations=run.iterations,
        fill_s=filled - start,
        elapsed_s=filled - start + run.spent_s,  # before an interruption, too
        size=bluff_size(tables),
        rows=lambda: _rows(strategies),
        otherwise=str(BLUFF),  # who faces a bid that can't be true calls, and needs no row
        strategies=strategies,
    )


def bluff_size(tables: BluffTables) -> Size:
    """Information sets and sequences after merging; payoffs are not written out."""
    infosets = _below(tables, tables.block // np.maximum(tables.n_actions, 1)[None, :])
    return Size(infosets=infosets, sequences=tables.n_numbers + 2, payoffs=0)


def _below(tables: BluffTables, at_node: Ints) -> int:
    """The sum over all nodes of a number that a node has by player and last bid."""
    total = [[int(number) for number in row] for row in at_node]
    for last in range(tables.n_bids - 1, -1, -1):
        for player in range(2):
            total[player][last] += sum(total[1 - player][last + 1 :])
    return total[0][0]


def _rows(strategies: BluffStrategies) -> Iterator[StrategyRow]:
    """What both do at every information set, in the order of the tree."""
    tables = strategies.tables
    waiting = [BiddingNode(0, 0, 0)]
    while waiting:
        place = waiting.pop()
        player, at, offset = place
        if tables.block[player, at]:
            choices = int(tables.n_actions[at])
            for known in range(int(tables.n_open[player, at])):
                infoset, actions = name_of(tables, player, offset + known * choices)
                yield StrategyRow(player, infoset, actions, tuple(strategies.chances(place, known)))
        waiting += [step(tables, place, to) for to in range(tables.n_bids, at, -1)]
