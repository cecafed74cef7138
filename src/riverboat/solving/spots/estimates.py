"""What a spot will take, before anything is begun: nodes, memory, and roughly how long."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.errors import GameError
from riverboat.files import size_words
from riverboat.solving.bluff.round import free_memory
from riverboat.solving.spots.betting import BettingNode, NodeKind, betting_tree
from riverboat.solving.spots.sizes import format_sizes
from riverboat.solving.spots.spot import Spot
from riverboat.solving.spots.vectors.blocks import Keep, block_bytes
from riverboat.solving.spots.vectors.deals import Branch, padded, spot_branches
from riverboat.solving.spots.vectors.fields import BOARD_FIELDS
from riverboat.solving.spots.vectors.layout import Stakes, TreePart, make_parts

#: Seconds of an iteration on one core, fitted to runs of random spots: for each node and holding of a board, for each
#: holding of a board, for each board, and for itself.
_NODE_S, _HOLDING_S, _BOARD_S, _ITERATION_S = 1.75e-9, 37e-9, 6e-6, 5e-5
#: Iterations to 0.3 % of the pot, fitted likewise: they grow with the nodes of the betting and with how deep it goes.
_ITERATIONS, _BY_NODES, _BY_DEPTH = 12.4, 0.34, 0.345
_FITTED_TARGET = 0.003
#: How many more iterations a smaller target takes: twice as many for a third of it.
_BY_TARGET = 0.65
_LEAST_ITERATIONS = 20
#: Looking how good a solution is costs about a tenth of all the time.
_LOOKING = 1.1


@dataclass(frozen=True, kw_only=True)
class SpotEstimate:
    """How large a spot is. Nodes are counted on every board; cards that are alike count once."""

    nodes: int
    decisions: int
    boards: int  # whole boards that are solved
    holdings: tuple[int, int]
    memory: int  # bytes
    packed_memory: int  # bytes, with two bytes a number
    packed: bool
    iteration_s: float  # of one processor, roughly
    iterations: int  # to 0.3 % of the pot, roughly
    solve_s: float  # to 0.3 % of the pot, of one processor, roughly
    spot: Spot

    @property
    def needed(self) -> int:
        """The bytes that will be used."""
        return self.packed_memory if self.packed else self.memory

    def iterations_to(self, target: float) -> int:
        """About how many iterations it takes until so much of the pot can be gained by deviating."""
        harder: float = (_FITTED_TARGET / target) ** _BY_TARGET
        return max(_LEAST_ITERATIONS, round(self.iterations * harder))

    def seconds_to(self, target: float, *, iteration_s: float | None = None, done: int = 0) -> float:
        """About how many seconds of one processor that takes; `iteration_s` where an iteration was timed."""
        left = max(self.iterations_to(target) - done, 0)
        return _LOOKING * left * (self.iteration_s if iteration_s is None else iteration_s)

    def to_json(self) -> dict[str, Any]:
        """The spot estimate as plain data."""
        return {each.name: getattr(self, each.name) for each in fields(self) if each.name != "spot"}


def estimate(spot: Spot, *, packed: bool = False, precise: bool = False, alike: bool = True) -> SpotEstimate:
    """How large a spot is, without making room for it; `memory` is that of four bytes a number, or of eight."""
    tree = betting_tree(spot)
    parts = make_parts(tree, Stakes(pot=spot.pot, rake_of=spot.rake_of))
    branches = spot_branches(spot, alike=alike)
    sizes = list(_sizes(spot, parts, branches))
    nodes = sum(len(parts[street].betting) * count for street, count, _ in sizes)
    seconds = _ITERATION_S + sum(
        count * (_BOARD_S + sum(width) * (_HOLDING_S + len(parts[street].betting) * _NODE_S))
        for street, count, width in sizes
    )
    iterations = _iterations(tree, spot)
    beside = _scratch(parts, spot) + _tables(spot, branches)
    memory = [
        beside + sum(block_bytes(parts[street], width, keep) * count for street, count, width in sizes)
        for keep in (Keep.PRECISE if precise else Keep.WHOLE, Keep.PACKED)
    ]
    return SpotEstimate(
        nodes=nodes,
        decisions=sum(_decisions(parts[street]) * count for street, count, _ in sizes),
        boards=sum(len(branch.last) for branch in branches),
        holdings=(len(spot.oop.holdings), len(spot.ip.holdings)),
        memory=memory[0],
        packed_memory=memory[1],
        packed=packed,
        iteration_s=seconds,
        iterations=iterations,
        solve_s=_LOOKING * seconds * iterations,
        spot=spot,
    )


def _iterations(tree: BettingNode, spot: Spot) -> int:
    """About how many iterations lead to 0.3 % of the pot."""
    nodes, deepest = 0, 0.0
    for node in tree.below():
        nodes += 1
        deepest = max(deepest, *node.paid)
    wide, deep = float(nodes), max(deepest / spot.pot, 0.1)
    found: float = _ITERATIONS * wide**_BY_NODES * deep**_BY_DEPTH
    return max(_LEAST_ITERATIONS, round(found))


def _decisions(part: TreePart) -> int:
    return sum(node.kind <= NodeKind.IP for node in part.betting)


def _scratch(parts: tuple[TreePart, ...], spot: Spot) -> int:
    """What one thread writes on."""
    wide = sum(padded(len(each.holdings)) for each in spot.ranges)
    return sum((len(part.betting) + max(part.sequences) + 2 * len(part.roots)) * wide * 4 for part in parts)


def _tables(spot: Spot, branches: tuple[Branch, ...]) -> int:
    """What the tables of all boards take, two bytes a number."""
    wide = sum(padded(len(each.holdings)) for each in spot.ranges)
    return sum(len(branch.last) for branch in branches) * (BOARD_FIELDS + 2) * wide * 2


def _sizes(
    spot: Spot, parts: tuple[TreePart, ...], branches: tuple[Branch, ...]
) -> Iterator[tuple[int, int, tuple[int, int]]]:
    """(street, how many boards, row widths) of all rows."""
    full = [len(each.holdings) for each in spot.ranges]
    wide = padded(full[0]), padded(full[1])
    if len(parts) > 1:
        yield 0, 1, wide
    if len(parts) == 3:
        yield 1, len(branches), wide
    cards = [HOLDING_CARDS[each.holdings] for each in spot.ranges]
    for branch in branches:
        before = () if branch.before is None else (branch.before.card,)
        for last in branch.last:
            dealt = (*before, *(() if last is None else (last.card,)))
            left = [int((~np.isin(each, dealt).any(axis=1)).sum()) for each in cards]
            yield len(parts) - 1, 1, (padded(left[0]), padded(left[1]))


def refuse_large(size: SpotEstimate, *, free: int | None = None) -> None:
    """Refuse a spot that does not fit the memory, and say what would."""
    free = free_memory() if free is None else free
    if size.needed <= free:
        return
    words = f"this spot needs {size_words(size.needed)} of memory, and {size_words(free)} are free"
    for change, needed in _smaller(size):
        if needed <= free:
            raise GameError(f"{words}: {change} it needs {size_words(needed)}, which fits")
    raise GameError(f"{words}: give fewer sizes, narrower ranges, or a later street")


def _smaller(size: SpotEstimate) -> Iterator[tuple[str, int]]:
    """Ways to make a spot smaller, and what is needed then."""
    if not size.packed:
        yield "with 16-bit storage (packed)", size.packed_memory
    spot = size.spot
    for most in (2, 1):
        if spot.limit is None and (spot.raises_per_street is None or spot.raises_per_street > most):
            capped = replace(spot, raises_per_street=most)
            words = f"with 16-bit storage (packed) and at most {most} raise{'s' * (most > 1)} a street"
            yield words, estimate(capped, packed=True).needed
    if spot.limit is None:
        first = {key: format_sizes(sizes[:1]) for key, sizes in spot.menu.stated}
        single = replace(spot, sizes=first, raises_per_street=1)
        yield "with 16-bit storage, one size each and one raise a street", estimate(single, packed=True).needed
