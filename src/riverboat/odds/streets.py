"""How equity moves from street to street, and where the next card may take it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from riverboat.cards.cards import remaining
from riverboat.cards.randomness import Seed
from riverboat.errors import OddsError
from riverboat.odds.equity import SIMULATIONS, answer
from riverboat.odds.question import Question
from riverboat.odds.result import Equity

STREETS = {0: "pre-flop", 3: "flop", 4: "turn", 5: "river"}


@dataclass(frozen=True)
class Streets:
    """The odds on each street so far, and everybody's equity for each card that may come next."""

    question: Question
    streets: tuple[str, ...]
    odds: tuple[Equity, ...]
    next_cards: dict[int, tuple[float, ...]]  # empty before the flop and on the river


def equity_by_street(question: Question, *, simulations: int = SIMULATIONS, seed: Seed = None) -> Streets:
    """Answer the question for the board as it was before the flop and on each street since."""
    rng = np.random.default_rng(seed)
    dealt = [n for n in STREETS if n <= len(question.board)]
    # A card that has yet to come is no dead card: earlier streets are asked as they were then.
    boards = [question.board[:n] for n in dealt]
    odds = [answer(replace(question, board=board), simulations=simulations, seed=rng) for board in boards]
    following: dict[int, tuple[float, ...]] = {}
    if len(question.board) in (3, 4):
        for card in remaining(question.board, question.dead, *_known(question)):
            after = replace(question, board=(*question.board, int(card)))
            try:
                found = answer(after, simulations=min(simulations, 5_000), seed=rng)
            except OddsError:  # a range that this card leaves without a hand
                continue
            following[int(card)] = tuple(player.equity.mean for player in found.players)
    return Streets(question, tuple(STREETS[n] for n in dealt), tuple(odds), following)


def _known(question: Question) -> list[tuple[int, int]]:
    return [cards for player in range(len(question.hands)) if (cards := question.known_cards(player)) is not None]
