"""Chances at the partner paper's stud: to win, to make each kind of hand, and how strong a hand looks from outside.

Where few cards are hidden they are counted, else 10,000 games are dealt, and the standard error is said.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from riverboat.agents.stud.stud_kernel import CLASSES, enumerate_hands, list_hands, simulate_hands
from riverboat.arrays import Ints
from riverboat.cards.cards import remaining
from riverboat.cards.evaluator import evaluate
from riverboat.cards.randomness import seed_words

#: Table 1 of the paper.
CLASS_NAMES = (
    "nothing",
    "one pair",
    "two pairs",
    "three of a kind",
    "a straight",
    "a flush",
    "a full house",
    "four of a kind",
    "a straight flush",
    "a royal straight flush",
)
#: Equation 1: N_times.
TIMES = 10_000
#: This many hidden cards are counted rather than dealt at random.
COUNTED = 4

Cards = tuple[int, ...]
#: Stands for a hand that nobody asks about: it is whole, so that no card is drawn for it.
_WHOLE = np.arange(7, dtype=np.uint8)


@dataclass(frozen=True, kw_only=True)
class WinRate:
    """Equation 1: P_win. A tie counts half, so that equal hands have 0.5."""

    wins: int
    ties: int
    losses: int
    exact: bool

    @property
    def times(self) -> int:
        """N_times: how many games were dealt, or counted."""
        return self.wins + self.ties + self.losses

    @property
    def rate(self) -> float:
        """P_win = N_win / N_times."""
        return (self.wins + self.ties / 2) / self.times

    @property
    def error(self) -> float:
        """The standard error; a rate that was counted has none."""
        return 0.0 if self.exact else math.sqrt(max(self.rate * (1 - self.rate), 1 / self.times) / self.times)


@dataclass(frozen=True, kw_only=True)
class HandClasses:
    """How often each of the ten classes of Table 1 comes."""

    counts: tuple[int, ...]
    exact: bool

    @property
    def times(self) -> int:
        """How many hands were dealt, or counted."""
        return sum(self.counts)

    @property
    def chances(self) -> tuple[float, ...]:
        """The probability of each class; they add up to 1."""
        return tuple(count / self.times for count in self.counts)

    @property
    def potential(self) -> float:
        """Equation 7: the expected score, the sum of u_i p(u_i)."""
        return sum(score * chance for score, chance in enumerate(self.chances))

    @property
    def likeliest(self) -> int:
        """The class that comes most often."""
        return int(np.argmax(self.counts))

    def error(self, score: int) -> float:
        """The standard error of one chance."""
        chance = self.chances[score]
        return 0.0 if self.exact else math.sqrt(chance * (1 - chance) / self.times)


def win_rate(mine: Iterable[int], theirs: Iterable[int], *, times: int = TIMES, seed: int = 0) -> WinRate:
    """The chance to win with these cards against an opponent of whom only some cards are known.

    With all seven of ours dealt, their hidden cards are counted; before that, `times` games are dealt. The same cards
    and seed always give the same.
    """
    return _win_rate(tuple(sorted(mine)), tuple(sorted(theirs)), times, seed)


@lru_cache(maxsize=1 << 15)
def _win_rate(mine: Cards, theirs: Cards, times: int, seed: int) -> WinRate:
    pool = remaining(mine, theirs)
    classes, outcomes = np.zeros(CLASSES, np.int64), np.zeros(3, np.int64)
    exact = len(mine) == 7
    if exact:
        enumerate_hands(_array(theirs), pool, 7 - len(theirs), evaluate(mine), classes, outcomes)
    else:
        words = seed_words(np.random.SeedSequence([seed, *mine, 99, *theirs]))
        simulate_hands(_array(mine), _array(theirs), pool, times, words, classes, outcomes)
    wins, ties, losses = (int(count) for count in outcomes)
    return WinRate(wins=wins, ties=ties, losses=losses, exact=exact)


def hand_classes(
    known: Iterable[int], seen: Iterable[int], *, counted: int = COUNTED, times: int = TIMES, seed: int = 0
) -> HandClasses:
    """Which hands of seven may come of these cards, for somebody who sees the others in `seen` too."""
    return _hand_classes(tuple(sorted(known)), tuple(sorted(seen)), counted, times, seed)


@lru_cache(maxsize=1 << 15)
def _hand_classes(known: Cards, seen: Cards, counted: int, times: int, seed: int) -> HandClasses:
    pool = remaining(known, seen)
    classes, outcomes = np.zeros(CLASSES, np.int64), np.zeros(3, np.int64)
    missing = 7 - len(known)
    exact = missing <= counted
    if exact:
        enumerate_hands(_array(known), pool, missing, 0, classes, outcomes)
    else:
        words = seed_words(np.random.SeedSequence([seed, *known, 99, *seen]))
        simulate_hands(_WHOLE, _array(known), pool, times, words, classes, outcomes)
    return HandClasses(counts=tuple(int(count) for count in classes), exact=exact)


def potential(up: Iterable[int], seen: Iterable[int], *, seed: int = 0) -> float:
    """Equation 7 for a hand of which only the open cards are known."""
    return hand_classes(up, seen, seed=seed).potential


def _array(cards: Cards) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    return np.array(cards, dtype=np.uint8)


@lru_cache(maxsize=1024)
def hand_values(known: Cards, seen: Cards) -> Ints:
    """The values of all hands of seven that one to three hidden cards can make, for somebody who sees the others."""
    missing = 7 - len(known)
    pool = remaining(known, seen)
    out = np.empty(math.comb(len(pool), missing), np.int64)
    list_hands(_array(known), pool, missing, out)
    out.setflags(write=False)
    return out


def forget_chances() -> None:
    """Drop what was worked out before; only who measures time needs that."""
    for remembered in (_win_rate, _hand_classes, hand_values):
        remembered.cache_clear()
