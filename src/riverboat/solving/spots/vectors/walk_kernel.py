"""Passes over the nodes of a street, a whole range at a time: reach goes down, values come up, regrets are learned."""

from __future__ import annotations

import numpy as np

from riverboat.kernel import Scalar, inlined, kernel
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
    Dealt,
    FieldRows,
    Floats,
    Folds,
    Kept,
    Locked,
    Nodes,
    NodeStart,
    Passage,
    RowStart,
    StreetRows,
    StreetTree,
    Workspace,
)

U = np.uint64
ZERO, ONE = np.float32(0), np.float32(1)
#: Smaller numbers count as nothing: arithmetic with denormal ones takes ten times as long.
TINY = np.float32(1e-30)
#: The largest number that two bytes hold.
MOST = np.float32(32767)


@inlined
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


@inlined
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


@inlined
def weigh(newest: Scalar, room: Workspace, place: Scalar) -> Scalar:
    """How much the newest strategy counts in the average of each holding, by how often it comes to the node.

    Reach of the average is (1 - w) times what it was, and w times that of now: so is the strategy at every node.
    """
    now = multiply(newest, load(room.own, place))
    both = add(now, multiply(subtract(spread(room.values, ONE), newest), load(room.mean, place)))
    return divide(now, choose(both, both, spread(room.values, ONE)))


@inlined
def learn_node(node: NodeStart, field: FieldRows, rates: Floats, room: Workspace) -> None:
    """One node of the side that learns: its value, then its average strategy and its regrets brought forward."""
    n, width, rows, mixed = node.actions, node.width, node.regrets, node.mixes
    regrets, mixes, values = field.regrets, field.mixes, room.values
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
            counts = weigh(newest, room, U(node.reach + h))
        for a in range(n):
            share = choose(total, multiply(each, positive(load(regrets, U(rows + a * width + h)))), even)
            mean = add(mean, multiply(share, load(values, U(node.below + a * width + h))))
            if a < n - 1:
                place = U(mixed + a * width + h)
                before = load(mixes, place)
                store(mixes, place, add(before, multiply(counts, subtract(share, before))))
        store(values, U(node.values + h), mean)
        for a in range(n):
            place = U(rows + a * width + h)
            before = load(regrets, place)
            gain = subtract(load(values, U(node.below + a * width + h)), mean)
            after = add(multiply(before, choose(before, gains, losses)), gain)
            store(regrets, place, choose(subtract(size(after), tiny), after, zero))


@inlined
def learn_packed_node(node: NodeStart, field: FieldRows, rates: Floats, room: Workspace) -> None:
    """One node whose regrets are kept in two bytes: as shares of the largest, which is its scale."""
    n, width, rows, mixed = node.actions, node.width, node.regrets, node.mixes
    regrets, mixes, values, spare = field.regrets, field.mixes, room.values, room.spare
    scale = field.scales[node.scale]
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
            counts = weigh(newest, room, U(node.reach + h))
        for a in range(n):
            share = choose(total, multiply(each, positive(load(regrets, U(rows + a * width + h)))), even)
            mean = add(mean, multiply(share, load(values, U(node.below + a * width + h))))
            if a < n - 1:
                place = U(mixed + a * width + h)
                before = load(mixes, place)
                store(mixes, place, add(before, multiply(counts, subtract(share, before))))
        store(values, U(node.values + h), mean)
        for a in range(n):
            before = load(regrets, U(rows + a * width + h))
            gain = subtract(load(values, U(node.below + a * width + h)), mean)
            after = add(multiply(before, choose(before, gains, losses)), gain)
            most = larger(most, size(after))
            store(spare, U(a * width + h), after)
    scale = largest(most) / MOST
    field.scales[node.scale] = scale
    by = spread(values, ONE / scale)
    for at in range(0, n * width, 16):
        store(regrets, U(rows + at), multiply(by, load(spare, U(at))))


@inlined
def best_node(node: NodeStart, values: Floats) -> None:
    """One node of the side that responds as well as it can."""
    for h in range(0, node.width, 16):
        best = load(values, U(node.below + h))
        for a in range(1, node.actions):
            best = larger(best, load(values, U(node.below + a * node.width + h)))
        store(values, U(node.values + h), best)


@inlined
def follow_node(node: NodeStart, mixes: Kept, values: Floats) -> None:
    """One node of the side that follows its average strategy."""
    n, width, below = node.actions, node.width, node.below
    for h in range(0, width, 16):
        left, mean = spread(values, ONE), spread(values, ZERO)
        for a in range(n - 1):
            share = load(mixes, U(node.mixes + a * width + h))
            left = subtract(left, share)
            mean = add(mean, multiply(share, load(values, U(below + a * width + h))))
        mean = add(mean, multiply(positive(left), load(values, U(below + (n - 1) * width + h))))
        store(values, U(node.values + h), mean)


@inlined
def sum_node(node: NodeStart, values: Floats) -> None:
    """One node of the other side: whatever it does is in its reach already."""
    for h in range(0, node.width, 16):
        total = load(values, U(node.below + h))
        for a in range(1, node.actions):
            total = add(total, load(values, U(node.below + a * node.width + h)))
        store(values, U(node.values + h), total)


@kernel
def keep_locked(mode: Scalar, node: NodeStart, field: FieldRows, values: Floats, fixed: Floats) -> None:
    """Give locked holdings of a node the value of what they must do, and their rows what they were. -1: not locked."""
    for h in range(node.width):
        if fixed[h] >= ZERO:
            mean = ZERO
            for a in range(node.actions):
                mean += fixed[a * node.width + h] * values[node.below + a * node.width + h]
            values[node.values + h] = mean
            if mode == LEARN:
                lock_holding(node, field, fixed, h)


@kernel
def lock_holding(node: NodeStart, field: FieldRows, fixed: Floats, h: Scalar) -> None:
    """Set the rows of a holding so that its regrets and its average say what it must do."""
    packed = field.scales.size > 0
    for a in range(node.actions):
        at = a * node.width + h
        field.regrets[node.regrets + at] = fixed[at] * MOST if packed else fixed[at]
        if a < node.actions - 1:
            field.mixes[node.mixes + at] = fixed[at] * np.float32(65535) + np.float32(0.5) if packed else fixed[at]


@inlined
def values_up(
    mode: Scalar, hero: Scalar, nodes: Nodes, field: FieldRows, start: RowStart,
    rates: Floats, locked: Locked, room: Workspace,
) -> None:  # fmt: skip
    """The values of all nodes for one side, from the last to the first; where it learns, its rows are changed."""
    width = start.width
    for i in range(nodes.shape[0] - 1, -1, -1):
        if nodes[i, KIND] < 2:
            node = NodeStart(
                nodes[i, COUNT], width, start.regrets + nodes[i, ROW] * width, start.mixes + nodes[i, MIX] * width,
                start.scales + nodes[i, ROW], nodes[i, SEQ + hero] * width, i * width, nodes[i, CHILD] * width,
            )  # fmt: skip
            if nodes[i, KIND] != hero:
                sum_node(node, room.values)
                continue
            if mode == LEARN:
                if field.scales.size > 0:
                    learn_packed_node(node, field, rates, room)
                else:
                    learn_node(node, field, rates, room)
            elif mode == RESPOND:
                best_node(node, room.values)
            else:
                follow_node(node, field.mixes, room.values)
            if nodes[i, LOCK] >= 0 and locked.at[start.line, nodes[i, LOCK]] >= 0:
                keep_locked(mode, node, field, room.values, locked.rows[locked.at[start.line, nodes[i, LOCK]] :])


@kernel
def down(mode: Scalar, side: Scalar, tree: StreetTree, regrets: Kept, mixes: Kept, way: Passage) -> None:
    """A street before the last: the reach of all sequences, from that of its lines to that of the next street's."""
    width, reach = way.share.size, way.reach
    for k in range(way.lines.size // width):
        for h in range(width):
            reach[k * width + h] = way.lines[k * width + h] * way.share[h]
    if mode == LEARN:
        reach_by_regrets(tree.nodes, side, regrets, 0, width, reach)
    else:
        reach_by_average(tree.nodes, side, mixes, 0, width, reach)
    for k in range(tree.deals.size):
        row = tree.nodes[tree.deals[k], SEQ + side] * width
        for h in range(width):
            way.next_lines[k * width + h] = reach[row + h]


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
def folds_and_deals(hero: Scalar, tree: StreetTree, folds: Folds, dealt: Dealt, below: Floats, room: Workspace) -> None:
    """The values of those nodes of a street before the last in which nobody acts; the next street's lines are known."""
    width, values = dealt.share.size, room.values
    for k in range(tree.deals.size):
        for h in range(width):
            values[tree.deals[k] * width + h] = below[k * width + h]
    for k in range(folds.nodes.shape[0]):
        node = folds.nodes[k, 0]
        row = tree.nodes[node, SEQ + 1 - hero] * folds.width
        pay = -folds.losses[k] if folds.nodes[k, 1] == hero else folds.gains[k]
        fold_values(folds, room.reach[row:], pay, values[node * width :])
    for i in range(tree.nodes.shape[0]):
        if tree.nodes[i, KIND] > 1:
            for h in range(dealt.like.size):
                values[i * width + h] = values[i * width + dealt.like[h]]


@kernel
def up(
    mode: Scalar, hero: Scalar, street: StreetRows, dealt: Dealt, rates: Floats, lines: Floats, room: Workspace
) -> None:
    """A street before the last: the values of its lines, once those of its folds and deals are known."""
    width = dealt.share.size
    field = FieldRows(street.regrets, street.mixes, street.scales)
    locked = Locked(street.locked_at, street.locked)
    values_up(mode, hero, street.nodes, field, RowStart(0, 0, 0, 0, width), rates, locked, room)
    for k in range(street.roots.size):
        for h in range(width):
            lines[k * width + h] = room.values[street.roots[k] * width + h] if dealt.share[h] > ZERO else ZERO
