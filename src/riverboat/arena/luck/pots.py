"""Luck at any table of Hold'em, with any agents: what the cards did to the shares of the pot that lay there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np

from riverboat.arena.luck.pots_kernel import luck_of_board
from riverboat.arrays import Floats, Ints, Words
from riverboat.games import Action, CardGame, CardState
from riverboat.games.engine.layout_kernel import BEST_FIVE, LIMIT, UNBOUNDED, UNKNOWN

#: Boards that are drawn to know what a hand is worth before the flop.
BOARDS = 400

#: How many times the pot is at stake when first cards, flop, turn and river come, for it will grow: at limit, and else.
#: Found on development seeds at tables of two to nine; any numbers leave the mean as it is.
STAKES = MappingProxyType({True: np.array([5.0, 2.1, 1.9, 1.3]), False: np.array([1.5, 2.5, 2.5, 1.6])})


def is_holdem(game: CardGame) -> bool:
    """Whether every seat gets two cards and shares a board of three, one and one."""
    record = game.record[0]
    dealt = [int(record["down"][0]), *record["shared"][:4].tolist()]
    return int(record["compare"]) == BEST_FIVE and int(record["streets"]) == 4 and dealt == [2, 0, 3, 1, 1]


class PotLuck:
    """Measures the luck of cards alone; all cards of all seats must be known when the hand is over."""

    def __init__(self, stakes: Mapping[bool, Floats] = STAKES) -> None:
        self._stakes = stakes

    def note(self, state: CardState, chances: Mapping[Action, float] | None) -> None:
        """Nothing to remember: choices are not corrected here."""

    def of_hand(self, state: CardState, players: Sequence[int], words: Words) -> tuple[float, ...]:
        """What the cards gave to each seat in a hand that is over, in the unit of its incomes."""
        seats = state.game.seats
        held = np.array(state.held, np.uint8)
        if (held == UNKNOWN).any():
            return (0.0,) * seats
        luck = np.zeros(seats)
        stacks = np.array(state.start_stacks or (UNBOUNDED,) * seats, np.int64)
        stakes = self._stakes[int(state.game.record["limits"][0]) == LIMIT]
        luck_of_board(state.hand, held, blinds_of(state), stacks, stakes, BOARDS, words, luck)
        return tuple((luck / state.game.rules.income_unit.chips).tolist())


def blinds_of(state: CardState) -> Ints:
    """What each seat posted before it acted, by its position from the left of the button."""
    seats, record = state.game.seats, state.game.record[0]
    order = [(state.button + 1 + place) % seats for place in range(seats)]
    found = np.zeros(seats, np.int64)
    for place, seat in enumerate(order):
        found[seat] = int(record["blind"][place])
    return np.asarray(np.minimum(found, state.hand["paid"][0, :seats]), np.int64)
