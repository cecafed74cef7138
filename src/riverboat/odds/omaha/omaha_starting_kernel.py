"""The class of four hole cards: hands that differ only in the names of their suits are one."""

from __future__ import annotations

import itertools

import numpy as np
import numpy.typing as npt

from riverboat.kernel import Scalar, kernel

_NAMINGS = np.array(list(itertools.permutations(range(4))), dtype=np.int64)


@kernel
def class_code(own: npt.NDArray[np.uint8]) -> Scalar:
    """The smallest number that four cards spell, six bits each and the highest first, under all namings of suits."""
    best = np.int64(1) << 24
    cards = np.empty(4, np.int64)
    for naming in range(24):
        for at in range(4):
            card = (np.int64(own[at]) & 60) | _NAMINGS[naming, own[at] & 3]
            place = at
            while place > 0 and cards[place - 1] < card:
                cards[place] = cards[place - 1]
                place -= 1
            cards[place] = card
        best = min(best, (cards[0] << 18) | (cards[1] << 12) | (cards[2] << 6) | cards[3])
    return best


@kernel
def all_codes(marks: npt.NDArray[np.uint8]) -> None:
    """Mark the code of every class, shape (2^24,)."""
    own = np.empty(4, np.uint8)
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    own[0], own[1], own[2], own[3] = a, b, c, d
                    marks[class_code(own)] = 1
