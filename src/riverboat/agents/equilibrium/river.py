"""The river solved again at the table: exact cards, and ranges that follow from what was done before.

What a side may hold when the river falls is what the model would have come there with by the same line of betting. The
solver sees the board, the line and the model: nobody's cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from riverboat.agents.equilibrium.model import EquilibriumModel
from riverboat.arrays import CardRow, Floats
from riverboat.cards.holdings import HOLDINGS, holding_index
from riverboat.cards.ranges import Range
from riverboat.errors import RangeError
from riverboat.solving.limit.cards import open_holdings
from riverboat.solving.limit.tree import (
    ACTIONS,
    BETS,
    CALL,
    FOLD,
    IP,
    OOP,
    RAISE,
    ROOT,
    LimitPlace,
    after,
    later_streets,
)
from riverboat.solving.spots.node import SpotNode
from riverboat.solving.spots.run import solve_spot
from riverboat.solving.spots.solution import SpotSolution
from riverboat.solving.spots.spot import Spot

RIVER, RIVER_CARDS = 3, 5
#: How often the river is gone through at most, and how near to an equilibrium is enough, as a share of the pot.
ITERATIONS, NEAR = 60, 0.002
#: What is done by the words of players.
KINDS = {"fold": FOLD, "check": CALL, "call": CALL, "bet": RAISE, "raise": RAISE}
#: Cards of the board on each street.
_SEEN = (0, 3, 4, RIVER_CARDS)


@dataclass(frozen=True, kw_only=True)
class SolvedMix:
    """What is done with one holding: how often each action, and what each is worth in big blinds from here on."""

    mix: Floats  # [action]
    worth: Floats  # [action] nan where it is not known or not allowed


def line_of(actions: list[int]) -> list[LimitPlace]:
    """The places that a line of actions goes through, from the first decision to the one that is to be made."""
    places = [ROOT]
    for action in actions:
        following = after(places[-1], action)
        assert following is not None
        places.append(following)
    return places


def reach_along(model: EquilibriumModel, actions: list[int], board: CardRow, *, streets: int = RIVER) -> Floats:
    """[side, 1326] how often a model comes with each holding through the first streets of a line, seated as a side."""
    found = np.zeros((2, HOLDINGS))
    found[:, open_holdings(tuple(board.tolist()))] = 1.0
    for place, action in zip(line_of(actions), actions, strict=False):
        if place.street < streets:
            buckets = model.buckets(board[: _SEEN[place.street]])
            found[place.actor] *= model.shares(place)[buckets, action]
    return found


def river_spot(model: EquilibriumModel, actions: list[int], board: CardRow) -> Spot | None:
    """The river of a line as a spot; None where the model would never have come there."""
    reach = reach_along(model, actions, board)
    if (reach.max(axis=1) <= 0).any():
        return None
    place = line_of(actions)[-1]
    pot = 2 * float(later_streets()[RIVER - 1].base[place.line])
    oop, ip = (Range(reach[side] / reach[side].max()) for side in (OOP, IP))
    try:
        return Spot(board=tuple(board.tolist()), oop=oop, ip=ip, pot=pot, limit=(BETS[1], BETS[RIVER]))
    except RangeError:  # no two holdings of theirs can meet
        return None


def solve_river(spot: Spot) -> SpotSolution:
    """A solution, near enough for the table."""
    return solve_spot(spot, target=NEAR, most_iterations=ITERATIONS)


@lru_cache(maxsize=2)
def _solved(model: EquilibriumModel, before: tuple[int, ...], board: bytes) -> SpotSolution | None:
    spot = river_spot(model, list(before), np.frombuffer(board, np.uint8))
    return solve_river(spot) if spot else None


def solution_of(model: EquilibriumModel, actions: list[int], board: CardRow) -> SpotSolution | None:
    """The solution of a river, by what everybody sees; None where the model would never have come there.

    The last ones are kept: both players of a hand need the same, and so does anybody who looks at it afterwards.
    """
    places = line_of(actions)
    before = tuple(action for place, action in zip(places, actions, strict=False) if place.street < RIVER)
    return _solved(model, before, board.tobytes())


def river_shares(model: EquilibriumModel, actions: list[int], board: CardRow) -> Floats:
    """[1326, action] what is done with every holding after these actions, as `advice_at` tells it for one.

    Holdings that the solution does not know play the model on.
    """
    place = line_of(actions)[-1]
    found = np.asarray(model.shares(place)[model.buckets(board)], np.float64)
    solution = solution_of(model, actions, board)
    if solution is not None:
        node = node_at(solution, actions)
        rows = np.zeros((len(node.holdings()), ACTIONS))
        for number, action in enumerate(_kinds(node)):
            rows[:, action] = node.strategy[:, number]
        found[node.holdings()] = rows
    return found


def node_at(solution: SpotSolution, actions: list[int]) -> SpotNode:
    """Where a line stands on the river."""
    node, path = solution.root, []
    for place, action in zip(line_of(actions), actions, strict=False):
        if place.street == RIVER:
            path.append(node.actions[_kinds(node).index(action)])
            node = solution.at(", ".join(path))
    return node


def _kinds(node: SpotNode) -> list[int]:
    """The action behind each word of a node."""
    return [KINDS[word.split()[0]] for word in node.actions]


def advice_at(node: SpotNode, low: int, high: int) -> SolvedMix | None:
    """What a solved river does with one holding; None where it is not in the range."""
    holdings = node.holdings()
    at = np.flatnonzero(holdings == holding_index((low, high)))
    if not at.size:
        return None
    mix, worth = np.zeros(ACTIONS), np.full(ACTIONS, np.nan)
    for number, action in enumerate(_kinds(node)):
        mix[action] = node.strategy[at[0], number]
        worth[action] = node.action_ev[at[0], number]
    return SolvedMix(mix=mix, worth=worth)
