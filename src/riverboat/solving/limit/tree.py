"""The betting tree of heads-up limit Hold'em, street by street.

OOP is the big blind, who acts first after the flop; IP is the button with the small blind. A *line* is the betting of
all streets before, and leads to one copy of a street's small tree: 8 decisions before the flop, 10 on each later
street, so 8, 70, 630 and 5,670 in all. Amounts are in big blinds. Actions are FOLD, CALL (or check) and RAISE (or bet).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from riverboat.arrays import Floats, Ints, Singles
from riverboat.kernel_vectors import LANES

OOP, IP = 0, 1
FOLD, CALL, RAISE, ACTIONS = 0, 1, 2, 3
#: What follows an action, beside a decision's own number: the street ends in one of its ways, or the hand by a fold.
NONE, CLOSE, FOLDED = -1, 10, 20
#: Thousandths of a big blind in one.
MBB = 1000.0

#: Decisions before the flop: the actor, what follows each action, and what the actor has paid.
_FIRST = (
    (IP, (FOLDED, 1, 5), 0.5),
    (OOP, (NONE, CLOSE + 0, 2), 1.0),
    (IP, (FOLDED + 2, CLOSE + 1, 3), 1.0),
    (OOP, (FOLDED + 3, CLOSE + 2, 4), 2.0),
    (IP, (FOLDED + 4, CLOSE + 3, NONE), 3.0),
    (OOP, (FOLDED + 5, CLOSE + 4, 6), 1.0),
    (IP, (FOLDED + 6, CLOSE + 5, 7), 2.0),
    (OOP, (FOLDED + 7, CLOSE + 6, NONE), 3.0),
)
#: What both have paid at the end of each line before the flop.
_FIRST_ENDS = (1.0, 2.0, 3.0, 4.0, 2.0, 3.0, 4.0)
#: Decisions of a later street; what the actor has paid on it, in bets.
_LATER = (
    (OOP, (NONE, 1, 6), 0.0),
    (IP, (NONE, CLOSE + 0, 2), 0.0),
    (OOP, (FOLDED + 2, CLOSE + 1, 3), 0.0),
    (IP, (FOLDED + 3, CLOSE + 2, 4), 1.0),
    (OOP, (FOLDED + 4, CLOSE + 3, 5), 2.0),
    (IP, (FOLDED + 5, CLOSE + 4, NONE), 3.0),
    (IP, (FOLDED + 6, CLOSE + 5, 7), 0.0),
    (OOP, (FOLDED + 7, CLOSE + 6, 8), 1.0),
    (IP, (FOLDED + 8, CLOSE + 7, 9), 2.0),
    (OOP, (FOLDED + 9, CLOSE + 8, NONE), 3.0),
)
_LATER_ENDS = (0.0, 1.0, 2.0, 3.0, 4.0, 1.0, 2.0, 3.0, 4.0)
#: The bet of each street.
BETS = (1.0, 1.0, 2.0, 2.0)
STREETS = 4


@dataclass(frozen=True, kw_only=True, eq=False)
class SmallTree:
    """The decisions of one street after one line of betting."""

    actor: Ints  # [decision]
    follows: Ints  # [decision, action] a decision, CLOSE and a way, FOLDED and the decision, or NONE
    paid: Floats  # [decision] by the actor on this street, in bets
    closes: Floats  # [way] by both on this street, in bets

    @property
    def decisions(self) -> int:
        """How many."""
        return len(self.actor)

    @property
    def ways(self) -> int:
        """In how many ways the street can end with both still in."""
        return len(self.closes)

    @cached_property
    def legal(self) -> Singles:
        """[decision, action] 1 where it may be done."""
        return np.asarray(self.follows != NONE, np.float32)


def _small_tree(rows: Sequence[tuple[int, tuple[int, ...], float]], ends: tuple[float, ...]) -> SmallTree:
    actors, follows, paid = zip(*rows, strict=True)
    return SmallTree(
        actor=np.array(actors, np.int64),
        follows=np.array(follows, np.int64),
        paid=np.array(paid, np.float64),
        closes=np.array(ends, np.float64),
    )


FIRST = _small_tree(_FIRST, _FIRST_ENDS)
LATER = _small_tree(_LATER, _LATER_ENDS)


@dataclass(frozen=True, kw_only=True, eq=False)
class LimitStreet:
    """A street after the flop was dealt: its lines, sixteen to a group, and what is played for."""

    number: int
    base: Floats  # [line] what each has paid before the street

    @property
    def bet(self) -> float:
        """What a bet adds."""
        return BETS[self.number]

    @property
    def lines(self) -> int:
        """How many lines of betting lead here."""
        return len(self.base)

    @property
    def groups(self) -> int:
        """Groups of sixteen lines, the last one filled up."""
        return -(-self.lines // LANES)

    @cached_property
    def shown(self) -> Singles:
        """[group, way, lane] what each has paid when the street ends with both still in."""
        return self._in_lanes(self.base[:, None] + self.bet * LATER.closes)

    @cached_property
    def folded(self) -> Singles:
        """[group, decision, lane] what the actor has paid, who loses it by a fold."""
        return self._in_lanes(self.base[:, None] + self.bet * LATER.paid)

    def _in_lanes(self, rows: Floats) -> Singles:
        filled = np.zeros((self.groups * LANES, rows.shape[1]), np.float32)
        filled[: len(rows)] = rows
        return np.ascontiguousarray(filled.reshape(self.groups, LANES, -1).transpose(0, 2, 1))


@lru_cache(maxsize=1)
def later_streets() -> tuple[LimitStreet, LimitStreet, LimitStreet]:
    """Flop, turn and river.

    Of n lines into a street, line `n k + x` into the next is line x, ended in way k: so lines that are played about as
    often as each other stand side by side.
    """
    flop = LimitStreet(number=1, base=FIRST.closes)
    turn = LimitStreet(number=2, base=(flop.base + flop.bet * LATER.closes[:, None]).ravel())
    river = LimitStreet(number=3, base=(turn.base + turn.bet * LATER.closes[:, None]).ravel())
    return flop, turn, river


@dataclass(frozen=True)
class LimitPlace:
    """Where a hand stands: a street, the line that led there, and the decision on it."""

    street: int
    line: int
    decision: int

    @property
    def small(self) -> SmallTree:
        """The small tree of the street."""
        return FIRST if self.street == 0 else LATER

    @property
    def actor(self) -> int:
        """The seat that decides."""
        return int(self.small.actor[self.decision])

    @property
    def row(self) -> int:
        """The number of the decision among all of its street."""
        return self.line * self.small.decisions + self.decision


ROOT = LimitPlace(0, 0, 0)


def after(place: LimitPlace, action: int) -> LimitPlace | None:
    """Where an action leads; None where the hand ends by it."""
    follows = int(place.small.follows[place.decision, action])
    if follows == NONE:
        raise ValueError("this action is not allowed here")
    if follows < CLOSE:
        return LimitPlace(place.street, place.line, follows)
    if follows >= FOLDED or place.street == STREETS - 1:
        return None
    lines = 1 if place.street == 0 else later_streets()[place.street - 1].lines
    return LimitPlace(place.street + 1, lines * (follows - CLOSE) + place.line, 0)


def decisions_of(street: int) -> int:
    """How many decisions a street has, over all lines."""
    return FIRST.decisions if street == 0 else later_streets()[street - 1].lines * LATER.decisions


def legal_rows(street: int) -> Singles:
    """[decision of the street, action] 1 where it may be done."""
    if street == 0:
        return FIRST.legal
    return np.tile(LATER.legal, (later_streets()[street - 1].lines, 1))
