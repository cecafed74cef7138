"""The sequence form of a two-player round of Bluff, with information sets that are alike merged."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.solving.bluff.form_kernel import fill
from riverboat.solving.bluff.strategy import name_of
from riverboat.solving.bluff.tables import BluffTables
from riverboat.solving.form import Floats, SequenceForm, Side
from riverboat.solving.linear_program import Plans

#: For each player, where his sequences stand in the flat layout of the tree of bids.
Places = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]


def bluff_form(tables: BluffTables) -> tuple[SequenceForm, Places]:
    """The form, and for each player where his sequences stand in the flat layout of the tree of bids."""
    scale = tables.table.faces ** max(tables.table.dice)
    fixed = (
        tables.check,
        tables.n_bids,
        tables.n_actions,
        tables.block,
        tables.n_actor,
        tables.n_open,
        tables.n_watcher,
        tables.needs,
        tables.counts,
        tables.actor_to_watcher,
        tables.watcher_to_actor,
        np.rint(tables.prior_actor * scale).astype(np.int64),
        np.rint(tables.prior_watcher * scale).astype(np.int64),
        scale,
    )
    sizes = np.zeros((2, 4), np.int64)
    nothing, none = np.zeros((2, 1), np.int64), np.zeros(1, np.int64)
    fill(False, *fixed, sizes, nothing, nothing, nothing, nothing, nothing, nothing, none, none, none)
    n_sequences, n_infosets, n_parents, n_payoffs = sizes.max(axis=0).tolist()
    first, count = np.zeros((2, n_infosets), np.int64), np.zeros((2, n_infosets), np.int64)
    parent_start = np.zeros((2, n_infosets + 1), np.int64)
    parents, shares = np.zeros((2, n_parents), np.int64), np.zeros((2, n_parents), np.int64)
    flat = np.zeros((2, n_sequences), np.int64)
    rows, columns, payoffs = (np.zeros(n_payoffs, np.int64) for _ in range(3))
    fill(True, *fixed, sizes, first, count, parent_start, parents, shares, flat, rows, columns, payoffs)
    sides = [
        Side(
            n_sequences=int(sizes[p, 0]),
            first=first[p, : sizes[p, 1]],
            count=count[p, : sizes[p, 1]],
            parent_start=parent_start[p, : sizes[p, 1] + 1],
            parents=parents[p, : sizes[p, 2]],
            shares=shares[p, : sizes[p, 2]],
            share_scale=scale,
        )
        for p in range(2)
    ]
    form = SequenceForm(
        sides=(sides[0], sides[1]),
        rows=rows,
        columns=columns,
        payoffs=payoffs,
        payoff_scale=scale,
        name=lambda player, infoset: name_of(tables, player, int(flat[player, first[player, infoset]])),
    )
    return form, (flat[0, : sizes[0, 0]], flat[1, : sizes[1, 0]])


def numbers_of(tables: BluffTables, flat: Places, plans: Plans) -> Floats:
    """Two plans as the weights of the tree of bids in its flat layout."""
    numbers = np.zeros(tables.n_numbers)
    for places, plan in zip(flat, (plans.x, plans.y), strict=True):
        numbers[places[1:]] = plan[1:]
    return numbers
