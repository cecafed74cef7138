"""What a poker room's file says of one hand, before anything is checked: names, chips, posts, deeds, cards, winnings.

Readers of rooms fill a `RoomHand`; `settling` makes a record of it, by playing it in the engine. Amounts are whole
hundredths of the file's money, whatever signs and separators it is written with.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from riverboat.cards.cards import RANKS, SUITS, make_card
from riverboat.errors import CardError, RecordError
from riverboat.games import UNKNOWN
from riverboat.games.holdem import Betting

PostKind = Literal["small", "big", "both", "dead", "ante", "extra", "straddle"]
ActKind = Literal["fold", "check", "call", "bet", "raise", "bring-in", "all-in"]
Family = Literal["holdem", "omaha", "seven-card"]

_NUMBER = re.compile(r"[0-9](?:[0-9.,'\u00a0\u202f\u2009 ]*[0-9])?\s?k?(?![0-9A-Za-z])|[0-9]+")
_SPACES = re.compile(r"['\u00a0\u202f\u2009 ]")
_CARD = re.compile(r"(10|[2-9TJQKA])([cdhs])")
_CARD_NUMBERS = {(rank, suit): make_card(at, SUITS.index(suit)) for at, rank in enumerate(RANKS) for suit in SUITS}
_CARD_NUMBERS |= {("10", suit): _CARD_NUMBERS["T", suit] for suit in SUITS}
_LARGEST = 10**14


class Chair(NamedTuple):
    """Where somebody sits, and what with."""

    number: int
    stack: int


class Post(NamedTuple):
    """Chips that somebody had to put in before the cards came."""

    name: str
    kind: PostKind
    amount: int


class Act(NamedTuple):
    """Something that somebody did, as the file says it: chips added, or the total that the bet goes to."""

    name: str
    kind: ActKind
    amount: int = 0
    is_total: bool = False
    street: int | None = None  # None: the file does not say
    line: int = 0


@dataclass(kw_only=True)
class RoomHand:
    """All that a room's file says of one hand."""

    room: str
    file: str
    line: int
    family: Family = "holdem"
    betting: Betting = "no-limit"
    stakes: tuple[int, ...] = ()  # blinds, or the bets of a limit game, as the heading says
    possible_bets: tuple[tuple[int, ...], ...] = ()  # of a limit game whose heading names none, likely ones first
    ante: int = 0  # where the heading says one
    number: str = ""
    event: str = ""
    time: str = ""
    button: int | None = None  # a chair's number
    chairs: dict[str, Chair] = field(default_factory=dict)
    joined: set[str] = field(default_factory=set)  # who came to the table while the hand was dealt
    posts: list[Post] = field(default_factory=list)
    deeds: list[Act] = field(default_factory=list)
    cards: dict[str, list[int]] = field(default_factory=dict)  # of each player, in the order dealt; UNKNOWN among them
    board: list[int] = field(default_factory=list)
    second_board: list[int] = field(default_factory=list)  # where the rest was dealt twice
    shown: list[str] = field(default_factory=list)
    mucked: list[str] = field(default_factory=list)
    collected: dict[str, int] = field(default_factory=dict)
    returned: dict[str, int] = field(default_factory=dict)  # uncalled bets, where the file says
    nets: dict[str, int] = field(default_factory=dict)  # what each won or lost, where the file says just that
    pot: int | None = None
    rake: int | None = None
    by_listing: bool = False  # chairs go round in the order in which they are listed, not by number
    notes: dict[str, str] = field(default_factory=dict)  # cash-outs, bounties: kept beside the hand

    def error(self, reason: str, line: int = 0, field: str = "") -> RecordError:
        """An error that names the place."""
        return RecordError(reason, file=self.file, line=line or self.line, field=field)

    def guess_bets(self) -> None:
        """For a limit game whose heading names no bets: what they can have been, by what was bet and posted."""
        big = next((post.amount for post in self.posts if post.kind == "big"), 0)
        ante = max((post.amount for post in self.posts if post.kind == "ante"), default=0)
        seen = [deed.amount for deed in self.deeds if deed.kind in ("bet", "raise", "all-in") and deed.amount]
        brought = [deed.amount for deed in self.deeds if deed.kind == "bring-in"]
        small = [
            big,
            *sorted(seen),
            *(amount // 2 for amount in sorted(seen)),
            *(4 * amount for amount in brought),
            8 * ante,
        ]
        self.possible_bets = tuple(
            (bet, 2 * bet) for bet in dict.fromkeys(small) if bet and bet >= max(brought, default=0)
        )
        self.stakes = self.possible_bets[0] if self.possible_bets else (200, 400)

    def speaker(self, text: str) -> tuple[str, str] | None:
        """The player that a line is about, and the rest of it; of names that begin alike the longest that fits."""
        name, colon, rest = text.partition(": ")
        if colon and name in self.chairs and self.has_plain_names:
            return name, rest.lstrip(": ")
        name = ""
        for each in self.chairs:
            if text.startswith(each) and len(each) > len(name) and text[len(each) : len(each) + 1] in " :":
                name = each
        return (name, text[len(name) :].lstrip(": ")) if name else None

    @property
    def has_plain_names(self) -> bool:
        """Whether no name holds a colon, so that the first one in a line ends the name."""
        return ":" not in "".join(self.chairs)

    def give_back(self, name: str, amount: int) -> None:
        """Add to the uncalled bets that went back to somebody."""
        self.returned[name] = self.returned.get(name, 0) + amount

    def collect(self, name: str, amount: int) -> None:
        """Add to what somebody took from the pots."""
        self.collected[name] = self.collected.get(name, 0) + amount

    def hold(self, name: str, cards: list[int]) -> None:
        """What somebody holds became known, all of it or some; nothing known is forgotten."""
        known = self.cards.get(name)
        if known is None or known.count(UNKNOWN) > cards.count(UNKNOWN) or len(cards) > len(known):
            self.cards[name] = cards


@functools.lru_cache(maxsize=1 << 15)
def hundredths(text: str) -> int:
    """The first amount in a text, in hundredths: "$1,234.5", "2.000 €", "0,35", "1 123 698", "3.37k"."""
    found = _NUMBER.search(text[:200])
    if found is None:
        raise ValueError(f'"{text[:40]}" holds no amount')
    digits = _SPACES.sub("", found.group())
    thousand = digits.endswith("k")
    whole, point, rest = _split(digits.removesuffix("k"))
    if len(rest) > 2 and rest[2:].strip("0") and not thousand:
        raise ValueError(f'"{text[:40]}" has more than two decimals')
    value = int(whole or "0") * 100 + int((rest + "00")[:2]) if point else int(whole) * 100
    if thousand:
        value = int(whole + (rest + "000")[:3]) * 100
    if value > _LARGEST:
        raise ValueError(f'"{text[:40]}" is out of reach')
    return value


def _split(digits: str) -> tuple[str, str, str]:
    """Whole part, decimal point, decimals: a sign before three last digits sets thousands apart, unless 0 is before."""
    last = max(digits.rfind("."), digits.rfind(","))
    if last < 0:
        return digits, "", ""
    sign, rest, before = digits[last], digits[last + 1 :], digits[:last]
    other = "," if sign == "." else "."
    groups = len(rest) == 3 and other not in rest and before not in ("0", "") and (before.count(other) == 0)
    if groups or digits.count(sign) > 1:
        return digits.replace(",", "").replace(".", ""), "", ""
    return before.replace(",", "").replace(".", ""), ".", rest


@functools.lru_cache(maxsize=1 << 14)
def cards_in(text: str) -> tuple[int, ...]:
    """The cards of a text such as "[Qh 10d, As]", in order; an error where none is there."""
    found = tuple([_CARD_NUMBERS[card] for card in _CARD.findall(text.replace(",", " "))])
    if not found or len(set(found)) < len(found):
        raise CardError(f'"{text[:60]}" is not a row of cards')
    return found


def dealt_cards(text: str) -> list[int]:
    """The cards of a text with X or ? for those that nobody saw: "[X X 9h]"."""
    return list(_dealt(text))


@functools.lru_cache(maxsize=1 << 13)
def _dealt(text: str) -> tuple[int, ...]:
    words = text.replace("[", " ").replace("]", " ").replace(",", " ").split()
    return tuple(UNKNOWN if word.upper() in ("X", "?", "??", "XX") else cards_in(word)[0] for word in words)
