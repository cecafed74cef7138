"""Slow, readable twins of the odds: loops over cards with the slow evaluator."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from tests.cards.twin import strength

Cards = Sequence[int]


def relation(ours: Cards, theirs: Cards) -> int:
    """0 ahead, 1 tied, 2 behind."""
    first, second = strength(ours), strength(theirs)
    return 0 if first > second else 1 if first == second else 2


def transitions(hole: Cards, board: Cards, come: int, weights: dict[tuple[int, int], float]) -> list[list[float]]:
    table = [[0.0] * 3 for _ in range(3)]
    left = [card for card in range(52) if card not in {*hole, *board}]
    for holding in itertools.combinations(left, 2):
        weight = weights.get((holding[0], holding[1]), 0.0)
        if weight:
            now = relation([*hole, *board], [*holding, *board])
            for more in itertools.combinations([card for card in left if card not in holding], come):
                table[now][relation([*hole, *board, *more], [*holding, *board, *more])] += weight
    return table


def showdowns(hands: Sequence[Cards], board: Cards, dead: Cards = ()) -> list[tuple[int, int, float]]:
    """Wins, ties and shares of tied pots of known hands over all completions of the board."""
    used = {*board, *dead, *(card for hand in hands for card in hand)}
    left = [card for card in range(52) if card not in used]
    result = [[0, 0, 0.0] for _ in hands]
    for more in itertools.combinations(left, 5 - len(board)):
        values = [strength([*hand, *board, *more]) for hand in hands]
        best = [at for at, value in enumerate(values) if value == max(values)]
        for at in best:
            result[at][0 if len(best) == 1 else 1] += 1
            result[at][2] += 1 / len(best) if len(best) > 1 else 0
    return [(int(win), int(tie), share) for win, tie, share in result]
