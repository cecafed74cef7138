"""Two small games that can be solved exactly: Kuhn's (1950) and Leduc Hold'em (Southey and others 2005)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from riverboat.cards.cards import parse_cards
from riverboat.games.engine.layout_kernel import BY_POSITION, LIMIT, RANK_AND_PAIR, UNBOUNDED
from riverboat.games.engine.rules import (
    Deal,
    bets_allowed,
    blank_rules,
    by_street,
    check_chips,
    check_length,
    check_seats,
    slashed,
)
from riverboat.games.units import IncomeUnit, small_bets


@dataclass(frozen=True, kw_only=True)
class KuhnRules:
    """Three cards (J, Q, K), one each, an ante, and a single bet of one chip; the higher card wins."""

    name: ClassVar[str] = "kuhn"
    street_names: ClassVar[tuple[str, ...]] = ("betting",)
    suits_matter: ClassVar[bool] = False
    deal: ClassVar[Deal] = Deal(down=(1,))

    seats: int = 2
    ante: int = 1
    bet: int = 1

    def __post_init__(self) -> None:
        check_seats(self.name, self.seats, 2, 2)
        check_chips(self.name, "ante", self.ante, least=1)
        check_chips(self.name, "bet", self.bet, least=1)

    @property
    def start_stack(self) -> int:
        """Nobody runs out."""
        return UNBOUNDED

    @property
    def income_unit(self) -> IncomeUnit:
        """What results are counted in."""
        return small_bets(self.bet)

    @property
    def stakes(self) -> str:
        """What is played for, in words."""
        return f"bets of {self.bet}, ante {self.ante}"

    def compiled(self) -> npt.NDArray[np.void]:
        """A one-element array of RULES."""
        record = blank_rules(2, 1, self.start_stack)
        _small_deck(record, "JsQsKs")
        record["bet"] = by_street((self.bet,))
        record["max_bets"] = 1
        record["ante"][0, :2] = self.ante
        self.deal.fill(record)
        return record


@dataclass(frozen=True, kw_only=True)
class LeducRules:
    """Six cards (two each of J, Q, K), one each and one for both after the first round; a pair with it wins."""

    name: ClassVar[str] = "leduc"
    street_names: ClassVar[tuple[str, ...]] = ("first round", "second round")
    suits_matter: ClassVar[bool] = False
    deal: ClassVar[Deal] = Deal(down=(1,), shared=(0, 1))

    seats: int = 2
    ante: int = 1
    bets: tuple[int, int] = (2, 4)
    raises_per_round: int | tuple[int | None, ...] | None = 1

    def __post_init__(self) -> None:
        check_seats(self.name, self.seats, 2, 2)
        check_chips(self.name, "ante", self.ante, least=1)
        check_length(self.name, "bets", self.bets, [2])
        check_chips(self.name, "bets", *self.bets, least=1)
        bets_allowed(self.name, self.raises_per_round, 2)

    @property
    def start_stack(self) -> int:
        """Nobody runs out."""
        return UNBOUNDED

    @property
    def income_unit(self) -> IncomeUnit:
        """What results are counted in."""
        return small_bets(self.bets[0])

    @property
    def stakes(self) -> str:
        """What is played for, in words."""
        return f"{slashed(self.bets)}, ante {self.ante}"

    def compiled(self) -> npt.NDArray[np.void]:
        """A one-element array of RULES."""
        record = blank_rules(2, 2, self.start_stack)
        _small_deck(record, "JhJsQhQsKhKs")
        record["bet"] = by_street(self.bets)
        record["max_bets"][0, :2] = bets_allowed(self.name, self.raises_per_round, 2)
        record["ante"][0, :2] = self.ante
        self.deal.fill(record)
        return record


def _small_deck(record: npt.NDArray[np.void], cards: str) -> None:
    deck = parse_cards(cards)
    record["limits"] = LIMIT
    record["order"] = BY_POSITION
    record["compare"] = RANK_AND_PAIR
    record["deck_size"] = len(deck)
    record["deck"] = 0
    record["deck"][0, : len(deck)] = deck
