"""One iteration of public chance sampling at heads-up limit: one board, all holdings, one side learns."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from riverboat.arrays import CardRow, Floats, Ints, Singles
from riverboat.kernel import Scalar, kernel
from riverboat.kernel_vectors import add, load, multiply, spread, store
from riverboat.solving.limit.boards_kernel import order_board
from riverboat.solving.limit.lanes_kernel import (
    DECISIONS,
    WAYS,
    LaneBoard,
    LanePays,
    LaneRegrets,
    LaneRoom,
    choose_up,
    give_lines,
    learn_up,
    mix_of,
    reach_chosen,
    reach_down,
    take_deals,
    take_group,
)

U = np.uint64
#: Lines that either side comes to with this share of its holdings are always looked at; others less often, but never
#: less than the second number says.
OFTEN, LEAST_CHANCE = 0.03, 0.1


class LearningStreet(NamedTuple):
    """A street after the flop was dealt: what is played for, what was learned, and the lines that lead there."""

    lines: int
    shown: Singles  # [group, way, lane]
    folded: Singles  # [group, decision, lane]
    regrets: Singles  # [group, decision, action, bucket, lane]
    totals: Singles  # the weighed sum of what was played
    rival: Singles  # regrets of the opponents that it learns against; none on the river, where they respond best
    spare: Singles  # room as large as what one group has of regrets
    mix: Singles  # room for what is played in one group
    reach: Singles  # [side, group, row] how often each side comes to the lines
    values: Singles  # [side, group, row] what the lines are worth


@kernel
def part_of(whole: Singles, group: Scalar, groups: Scalar) -> Singles:
    """The part of a group."""
    wide = whole.size // groups
    return whole[wide * group : wide * (group + 1)]


@kernel
def turned(room: LaneRoom) -> LaneRoom:
    """The room as the other side sees it."""
    return LaneRoom(room.own, room.reach, room.rows, room.deals, room.sums, room.by_card)


@kernel
def pays_in(group: Scalar, street: LearningStreet) -> LanePays:
    """What is played for in a group of lines."""
    return LanePays(
        street.shown[16 * WAYS * group : 16 * WAYS * (group + 1)],
        street.folded[16 * DECISIONS * group : 16 * DECISIONS * (group + 1)],
    )


@kernel
def enter_group(group: Scalar, hero: Scalar, street: LearningStreet, board: LaneBoard, room: LaneRoom) -> None:
    """What both sides play in a group of lines before the river, and their reach by it."""
    groups = (street.lines + 15) // 16
    mix_of(hero, part_of(street.regrets, group, groups), street.mix)
    mix_of(1 - hero, part_of(street.rival, group, groups), street.mix)
    take_group(part_of(street.reach[1 - hero], group, groups), board, room.reach)
    reach_down(1 - hero, street.mix, board, room.reach)
    take_group(part_of(street.reach[hero], group, groups), board, room.own)
    reach_down(hero, street.mix, board, room.own)


@kernel
def give_worth(values: Singles, board: LaneBoard, times: Scalar, room: LaneRoom) -> None:
    """Note what a group of lines is worth, [holding, lane], this many times over."""
    factor = spread(values, np.float32(times))
    for at in range(board.held):
        store(values, U(16 * board.order[at]), multiply(factor, load(room.rows, U(16 * at))))


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
def group_chance(street: LearningStreet, group: Scalar, board: LaneBoard) -> Scalar:
    """How likely a group of lines is looked at: 1 where a side comes there often in some lane, less where neither does.

    What is learned there counts the more, so that all stays right in the mean.
    """
    groups = (street.lines + 15) // 16
    sums, most = np.zeros(16, np.float32), np.float32(0)
    for side in range(2):
        rows = part_of(street.reach[side], group, groups)
        total = spread(rows, np.float32(0))
        for at in range(board.held):
            total = add(total, load(rows, U(16 * board.order[at])))
        store(sums, U(0), total)
        most = max(most, sums.max())
    return min(1.0, max(LEAST_CHANCE, most / (OFTEN * board.held)))


@kernel
def learn_last(
    hero: Scalar, street: LearningStreet, board: LaneBoard, room: LaneRoom, weight: Scalar, draws: Floats
) -> None:
    """Learn on the river, against opponents that know every card and choose the best response to what is played now."""
    groups = (street.lines + 15) // 16
    for group in range(groups):
        chance = group_chance(street, group, board)
        if draws[group] >= chance:
            part_of(street.values[0], group, groups)[:] = 0
            part_of(street.values[1], group, groups)[:] = 0
            continue
        regrets, totals = part_of(street.regrets, group, groups), part_of(street.totals, group, groups)
        pays = pays_in(group, street)
        mix_of(hero, regrets, street.mix)
        take_group(part_of(street.reach[hero], group, groups), board, room.own)
        reach_down(hero, street.mix, board, room.own)
        choose_up(1 - hero, pays, board, turned(room), street.spare)
        give_worth(part_of(street.values[1 - hero], group, groups), board, 1.0 / chance, room)
        take_group(part_of(street.reach[1 - hero], group, groups), board, room.reach)
        reach_chosen(1 - hero, street.spare, board, room.reach)
        learn_up(hero, True, pays, board, room, LaneRegrets(street.mix, regrets, totals, weight / chance))
        give_worth(part_of(street.values[hero], group, groups), board, 1.0 / chance, room)


@kernel
def learn_middle(
    hero: Scalar, street: LearningStreet, below: LearningStreet, board: LaneBoard, room: LaneRoom, weight: Scalar
) -> None:
    """Both sides learn on a street from what the lines into the next are worth to them."""
    groups = (street.lines + 15) // 16
    for group in range(groups):
        enter_group(group, hero, street, board, room)
        pays = pays_in(group, street)
        totals, rival = part_of(street.totals, group, groups), part_of(street.rival, group, groups)
        learned = LaneRegrets(street.mix, part_of(street.regrets, group, groups), totals, weight)
        take_deals(group, street.lines, board, below.values[hero], 1.0, room.deals)
        learn_up(hero, False, pays, board, room, learned)
        give_worth(part_of(street.values[hero], group, groups), board, 1.0, room)
        take_deals(group, street.lines, board, below.values[1 - hero], 1.0, room.deals)
        learn_up(1 - hero, False, pays, board, turned(room), LaneRegrets(street.mix, rival, street.spare, weight))
        give_worth(part_of(street.values[1 - hero], group, groups), board, 1.0, room)


@kernel
def learn_board(
    hero: Scalar, cards: CardRow, buckets: Ints, streets: tuple[LearningStreet, LearningStreet, LearningStreet],
    room: LaneRoom, weight: Scalar, order: Ints, draws: Floats,
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
    learn_last(hero, river, on_river, room, weight, draws)
    learn_middle(hero, turn, river, on_turn, room, weight)
    learn_middle(hero, flop, turn, on_flop, room, weight)
    return held
