"""Equity of two ranges on a board: what each holding would win if nobody bet any more, by the solver's own sums."""

from __future__ import annotations

import numpy as np

from riverboat.arrays import Floats, Ints
from riverboat.cards.cards import format_cards
from riverboat.cards.ranges import Range
from riverboat.errors import RangeError
from riverboat.solving.spots.betting import betting_tree
from riverboat.solving.spots.spot import Spot
from riverboat.solving.spots.vectors.deals import holdem_deal
from riverboat.solving.spots.vectors.fields import FOLLOW
from riverboat.solving.spots.vectors.layout import Stakes
from riverboat.solving.spots.vectors.vector_game import VectorGame


def equities(board: tuple[int, ...], ranges: tuple[Range, Range], asked: tuple[Ints, Ints]) -> tuple[Floats, Floats]:
    """The equity of each holding asked for, of both sides; not a number where it meets nobody."""
    try:
        spot = Spot(board=format_cards(board), oop=ranges[0], ip=ranges[1], pot=1, stack=0)
    except RangeError:
        return np.full(len(asked[0]), np.nan), np.full(len(asked[1]), np.nan)
    game = VectorGame(betting_tree(spot), holdem_deal(spot), Stakes(pot=1, rake_of=lambda pot: 0.0))
    found = []
    for side in range(2):
        mine = spot.ranges[side].holdings
        met = game.deal.pairs.sum(axis=1 - side) / game.deal.weights[side]
        values = game.walk(side, FOLLOW)[: len(mine)].astype(np.float64)
        whole = np.full(1326, np.nan)
        with np.errstate(invalid="ignore", divide="ignore"):
            whole[mine] = np.where(met > 0, np.clip(0.5 + values / met, 0, 1), np.nan)
        found.append(whole[asked[side]])
    return found[0], found[1]
