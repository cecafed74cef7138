"""The prepared deals of the partner paper's experiment: two sets of 30, each with 15 wins and 15 losses at showdown.

All subjects play the same deals in the same order; one set with the partner, the other without, crossed over two
groups.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from riverboat.cards.cards import format_cards
from riverboat.cards.evaluator import evaluate
from riverboat.games import CardState, make_game

#: Games of a set; half of them are won by the subject where they are played to the showdown.
GAMES = 30
SETS = ("A", "B")
#: The seat of the subject; they speak first in every second game.
SUBJECT = 0


@dataclass(frozen=True, kw_only=True)
class StudyDeal:
    """The seven cards of either seat, in the order dealt, and who deals."""

    cards: tuple[str, str]
    button: int

    def start(self) -> CardState:
        """A game with these cards."""
        return make_game("stud").start(cards=self.cards, button=self.button)


@lru_cache(maxsize=64)
def prepared_deals(seed: int, games: int = GAMES) -> dict[str, tuple[StudyDeal, ...]]:
    """The two sets of deals; a seed always gives the same ones."""
    rng = np.random.default_rng([seed, 30])
    return {name: _set(rng, games) for name in SETS}


def _set(rng: np.random.Generator, games: int) -> tuple[StudyDeal, ...]:
    """Half wins, half losses, in random order."""
    wanted = {True: games // 2, False: games - games // 2}
    found: list[tuple[str, str]] = []
    while len(found) < games:
        deck = rng.permutation(52)[:14].tolist()
        mine, theirs = tuple(deck[:7]), tuple(deck[7:])
        our_rank, their_rank = evaluate(mine), evaluate(theirs)
        if our_rank == their_rank or not wanted[our_rank > their_rank]:
            continue
        wanted[our_rank > their_rank] -= 1
        found.append((format_cards(mine), format_cards(theirs)))
    return tuple(StudyDeal(cards=cards, button=number % 2) for number, cards in enumerate(found))
