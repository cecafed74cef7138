"""Flops that are alike but for their suits, and the cards that may follow a board, one for all that are alike."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from riverboat.arrays import Ints
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.solving.spots.vectors.deals import SUIT_ORDERS, move_card, move_holdings, runouts

FLOPS = 22_100
#: Of these, as many are possible for two given holdings.
FLOPS_FOR_TWO = 17_296

Board = tuple[int, ...]


class FlopClass(NamedTuple):
    """Flops that are alike but for suits: the first of them, and how many they are."""

    cards: Board
    size: int


class NextCard(NamedTuple):
    """A card that may come, for all that are alike: the board with it, and where each of them leads holdings."""

    board: Board
    moved: Ints  # [card alike, 1326]
    orders: tuple[int, ...]  # of suits, that leave the new board as it is


def canonical(cards: Board) -> Board:
    """The first of all flops that are like this one."""
    return min(tuple(sorted(move_card(card, order) for card in cards)) for order in range(len(SUIT_ORDERS)))


@lru_cache(maxsize=1)
def flop_classes() -> tuple[FlopClass, ...]:
    """The 1,755 kinds of flops, in order."""
    counts: dict[Board, int] = {}
    for cards in combinations(range(52), 3):
        first = canonical(cards)
        counts[first] = counts.get(first, 0) + 1
    return tuple(FlopClass(cards, counts[cards]) for cards in sorted(counts))


@lru_cache(maxsize=1)
def holdings_moved() -> Ints:
    """[order of suits, 1326] where each holding goes when suits are exchanged."""
    return np.stack([move_holdings(order) for order in range(len(SUIT_ORDERS))]).astype(np.int64)


def kept_orders(board: Board) -> tuple[int, ...]:
    """The orders of suits that leave a flop as it is."""
    cards = set(board)
    return tuple(order for order in range(len(SUIT_ORDERS)) if {move_card(card, order) for card in board} == cards)


def next_cards(board: Board, orders: tuple[int, ...]) -> list[NextCard]:
    """The cards that may follow a board, given the orders of suits that leave it as it is."""
    moved = holdings_moved()
    return [
        NextCard((*board, card.card), moved[[order for _, order in card.alike]], tuple(left))
        for card, left in runouts(board, orders)
    ]


def open_holdings(board: Board) -> Ints:
    """The holdings that a board leaves, in order."""
    taken = np.isin(HOLDING_CARDS, np.array(board, np.uint8)).any(axis=1)
    return np.flatnonzero(~taken)
