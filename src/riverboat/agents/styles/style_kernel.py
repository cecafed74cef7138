"""The styles: static players that compare one win probability with thresholds (Barone & While 1999, section 4.1).

The win probability x is the hand strength now against one random hand, ties half; before the flop it is the exact
equity of the starting hand. `styles.py` says what each parameter means.
"""

from __future__ import annotations

import numpy as np

from riverboat.agents.bet_mapping_kernel import WISH_CALL, WISH_FOLD, WISH_RAISE, bets_to_call
from riverboat.agents.styles.omaha_kernel import ANSWER, ASKED, omaha_win_probability
from riverboat.arrays import Floats, Words
from riverboat.cards.random_kernel import uniform
from riverboat.games.engine.layout_kernel import Int, Record
from riverboat.kernel import Scalar, kernel
from riverboat.odds.strength_now_kernel import preflop_strength, strength_now

# The places of the parameters.
ENTER, OPEN_AT, STAY, RAISE_AT, RESPECT, CROWD, AGGRESSION, BLUFF = 0, 1, 2, 3, 4, 5, 6, 7


@kernel
def win_probability(v: Record, memory: Floats) -> Scalar:
    """The chance to be ahead of one random hand now; kept in the first two places of the memory for this street."""
    first = np.int64(v.cards[v.seat, 0])
    second = np.int64(v.cards[v.seat, 1])
    if v.n_shared < 3:
        return preflop_strength(first, second)
    asked = np.int64(v.n_shared) * 52 + first
    asked = asked * 52 + second
    for at in range(v.n_shared):
        asked = asked * 52 + np.int64(v.shared[at])
    if memory[ASKED] != np.float64(asked):
        memory[ASKED] = np.float64(asked)
        memory[ANSWER] = strength_now(first, second, v.shared, np.int64(v.n_shared))
    return memory[ANSWER]


@kernel
def style_wish(
    v: Record,
    params: Floats,
    memory: Floats,
    words: Words,
) -> Int:
    """Fold, call or raise; draws one random number."""
    chance = uniform(words)
    bets = bets_to_call(v)
    opponents = np.int64(v.n_in) - 1
    chance_to_win = omaha_win_probability(v, memory) if v.n_cards[v.seat] == 4 else win_probability(v, memory)
    strength = chance_to_win ** (1.0 + params[CROWD] * (opponents - 1))
    call_from = params[ENTER] if v.street == 0 else params[STAY]
    raise_from = params[OPEN_AT] if v.street == 0 else params[RAISE_AT]
    fear = params[RESPECT] * max(bets - 1, 0)
    if strength >= raise_from + fear and chance < params[AGGRESSION]:
        return WISH_RAISE
    if bets == 0:
        # The same draw from its other end, so that one number decides.
        return WISH_RAISE if chance >= 1.0 - params[BLUFF] else WISH_CALL
    return WISH_CALL if strength >= call_from + fear else WISH_FOLD
