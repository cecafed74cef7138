"""The last street: all its boards, one after another, with showdowns of sixteen sequences at a time.

For a holding, the weight it beats less the weight that beats it is a difference of sums over the other's holdings in
the order of strength; those that need one of its own two cards are taken out by the same sums for each card. Holdings
that are the same but for suits on a board take over each other's values: not even by rounding may they part, since
cards that are alike are dealt once only.
"""

from __future__ import annotations

import numpy as np

from riverboat.kernel import Scalar, inlined, kernel
from riverboat.kernel_vectors import add, into_lanes, load, out_of_lanes, spread, store, subtract
from riverboat.solving.spots.vectors.fields import (
    ALIKE,
    ALL,
    BELOW,
    BOARD,
    CARDS,
    COST,
    FOLDED,
    FROM,
    HELD,
    HIGH,
    INDEX,
    LEARN,
    LIKE,
    LOW,
    MIXES,
    REGRETS,
    SAME,
    TO,
    UP_TO,
    WEIGHED,
    WIDTH,
    Ends,
    Facing,
    FieldRows,
    Floats,
    Lines,
    Locked,
    Numbers,
    RowStart,
    Shorts,
    StreetRows,
    Workspace,
)
from riverboat.solving.spots.vectors.walk_kernel import reach_by_average, reach_by_regrets, values_up

U = np.uint64
W = np.uint64(16)
ZERO, ONE = np.float32(0), np.float32(1)


@inlined
def sum_by_strength(rows: Floats, held: Scalar, sums: Floats) -> None:
    """sums[i] = the first i rows together."""
    total = spread(sums, ZERO)
    store(sums, U(0), total)
    for i in range(held):
        total = add(total, load(rows, U(16 * i)))
        store(sums, U(16 * i + 16), total)


@inlined
def sum_by_card(rows: Floats, group: Shorts, sums: Floats) -> None:
    """sums = for each card, one after another, the rows of the holdings that need it: the first none, one, two ..."""
    at = 0
    for card in range(CARDS):
        total = spread(sums, ZERO)
        store(sums, U(16 * at), total)
        at += 1
        for j in range(group[card], group[card + 1]):
            total = add(total, load(rows, W * U(group[CARDS + 1 + j])))
            store(sums, U(16 * at), total)
            at += 1


@inlined
def compare_all(board: Facing, sums: Floats, by_card: Floats, out: Floats) -> None:
    """For each holding: what it beats less what beats it."""
    table = board.table
    total = load(sums, U(16 * board.they_hold))
    low, high = table[LOW], table[HIGH]
    b0, b1, u0, u1 = table[BELOW], table[BELOW + 1], table[UP_TO], table[UP_TO + 1]
    a0, a1 = table[ALL], table[ALL + 1]
    like = table[LIKE]
    for i in range(board.held):
        if like[i] != i:
            store(out, U(16 * i), load(out, W * U(like[i])))
            continue
        every = subtract(add(load(sums, W * U(low[i])), load(sums, W * U(high[i]))), total)
        one = subtract(add(load(by_card, W * U(b0[i])), load(by_card, W * U(u0[i]))), load(by_card, W * U(a0[i])))
        two = subtract(add(load(by_card, W * U(b1[i])), load(by_card, W * U(u1[i]))), load(by_card, W * U(a1[i])))
        store(out, U(16 * i), subtract(subtract(every, one), two))


@inlined
def meet_all(board: Facing, rows: Floats, sums: Floats, by_card: Floats, out: Floats) -> None:
    """For each holding: the weight of all that it can meet."""
    table = board.table
    total = load(sums, U(16 * board.they_hold))
    a0, a1, same = table[ALL], table[ALL + 1], table[SAME]
    like = table[LIKE]
    for i in range(board.held):
        if like[i] != i:
            store(out, U(16 * i), load(out, W * U(like[i])))
            continue
        left = subtract(subtract(total, load(by_card, W * U(a0[i]))), load(by_card, W * U(a1[i])))
        store(out, U(16 * i), add(left, load(rows, W * U(same[i]))))


@inlined
def take_rows(reach: Floats, sequences: Numbers, first: Scalar, width: Scalar, held: Scalar, rows: Floats) -> None:
    """Sixteen sequences side by side; after the last holding a row of nothing."""
    for h in range(0, width, 16):
        into_lanes(reach, sequences, U(first), U(width), U(h), rows)
    store(rows, U(16 * held), spread(rows, ZERO))


@inlined
def put_rows(
    out: Floats, held: Scalar, nodes: Numbers, pays: Floats, first: Scalar, width: Scalar, values: Floats
) -> None:
    """Give sixteen nodes what was found for them, times their pay."""
    for i in range(held, width):
        store(out, U(16 * i), spread(out, ZERO))
    for h in range(0, width, 16):
        out_of_lanes(out, nodes, pays, U(first), U(width), U(h), values)


@inlined
def add_costs(
    out: Floats, held: Scalar, nodes: Numbers, costs: Floats, first: Scalar, width: Scalar, values: Floats
) -> None:
    """Add the rake of showdowns, which falls on all holdings alike."""
    for lane in range(16):
        row = np.int64(nodes[first + lane]) * width
        for i in range(held):
            values[row + i] += costs[first + lane] * out[16 * i + lane]


@inlined
def values_of_ends(reach: Floats, board: Facing, lanes: Ends, values: Floats, spare: Floats) -> None:
    """The values of all nodes in which the hand ends."""
    held, width, they_hold, their_width = board.held, board.width, board.they_hold, board.their_width
    rows = spare[: 16 * (their_width + 1)]
    sums = spare[16 * (their_width + 1) : 32 * (their_width + 1)]
    by_card = spare[32 * (their_width + 1) : 32 * (their_width + 1) + 16 * (2 * their_width + CARDS + 1)]
    out = spare[32 * (their_width + 1) + 16 * (2 * their_width + CARDS + 1) :]
    shown, pays = lanes.shown[TO], lanes.shown_pays[TO]
    for first in range(0, shown.size, 16):
        take_rows(reach, lanes.shown[FROM], first, their_width, they_hold, rows)
        sum_by_strength(rows, they_hold, sums)
        sum_by_card(rows, board.group, by_card)
        compare_all(board, sums, by_card, out)
        put_rows(out, held, shown, pays, first, width, values)
        if lanes.raked or first < 16 * lanes.folding:
            meet_all(board, rows, sums, by_card, out)
            if lanes.raked:
                add_costs(out, held, shown, lanes.shown_pays[COST], first, width, values)
            if first < 16 * lanes.folding:
                put_rows(out, held, lanes.shown[FOLDED], lanes.shown_pays[FOLDED], first, width, values)
    for first in range(0, lanes.won.shape[1], 16):
        take_rows(reach, lanes.won[FROM], first, their_width, they_hold, rows)
        sum_by_strength(rows, they_hold, sums)
        sum_by_card(rows, board.group, by_card)
        meet_all(board, rows, sums, by_card, out)
        put_rows(out, held, lanes.won[TO], lanes.won_pays, first, width, values)


@inlined
def take_lines(
    lines: Floats, count: Scalar, full: Scalar, index: Shorts, held: Scalar, width: Scalar, share: Scalar, out: Floats
) -> None:
    """The lines into a board, in the order of strength there."""
    for k in range(count):
        for h in range(held):
            out[k * width + h] = lines[k * full + index[h]] * share
        for h in range(held, width):
            out[k * width + h] = ZERO


@kernel
def rivers(
    mode: Scalar, hero: Scalar, begin: Scalar, end: Scalar,
    street: StreetRows, lanes: Ends, rates: Floats, lines: Lines, room: Workspace,
) -> None:  # fmt: skip
    """The last cards from `begin` to `end`: reach down, ends, values up; what lines are worth is added up."""
    other = 1 - hero
    table, nodes, roots, reach, values = street.table, street.nodes, street.roots, room.reach, room.values
    full, their_full = lines.values.size // roots.size, lines.reach.size // roots.size
    field = FieldRows(street.regrets, street.mixes, street.scales)
    locked = Locked(street.locked_at, street.locked)
    scaled = street.scales.size // table.shape[0]
    for r in range(begin, end):
        board = table[r, BOARD]
        held, they_hold = table[r, HELD + hero], table[r, HELD + other]
        width, their_width = table[r, WIDTH + hero], table[r, WIDTH + other]
        index, their_index = lanes.tables[board, INDEX], lanes.their_tables[board, INDEX]
        take_lines(lines.reach, roots.size, their_full, their_index, they_hold, their_width, lanes.share, reach)
        if mode == LEARN:
            reach_by_regrets(nodes, other, street.their_regrets, table[r, REGRETS + other], their_width, reach)
            if rates[WEIGHED] > ZERO:
                take_lines(lines.own, roots.size, full, index, held, width, ONE, room.own)
                reach_by_regrets(nodes, hero, street.regrets, table[r, REGRETS + hero], width, room.own)
                take_lines(lines.mean, roots.size, full, index, held, width, ONE, room.mean)
                reach_by_average(nodes, hero, street.mixes, table[r, MIXES + hero], width, room.mean)
        else:
            reach_by_average(nodes, other, street.their_mixes, table[r, MIXES + other], their_width, reach)
        facing = Facing(held, width, lanes.tables[board], they_hold, their_width, lanes.their_groups[board])
        values_of_ends(reach, facing, lanes, values, room.spare)
        start = RowStart(r, table[r, REGRETS + hero], table[r, MIXES + hero], r * scaled, width)
        values_up(mode, hero, nodes, field, start, rates, locked, room)
        for way in range(table[r, ALIKE], table[r, ALIKE + 1]):
            to = lanes.moved[street.alike[way]]
            for k in range(roots.size):
                for h in range(held):
                    lines.values[k * full + to[index[h]]] += values[roots[k] * width + h]
