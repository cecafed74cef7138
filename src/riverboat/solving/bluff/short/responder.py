"""What somebody wins who knows how all others play and remembers the last few bids: a lower bound of a best response.

Where the tree of bids is too large for best responses, and with more than two players, a responder learns against
strategies that stay as they are: by regret minimisation over the public states of their own memory, which may be longer
than that of the others. Then they play the action that they have learned to be best. What they win is measured on deals
that they have not learned from.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from riverboat.arrays import Singles
from riverboat.errors import GameError
from riverboat.solving.bluff.short.blueprint import with_calls
from riverboat.solving.bluff.short.memory import MemoryTables
from riverboat.solving.bluff.short.memory_kernel import MemoryDeals, MemoryRule, learn_batch
from riverboat.solving.bluff.short.memory_run import EXPLORES, drawn_deals, looks_at_all, new_room, whole_deals
from riverboat.solving.regret import rule_of

#: What a responder begins with stands far below what they learn.
_TRACE = 1e-5


@dataclass(frozen=True, kw_only=True)
class Response:
    """What a responder in one seat wins a round, on average over fresh deals, and how sure that is."""

    seat: int
    won: float
    error: float  # half of a 95 % interval; 0 where all deals were looked at


def remembered(tables: MemoryTables, numbers: npt.NDArray[Any], longer: MemoryTables) -> Singles:
    """A strategy as one of somebody who remembers more bids, and makes nothing of it."""
    if longer.memory < tables.memory or longer.table != tables.table:
        raise GameError(f"a memory of {longer.memory} bids cannot hold what one of {tables.memory} does")
    source = with_calls(tables, numbers)
    if longer.memory == tables.memory:
        return source
    wide, narrow = longer.tree, tables.tree
    into = np.full(longer.n_states, -1, np.int64)  # the state in which the shorter memory is; -1 where nobody comes
    into[0] = 0
    for state in range(longer.n_states):
        here = into[state]
        if here < 0:
            continue
        for bid in range(int(wide.last[state]), wide.n_bids):
            child = wide.shift[state] + wide.stride[state] * wide.ways[wide.grade[state], bid]
            into[child] = narrow.shift[here] + narrow.stride[here] * narrow.ways[narrow.grade[here], bid]
    found = np.zeros(longer.n_numbers, np.float32)
    for at in np.flatnonzero(into >= 0):
        begin = wide.begin[at]
        first, end = narrow.begin[into[at]], narrow.begin[into[at] + 1]
        found[begin : begin + end - first] = source[first:end]
    return found


def respond(
    tables: MemoryTables, others: Singles, seat: int, *, iterations: int, checks: int, seed: int
) -> Iterator[Response | int]:
    """Learn against others, and measure; tells the iterations on the way, and the response at last."""
    # Where nothing was learned yet, the responder plays as the others do.
    regrets = others * np.float32(_TRACE / max(float(others.max()), 1e-30))
    average = np.zeros(tables.n_numbers, np.float32)
    rng = np.random.default_rng([seed, seat])
    rooms = {}

    def won(deals: MemoryDeals, rule: MemoryRule) -> float:
        size = len(deals.rows), len(deals.lane_weights)
        if size not in rooms:
            rooms[size] = new_room(tables, *size)
        return float(learn_batch(tables.tree, deals, regrets, others, average, rule, rooms[size]))

    for t in range(1, iterations + 1):
        kept = rule_of("dcfr", t)
        deals = whole_deals(tables, seat) if looks_at_all(tables) else drawn_deals(tables, seat, rng)
        won(deals, MemoryRule(1, EXPLORES, 0.0, 0.0, kept.positive, kept.negative, 0))
        yield t
    best = MemoryRule(0, 0.0, 0.0, 0.0, 1.0, 1.0, 1)
    if looks_at_all(tables):
        yield Response(seat=seat, won=won(whole_deals(tables, seat), best), error=0.0)
        return
    found = np.array([won(drawn_deals(tables, seat, rng), best) for _ in range(checks)])
    yield Response(seat=seat, won=float(found.mean()), error=float(1.96 * found.std(ddof=1) / np.sqrt(len(found))))
