"""Random numbers and shuffles for compiled code: xoshiro256++ (Blackman and Vigna 2019) on an array of four words.

The state is made by `seed_words` from a seed sequence, so that every run repeats from its seed.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.kernel import Scalar, kernel

_U23, _U41, _U17, _U45, _U19 = (np.uint64(n) for n in (23, 41, 17, 45, 19))
U32 = np.uint64(32)
_U11 = np.uint64(11)
LOW32 = np.uint64(0xFFFFFFFF)


@kernel
def step(
    s0: np.uint64, s1: np.uint64, s2: np.uint64, s3: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]:
    """One step of the generator on four plain words, which can stay in registers: the result and the new state."""
    total = s0 + s3
    result = ((total << _U23) | (total >> _U41)) + s0
    shifted = s1 << _U17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = (s3 << _U45) | (s3 >> _U19)
    return result, s0, s1, s2, s3


@kernel
def next_word(state: npt.NDArray[np.uint64]) -> np.uint64:
    """The next 64 random bits; `state` is four words, changed in place."""
    word, s0, s1, s2, s3 = step(state[0], state[1], state[2], state[3])
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
    return word


@kernel
def below(state: npt.NDArray[np.uint64], n: Scalar) -> Scalar:
    """A whole number from 0 to n - 1, for n up to 2^31; the bias is below n / 2^32."""
    return np.int64(((next_word(state) >> U32) * np.uint64(n)) >> U32)


@kernel
def uniform(state: npt.NDArray[np.uint64]) -> float:
    """A real number in [0, 1) with 53 random bits."""
    return np.float64(next_word(state) >> _U11) * (1.0 / 9007199254740992.0)


@kernel
def take(cards: npt.NDArray[np.uint8], at: int, size: int, half: np.uint64) -> Scalar:
    """Swap a random one of cards[at:size] to place `at` and return it; `half` is 32 random bits."""
    other = at + np.int64((half * np.uint64(size - at)) >> U32)
    card = cards[other]
    cards[other] = cards[at]
    cards[at] = card
    return card


@kernel
def draw_to_front(state: npt.NDArray[np.uint64], cards: npt.NDArray[np.uint8], size: int, k: int) -> None:
    """Bring k random ones of the first `size` cards to the front, in random order.

    The rest stays in any order: calling it again on the same array draws afresh, there is nothing to reset.
    Each random word serves two draws.
    """
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    for at in range(0, k, 2):
        word, s0, s1, s2, s3 = step(s0, s1, s2, s3)
        take(cards, at, size, word >> U32)
        if at + 1 < k:
            take(cards, at + 1, size, word & LOW32)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
