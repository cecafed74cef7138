"""One walk over all sequences of bids of a round of Bluff, compiled, with a stack of its own.

The tree is laid out depth first in flat arrays: a node's numbers, then the subtrees of its higher bids in order. So a
walk reads memory from front to back, and a subtree that cannot matter is skipped by adding its size.

Values are chances to win, never negative, and so are reaches: in a best response nothing is ever subtracted, and the
rounding errors of the whole computation stay within a few parts in 10^12 (see `certified_slack`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from riverboat.arrays import Floats, Ints, Singles
from riverboat.kernel import Scalar, inlined, kernel
from riverboat.solving.bluff.tables import Tree
from riverboat.solving.form_kernel import DCFR, Rule

#: The hero answers the villain's average as well as possible, and nobody learns; the other rules are `form_kernel`'s.
RESPOND = -1


class Stack(NamedTuple):
    """The nodes from the first bid to the one that is looked at, by depth."""

    last: Ints  # the last bid + 1
    offset: Ints  # where the node's numbers begin
    actor: Ints  # who is to move
    onward: Ints  # where the numbers of the next subtree begin
    upcoming: Ints  # the next bid to look at
    reach: Floats  # by class of the villain: the chance that he and the dice lead here
    value: Floats  # by class of the hero: his chance to win, times the reach
    sigma: Floats  # by class of the actor and action: how often he takes it
    worth: Floats  # by action and class of the hero: what it is worth to him
    tally: Floats  # by the number of dice that count: a reach


class WalkNode(NamedTuple):
    """The node that is looked at."""

    depth: Scalar
    at: Scalar  # the last bid + 1
    hero: Scalar
    villain: Scalar
    actor: Scalar  # which of them is to move
    begin: Scalar  # where its numbers begin
    choices: Scalar


@kernel
def walk(hero: Scalar, rule: Rule, regrets: Singles, average: Singles, tree: Tree) -> Scalar:
    """The hero's chance to win; his regrets and the villain's average are brought forward, unless he responds.

    RESPOND: the villain plays his average, the hero the best reply to it. Else both play what their regrets say.
    """
    learns = rule.kind != RESPOND
    most, widest, choices = tree.n_bids + 2, tree.needs.shape[2], tree.n_bids + 2
    stack = Stack(
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros((most, widest)),
        np.zeros((most, widest)),
        np.zeros((most, widest, choices)),
        np.zeros((most, choices, widest)),
        np.zeros(_most_counted(tree) + 1),
    )
    prior = tree.prior_watcher if hero == 0 else tree.prior_actor
    for c in range(len(prior)):
        stack.reach[0, c] = prior[c]
    depth = 0
    fresh = True
    while True:
        at, actor = stack.last[depth], stack.actor[depth]
        node = WalkNode(depth, at, hero, 1 - hero, actor, stack.offset[depth], tree.n_actions[at])
        if fresh:
            stack.upcoming[depth] = at + 1
            stack.onward[depth] = node.begin + tree.block[actor, at]
            if learns:
                _play(regrets, average, rule.weight if actor != hero else 0.0, tree, stack, node)
            elif actor != hero:
                _play(average, average, 0.0, tree, stack, node)
            if actor == hero:
                _hero_calls(tree, stack, node)
            else:
                _villain_calls(tree, stack, node)
        fresh = _next_bid(tree, stack, node)
        if fresh:
            depth += 1
            continue
        if actor == hero:
            _conclude(rule, regrets, tree, stack, node)
        if depth == 0:
            return _whole(tree, stack, hero)
        depth -= 1
        _take_back(tree, stack, depth, hero)


@inlined
def _most_counted(tree: Tree) -> Scalar:
    """How many dice can count."""
    most: Scalar = 0
    for need in tree.needs.flat:
        most = max(most, need)
    for count in tree.counts.flat:
        most = max(most, count)
    return most


@inlined
def _play(numbers: Singles, average: Singles, weight: Scalar, tree: Tree, stack: Stack, node: WalkNode) -> None:
    """What the actor does: in proportion to his numbers that are positive, or evenly where none is.

    With a weight above 0 it is added to his average.
    """
    depth, choices = node.depth, node.choices
    for c in range(tree.n_open[node.actor, node.at]):
        reached = stack.reach[depth, c]
        if node.actor != node.hero and reached == 0.0:
            continue
        sigma = stack.sigma[depth, c]
        begin = node.begin + c * choices
        total: Scalar = 0.0
        for a in range(choices):
            x = max(np.float64(numbers[begin + a]), 0.0)
            sigma[a] = x
            total += x
        if total > 0.0:
            for a in range(choices):
                sigma[a] /= total
        else:
            for a in range(choices):
                sigma[a] = 1.0 / choices
        if weight > 0.0:
            for a in range(choices):
                average[begin + a] += np.float32(weight * reached * sigma[a])


@inlined
def _villain_calls(tree: Tree, stack: Stack, node: WalkNode) -> None:
    """The villain doubts the hero's bid, who wins if it is true; or checks it, who wins if it is not exact."""
    depth, at, hero, villain, higher = node.depth, node.at, node.hero, node.villain, tree.n_bids - node.at
    value, reach, sigma, tally = stack.value, stack.reach, stack.sigma, stack.tally
    for o in range(tree.n_watcher[hero, at]):
        value[depth, o] = 0.0
    if at == 0:
        return
    for n in range(len(tally)):
        tally[n] = 0.0
    for c in range(tree.n_open[villain, at]):
        if reach[depth, c] > 0.0:
            tally[max(tree.needs[villain, at, c], 0)] += reach[depth, c] * sigma[depth, c, higher]
    for o in range(tree.n_watcher[hero, at]):
        for n in range(tree.counts[hero, at, o] + 1):
            value[depth, o] += tally[n]
    if tree.check:
        for o in range(tree.n_watcher[hero, at]):
            for c in range(tree.n_open[villain, at]):
                if tree.needs[villain, at, c] != tree.counts[hero, at, o] and reach[depth, c] > 0.0:
                    value[depth, o] += reach[depth, c] * sigma[depth, c, higher + 1]


@inlined
def _hero_calls(tree: Tree, stack: Stack, node: WalkNode) -> None:
    """The hero doubts the villain's bid, and wins if it is false; or checks it, and wins if it is exact."""
    depth, at, hero = node.depth, node.at, node.hero
    higher, worth, tally = tree.n_bids - at, stack.worth, stack.tally
    if at == 0:
        return
    _tally_watchers(tree, stack, depth, node.villain, at)
    for c in range(tree.n_open[hero, at]):
        need = tree.needs[hero, at, c]
        worth[depth, higher, c] = 0.0
        for n in range(need):
            worth[depth, higher, c] += tally[n]
        if tree.check:
            worth[depth, higher + 1, c] = tally[need] if need >= 0 else 0.0


@inlined
def _tally_watchers(tree: Tree, stack: Stack, depth: Scalar, villain: Scalar, at: Scalar) -> None:
    """How often the villain, who made the last bid, has how many dice of it."""
    for n in range(len(stack.tally)):
        stack.tally[n] = 0.0
    for o in range(tree.n_watcher[villain, at]):
        stack.tally[tree.counts[villain, at, o]] += stack.reach[depth, o]


@inlined
def _next_bid(tree: Tree, stack: Stack, node: WalkNode) -> Scalar:
    """Go on to the next bid below which somebody has a choice; False where there is none."""
    depth, below = node.depth, node.depth + 1
    while stack.upcoming[depth] <= tree.n_bids:
        to, child = stack.upcoming[depth], stack.onward[depth]
        stack.upcoming[depth] += 1
        stack.onward[depth] += tree.size[1 - node.actor, to]
        reached = 1.0
        if node.actor == node.hero:
            _hero_bids(tree, stack, node, to)
        else:
            reached = _villain_bids(tree, stack, node, to)
        if reached == 0.0:
            continue
        if to < tree.n_bids or tree.check:
            stack.last[below], stack.offset[below], stack.actor[below] = to, child, 1 - node.actor
            return True
        if node.actor == node.hero:
            _villain_must_call(tree, stack, node)
        else:
            _hero_must_call(tree, stack, node, reached)
    return False


@inlined
def _hero_bids(tree: Tree, stack: Stack, node: WalkNode, to: Scalar) -> None:
    """The villain's reach after a bid of the hero."""
    depth, at, villain = node.depth, node.at, node.villain
    reach = stack.reach
    for c in range(tree.n_actor[villain, to]):
        reach[depth + 1, c] = 0.0
    for o in range(tree.n_watcher[villain, at]):
        reach[depth + 1, tree.watcher_to_actor[villain, at, to, o]] += reach[depth, o]


@inlined
def _villain_bids(tree: Tree, stack: Stack, node: WalkNode, to: Scalar) -> Scalar:
    """The villain's reach after a bid of his own; its sum over his classes."""
    depth, at, villain = node.depth, node.at, node.villain
    reach, total = stack.reach, 0.0
    for o in range(tree.n_watcher[villain, to]):
        reach[depth + 1, o] = 0.0
    for c in range(tree.n_open[villain, at]):
        if reach[depth, c] > 0.0:
            x = reach[depth, c] * stack.sigma[depth, c, to - at - 1]
            reach[depth + 1, tree.actor_to_watcher[villain, at, to, c]] += x
            total += x
    return total


@inlined
def _hero_must_call(tree: Tree, stack: Stack, node: WalkNode, reached: Scalar) -> None:
    """The villain made the highest bid: the hero wins if it is false, and surely with dice that forbid it."""
    depth, at, hero, villain, to = node.depth, node.at, node.hero, node.villain, tree.n_bids
    _tally_watchers(tree, stack, depth + 1, villain, to)
    for o in range(tree.n_watcher[hero, at]):
        c = tree.watcher_to_actor[hero, at, to, o]
        if c < tree.n_open[hero, to]:
            for n in range(tree.needs[hero, to, c]):
                stack.value[depth, o] += stack.tally[n]
        else:
            stack.value[depth, o] += reached


@inlined
def _villain_must_call(tree: Tree, stack: Stack, node: WalkNode) -> None:
    """The hero made the highest bid, and wins if it is true."""
    depth, at, hero, villain, to = node.depth, node.at, node.hero, node.villain, tree.n_bids
    worth, tally = stack.worth, stack.tally
    for n in range(len(tally)):
        tally[n] = 0.0
    for c in range(tree.n_open[villain, to]):
        tally[max(tree.needs[villain, to, c], 0)] += stack.reach[depth + 1, c]
    for c in range(tree.n_open[hero, at]):
        worth[depth, to - at - 1, c] = 0.0
        for n in range(tree.counts[hero, to, tree.actor_to_watcher[hero, at, to, c]] + 1):
            worth[depth, to - at - 1, c] += tally[n]


@inlined
def _conclude(rule: Rule, regrets: Singles, tree: Tree, stack: Stack, node: WalkNode) -> None:
    """What the node is worth to the hero, once all his actions are: he learns from it, or takes the best."""
    depth, at, hero = node.depth, node.at, node.hero
    choices, worth, value = node.choices, stack.worth, stack.value
    for c in range(tree.n_open[hero, at]):
        if rule.kind == RESPOND:
            best = 0.0
            for a in range(choices):
                best = max(best, worth[depth, a, c])
            value[depth, c] = best
            continue
        mean = 0.0
        for a in range(choices):
            mean += stack.sigma[depth, c, a] * worth[depth, a, c]
        value[depth, c] = mean
        begin = node.begin + c * choices
        for a in range(choices):
            gain = worth[depth, a, c] - mean
            kept = np.float64(regrets[begin + a])
            if rule.kind == DCFR:
                kept *= rule.positive if kept > 0.0 else rule.negative
                regrets[begin + a] = np.float32(kept + gain)
            else:
                regrets[begin + a] = np.float32(max(kept + gain, 0.0))
    if tree.n_actor[hero, at] > tree.n_open[hero, at]:
        total = 0.0
        for o in range(tree.n_watcher[node.villain, at]):
            total += stack.reach[depth, o]
        value[depth, tree.n_open[hero, at]] = total


@inlined
def _take_back(tree: Tree, stack: Stack, depth: Scalar, hero: Scalar) -> None:
    """What the bid that was looked at is worth, told to the node above."""
    at, to = stack.last[depth], stack.last[depth + 1]
    if stack.actor[depth] == hero:
        for c in range(tree.n_open[hero, at]):
            stack.worth[depth, to - at - 1, c] = stack.value[depth + 1, tree.actor_to_watcher[hero, at, to, c]]
    else:
        for o in range(tree.n_watcher[hero, at]):
            stack.value[depth, o] += stack.value[depth + 1, tree.watcher_to_actor[hero, at, to, o]]


@inlined
def _whole(tree: Tree, stack: Stack, hero: Scalar) -> Scalar:
    """The hero's chance to win the round."""
    result = 0.0
    if hero == 0:
        for c in range(tree.n_open[0, 0]):
            result += tree.prior_actor[c] * stack.value[0, c]
    else:
        for o in range(tree.n_watcher[1, 0]):
            result += tree.prior_watcher[o] * stack.value[0, o]
    return result
