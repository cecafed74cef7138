"""A game of bets and cards, walked through with whole ranges as vectors: its rows in memory, and passes over them.

The same protocol as the sequence form: what a side gets by a best response, bounds, exploitability. Any game can be
played here that is a tree of bets of one to three streets and a deal of holdings: Kuhn's and Leduc as well as a spot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from riverboat.solving.spots.betting import BettingNode, NodeKind
from riverboat.solving.spots.vectors.blocks import Block, Keep, leaf_block, street_block
from riverboat.solving.spots.vectors.deals import Branch, SpotDeal
from riverboat.solving.spots.vectors.fields import (
    FOLLOW,
    KEEP_GAINS,
    KEEP_LOSSES,
    LEARN,
    NEWEST,
    RATES,
    RESPOND,
    WEIGHED,
    WIDTH,
    Dealt,
    Ends,
    Floats,
    Folds,
    Lines,
    Passage,
)
from riverboat.solving.spots.vectors.layout import Stakes, TreePart, make_ends, make_parts
from riverboat.solving.spots.vectors.river_kernel import rivers
from riverboat.solving.spots.vectors.scratch import Arrays, Scratch
from riverboat.solving.spots.vectors.walk_kernel import down, folds_and_deals, up

#: After this many iterations negative regrets are forgotten at once: small spots then come two to four times nearer.
#: From then on the average is weighed by reach, too: without that, nodes that are hardly reached get a good strategy
#: sooner, but only with it does the average come as near as one wants.
LATE = 512
#: In this many pieces the last cards of a turn are shared out, however many threads there are: sums stay the same.
PIECES = 8


def _folds(part: TreePart, deal: SpotDeal, hero: int, kind: npt.DTypeLike) -> Folds:
    losses, gains = part.fold_losses.astype(kind), part.fold_gains.astype(kind)
    width = deal.widths[1 - hero]
    return Folds(part.folds, losses, gains, width, deal.cards[1 - hero], deal.cards[hero], deal.same[hero])


class Values(NamedTuple):
    """What both sides get: in all, in pots, against an even split of the pot at the start."""

    oop: float
    ip: float


@dataclass(frozen=True)
class Inspection:
    """One street on one board, while both follow their average strategies, seen by one side."""

    values: Floats  # [node, place]
    reach: Floats  # [sequence, place] of the other side


class VectorGame:
    """Trees, boards, rows and passes. Side 0 acts first; values are in pots, against an even split of the pot.

    How rows are kept decides how precise it is; without rows, strategies are read from elsewhere.
    """

    def __init__(
        self,
        root: BettingNode,
        deal: SpotDeal,
        stakes: Stakes,
        *,
        keep: Keep = Keep.WHOLE,
        workers: int = 1,
    ) -> None:
        self.deal, self.stakes, self.keep, self.workers = deal, stakes, keep, workers
        self._kind = kind = keep.numbers
        self.parts = make_parts(root, stakes)
        self.ends: tuple[Ends, Ends] = (
            make_ends(self.parts[-1], 0, stakes, deal, kind),
            make_ends(self.parts[-1], 1, stakes, deal, kind),
        )
        self.raked = any(stakes.rake(node.matched) > 0 for part in self.parts for node in part.betting)
        widths = deal.widths
        self.top = street_block(self.parts[0], widths, keep) if len(self.parts) > 1 else None
        self.middles: Sequence[Block] = []
        if len(self.parts) == 3:
            self.middles = [street_block(self.parts[1], widths, keep) for _ in deal.branches]
        self.leaves: Sequence[Block] = [leaf_block(self.parts[-1], deal, at, keep) for at in range(len(deal.branches))]
        self.rates = np.zeros(RATES, kind)
        self.iterations = 0
        self.average_weight = 0.0
        # by branch; None: the street before all of them
        branches: dict[int | None, Branch | None] = {None: None, **dict(enumerate(deal.branches))}
        self._dealt = {
            at: [Dealt(deal.open_to(side, each).astype(kind), deal.like(side, each)) for side in range(2)]
            for at, each in branches.items()
        }
        self._folds = [[_folds(part, deal, side, kind) for side in range(2)] for part in self.parts]
        self._scratches = [Scratch(self.parts, widths, kind)]
        for side in range(2):
            self._scratches[0].lines[0][side][: len(deal.weights[side])] = deal.weights[side]
            self._scratches[0].own_lines[0][side][:] = self._scratches[0].mean_lines[0][side][:] = 1
        self._executor: ThreadPoolExecutor | None = None
        self._total = float(deal.pairs.sum())

    # ------------------------------------------------------------------ the protocol

    def iterate(self) -> None:
        """Let both sides learn once, one after the other: discounted CFR (Brown & Sandholm 2019).

        Positive regrets keep t^1.5 / (t^1.5 + 1), negative ones a half, and nothing late in a run; the average weighs
        an iteration by the cube of its number, and begins again at powers of four so that the first are not felt.
        Late in a run it is also weighed by reach, as it must be to come as near as one wants.
        """
        t = self.iterations
        since = t - 4 ** ((t.bit_length() - 1) // 2) if t else 0
        kept = (t - 1) ** 1.5 / ((t - 1) ** 1.5 + 1) if t else 0.0
        weight = self.average_weight * (since / (since + 1)) ** 3 + 1
        self.rates[KEEP_GAINS], self.rates[NEWEST] = kept, 1 / weight
        self.rates[KEEP_LOSSES], self.rates[WEIGHED] = (0.5, 0) if t < LATE else (0.0, 1)
        for hero in range(2):
            self.walk(hero, LEARN)
        self.iterations, self.average_weight = t + 1, weight

    def best_responses(self) -> Values:
        """The most each side can get against the other's average strategy, where it is not locked."""
        return Values(self._sum(0, self.walk(0, RESPOND)), self._sum(1, self.walk(1, RESPOND)))

    def followed(self) -> Values:
        """What both get when they follow their average strategies."""
        first = self._sum(0, self.walk(0, FOLLOW))
        return Values(first, self._sum(1, self.walk(1, FOLLOW)) if self.raked else -first)

    def bounds(self) -> tuple[float, float]:
        """Without rake: what the first side's average secures, and what the second's concedes at most."""
        best = self.best_responses()
        return -best.ip, best.oop

    def exploitability(self) -> float:
        """The mean of what both sides would gain by best responses, in pots."""
        best = self.best_responses()
        now = self.followed() if self.raked else Values(0.0, 0.0)
        return (best.oop - now.oop + best.ip - now.ip) / 2

    def _sum(self, side: int, values: Floats) -> float:
        weights = self.deal.weights[side]
        return float(weights @ values[: len(weights)].astype(np.float64)) / self._total

    # ------------------------------------------------------------------ passes

    def walk(self, hero: int, mode: int) -> Floats:
        """A pass for one side; what each of its holdings gets, times the weight of what it can meet."""
        scratch = self._scratches[0]
        if self.top is None:
            values = scratch.line_values[0][hero]
            values[:] = 0
            self._rivers(mode, hero, 0, (0, 1), scratch.into[-1][hero], scratch)
            return values
        self._down(mode, hero, 0, None, scratch, scratch)
        below = scratch.line_values[1][hero]
        below[:] = 0
        if self.middles:
            self._branches(mode, hero, scratch, below)
        else:
            self._pieces(mode, hero, scratch, below)
        self._up(mode, hero, 0, None, scratch)
        return scratch.line_values[0][hero]

    def _branches(self, mode: int, hero: int, above: Scratch, below: Floats) -> None:
        """All cards before the last, each with the last cards that can follow it."""
        width = self.deal.widths[hero]

        def work(branch: int, scratch: Scratch) -> Floats:
            self._branch(mode, hero, branch, above, scratch)
            return scratch.line_values[1][hero].reshape(-1, width).copy()

        total = below.reshape(-1, width)
        for branch, values in enumerate(self._shared_out(work, len(self.leaves))):
            before = self.deal.branches[branch].before
            assert before is not None
            for _, order in before.alike:
                held = len(self.deal.weights[hero])
                to = self.deal.moved[hero][order, :held]
                total[:, to] += values[:, :held]

    def _branch(self, mode: int, hero: int, branch: int, above: Scratch, scratch: Scratch) -> None:
        self._down(mode, hero, 1, branch, above, scratch)
        below = scratch.line_values[2][hero]
        below[:] = 0
        last = len(self.deal.branches[branch].last)
        self._rivers(mode, hero, branch, (0, last), scratch.into[-1][hero], scratch)
        self._up(mode, hero, 1, branch, scratch)

    def _pieces(self, mode: int, hero: int, above: Scratch, below: Floats) -> None:
        """The last cards of the only branch, in a few pieces."""
        last = len(self.deal.branches[0].last)
        edges = [last * piece // PIECES for piece in range(PIECES + 1)]

        def work(piece: int, scratch: Scratch) -> Floats:
            values = np.zeros_like(below)
            lines = above.into[-1][hero]._replace(values=values)
            self._rivers(mode, hero, 0, (edges[piece], edges[piece + 1]), lines, scratch)
            return values

        for values in self._shared_out(work, PIECES):
            below += values

    def _shared_out(self, work: Callable[[int, Scratch], Floats], count: int) -> Iterator[Floats]:
        """Do pieces of work on all threads; what they give, in order."""
        if self.workers == 1:
            for piece in range(count):
                yield work(piece, self._spare_scratches(2)[1])
            return
        if self._executor is None:
            self._executor = ThreadPoolExecutor(self.workers)
        free = list(self._spare_scratches(self.workers + 1)[1:])

        def one(piece: int) -> Floats:
            scratch = free.pop()
            try:
                return work(piece, scratch)
            finally:
                free.append(scratch)

        begun = [self._executor.submit(one, piece) for piece in range(count)]
        try:
            for each in begun:
                yield each.result()
        except BaseException:  # an interrupt leaves no thread behind that still writes
            for each in begun:
                each.cancel()
            wait(begun)
            raise

    def _spare_scratches(self, count: int) -> list[Scratch]:
        while len(self._scratches) < count:
            self._scratches.append(Scratch(self.parts, self.deal.widths, self._kind))
        return self._scratches

    def _down(self, mode: int, hero: int, street: int, branch: int | None, above: Scratch, scratch: Scratch) -> None:
        """The reach of a street before the last, and of its lines to the next."""

        def go(mode: int, side: int, share: Floats, lines: Arrays, reach: Arrays, next_lines: Arrays) -> None:
            regrets, mixes, _ = rows[side]
            way = Passage(lines[street][side], share, reach[street][side], next_lines[street + 1][side])
            down(mode, side, tree, regrets, mixes, way)

        tree, rows, other = self.parts[street].tree, self.block(street, branch).rows, 1 - hero
        go(mode, other, self._dealt[branch][other].share, above.lines, scratch.reach, scratch.lines)
        if mode == LEARN and self.rates[WEIGHED]:
            whole = self._dealt[None][hero].share
            go(LEARN, hero, whole, above.own_lines, scratch.own, scratch.own_lines)
            go(FOLLOW, hero, whole, above.mean_lines, scratch.mean, scratch.mean_lines)

    def _up(self, mode: int, hero: int, street: int, branch: int | None, scratch: Scratch) -> None:
        """The values of a street before the last, and of the lines that lead to it."""
        tree, dealt = self.parts[street].tree, self._dealt[branch][hero]
        room, values = scratch.rooms[street][hero], scratch.line_values
        folds_and_deals(hero, tree, self._folds[street][hero], dealt, values[street + 1][hero], room)
        rows = self.block(street, branch).seen_by(hero, tree)
        up(mode, hero, rows, dealt, self.rates, values[street][hero], room)

    def _rivers(self, mode: int, hero: int, branch: int, span: tuple[int, int], lines: Lines, scratch: Scratch) -> None:
        """Some last cards of a branch; what their lines are worth is added to what the lines have."""
        last = self.leaves[branch].seen_by(hero, self.parts[-1].tree)
        rivers(mode, hero, *span, last, self.ends[hero], self.rates, lines, scratch.rooms[-1][hero])

    # ------------------------------------------------------------------ looking

    def look(self, hero: int, branch: int | None = None, last: int | None = None) -> Inspection:
        """The values of one street: of the first one, of the street after a branch, or on a whole board."""
        scratch, other = self._scratches[0], 1 - hero
        street = 0
        if self.top is None or branch is None:
            self.walk(hero, FOLLOW)
        else:
            self._down(FOLLOW, hero, 0, None, scratch, scratch)
            street = self._look_below(hero, branch, last, scratch)
        width, their_width = self.deal.widths[hero], self.deal.widths[other]
        if street == len(self.parts) - 1:
            line = self.leaves[branch or 0].table[last or 0]
            width, their_width = int(line[WIDTH + hero]), int(line[WIDTH + other])
        nodes, sequences = len(self.parts[street].betting), self.parts[street].sequences[other]
        return Inspection(
            values=scratch.values[street][hero][: nodes * width].reshape(nodes, width).copy(),
            reach=scratch.reach[street][other][: sequences * their_width].reshape(sequences, their_width).copy(),
        )

    def _look_below(self, hero: int, branch: int, last: int | None, scratch: Scratch) -> int:
        if self.middles and last is None:
            self._branch(FOLLOW, hero, branch, scratch, scratch)
            return 1
        if self.middles:
            self._down(FOLLOW, hero, 1, branch, scratch, scratch)
        assert last is not None
        self._rivers(FOLLOW, hero, branch, (last, last + 1), scratch.into[-1][hero], scratch)
        return len(self.parts) - 1

    def block(self, street: int, branch: int | None) -> Block:
        """The rows of a street; on later streets, of those boards that begin with a branch."""
        if street == len(self.parts) - 1:
            return self.leaves[branch or 0]
        if street == 1:
            assert branch is not None
            return self.middles[branch]
        assert self.top is not None
        return self.top

    def close(self) -> None:
        """End the threads."""
        if self._executor is not None:
            self._executor.shutdown()
            self._executor = None

    @property
    def memory(self) -> int:
        """The bytes of all rows."""
        blocks = [*self.leaves, *self.middles, *([self.top] if self.top else [])]
        return sum(block.memory for block in blocks)


def decisions(part: TreePart) -> int:
    """How many nodes of a street are decisions."""
    return sum(node.kind <= NodeKind.IP for node in part.betting)
