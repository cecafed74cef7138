"""What Lokibot F believes of its opponents: a weight table for each, remade in every hand, and what each has done.

Memory is one row of numbers; `loki_places_kernel.py` says where each stands. Weight tables belong to the seats of the
hand; what is remembered from hand to hand belongs to players, wherever they sit.
"""

from __future__ import annotations

import numpy as np

from riverboat.agents.loki.loki_layout_kernel import (
    BETS_NOW,
    DOUBT,
    EVENTS_DONE,
    HAND_FOR,
    HOLDINGS,
    LOST,
    OUR_VALUE,
    OWNERS,
    RANK,
    RANKED_FOR,
    RANKS,
    SHOWN_TRUST,
    STANDING_FOR,
    STREET_NOW,
    TALLIES,
    TRUST,
    VALUE,
    WEIGHTS,
    WIDTH,
    WON,
)
from riverboat.agents.loki.standing_kernel import stand
from riverboat.arrays import Floats
from riverboat.games.engine.layout_kernel import (
    ALL_IN,
    BET,
    BY_SHOWDOWN,
    CHECK,
    FOLD,
    FOLDED,
    MAX_SEATS,
    RAISE,
    UNKNOWN,
    Flag,
    Int,
    Record,
)
from riverboat.kernel import Scalar, kernel
from riverboat.modeling.shelves_kernel import find_shelf
from riverboat.modeling.weights import DEFAULT_WEIGHTS, PREFLOP_RANKS
from riverboat.modeling.weights_kernel import (
    CALLS,
    FOLDS,
    RAISES,
    fold_chance,
    frequency,
    rank_values,
    reweigh,
    standing_among,
)
from riverboat.modeling.weights_layout import FIFTHS, SEAT_TALLIES, TALLY

_PREFLOP_RANKS = PREFLOP_RANKS.astype(np.float64)
_EVERY_HAND = np.ones(HOLDINGS)
CLASSES = 169
#: Cards on the board by street.
ON_BOARD = np.array([0, 3, 4, 5], dtype=np.int64)


@kernel
def part(memory: Floats, start: Int, size: Int) -> Floats:
    """A stretch of the memory."""
    return memory[start : start + size]


@kernel
def seat_weights(memory: Floats, seat: Int) -> Floats:
    """The weight table of an opponent."""
    return part(memory, WEIGHTS + np.int64(seat) * HOLDINGS, HOLDINGS)


@kernel
def shelf_of(v: Record, memory: Floats, seat: Int) -> Int:
    """Where what we know of an opponent stands."""
    shelf, fresh = find_shelf(v, part(memory, OWNERS, MAX_SEATS), seat)
    if fresh:
        part(memory, TALLIES + shelf * SEAT_TALLIES, SEAT_TALLIES)[:] = 0.0
    return shelf


@kernel
def tally_of(v: Record, memory: Floats, seat: Int) -> Floats:
    """What an opponent has done, by situation."""
    return part(memory, TALLIES + shelf_of(v, memory, seat) * SEAT_TALLIES, SEAT_TALLIES)


@kernel
def stand_on(v: Record, memory: Floats, n_board: Int, ahead: Int) -> None:
    """Work out how we stand on the first cards of the board, looking one card ahead or none, unless that is known."""
    first, second = np.int64(v.cards[v.seat, 0]), np.int64(v.cards[v.seat, 1])
    asked = (np.int64(n_board) * 52 + first) * 52 + second
    for at in range(n_board):
        asked = asked * 52 + np.int64(v.shared[at])
    come = ahead if n_board < 5 else 0
    asked = 2 * asked + come
    if memory[STANDING_FOR] != np.float64(asked):
        memory[STANDING_FOR] = np.float64(asked)
        values, won = part(memory, VALUE, HOLDINGS), part(memory, WON, HOLDINGS)
        lost = part(memory, LOST, HOLDINGS)
        memory[OUR_VALUE] = np.float64(stand(first, second, v.shared, n_board, come, values, won, lost))


@kernel
def rank_board(memory: Floats) -> None:
    """Number the values of all holdings on the board we stand on, unless that is done."""
    if memory[RANKED_FOR] != memory[STANDING_FOR]:
        memory[RANKED_FOR] = memory[STANDING_FOR]
        memory[RANKS] = np.float64(rank_values(part(memory, VALUE, HOLDINGS), part(memory, RANK, HOLDINGS)))


@kernel
def all_fold(v: Record, params: Floats, memory: Floats, bets: Int) -> Scalar:
    """The predicted chance that every opponent folds to a bet after which he faces so many."""
    chance = 1.0
    situation = situation_of(np.int64(v.street), bets)
    usual = np.zeros(HOLDINGS)
    values, ranks = part(memory, VALUE, HOLDINGS), part(memory, RANK, HOLDINGS)
    if v.street > 0:
        rank_board(memory)
        standing_among(DEFAULT_WEIGHTS[table_row(v.seats)], ranks, values, np.int64(memory[RANKS]), usual)
    for seat in range(v.seats):
        if seat == v.seat or v.status[seat] == FOLDED:
            continue
        if v.status[seat] == ALL_IN:
            return 0.0
        folds = frequency_of(v, params, memory, seat, situation, FOLDS)
        if v.street > 0:
            folds = fold_chance(seat_weights(memory, seat), ranks, values, usual, folds, params[WIDTH])
        chance *= folds
    return chance


@kernel
def table_row(players: Int) -> Int:
    """The row of a table of so many players in tables of starting hands."""
    return np.int64(min(max(np.int64(players), np.int64(2)), np.int64(10)) - 2)


@kernel
def situation_of(street: Int, bets: Int) -> Int:
    """Before the flop facing one, two, three bets; on each later street facing none, one, two or more."""
    return min(2, max(0, bets - 1)) if street == 0 else 3 * street + min(2, bets)


@kernel
def act_of(kind: Int) -> Int:
    """Folds, calls and checks, bets and raises."""
    if kind == FOLD:
        return FOLDS
    return RAISES if kind == BET or kind == RAISE else CALLS


@kernel
def seen_hand(v: Record, seat: Int) -> Flag:
    """Whether an opponent's cards are seen."""
    return v.cards[seat, 0] != UNKNOWN and v.cards[seat, 1] != UNKNOWN


@kernel
def forget_hand(v: Record, memory: Floats) -> None:
    """Nothing has been done yet, and every holding is possible."""
    memory[EVENTS_DONE], memory[BETS_NOW], memory[STREET_NOW] = 0.0, 1.0, 0.0
    for seat in range(v.seats):
        if v.status[seat] != FOLDED:
            seat_weights(memory, seat)[:] = 1.0


@kernel
def begin_hand(v: Record, memory: Floats) -> None:
    """Where a new hand has begun, forget the last one."""
    first, second = np.int64(v.cards[v.seat, 0]), np.int64(v.cards[v.seat, 1])
    asked = ((np.int64(v.button) + 1) * 16 + np.int64(v.seat)) * 2704 + first * 52 + second
    done = np.int64(memory[EVENTS_DONE])
    if memory[HAND_FOR] == np.float64(asked) and done <= v.n_history:
        return
    memory[HAND_FOR] = np.float64(asked)
    forget_hand(v, memory)


@kernel
def follow_events(v: Record, params: Floats, memory: Floats, shown: Int) -> None:
    """Re-weigh the hands of everyone still in by all that was done since the last look.

    With `shown` (1) real hands are known: where each stood at its owner's actions is tallied.
    """
    row = table_row(v.seats)
    for at in range(np.int64(memory[EVENTS_DONE]), np.int64(v.n_history)):
        event = v.history[at]
        kind, seat, street = event & 15, (event >> 4) & 15, (event >> 8) & 15
        if street != np.int64(memory[STREET_NOW]):
            memory[STREET_NOW] = np.float64(street)
            memory[BETS_NOW] = 0.0
        bets = np.int64(memory[BETS_NOW])
        raised = kind == BET or kind == RAISE
        wanted = seat != v.seat and v.status[seat] != FOLDED and (not shown or seen_hand(v, seat))
        if wanted and kind != FOLD and not (street == 0 and kind == CHECK):
            reweigh_seat(v, params, memory, row, seat, street, situation_of(street, bets), act_of(kind), shown)
        if raised:
            memory[BETS_NOW] += 1.0
    memory[EVENTS_DONE] = np.float64(v.n_history)


@kernel
def reweigh_seat(
    v: Record,
    params: Floats,
    memory: Floats,
    row: Int,
    seat: Int,
    street: Int,
    situation: Int,
    act: Int,
    shown: Int,
) -> None:
    """One action of one opponent."""
    tally = tally_of(v, memory, seat)
    weights = seat_weights(memory, seat)
    holding: Int = -1
    if shown:
        first, second = np.int64(v.cards[seat, 0]), np.int64(v.cards[seat, 1])
        low, high = min(first, second), max(first, second)
        holding = high * (high - 1) // 2 + low
    n_ranks: Int = CLASSES
    if street == 0:
        ranks, values = _PREFLOP_RANKS[row], _EVERY_HAND
    else:
        stand_on(v, memory, ON_BOARD[street], 1 - shown)
        rank_board(memory)
        values, ranks = part(memory, VALUE, HOLDINGS), part(memory, RANK, HOLDINGS)
        n_ranks = np.int64(memory[RANKS])
    place = reweigh(
        weights,
        ranks,
        values,
        n_ranks,
        act,
        tally,
        situation,
        np.int64(v.seats),
        params[TRUST],
        params[WIDTH],
        params[DOUBT],
        params[SHOWN_TRUST],
        holding,
    )
    if place >= 0.0:
        fifth = min(FIFTHS - 1, np.int64(place * FIFTHS))
        tally[situation * TALLY + 3 + fifth + (FIFTHS if act == RAISES else 0)] += 1.0


@kernel
def frequency_of(v: Record, params: Floats, memory: Floats, seat: Int, situation: Int, act: Int) -> Scalar:
    """How often an opponent does something in a situation."""
    return frequency(tally_of(v, memory, seat), situation, np.int64(v.seats), act, params[TRUST])


@kernel
def count_events(v: Record, memory: Floats) -> None:
    """Count what every opponent did in a hand that is over."""
    bets, street_now = 1, 0
    for at in range(np.int64(v.n_history)):
        event = v.history[at]
        kind, seat, street = event & 15, (event >> 4) & 15, (event >> 8) & 15
        if street != street_now:
            street_now, bets = street, 0
        if seat != v.seat and not (street == 0 and kind == CHECK):
            tally_of(v, memory, seat)[situation_of(street, bets) * TALLY + act_of(kind)] += 1.0
        if kind == BET or kind == RAISE:
            bets += 1


@kernel
def learn_hand(v: Record, params: Floats, memory: Floats) -> None:
    """A hand is over: count what was done, and learn from the hands that were shown."""
    if v.ended >= BY_SHOWDOWN and v.n_in > 1:
        forget_hand(v, memory)
        follow_events(v, params, memory, 1)
    count_events(v, memory)
    memory[HAND_FOR] = 0.0
