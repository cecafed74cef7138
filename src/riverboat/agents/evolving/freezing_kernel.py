"""Which candidate of an element is the best: what each would have brought with the hands of the record."""

from __future__ import annotations

import numpy as np

from riverboat.agents.bet_mapping_kernel import WISH_CALL, WISH_FOLD, WISH_RAISE
from riverboat.agents.evolving import evolving_layout_kernel as at
from riverboat.agents.evolving.evolving_kernel import fitness, genes_of, responses
from riverboat.agents.evolving.record_kernel import judge, record_of
from riverboat.arrays import Floats
from riverboat.games.engine.layout_kernel import Int
from riverboat.kernel import Scalar, kernel

_NEXT_POSITION = at.BETS * at.STAGES
_POSITIONS_APART = at.POSITIONS * _NEXT_POSITION


@kernel
def hands_seen(memory: Floats, element: Int, strength: Int) -> tuple[Scalar, Scalar]:
    """How many hands of one bin the record holds, and their mean strength: in all positions, since one has gaps."""
    first = element // _POSITIONS_APART * _POSITIONS_APART + element % _NEXT_POSITION
    weight, places = 0.0, 0.0
    for position in range(at.POSITIONS):
        for wish in range(at.WISHES):
            record = record_of(memory, first + position * _NEXT_POSITION, strength, wish)
            weight += record[at.WEIGHT]
            places += record[at.PLACES]
    return weight, places / max(weight, 1e-9)


@kernel
def price_of_folding(params: Floats, memory: Floats, element: Int, strength: Int) -> Scalar:
    """What a fold has brought with hands of one bin: nothing, where feedback leaves out what had been paid before."""
    record = record_of(memory, element, strength, WISH_FOLD)
    if params[at.CREDIT] != 0 or record[at.WEIGHT] <= 0.0:
        return 0.0
    return record[at.RESULTS] / record[at.WEIGHT]


@kernel
def is_raised(memory: Floats, element: Int) -> Int:
    """Whether a raise was ever made here: where it was not, it was not allowed."""
    for strength in range(at.STRENGTHS):
        if record_of(memory, element, strength, WISH_RAISE)[at.WEIGHT] > 0.0:
            return 1
    return 0


@kernel
def worths(params: Floats, memory: Floats, element: Int, worth: Floats) -> None:
    """What each candidate would bring in a hand, by the record; where none is kept, its mean feedback."""
    least = WISH_CALL if element // at.STAGES % at.BETS == 0 else WISH_FOLD
    most = WISH_RAISE if is_raised(memory, element) else WISH_CALL
    brings, hands = np.empty(at.WISHES), 0.0
    worth[:] = 0.0
    for strength in range(at.STRENGTHS):
        weight, x = hands_seen(memory, element, strength)
        if weight <= 0.0:
            continue
        hands += weight
        judge(params, memory, element, x, price_of_folding(params, memory, element, strength), brings)
        for member in range(len(worth)):
            chance = responses(genes_of(params, memory, element, member), x)
            for wish in range(at.WISHES):
                comes_to: Int = min(max(wish, least), most)
                worth[member] += weight * chance[wish] * brings[comes_to]
    for member in range(len(worth)):
        worth[member] = worth[member] / hands if hands > 0.0 else fitness(params, memory, element, member)
