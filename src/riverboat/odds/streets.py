"""How equity moves from street to street, and where the next card may take it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from riverboat.cards.cards import remaining
from riverboat.cards.randomness import Seed
from riverboat.errors import OddsError
from riverboat.odds.equity import SIMULATIONS, Method, answer
from riverboat.odds.question import OddsQuestion
from riverboat.odds.result import Equity

RANDOM_FLOPS = 100
STREETS = {0: "pre-flop", 3: "flop", 4: "turn", 5: "river"}


@dataclass(frozen=True)
class Streets:
    """The odds on each street so far, and everybody's equity for each card that may come next."""

    question: OddsQuestion
    streets: tuple[str, ...]
    odds: tuple[Equity, ...]
    next_cards: dict[tuple[int, ...], tuple[float, ...]]  # empty on the river


def equity_by_street(
    question: OddsQuestion,
    *,
    last: Equity | None = None,
    method: Method = "auto",
    simulations: int = SIMULATIONS,
    seed: Seed = None,
) -> Streets:
    """Answer the question for the board as it was before the flop and on each street since.

    `last` is the answer for the board as it is, where it is known already.
    """
    rng = np.random.default_rng(seed)
    dealt = [n for n in STREETS if n <= len(question.board)]
    # A card that has yet to come is no dead card: earlier streets are asked as they were then.
    boards = [question.board[:n] for n in dealt]
    earlier = boards if last is None else boards[:-1]
    odds = [
        answer(replace(question, board=board), method=method, simulations=simulations, seed=rng) for board in earlier
    ]
    following: dict[tuple[int, ...], tuple[float, ...]] = {}
    for cards in _what_may_come(question, rng):
        try:
            found = answer(replace(question, board=(*question.board, *cards)), simulations=5_000, seed=rng)
        except OddsError:  # a range that these cards leave without a hand
            continue
        following[cards] = tuple(player.equity.mean for player in found.players)
    return Streets(question, tuple(STREETS[n] for n in dealt), (*odds, *([] if last is None else [last])), following)


def _what_may_come(question: OddsQuestion, rng: np.random.Generator) -> list[tuple[int, ...]]:
    """Every next card; before the flop, some flops at random."""
    deck = remaining(question.board, question.dead, *_known(question))
    if not question.board:
        return [tuple(int(card) for card in rng.choice(deck, 3, replace=False)) for _ in range(RANDOM_FLOPS)]
    return [(int(card),) for card in deck] if len(question.board) < 5 else []


def _known(question: OddsQuestion) -> list[tuple[int, int]]:
    return [cards for player in range(len(question.hands)) if (cards := question.known_cards(player)) is not None]
