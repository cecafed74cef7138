"""The deal is fair: card by position, chi-square; and the test would notice if it were not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from scipy.stats import chi2

from riverboat.cards.random_kernel import below
from riverboat.cards.randomness import seed_words
from riverboat.games import make_game
from riverboat.games.engine.betting_kernel import shuffle, start_hand
from riverboat.games.engine.layout_kernel import HAND
from riverboat.kernel import kernel

Record = Any
Counts = npt.NDArray[np.int64]


@kernel
def count_deals(hands: Record, rules: Record, words: npt.NDArray[np.uint64], n: int, fair: int, counts: Counts) -> None:
    """Deal n times from a fresh deck; count where each card comes to lie. The unfair twin swaps with any place."""
    h, r = hands[0], rules[0]
    for _ in range(n):
        for at in range(52):
            h.deck[at] = r.deck[at]
        if fair:
            shuffle(h, r, words, 52)
        else:
            for at in range(52):
                other = below(words, 52)
                h.deck[at], h.deck[other] = h.deck[other], h.deck[at]
        for at in range(52):
            counts[h.deck[at], at] += 1


@kernel
def count_hole_cards(hands: Record, rules: Record, words: npt.NDArray[np.uint64], n: int, counts: Counts) -> None:
    """The same for where cards lie on a table of ten, the deck used on and on without being put in order."""
    h, r = hands[0], rules[0]
    for at in range(52):
        h.deck[at] = r.deck[at]
    for _ in range(n):
        shuffle(h, r, words, 25)
        for seat in range(r.seats):
            h.stack[seat] = 1  # all are all-in at once, and the whole board is dealt
        start_hand(h, r)
        for seat in range(10):
            counts[h.cards[seat, 0], seat] += 1
            counts[h.cards[seat, 1], 10 + seat] += 1


def p_value(counts: Counts, n: int) -> float:
    """Rows and columns both sum to n, so there are (rows - 1) x (columns - 1) degrees of freedom when square."""
    expected = n / 52
    statistic = float(((counts - expected) ** 2 / expected).sum())
    columns = counts.shape[1]
    free = 51 * 51 if columns == 52 else 51 * columns
    return float(chi2.sf(statistic, free))


def deals(fair: bool, n: int) -> float:
    game = make_game("holdem-limit")
    counts = np.zeros((52, 52), dtype=np.int64)
    count_deals(np.zeros(1, dtype=HAND), game.record, seed_words(21), n, int(fair), counts)
    assert counts.sum() == 52 * n
    return p_value(counts, n)


def test_shuffle_is_fair_and_a_broken_twin_is_not() -> None:
    assert 0.001 < deals(True, 100_000) < 0.999
    assert deals(False, 100_000) < 1e-9


@pytest.mark.prove
def test_shuffle_is_fair_over_10_million_deals(note: Callable[[str, object], None]) -> None:
    p_fair = deals(True, 10_000_000)
    note("p of chi-square over card x position", round(p_fair, 3))
    assert 0.001 < p_fair < 0.999


def test_hole_cards_of_a_deck_used_on_and_on_are_fair() -> None:
    game = make_game("holdem-limit", seats=10)
    counts = np.zeros((52, 20), dtype=np.int64)
    count_hole_cards(np.zeros(1, dtype=HAND), game.record, seed_words(22), 200_000, counts)
    assert 0.001 < p_value(counts, 200_000) < 0.999


def test_deals_through_the_public_door_are_fair() -> None:
    game = make_game("holdem-limit")
    rng = np.random.default_rng(23)
    counts = np.zeros((52, 4), dtype=np.int64)
    for _ in range(6_000):
        state = game.start(seed=rng)
        for at, card in enumerate((*state.cards(0), *state.cards(1))):
            counts[card, at] += 1
    assert 0.001 < p_value(counts, 6_000) < 0.999
