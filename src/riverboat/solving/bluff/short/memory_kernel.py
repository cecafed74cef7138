"""Regret minimisation over the public states of players with a short memory, compiled: sixteen deals at a time.

A state is reached along many sequences of bids, and what they say of both players' dice does not factor into what each
says of one. So a batch of deals is carried as a matrix: a row for each roll of the hero, a lane for each deal of the
others. Forwards, every state adds up how likely each pair is to come to it; backwards, what it is worth to the hero.
Rows are weighed by how the hero would really come here, mixed with a little even play, so that they learn what follows
bids that they do not make.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from riverboat.arrays import Ints, Singles
from riverboat.kernel import Scalar, inlined, kernel
from riverboat.kernel_vectors import add, load, multiply, spread, store
from riverboat.solving.bluff.short.memory import MemoryTree

_U = np.uint64
_LANES = 16
#: A state that a batch comes to less often is left out of it.
LEAST_REACH = np.float32(1e-7)


class MemoryDeals(NamedTuple):
    """A batch of deals: rolls of the hero times deals of the others, each with its weight."""

    hero: Scalar
    rows: Ints  # [H] the hero's rolls
    row_weights: Singles  # [H]
    lanes: Ints  # [m, L] the others' rolls
    lane_weights: Singles  # [L], a multiple of sixteen
    row_counts: Singles  # [H, faces] how many of the hero's dice count
    lane_counts: Singles  # [faces, L] how many of the others' do


class MemoryRule(NamedTuple):
    """How an iteration learns; nobody does where `learns` is 0."""

    learns: Scalar
    explores: Scalar  # how much even play is mixed into how the hero comes to a state
    trembles: Scalar  # ... and into how the others do
    weight: Scalar  # in the average
    positive: Scalar  # what is kept of regrets above 0
    negative: Scalar  # ... and below
    greedy: Scalar  # 1: the hero plays their best action, by what they learned


class MemoryRoom(NamedTuple):
    """Where a batch is worked out; made once."""

    reach: Singles  # [N * H * L]
    value: Singles  # [N * H * L]
    live: Ints  # [N]
    sigma: Singles  # [choices * max(H, L)], by action and then row or lane
    worth: Singles  # [choices * H]
    call: Singles  # [H * L] what the hero wins where the last bid is called
    lane: Singles  # [16]


@kernel
def learn_batch(
    tree: MemoryTree,
    deals: MemoryDeals,
    regrets: Singles,
    others: Singles,
    average: Singles,
    rule: MemoryRule,
    room: MemoryRoom,
) -> Scalar:
    """What the hero wins on average; their regrets and their average are brought forward, if anybody learns.

    The hero plays what their regrets say, the others what `others` says, each in proportion to numbers above 0.
    """
    rows, lanes = len(deals.rows), len(deals.lane_weights)
    area = rows * lanes
    room.live[:] = 0
    room.live[0] = 1
    for i in range(rows):
        for j in range(lanes):
            room.reach[i * lanes + j] = deals.row_weights[i] * deals.lane_weights[j]
    for state in range(len(tree.last)):
        if room.live[state] and tree.last[state] < tree.n_bids:
            if tree.actor[state] == deals.hero:
                _hero_goes_on(tree, deals, regrets, rule, room, state)
            else:
                _others_go_on(tree, deals, others, rule, room, state)
    for state in range(len(tree.last) - 1, -1, -1):
        if room.live[state]:
            if tree.actor[state] == deals.hero:
                _hero_looks_back(tree, deals, regrets, average, rule, room, state)
            else:
                _others_look_back(tree, deals, others, room, state)
    total = 0.0
    for at in range(area):
        total += room.value[at] * deals.row_weights[at // lanes] * deals.lane_weights[at % lanes]
    return total


@inlined
def _child(tree: MemoryTree, state: Scalar, bid: Scalar) -> Scalar:
    return tree.shift[state] + tree.stride[state] * tree.ways[tree.grade[state], bid]


@inlined
def _choose(numbers: Singles, begin: Scalar, choices: Scalar, sigma: Singles, at: Scalar, width: Scalar) -> None:
    """In proportion to numbers above 0, evenly where there are none: into every `width`-th place from `at` on."""
    total = np.float32(0.0)
    for a in range(choices):
        x = max(numbers[begin + a], np.float32(0.0))
        sigma[a * width + at] = x
        total += x
    if total > np.float32(0.0):
        share = np.float32(1.0) / total
        for a in range(choices):
            sigma[a * width + at] *= share
    else:
        share = np.float32(1.0 / choices)
        for a in range(choices):
            sigma[a * width + at] = share


@inlined
def _call_surely(choices: Scalar, sigma: Singles, at: Scalar, width: Scalar) -> None:
    for a in range(choices):
        sigma[a * width + at] = np.float32(0.0)
    sigma[(choices - 1) * width + at] = np.float32(1.0)


@inlined
def _hero_sigma(
    tree: MemoryTree, deals: MemoryDeals, regrets: Singles, rule: MemoryRule, sigma: Singles, state: Scalar
) -> None:
    """What the hero does with each of their rolls."""
    at, hero, rows = tree.last[state], deals.hero, len(deals.rows)
    choices = tree.n_actions[at]
    for i in range(rows):
        known = tree.classes[hero, at, deals.rows[i]]
        if known >= tree.n_open[hero, at] or at == tree.n_bids:
            _call_surely(choices, sigma, i, rows)
            continue
        begin = tree.begin[state] + known * choices
        if rule.greedy:
            best = 0
            for a in range(1, choices):
                if regrets[begin + a] > regrets[begin + best]:
                    best = a
            for a in range(choices):
                sigma[a * rows + i] = np.float32(a == best)
        else:
            _choose(regrets, begin, choices, sigma, i, rows)


@inlined
def _others_sigma(tree: MemoryTree, deals: MemoryDeals, others: Singles, sigma: Singles, state: Scalar) -> None:
    """What another player does in each deal."""
    at, actor, lanes = tree.last[state], tree.actor[state], len(deals.lane_weights)
    choices = tree.n_actions[at]
    for j in range(lanes):
        known = tree.classes[actor, at, deals.lanes[actor, j]]
        if known >= tree.n_open[actor, at] or at == tree.n_bids:
            _call_surely(choices, sigma, j, lanes)
        else:
            _choose(others, tree.begin[state] + known * choices, choices, sigma, j, lanes)


@inlined
def _hero_goes_on(
    tree: MemoryTree, deals: MemoryDeals, regrets: Singles, rule: MemoryRule, room: MemoryRoom, state: Scalar
) -> None:
    """How likely each deal comes to the states that the hero's bids lead to."""
    at, rows, lanes = tree.last[state], len(deals.rows), len(deals.lane_weights)
    _hero_sigma(tree, deals, regrets, rule, room.sigma, state)
    even = np.float32(rule.explores / tree.n_actions[at])
    kept = np.float32(1.0 - rule.explores)
    here = state * rows * lanes
    for i in range(rows):  # how likely a row is, once for all bids
        total = np.float32(0.0)
        for j in range(lanes):
            total += room.reach[here + i * lanes + j]
        room.worth[i] = total
    for bid in range(at, tree.n_bids):
        to = _child(tree, state, bid)
        there = to * rows * lanes
        for i in range(rows):
            share = kept * room.sigma[(bid - at) * rows + i] + even
            if share * room.worth[i] < LEAST_REACH:
                continue
            if not room.live[to]:
                room.live[to] = 1
                room.reach[there : there + rows * lanes] = 0.0
            factor = spread(room.reach, share)
            for j in range(0, lanes, _LANES):
                place = _U(there + i * lanes + j)
                gone = multiply(load(room.reach, _U(here + i * lanes + j)), factor)
                store(room.reach, place, add(load(room.reach, place), gone))


@inlined
def _others_go_on(
    tree: MemoryTree, deals: MemoryDeals, others: Singles, rule: MemoryRule, room: MemoryRoom, state: Scalar
) -> None:
    """How likely each deal comes to the states that another player's bids lead to."""
    at, rows, lanes = tree.last[state], len(deals.rows), len(deals.lane_weights)
    _others_sigma(tree, deals, others, room.sigma, state)
    even = np.float32(rule.trembles / tree.n_actions[at])
    if even > np.float32(0.0):
        kept = np.float32(1.0 - rule.trembles)
        for cell in range(tree.n_actions[at] * lanes):
            room.sigma[cell] = kept * room.sigma[cell] + even
    here = state * rows * lanes
    for j in range(lanes):
        total = np.float32(0.0)
        for i in range(rows):
            total += room.reach[here + i * lanes + j]
        room.call[j] = total
    for bid in range(at, tree.n_bids):
        row = (bid - at) * lanes
        most = np.float32(0.0)
        for j in range(lanes):
            most = max(most, room.sigma[row + j] * room.call[j])
        if most < LEAST_REACH:
            continue
        to = _child(tree, state, bid)
        there = to * rows * lanes
        if not room.live[to]:
            room.live[to] = 1
            room.reach[there : there + rows * lanes] = 0.0
        for j in range(0, lanes, _LANES):
            share = load(room.sigma, _U(row + j))
            for i in range(rows):
                place = _U(there + i * lanes + j)
                gone = multiply(load(room.reach, _U(here + i * lanes + j)), share)
                store(room.reach, place, add(load(room.reach, place), gone))


@inlined
def _called(tree: MemoryTree, deals: MemoryDeals, bid: Scalar, bidder: Scalar, caller: Scalar, out: Singles) -> None:
    """What the hero wins in each deal where this bid is called."""
    rows, lanes = len(deals.rows), len(deals.lane_weights)
    sign = np.float32(0.0)
    if bidder == deals.hero:
        sign = np.float32(1.0)
    elif caller == deals.hero:
        sign = np.float32(-1.0)
    face = tree.face[bid]
    for i in range(rows):
        wanted = np.float32(tree.quantity[bid]) - deals.row_counts[i, face]
        for j in range(lanes):
            out[i * lanes + j] = sign if deals.lane_counts[face, j] >= wanted else -sign


@inlined
def _hero_looks_back(
    tree: MemoryTree,
    deals: MemoryDeals,
    regrets: Singles,
    average: Singles,
    rule: MemoryRule,
    room: MemoryRoom,
    state: Scalar,
) -> None:
    """What a state is worth where the hero acts; they learn from it."""
    at, hero, rows, lanes = tree.last[state], deals.hero, len(deals.rows), len(deals.lane_weights)
    here, choices = state * rows * lanes, tree.n_actions[at]
    _hero_sigma(tree, deals, regrets, rule, room.sigma, state)
    room.value[here : here + rows * lanes] = 0.0
    for a in range(choices):
        source, there = room.value, here
        if a == choices - 1 and at > 0:
            _called(tree, deals, at - 1, (hero - 1) % tree.seats, hero, room.call)
            source, there = room.call, 0
        else:
            to = _child(tree, state, at + a)
            if not room.live[to]:  # too rare to be looked at: as if the next player called
                _called(tree, deals, at + a, hero, (hero + 1) % tree.seats, room.call)
                source, there = room.call, 0
            else:
                there = to * rows * lanes
        for i in range(rows):
            share = spread(room.value, room.sigma[a * rows + i])
            total = spread(room.value, np.float32(0.0))
            for j in range(0, lanes, _LANES):
                place = _U(here + i * lanes + j)
                worth = load(source, _U(there + i * lanes + j))
                total = add(total, multiply(worth, load(room.reach, place)))
                store(room.value, place, add(load(room.value, place), multiply(worth, share)))
            store(room.lane, _U(0), total)
            found = np.float32(0.0)
            for j in range(_LANES):
                found += room.lane[j]
            room.worth[a * rows + i] = found
    if rule.learns and at < tree.n_bids:
        _learn(tree, deals, regrets, average, rule, room, state)


@inlined
def _learn(
    tree: MemoryTree,
    deals: MemoryDeals,
    regrets: Singles,
    average: Singles,
    rule: MemoryRule,
    room: MemoryRoom,
    state: Scalar,
) -> None:
    """Bring the hero's regrets and average at a state forward, by what each action was worth."""
    at, hero, rows, lanes = tree.last[state], deals.hero, len(deals.rows), len(deals.lane_weights)
    here, choices = state * rows * lanes, tree.n_actions[at]
    for i in range(rows):
        known = tree.classes[hero, at, deals.rows[i]]
        if known >= tree.n_open[hero, at]:
            continue
        reached = np.float32(0.0)
        for j in range(lanes):
            reached += room.reach[here + i * lanes + j]
        if reached <= np.float32(0.0):
            continue
        mean = np.float32(0.0)
        for a in range(choices):
            mean += room.sigma[a * rows + i] * room.worth[a * rows + i]
        begin = tree.begin[state] + known * choices
        for a in range(choices):
            kept = regrets[begin + a]
            kept *= np.float32(rule.positive) if kept > np.float32(0.0) else np.float32(rule.negative)
            regrets[begin + a] = kept + room.worth[a * rows + i] - mean
            average[begin + a] += np.float32(rule.weight) * reached * room.sigma[a * rows + i]


@inlined
def _others_look_back(tree: MemoryTree, deals: MemoryDeals, others: Singles, room: MemoryRoom, state: Scalar) -> None:
    """What a state is worth to the hero where another player acts."""
    at, actor, rows, lanes = tree.last[state], tree.actor[state], len(deals.rows), len(deals.lane_weights)
    here, choices = state * rows * lanes, tree.n_actions[at]
    _others_sigma(tree, deals, others, room.sigma, state)
    room.value[here : here + rows * lanes] = 0.0
    for a in range(choices):
        most = np.float32(0.0)
        for j in range(lanes):
            most = max(most, room.sigma[a * lanes + j])
        if most == np.float32(0.0):
            continue
        source, there = room.value, here
        if a == choices - 1 and at > 0:
            _called(tree, deals, at - 1, (actor - 1) % tree.seats, actor, room.call)
            source, there = room.call, 0
        else:
            to = _child(tree, state, at + a)
            if not room.live[to]:
                _called(tree, deals, at + a, actor, (actor + 1) % tree.seats, room.call)
                source, there = room.call, 0
            else:
                there = to * rows * lanes
        for j in range(0, lanes, _LANES):
            share = load(room.sigma, _U(a * lanes + j))
            for i in range(rows):
                place = _U(here + i * lanes + j)
                worth = multiply(load(source, _U(there + i * lanes + j)), share)
                store(room.value, place, add(load(room.value, place), worth))


@kernel
def lay_out(tree: MemoryTree, numbers: Singles, sizes: Ints, wide: Singles) -> None:
    """Lay a strategy of two players with a short memory into the whole tree of bids, in the layout of `walk_kernel`.

    `sizes` are how many numbers a state and everything below it have in the whole tree, by player and last bid + 1.
    """
    most = tree.n_bids + 2
    states, upcoming, onward = np.zeros(most, np.int64), np.zeros(most, np.int64), np.zeros(most, np.int64)
    depth = 0
    upcoming[0] = -1
    place = 0
    while depth >= 0:
        state = states[depth]
        at, actor = tree.last[state], tree.actor[state]
        if upcoming[depth] < 0:
            begin, size = tree.begin[state], tree.begin[state + 1] - tree.begin[state]
            for a in range(size):
                wide[place + a] = numbers[begin + a]
            upcoming[depth] = at
            onward[depth] = place + size
        bid = upcoming[depth]
        if bid >= tree.n_bids:
            depth -= 1
            continue
        upcoming[depth] += 1
        place = onward[depth]
        onward[depth] += sizes[1 - actor, bid + 1]
        if sizes[1 - actor, bid + 1] > 0:
            depth += 1
            states[depth] = _child(tree, state, bid)
            upcoming[depth] = -1
