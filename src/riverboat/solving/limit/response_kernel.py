"""Best responses on whole boards: passes over the streets of heads-up limit against a strategy of buckets."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from riverboat.arrays import CardRow, Ints, Singles
from riverboat.kernel import Scalar, kernel
from riverboat.solving.limit.boards_kernel import order_board
from riverboat.solving.limit.lanes_kernel import (
    DECISIONS,
    ROW,
    WAYS,
    LaneBoard,
    LanePays,
    LaneRoom,
    give_lines,
    give_values,
    reach_down,
    respond_up,
    take_deals,
    take_group,
)


class StreetTables(NamedTuple):
    """A street for kernels: how many lines lead to it, what is played for, and a strategy, all group by group."""

    lines: int
    shown: Singles  # [group, way, lane]
    folded: Singles  # [group, decision, lane]
    mix: Singles  # [group, decision, action, bucket, lane]


class LastCards(NamedTuple):
    """The boards of the last street after one card, with the ways to exchange suits that lead to those alike."""

    boards: CardRow  # [board, cards]
    buckets: Ints  # [board, holding]
    starts: Ints  # [board + 1] where its ways begin
    moved: Ints  # [way, holding]


@kernel
def pays_of(group: Scalar, tables: StreetTables) -> LanePays:
    """What is played for in a group of lines."""
    return LanePays(
        tables.shown[16 * WAYS * group : 16 * WAYS * (group + 1)],
        tables.folded[16 * DECISIONS * group : 16 * DECISIONS * (group + 1)],
    )


@kernel
def mix_in(group: Scalar, tables: StreetTables) -> Singles:
    """The strategy in a group of lines."""
    wide = tables.mix.size // ((tables.lines + 15) // 16)
    return tables.mix[wide * group : wide * (group + 1)]


@kernel
def down_street(
    hero: Scalar, board: LaneBoard, tables: StreetTables, lines: Singles, below: Singles, room: LaneRoom
) -> None:
    """The reach of the other side from the lines into a street to those into the next."""
    for group in range((tables.lines + 15) // 16):
        take_group(lines[group * ROW :], board, room.reach)
        reach_down(1 - hero, mix_in(group, tables), board, room.reach)
        give_lines(group, 1 - hero, tables.lines, board, room.reach, below)


@kernel
def up_street(
    hero: Scalar, board: LaneBoard, share: Scalar, tables: StreetTables, lines: Singles, below: Singles, room: LaneRoom,
    moved: Ints, values: Singles,
) -> None:  # fmt: skip
    """Add what the lines into a street are worth to the best response, from sums over the next cards below them.

    `share` is the chance of each next card.
    """
    for group in range((tables.lines + 15) // 16):
        take_group(lines[group * ROW :], board, room.reach)
        reach_down(1 - hero, mix_in(group, tables), board, room.reach)
        take_deals(group, tables.lines, board, below, share, room.deals)
        respond_up(hero, False, pays_of(group, tables), board, room)
        give_values(board, moved, room.rows, values[group * ROW :])


@kernel
def groups_reached(lines: Singles) -> CardRow:
    """[side, group] whether the other side comes to any line of a group with any holding; else nothing is won there."""
    found = np.zeros((2, lines.shape[1] // ROW), np.uint8)
    for hero in range(2):
        for group in range(found.shape[1]):
            for at in range(group * ROW, (group + 1) * ROW):
                if lines[hero, at] != 0:
                    found[hero, group] = 1
                    break
    return found


@kernel
def last_street(cards: LastCards, tables: StreetTables, lines: Singles, room: LaneRoom, values: Singles) -> None:
    """Add what the lines into the last street are worth to both sides, each against the other: [side, group, row]."""
    holdings = cards.buckets.shape[1]
    worth, order, places = (
        np.zeros(holdings, np.int64),
        np.zeros(holdings + 2, np.int64),
        np.zeros(holdings + 2, np.int64),
    )
    by_card, table = np.zeros(2 * 1328 + 53, np.uint16), np.zeros((11, 1328), np.uint16)
    reached = groups_reached(lines)
    for card in range(cards.boards.shape[0]):
        held = order_board(cards.boards[card], worth, order, by_card, table)
        for at in range(held):
            places[at] = cards.buckets[card, order[at]]
        board = LaneBoard(held, order, places, table, by_card)
        moved = cards.moved[cards.starts[card] : cards.starts[card + 1]]
        for hero in range(2):
            for group in range((tables.lines + 15) // 16):
                if not reached[hero, group]:
                    continue
                take_group(lines[hero, group * ROW :], board, room.reach)
                reach_down(1 - hero, mix_in(group, tables), board, room.reach)
                respond_up(hero, True, pays_of(group, tables), board, room)
                give_values(board, moved, room.rows, values[hero, group * ROW :])
