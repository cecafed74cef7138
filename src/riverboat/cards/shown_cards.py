"""Cards and ranges as they show themselves: text in a terminal, faces and a grid in a notebook."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from riverboat.cards.cards import RANKS, SUIT_SIGNS, as_cards, format_cards
from riverboat.cards.holdings import CLASS_NAMES, CLASS_SIZE, HOLDING_CLASS
from riverboat.markup import Html, block, heading, html, joined

if TYPE_CHECKING:
    from riverboat.cards.ranges import Range

#: Clubs, diamonds, hearts and spades in four colours, each dark enough to be read on white.
_INKS = ("#1b7a34", "#1f5fbf", "#c01f2e", "#1d2733")
_FACE = (
    "display:inline-block;min-width:1.5em;padding:1px 3px;margin:0 2px 2px 0;border:1px solid #b8c0cc;"
    "border-radius:4px;background:#ffffff;text-align:center;font-weight:600"
)
_BACK = _FACE.replace("background:#ffffff", "background:#8aa0c0") + ";color:#ffffff"


class Cards(tuple[int, ...]):
    """Cards that show themselves: a tuple of their numbers, taken wherever cards are.

    >>> Cards("As Kd")
    Cards('AsKd')
    >>> Cards("As Kd") == (51, 45)
    True
    """

    __slots__ = ()

    def __new__(cls, cards: str | Iterable[int] = ()) -> Cards:
        """Cards from text such as "AsKd" or "10h 9h", or from their numbers."""
        return super().__new__(cls, as_cards(cards))

    def __repr__(self) -> str:
        return f"Cards({format_cards(self)!r})"

    def __str__(self) -> str:
        return format_cards(self)

    def _repr_html_(self) -> str:
        return block(cards_html(self))


def cards_html(cards: Iterable[int]) -> Html:
    """Cards as small faces; a number that is no card is a card face down."""
    return joined(_face(int(card)) for card in cards)


def _face(card: int) -> Html:
    if not 0 <= card < 52:
        return Html(f"<span style='{_BACK}'>?</span>")
    text = RANKS[card >> 2] + SUIT_SIGNS[card & 3]
    return Html(f"<span style='{_FACE};color:{_INKS[card & 3]}'>{html(text)}</span>")


def range_html(hands: Range) -> str:
    """A range as a grid of its 169 classes: how much of each is in it, from none (grey) to all (green)."""
    shares = np.bincount(HOLDING_CLASS, weights=hands.weights, minlength=len(CLASS_NAMES)) / CLASS_SIZE
    lines = []
    for row in range(13):
        cells = (_class_cell(CLASS_NAMES[at], float(shares[at])) for at in range(13 * row, 13 * row + 13))
        lines.append(f"<tr>{''.join(cells)}</tr>")
    grid = Html(f"<table style='border-collapse:collapse;font:11px sans-serif'>{''.join(lines)}</table>")
    return block(heading(f"{hands}: {hands.share:.1%} of all hands"), grid)


def _class_cell(name: str, share: float) -> str:
    colour = "#eceff3" if share == 0 else f"color-mix(in srgb, #8fcf9f {100 * share:.0f}%, #eceff3)"
    style = (
        f"width:34px;height:22px;text-align:center;border:1px solid #fff;padding:0;color:#1d2733;background:{colour}"
    )
    return f"<td title='{html(f'{name}: {share:.0%}')}' style='{style}'>{html(name)}</td>"
