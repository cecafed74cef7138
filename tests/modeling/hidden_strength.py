"""How far a hand at stud lies from what its open cards promise: `python -m tests.modeling.hidden_strength`.

`riverboat.modeling.tendencies.HIDDEN` holds the result.
"""

from __future__ import annotations

import math

import numpy as np

from riverboat.agents.stud.chances import win_rate
from riverboat.agents.stud.equations import expect_of


def hidden_strength(turn: int, deals: int, seed: int) -> float:
    """The standard deviation over random deals; on turns 6 and 7 either player has turned a card or two at random."""
    rng = np.random.default_rng([seed, turn])
    count = min(turn + 2, 7)
    squares = 0.0
    for _ in range(deals):
        deck = rng.permutation(52).tolist()
        mine, theirs = deck[:count], deck[7 : 7 + count]
        up = [2, 3, 4, 5][: min(turn, 4)]
        turned = [rng.permutation([0, 1, 6])[: max(turn - 5, 0)].tolist() for _ in range(2)]
        my_up, their_up = (
            [cards[at] for at in (*up, *more)] for cards, more in zip((mine, theirs), turned, strict=True)
        )
        own = expect_of(win_rate(mine, their_up).rate)
        squares += (own - expect_of(win_rate(my_up, their_up).rate)) ** 2
    return math.sqrt(squares / deals)


if __name__ == "__main__":
    for turn in range(1, 8):
        print(turn, round(hidden_strength(turn, 3000, 1), 3))
