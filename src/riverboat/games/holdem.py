"""Texas Hold'em, limit and no-limit, for 2 to 12 seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal, get_args

import numpy as np
import numpy.typing as npt

from riverboat.games.engine.layout_kernel import BY_POSITION, LIMIT, MAX_SEATS, NO_LIMIT, SPLIT_UNIT
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
    check_place,
    check_seats,
    slashed,
)
from riverboat.games.units import IncomeUnit, big_blinds, small_bets

Betting = Literal["limit", "no-limit", "pot-limit"]
#: Who posts and speaks first where two play: by today's rules, or by those of the IRC server.
HeadsUp = Literal["modern", "irc"]


@dataclass(frozen=True, kw_only=True)
class HoldemRules:
    """The options of Hold'em. Blinds are named in the order of posting: small, big, straddles.

    Heads-up the button posts the small blind and speaks first before the flop ("modern"); the IRC server let the
    small blind left of the button speak first on every street ("irc"). Where both blinds are equal the seat left of the
    button speaks first: the order goes by the blinds, as in PokerKit; `first_to_act=1` lets the button.
    """

    street_names: ClassVar[tuple[str, ...]] = ("pre-flop", "flop", "turn", "river")
    suits_matter: ClassVar[bool] = True
    deal: ClassVar[Deal] = Deal(down=(2,), shared=(0, 3, 1, 1))
    #: What games with the same options and other cards say for themselves.
    family: ClassVar[str] = "holdem"
    bettings: ClassVar[tuple[Betting, ...]] = ("limit", "no-limit")
    most_seats: ClassVar[int] = MAX_SEATS

    seats: int = 2
    betting: Betting = "limit"
    blinds: tuple[int, ...] = (5, 10)
    lone_blind: int | None = None  # the first seat left of the button alone posts, and this much
    antes: int | tuple[int, ...] = 0  # the same for all, or one each from the left of the button (then dead money)
    bets: tuple[int, ...] = (10, 20)  # limit: small and big bet, or one a street
    min_bet: int | None = None  # no-limit: the big blind where nothing is said
    raises_per_round: int | tuple[int | None, ...] | None = 3  # limit: after the bet; the big blind is a bet
    uncapped_heads_up: bool = False  # no cap while only two are in
    first_to_act: int | None = None  # before the flop, counted from the left of the button; else after the last blind
    heads_up: HeadsUp = "modern"
    odd_chips: OddChips = "first"
    short_all_in: ShortAllIn = "half"  # limit
    free_fold: bool = False  # folding where checking is free
    stack: int | None = None  # what a seat starts with: 100 big bets, or 100 big blinds

    def __post_init__(self) -> None:
        check_choice(self.family, "betting", self.betting, self.bettings)
        name = self.name
        check_seats(name, self.seats, 2, self.most_seats)
        check_length(name, "blinds", self.blinds, range(self.seats + 1))
        check_chips(name, "blinds", *self.blinds)
        if self.lone_blind is not None:
            check_chips(name, "lone_blind", self.lone_blind, least=1)
        if isinstance(self.antes, tuple):
            check_length(name, "antes", self.antes, [self.seats])
        check_chips(name, "antes", *(self.antes if isinstance(self.antes, tuple) else (self.antes,)))
        check_length(name, "bets", self.bets, [2, 4])
        check_chips(name, "bets", *self.bets, least=1)
        if self.min_bet is not None:
            check_chips(name, "min_bet", self.min_bet, least=1)
        if self.first_to_act is not None:
            check_place(name, "first_to_act", self.first_to_act, self.seats)
        check_choice(name, "heads_up", self.heads_up, get_args(HeadsUp))
        check_choice(name, "odd_chips", self.odd_chips, get_args(OddChips))
        check_choice(name, "short_all_in", self.short_all_in, get_args(ShortAllIn))
        bets_allowed(name, self.raises_per_round, 4)
        if self.stack is not None:
            check_chips(name, "stack", self.stack, least=1)

    @property
    def name(self) -> str:
        """The game's name in the registry."""
        return f"{self.family}-{self.betting.replace('-', '')}"

    @property
    def start_stack(self) -> int:
        """What a seat starts with, where nothing else is said."""
        if self.stack is not None:
            return self.stack
        return 100 * (max(self.bets) if self.betting == "limit" else self.smallest_bet)

    @property
    def smallest_bet(self) -> int:
        """No-limit: the smallest bet."""
        return self.min_bet if self.min_bet is not None else max(1, *self.posted_blinds)

    @property
    def big_blind(self) -> int:
        """The second blind, where there are two; the only one, where there is one; else the smallest bet."""
        blinds = (self.lone_blind,) if self.lone_blind is not None else self.blinds
        return max(blinds[:2], default=0) or self.smallest_bet

    @property
    def income_unit(self) -> IncomeUnit:
        """What results are counted in."""
        return small_bets(self.bets[0]) if self.betting == "limit" else big_blinds(self.big_blind)

    @property
    def stakes(self) -> str:
        """What is played for, in words."""
        blinds = f"blinds {slashed(self.blinds)}"
        return f"{slashed(self.bets)}, {blinds}" if self.betting == "limit" else blinds

    @property
    def posted_blinds(self) -> tuple[int, ...]:
        """What each seat posts, from the left of the button round."""
        blinds = (self.lone_blind,) if self.lone_blind is not None else self.blinds
        full = (*blinds, *[0] * (self.seats - len(blinds)))
        return full[::-1] if self.seats == 2 and self.heads_up == "modern" else full

    @property
    def first_position(self) -> int:
        """The seat that acts first before the flop: the seat after the last of the highest blinds."""
        if self.first_to_act is not None:
            return self.first_to_act
        posted = self.posted_blinds
        highest = max(posted)
        if highest == 0:
            return 0
        return (max(at for at, blind in enumerate(posted) if blind == highest) + 1) % self.seats

    def compiled(self) -> npt.NDArray[np.void]:
        """A one-element array of RULES."""
        record = blank_rules(self.seats, 4, self.start_stack)
        limit = self.betting == "limit"
        record["limits"] = LIMIT if limit else NO_LIMIT
        record["order"] = BY_POSITION
        bets = self.bets if len(self.bets) == 4 else (self.bets[0], self.bets[0], self.bets[1], self.bets[1])
        record["bet"] = by_street(bets if limit else (self.smallest_bet,) * 4)
        if limit:
            record["max_bets"][0, :4] = bets_allowed(self.name, self.raises_per_round, 4)
        record["blind"][0, : self.seats] = self.posted_blinds
        antes = self.antes if isinstance(self.antes, tuple) else (self.antes,) * self.seats
        record["ante"][0, : self.seats] = antes
        record["dead_antes"] = len(set(antes)) > 1
        self.deal.fill(record)
        record["first"] = by_street((self.first_position,))
        record["uncapped_heads_up"] = self.uncapped_heads_up
        record["half_is_full"] = self.short_all_in == "half"
        record["free_fold"] = self.free_fold
        record["unit"] = SPLIT_UNIT if self.odd_chips == "split" else 1
        return record


def limit_stakes(blinds: tuple[int, int] | None, bets: tuple[int, int] | None) -> dict[str, Any]:
    """The options of limit Hold'em at some blinds or bets; of the two, one follows from the other as at real tables."""
    if blinds is None and bets is None:
        return {}
    if bets is None and blinds is not None:
        bets = (blinds[1], 2 * blinds[1])
    elif blinds is None and bets is not None:
        blinds = (max(1, bets[0] // 2), bets[0])
    return {"blinds": blinds, "bets": bets}


def nolimit_stakes(blinds: tuple[int, int] | None, bets: tuple[int, int] | None) -> dict[str, Any]:
    """The options of no-limit Hold'em at some blinds; it has no fixed bets."""
    return {} if blinds is None else {"blinds": blinds}
