"""Hand strength and potential (Billings, Papp, Schaeffer & Szafron 1999), by enumeration of every holding.

>>> hand_strength("AdQc", "3h4cJh")
Strength(ahead=628.0, tied=9.0, behind=444.0)
>>> round(hand_potential("AdQc", "3h4cJh", cards=2).ppot, 3)
0.208
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from riverboat.arrays import CardRow, Floats
from riverboat.cards.cards import as_cards, check_distinct, format_cards
from riverboat.cards.holdings import HOLDINGS
from riverboat.cards.ranges import Range
from riverboat.errors import CardError, OddsError, counted
from riverboat.odds import many_kernel, strength_kernel
from riverboat.odds.question import card_rows

Cards = str | Iterable[int]
#: What an opponent may hold: a range, a weight for each of the 1,326 holdings, or nothing known.
Weights = Range | Floats | None
_NO_HOLDING = "no holding is left for the opponent: give them hands that the known cards allow"


@dataclass(frozen=True)
class Strength:
    """How many holdings (or how much weight of them) we are ahead of, tied with and behind, with no card to come."""

    ahead: float
    tied: float
    behind: float

    @property
    def value(self) -> float:
        """The chance to be ahead of one opponent, ties counting half."""
        return (self.ahead + self.tied / 2) / (self.ahead + self.tied + self.behind)

    def against(self, opponents: int) -> float:
        """The chance to be ahead of this many opponents alike: the paper's HS^n."""
        return self.value**opponents


@dataclass(frozen=True)
class Potential:
    """How we stand now (rows) and after the cards to come (columns): ahead, tied, behind."""

    table: tuple[tuple[float, float, float], ...]

    @property
    def ppot(self) -> float:
        """The chance to get ahead when behind; 0 where nobody is ahead of us."""
        return _share(*self.gains)

    @property
    def gains(self) -> tuple[float, float]:
        """Cases in which we get ahead, of all in which we are behind; ties count half."""
        _, tied, behind = self.table
        return behind[0] + behind[1] / 2 + tied[0] / 2, sum(behind) + sum(tied) / 2

    @property
    def npot(self) -> float:
        """The chance to fall behind when ahead; 0 where we are ahead of nobody."""
        return _share(*self.losses)

    @property
    def losses(self) -> tuple[float, float]:
        """Cases in which we fall behind, of all in which we are ahead; ties count half."""
        ahead, tied, _ = self.table
        return ahead[2] + ahead[1] / 2 + tied[2] / 2, sum(ahead) + sum(tied) / 2


@dataclass(frozen=True)
class HandOdds:
    """Everything about one hand against one opponent on a board: now, and with the cards to come."""

    strength: Strength
    potentials: dict[int, Potential]  # by the number of cards to come
    counts: tuple[float, float, float]  # showdowns, or their weight, won, tied and lost

    @property
    def equity(self) -> float:
        """The share of the pot at the showdown."""
        return (self.counts[0] + self.counts[1] / 2) / sum(self.counts)


def hand_odds(hole: Cards, board: Cards, *, weights: Weights = None, dead: Cards = ()) -> HandOdds:
    """Strength, all potentials and equity at once, exactly: the last table of potential holds every showdown."""
    board = as_cards(board)
    potentials = {
        cards: hand_potential(hole, board, cards=cards, weights=weights, dead=dead)
        for cards in range(1, 6 - len(board))
    }
    strength = hand_strength(hole, board, weights=weights, dead=dead)
    last = potentials[max(potentials)].table if potentials else ()
    won, tied, lost = (sum(column) for column in zip(*last, strict=True)) if last else (0.0, 0.0, 0.0)
    counts = (won, tied, lost) if last else (strength.ahead, strength.tied, strength.behind)
    return HandOdds(strength, potentials, counts)


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def hand_strength(hole: Cards, board: Cards, *, weights: Weights = None, dead: Cards = ()) -> Strength:
    """How the hand stands on this board against every holding an opponent may have, weighted if weights are given."""
    table = _transitions(hole, board, dead, weights, 0)
    return Strength(*(float(table[k, k]) for k in range(3)))


def strength_against(hole: Cards, board: Cards, *, opponents: Sequence[Weights], dead: Cards = ()) -> float:
    """The chance to be ahead of several opponents, each with weights of their own: the product of their strengths."""
    return math.prod(hand_strength(hole, board, weights=weights, dead=dead).value for weights in opponents)


def hand_potential(
    hole: Cards, board: Cards, *, cards: int = 1, weights: Weights = None, dead: Cards = ()
) -> Potential:
    """How the standing changes with one or two more cards, over all holdings and all cards to come."""
    table = _transitions(hole, board, dead, weights, cards)
    return Potential(tuple((float(row[0]), float(row[1]), float(row[2])) for row in table))


def hand_strength_many(
    holes: npt.NDArray[np.integer], boards: npt.NDArray[np.integer], *, weights: Weights = None
) -> Floats:
    """The strength of many hands, each on its own board, in one compiled call.

    Shapes are (n, 2) and (n, 3), (n, 4) or (n, 5); the answer has shape (n,).
    """
    ours, shown = card_rows(holes, boards, (3, 4, 5))
    found = np.empty(len(ours))
    if weights is None:
        many_kernel.strengths(ours, shown, found)
        return found
    ahead, tied, behind = np.diagonal(_tables(ours, shown, weights, 0), axis1=1, axis2=2).T
    return np.asarray((ahead + tied / 2) / (ahead + tied + behind), dtype=np.float64)


def hand_potential_many(
    holes: npt.NDArray[np.integer], boards: npt.NDArray[np.integer], *, cards: int = 1, weights: Weights = None
) -> Floats:
    """Positive and negative potential of many hands, each on its own board, in one compiled call.

    Shapes are (n, 2) and (n, 3) or (n, 4); the answer has shape (n, 2).
    """
    ours, shown = card_rows(holes, boards, (3, 4))
    if cards not in (1, 2) or shown.shape[1] + cards > 5:
        raise OddsError(_cannot_come(cards, shown.shape[1]))
    ahead, tied, behind = np.moveaxis(_tables(ours, shown, weights, cards), 1, 0)
    gained, gains = behind[:, 0] + behind[:, 1] / 2 + tied[:, 0] / 2, behind.sum(axis=1) + tied.sum(axis=1) / 2
    lost, losses = ahead[:, 2] + ahead[:, 1] / 2 + tied[:, 2] / 2, ahead.sum(axis=1) + tied.sum(axis=1) / 2
    found = np.zeros((len(ours), 2))
    np.divide(gained, gains, out=found[:, 0], where=gains > 0)
    np.divide(lost, losses, out=found[:, 1], where=losses > 0)
    return found


def _tables(holes: CardRow, boards: CardRow, weights: Weights, come: int) -> Floats:
    """How each hand stands now and after the cards to come, shape (n, 3, 3)."""
    tables = np.zeros((len(holes), 3, 3))
    many_kernel.transition_tables(holes, boards, holding_weights(weights), come, tables)
    if not tables.any(axis=(1, 2)).all():
        raise OddsError(_NO_HOLDING)
    return tables


def _cannot_come(come: int, shown: int) -> str:
    return f"{counted(come, 'card')} cannot come after a board of {shown}: a board ends with five"


def _transitions(hole: Cards, board: Cards, dead: Cards, weights: Weights, come: int) -> Floats:
    ours, shown, gone = as_cards(hole), as_cards(board), as_cards(dead)
    if len(ours) != 2:
        raise CardError(f"{format_cards(ours) or 'nothing'} is not a hand: hold two cards")
    if not 3 <= len(shown) <= 5:
        raise CardError(f"a board of {counted(len(shown), 'card')} has no hand strength: it needs a flop, 3 to 5 cards")
    if come not in (0, 1, 2) or len(shown) + come > 5:
        raise OddsError(_cannot_come(come, len(shown)))
    check_distinct((*ours, *shown, *gone))
    table: Floats = strength_kernel.transitions(
        np.array(ours, dtype=np.uint8),
        np.array(shown, dtype=np.uint8),
        np.array(gone, dtype=np.uint8),
        holding_weights(weights),
        come,
    )
    if not table.any():
        raise OddsError(_NO_HOLDING)
    return table


def holding_weights(weights: Weights) -> Floats:
    """A weight for each holding from whatever a caller may give."""
    if weights is None:
        return np.ones(HOLDINGS)
    # A copy, for a range's own array is read-only, which Numba would compile for once more.
    table = np.array(weights.weights if isinstance(weights, Range) else weights, dtype=np.float64)
    if table.shape != (HOLDINGS,) or not np.all(np.isfinite(table)) or table.min() < 0:
        raise OddsError(f"weights of shape {table.shape} do not fit: give {HOLDINGS} numbers of zero or more")
    return table
