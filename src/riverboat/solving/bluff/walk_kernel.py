"""One walk over all sequences of bids of a round of Bluff, compiled, sixteen of them at a time.

What follows a bid depends on who bids next, not on the bids before. So the sixteen ways in which the lowest few bids
can have been made, with the same player to move, lead to trees of one form, and these are walked together, a lane each
(`lanes` says where their numbers stand). The lowest bids themselves are walked first and last, in the first lane.
Lanes are full however few rolls are to be told apart, and late in a round these are two or three.

A tree is laid out depth first in flat arrays: a node's numbers, then the subtrees of its higher bids in order. So a
walk reads memory from front to back, and a subtree that cannot matter is skipped by adding its size.

Values are chances to win, never negative, and so are reaches: in a best response nothing is ever subtracted, and the
rounding errors of the whole computation stay within a few parts in 10^12 (see `certified_slack`). Best responses take
doubles; learning takes the single precision in which its numbers are kept.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from riverboat.arrays import Floats, Ints, Singles
from riverboat.kernel import Scalar, inlined, kernel
from riverboat.kernel_vectors import (
    add,
    choose,
    divide,
    larger,
    largest,
    load,
    load_like,
    multiply,
    positive,
    spread,
    store,
    subtract,
)
from riverboat.solving.bluff.tables import Tree
from riverboat.solving.form_kernel import DCFR, Rule

#: The hero answers the villain's average as well as possible, and nobody learns; the other rules are `form_kernel`'s.
RESPOND = -1
_L = 16
_U = np.uint64
#: A walk over the lowest bids hands reaches on to the lanes, or takes values back from them; one over lanes does all.
_HANDS_ON, _TAKES_BACK, _IN_LANES = 0, 1, 2
_ALL = -1  # lanes
#: Regrets of a row that together are no more than this count as none. In single precision the inverse of a number below
#: 2.9e-39 is infinite, and infinity times nothing is no number; in double precision no single one is so small.
_NO_REGRET = 1e-30


class Stack(NamedTuple):
    """The nodes from the first bid to the one that is looked at, by depth; numbers stand sixteen by sixteen."""

    last: Ints  # the last bid + 1
    offset: Ints  # where the node's numbers begin
    actor: Ints  # who is to move
    onward: Ints  # where the numbers of the next subtree begin
    upcoming: Ints  # the next bid to look at
    key: Ints  # bit b is set where bid b was made
    rows: Ints  # where the rows of a depth begin in sigma and worth
    reach: Singles | Floats  # by class of the villain: the chance that they and the dice lead here
    value: Singles | Floats  # by class of the hero: their chance to win, times the reach
    sigma: Singles | Floats  # by class of the actor and action: how often they take it
    worth: Singles | Floats  # by class of the hero and action: what it is worth to them
    tally: Singles | Floats  # by the number of dice that count: a reach
    gate_reach: Singles | Floats  # by who is to move, bid and class: what is handed on to the lanes
    gate_value: Singles | Floats  # ... and what is taken back from them


class Start(NamedTuple):
    """A tree that is walked: in which part, who is to move, after which bid, and where its numbers begin."""

    part: Scalar
    actor: Scalar
    at: Scalar
    begin: Scalar


class WalkNode(NamedTuple):
    """The node that is looked at."""

    depth: Scalar
    at: Scalar  # the last bid + 1
    hero: Scalar
    villain: Scalar
    actor: Scalar  # which of them is to move
    begin: Scalar  # where its numbers begin
    choices: Scalar
    rows: Scalar  # where its rows begin in sigma and worth
    here: Scalar  # where its classes begin in reach and value
    below: Scalar  # ... and those of the nodes below
    part: Scalar


@kernel
def walk(hero: Scalar, rule: Rule, regrets: Singles, average: Singles, tree: Tree, stack: Stack) -> Scalar:
    """The hero's chance to win; their regrets and the villain's average are brought forward, unless they respond.

    RESPOND: the villain plays their average, the hero the best reply to it. Else both play what their regrets say.
    """
    widest = tree.needs.shape[2]
    prior = tree.prior_watcher if hero == 0 else tree.prior_actor
    n_lanes = 2 * tree.n_bids
    base = tree.inner[0, 0] * _L
    for part in range(-1, n_lanes + 1):
        if part == -1 or part == n_lanes:
            stack.reach[: widest * _L] = 0.0
            for c in range(len(prior)):
                stack.reach[c * _L] = prior[c]
            if part == n_lanes:
                _piece(hero, rule, regrets, average, tree, stack, Start(_TAKES_BACK, 0, 0, 0))
            elif tree.cut < tree.n_bids:
                stack.gate_reach[:] = 0.0
                _piece(hero, rule, regrets, average, tree, stack, Start(_HANDS_ON, 0, 0, 0))
            continue
        actor, to = part // tree.n_bids, part % tree.n_bids + 1
        if to <= tree.cut or tree.size[actor, to] == 0:
            continue
        gate = (actor * (tree.n_bids + 1) + to) * widest * _L
        stack.reach[: widest * _L] = stack.gate_reach[gate : gate + widest * _L]
        stack.value[: widest * _L] = 0.0
        if stack.reach[: widest * _L].any():
            _piece(hero, rule, regrets, average, tree, stack, Start(_IN_LANES, actor, to, base))
        stack.gate_value[gate : gate + widest * _L] = stack.value[: widest * _L]
        base += tree.size[actor, to] * _L
    return _whole(tree, stack, hero)


@inlined
def _piece(
    hero: Scalar,
    rule: Rule,
    regrets: Singles,
    average: Singles,
    tree: Tree,
    stack: Stack,
    start: Start,
) -> None:
    """Walk one tree from where its reaches stand to what it is worth."""
    part, actor, at, begin = start
    learns = rule.kind != RESPOND
    widest = tree.needs.shape[2] * _L
    depth = 0
    stack.last[0], stack.offset[0], stack.actor[0], stack.key[0] = at, begin, actor, 0
    fresh = True
    while True:
        at, actor = stack.last[depth], stack.actor[depth]
        here = depth * widest
        begin, rows, choices = stack.offset[depth], stack.rows[depth], tree.n_actions[at]
        node = WalkNode(depth, at, hero, 1 - hero, actor, begin, choices, rows, here, here + widest, part)
        if fresh:
            stack.upcoming[depth] = at + 1
            stack.onward[depth] = begin + tree.block[actor, at] * _L
            if learns:
                weight = rule.weight if actor != hero and part else 0.0
                _play(regrets, average, weight, _NO_REGRET, tree, stack, node)
            elif actor != hero:
                _play(average, average, 0.0, 0.0, tree, stack, node)
            if actor == hero:
                _hero_calls(tree, stack, node)
            else:
                _villain_calls(tree, stack, node)
        fresh = _next_bid(tree, stack, node)
        if fresh:
            depth += 1
            continue
        if actor == hero and part:
            _conclude(rule, regrets, tree, stack, node)
        if depth == 0:
            return
        depth -= 1
        to = stack.last[depth + 1]
        _take_back(tree, stack, stack.value, (depth + 1) * widest, _ALL, hero, depth, to)


@inlined
def _play(
    numbers: Singles, average: Singles, weight: Scalar, least: Scalar, tree: Tree, stack: Stack, node: WalkNode
) -> None:
    """What the actor does: in proportion to their numbers that are positive, or evenly where these are no more than
    `least` together.

    With a weight above 0 it is added to their average.
    """
    choices = node.choices
    none, one, even = spread(stack.reach, 0.0), spread(stack.reach, 1.0), spread(stack.reach, 1.0 / choices)
    for c in range(tree.n_open[node.actor, node.at]):
        reached = load(stack.reach, _U(node.here + c * _L))
        if node.actor != node.hero and largest(reached) <= 0.0:
            continue
        begin, sigma = node.begin + c * choices * _L, node.rows + c * choices * _L
        total = none
        for a in range(choices):
            x = positive(load_like(numbers, _U(begin + a * _L), stack.reach))
            store(stack.sigma, _U(sigma + a * _L), x)
            total = add(total, x)
        some = subtract(total, spread(stack.reach, least))
        share, rest = divide(one, choose(some, total, one)), choose(some, none, even)
        for a in range(choices):
            place = _U(sigma + a * _L)
            store(stack.sigma, place, add(multiply(load(stack.sigma, place), share), rest))
        if weight > 0.0:
            reached = multiply(reached, spread(stack.reach, weight))
            for a in range(choices):
                place = _U(begin + a * _L)
                more = multiply(reached, load(stack.sigma, _U(sigma + a * _L)))
                store(average, place, add(load_like(average, place, stack.reach), more))


@inlined
def _clear(array: Singles | Floats, begin: Scalar, count: Scalar) -> None:
    for c in range(count):
        store(array, _U(begin + c * _L), spread(array, 0.0))


@inlined
def _grow(array: Singles | Floats, at: Scalar, source: Singles | Floats, where: Scalar) -> None:
    """Add sixteen numbers to others."""
    store(array, _U(at), add(load(array, _U(at)), load(source, _U(where))))


@inlined
def _villain_calls(tree: Tree, stack: Stack, node: WalkNode) -> None:
    """The villain doubts the hero's bid, who wins if it is true; or checks it, who wins if it is not exact."""
    at, hero, villain, higher = node.at, node.hero, node.villain, tree.n_bids - node.at
    watchers = tree.n_watcher[hero, at]
    _clear(stack.value, node.here, watchers)
    if at == 0:
        return
    _clear(stack.tally, 0, len(stack.tally) // _L)
    for c in range(tree.n_open[villain, at]):
        need = max(tree.needs[villain, at, c], 0) * _L
        called = load(stack.sigma, _U(node.rows + (c * node.choices + higher) * _L))
        called = multiply(load(stack.reach, _U(node.here + c * _L)), called)
        store(stack.tally, _U(need), add(load(stack.tally, _U(need)), called))
    _add_up(stack)
    for o in range(watchers):
        _grow(stack.value, node.here + o * _L, stack.tally, tree.counts[hero, at, o] * _L)
    if tree.check:
        for c in range(tree.n_open[villain, at]):
            checked = load(stack.sigma, _U(node.rows + (c * node.choices + higher + 1) * _L))
            checked = multiply(load(stack.reach, _U(node.here + c * _L)), checked)
            for o in range(watchers):
                if tree.needs[villain, at, c] != tree.counts[hero, at, o]:
                    place = _U(node.here + o * _L)
                    store(stack.value, place, add(load(stack.value, place), checked))


@inlined
def _add_up(stack: Stack) -> None:
    """Make a tally one of so many dice or fewer."""
    for n in range(1, len(stack.tally) // _L):
        _grow(stack.tally, n * _L, stack.tally, (n - 1) * _L)


@inlined
def _hero_calls(tree: Tree, stack: Stack, node: WalkNode) -> None:
    """The hero doubts the villain's bid, and wins if it is false; or checks it, and wins if it is exact."""
    at, hero, higher = node.at, node.hero, tree.n_bids - node.at
    none = spread(stack.reach, 0.0)
    if at == 0:
        return
    _tally_watchers(tree, stack, node.here, node.villain, at)
    if tree.check:
        for c in range(tree.n_open[hero, at]):
            need = tree.needs[hero, at, c]
            exact = load(stack.tally, _U(need * _L)) if need >= 0 else none
            store(stack.worth, _U(node.rows + (c * node.choices + higher + 1) * _L), exact)
    _add_up(stack)
    for c in range(tree.n_open[hero, at]):
        need = tree.needs[hero, at, c]
        false = load(stack.tally, _U((need - 1) * _L)) if need > 0 else none
        store(stack.worth, _U(node.rows + (c * node.choices + higher) * _L), false)


@inlined
def _tally_watchers(tree: Tree, stack: Stack, begin: Scalar, villain: Scalar, at: Scalar) -> None:
    """How often the villain, who made the last bid, has how many dice of it."""
    _clear(stack.tally, 0, len(stack.tally) // _L)
    for o in range(tree.n_watcher[villain, at]):
        _grow(stack.tally, tree.counts[villain, at, o] * _L, stack.reach, begin + o * _L)


@inlined
def _next_bid(tree: Tree, stack: Stack, node: WalkNode) -> Scalar:
    """Go on to the next bid below which somebody has a choice; False where there is none."""
    depth, below = node.depth, node.depth + 1
    while stack.upcoming[depth] <= tree.n_bids:
        to, child = stack.upcoming[depth], stack.onward[depth]
        handed_on = node.part != _IN_LANES and to > tree.cut
        stack.upcoming[depth] += 1
        if not handed_on:
            size = tree.size[1 - node.actor, to] if node.part == _IN_LANES else tree.inner[1 - node.actor, to]
            stack.onward[depth] += size * _L
        if node.actor == node.hero:
            _hero_bids(tree, stack, node, to)
        elif not _villain_bids(tree, stack, node, to):
            continue
        if to == tree.n_bids and not tree.check:
            if node.actor == node.hero:
                _villain_must_call(tree, stack, node)
            else:
                _hero_must_call(tree, stack, node)
        elif handed_on:
            _at_the_gate(tree, stack, node, to)
        else:
            stack.last[below], stack.offset[below], stack.actor[below] = to, child, 1 - node.actor
            stack.key[below] = stack.key[depth] | (1 << (to - 1))
            return True
    return False


@inlined
def _at_the_gate(tree: Tree, stack: Stack, node: WalkNode, to: Scalar) -> None:
    """Hand the villain's reach on to a lane, or take back what that lane is worth."""
    widest = tree.needs.shape[2]
    gate = ((1 - node.actor) * (tree.n_bids + 1) + to) * widest * _L
    lane = stack.key[node.depth] >> 1  # the lowest bid was made or not, by who is to move
    if node.part == _TAKES_BACK:
        _take_back(tree, stack, stack.gate_value, gate, lane, node.hero, node.depth, to)
        return
    waits = tree.n_actor[node.villain, to] if node.actor == node.hero else tree.n_watcher[node.villain, to]
    for c in range(waits):
        stack.gate_reach[gate + c * _L + lane] = stack.reach[node.below + c * _L]


@inlined
def _hero_bids(tree: Tree, stack: Stack, node: WalkNode, to: Scalar) -> None:
    """The villain's reach after a bid of the hero."""
    at, villain = node.at, node.villain
    _clear(stack.reach, node.below, tree.n_actor[villain, to])
    for o in range(tree.n_watcher[villain, at]):
        _grow(stack.reach, node.below + tree.watcher_to_actor[villain, at, to, o] * _L, stack.reach, node.here + o * _L)


@inlined
def _villain_bids(tree: Tree, stack: Stack, node: WalkNode, to: Scalar) -> Scalar:
    """The villain's reach after a bid of their own; False where they make it in no lane."""
    at, villain = node.at, node.villain
    total = spread(stack.reach, 0.0)
    _clear(stack.reach, node.below, tree.n_watcher[villain, to])
    for c in range(tree.n_open[villain, at]):
        x = load(stack.sigma, _U(node.rows + (c * node.choices + to - at - 1) * _L))
        x = multiply(load(stack.reach, _U(node.here + c * _L)), x)
        place = _U(node.below + tree.actor_to_watcher[villain, at, to, c] * _L)
        store(stack.reach, place, add(load(stack.reach, place), x))
        total = add(total, x)
    return largest(total) > 0.0


@inlined
def _hero_must_call(tree: Tree, stack: Stack, node: WalkNode) -> None:
    """The villain made the highest bid: the hero wins if it is false, and surely with dice that forbid it."""
    at, hero, villain, to = node.at, node.hero, node.villain, tree.n_bids
    _tally_watchers(tree, stack, node.below, villain, to)
    _add_up(stack)
    surely = len(stack.tally) - _L  # where all that was tallied stands
    for o in range(tree.n_watcher[hero, at]):
        c = tree.watcher_to_actor[hero, at, to, o]
        if c < tree.n_open[hero, to]:
            need = tree.needs[hero, to, c]
            if need > 0:
                _grow(stack.value, node.here + o * _L, stack.tally, (need - 1) * _L)
        else:
            _grow(stack.value, node.here + o * _L, stack.tally, surely)


@inlined
def _villain_must_call(tree: Tree, stack: Stack, node: WalkNode) -> None:
    """The hero made the highest bid, and wins if it is true."""
    at, hero, villain, to = node.at, node.hero, node.villain, tree.n_bids
    _clear(stack.tally, 0, len(stack.tally) // _L)
    for c in range(tree.n_open[villain, to]):
        _grow(stack.tally, max(tree.needs[villain, to, c], 0) * _L, stack.reach, node.below + c * _L)
    _add_up(stack)
    for c in range(tree.n_open[hero, at]):
        count = tree.counts[hero, to, tree.actor_to_watcher[hero, at, to, c]]
        place = _U(node.rows + (c * node.choices + to - at - 1) * _L)
        store(stack.worth, place, load(stack.tally, _U(count * _L)))


@inlined
def _conclude(rule: Rule, regrets: Singles, tree: Tree, stack: Stack, node: WalkNode) -> None:
    """What the node is worth to the hero, once all their actions are: they learn from it, or take the best.

    In lanes to which the villain never comes regrets stay as they are.
    """
    at, hero, choices = node.at, node.hero, node.choices
    none, one = spread(stack.reach, 0.0), spread(stack.reach, 1.0)
    total = none
    for o in range(tree.n_watcher[node.villain, at]):
        total = add(total, load(stack.reach, _U(node.here + o * _L)))
    above = choose(total, spread(stack.reach, rule.positive), one)
    under = choose(total, spread(stack.reach, rule.negative), one)
    for c in range(tree.n_open[hero, at]):
        begin, rows = node.begin + c * choices * _L, node.rows + c * choices * _L
        mean = none
        if rule.kind == RESPOND:
            for a in range(choices):
                mean = larger(mean, load(stack.worth, _U(rows + a * _L)))
            store(stack.value, _U(node.here + c * _L), mean)
            continue
        for a in range(choices):
            mean = add(mean, multiply(load(stack.sigma, _U(rows + a * _L)), load(stack.worth, _U(rows + a * _L))))
        store(stack.value, _U(node.here + c * _L), mean)
        for a in range(choices):
            gain = subtract(load(stack.worth, _U(rows + a * _L)), mean)
            place = _U(begin + a * _L)
            kept = load_like(regrets, place, stack.reach)
            if rule.kind == DCFR:
                kept = add(multiply(kept, choose(kept, above, under)), gain)
            else:
                kept = positive(add(kept, gain))
            store(regrets, place, kept)
    if tree.n_actor[hero, at] > tree.n_open[hero, at]:
        store(stack.value, _U(node.here + tree.n_open[hero, at] * _L), total)


@inlined
def _take_back(
    tree: Tree,
    stack: Stack,
    source: Singles | Floats,
    begin: Scalar,
    lane: Scalar,
    hero: Scalar,
    depth: Scalar,
    to: Scalar,
) -> None:
    """What the bid that was looked at is worth, told to the node above: sixteen numbers, or those of a lane."""
    at, here = stack.last[depth], depth * tree.needs.shape[2] * _L
    choices = tree.n_actions[at]
    if stack.actor[depth] == hero:
        for c in range(tree.n_open[hero, at]):
            place = stack.rows[depth] + (c * choices + to - at - 1) * _L
            found = begin + tree.actor_to_watcher[hero, at, to, c] * _L
            if lane == _ALL:
                store(stack.worth, _U(place), load(source, _U(found)))
            else:
                stack.worth[place] = source[found + lane]
    else:
        for o in range(tree.n_watcher[hero, at]):
            found = begin + tree.watcher_to_actor[hero, at, to, o] * _L
            if lane == _ALL:
                _grow(stack.value, here + o * _L, source, found)
            else:
                stack.value[here + o * _L] += source[found + lane]


@inlined
def _whole(tree: Tree, stack: Stack, hero: Scalar) -> Scalar:
    """The hero's chance to win the round."""
    result = 0.0
    if hero == 0:
        for c in range(tree.n_open[0, 0]):
            result += tree.prior_actor[c] * stack.value[c * _L]
    else:
        for o in range(tree.n_watcher[1, 0]):
            result += tree.prior_watcher[o] * stack.value[o * _L]
    return result
