"""One iteration of public chance sampling at heads-up limit: one board, all holdings, one side learns."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from riverboat.arrays import CardRow, Ints, Singles
from riverboat.kernel import Scalar, kernel
from riverboat.solving.limit.boards_kernel import order_board
from riverboat.solving.limit.lanes_kernel import (
    DECISIONS,
    WAYS,
    LaneBoard,
    LanePays,
    LaneRegrets,
    LaneRoom,
    give_lines,
    learn_up,
    mix_of,
    reach_down,
    take_deals,
    take_group,
)


class LearningStreet(NamedTuple):
    """A street after the flop was dealt: what is played for, what was learned, and the lines that lead there."""

    lines: int
    shown: Singles  # [group, way, lane]
    folded: Singles  # [group, decision, lane]
    regrets: Singles  # [group, decision, action, bucket, lane]
    totals: Singles
    mix: Singles  # room for that of one group
    reach: Singles  # [side, group, row] how often each side comes to the lines
    values: Singles  # [group, row] what the lines are worth to who learns


@kernel
def part_of(whole: Singles, group: Scalar, groups: Scalar) -> Singles:
    """The part of a group."""
    wide = whole.size // groups
    return whole[wide * group : wide * (group + 1)]


@kernel
def enter_group(group: Scalar, hero: Scalar, street: LearningStreet, board: LaneBoard, room: LaneRoom) -> None:
    """What is played in a group of lines, and the reach of both sides by it."""
    groups = (street.lines + 15) // 16
    mix_of(part_of(street.regrets, group, groups), street.mix)
    take_group(part_of(street.reach[1 - hero], group, groups), board, room.reach)
    reach_down(1 - hero, street.mix, board, room.reach)
    take_group(part_of(street.reach[hero], group, groups), board, room.own)
    reach_down(hero, street.mix, board, room.own)


@kernel
def leave_group(
    group: Scalar, hero: Scalar, last: Scalar, street: LearningStreet, board: LaneBoard, room: LaneRoom, weight: Scalar
) -> None:
    """Learn in a group of lines, and note what they are worth."""
    groups = (street.lines + 15) // 16
    pays = LanePays(
        street.shown[16 * WAYS * group : 16 * WAYS * (group + 1)],
        street.folded[16 * DECISIONS * group : 16 * DECISIONS * (group + 1)],
    )
    learned = LaneRegrets(
        street.mix, part_of(street.regrets, group, groups), part_of(street.totals, group, groups), weight
    )
    learn_up(hero, last, pays, board, room, learned)
    values = part_of(street.values, group, groups)
    for at in range(board.held):
        for lane in range(16):
            values[16 * board.order[at] + lane] = room.rows[16 * at + lane]


@kernel
def middle_street(
    hero: Scalar, street: LearningStreet, below: LearningStreet, board: LaneBoard, room: LaneRoom
) -> None:
    """The reach of both sides from the lines into a street to those into the next."""
    for group in range((street.lines + 15) // 16):
        enter_group(group, hero, street, board, room)
        give_lines(group, 1 - hero, street.lines, board, room.reach, below.reach[1 - hero])
        give_lines(group, hero, street.lines, board, room.own, below.reach[hero])


@kernel
def learn_middle(
    hero: Scalar, street: LearningStreet, below: LearningStreet, board: LaneBoard, room: LaneRoom, weight: Scalar
) -> None:
    """Learn on a street from what the lines into the next are worth."""
    for group in range((street.lines + 15) // 16):
        enter_group(group, hero, street, board, room)
        take_deals(group, street.lines, board, below.values, 1.0, room.deals)
        leave_group(group, hero, False, street, board, room, weight)


@kernel
def learn_board(
    hero: Scalar, cards: CardRow, buckets: Ints, streets: tuple[LearningStreet, LearningStreet, LearningStreet],
    room: LaneRoom, weight: Scalar, order: Ints,
) -> Scalar:  # fmt: skip
    """One side learns on one board of five cards, from the lines into the flop on; `buckets` is [street, holding].

    Only holdings that the whole board leaves take part, on every street: so each pair of holdings counts alike
    wherever a hand ends. They are written into `order`; the answer is how many they are.
    """
    holdings = buckets.shape[1]
    worth, places = np.zeros(holdings, np.int64), np.zeros((3, holdings + 2), np.int64)
    by_card, table = np.zeros(2 * 1328 + 53, np.uint16), np.zeros((11, 1328), np.uint16)
    held = order_board(cards, worth, order, by_card, table)
    for street in range(3):
        for at in range(held):
            places[street, at] = buckets[street, order[at]]
    flop, turn, river = streets
    on_flop = LaneBoard(held, order, places[0], table, by_card)
    on_turn = LaneBoard(held, order, places[1], table, by_card)
    on_river = LaneBoard(held, order, places[2], table, by_card)
    middle_street(hero, flop, turn, on_flop, room)
    middle_street(hero, turn, river, on_turn, room)
    for group in range((river.lines + 15) // 16):
        enter_group(group, hero, river, on_river, room)
        leave_group(group, hero, True, river, on_river, room, weight)
    learn_middle(hero, turn, river, on_turn, room, weight)
    learn_middle(hero, flop, turn, on_flop, room, weight)
    return held
