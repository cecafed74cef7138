"""Passes over the nodes of a street, a whole range at a time: reach goes down, values come up, regrets are learned."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.kernel import Scalar, kernel
from riverboat.kernel_vectors import (
    add,
    choose,
    divide,
    larger,
    largest,
    load,
    multiply,
    positive,
    size,
    spread,
    store,
    subtract,
)
from riverboat.solving.spots.vectors.fields import (
    CARDS,
    CHILD,
    COUNT,
    KEEP_GAINS,
    KEEP_LOSSES,
    KIND,
    LEARN,
    LOCK,
    MIX,
    NEWEST,
    RESPOND,
    ROW,
    SEQ,
    WEIGHED,
    FieldRows,
    Floats,
    Folds,
    Ints,
    Kept,
    Locked,
    Workspace,
)

Nodes = npt.NDArray[np.int32]
U = np.uint64
ZERO, ONE = np.float32(0), np.float32(1)
#: Smaller numbers count as nothing: arithmetic with denormal ones takes ten times as long.
TINY = np.float32(1e-30)
#: The largest number that two bytes hold.
MOST = np.float32(32767)


@kernel
def reach_by_regrets(nodes: Nodes, side: Scalar, regrets: Kept, at: Scalar, width: Scalar, reach: Floats) -> None:
    """The reach of every sequence of a side that follows its regrets, from that of the roots; rows begin at a place."""
    one, tiny, zero = spread(reach, ONE), spread(reach, TINY), spread(reach, ZERO)
    for i in range(nodes.shape[0]):
        if nodes[i, KIND] == side:
            n = nodes[i, COUNT]
            above = nodes[i, SEQ + side] * width
            below = nodes[nodes[i, CHILD], SEQ + side] * width
            rows = at + nodes[i, ROW] * width
            even = spread(reach, 1.0 / n)
            for h in range(0, width, 16):
                total = positive(load(regrets, U(rows + h)))
                for a in range(1, n):
                    total = add(total, positive(load(regrets, U(rows + a * width + h))))
                come = load(reach, U(above + h))
                each = divide(come, choose(total, total, one))
                alike = multiply(come, even)
                for a in range(n):
                    goes = multiply(each, positive(load(regrets, U(rows + a * width + h))))
                    goes = choose(total, goes, alike)
                    store(reach, U(below + a * width + h), choose(subtract(goes, tiny), goes, zero))


@kernel
def reach_by_average(nodes: Nodes, side: Scalar, mixes: Kept, at: Scalar, width: Scalar, reach: Floats) -> None:
    """The reach of every sequence of a side that follows its average strategy."""
    one, tiny, zero = spread(reach, ONE), spread(reach, TINY), spread(reach, ZERO)
    for i in range(nodes.shape[0]):
        if nodes[i, KIND] == side:
            n = nodes[i, COUNT]
            above = nodes[i, SEQ + side] * width
            below = nodes[nodes[i, CHILD], SEQ + side] * width
            rows = at + nodes[i, MIX] * width
            for h in range(0, width, 16):
                come, left = load(reach, U(above + h)), one
                for a in range(n - 1):
                    share = load(mixes, U(rows + a * width + h))
                    left = subtract(left, share)
                    goes = multiply(come, share)
                    store(reach, U(below + a * width + h), choose(subtract(goes, tiny), goes, zero))
                store(reach, U(below + (n - 1) * width + h), multiply(come, positive(left)))


@kernel
def weigh(newest: Scalar, room: Workspace, place: Scalar) -> Scalar:
    """How much the newest strategy counts in the average of each holding, by how often it comes to the node.

    Reach of the average is (1 - w) times what it was, and w times that of now: so is the strategy at every node.
    """
    now = multiply(newest, load(room.own, place))
    both = add(now, multiply(subtract(spread(room.values, ONE), newest), load(room.mean, place)))
    return divide(now, choose(both, both, spread(room.values, ONE)))


@kernel
def learn_node(
    n: Scalar, regrets: Kept, rows: Scalar, mixes: Kept, mixed: Scalar, width: Scalar,
    room: Workspace, seq: Scalar, to: Scalar, child: Scalar, rates: Floats,
) -> None:  # fmt: skip
    """One node of the side that learns: its value, then its average strategy and its regrets brought forward."""
    values = room.values
    gains, losses, newest = (
        spread(values, rates[KEEP_GAINS]),
        spread(values, rates[KEEP_LOSSES]),
        spread(values, rates[NEWEST]),
    )
    one, zero, even, tiny = spread(values, ONE), spread(values, ZERO), spread(values, 1.0 / n), spread(values, TINY)
    for h in range(0, width, 16):
        total = positive(load(regrets, U(rows + h)))
        for a in range(1, n):
            total = add(total, positive(load(regrets, U(rows + a * width + h))))
        each = divide(one, choose(total, total, one))
        mean, counts = zero, newest
        if rates[WEIGHED] > ZERO:
            counts = weigh(newest, room, U(seq + h))
        for a in range(n):
            share = choose(total, multiply(each, positive(load(regrets, U(rows + a * width + h)))), even)
            mean = add(mean, multiply(share, load(values, U(child + a * width + h))))
            if a < n - 1:
                place = U(mixed + a * width + h)
                before = load(mixes, place)
                store(mixes, place, add(before, multiply(counts, subtract(share, before))))
        store(values, U(to + h), mean)
        for a in range(n):
            place = U(rows + a * width + h)
            before = load(regrets, place)
            gain = subtract(load(values, U(child + a * width + h)), mean)
            after = add(multiply(before, choose(before, gains, losses)), gain)
            store(regrets, place, choose(subtract(size(after), tiny), after, zero))


@kernel
def learn_packed_node(
    n: Scalar, regrets: Kept, rows: Scalar, mixes: Kept, mixed: Scalar, width: Scalar,
    room: Workspace, seq: Scalar, to: Scalar, child: Scalar, rates: Floats, scales: Floats, scaled: Scalar,
) -> None:  # fmt: skip
    """One node whose regrets are kept in two bytes: as shares of the largest, which is its scale."""
    values, spare = room.values, room.spare
    scale = scales[scaled]
    gains, losses = spread(values, rates[KEEP_GAINS] * scale), spread(values, rates[KEEP_LOSSES] * scale)
    newest, one, zero, even = (
        spread(values, rates[NEWEST]),
        spread(values, ONE),
        spread(values, ZERO),
        spread(values, 1.0 / n),
    )
    most = spread(values, TINY)
    for h in range(0, width, 16):
        total = positive(load(regrets, U(rows + h)))
        for a in range(1, n):
            total = add(total, positive(load(regrets, U(rows + a * width + h))))
        each = divide(one, choose(total, total, one))
        mean, counts = zero, newest
        if rates[WEIGHED] > ZERO:
            counts = weigh(newest, room, U(seq + h))
        for a in range(n):
            share = choose(total, multiply(each, positive(load(regrets, U(rows + a * width + h)))), even)
            mean = add(mean, multiply(share, load(values, U(child + a * width + h))))
            if a < n - 1:
                place = U(mixed + a * width + h)
                before = load(mixes, place)
                store(mixes, place, add(before, multiply(counts, subtract(share, before))))
        store(values, U(to + h), mean)
        for a in range(n):
            before = load(regrets, U(rows + a * width + h))
            gain = subtract(load(values, U(child + a * width + h)), mean)
            after = add(multiply(before, choose(before, gains, losses)), gain)
            most = larger(most, size(after))
            store(spare, U(a * width + h), after)
    scale = largest(most) / MOST
    scales[scaled] = scale
    by = spread(values, ONE / scale)
    for at in range(0, n * width, 16):
        store(regrets, U(rows + at), multiply(by, load(spare, U(at))))


@kernel
def best_node(n: Scalar, width: Scalar, values: Floats, to: Scalar, child: Scalar) -> None:
    """One node of the side that responds as well as it can."""
    for h in range(0, width, 16):
        best = load(values, U(child + h))
        for a in range(1, n):
            best = larger(best, load(values, U(child + a * width + h)))
        store(values, U(to + h), best)


@kernel
def follow_node(
    n: Scalar, mixes: Kept, mixed: Scalar, width: Scalar, values: Floats, to: Scalar, child: Scalar
) -> None:
    """One node of the side that follows its average strategy."""
    for h in range(0, width, 16):
        left, mean = spread(values, ONE), spread(values, ZERO)
        for a in range(n - 1):
            share = load(mixes, U(mixed + a * width + h))
            left = subtract(left, share)
            mean = add(mean, multiply(share, load(values, U(child + a * width + h))))
        mean = add(mean, multiply(positive(left), load(values, U(child + (n - 1) * width + h))))
        store(values, U(to + h), mean)


@kernel
def sum_node(n: Scalar, width: Scalar, values: Floats, to: Scalar, child: Scalar) -> None:
    """One node of the other side: whatever it does is in its reach already."""
    for h in range(0, width, 16):
        total = load(values, U(child + h))
        for a in range(1, n):
            total = add(total, load(values, U(child + a * width + h)))
        store(values, U(to + h), total)


@kernel
def keep_locked(
    mode: Scalar, n: Scalar, regrets: Kept, rows: Scalar, mixes: Kept, mixed: Scalar, width: Scalar,
    values: Floats, to: Scalar, child: Scalar, fixed: Floats, packed: Scalar,
) -> None:  # fmt: skip
    """Give locked holdings of a node the value of what they must do, and their rows what they were. -1: not locked."""
    for h in range(width):
        if fixed[h] >= ZERO:
            mean = ZERO
            for a in range(n):
                mean += fixed[a * width + h] * values[child + a * width + h]
            values[to + h] = mean
            if mode == LEARN:
                lock_holding(n, regrets, rows + h, mixes, mixed + h, width, fixed, h, packed)


@kernel
def lock_holding(
    n: Scalar, regrets: Kept, rows: Scalar, mixes: Kept, mixed: Scalar, width: Scalar,
    fixed: Floats, h: Scalar, packed: Scalar,
) -> None:  # fmt: skip
    """Set the rows of a holding so that its regrets and its average say what it must do."""
    for a in range(n):
        share = fixed[a * width + h]
        regrets[rows + a * width] = share * MOST if packed else share
        if a < n - 1:
            mixes[mixed + a * width] = share * np.float32(65535) + np.float32(0.5) if packed else share


@kernel
def values_up(
    mode: Scalar, hero: Scalar, nodes: Nodes, rows: FieldRows, line: Scalar, at: Scalar, mixed: Scalar, scaled: Scalar,
    width: Scalar, rates: Floats, locked: Locked, room: Workspace,
) -> None:  # fmt: skip
    """The values of all nodes for one side, from the last to the first; where it learns, its rows are changed."""
    packed = rows.scales.size > 0
    for i in range(nodes.shape[0] - 1, -1, -1):
        n, to, child = nodes[i, COUNT], i * width, nodes[i, CHILD] * width
        if nodes[i, KIND] == hero:
            own, mine = at + nodes[i, ROW] * width, mixed + nodes[i, MIX] * width
            if mode == LEARN:
                if packed:
                    learn_packed_node(
                        n, rows.regrets, own, rows.mixes, mine, width, room, nodes[i, SEQ + hero] * width, to, child,
                        rates, rows.scales, scaled + nodes[i, ROW],
                    )  # fmt: skip
                else:
                    learn_node(
                        n, rows.regrets, own, rows.mixes, mine, width, room, nodes[i, SEQ + hero] * width, to, child,
                        rates,
                    )  # fmt: skip
            elif mode == RESPOND:
                best_node(n, width, room.values, to, child)
            else:
                follow_node(n, rows.mixes, mine, width, room.values, to, child)
            if nodes[i, LOCK] >= 0 and locked.at[line, nodes[i, LOCK]] >= 0:
                keep_locked(
                    mode, n, rows.regrets, own, rows.mixes, mine, width, room.values, to, child,
                    locked.rows[locked.at[line, nodes[i, LOCK]] :], packed,
                )  # fmt: skip
        elif nodes[i, KIND] < 2:
            sum_node(n, width, room.values, to, child)


@kernel
def down(
    mode: Scalar, side: Scalar, nodes: Nodes, regrets: Kept, mixes: Kept, width: Scalar,
    lines: Floats, share: Floats, reach: Floats, deals: Ints, next_lines: Floats,
) -> None:  # fmt: skip
    """A street before the last: the reach of all sequences, from that of its lines to that of the next street's."""
    for k in range(lines.size // width):
        for h in range(width):
            reach[k * width + h] = lines[k * width + h] * share[h]
    if mode == LEARN:
        reach_by_regrets(nodes, side, regrets, 0, width, reach)
    else:
        reach_by_average(nodes, side, mixes, 0, width, reach)
    for k in range(deals.size):
        row = nodes[deals[k], SEQ + side] * width
        for h in range(width):
            next_lines[k * width + h] = reach[row + h]


@kernel
def fold_values(folds: Folds, reach: Floats, pay: Scalar, values: Floats) -> None:
    """What each holding gets where somebody folds: the pay, times the reach of all holdings that can be there."""
    total = ZERO
    needs = np.zeros(CARDS, reach.dtype)
    for i in range(folds.cards.shape[0]):
        total += reach[i]
        needs[folds.cards[i, 0]] += reach[i]
        needs[folds.cards[i, 1]] += reach[i]
    for h in range(folds.my_cards.shape[0]):
        left = total - needs[folds.my_cards[h, 0]] - needs[folds.my_cards[h, 1]]
        if folds.same[h] >= 0:
            left += reach[folds.same[h]]
        values[h] = pay * left


@kernel
def up(
    mode: Scalar, hero: Scalar, nodes: Nodes, regrets: Kept, mixes: Kept, scales: Floats,
    width: Scalar, other_width: Scalar,
    next_values: Floats, deals: Ints, folds: Folds, like: Ints, rates: Floats, locked: Locked, room: Workspace,
    roots: Ints, share: Floats, lines: Floats,
) -> None:  # fmt: skip
    """A street before the last: the values of its lines, from those of the next street's."""
    values = room.values
    for k in range(deals.size):
        for h in range(width):
            values[deals[k] * width + h] = next_values[k * width + h]
    for k in range(folds.nodes.shape[0]):
        node = folds.nodes[k, 0]
        row = nodes[node, SEQ + 1 - hero] * other_width
        pay = -folds.losses[k] if folds.nodes[k, 1] == hero else folds.gains[k]
        fold_values(folds, room.reach[row:], pay, values[node * width :])
    for i in range(nodes.shape[0]):
        if nodes[i, KIND] > 1:
            for h in range(like.size):
                values[i * width + h] = values[i * width + like[h]]
    rows = FieldRows(regrets, mixes, scales)
    values_up(mode, hero, nodes, rows, 0, 0, 0, 0, width, rates, locked, room)
    for k in range(roots.size):
        for h in range(width):
            lines[k * width + h] = values[roots[k] * width + h] if share[h] > ZERO else ZERO
