"""Dice and bids of Bluff: what can be rolled, what can be bid, in which order, and when a bid is true."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial
from typing import Literal, NamedTuple, get_args

from riverboat.errors import GameError, counted, is_or_are
from riverboat.games.engine.rules import is_whole

#: Bids ordered as in Lanctot & Long's paper (q wilds stand between plain 2q-1 and plain 2q), by quantity and face
#: alone, or as at Perudo (q wilds, there called aces, stand between plain 2q and plain 2q+1).
BidOrder = Literal["paper", "plain", "aces"]
ORDERS: tuple[BidOrder, ...] = get_args(BidOrder)
MOST_FACES = 99
MOST_DICE = 40
#: Dice of one player, lowest first.
Roll = tuple[int, ...]


class Bid(NamedTuple):
    """At least this many dice, of all players together, show this face.

    >>> str(Bid(2, 5))
    '2-5'
    """

    quantity: int
    face: int

    def __str__(self) -> str:
        return f"{self.quantity}-{self.face}"


@dataclass(frozen=True, kw_only=True)
class Dice:
    """What lies on the table: how many dice each player has, their faces, which face is wild, how bids are ordered."""

    dice: tuple[int, ...]
    faces: int = 6
    wild: int | None = None  # None: the highest face; 0: no face is wild
    order: BidOrder = "paper"

    def __post_init__(self) -> None:
        if not is_whole(self.faces) or not 2 <= self.faces <= MOST_FACES:
            raise GameError(
                f"{counted(self.faces, 'face')} {is_or_are(self.faces)} not possible in bluff: from 2 to {MOST_FACES}"
            )
        for count in self.dice:
            if not is_whole(count) or count < 1:
                raise GameError(f"{count} dice are not possible in bluff: every player needs at least 1")
        if sum(self.dice) > MOST_DICE:
            raise GameError(f"{sum(self.dice)} dice are not possible in bluff: at most {MOST_DICE} in all")
        if self.order not in ORDERS:
            raise GameError(f'"{self.order}" is not an order of bids: {" or ".join(ORDERS)}')
        if self.wild is None:
            object.__setattr__(self, "wild", self.faces)
        if not is_whole(self.wild) or not 0 <= int(self.wild or 0) <= self.faces:
            raise GameError(f"face {self.wild} cannot be wild: a face from 1 to {self.faces}, or 0 for none")

    def bids(self) -> tuple[Bid, ...]:
        """Every bid, lowest first."""
        return _bids(sum(self.dice), self.faces, self.wild or 0, self.order)

    def count(self, roll: Sequence[int], face: int) -> int:
        """How many dice of a roll count as a face."""
        return sum(die in (face, self.wild) for die in roll)

    def rolls(self, seat: int) -> tuple[Roll, ...]:
        """What a player can roll, the order of the dice aside."""
        return tuple(combinations_with_replacement(range(1, self.faces + 1), self.dice[seat]))

    def chance(self, roll: Roll) -> Fraction:
        """How probable a roll is."""
        ways = factorial(len(roll))
        for face in set(roll):
            ways //= factorial(roll.count(face))
        return Fraction(ways, self.faces ** len(roll))


@lru_cache(maxsize=256)
def _bids(total: int, faces: int, wild: int, order: BidOrder) -> tuple[Bid, ...]:
    """Every bid on this many dice, lowest first; the next rounds of a match ask again."""

    def height(bid: Bid) -> tuple[int, int, int]:
        if order != "plain" and bid.face == wild:
            return 2 * bid.quantity - (order == "paper"), 1, bid.face
        return bid.quantity, 0, bid.face

    every = (Bid(quantity, face) for quantity in range(1, total + 1) for face in range(1, faces + 1))
    return tuple(sorted(every, key=height))
