"""Omaha, limit and pot-limit, high only: Hold'em with four cards, of which exactly two count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from riverboat.cards.cards import rank_of, remaining, suit_of
from riverboat.cards.evaluator import CATEGORIES, RANK_NAMES, category, describe
from riverboat.cards.omaha import evaluate_omaha
from riverboat.games.engine.layout_kernel import TWO_OF_HAND, UNKNOWN
from riverboat.games.engine.rules import Deal
from riverboat.games.holdem import Betting, HoldemRules
from riverboat.games.words import CardSpeaker

#: How the suits of four cards are called, by how many there are of each.
_SUITED = {
    (2, 2): "double-suited",
    (2, 1, 1): "single-suited",
    (1, 1, 1, 1): "of four suits",
    (3, 1): "three of a suit",
}


@dataclass(frozen=True, kw_only=True)
class OmahaRules(HoldemRules):
    """The options of Omaha, for 2 to 10 seats: those of Hold'em.

    At the showdown a hand is two of one's own four cards and three of the board. Pot-limit, a bet is at most the pot,
    and a raise adds at most the pot as it is after the call; what lies in it counts, and a short blind no more.
    """

    deal: ClassVar[Deal] = Deal(down=(4,), shared=(0, 3, 1, 1), two_of_four=True)
    family: ClassVar[str] = "omaha"
    bettings: ClassVar[tuple[Betting, ...]] = ("limit", "pot-limit")
    most_seats: ClassVar[int] = 10

    def compiled(self) -> npt.NDArray[np.void]:
        """A one-element array of RULES."""
        record = super().compiled()
        record["compare"] = TWO_OF_HAND
        record["pot_limit"] = self.betting == "pot-limit"
        return record


@dataclass(frozen=True)
class OmahaSpeaker(CardSpeaker):
    """Speaks of four cards, of which two count."""

    def holding(self, own: Sequence[int], board: Sequence[int] = (), *, over: bool = False) -> str:
        """The hand made and, while cards are to come, the draws; nothing where a card is not known."""
        if not own or UNKNOWN in own:
            return ""
        if len(board) < 3:
            return _four_cards(own)
        made = self.deal.value(own, board)
        draws = _draws(own, board, made) if not over and len(board) < self.deal.board else []
        return "; ".join([describe(made), " and ".join(draws)] if draws else [describe(made)])


def _four_cards(own: Sequence[int]) -> str:
    """Four cards before the flop: "ace-ace-king-ten, double-suited"."""
    names = [RANK_NAMES[rank] for rank in sorted(map(rank_of, own), reverse=True)]
    shape = tuple(sorted(Counter(map(suit_of, own)).values(), reverse=True))
    return f"{'-'.join(names)}, {_SUITED.get(shape, 'all of a suit')}"


def _draws(own: Sequence[int], board: Sequence[int], made: int) -> list[str]:
    """What one more card can make of the hand: "flush draw", and how many cards make a straight."""
    after = Counter(category(evaluate_omaha(own, (*board, card))) for card in remaining(own, board).tolist())
    better = {name for name in after if CATEGORIES.index(name) > CATEGORIES.index(category(made))}
    draws = ["flush draw"] if "flush" in better else []
    return [*draws, f"straight draw with {after['straight']} cards"] if "straight" in better else draws
