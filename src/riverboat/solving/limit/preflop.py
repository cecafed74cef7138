"""The betting before the flop, by the 169 classes of starting hands, and what best responses come to from there.

Suits mean nothing before the flop, so a class stands for all its holdings. What lines into the flop are worth comes
from flops (`FlopResponse`): their weighed mean where all are known, an estimate where they are a sample.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from riverboat.arrays import Floats, Ints
from riverboat.cards.holdings import CLASS_SIZE, CLASSES, HOLDING_CARDS, HOLDING_CLASS, HOLDINGS
from riverboat.solving.limit.cards import FLOPS, FLOPS_FOR_TWO
from riverboat.solving.limit.strategy import BucketStrategy
from riverboat.solving.limit.tree import CLOSE, FIRST, FOLDED, MBB, NONE

#: Holdings that a holding can meet.
MET = 1225


@lru_cache(maxsize=1)
def classes_met() -> Floats:
    """[class, class] of the 1,225 holdings that one of a class can meet, the share in each class."""
    found = np.zeros((CLASSES, CLASSES))
    for one in range(CLASSES):
        cards = HOLDING_CARDS[np.flatnonzero(HOLDING_CLASS == one)[0]]
        apart = ~np.isin(HOLDING_CARDS, cards).any(axis=1)
        found[one] = np.bincount(HOLDING_CLASS[apart], minlength=CLASSES)
    return found / MET


@dataclass(frozen=True, kw_only=True, eq=False)
class FirstReach:
    """How often each side comes somewhere before the flop by its own choices."""

    here: Floats  # [side, decision, class]
    lines: Floats  # [side, way, class] into the flop
    folds: Floats  # [side, decision, class] where the actor folds

    @property
    def by_holding(self) -> Floats:
        """[side, way, 1326] the lines into the flop."""
        return self.lines[:, :, HOLDING_CLASS]


def reach_by(mixes: Floats) -> FirstReach:
    """Follow what is done before the flop, [decision, class, action], seated as either side."""
    here, lines = np.zeros((2, FIRST.decisions, CLASSES)), np.zeros((2, FIRST.ways, CLASSES))
    folds = np.zeros((2, FIRST.decisions, CLASSES))
    here[:, 0] = 1.0
    for decision, actor in enumerate(FIRST.actor):
        for action, follows in enumerate(FIRST.follows[decision].tolist()):
            goes = here[:, decision].copy()
            goes[actor] *= mixes[decision, :, action]
            if follows >= FOLDED:
                folds[:, decision] = goes
            elif follows >= CLOSE:
                lines[:, follows - CLOSE] = goes
            elif follows != NONE:
                here[:, follows] = goes
    return FirstReach(here=here, lines=lines, folds=folds)


def first_reach(strategy: BucketStrategy) -> FirstReach:
    """Follow a strategy before the flop."""
    buckets = strategy.buckets(np.zeros(0, np.uint8))
    of_class = np.zeros(CLASSES, np.int64)
    of_class[HOLDING_CLASS] = buckets
    if (of_class[HOLDING_CLASS] != buckets).any():
        raise ValueError("before the flop, suits must mean nothing to a strategy")
    return reach_by(strategy.mixes(0).astype(np.float64)[:, of_class])


def flop_share(values: Floats) -> Floats:
    """[side, way, class] a flop's part in what lines are worth, from [side, way, 1326] of `FlopResponse`.

    The mean over all 22,100 flops is what the lines are worth to a holding of each class, in big blinds: a holding
    meets 1,225 others, and two holdings see one of 17,296 flops.
    """
    found = np.zeros((2, FIRST.ways, CLASSES))
    for side in range(2):
        for way in range(FIRST.ways):
            found[side, way] = np.bincount(HOLDING_CLASS, weights=values[side, way], minlength=CLASSES) / CLASS_SIZE
    return found * (FLOPS / FLOPS_FOR_TWO / MET)


@dataclass(frozen=True, kw_only=True, eq=False)
class FirstStreet:
    """The choices of a best response before the flop against a strategy's reach."""

    reach: FirstReach

    def choices(self, lines: Floats) -> Ints:
        """[decision, class] what a best response does, where lines into the flop are worth this: [side, way, class]."""
        found = np.zeros((FIRST.decisions, CLASSES), np.int64)
        self._walk(lines, found, choose=True)
        return found

    def worth_mbb(self, choices: Floats | Ints, lines: Floats) -> float:
        """What these choices win, over both seats, in thousandths of a big blind a game."""
        won = self._walk(lines, np.asarray(choices, np.int64), choose=False)
        return float(MBB * won.mean(axis=0) @ (CLASS_SIZE / HOLDINGS))

    def _walk(self, lines: Floats, choices: Ints, *, choose: bool) -> Floats:
        """[side, class] what the game is worth to each side, which either chooses (and notes it) or follows choices."""
        worth = np.zeros((2, FIRST.decisions, CLASSES))
        for side in range(2):
            for decision in range(FIRST.decisions - 1, -1, -1):
                ends = [self._end(side, decision, to, lines, worth[side]) for to in FIRST.follows[decision].tolist()]
                if FIRST.actor[decision] != side:
                    worth[side, decision] = sum(end for end in ends if end is not None)
                    continue
                rows = np.stack([np.full(CLASSES, -np.inf) if end is None else end for end in ends])
                if choose:
                    choices[decision] = rows.argmax(axis=0)
                worth[side, decision] = rows[choices[decision], np.arange(CLASSES)]
        return worth[:, 0]

    def _end(self, side: int, decision: int, follows: int, lines: Floats, worth: Floats) -> Floats | None:
        """[class] what an action leads to is worth to a side; None where it is not allowed."""
        if follows == NONE:
            return None
        if follows >= FOLDED:
            lost = -1.0 if FIRST.actor[decision] == side else 1.0
            met = classes_met() @ self.reach.folds[1 - side, decision]
            return np.asarray(lost * FIRST.paid[decision] * met)
        return np.asarray(lines[side, follows - CLOSE] if follows >= CLOSE else worth[follows])
