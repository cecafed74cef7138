"""A slow, readable evaluator: the best of all five-card subsets, compared as tuples."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence

FiveCardStrength = tuple[int, tuple[int, ...]]


def five_card_strength(cards: Sequence[int]) -> FiveCardStrength:
    """Category, then the ranks by how often they come and how high they are."""
    ranks = sorted((card // 4 for card in cards), reverse=True)
    counts = Counter(ranks)
    by_count = tuple(sorted(ranks, key=lambda rank: (counts[rank], rank), reverse=True))
    shape = sorted(counts.values(), reverse=True)
    flush = len({card % 4 for card in cards}) == 1
    straight = len(counts) == 5 and (ranks[0] - ranks[4] == 4 or ranks == [12, 3, 2, 1, 0])
    if straight:
        by_count = (3,) if ranks == [12, 3, 2, 1, 0] else (ranks[0],)
    if straight and flush:
        return 8, by_count
    if shape == [4, 1]:
        return 7, by_count
    if shape == [3, 2]:
        return 6, by_count
    if flush:
        return 5, by_count
    if straight:
        return 4, by_count
    return {(3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(tuple(shape), 0), by_count


def strength(cards: Sequence[int]) -> FiveCardStrength:
    return max(five_card_strength(five) for five in itertools.combinations(cards, 5))
