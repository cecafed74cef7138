"""The equations of Osone & Onisawa's decision module that are a line each; numbers in brackets are the paper's."""

from __future__ import annotations

#: Equation 8: a bluff must look so much better than the opponent's open cards.
BLUFF_MARGIN = 1.3
#: Equation 10: the standard deviation of the noise.
NOISE = 0.1
#: The printed "variance 0.1" taken literally: on a quantity from 0 to 1 a third of every bet is then chance.
LITERAL_NOISE = 0.1**0.5


def expect_of(win: float) -> float:
    """Equation 2."""
    return 2 * (win - 0.5)


def bet_points(lower: float, upper: float, size: float) -> float:
    """Equation 9."""
    return lower + size * (upper - lower)


def bet_size(result: float, noise: float) -> float:
    """Equation 10, kept within 0 and 1."""
    return min(max((result + 1) / 2 + noise, 0.0), 1.0)


def bluff_size(looks: float) -> float:
    """Equation 11."""
    return (looks / 9 + 1) / 2


def bluffs(mine: float, theirs: float) -> bool:
    """Equation 8."""
    return mine >= theirs + BLUFF_MARGIN


def implied_strength(points: int, lower: int, upper: int) -> float:
    """What a bet says of a hand where it was made by equations 9 and 10: these, backwards."""
    return 2 * bet_size(2 * (points - lower) / (upper - lower) - 1, 0.0) - 1 if upper > lower else 0.0
