"""The walk over sixteen sequences of bids at a time, against one sequence after the other in plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from riverboat.arrays import Floats
from riverboat.games.bluff.game import BluffRules
from riverboat.solving.bluff.lanes import Lanes
from riverboat.solving.bluff.run import BluffRun
from riverboat.solving.bluff.tables import BluffTables, make_tables
from riverboat.solving.regret import rule_of


def tables_of(dice: tuple[int, int], faces: int, check: bool = False) -> BluffTables:
    return make_tables(BluffRules(dice=dice, faces=faces).table, check=check)


class Twin:
    """Half an iteration after the other, node by node, in the layout of the tree of bids."""

    def __init__(self, tables: BluffTables, method: str) -> None:
        self.tables, self.method, self.halves = tables, method, 0
        self.regrets, self.average = np.zeros(tables.n_numbers), np.zeros(tables.n_numbers)

    def half(self) -> None:
        self.hero, self.rule = self.halves % 2, rule_of(self.method, self.halves // 2 + 1)
        t = self.tables
        self.visit(0, 0, 0, t.prior_watcher if self.hero == 0 else t.prior_actor)
        self.halves += 1

    def won(self, at: int, caller: int, bid_by: int, call: str) -> Floats:
        """[classes of the caller, classes of the bidder]: whether the caller is right about the last bid."""
        t = self.tables
        need = t.needs[caller, at, : t.n_actor[caller, at], None]
        count = t.counts[bid_by, at, None, : t.n_watcher[bid_by, at]]
        return np.asarray(count < need if call == "bluff" else count == need, np.float64)

    def visit(self, actor: int, at: int, place: int, reach: Floats) -> Floats:
        """What a node is worth to the hero's classes; the reach is that of the villain's."""
        t, hero, other = self.tables, self.hero, 1 - actor
        n_open, n, choices = int(t.n_open[actor, at]), int(t.n_actor[actor, at]), int(t.n_actions[at])
        calls = ["bluff", "check"][: choices - (t.n_bids - at)]
        n_hero = n if actor == hero else int(t.n_watcher[hero, at])
        reach = reach[: n if actor != hero else int(t.n_watcher[other, at])]
        block = slice(place, place + n_open * choices)
        sigma = np.zeros((n, choices))  # a player who wins by calling calls
        if at:
            sigma[:, t.n_bids - at] = 1
        if t.block[actor, at]:
            raw = np.maximum(self.regrets[block].reshape(n_open, choices), 0)
            total = raw.sum(axis=1, keepdims=True)
            sigma[:n_open] = np.where(total > 0, raw / np.where(total > 0, total, 1), 1 / choices)
        if actor != hero and t.block[actor, at]:
            gained = self.rule.weight * reach[:n_open, None] * sigma[:n_open]
            self.average[block] += gained.ravel()
        worth = np.zeros((n_hero, choices))
        onward = place + int(t.block[actor, at])
        for to in range(at + 1, t.n_bids + 1):
            a = to - at - 1
            mine, theirs = t.actor_to_watcher[actor, at, to, :n], t.watcher_to_actor[other, at, to]
            if actor == hero:
                below = np.zeros(int(t.n_actor[other, to]))
                np.add.at(below, theirs[: len(reach)], reach)
                worth[:, a] = self.visit(other, to, onward, below)[mine]
            else:
                below = np.zeros(int(t.n_watcher[actor, to]))
                np.add.at(below, mine, reach * sigma[:, a])
                if below.sum() > 0:
                    worth[:, a] = self.visit(other, to, onward, below)[theirs[:n_hero]]
            onward += int(t.size[other, to])
        for a, call in enumerate(calls, t.n_bids - at):
            right = self.won(at, actor, other, call)
            worth[:, a] = right @ reach if actor == hero else (1 - right).T @ (reach * sigma[:, a])
        if actor != hero:
            return np.asarray(worth.sum(axis=1))
        mean = np.asarray((sigma * worth).sum(axis=1))
        if t.block[actor, at]:
            kept = self.regrets[block].reshape(n_open, choices)
            gain = worth[:n_open] - mean[:n_open, None]
            if self.method == "dcfr":
                kept = kept * np.where(kept > 0, self.rule.positive, self.rule.negative) + gain
            else:
                kept = np.maximum(kept + gain, 0)
            self.regrets[block] = kept.ravel()
        return mean


@pytest.mark.parametrize(
    ("dice", "faces", "check"), [((1, 1), 2, True), ((1, 1), 4, False), ((2, 1), 3, True), ((1, 3), 2, False)]
)
@pytest.mark.parametrize("method", ["dcfr", "cfr+"])
def test_sixteen_sequences_at_a_time_learn_what_one_after_the_other_does(
    dice: tuple[int, int], faces: int, check: bool, method: Any
) -> None:
    tables = tables_of(dice, faces, check)
    run, twin = BluffRun(tables, method), Twin(tables, method)
    # Regrets that are not zero: between none and the least there is, what one does jumps, and rounding decides.
    run.regrets = np.random.default_rng(2).random(tables.n_numbers).astype(np.float32)
    twin.regrets = run.regrets.astype(np.float64)
    for _ in range(7):
        run.half()
        twin.half()
        assert run.regrets == pytest.approx(twin.regrets, abs=2e-5)
        assert run.average == pytest.approx(twin.average, abs=2e-5)
    assert np.abs(twin.regrets).max() > 0.1
    assert np.abs(twin.average).max() > 0.1


@pytest.mark.parametrize(("dice", "faces", "check"), [((1, 1), 2, False), ((1, 1), 3, False), ((1, 2), 4, True)])
def test_numbers_come_back_from_the_lanes_as_they_went_in(dice: tuple[int, int], faces: int, check: bool) -> None:
    tables = tables_of(dice, faces, check)
    numbers = np.random.default_rng(1).random(tables.n_numbers).astype(np.float32)
    lanes = Lanes(tables)
    held = np.zeros(lanes.n_numbers, np.float32)
    lanes.take(numbers, held)
    assert np.count_nonzero(held) == len(numbers)
    assert (lanes.laid_out(held) == numbers).all()


def test_regrets_too_small_to_be_divided_by_count_as_none() -> None:
    """In single precision 1 / 1e-40 is infinite: a long run of two dice against two once lost its bounds by that."""
    tables = tables_of((1, 1), 3)
    run, none = BluffRun(tables, "dcfr"), BluffRun(tables, "dcfr")
    run.regrets = np.full(tables.n_numbers, 1e-40, np.float32)
    assert (run.regrets > 0).all()
    for each in (run, none):
        each.half()
        each.half()
    assert np.isfinite(run.regrets).all()
    assert run.average == pytest.approx(none.average)
    assert run.bounds() == pytest.approx(none.bounds())
