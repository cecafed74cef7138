"""A linear program on what is used: the sequences that matter, found by best responses, instead of all of them.

In equilibrium most sequences have no weight. So a game is solved in which both players may do only what an approximate
solution does and what answers it best; then both answer the solution as well as possible in the whole game, and what
they do there is allowed too, until nobody gains (McMahan, Gordon & Blum 2003 call it the double oracle; Bosansky et al.
2014 have it for sequences). The bounds are those of best responses in the whole game.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from riverboat.arrays import Floats, Ints
from riverboat.solving.form import SequenceForm, Side
from riverboat.solving.form_kernel import best_response_value, leftovers, play_regrets
from riverboat.solving.linear_program import Plans, solve_linear_program
from riverboat.solving.response import bounds

Mask = npt.NDArray[np.bool_]
#: What an approximate solution does less often than this counts as a trace.
TRACE = 1e-4


@dataclass(frozen=True, kw_only=True)
class UsedStep:
    """How far it has come: sequences in use, and the bounds of the whole game."""

    sequences: int
    low: float
    high: float
    plans: Plans
    form: SequenceForm  # of what is used
    kept: tuple[Ints, Ints]  # where its sequences stand in the whole game


def used_steps(form: SequenceForm, start: Plans, *, gap: float, most: int = 200) -> Generator[UsedStep, None, UsedStep]:
    """Solve on what is used, from an approximate solution on, until the bounds are near enough."""
    allowed = [_often(plan) for plan in (start.x, start.y)]
    plans = [start.x, start.y]
    low, high = bounds(form, plans[0], plans[1])
    for _ in range(most):
        for player in range(2):
            _allow_best(form, player, plans[1 - player], allowed[player])
        masks = _used(form, allowed)
        kept = (np.flatnonzero(masks[0]), np.flatnonzero(masks[1]))
        small = restricted(form, masks)
        solved = solve_linear_program(small)
        for player, (plan, before) in enumerate(zip((solved.x, solved.y), (start.x, start.y), strict=True)):
            plans[player] = _completed(form.sides[player], kept[player], plan, before)
        found = bounds(form, plans[0], plans[1])
        low, high = max(low, found[0]), min(high, found[1])
        step = UsedStep(sequences=small.n_sequences, low=low, high=high, plans=solved, form=small, kept=kept)
        yield step
        if high - low <= gap:
            break
    return step


def _used(form: SequenceForm, allowed: list[Mask]) -> tuple[Mask, Mask]:
    """What is allowed, without the information sets that nothing allowed to the other leads to."""
    masks = [allowed[0].copy(), allowed[1].copy()]
    while True:
        before = masks[0].sum() + masks[1].sum()
        for player in range(2):
            side = form.sides[player]
            starts, others, _ = form.by_player[player]
            meets = leftovers(starts, others, np.ones(len(others)), masks[1 - player].astype(np.float64))
            best_response_value(side.first, side.count, side.parent_start, side.parents, side.float_shares, meets)
            met = np.maximum.reduceat(meets, side.first) > 0
            masks[player] &= np.concatenate([[True], np.repeat(met, side.count)])
        if masks[0].sum() + masks[1].sum() == before:
            return masks[0], masks[1]


def _completed(side: Side, kept: Ints, plan: Floats, before: Floats) -> Floats:
    """A plan of the whole game: what was solved, and elsewhere what was done before."""
    numbers = np.zeros(side.n_sequences)
    numbers[kept] = plan
    solved = np.repeat(np.add.reduceat(numbers, side.first) > 0, side.count)
    numbers[1:] = np.where(solved, numbers[1:], before[1:])
    whole = np.zeros(side.n_sequences)
    play_regrets(side.first, side.count, side.parent_start, side.parents, side.float_shares, numbers, whole)
    return whole


def _often(plan: Floats) -> Mask:
    """The sequences that are played more than as a trace, where they can be."""
    mask = plan > TRACE
    mask[0] = True
    return np.asarray(mask)


def _allow_best(form: SequenceForm, player: int, against: Floats, mask: Mask) -> None:
    """Allow the best action at every information set that allowed sequences lead to."""
    side = form.sides[player]
    worth = leftovers(*form.by_player[player], against)
    best_response_value(side.first, side.count, side.parent_start, side.parents, side.float_shares, worth)
    first, count = side.first.tolist(), side.count.tolist()
    starts, parents = side.parent_start.tolist(), side.parents.tolist()
    for at in range(side.n_infosets):
        begin, end = first[at], first[at] + count[at]
        if any(mask[parents[way]] for way in range(starts[at], starts[at + 1])):
            mask[begin + int(np.argmax(worth[begin:end]))] = True
        else:
            mask[begin:end] = False


def restricted(form: SequenceForm, masks: tuple[Mask, Mask]) -> SequenceForm:
    """The game in which both may use these sequences alone."""
    numbers = [np.cumsum(mask) - 1 for mask in masks]
    sides = [
        _restricted_side(side, mask, number) for side, mask, number in zip(form.sides, masks, numbers, strict=True)
    ]
    entries = masks[0][form.rows] & masks[1][form.columns]
    return replace(
        form,
        sides=(sides[0], sides[1]),
        rows=numbers[0][form.rows[entries]],
        columns=numbers[1][form.columns[entries]],
        payoffs=form.payoffs[entries],
    )


def _restricted_side(side: Side, mask: Mask, number: npt.NDArray[Any]) -> Side:
    count = np.add.reduceat(mask, side.first) if side.n_infosets else np.zeros(0, np.int64)
    open_sets = np.flatnonzero(count)
    ways = np.repeat(np.arange(side.n_infosets), np.diff(side.parent_start))
    leads = mask[side.parents] & (count[ways] > 0)
    per_set = np.bincount(ways[leads], minlength=side.n_infosets)[open_sets]
    count = count[open_sets]
    return Side(
        n_sequences=int(mask.sum()),
        first=np.concatenate([[1], 1 + np.cumsum(count)[:-1]]).astype(np.int64),
        count=count.astype(np.int64),
        parent_start=np.concatenate([[0], np.cumsum(per_set)]).astype(np.int64),
        parents=number[side.parents[leads]].astype(np.int64),
        shares=side.shares[leads],
        share_scale=side.share_scale,
    )
