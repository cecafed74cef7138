"""A readable twin of the evolving player, from the observation and the arrays of its model."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from riverboat.games import CardObservation
from tests.agents.twin import bets_to_call, win_probability

FOLD, CALL, RAISE = 0, 1, 2


def odds(c: float) -> float:
    """The paper's eval(c)."""
    return c / (1 - c)


def chances(genes: Sequence[float], x: float) -> tuple[float, float, float]:
    """The paper's three functions, made into probabilities."""
    fold_a, fold_b, call_a, call_b, call_c, raise_a, raise_b = genes
    fold = math.exp(-odds(fold_b) * (x - fold_a))
    call = odds(call_c) * math.exp(-((odds(call_b) * (x - call_a)) ** 2))
    bold = math.exp(odds(raise_b) * (x + raise_a - 1))
    total = fold + call + bold
    return fold / total, call / total, bold / total


def suggestion(seen: CardObservation, genes: Sequence[float], x: float, draw: float) -> int:
    """What a candidate wants, where folding for nothing is checking and a raise that is not allowed is a call."""
    fold, call, _ = chances(genes, x)
    wish = FOLD if draw < fold else CALL if draw < fold + call else RAISE
    if wish == FOLD and seen.to_call == 0:
        return CALL
    if wish == RAISE and seen.legal_actions.raise_kind is None:
        return CALL
    return wish


def position(seen: CardObservation) -> int:
    """Early, middle or late in the order of speaking."""
    n = seen.seats
    order = [(seen.button + 1 + k) % n for k in range(n)]
    if seen.street == 0:
        first = 2 if n > 2 else 1
        order = order[first:] + order[:first]
    else:
        order = [seat for seat in order if seen.is_in[seat]]
    place, last = order.index(seen.seat), len(order) - 1
    return math.floor(2 * place / last + 0.5)


def wish(
    seen: CardObservation,
    turns: Callable[[int, tuple[int, int, int]], np.ndarray],
    segments: Sequence[int],
    draw: float,
    *,
    limit: bool,
) -> int:
    """The tightest suggestion over the segments of the opponents who are still in."""
    cell = (position(seen), bets_to_call(seen, limit=limit), min(seen.street, 3))
    x = win_probability(seen)
    present = {segments[seat] for seat in range(seen.seats) if seat != seen.seat and seen.is_in[seat]}
    return min(suggestion(seen, turns(segment, cell).tolist(), x, draw) for segment in present)
