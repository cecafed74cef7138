"""The rules of a round of Bluff: Lanctot & Long's where nothing is said, and what people play beyond them.

Perudo is `order="aces", wild=1` with the other rules below: which bids may open and which may follow, a call that the
bid is exactly right (spot-on, or calza), and the round that follows when a player is down to one die (palifico).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, Literal, TypedDict, Unpack, cast, get_args

import numpy as np

from riverboat.errors import GameError, counted
from riverboat.games.bluff.dice import Bid, BidOrder, Dice
from riverboat.games.engine.rules import as_choice, check_seats, is_whole
from riverboat.games.units import IncomeUnit, rounds

MOST_SEATS = 10
#: Whether a round may be opened with a bid of wilds.
Opening = Literal["any", "no-aces"]
#: Whether a bid of more dice may name a lower face; between wilds and others only the order decides.
Changing = Literal["any", "rising"]
#: Who may call that a bid is exactly right: nobody, the player whose turn it is, or all but the bidder.
SpotOn = Literal["no", "next", "anybody"]
#: The first round of a player with one die: a round as any other, one whose face nobody changes, or one whose face only
#: players with one die may change.
Palifico = Literal["no", "fixed", "one-die"]


class Customs(TypedDict, total=False):
    """Rules that people play and the paper has not, as they are given."""

    opening: str
    changing: str
    spot_on: str
    back: bool
    palifico: str
    palifico_from: int
    special: bool
    full: Sequence[int]


@dataclass(frozen=True, init=False)
class BluffRules:
    """How many dice each player has; the rest as `Dice` has it, and which calls there are.

    `dice` may be given as one number for all, and `seats` left out: as many as `dice` names, else two. Options that
    `unnamed` lists are not the paper's: where they are not set, they change nothing.
    """

    name: ClassVar[str] = "bluff"
    start_stack: ClassVar[None] = None
    street_names: ClassVar[tuple[str, ...]] = ("round",)
    unnamed: ClassVar[Mapping[str, Any]] = MappingProxyType(
        {
            "opening": "any",
            "changing": "any",
            "spot_on": "no",
            "back": True,
            "palifico": "no",
            "palifico_from": 2,
            "special": False,
            "full": (),
        }
    )

    seats: int
    dice: tuple[int, ...]
    faces: int
    wild: int
    order: BidOrder
    check: bool
    opening: Opening
    changing: Changing
    spot_on: SpotOn
    back: bool  # in a match, who calls spot-on and is right wins a die, up to those they began with
    palifico: Palifico
    palifico_from: int  # with fewer players left there is no such round
    special: bool  # this round is a palifico: no wilds, and the face is fixed
    full: tuple[int, ...]  # in a match, the dice with which each began; empty where that is not known

    def __init__(
        self,
        *,
        seats: int | None = None,
        dice: int | Sequence[int] = 1,
        faces: int = 6,
        wild: int | None = None,
        order: str = "paper",
        check: bool = False,
        **customs: Unpack[Customs],
    ) -> None:
        row = None if isinstance(dice, int | np.integer) else tuple(dice)
        count = seats if seats is not None else 2 if row is None else len(row)
        check_seats(self.name, count, 2, MOST_SEATS)
        each = (int(dice),) * count if isinstance(dice, int | np.integer) else tuple(dice)
        if not isinstance(check, bool | np.bool_):
            raise GameError(f"bluff: check is true or false, not {str(check)[:40]}")
        if len(each) != count:
            raise GameError(f"bluff: dice for {counted(len(each), 'player')} are given, but there are {count} seats")
        table = Dice(dice=each, faces=faces, wild=wild, order=cast("BidOrder", order))  # which refuses any other
        named = {"seats": count, "dice": each, "faces": faces, "wild": table.wild, "order": order, "check": check}
        for name, value in {**named, **_checked({**self.unnamed, **customs}, count)}.items():
            object.__setattr__(self, name, value)
        if self.check and self.spot_on != "no":
            raise GameError("bluff: check and spot_on are two rules for one call, that a bid is exactly right: set one")

    @property
    def income_unit(self) -> IncomeUnit:
        """What results are counted in."""
        return rounds()

    @property
    def stakes(self) -> str:
        """What is played with, in words."""
        if len(set(self.dice)) == 1:
            many = "one die each" if self.dice[0] == 1 else f"{self.dice[0]} dice each"
        else:
            many = f"dice {' against '.join(map(str, self.dice))}"
        return many if self.faces == 6 else f"{many} of {self.faces} faces"

    @cached_property
    def table(self) -> Dice:
        """The dice and their bids as they count in this round: in a palifico no face is wild."""
        if self.special:
            return Dice(dice=self.dice, faces=self.faces, wild=0, order="plain")
        return Dice(dice=self.dice, faces=self.faces, wild=self.wild, order=self.order)

    @cached_property
    def bids(self) -> tuple[Bid, ...]:
        """Every bid, lowest first."""
        return self.table.bids()

    @cached_property
    def customs(self) -> Mapping[str, Any]:
        """The options that are not as in the paper: empty where the round is one that the paper knows."""
        return {name: getattr(self, name) for name, usual in self.unnamed.items() if getattr(self, name) != usual}

    @property
    def has_spot_on(self) -> bool:
        """Whether somebody may call spot-on in this round; not in a palifico."""
        return self.spot_on != "no" and not self.special

    @property
    def is_open_to_all(self) -> bool:
        """Whether, after each bid, those are asked whose turn it is not: they may call spot-on, or pass."""
        return self.spot_on == "anybody" and self.seats > 2 and not self.special

    @property
    def limits_opening(self) -> bool:
        """Whether some bids may not open a round."""
        return self.opening != "any" and self.table.wild != 0

    @property
    def limits_raises(self) -> bool:
        """Whether some bids may not follow although they are higher."""
        return self.special or self.changing != "any"

    def allows(self, bid: Bid, last: Bid | None, seat: int) -> bool:
        """Whether a seat may make a bid that is higher than the last; None: nobody has bid yet."""
        wild = self.table.wild
        if last is None:
            return self.opening == "any" or bid.face != wild
        if self.special:
            may_change = self.palifico == "one-die" and self.dice[seat] == 1
            return may_change or bid.face == last.face
        return self.changing == "any" or wild in (bid.face, last.face) or bid.face >= last.face

    def can_win_back(self, seat: int) -> bool:
        """Whether a seat that calls spot-on and is right wins something by it."""
        return not self.full or (self.back and self.dice[seat] < self.full[seat])


def _checked(given: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """The rules beyond the paper's, each refused where it can't be."""
    for name in given:
        if name not in BluffRules.unnamed:
            raise TypeError(f"BluffRules has no option {name}")
    for name in ("back", "special"):
        if not isinstance(given[name], bool | np.bool_):
            raise GameError(f"bluff: {name} is true or false, not {str(given[name])[:40]}")
    least = given["palifico_from"]
    if not is_whole(least) or not 2 <= least <= MOST_SEATS:
        raise GameError(f"bluff: palifico_from={str(least)[:40]} is not possible: from 2 to {MOST_SEATS} players left")
    full = tuple(given["full"])
    if full and (len(full) != seats or not all(is_whole(count) and count >= 1 for count in full)):
        raise GameError(f"bluff: full={list(full)} is not a number of dice, 1 or more, for each of {seats} players")
    words = {name: as_choice(told, given[name], known) for name, (told, known) in _WORDS.items()}
    if given["special"] and words["palifico"] == "no":
        raise GameError("bluff: a palifico (special) needs palifico=fixed or palifico=one-die")
    return {**given, **words, "palifico_from": int(least), "full": full}


#: The options that are words, with what errors call them.
_WORDS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "opening": ("an opening of bluff", get_args(Opening)),
    "changing": ("a changing of bluff", get_args(Changing)),
    "spot_on": ("a spot_on of bluff", get_args(SpotOn)),
    "palifico": ("a palifico of bluff", get_args(Palifico)),
}
