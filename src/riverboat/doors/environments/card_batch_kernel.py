"""Thousands of hands of cards at once: one call applies an action in each, and shows what comes next."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from riverboat.agents.dispatch_kernel import decide, learn
from riverboat.arrays import Floats, Ints, Words
from riverboat.doors.environments.cards_kernel import Rows, allow, meant, see_hand
from riverboat.games.engine.betting_kernel import apply_action, shuffle, start_hand
from riverboat.games.engine.layout_kernel import DONE, FROM_DECK, HAND, Int, Record
from riverboat.games.engine.seeing_kernel import see
from riverboat.kernel import Scalar, inlined, kernel

#: A lane: the hand that is played in it, the generator of its deck, and what was won in hands that ended before the
#: learner had to decide. Helpers get records: an array that is handed on is counted in and out, lane after lane.
LANE = np.dtype([("hand", HAND), ("words", "u8", 4), ("unplayed", "f8")], align=True)


class CardLanes(NamedTuple):
    """Hands side by side; nothing in a lane depends on another."""

    lanes: Record
    rules: Record
    codes: Record
    views: Record  # one, for opponents


class Opponents(NamedTuple):
    """Compiled agents in seats 1 and up, the learner in seat 0; no rows where all seats are learners."""

    entries: Ints  # [opponent, 2] where deciding and learning lie
    params: Floats  # [opponent, parameter]
    memory: Floats  # [lane, opponent, number]
    words: Words  # [lane, opponent, 4]


class Shown(NamedTuple):
    """What a step writes."""

    observations: Rows  # [lane, field]
    rewards: Rows  # [lane, seat], or [lane, 1] of the learner
    done: Rows  # [lane]
    masks: Rows  # [lane, action]
    actors: Ints  # [lane] whose turn it is, and whose observation


@kernel
def deal(lane: Record, r: Record, e: Record) -> None:
    """The next hand of a lane: the button moves on, every stack is whole."""
    h = lane.hand
    n = np.int64(r.seats)
    h.button = h.button + 1 if np.int64(h.button) + 1 < n else 0
    for seat in range(n):
        h.stack[seat] = r.stack[seat]
    shuffle(h, r, lane.words, e.needed)
    start_hand(h, r)


@kernel
def prepare(lane: Record, r: Record, number: Int) -> None:
    """Lay the deck down and set the button where this lane begins."""
    h = lane.hand
    for at in range(r.deck_size):
        h.deck[at] = r.deck[at]
    for seat in range(r.seats):
        h.who[seat] = seat
    h.button = number % np.int64(r.seats)
    h.source = FROM_DECK
    lane.unplayed = 0


@kernel
def net_of(h: Record, r: Record, e: Record, seat: Int) -> Scalar:
    """What a seat has won or lost, in the unit of results."""
    return (h.won[seat] - (h.paid[seat] + h.dead[seat]) * r.unit) * e.reward


@kernel
def let_opponents_act(cards: CardLanes, others: Opponents, at: Int) -> Int:
    """Play on until the learner must decide, or the hand is over."""
    h, r, v = cards.lanes[at].hand, cards.rules[0], cards.views[0]
    entries, params, memory, words = others
    while h.actor > 0:
        seat = h.actor - 1
        see(h, r, h.actor, v)
        kind, amount = decide(entries[seat, 0], v, params[seat], memory[at, seat], words[at, seat])
        if apply_action(h, r, kind, amount) != DONE:
            return 1
    if h.actor < 0:
        for seat in range(len(entries)):
            if entries[seat, 1]:
                see(h, r, seat + 1, v)
                learn(entries[seat, 1], v, params[seat], memory[at, seat], words[at, seat])
    return 0


@kernel
def deal_against(cards: CardLanes, others: Opponents, at: Int) -> Int:
    """Deal until the learner must decide: a hand may end before that."""
    lane, r, e = cards.lanes[at], cards.rules[0], cards.codes[0]
    while True:
        deal(lane, r, e)
        if let_opponents_act(cards, others, at):
            return 1
        if lane.hand.actor >= 0:
            return 0
        lane.unplayed += net_of(lane.hand, r, e, 0)


@inlined
def show(h: Record, r: Record, e: Record, shown: Shown, at: Int) -> None:
    """Write what the seat to act sees and may do."""
    see_hand(h, r, e, h.actor, shown.observations, at)
    allow(h, e, shown.masks, at)
    shown.actors[at] = h.actor


@kernel
def reset_lanes(cards: CardLanes, others: Opponents, shown: Shown) -> Int:
    """Deal a hand in every lane."""
    r, e = cards.rules[0], cards.codes[0]
    against = len(others.entries) > 0
    for at in range(len(cards.lanes)):
        lane = cards.lanes[at]
        prepare(lane, r, at)
        if not against:
            deal(lane, r, e)
        elif deal_against(cards, others, at):
            return 1
        show(lane.hand, r, e, shown, at)
        shown.done[at] = 0
        for seat in range(shown.rewards.shape[1]):
            shown.rewards[at, seat] = 0
    return 0


@kernel
def first_illegal(actions: Ints, masks: Rows) -> Int:
    """The first lane whose action is not allowed, or -1."""
    for at in range(len(actions)):
        if actions[at] < 0 or actions[at] >= masks.shape[1] or not masks[at, actions[at]]:
            return at
    return -1


@kernel
def step_lanes(cards: CardLanes, others: Opponents, shown: Shown, actions: Ints) -> Int:
    """Apply an action in every lane; where a hand is over, the next is dealt. All actions must be allowed."""
    r, e = cards.rules[0], cards.codes[0]
    paid = shown.rewards.shape[1]
    against = len(others.entries) > 0
    for at in range(len(actions)):
        lane = cards.lanes[at]
        h = lane.hand
        kind, amount = meant(h, r, e, actions[at])
        if apply_action(h, r, kind, amount) != DONE:
            return 1
        if against and let_opponents_act(cards, others, at):
            return 1
        over = h.actor < 0
        shown.done[at] = over
        for seat in range(paid):
            shown.rewards[at, seat] = net_of(h, r, e, seat) if over else 0.0
        if over:
            if not against:
                deal(lane, r, e)
            elif deal_against(cards, others, at):
                return 1
        show(h, r, e, shown, at)
    return 0
