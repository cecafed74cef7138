"""One street of heads-up limit, for sixteen lines of betting at a time and all holdings.

Every line leads to the same small tree, so sixteen of them stand side by side in the lanes of a vector. A row holds one
such vector for each holding that the board leaves: reach goes down the small tree, ends are valued, values come up.
A strategy gives each decision, action and bucket of holdings one vector.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from riverboat.arrays import Ints, Singles
from riverboat.kernel import Scalar, kernel
from riverboat.kernel_vectors import add, choose, divide, larger, load, multiply, positive, spread, store, subtract
from riverboat.solving.limit.boards_kernel import CARD_PAIRS
from riverboat.solving.limit.tree import CLOSE, FOLDED, LATER, NONE
from riverboat.solving.spots.vectors.fields import Facing, Shorts
from riverboat.solving.spots.vectors.river_kernel import compare_all, sum_by_card, sum_by_strength

U = np.uint64
#: Numbers in a row: sixteen for each holding, and a few to spare.
ROW = 16 * 1328
ZERO, ONE = np.float32(0), np.float32(1)

ACTOR, FOLLOWS = LATER.actor, LATER.follows
DECISIONS, WAYS = LATER.decisions, LATER.ways
#: Decisions in an order in which what follows comes first, and the row in which the value of each is kept.
UP_ORDER = np.array([5, 4, 3, 2, 1, 9, 8, 7, 6, 0], np.int64)
KEPT = np.array([0, 0, 0, 0, 0, 0, 1, 1, 1, 1], np.int64)
FOLD_ROW, CALL_ROW = 2, 3


def _sequences() -> tuple[Ints, int]:
    """[side, decision, close or fold] the number of the side's own actions so far, and how many numbers there are."""
    found = np.zeros((2, FOLDED + DECISIONS), np.int64)
    count = [1, 1]
    for decision in range(DECISIONS):
        for follows in FOLLOWS[decision]:
            if follows != NONE:
                actor = int(ACTOR[decision])
                found[:, follows] = found[:, decision]
                found[actor, follows] = count[actor]
                count[actor] += 1
    return found, max(count)


SEQUENCE, SEQUENCES = _sequences()


class LaneBoard(NamedTuple):
    """A board: how many holdings it leaves, which, in what bucket each is, and for the last street who beats whom."""

    held: int
    order: Ints  # [place] the holding
    buckets: Ints  # [place]
    table: Shorts  # [field, place] as `solving.spots` has it
    group: Shorts


class LaneRoom(NamedTuple):
    """What a pass writes on."""

    reach: Singles  # [sequence, row] of the other side
    own: Singles  # of the side that the pass is for
    rows: Singles  # [4, row] values
    deals: Singles  # [way, row] what the next street is worth
    sums: Singles
    by_card: Singles


class LanePays(NamedTuple):
    """What is played for in a group of lines."""

    shown: Singles  # [way, lane]
    folded: Singles  # [decision, lane]


class LaneRegrets(NamedTuple):
    """What is learned in a group of lines: rows of [decision, action, bucket, lane]."""

    mix: Singles  # what is played now
    regrets: Singles
    totals: Singles  # the weighed sum of what was played
    weight: float  # of this iteration


def new_room() -> LaneRoom:
    """Room for passes, one at a time."""

    def rows(count: int) -> Singles:
        return np.zeros(count * ROW + 16, np.float32)

    return LaneRoom(
        reach=rows(SEQUENCES),
        own=rows(SEQUENCES),
        rows=rows(4),
        deals=rows(WAYS),
        sums=rows(1),
        by_card=np.zeros(16 * (2 * 1328 + 53), np.float32),
    )


@kernel
def take_group(lines: Singles, board: LaneBoard, reach: Singles) -> None:
    """The reach of a group of lines, [holding, lane], as the first row: holdings in the order of the board."""
    for at in range(board.held):
        store(reach, U(16 * at), load(lines, U(16 * board.order[at])))


@kernel
def reach_down(side: Scalar, mix: Singles, board: LaneBoard, reach: Singles) -> None:
    """The reach of all sequences of a side that plays a mix, [decision, action, bucket, lane], from its first row."""
    wide = mix.size // (3 * DECISIONS)
    for decision in range(DECISIONS):
        if ACTOR[decision] == side:
            above = SEQUENCE[side, decision] * ROW
            for action in range(3):
                follows = FOLLOWS[decision, action]
                if follows != NONE:
                    below = SEQUENCE[side, follows] * ROW
                    first = (3 * decision + action) * wide
                    for at in range(board.held):
                        share = load(mix, U(first + 16 * board.buckets[at]))
                        store(reach, U(below + 16 * at), multiply(share, load(reach, U(above + 16 * at))))


@kernel
def fold_row(their: Singles, board: LaneBoard, pays: Singles, sign: Scalar, room: LaneRoom) -> None:
    """What a fold is worth to every holding: the pay times the reach of all holdings that it can meet."""
    needs = room.by_card
    zero = spread(needs, ZERO)
    for card in range(52):
        store(needs, U(16 * card), zero)
    total = zero
    for at in range(board.held):
        one = board.order[at]
        come = load(their, U(16 * at))
        total = add(total, come)
        for which in range(2):
            place = U(16) * U(CARD_PAIRS[one, which])
            store(needs, place, add(load(needs, place), come))
    pay = multiply(spread(needs, np.float32(sign)), load(pays, U(0)))
    for at in range(board.held):
        one = board.order[at]
        left = add(subtract(total, load(needs, U(16) * U(CARD_PAIRS[one, 0]))), load(their, U(16 * at)))
        left = subtract(left, load(needs, U(16) * U(CARD_PAIRS[one, 1])))
        store(room.rows, U(FOLD_ROW * ROW + 16 * at), multiply(pay, left))


@kernel
def show_row(their: Singles, board: LaneBoard, pays: Singles, room: LaneRoom) -> None:
    """What a showdown is worth to every holding: the pay, times what it beats less what beats it."""
    out = room.rows[CALL_ROW * ROW :]
    sum_by_strength(their, board.held, room.sums)
    sum_by_card(their, board.group, room.by_card)
    width = ROW // 16
    facing = Facing(board.held, width, board.table, board.held, width, board.group)
    compare_all(facing, room.sums, room.by_card, out)
    pay = load(pays, U(0))
    for at in range(board.held):
        store(out, U(16 * at), multiply(pay, load(out, U(16 * at))))


@kernel
def ends_of(decision: Scalar, hero: Scalar, last: Scalar, pays: LanePays, board: LaneBoard, room: LaneRoom) -> None:
    """Value what ends by the decision: a fold, and a call that closes the street."""
    other = 1 - hero
    if FOLLOWS[decision, 0] != NONE:
        sign = -1.0 if ACTOR[decision] == hero else 1.0
        their = room.reach[SEQUENCE[other, FOLLOWS[decision, 0]] * ROW :]
        fold_row(their, board, pays.folded[16 * decision :], sign, room)
    follows = FOLLOWS[decision, 1]
    if follows >= CLOSE:
        way = follows - CLOSE
        if last:
            show_row(room.reach[SEQUENCE[other, follows] * ROW :], board, pays.shown[16 * way :], room)
        else:
            room.rows[CALL_ROW * ROW : CALL_ROW * ROW + 16 * board.held] = room.deals[
                way * ROW : way * ROW + 16 * board.held
            ]


@kernel
def rows_of(decision: Scalar) -> tuple[Scalar, Scalar, Scalar]:
    """Where the values of fold, call and raise stand; -1 for what is not allowed."""
    fold = FOLD_ROW * ROW if FOLLOWS[decision, 0] != NONE else -1
    call = CALL_ROW * ROW if FOLLOWS[decision, 1] >= CLOSE else KEPT[FOLLOWS[decision, 1]] * ROW
    raised = FOLLOWS[decision, 2]
    return fold, call, KEPT[raised] * ROW if raised != NONE else -1


@kernel
def join(decision: Scalar, best: Scalar, held: Scalar, rows: Singles) -> None:
    """The value of a decision: the best of what follows, or all of it together where the other side decides."""
    fold, call, raised = rows_of(decision)
    to = KEPT[decision] * ROW
    for at in range(0, 16 * held, 16):
        found = load(rows, U(call + at))
        if fold >= 0:
            other = load(rows, U(fold + at))
            found = larger(found, other) if best else add(found, other)
        if raised >= 0:
            other = load(rows, U(raised + at))
            found = larger(found, other) if best else add(found, other)
        store(rows, U(to + at), found)


@kernel
def learn(decision: Scalar, hero: Scalar, board: LaneBoard, room: LaneRoom, learned: LaneRegrets) -> None:
    """The value of a decision by what is played now; its regrets and its average are brought forward."""
    fold, call, raised = rows_of(decision)
    rows, mix, regrets = room.rows, learned.mix, learned.regrets
    wide = mix.size // (3 * DECISIONS)
    first = 3 * decision * wide
    to, own = KEPT[decision] * ROW, SEQUENCE[hero, decision] * ROW
    weight, none = spread(rows, np.float32(learned.weight)), spread(rows, ZERO)
    for at in range(board.held):
        place = first + 16 * board.buckets[at]
        come = multiply(weight, load(room.own, U(own + 16 * at)))
        worth_fold = load(rows, U(fold + 16 * at)) if fold >= 0 else none
        worth_call = load(rows, U(call + 16 * at))
        worth_raise = load(rows, U(raised + 16 * at)) if raised >= 0 else none
        share_fold, share_call = load(mix, U(place)), load(mix, U(place + wide))
        share_raise = load(mix, U(place + 2 * wide))
        mean = add(multiply(share_fold, worth_fold), multiply(share_call, worth_call))
        mean = add(mean, multiply(share_raise, worth_raise))
        if fold >= 0:
            note(regrets, place, multiply(weight, subtract(worth_fold, mean)))
            note(learned.totals, place, multiply(come, share_fold))
        note(regrets, place + wide, multiply(weight, subtract(worth_call, mean)))
        note(learned.totals, place + wide, multiply(come, share_call))
        if raised >= 0:
            note(regrets, place + 2 * wide, multiply(weight, subtract(worth_raise, mean)))
            note(learned.totals, place + 2 * wide, multiply(come, share_raise))
        store(rows, U(to + 16 * at), mean)


@kernel
def note(kept: Singles, place: Scalar, more: Scalar) -> None:
    """Add sixteen numbers to what is kept."""
    store(kept, U(place), add(load(kept, U(place)), more))


@kernel
def respond_up(hero: Scalar, last: Scalar, pays: LanePays, board: LaneBoard, room: LaneRoom) -> None:
    """The value of a group of lines to a player who responds best, as the first of the room's rows."""
    for decision in UP_ORDER:
        ends_of(decision, hero, last, pays, board, room)
        join(decision, ACTOR[decision] == hero, board.held, room.rows)


@kernel
def note_best(decision: Scalar, held: Scalar, rows: Singles, chosen: Singles) -> None:
    """The value of the best of what follows a decision, and which it is: below 0 a fold, 0 a call, above 0 a raise."""
    fold, call, raised = rows_of(decision)
    to, noted = KEPT[decision] * ROW, decision * ROW
    less, none, more = spread(rows, -ONE), spread(rows, ZERO), spread(rows, ONE)
    for at in range(0, 16 * held, 16):
        found, which = load(rows, U(call + at)), none
        if fold >= 0:
            other = load(rows, U(fold + at))
            which, found = choose(subtract(other, found), less, which), larger(other, found)
        if raised >= 0:
            other = load(rows, U(raised + at))
            which, found = choose(subtract(other, found), more, which), larger(other, found)
        store(rows, U(to + at), found)
        store(chosen, U(noted + at), which)


@kernel
def choose_up(side: Scalar, pays: LanePays, board: LaneBoard, room: LaneRoom, chosen: Singles) -> None:
    """What a side's best response on the last street chooses, [decision, row], and its value, the room's first row."""
    for decision in UP_ORDER:
        ends_of(decision, side, True, pays, board, room)
        if ACTOR[decision] == side:
            note_best(decision, board.held, room.rows, chosen)
        else:
            join(decision, False, board.held, room.rows)


@kernel
def reach_chosen(side: Scalar, chosen: Singles, board: LaneBoard, reach: Singles) -> None:
    """The reach of all sequences of a side that chooses one action at each decision, from its first row."""
    none = spread(reach, ZERO)
    for decision in range(DECISIONS):
        if ACTOR[decision] == side:
            above, noted = SEQUENCE[side, decision] * ROW, decision * ROW
            for action in range(3):
                follows = FOLLOWS[decision, action]
                if follows == NONE:
                    continue
                below = SEQUENCE[side, follows] * ROW
                for at in range(0, 16 * board.held, 16):
                    come, which = load(reach, U(above + at)), load(chosen, U(noted + at))
                    if action == 0:
                        come = choose(subtract(none, which), come, none)
                    elif action == 2:
                        come = choose(which, come, none)
                    else:
                        come = choose(multiply(which, which), none, come)
                    store(reach, U(below + at), come)


@kernel
def learn_up(
    hero: Scalar, last: Scalar, pays: LanePays, board: LaneBoard, room: LaneRoom, learned: LaneRegrets
) -> None:
    """The value of a group of lines to a player of the mix of now, as the first of the room's rows; it learns."""
    for decision in UP_ORDER:
        ends_of(decision, hero, last, pays, board, room)
        if ACTOR[decision] == hero:
            learn(decision, hero, board, room, learned)
        else:
            join(decision, False, board.held, room.rows)


@kernel
def mix_of(side: Scalar, regrets: Singles, mix: Singles) -> None:
    """What a side plays now: each action in proportion to its regret, where that is above 0; else all alike."""
    wide = regrets.size // (3 * DECISIONS)
    one, zero = spread(mix, ONE), spread(mix, ZERO)
    for decision in range(DECISIONS):
        if ACTOR[decision] != side:
            continue
        count = 0
        for action in range(3):
            count += FOLLOWS[decision, action] != NONE
        even = spread(mix, np.float32(1.0 / count))
        first = 3 * decision * wide
        for at in range(first, first + wide, 16):
            total = zero
            for action in range(3):
                if FOLLOWS[decision, action] != NONE:
                    total = add(total, positive(load(regrets, U(at + action * wide))))
            each = divide(one, choose(total, total, one))
            for action in range(3):
                share = zero
                if FOLLOWS[decision, action] != NONE:
                    share = multiply(each, positive(load(regrets, U(at + action * wide))))
                    share = choose(total, share, even)
                store(mix, U(at + action * wide), share)


@kernel
def give_lines(group: Scalar, side: Scalar, count: Scalar, board: LaneBoard, reach: Singles, lines: Singles) -> None:
    """The reach of a group where a street ends, as lines into the next: [group, holding, lane]. `count`: lines here."""
    lanes = min(16, count - 16 * group)
    for way in range(WAYS):
        row, line = SEQUENCE[side, CLOSE + way] * ROW, count * way + 16 * group
        first, before = (line // 16) * ROW + line % 16, min(lanes, 16 - line % 16)
        for at in range(board.held):
            place, come = first + 16 * board.order[at], row + 16 * at
            for lane in range(before):
                lines[place + lane] = reach[come + lane]
            for lane in range(before, lanes):
                lines[place + ROW - 16 + lane] = reach[come + lane]


@kernel
def take_deals(group: Scalar, count: Scalar, board: LaneBoard, values: Singles, share: Scalar, deals: Singles) -> None:
    """What the ends of a group's street are worth, from the sums over next cards, [group, holding, lane].

    `share` is the chance of each card. It is counted in here and nowhere else: sums of whole numbers stay exact.
    """
    times = np.float32(share)
    lanes = min(16, count - 16 * group)
    for way in range(WAYS):
        line = count * way + 16 * group
        first, before = (line // 16) * ROW + line % 16, min(lanes, 16 - line % 16)
        for at in range(board.held):
            place, to = first + 16 * board.order[at], way * ROW + 16 * at
            for lane in range(before):
                deals[to + lane] = times * values[place + lane]
            for lane in range(before, lanes):
                deals[to + lane] = times * values[place + ROW - 16 + lane]


@kernel
def give_values(board: LaneBoard, moved: Ints, rows: Singles, values: Singles) -> None:
    """Add what a group of lines is worth to its values [holding, lane], once for each way to exchange suits."""
    for way in range(moved.shape[0]):
        for at in range(board.held):
            note(values, 16 * moved[way, board.order[at]], load(rows, U(16 * at)))
