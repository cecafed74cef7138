"""The sequence form of a two-player round of Bluff, with information sets that are alike merged."""

from __future__ import annotations

import numpy as np

from riverboat.arrays import Floats, Ints
from riverboat.solving.bluff.form_kernel import INFOSETS, PARENTS, SEQUENCES, Form, fill
from riverboat.solving.bluff.strategy import name_of
from riverboat.solving.bluff.tables import BluffTables
from riverboat.solving.form import SequenceForm, Side
from riverboat.solving.linear_program import Plans

#: For each player, where their sequences stand in the flat layout of the tree of bids.
Places = tuple[Ints, Ints]


def bluff_form(tables: BluffTables) -> tuple[SequenceForm, Places]:
    """The form, and for each player where their sequences stand in the flat layout of the tree of bids."""
    scale = tables.table.faces ** max(tables.table.dice)
    priors = (np.rint(prior * scale).astype(np.int64) for prior in (tables.prior_actor, tables.prior_watcher))
    tree = tables.tree._replace(**dict(zip(("prior_actor", "prior_watcher"), priors, strict=True)))
    found = _empty(np.zeros((2, 5), np.int64))
    fill(False, tree, scale, found)
    sizes = found.sizes.copy()
    found = _empty(sizes)
    fill(True, tree, scale, found)
    sides = [
        Side(
            n_sequences=int(sizes[p, SEQUENCES]),
            first=found.first[p, : sizes[p, INFOSETS]],
            count=found.choices[p, : sizes[p, INFOSETS]],
            parent_start=found.parent_start[p, : sizes[p, INFOSETS] + 1],
            parents=found.parents[p, : sizes[p, PARENTS]],
            shares=found.shares[p, : sizes[p, PARENTS]],
            share_scale=scale,
        )
        for p in range(2)
    ]
    form = SequenceForm(
        sides=(sides[0], sides[1]),
        rows=found.rows,
        columns=found.columns,
        payoffs=found.payoffs,
        payoff_scale=scale,
        name=lambda player, infoset: name_of(tables, player, int(found.flat[player, found.first[player, infoset]])),
    )
    return form, (found.flat[0, : sizes[0, SEQUENCES]], found.flat[1, : sizes[1, SEQUENCES]])


def _empty(sizes: Ints) -> Form:
    """Room for what was counted; the smallest there is where nothing was."""
    sequences, infosets, parents, payoffs, _ = (max(1, size) for size in sizes.max(axis=0).tolist())
    shapes = [(2, infosets), (2, infosets), (2, infosets + 1), (2, parents), (2, parents), (2, sequences)]
    return Form(sizes.copy(), *(np.zeros(shape, np.int64) for shape in (*shapes, payoffs, payoffs, payoffs)))


def numbers_of(tables: BluffTables, flat: Places, plans: Plans) -> Floats:
    """Two plans as the weights of the tree of bids in its flat layout."""
    numbers = np.zeros(tables.n_numbers)
    for places, plan in zip(flat, (plans.x, plans.y), strict=True):
        numbers[places[1:]] = plan[1:]
    return numbers
