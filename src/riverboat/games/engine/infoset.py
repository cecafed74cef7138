"""The key of an information set, straight from the bytes of a record: "0:Q||xb1".

The seat, its hidden cards in order, the open cards of all seats where there are any, the board, and the history in
letters. A hand and a seat's view of it hold the same fields at different places; both are read here.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from itertools import compress
from typing import NamedTuple

import numpy as np

from riverboat.cards.cards import RANKS, format_card
from riverboat.games.engine.history_kernel import unpacked
from riverboat.games.engine.layout_kernel import (
    BET,
    BRING_IN,
    CALL,
    CHECK,
    FOLD,
    HAND,
    MAX_CARDS,
    RAISE,
    REVEAL,
    UNKNOWN,
    VIEW,
)

_LETTERS = {FOLD: "f", CHECK: "x", CALL: "c", BET: "b", RAISE: "r", BRING_IN: "i", REVEAL: "v"}
#: How the key of an information set is read, for people; the seat in front is left out.
HOW_TO_READ = (
    "own cards | board | betting, where x is check, b bet, c call, r raise, f fold, a number the amount, "
    "and / a new street"
)
_WITH_AMOUNT = (BET, RAISE, REVEAL)
# The names of cards by number, without suits and with them.
_NAMES = (
    ["?" if card == UNKNOWN else RANKS[card >> 2] if card < 52 else "" for card in range(256)],
    ["??" if card == UNKNOWN else format_card(card) if card < 52 else "" for card in range(256)],
)
# Which of a seat's cards lie open, by the bits of `up_bits`.
_ALL_UP = (1 << MAX_CARDS) - 1
_UP = tuple(tuple((bits >> at) & 1 for at in range(MAX_CARDS)) for bits in range(_ALL_UP + 1))


@functools.lru_cache(maxsize=1 << 16)
def letters_of(event: int) -> tuple[int, str]:
    """The street of a packed event, and what was done in letters: "c", "b4"."""
    kind, _, street, amount = unpacked(event)
    return street, _LETTERS[kind] + (str(amount) if amount and kind in _WITH_AMOUNT else "")


def tell(packed: Iterable[int], street: int = 0, text: str = "") -> tuple[int, str]:
    """Events in letters, one street after another: "xb4c/x"; from the street of the event before and its text."""
    for event in packed:
        on, letters = letters_of(event)
        if on != street:
            text += "/" * (on - street)
            street = on
        text += letters
    return street, text


def may_change(event: int) -> bool:
    """Whether an event is not final: a card to be turned is filled in when all have chosen theirs."""
    kind, _, _, amount = unpacked(event)
    return amount == UNKNOWN and kind == REVEAL


class Places(NamedTuple):
    """Where the cards stand in a record: the words they lie in, and the places in the bytes of those words."""

    words: slice
    n_shared: int
    n_cards: int
    up_bits: int
    shared: int
    cards: int

    @classmethod
    def of(cls, record: np.dtype[np.void]) -> Places:
        """The places in HAND or VIEW."""
        assert record.fields is not None
        places = [record.fields[name][1] for name in ("n_shared", "n_cards", "up_bits", "shared", "cards")]
        first = min(places) // 8
        return cls(slice(first, record.itemsize // 8), *(place - 8 * first for place in places))


HAND_PLACES, VIEW_PLACES = Places.of(HAND), Places.of(VIEW)


def key_of(raw: bytes, places: Places, seat: int, seats: int, told: str, suits_matter: bool) -> str:
    """The key of a seat's information set, from the bytes in which the cards lie and the history in letters."""
    _, n_shared, n_cards, up_bits, shared, cards = places
    start, n_board = cards + MAX_CARDS * seat, raw[n_shared]
    own, bits = raw[start : start + raw[n_cards + seat]], raw[up_bits : up_bits + seats]
    board = _in_order(raw[shared : shared + n_board], suits_matter) if n_board else ""
    if not any(bits):
        return f"{seat}:{_hidden(own, 0, suits_matter)}|{board}|{told}"
    shown = _open(raw[cards : cards + MAX_CARDS * seats], bits, suits_matter)
    return f"{seat}:{_hidden(own, bits[seat], suits_matter)}|{shown}|{board}|{told}"


# Cards lie as they are for several decisions, so that most texts are found ready made.
@functools.lru_cache(maxsize=4096)
def _in_order(cards: bytes, suits_matter: bool) -> str:
    return "".join(map(_NAMES[suits_matter].__getitem__, cards))


@functools.lru_cache(maxsize=4096)
def _hidden(cards: bytes, up: int, suits_matter: bool) -> str:
    """The cards of a seat that lie face down; in which order they came does not count."""
    down = sorted(compress(cards, _UP[up ^ _ALL_UP]))
    return "".join(map(_NAMES[suits_matter].__getitem__, down))


@functools.lru_cache(maxsize=1024)
def _open(cards: bytes, bits: bytes, suits_matter: bool) -> str:
    """The cards that lie open before the seats, one after another."""
    name, rows = _NAMES[suits_matter].__getitem__, []
    for start, up in zip(range(0, len(cards), MAX_CARDS), bits, strict=True):
        rows.append("".join(map(name, compress(cards[start : start + MAX_CARDS], _UP[up]))))
    return "/".join(rows)
