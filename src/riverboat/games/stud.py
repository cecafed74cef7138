"""Seven-card stud: fixed-limit as in a casino, and the heads-up game of the partner paper."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Literal, get_args

import numpy as np
import numpy.typing as npt

from riverboat.games.engine.layout_kernel import BY_CARDS, BY_POSITION, LIMIT, POT, SPLIT_UNIT, UNBOUNDED
from riverboat.games.engine.rules import (
    Deal,
    OddChips,
    ShortAllIn,
    bets_allowed,
    blank_rules,
    by_street,
    check_chips,
    check_choice,
    check_length,
    check_seats,
    slashed,
)
from riverboat.games.units import IncomeUnit, points, small_bets

#: Two cards face down and one up, three more up, the last one down.
SEVEN_CARDS = Deal(down=(2, 0, 0, 0, 1), up=(1, 1, 1, 1))
#: Who may raise on a turn of the partner paper's stud: one player, once, or each once.
Raises = Literal["one", "each"]


@dataclass(frozen=True, kw_only=True)
class StudRules:
    """Fixed-limit seven-card stud with a bring-in, for 2 to 8 seats.

    The lowest open card brings it in (clubs, diamonds, hearts, spades upwards among equals); a player who is all-in
    from the ante is passed over to the left. Later streets start with the best open cards, among equals left of
    the button. If the deck can't give everyone a seventh card, one card for all is dealt.
    """

    name: ClassVar[str] = "stud-limit"
    street_names: ClassVar[tuple[str, ...]] = (
        "third street",
        "fourth street",
        "fifth street",
        "sixth street",
        "seventh street",
    )
    suits_matter: ClassVar[bool] = True
    deal: ClassVar[Deal] = SEVEN_CARDS

    seats: int = 2
    ante: int = 1
    bring_in: int = 3
    bets: tuple[int, ...] = (10, 20)
    raises_per_round: int | tuple[int | None, ...] | None = 3  # after the bet; the bring-in is not one
    uncapped_heads_up: bool = False
    open_pair: bool = False  # on fourth street an open pair lets everyone choose the big bet
    odd_chips: OddChips = "first"
    short_all_in: ShortAllIn = "half"
    free_fold: bool = False
    stack: int | None = None  # what a seat starts with: 100 big bets

    def __post_init__(self) -> None:
        name = self.name
        check_seats(name, self.seats, 2, 8)
        check_chips(name, "ante", self.ante)
        check_chips(name, "bring_in", self.bring_in, least=1)
        check_length(name, "bets", self.bets, [2])
        check_chips(name, "bets", *self.bets, least=max(1, self.bring_in))
        check_choice(name, "odd_chips", self.odd_chips, get_args(OddChips))
        check_choice(name, "short_all_in", self.short_all_in, get_args(ShortAllIn))
        bets_allowed(name, self.raises_per_round, 5)
        if self.stack is not None:
            check_chips(name, "stack", self.stack, least=1)

    @property
    def start_stack(self) -> int:
        """What a seat starts with, where nothing else is said."""
        return self.stack if self.stack is not None else 100 * max(self.bets)

    @property
    def income_unit(self) -> IncomeUnit:
        """What results are counted in."""
        return small_bets(self.bets[0])

    @property
    def stakes(self) -> str:
        """What is played for, in words."""
        return f"{slashed(self.bets)}, ante {self.ante:,}, bring-in {self.bring_in:,}"

    def compiled(self) -> npt.NDArray[np.void]:
        """A one-element array of RULES."""
        record = blank_rules(self.seats, 5, self.start_stack)
        small, big = self.bets
        record["limits"] = LIMIT
        record["order"] = BY_CARDS
        record["bet"] = by_street((small, small, big, big, big))
        record["big_bet"] = by_street((0, big if self.open_pair else 0))
        record["max_bets"][0, :5] = bets_allowed(self.name, self.raises_per_round, 5)
        record["ante"][0, : self.seats] = self.ante
        record["bring_in"] = self.bring_in
        self.deal.fill(record)
        record["uncapped_heads_up"] = self.uncapped_heads_up
        record["half_is_full"] = self.short_all_in == "half"
        record["free_fold"] = self.free_fold
        record["unit"] = SPLIT_UNIT if self.odd_chips == "split" else 1
        return record


@dataclass(frozen=True, kw_only=True)
class PartnerStudRules:
    """The heads-up stud of Osone and Onisawa's partner agent: seven turns, points without limit.

    The first player (left of the button, on every turn) bets or folds; a bet, and what a raise adds to the call, is
    at least the ante and at most all points in the pot; there is one raise a turn, by either player (`raises="each"`:
    one by each). Before turns 6 and 7 both choose a card to reveal, and the two are turned together. When the hand
    ends, by a fold too, all cards are shown.
    """

    name: ClassVar[str] = "stud"
    street_names: ClassVar[tuple[str, ...]] = tuple(f"turn {turn}" for turn in range(1, 8))
    suits_matter: ClassVar[bool] = True
    deal: ClassVar[Deal] = SEVEN_CARDS
    #: What records and tables mean that were written before an option existed, and so do not name it.
    unnamed: ClassVar[Mapping[str, Any]] = MappingProxyType({"raises": "each"})

    seats: int = 2
    ante: int = 5
    odd_chips: OddChips = "first"
    raises: Raises = "one"

    def __post_init__(self) -> None:
        check_seats(self.name, self.seats, 2, 2)
        check_chips(self.name, "ante", self.ante, least=1)
        if self.ante > 1000:
            check_chips(self.name, "ante", f"{self.ante} (above 1000)")
        check_choice(self.name, "odd_chips", self.odd_chips, get_args(OddChips))
        check_choice(self.name, "raises", self.raises, get_args(Raises))

    @property
    def start_stack(self) -> int:
        """Points are a running score: nobody runs out."""
        return UNBOUNDED

    @property
    def income_unit(self) -> IncomeUnit:
        """What results are counted in."""
        return points()

    @property
    def stakes(self) -> str:
        """What is played for, in words."""
        return f"ante {self.ante}{', each may raise' * (self.raises == 'each')}"

    def compiled(self) -> npt.NDArray[np.void]:
        """A one-element array of RULES."""
        record = blank_rules(2, 7, self.start_stack)
        record["limits"] = POT
        record["order"] = BY_POSITION
        record["bet"] = by_street((self.ante,) * 7)
        record["ante"][0, :2] = self.ante
        self.deal.fill(record)
        record["reveal"] = by_street((0, 0, 0, 0, 0, 1, 1))
        record["must_open"] = True
        if self.raises == "one":
            record["max_bets"] = 2  # the bet and its raise
        record["one_raise_each"] = True
        record["show_all"] = True
        record["unit"] = SPLIT_UNIT if self.odd_chips == "split" else 1
        return record


def stud_stakes(blinds: tuple[int, int] | None, bets: tuple[int, int] | None) -> dict[str, Any]:
    """The options of fixed-limit stud at some bets, ante and bring-in as at real tables; it has no blinds."""
    if bets is None:
        return {}
    return {"bets": bets, "ante": max(1, bets[0] // 10), "bring_in": max(1, bets[0] * 3 // 10)}
