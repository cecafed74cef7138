"""Cards as small integers, and their text forms.

A card is `4 * rank + suit`, 0 to 51: ranks count from the deuce (0) to the ace (12), suits are clubs, diamonds,
hearts, spades (0 to 3). So "2c" is 0 and "As" is 51.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from riverboat.errors import CardError

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_SIGNS = "♣♦♥♠"
DECK: tuple[int, ...] = tuple(range(52))

_SIGN_TO_SUIT = dict(zip("♣♦♥♠♧♢♡♤", SUITS * 2, strict=True))
_TEN = re.compile(r"10(?=[cdhsCDHS])")
_SHAPE = "a card is a rank (2-9, T, J, Q, K, A) and a suit (c, d, h, s), for example Ah or Td"


def make_card(rank: int, suit: int) -> int:
    """The card of a rank (0 = deuce ... 12 = ace) and a suit (0 = clubs ... 3 = spades)."""
    return 4 * rank + suit


def rank_of(card: int) -> int:
    """The rank of a card, 0 (deuce) to 12 (ace)."""
    return card >> 2


def suit_of(card: int) -> int:
    """The suit of a card: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3


def parse_cards(text: str) -> tuple[int, ...]:
    """Read cards written one after another: "AsKd", "As Kd", "10h,9h", "A♠K♦".

    >>> parse_cards("2c As")
    (0, 51)
    """
    plain = "".join(_SIGN_TO_SUIT.get(c, c) for c in text if not c.isspace() and c not in ",;")
    plain = _TEN.sub("T", plain)
    cards = []
    for at in range(0, len(plain), 2):
        piece = plain[at : at + 2]
        rank = RANKS.find(piece[0].upper())
        suit = SUITS.find(piece[1].lower()) if len(piece) == 2 else -1
        if rank < 0 or suit < 0:
            where = f' in "{text}"' if text.strip() != piece else ""
            raise CardError(f'"{piece}"{where} is not a card: {_SHAPE}')
        cards.append(make_card(rank, suit))
    check_distinct(cards, typed=text)
    return tuple(cards)


def format_card(card: int) -> str:
    """The text form of one card.

    >>> format_card(51)
    'As'
    """
    if not 0 <= card < 52:
        raise CardError(f"{card} is not a card: cards are numbered 0 (2c) to 51 (As)")
    return RANKS[card >> 2] + SUITS[card & 3]


def format_cards(cards: Iterable[int]) -> str:
    """The text form of some cards, in the order given; `parse_cards` reads it back.

    >>> format_cards((51, 0))
    'As2c'
    """
    return "".join(format_card(int(card)) for card in cards)


def check_distinct(cards: Sequence[int], typed: str | None = None) -> None:
    """Refuse a card that comes twice."""
    if len(set(cards)) == len(cards):
        return
    twice = next(card for card, n in Counter(cards).items() if n > 1)
    where = f'"{typed}"' if typed is not None else format_cards(cards)
    raise CardError(f"{format_card(twice)} comes twice in {where}: a deck holds each card once")


def as_cards(cards: str | Iterable[int]) -> tuple[int, ...]:
    """Cards given as text or as numbers, checked either way."""
    if isinstance(cards, str):
        return parse_cards(cards)
    numbers = tuple(map(int, cards))
    for number in numbers:
        if not 0 <= number < 52:
            format_card(number)  # tells what is wrong
    check_distinct(numbers)
    return numbers


def remaining(*used: Iterable[int]) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """The cards of the deck that are in none of the groups, in order."""
    left = np.ones(52, dtype=bool)
    for group in used:
        left[list(group)] = False
    return np.flatnonzero(left).astype(np.uint8)
