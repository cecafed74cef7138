"""The sequence form of a round of Bluff, filled by one compiled walk over all sequences of bids.

Plans count chance in: what flows into a player's first information sets is the chance of their roll. So every entry of
the payoff matrix is +1 or -1, except where the empty sequence meets another, and all of them over `scale`, which
makes the chances of both players' rolls whole.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from riverboat.arrays import Ints
from riverboat.kernel import Scalar, inlined, kernel
from riverboat.solving.bluff.tables import Tree

#: The columns of `Form.sizes`; payoffs are both players', and numbers those of the flat layout.
SEQUENCES, INFOSETS, PARENTS, PAYOFFS, NUMBERS = range(5)


class Form(NamedTuple):
    """What is filled in, with a leading axis for the two players, but for the payoffs."""

    sizes: Ints  # by player and column: how much there is
    first: Ints  # by infoset
    choices: Ints
    parent_start: Ints
    parents: Ints
    shares: Ints
    flat: Ints  # by sequence: where it stands in the tree's own layout
    rows: Ints  # by payoff
    columns: Ints
    payoffs: Ints


class Flow(NamedTuple):
    """What leads to the node that is looked at; `last`, `base` and `upcoming` by depth."""

    last: Ints  # the last bid + 1
    base: Ints  # the first sequence of the node
    upcoming: Ints  # the next bid to look at
    inflow: Ints  # the sequences that flow to the actor here,
    into: Ints  # the class that each flows into,
    share: Ints  # and with which share
    bid_by: Ints  # the watcher's sequences that made the last bid,
    showing: Ints  # and how many dice each counts


class FormNode(NamedTuple):
    """The node that is looked at: how deep, after which bid, whose, and how many flow in and made the bid."""

    depth: Scalar
    at: Scalar
    who: Scalar
    n_in: Scalar
    n_bid: Scalar


@kernel
def fill(filling: Scalar, tree: Tree, scale: Scalar, form: Form) -> None:
    """Count what there is, into the sizes alone, or fill it in as well."""
    most, widest = tree.n_bids + 2, tree.needs.shape[2]
    flow = Flow(
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(widest, np.int64),
        np.zeros(widest, np.int64),
        np.zeros(widest, np.int64),
        np.zeros(widest, np.int64),
        np.zeros(widest, np.int64),
    )
    form.sizes[:] = 0
    form.sizes[:, SEQUENCES] = 1
    depth = 0
    fresh = True
    while depth >= 0:
        if fresh:
            at, who = flow.last[depth], depth % 2
            flow.upcoming[depth] = at + 1
            node = FormNode(depth, at, who, _flow_in(tree, flow, depth, scale), _last_bids(tree, flow, depth))
            flow.base[depth] = form.sizes[who, SEQUENCES]
            if tree.block[who, at] > 0:
                _add_infosets(filling, tree, flow, node, form)
            if depth > 0:
                if tree.block[who, at] > 0:
                    _add_calls(filling, tree, flow, node, scale, form)
                _add_forced_calls(filling, tree, flow, node, form)
        fresh = flow.upcoming[depth] <= tree.n_bids
        if fresh:
            flow.last[depth + 1] = flow.upcoming[depth]
            flow.upcoming[depth] += 1
            depth += 1
        else:
            depth -= 1


@inlined
def _flow_in(tree: Tree, flow: Flow, depth: Scalar, scale: Scalar) -> Scalar:
    """Find what flows to the actor here; how many sequences."""
    at, who = flow.last[depth], depth % 2
    if depth == 0:
        for c in range(tree.n_actor[0, 0]):
            flow.inflow[c], flow.into[c], flow.share[c] = 0, c, tree.prior_actor[c]
        return tree.n_actor[0, 0]
    if depth == 1:
        for o in range(tree.n_watcher[1, 0]):
            flow.inflow[o], flow.into[o] = 0, tree.watcher_to_actor[1, 0, at, o]
            flow.share[o] = tree.prior_watcher[o]
        return tree.n_watcher[1, 0]
    before, between = flow.last[depth - 2], flow.last[depth - 1]
    for c in range(tree.n_open[who, before]):
        o = tree.actor_to_watcher[who, before, between, c]
        flow.inflow[c] = flow.base[depth - 2] + c * tree.n_actions[before] + between - before - 1
        flow.into[c], flow.share[c] = tree.watcher_to_actor[who, between, at, o], scale
    return tree.n_open[who, before]


@inlined
def _last_bids(tree: Tree, flow: Flow, depth: Scalar) -> Scalar:
    """Find the watcher's sequences that made the last bid; how many."""
    if depth == 0:
        return 0
    at, before, other = flow.last[depth], flow.last[depth - 1], 1 - depth % 2
    for c in range(tree.n_open[other, before]):
        flow.bid_by[c] = flow.base[depth - 1] + c * tree.n_actions[before] + at - before - 1
        flow.showing[c] = tree.counts[other, at, tree.actor_to_watcher[other, before, at, c]]
    return tree.n_open[other, before]


@inlined
def _add_infosets(filling: Scalar, tree: Tree, flow: Flow, node: FormNode, form: Form) -> None:
    """One for each class that has a choice here, with the sequences that lead to it."""
    who, choices, sizes = node.who, tree.n_actions[node.at], form.sizes[node.who]
    for c in range(tree.n_open[who, node.at]):
        if filling:
            form.first[who, sizes[INFOSETS]] = sizes[SEQUENCES]
            form.choices[who, sizes[INFOSETS]] = choices
            for a in range(choices):
                form.flat[who, sizes[SEQUENCES] + a] = form.sizes[0, NUMBERS] + c * choices + a
        for way in range(node.n_in):
            if flow.into[way] == c:
                if filling:
                    form.parents[who, sizes[PARENTS]] = flow.inflow[way]
                    form.shares[who, sizes[PARENTS]] = flow.share[way]
                sizes[PARENTS] += 1
        sizes[INFOSETS] += 1
        if filling:
            form.parent_start[who, sizes[INFOSETS]] = sizes[PARENTS]
        sizes[SEQUENCES] += choices
    form.sizes[0, NUMBERS] += tree.block[who, node.at]


@inlined
def _add_calls(filling: Scalar, tree: Tree, flow: Flow, node: FormNode, scale: Scalar, form: Form) -> None:
    """Classes that take a decision: Bluff, and Check."""
    who, at, kinds = node.who, node.at, 2 if tree.check else 1
    choices = tree.n_actions[at]
    for c in range(tree.n_open[who, at]):
        need = tree.needs[who, at, c]
        for b in range(node.n_bid):
            for kind in range(kinds):
                if filling:
                    wins = flow.showing[b] == need if kind else flow.showing[b] < need
                    own = flow.base[node.depth] + (c + 1) * choices - kinds + kind
                    _fill_payoff(form, who, own, flow.bid_by[b], scale if wins else -scale)
                form.sizes[0, PAYOFFS] += 1


@inlined
def _add_forced_calls(filling: Scalar, tree: Tree, flow: Flow, node: FormNode, form: Form) -> None:
    """Those that win by calling whatever the other has, and, after the highest bid, all: they must call."""
    who, at = node.who, node.at
    for way in range(node.n_in):
        sure = flow.into[way] >= tree.n_open[who, at]
        if sure or tree.block[who, at] == 0:
            for b in range(node.n_bid):
                if filling:
                    wins = sure or flow.showing[b] < tree.needs[who, at, flow.into[way]]
                    share = flow.share[way]
                    _fill_payoff(form, who, flow.inflow[way], flow.bid_by[b], share if wins else -share)
                form.sizes[0, PAYOFFS] += 1


@inlined
def _fill_payoff(form: Form, who: Scalar, own: Scalar, other: Scalar, won: Scalar) -> None:
    """What a player wins where a sequence of theirs meets one of the other's."""
    at = form.sizes[0, PAYOFFS]
    form.rows[at] = own if who == 0 else other
    form.columns[at] = other if who == 0 else own
    form.payoffs[at] = won if who == 0 else -won
