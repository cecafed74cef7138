"""Random numbers and shuffles for compiled code: xoshiro256++ (Blackman and Vigna 2019) on an array of four words.

The state is made by `seed_words` from a seed sequence, so that every run repeats from its seed.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.kernel import kernel

_U23, _U41, _U17, _U45, _U19 = (np.uint64(n) for n in (23, 41, 17, 45, 19))
_U32 = np.uint64(32)
_U11 = np.uint64(11)
_LOW32 = np.uint64(0xFFFFFFFF)


@kernel
def next_word(state: npt.NDArray[np.uint64]) -> np.uint64:
    """The next 64 random bits; `state` is four words of uint64, changed in place."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    total = s0 + s3
    result: np.uint64 = ((total << _U23) | (total >> _U41)) + s0
    shifted = s1 << _U17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = (s3 << _U45) | (s3 >> _U19)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
    return result


@kernel
def below(state: npt.NDArray[np.uint64], n: int) -> np.int64:
    """A whole number from 0 to n - 1, for n up to 2^31; the bias is below n / 2^32."""
    return np.int64(((next_word(state) >> _U32) * np.uint64(n)) >> _U32)


@kernel
def uniform(state: npt.NDArray[np.uint64]) -> float:
    """A real number in [0, 1) with 53 random bits."""
    return np.float64(next_word(state) >> _U11) * (1.0 / 9007199254740992.0)


@kernel
def draw_to_front(state: npt.NDArray[np.uint64], cards: npt.NDArray[np.uint8], size: int, k: int) -> None:
    """Bring k random ones of the first `size` cards to the front, in random order.

    The rest stays in any order: calling it again on the same array draws afresh, there is nothing to reset.
    Each random word serves two draws.
    """
    at = 0
    while at < k:
        word = next_word(state)
        other = at + np.int64(((word >> _U32) * np.uint64(size - at)) >> _U32)
        held = cards[at]
        cards[at] = cards[other]
        cards[other] = held
        at += 1
        if at < k:
            other = at + np.int64(((word & _LOW32) * np.uint64(size - at)) >> _U32)
            held = cards[at]
            cards[at] = cards[other]
            cards[other] = held
            at += 1
