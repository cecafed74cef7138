"""Liar's dice as T. Ahle's `snyd` has it (github.com/thomasahle/snyd, README and snyd_or.py, read in November 2026).

"Normal" is Bluff without wild dice in the plain order. With "joker" ones are wild and cannot be bid. With "stairs" ones
cannot be bid either, and a roll 1, 2, ..., k counts as k + 1 dice of any face; a one is nothing else. The program that
made the published values takes rolls as they lie, so that of two dice only 1 before 2 is a stair, not 2 before 1;
`any_order` takes both, as the text describes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from riverboat.games.bluff.dice import Bid, Dice, Roll

SnydKind = Literal["normal", "joker", "stairs"]
SNYD_KINDS: tuple[SnydKind, ...] = get_args(SnydKind)


@dataclass(frozen=True, kw_only=True)
class SnydDice(Dice):
    """Dice of one of the three kinds; `wild` and `order` follow from it."""

    kind: SnydKind = "normal"
    any_order: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "wild", 1 if self.kind == "joker" else 0)
        object.__setattr__(self, "order", "plain")
        super().__post_init__()

    def bids(self) -> tuple[Bid, ...]:
        """Every bid that can be true, lowest first."""
        most = sum(self.dice) + (len(self.dice) if self.kind == "stairs" else 0)
        lowest = 1 if self.kind == "normal" else 2
        return tuple(Bid(quantity, face) for quantity in range(1, most + 1) for face in range(lowest, self.faces + 1))

    def count(self, roll: Sequence[int], face: int) -> int:
        """How many dice of a roll count as a face."""
        if self.kind == "stairs" and tuple(roll) == tuple(range(1, len(roll) + 1)):
            return len(roll) + 1
        return super().count(roll, face)

    def rolls(self, seat: int) -> tuple[Roll, ...]:
        """What a player can roll; a stair that lies in another order stands last, where that makes a difference."""
        stair = tuple(range(1, self.dice[seat] + 1))
        apart = self.kind == "stairs" and not self.any_order and 1 < len(stair) <= self.faces
        return (*super().rolls(seat), *((stair[::-1],) if apart else ()))

    def chance(self, roll: Roll) -> Fraction:
        """How probable a roll is."""
        stair = tuple(range(1, len(roll) + 1))
        whole = super().chance(roll)
        if self.kind != "stairs" or self.any_order or len(roll) < 2 or tuple(sorted(roll)) != stair:
            return whole
        once = Fraction(1, self.faces ** len(roll))
        return once if roll == stair else whole - once
