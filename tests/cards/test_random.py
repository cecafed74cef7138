from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy import stats

from riverboat.cards.random_kernel import below, draw_to_front, next_word, uniform
from riverboat.cards.randomness import seed_words

MASK = 2**64 - 1


def _rotated(word: int, by: int) -> int:
    return ((word << by) | (word >> (64 - by))) & MASK


def _slow_word(s: list[int]) -> int:
    """xoshiro256++ as its authors describe it, in plain integers."""
    result = (_rotated((s[0] + s[3]) & MASK, 23) + s[0]) & MASK
    t = (s[1] << 17) & MASK
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= t
    s[3] = _rotated(s[3], 45)
    return result


def test_words_are_those_of_the_slow_twin() -> None:
    state = seed_words(7)
    slow = [int(word) for word in state]
    assert [int(next_word(state)) for _ in range(1000)] == [_slow_word(slow) for _ in range(1000)]


def test_first_words_of_xoshiro256plusplus_from_the_state_1_2_3_4() -> None:
    # Worked by hand: rotl(1 + 4, 23) + 1, then one step of the state, and again.
    state = np.array([1, 2, 3, 4], dtype=np.uint64)
    assert int(next_word(state)) == (5 << 23) + 1
    assert int(next_word(state)) == 58720359


def test_numbers_below_n_and_uniform_ones_are_flat() -> None:
    state = seed_words(1)
    counts = np.bincount([below(state, 13) for _ in range(13_000)], minlength=13)
    assert stats.chisquare(counts).pvalue > 0.001
    draws = [uniform(state) for _ in range(10_000)]
    assert stats.kstest(draws, "uniform").pvalue > 0.001
    assert 0 <= min(draws) < max(draws) < 1


def _positions(first: npt.NDArray[np.uint8]) -> float:
    """How flat the table card x position is, as a p-value."""
    table = np.stack([np.bincount(column, minlength=52) for column in first.T])
    return float(stats.chisquare(table.ravel()).pvalue)


def test_drawn_cards_are_flat_over_card_and_position_and_a_broken_twin_is_not() -> None:
    state, deck = seed_words(3), np.arange(52, dtype=np.uint8)
    drawn = np.empty((20_000, 7), dtype=np.uint8)
    for row in drawn:
        draw_to_front(state, deck, 52, 7)
        row[:] = deck[:7]
        assert len(set(row)) == 7
    assert _positions(drawn) > 0.001
    # The classic mistake: every place swaps with any place of the deck, and the deck starts sorted each time.
    rng = np.random.default_rng(3)
    broken = np.empty_like(drawn)
    for row in broken:
        deck = np.arange(52, dtype=np.uint8)
        for at in range(52):
            other = rng.integers(52)
            deck[at], deck[other] = deck[other], deck[at]
        row[:] = deck[:7]
    assert _positions(broken) < 1e-6


def test_a_seed_repeats_and_none_does_not() -> None:
    assert np.array_equal(seed_words(5), seed_words(5))
    assert np.array_equal(seed_words(np.random.default_rng(5)), seed_words(np.random.default_rng(5)))
    assert not np.array_equal(seed_words(None), seed_words(None))
