"""Everything `riverboat odds` says about one question, in one object."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from riverboat.cards.cards import format_cards
from riverboat.odds.question import OddsQuestion
from riverboat.odds.result import Equity

if TYPE_CHECKING:
    from riverboat.odds.strength import Potential, Strength


@dataclass(frozen=True)
class OneHand:
    """How a known hand stands on the board: made hand, strength, and potential where cards are to come.

    Strength against several opponents is the product over them; potential is taken against the mean of what they
    may hold (Billings, Papp, Schaeffer & Szafron 1999, section 4).
    """

    made: str
    strengths: tuple[Strength, ...]  # against each opponent
    potentials: dict[int, Potential]  # by the number of cards to come

    @property
    def strength(self) -> float:
        """The chance to be ahead of all opponents now."""
        return float(np.prod([each.value for each in self.strengths]))


def one_hand(question: OddsQuestion) -> OneHand | None:
    """The report on the first hand, if its cards are known and there is a flop."""
    hole = question.known_cards(0)
    if hole is None or not question.board:
        return None
    from riverboat.cards.evaluator import describe, evaluate
    from riverboat.odds.strength import hand_potential, hand_strength

    board = question.board
    ranges = [each.without(hole) for each in question.ranges[1:]]
    known = [question.known_cards(player) or () for player in range(1, question.players)]
    # What one opponent is known to hold can be neither held by another nor dealt.
    dead = []
    for opponent in range(len(ranges)):
        others = (card for at, cards in enumerate(known) if at != opponent for card in cards)
        dead.append((*question.dead, *others))
    pairs = list(zip(ranges, dead, strict=True))
    potentials = {}
    for cards in range(1, 6 - len(board)):
        each = [hand_potential(hole, board, cards=cards, weights=weights, dead=gone) for weights, gone in pairs[:1]]
        if any(other != ranges[0] for other in ranges):
            each = [hand_potential(hole, board, cards=cards, weights=weights, dead=gone) for weights, gone in pairs]
        potentials[cards] = _mean(each)
    return OneHand(
        made=describe(evaluate((*hole, *board))),
        strengths=tuple(hand_strength(hole, board, weights=weights, dead=gone) for weights, gone in pairs),
        potentials=potentials,
    )


def _mean(potentials: list[Potential]) -> Potential:
    """The potential against the mean of several opponents; of one alone it keeps the whole counts."""
    if len(potentials) == 1:
        return potentials[0]
    from riverboat.odds.strength import Potential

    tables = [np.array(each.table) for each in potentials]
    mean = np.mean([table / table.sum() for table in tables], axis=0)
    return Potential(tuple((float(a), float(b), float(c)) for a, b, c in mean))


def to_json(question: OddsQuestion, found: Equity, hand: OneHand | None) -> dict[str, Any]:
    """The object that `riverboat odds --json` prints."""
    data: dict[str, Any] = {
        "board": format_cards(question.board),
        "dead": format_cards(question.dead),
        "method": found.method,
        "simulations": found.games,
        "players": [
            {
                "hand": player.hand,
                **{name: getattr(player, name).to_json() for name in ("win", "tie", "lose", "equity")},
                "counts": player.counts,
            }
            for player in found.players
        ],
        "made": None,
        "strength": None,
        "ppot1": None,
        "npot1": None,
        "ppot2": None,
        "npot2": None,
        "counts": None,
    }
    if hand is None:
        return data
    data |= {"made": hand.made, "strength": hand.strength}
    counts: dict[str, Any] = {
        "strength": [{"ahead": each.ahead, "tied": each.tied, "behind": each.behind} for each in hand.strengths]
    }
    for cards, potential in hand.potentials.items():
        data |= {f"ppot{cards}": potential.ppot, f"npot{cards}": potential.npot}
        names = ("ahead", "tied", "behind")
        counts[f"pot{cards}"] = {
            now: dict(zip(names, row, strict=True)) for now, row in zip(names, potential.table, strict=True)
        }
    return {**data, "counts": counts}
