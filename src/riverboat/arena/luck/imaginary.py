"""Averages over all holdings that a known player may have held: imaginary observations, on the river.

Of a player whose chances are known with every holding, it is known how likely it held what, given the other's cards,
the board and the betting. What the river told with the holding that it had is replaced by the mean over all that it may
have had. Its expectation stays what it was, and the luck of having held just this goes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from riverboat.agents.asked import bucket_strategy, can_be_asked
from riverboat.agents.protocol import Agent
from riverboat.arena.luck.imaginary_kernel import RIVER, leave_open, residuals
from riverboat.arena.luck.luck_kernel import ACTION, ACTOR, STREET, HandCards, Worth
from riverboat.arrays import CardRow, Floats, Ints, Singles
from riverboat.cards.holdings import HOLDINGS, holding_index
from riverboat.solving.limit.strategy import BucketStrategy
from riverboat.solving.limit.tree import ROOT, STREETS, LimitPlace, after
from riverboat.tables.players import is_bot


@dataclass(frozen=True, eq=False)
class WholeStrategy:
    """What a player does with every holding, on all streets; rivers may have a solver of their own."""

    strategy: BucketStrategy
    solved: Callable[[list[int], CardRow], Floats] | None = None  # [1326, action] after a line, on a river
    _mixes: dict[int, Singles] = field(default_factory=dict, repr=False)
    _buckets: dict[bytes, Ints] = field(default_factory=dict, repr=False)

    def shares(self, place: LimitPlace, actions: list[int], board: CardRow) -> Floats:
        """[1326, action] how often each action is done at a place, to which these actions led."""
        if place.street == RIVER and self.solved is not None:
            return self.solved(actions, board)
        rows = getattr(self.strategy, "shares", None)
        if rows is not None:
            mix: Singles = rows(place)
        else:
            if place.street not in self._mixes:
                self._mixes[place.street] = self.strategy.mixes(place.street)
            mix = self._mixes[place.street][place.row]
        return np.asarray(mix[self._bucket_rows(board[: place.street + 2 if place.street else 0])], np.float64)

    def _bucket_rows(self, board: CardRow) -> Ints:
        """[1326] the bucket of each holding, found once for all decisions of a hand."""
        key = board.tobytes()
        if key not in self._buckets:
            if len(self._buckets) > STREETS:
                self._buckets.clear()
            self._buckets[key] = np.maximum(self.strategy.buckets(board), 0)
        return self._buckets[key]


def whole_strategy(agent: Agent | None) -> WholeStrategy | None:
    """What an agent does with every holding; None where nobody knows."""
    if agent is None or is_bot(agent) or not can_be_asked(agent):
        return None
    return WholeStrategy(bucket_strategy(agent), getattr(getattr(agent, "make", None), "solved_shares", None))


@dataclass(frozen=True, kw_only=True, eq=False)
class PlayedSide:
    """One side of a hand that is over, and what is known of how it plays."""

    side: int
    steps: Ints  # of both sides
    chances: Floats  # [step, action] below 0 where they are not known
    cards: HandCards

    @property
    def holding(self) -> int:
        """What it held."""
        one, two = (int(card) for card in self.cards.held[2 * self.side : 2 * self.side + 2])
        return int(holding_index((min(one, two), max(one, two))))

    @property
    def other(self) -> CardRow:
        """The cards of the other."""
        first = 2 * (1 - self.side)
        return self.cards.held[first : first + 2]

    def shares(self, known: WholeStrategy) -> Floats:
        """[step, 1326, action] what it does with every holding at each of its steps; 0 at those of the other."""
        found = np.zeros((len(self.steps), HOLDINGS, 3))
        place: LimitPlace | None = ROOT
        actions = self.steps[:, ACTION].tolist()
        for at, action in enumerate(actions):
            assert place is not None
            if self.steps[at, ACTOR] == self.side:
                found[at] = known.shares(place, actions[:at], self.cards.board)
            place = after(place, action)
        return found


def luck_of_holding(known: WholeStrategy, played: PlayedSide, worth: Worth) -> float:
    """What it gave to the big blind on the river that one side held this, over all that it may have held."""
    river = played.steps[:, STREET] == RIVER
    if not river.any():
        return 0.0
    shares = played.shares(known)
    open_ones, found = np.zeros(HOLDINGS, np.uint8), np.zeros(HOLDINGS)
    board = played.cards.board
    leave_open(played.other, board, open_ones)
    weights = open_ones.astype(np.float64)
    for at in np.flatnonzero(played.steps[:, ACTOR] == played.side).tolist():
        weights *= shares[at][:, played.steps[at, ACTION]]
    steps, chances = played.steps[river], played.chances[river]
    residuals(played.side, steps, shares[river], chances, played.other, board, worth, found)
    return float(found[played.holding] - weights @ found / weights.sum())
