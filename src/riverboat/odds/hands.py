"""Questions about known hands, of whichever game: how many cards a hand has tells which."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from riverboat.cards.cards import format_cards
from riverboat.cards.omaha import HELD
from riverboat.odds.omaha.equity import ask_omaha
from riverboat.odds.question import OddsQuestion, ask


def ask_hands(
    hands: Sequence[tuple[int, ...]],
    *,
    board: Iterable[int] = (),
    dead: Iterable[int] = (),
    opponents: int | None = None,
) -> OddsQuestion:
    """A question about hands of two cards (Hold'em) or four (Omaha), all alike, on a board."""
    if all(len(hand) == HELD for hand in hands):
        return ask_omaha(hands, board=board, dead=dead, opponents=opponents)
    return ask([format_cards(hand) for hand in hands], board=board, dead=dead, opponents=opponents)
