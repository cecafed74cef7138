"""A spot: a board of three to five cards, two ranges, a pot, stacks and bet sizes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from riverboat.cards.cards import as_cards, format_cards
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.cards.ranges import Range, format_range, parse_range
from riverboat.errors import CardError, GameError, RangeError
from riverboat.solving.spots.locks import Lock
from riverboat.solving.spots.sizes import SIDES, STREETS, Menu

OOP, IP = 0, 1
_MOST_CHIPS = 1e9
_SMALLEST_WEIGHT = 1e-6


@dataclass(frozen=True, kw_only=True)
class Spot:
    """What two players face after the flop: `oop` acts first on every street, `ip` last.

    Text and other loose forms are read when it is made, so that afterwards `board` is a tuple of cards, `oop` and `ip`
    are ranges without the cards of the board, and `menu` holds all sizes. Mistakes are told in the words they were
    typed in.
    """

    board: Any  # text or cards
    oop: Any  # text or a Range
    ip: Any
    pot: float
    stack: Any = None  # behind both, or (oop, ip): the smaller one is played for; in fixed limit it may be left out
    bets: str = ""
    raises: str = ""
    donks: str | None = None  # bets of oop into who bet last on the street before; None: as bets, "": none
    sizes: Any = ()  # for a street or side: {"river bets": "75%, a", "oop turn raises": "3x"}
    raises_per_street: int | None = None  # None: no cap; in fixed limit three after the bet
    all_in_threshold: float = 0.0  # a size that leaves at most this share of the called pot behind becomes all-in
    rake: float = 0.0  # share of the pot, of 1
    rake_cap: float = math.inf  # in chips
    limit: tuple[float, float] | None = None  # fixed limit: the bet on the flop, and on turn and river
    locks: tuple[Lock, ...] = ()
    menu: Menu = field(init=False)

    streets: ClassVar[tuple[str, ...]] = STREETS

    def __post_init__(self) -> None:
        _set(self, "board", _board(self.board))
        for side in SIDES:
            _set(self, side, _range(side, getattr(self, side), self.board))
        _set(self, "stack", _stacks(self.stack, self.limit))
        _set(self, "limit", _limit(self.limit))
        _set(self, "locks", tuple(self.locks))
        _check_numbers(self)
        _set(self, "menu", _menu(self))
        texts = self.menu.texts()
        _set(self, "bets", texts.pop("bets", ""))
        _set(self, "raises", texts.pop("raises", ""))
        _set(self, "donks", texts.pop("donks", None))
        _set(self, "sizes", tuple(texts.items()))
        _check_pairs(self)

    @property
    def street(self) -> int:
        """The street it begins on: 0 flop, 1 turn, 2 river."""
        return len(self.board) - 3

    @property
    def effective_stack(self) -> float:
        """The most that either side can lose from here on."""
        return float(min(self.stack))

    @property
    def ranges(self) -> tuple[Range, Range]:
        """The ranges of both sides."""
        return self.oop, self.ip

    def rake_of(self, pot: float) -> float:
        """The rake taken from a pot."""
        return min(pot * self.rake, self.rake_cap)

    def locked(self, *locks: Lock) -> Spot:
        """The spot with further locks."""
        return replace(self, locks=(*self.locks, *locks))

    def to_json(self) -> dict[str, Any]:
        """The spot as plain data; `spot_from_json` reads it back."""
        return {
            "board": format_cards(self.board),
            "oop": format_range(self.oop),
            "ip": format_range(self.ip),
            "pot": self.pot,
            "stack": list(self.stack),
            "bets": self.bets,
            "raises": self.raises,
            "donks": self.donks,
            "sizes": dict(self.sizes),
            "raises_per_street": self.raises_per_street,
            "all_in_threshold": self.all_in_threshold,
            "rake": self.rake,
            "rake_cap": None if math.isinf(self.rake_cap) else self.rake_cap,
            "limit": None if self.limit is None else list(self.limit),
            "locks": [str(lock) for lock in self.locks],
        }


def spot_from_json(data: Mapping[str, Any]) -> Spot:
    """A spot from plain data, as `Spot.to_json` writes it."""
    given = dict(data)
    given["rake_cap"] = math.inf if given.get("rake_cap") is None else given["rake_cap"]
    given["locks"] = tuple(Lock.read(text) for text in given.get("locks", ()))
    for name in ("stack", "limit"):
        if isinstance(given.get(name), list):
            given[name] = tuple(given[name])
    return Spot(**given)


def _set(spot: Spot, name: str, value: object) -> None:
    object.__setattr__(spot, name, value)


def _board(given: Any) -> tuple[int, ...]:
    board = as_cards(given)
    if not 3 <= len(board) <= 5:
        shown = format_cards(board) or "nothing"
        raise CardError(f"{shown} is not a board to solve: it has three cards (flop), four (turn) or five (river)")
    return board


def _range(side: str, given: Any, board: tuple[int, ...]) -> Range:
    whole = parse_range(given) if isinstance(given, str) else given
    if not isinstance(whole, Range):
        raise RangeError(f"the range of {side} is {type(given).__name__}: give text such as 'QQ+, AKs' or a Range")
    left = whole.without(board)
    weights = np.where(left.weights < _SMALLEST_WEIGHT, 0.0, left.weights)
    if not weights.any():
        raise RangeError(f"the range of {side} is empty: the board {format_cards(board)} takes all its hands")
    return Range(weights)


def _stacks(given: Any, limit: object) -> tuple[float, float]:
    if given is None:
        if limit is None:
            raise GameError("how deep the stacks are is not said: give a stack, behind both or as (oop, ip)")
        given = _MOST_CHIPS
    both = tuple(given) if isinstance(given, (tuple, list)) else (given, given)
    if len(both) != 2 or not all(_is_number(stack) and 0 <= stack <= _MOST_CHIPS for stack in both):
        raise GameError(f"a stack of {given} cannot be: give chips from 0 on, for both or as (oop, ip)")
    return float(both[0]), float(both[1])


def _limit(given: Any) -> tuple[float, float] | None:
    if given is None:
        return None
    if len(given) != 2 or not all(_is_number(bet) and 0 < bet <= _MOST_CHIPS for bet in given):
        raise GameError(
            f"a limit of {given} cannot be: give the bet on the flop and that of turn and river, as (10, 20)"
        )
    return float(given[0]), float(given[1])


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _check_numbers(spot: Spot) -> None:
    if not _is_number(spot.pot) or not 0 < spot.pot <= _MOST_CHIPS:
        raise GameError(f"a pot of {spot.pot} cannot be: give chips above 0")
    if not _is_number(spot.rake) or not 0 <= spot.rake < 1:
        raise GameError(f"a rake of {spot.rake} cannot be: it is a share of the pot from 0 to 1, as 0.05 for 5 %")
    if not spot.rake_cap >= 0:
        raise GameError(f"a rake cap of {spot.rake_cap} cannot be: give chips from 0 on")
    if not _is_number(spot.all_in_threshold) or not 0 <= spot.all_in_threshold <= 100:
        raise GameError(f"an all-in threshold of {spot.all_in_threshold} cannot be: it is a share of the pot, as 0.15")
    cap = spot.raises_per_street
    if cap is not None and (not isinstance(cap, int) or isinstance(cap, bool) or cap < 0):
        raise GameError(f"{cap} raises a street cannot be: give a whole number from 0 on")


def _menu(spot: Spot) -> Menu:
    texts = {"bets": spot.bets, "raises": spot.raises}
    if spot.donks is not None:
        texts["donks"] = spot.donks
    stated = Menu.read({**{key: text for key, text in texts.items() if text or key == "donks"}, **dict(spot.sizes)})
    if spot.limit is not None and any(sizes for _, sizes in stated.stated):
        raise GameError("in fixed limit the bets are given by the limit: leave the sizes out")
    return stated


def _check_pairs(spot: Spot) -> None:
    """Refuse ranges that leave no two hands without a card in common."""
    if not compatible(spot.oop.holdings, spot.ip.holdings).any():
        raise RangeError("the two ranges cannot meet: each hand of one needs a card of every hand of the other")


def compatible(first: npt.NDArray[np.int64], second: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """[first, second] whether two holdings have no card in common."""
    a, b = HOLDING_CARDS[first], HOLDING_CARDS[second]
    return np.asarray(~(a[:, None, :, None] == b[None, :, None, :]).any(axis=(2, 3)))
