"""Bluff by a strategy with a short memory: what players may hold by their bids, and the end of a round solved again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from riverboat.arrays import Floats
from riverboat.games.actions import Action
from riverboat.games.bluff.dice import Bid
from riverboat.games.bluff.game import BluffRules
from riverboat.solving.bluff.endgame import Endgame
from riverboat.solving.bluff.short.blueprint import Blueprint

#: This many bids above the last one are looked at in an endgame: those that the blueprint makes most, now or next.
BIDS_AHEAD = 7
#: It is one where the blueprint makes any other bid less often than this.
BEYOND = 0.05
#: Numbers times iterations that an endgame gets: about a hundredth of a second.
WORK = 1_000_000
#: How far bids are distrusted: this part of what is believed stays what dice alone say.
DOUBT = 0.05


@dataclass(frozen=True)
class PlayedChoice:
    """How often each action is taken, and whether that was solved at the table."""

    chances: dict[Action, float]
    solved_anew: bool


def ranges(blueprint: Blueprint, bids: tuple[Bid, ...]) -> tuple[Floats, ...]:
    """How likely each player holds each roll, judged by their bids if all play the blueprint."""
    tables = blueprint.tables
    found = [chances.copy() for chances in tables.chances]
    for at, bid in enumerate(bids):
        actor, before = at % tables.seats, bids[:at]
        made = blueprint.matrix(before)[:, tables.heights[bid] - (tables.heights[before[-1]] + 1 if before else 0)]
        weighed = found[actor] * made
        total = weighed.sum()
        if total > 1e-6:  # else nobody who plays it bids so, and the bid says nothing
            found[actor] = (1 - DOUBT) * weighed / total + DOUBT * found[actor]
    return tuple(found)


@lru_cache(maxsize=256)
def _played(blueprint: _ById, bids: tuple[Bid, ...], endgames: bool) -> tuple[Floats, bool]:
    """[rolls, actions] of the player to act, and whether they were solved again."""
    plan = blueprint.plan
    matrix, tables = plan.matrix(bids), plan.tables
    if not endgames or tables.seats != 2 or not bids:
        return matrix, False
    actor, at = len(bids) % 2, tables.heights[bids[-1]] + 1
    believed = ranges(plan, bids)
    made = believed[actor] @ matrix[:, :-1]
    often = made.copy()
    for first in np.flatnonzero(made > BEYOND / 10):
        answers = plan.matrix((*bids, tables.bids[at + first]))[:, :-1]
        often[first + 1 :] += made[first] * (believed[1 - actor] @ answers)
    ahead = np.sort(np.argsort(-often, kind="stable")[:BIDS_AHEAD])
    if not len(ahead) or float(made.sum() - made[ahead].sum()) > BEYOND:
        return matrix, False
    dice = tables.table.dice
    end = Endgame(
        table=replace(tables.table, dice=(dice[1 - actor], dice[actor])),
        bids=(bids[-1], *(tables.bids[at + bid] for bid in ahead)),
        bidder=believed[1 - actor],
        actor=believed[actor],
    )
    solved = end.solve(work=WORK)
    whole = np.zeros_like(matrix)
    whole[:, ahead] = solved[:, :-1]
    whole[:, -1] = solved[:, -1]
    return whole, True


def answers_of(blueprint: Blueprint, *, endgames: bool) -> Callable[[tuple[Bid, ...]], Floats]:
    """What whoever plays a blueprint does with each roll after some bids: [rolls, actions], the call last."""
    return lambda bids: _played(_ById(blueprint), bids, endgames)[0]


class _ById:
    """A blueprint as a key of a cache: itself, not what is in it."""

    def __init__(self, plan: Blueprint) -> None:
        self.plan = plan

    def __hash__(self) -> int:
        return id(self.plan)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ById) and other.plan is self.plan


def choice(blueprint: Blueprint, roll: tuple[int, ...], bids: tuple[Bid, ...], *, endgames: bool) -> PlayedChoice:
    """What is done with a roll after some bids, which the first player opened."""
    matrix, anew = _played(_ById(blueprint), bids, endgames)
    row = matrix[blueprint.tables.places[len(bids) % blueprint.tables.seats][tuple(sorted(roll))]]
    return PlayedChoice(dict(zip(blueprint.actions(bids), row.tolist(), strict=True)), anew)


def blueprint_name(rules: BluffRules) -> str:
    """How a blueprint's file is called."""
    more = (f"wild {rules.wild}" if rules.wild != rules.faces else "", rules.order if rules.order != "paper" else "")
    words = ["blueprint", *map(str, rules.dice), f"faces {rules.faces}", *more]
    return "-".join(word.replace(" ", "-") for word in words if word)


def shipped(rules: BluffRules, folder: Path) -> Path | None:
    """The file of a round's blueprint in a folder, if there is one; with Check there is none."""
    path = folder / f"{blueprint_name(rules)}.npz"
    return path if not rules.check and path.exists() else None
