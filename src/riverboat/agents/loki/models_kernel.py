"""What Lokibot F believes of its opponents: a weight table for each, remade in every hand, and what each has done.

Memory is one row of numbers; `loki_layout_kernel.py` says where each stands. Weight tables belong to the seats of the
hand; what is remembered from hand to hand belongs to players, wherever they sit.
"""

from __future__ import annotations

import numpy as np

from riverboat.agents.loki import loki_layout_kernel as at
from riverboat.agents.loki.standing_kernel import stand
from riverboat.arrays import Floats
from riverboat.cards.holdings_kernel import holding_number
from riverboat.games.engine.history_kernel import kind_of, seat_of, street_of
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
from riverboat.modeling.weights import DEFAULT_WEIGHTS, SHARES
from riverboat.modeling.weights_kernel import (
    CALLS,
    FOLDS,
    RAISES,
    TYPICAL,
    TYPICAL_TWO,
    Assumptions,
    Deed,
    frequency,
    place_values,
    reweigh,
)
from riverboat.modeling.weights_layout import FIFTHS, PLACES, SEAT_TALLIES, TALLY

_EVERY_HAND = np.ones(at.HOLDINGS)
#: By table size the place of each starting hand among all.
_PREFLOP_PLACES = np.minimum(PLACES - 1.0, np.floor(PLACES * (1.0 - SHARES)))
#: Cards on the board by street.
ON_BOARD = np.array([0, 3, 4, 5], dtype=np.int64)


@kernel
def part(memory: Floats, start: Int, size: Int) -> Floats:
    """A stretch of the memory."""
    return memory[start : start + size]


@kernel
def seat_weights(memory: Floats, seat: Int) -> Floats:
    """The weight table of an opponent."""
    return part(memory, at.WEIGHTS + np.int64(seat) * at.HOLDINGS, at.HOLDINGS)


@kernel
def shelf_of(v: Record, memory: Floats, seat: Int) -> Int:
    """Where what we know of an opponent stands."""
    shelf, fresh = find_shelf(v, part(memory, at.OWNERS, MAX_SEATS), seat)
    if fresh:
        part(memory, at.TALLIES + shelf * SEAT_TALLIES, SEAT_TALLIES)[:] = 0.0
        memory[at.SURPRISES + shelf] = 0.0
    return shelf


@kernel
def tally_of(v: Record, memory: Floats, seat: Int) -> Floats:
    """What an opponent has done, by situation."""
    return part(memory, at.TALLIES + shelf_of(v, memory, seat) * SEAT_TALLIES, SEAT_TALLIES)


@kernel
def stand_on(v: Record, memory: Floats, n_board: Int, ahead: Int) -> None:
    """Work out how we stand on the first cards of the board, looking one card ahead or none, unless that is known."""
    first, second = np.int64(v.cards[v.seat, 0]), np.int64(v.cards[v.seat, 1])
    asked = (np.int64(n_board) * 52 + first) * 52 + second
    for index in range(n_board):
        asked = asked * 52 + np.int64(v.shared[index])
    come = ahead if n_board < 5 else 0
    asked = 2 * asked + come
    if memory[at.STANDING_FOR] != np.float64(asked):
        memory[at.STANDING_FOR] = np.float64(asked)
        values, won = part(memory, at.VALUE, at.HOLDINGS), part(memory, at.WON, at.HOLDINGS)
        lost = part(memory, at.LOST, at.HOLDINGS)
        memory[at.OUR_VALUE] = np.float64(stand(first, second, v.shared, n_board, come, values, won, lost))


@kernel
def place_board(v: Record, memory: Floats) -> None:
    """Place all holdings among the usual ones on the board we stand on, unless that is done."""
    if memory[at.PLACED_FOR] != memory[at.STANDING_FOR]:
        memory[at.PLACED_FOR] = memory[at.STANDING_FOR]
        values, places = part(memory, at.VALUE, at.HOLDINGS), part(memory, at.PLACE, at.HOLDINGS)
        place_values(values, DEFAULT_WEIGHTS[table_row(v.seats)], places)


@kernel
def all_fold(v: Record, params: Floats, memory: Floats, bets: Int) -> Scalar:
    """The predicted chance that every opponent folds before the flop, facing this many bets."""
    chance = 1.0
    situation = situation_of(np.int64(v.street), bets)
    for seat in range(v.seats):
        if seat == v.seat or v.status[seat] == FOLDED:
            continue
        if v.status[seat] == ALL_IN:
            return 0.0
        chance *= frequency_of(v, params, memory, seat, situation, FOLDS)
    return chance


@kernel
def table_row(players: Int) -> Int:
    """The row of a table of this many players in tables of starting hands."""
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
    memory[at.EVENTS_DONE], memory[at.BETS_NOW], memory[at.STREET_NOW] = 0.0, 1.0, 0.0
    for seat in range(v.seats):
        if v.status[seat] != FOLDED:
            seat_weights(memory, seat)[:] = 1.0


@kernel
def begin_hand(v: Record, memory: Floats) -> None:
    """Where a new hand has begun, forget the last one."""
    first, second = np.int64(v.cards[v.seat, 0]), np.int64(v.cards[v.seat, 1])
    asked = ((np.int64(v.button) + 1) * 16 + np.int64(v.seat)) * 2704 + first * 52 + second
    done = np.int64(memory[at.EVENTS_DONE])
    if memory[at.HAND_FOR] == np.float64(asked) and done <= v.n_history:
        return
    memory[at.HAND_FOR] = np.float64(asked)
    forget_hand(v, memory)


@kernel
def follow_events(v: Record, params: Floats, memory: Floats, shown: Int) -> None:
    """Re-weigh the hands of everyone still in by all that was done since the last look.

    With `shown` (1) real hands are known: where each stood at its owner's actions is tallied.
    """
    row = table_row(v.seats)
    for index in range(np.int64(memory[at.EVENTS_DONE]), np.int64(v.n_history)):
        event = v.history[index]
        kind, seat, street = kind_of(event), seat_of(event), street_of(event)
        if street != np.int64(memory[at.STREET_NOW]):
            memory[at.STREET_NOW] = np.float64(street)
            memory[at.BETS_NOW] = 0.0
        bets = np.int64(memory[at.BETS_NOW])
        raised = kind == BET or kind == RAISE
        wanted = seat != v.seat and v.status[seat] != FOLDED and (not shown or seen_hand(v, seat))
        if wanted and kind != FOLD and not (street == 0 and kind == CHECK):
            read_action(v, params, memory, row, seat, street, situation_of(street, bets), act_of(kind), shown)
        if raised:
            memory[at.BETS_NOW] += 1.0
    memory[at.EVENTS_DONE] = np.float64(v.n_history)


@kernel
def assumptions(params: Floats) -> Assumptions:
    """How this Loki reads actions."""
    return Assumptions(params[at.TRUST], params[at.WIDTH], params[at.DOUBT], params[at.SHOWN_TRUST])


@kernel
def kept(params: Floats) -> Scalar:
    """What one more case leaves of those before it."""
    return 0.5 ** (1.0 / params[at.FADE])


@kernel
def read_action(
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
    """One action of one opponent: re-weigh what they may hold, or tally where the hand stood that was shown."""
    tally = tally_of(v, memory, seat)
    values, places = _EVERY_HAND, _PREFLOP_PLACES[row]
    if street > 0:
        stand_on(v, memory, ON_BOARD[street], 1 - shown)
        place_board(v, memory)
        values, places = part(memory, at.VALUE, at.HOLDINGS), part(memory, at.PLACE, at.HOLDINGS)
    if shown:
        first, second = np.int64(v.cards[seat, 0]), np.int64(v.cards[seat, 1])
        low, high = min(first, second), max(first, second)
        fifth = np.int64(places[holding_number(low, high)]) * FIFTHS // PLACES
        part(tally, situation * TALLY + 3, 2 * FIFTHS)[:] *= kept(params)
        tally[situation * TALLY + 3 + fifth + (FIFTHS if act == RAISES else 0)] += 1.0
        return
    deed = Deed(act, situation, np.int64(v.seats))
    reweigh(seat_weights(memory, seat), places, values, deed, tally, assumptions(params))


@kernel
def frequency_of(v: Record, params: Floats, memory: Floats, seat: Int, situation: Int, act: Int) -> Scalar:
    """How often an opponent does something in a situation."""
    return frequency(tally_of(v, memory, seat), situation, np.int64(v.seats), act, params[at.TRUST])


@kernel
def count_event(v: Record, params: Floats, memory: Floats, seat: Int, situation: Int, act: Int) -> None:
    """Count one action of an opponent; what was counted before fades, or is forgotten where they have changed.

    The surprise is the logarithm of how much likelier the typical player was to do what was done of late than the
    player we know, from its lowest point on (a cumulative sum test for a change). No action says more than 1: who does
    a rare thing twice has not changed.
    """
    shelf = shelf_of(v, memory, seat)
    tally = part(memory, at.TALLIES + shelf * SEAT_TALLIES, SEAT_TALLIES)
    seats = np.int64(v.seats)
    known = frequency(tally, situation, seats, act, params[at.TRUST])
    typical = TYPICAL_TWO[situation, act] if seats == 2 else TYPICAL[situation, act]
    surprise = max(0.0, memory[at.SURPRISES + shelf] + min(1.0, np.log(typical / known)))
    if surprise > params[at.SURPRISE]:
        tally[:] = 0.0
        surprise = 0.0
    memory[at.SURPRISES + shelf] = surprise
    row = part(tally, situation * TALLY, 3)
    row[:] *= kept(params)
    row[act] += 1.0


@kernel
def count_events(v: Record, params: Floats, memory: Floats) -> None:
    """Count what every opponent did in a hand that is over."""
    bets, street_now = 1, 0
    for index in range(np.int64(v.n_history)):
        event = v.history[index]
        kind, seat, street = kind_of(event), seat_of(event), street_of(event)
        if street != street_now:
            street_now, bets = street, 0
        if seat != v.seat and not (street == 0 and kind == CHECK):
            situation = situation_of(street, bets)
            if kind != FOLD or situation < 3 or situation % 3:  # a fold where checking is free says nothing
                count_event(v, params, memory, seat, situation, act_of(kind))
        if kind == BET or kind == RAISE:
            bets += 1


@kernel
def learn_hand(v: Record, params: Floats, memory: Floats) -> None:
    """A hand is over: count what was done, and learn from the hands that were shown."""
    if v.ended >= BY_SHOWDOWN and v.n_in > 1:
        forget_hand(v, memory)
        follow_events(v, params, memory, 1)
    count_events(v, params, memory)
    memory[at.HAND_FOR] = 0.0
