"""The best response to a strategy of buckets on one flop: exact over all turns, rivers, holdings and betting."""

from __future__ import annotations

from typing import Protocol, TypeAlias

import numpy as np

from riverboat.arrays import Floats, Singles
from riverboat.cards.holdings import HOLDINGS
from riverboat.kernel_vectors import LANES
from riverboat.solving.limit.cards import Board, NextCard, kept_orders, next_cards, open_holdings
from riverboat.solving.limit.lanes_kernel import ROW, LaneBoard, LaneRoom, new_room
from riverboat.solving.limit.response_kernel import LastCards, StreetTables, down_street, last_street, up_street
from riverboat.solving.limit.strategy import BucketStrategy, in_lanes
from riverboat.solving.limit.tree import FIRST, LimitStreet, later_streets

#: The chance of each turn and of each river, for two given holdings.
NEXT_SHARES = (1 / 45, 1 / 44)
_NOTHING = np.zeros((11, 0), np.uint16), np.zeros(0, np.uint16)
#: [side, group, row]: lines of both sides, or what they are worth.
Pair: TypeAlias = Singles


class Runouts(Protocol):
    """Which cards may follow a board."""

    def after(self, board: Board, orders: tuple[int, ...]) -> list[NextCard]:
        """The cards that may follow, given the orders of suits that leave the board as it is."""
        ...

    def share(self, at: int) -> float:
        """The chance that each turn (0) or river (1) stands for, for two given holdings."""
        ...

    def weights(self, cards: list[NextCard]) -> Singles | None:
        """[1326] by how much what each holding wins after these cards counts more or less; None where all do alike."""
        ...


class EveryCard:
    """All cards, those that are alike but for suits once."""

    def after(self, board: Board, orders: tuple[int, ...]) -> list[NextCard]:
        """The cards that may follow."""
        return next_cards(board, orders)

    def share(self, at: int) -> float:
        """The chance of each."""
        return NEXT_SHARES[at]

    def weights(self, cards: list[NextCard]) -> Singles | None:
        """All count alike."""
        return None


class FlopResponse:
    """Best responses of both sides to one strategy. `streets`: 2 ends the game on the flop, 3 on the turn, 4 is all.

    With all `runouts` they are exact; with some of them they are fitted to these.
    """

    def __init__(self, strategy: BucketStrategy, *, streets: int = 4, runouts: Runouts | None = None) -> None:
        self.strategy = strategy
        self.runouts: Runouts = runouts or EveryCard()
        self.streets = later_streets()[: streets - 1]
        self.tables = [_tables(strategy, street) for street in self.streets]
        self.room: LaneRoom = new_room()

    def values(self, flop: Board, reach: Floats) -> Floats:
        """[side, line, 1326] what each line into a flop is worth to a side that responds best.

        `reach` [side, line, 1326] is how often the strategy comes there, seated as that side. Values are sums over the
        other's holdings.
        """
        lines = _pair(self.streets[0])
        count = FIRST.ways
        for hero in range(2):
            lines[hero].reshape(-1, LANES)[:HOLDINGS, :count] = reach[1 - hero].T
        values = _pair(self.streets[0])
        itself = NextCard(flop, np.arange(HOLDINGS)[None, :], kept_orders(flop))
        self._streets([itself], 0, lines, values)
        found = [values[hero].reshape(-1, LANES)[:HOLDINGS, :count].T for hero in range(2)]
        return np.stack(found).astype(np.float64)

    def _streets(self, cards: list[NextCard], at: int, lines: Pair, values: Pair) -> None:
        """Add what lines into a street are worth over all cards that may be dealt there."""
        if at == len(self.streets) - 1:
            last_street(self._last(cards), self.tables[at], lines, self.room, values)
            return
        for card in cards:
            board = self._board(card.board)
            below, deals = _pair(self.streets[at + 1]), _pair(self.streets[at + 1])
            for hero in range(2):
                down_street(hero, board, self.tables[at], lines[hero], below[hero], self.room)
            following = self.runouts.after(card.board, card.orders)
            self._streets(following, at + 1, below, deals)
            weights = self.runouts.weights(following)
            if weights is not None:
                deals.reshape(-1, ROW // LANES, LANES)[:, :HOLDINGS] *= weights[:, None]
            for hero in range(2):
                up_street(
                    hero, board, self.runouts.share(at), self.tables[at], lines[hero], deals[hero], self.room,
                    card.moved, values[hero],
                )  # fmt: skip

    def _board(self, cards: Board) -> LaneBoard:
        order = open_holdings(cards)
        buckets = self.strategy.buckets(np.array(cards, np.uint8))[order]
        return LaneBoard(len(order), order, np.asarray(buckets, np.int64), *_NOTHING)

    def _last(self, cards: list[NextCard]) -> LastCards:
        boards = np.array([card.board for card in cards], np.uint8)
        return LastCards(
            boards=boards,
            buckets=np.stack([self.strategy.buckets(board) for board in boards]).astype(np.int64),
            starts=np.cumsum([0, *(len(card.moved) for card in cards)]),
            moved=np.concatenate([card.moved for card in cards]),
        )


def _pair(street: LimitStreet) -> Pair:
    return np.zeros((2, street.groups * ROW), np.float32)


def _tables(strategy: BucketStrategy, street: LimitStreet) -> StreetTables:
    mixes = strategy.mixes(street.number)
    return StreetTables(street.lines, street.shown.ravel(), street.folded.ravel(), in_lanes(mixes))
