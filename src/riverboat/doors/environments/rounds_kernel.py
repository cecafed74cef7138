"""Rounds of Bluff for learners: what a seat sees, what it may do, and thousands of rounds at once.

A round is three rows: how many dice of each face every seat has, who made each bid (NOBODY where it was not made), and
a few numbers. Bids only rise, so that who made which bid is the whole history.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from riverboat.arrays import Ints, Words
from riverboat.cards.random_kernel import below
from riverboat.doors.environments.card_batch_kernel import Shown
from riverboat.doors.environments.cards_kernel import Rows
from riverboat.games.engine.layout_kernel import Flag, Int
from riverboat.kernel import inlined, kernel

NOBODY = 255
# The numbers of a round: the height of the last bid (-1 before the first), who opened, whose turn it is.
LAST, STARTER, ACTOR = 0, 1, 2
NUMBERS = 3
# The numbers that are fixed: seats, faces, the face that is wild (0: none), bids, and whether one may check.
SEATS, FACES, WILD, BIDS, CHECKS = 0, 1, 2, 3, 4
FIXED = 5


class RoundLanes(NamedTuple):
    """Rounds side by side, a row each."""

    fixed: Ints
    dice: Ints  # [seat] how many dice each has
    bids: Ints  # [height, 2] quantity and face
    counts: Rows  # [lane, seat, face] how many dice show each face, from face 1 on
    bidders: Rows  # [lane, height] who made a bid
    numbers: Ints  # [lane, 3]
    words: Words  # [lane, 4] the generator of each lane's dice


@inlined
def see_round(lanes: RoundLanes, lane: Int, seat: Int, rows: Rows, at: Int) -> None:
    """Write what a seat sees: its dice, everybody's number of dice, the last bid, and who made which."""
    n, faces, bids = lanes.fixed[SEATS], lanes.fixed[FACES], lanes.fixed[BIDS]
    for place in range(rows.shape[1]):
        rows[at, place] = 0
    for face in range(faces):
        rows[at, face] = lanes.counts[lane, seat, face]
    for k in range(n):
        rows[at, faces + k] = lanes.dice[(seat + k) % n]
    last = lanes.numbers[lane, LAST]
    rows[at, faces + n + last + 1] = 1  # the first place: there is no bid yet
    base = faces + n + 1 + bids
    for height in range(last + 1):
        bidder = np.int64(lanes.bidders[lane, height])
        if bidder != NOBODY:
            rows[at, base + (bidder - seat + n) % n * bids + height] = 1


@inlined
def allow_round(lanes: RoundLanes, lane: Int, masks: Rows, at: Int) -> None:
    """Mark higher bids, and the calls once there is a bid."""
    bids, last = lanes.fixed[BIDS], lanes.numbers[lane, LAST]
    for height in range(bids):
        masks[at, height] = height > last
    masks[at, bids] = last >= 0
    if lanes.fixed[CHECKS]:
        masks[at, bids + 1] = last >= 0


@inlined
def caller_wins(lanes: RoundLanes, lane: Int, check: Flag) -> Flag:
    """Whether who called was right: the bid is too high, or, where they checked, exactly right."""
    last = lanes.numbers[lane, LAST]
    quantity, face, wild = lanes.bids[last, 0], lanes.bids[last, 1], lanes.fixed[WILD]
    count: Int = 0
    for seat in range(lanes.fixed[SEATS]):
        count += np.int64(lanes.counts[lane, seat, face - 1])
        if wild > 0 and wild != face:
            count += np.int64(lanes.counts[lane, seat, wild - 1])
    return count == quantity if check else count < quantity


@kernel
def roll(lanes: RoundLanes, lane: Int) -> None:
    """The next round of a lane: whoever sits after the last opener opens."""
    n, faces = lanes.fixed[SEATS], lanes.fixed[FACES]
    for seat in range(n):
        for face in range(faces):
            lanes.counts[lane, seat, face] = 0
        for _ in range(lanes.dice[seat]):
            lanes.counts[lane, seat, below(lanes.words[lane], faces)] += 1
    for height in range(lanes.fixed[BIDS]):
        lanes.bidders[lane, height] = NOBODY
    starter = (lanes.numbers[lane, STARTER] + 1) % n
    lanes.numbers[lane, LAST] = -1
    lanes.numbers[lane, STARTER] = starter
    lanes.numbers[lane, ACTOR] = starter


@inlined
def show_round(lanes: RoundLanes, shown: Shown, lane: Int) -> None:
    """Write what the seat to act sees and may do."""
    actor = lanes.numbers[lane, ACTOR]
    see_round(lanes, lane, actor, shown.observations, lane)
    allow_round(lanes, lane, shown.masks, lane)
    shown.actors[lane] = actor


@kernel
def reset_rounds(lanes: RoundLanes, shown: Shown) -> None:
    """Roll in every lane."""
    for lane in range(len(lanes.numbers)):
        lanes.numbers[lane, STARTER] = lane
        roll(lanes, lane)
        show_round(lanes, shown, lane)
        shown.done[lane] = 0
        for seat in range(lanes.fixed[SEATS]):
            shown.rewards[lane, seat] = 0


@kernel
def step_rounds(lanes: RoundLanes, shown: Shown, actions: Ints) -> None:
    """Apply an action in every lane; where a round is over, the next is rolled. All actions must be allowed."""
    n, bids = lanes.fixed[SEATS], lanes.fixed[BIDS]
    for lane in range(len(actions)):
        actor = lanes.numbers[lane, ACTOR]
        for seat in range(n):
            shown.rewards[lane, seat] = 0
        over = actions[lane] >= bids
        if over:
            bidder = np.int64(lanes.bidders[lane, lanes.numbers[lane, LAST]])
            won = 1 if caller_wins(lanes, lane, actions[lane] > bids) else -1
            shown.rewards[lane, actor] = won
            shown.rewards[lane, bidder] = -won
            roll(lanes, lane)
        else:
            lanes.bidders[lane, actions[lane]] = actor
            lanes.numbers[lane, LAST] = actions[lane]
            lanes.numbers[lane, ACTOR] = (actor + 1) % n
        shown.done[lane] = over
        show_round(lanes, shown, lane)


@kernel
def look_at_round(lanes: RoundLanes, seat: Int, turn: Flag, rows: Rows, masks: Rows) -> None:
    """What Python calls: what a seat sees of the first lane, and what it may do, if it is its turn."""
    see_round(lanes, 0, seat, rows, 0)
    for place in range(masks.shape[1]):
        masks[0, place] = 0
    if turn:
        allow_round(lanes, 0, masks, 0)
