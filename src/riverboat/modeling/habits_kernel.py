"""What a player tends to do, by situation: how often they fold and how often they bet or raise, older cases fading.

Five situations: before the flop facing one bet, and facing a raise; later with nobody's bet, with one, and with more.
A situation keeps how many cases were seen, how many of them were folds, and how many were bets or raises. Every new
case takes a little from all earlier ones, so that a player who changes is soon seen as they are now.
"""

from __future__ import annotations

import numpy as np

from riverboat.arrays import Floats
from riverboat.games.engine.history_kernel import is_bet, kind_of, seat_of, street_of
from riverboat.games.engine.layout_kernel import CHECK, FOLD, MAX_SEATS, Int, Record
from riverboat.kernel import Scalar, kernel
from riverboat.modeling.habits_layout import (
    CASES,
    FADING,
    FOLDS,
    HABITS,
    OWNERS,
    PRIOR,
    RAISES,
    RATES,
    SITUATION,
    SITUATIONS,
    TYPICAL_FOLDS,
    TYPICAL_RAISES,
)
from riverboat.modeling.shelves_kernel import find_shelf

_FOLDS, _RAISES = np.array(TYPICAL_FOLDS), np.array(TYPICAL_RAISES)


@kernel
def habits_at(v: Record, table: Floats, seat: Int) -> Floats:
    """The part of a table's memory that is about the habits of the player in a seat."""
    shelf, fresh = find_shelf(v, table[OWNERS : OWNERS + MAX_SEATS], seat)
    start = OWNERS + MAX_SEATS + shelf * HABITS
    player = table[start : start + HABITS]
    if fresh:
        player[:] = 0.0
    return player


@kernel
def situation_of(street: Int, bets: Int) -> Int:
    """Which of the five situations somebody is in who faces this many bets; the big blind is one."""
    if street == 0:
        return 0 if bets <= 1 else 1
    return 2 + min(bets, 2)


@kernel
def add_case(player: Floats, situation: Int, folded: Scalar, raised: Scalar) -> None:
    """Take in one more case of a situation."""
    at = situation * SITUATION
    player[at + CASES] = player[at + CASES] * FADING + 1.0
    player[at + FOLDS] = player[at + FOLDS] * FADING + folded
    player[at + RAISES] = player[at + RAISES] * FADING + raised


@kernel
def take_habits(v: Record, table: Floats) -> None:
    """What an agent at the table learns of everybody else's habits when a hand is over."""
    bets, street_now = np.int64(1), np.int64(0)
    for index in range(np.int64(v.n_history)):
        event = v.history[index]
        seat, street = np.int64(seat_of(event)), np.int64(street_of(event))
        if street != street_now:
            street_now, bets = street, np.int64(0)
        if seat != v.seat and not (street == 0 and kind_of(event) == CHECK):
            folded = 1.0 if kind_of(event) == FOLD else 0.0
            raised = 1.0 if is_bet(event) else 0.0
            add_case(habits_at(v, table, seat), situation_of(street, bets), folded, raised)
        if is_bet(event):
            bets += 1


@kernel
def rates(player: Floats, found: Floats) -> None:
    """Folds and raises by situation as shares, a typical player's cases mixed in; folding to no bet is left out."""
    place = 0
    for situation in range(SITUATIONS):
        at = situation * SITUATION
        cases = player[at + CASES] + PRIOR
        if situation != 2:
            found[place] = (player[at + FOLDS] + PRIOR * _FOLDS[situation]) / cases
            place += 1
        found[place] = (player[at + RAISES] + PRIOR * _RAISES[situation]) / cases
        place += 1
    assert place == RATES
