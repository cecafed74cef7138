"""Judged by solutions: spots between two after the flop, and all of two-handed limit Hold'em by `equilibrium`.

A decision costs what the solution's own mix is worth with the player's hand, less what was done is worth, both by the
solution's figures: against all that the other may hold, not against what they held. What each may hold is assumed. In a
spot it is what Lokibot thinks as the street begins, of somebody who plays as is usual; for `equilibrium` it is what
`equilibrium` would have come there with.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np

from riverboat.agents.compiled import CompiledAgent
from riverboat.agents.equilibrium.explanation import SOLVED, EquilibriumView, views
from riverboat.agents.equilibrium.player import DEEPEST
from riverboat.agents.equilibrium.river import KINDS
from riverboat.agents.registry import make_agent
from riverboat.arrays import Floats
from riverboat.cards.holdings import holding_index
from riverboat.errors import RiverboatError
from riverboat.games import CardState, HoldemRules
from riverboat.partner.holdem_solved import (
    MOST_ITERATIONS,
    TARGET,
    action_at,
    own_range,
    path_of,
    range_of,
    sizes_of,
    spot_between,
)
from riverboat.partner.leaks.judged import JudgedMove, Weighed, judged_by_values
from riverboat.partner.leaks.own_hand import OwnDecision, OwnHand
from riverboat.partner.texts.leaks import EQUILIBRIUM, SOLVED_SPOTS
from riverboat.solving.spots.node import SpotNode
from riverboat.solving.spots.run import solve_spot
from riverboat.solving.spots.solution import SpotSolution

TURN, RIVER = 2, 3  # a flop's tree needs some 16 GB
#: Where the other's play so far is rarer than this in the solution, what it says from there on is not to be relied on.
_RARE = 0.02
_GAME = "holdem-limit"
_BOARDS = 8  # that `equilibrium` draws before the turn


@dataclass(frozen=True)
class SolvedSpots:
    """Judges decisions between two, from a street on, by solving that street to the end of the hand."""

    first_street: int = TURN

    def judge(self, hand: OwnHand, wanted: Collection[int]) -> dict[int, JudgedMove]:
        """The decisions of streets that began with two players who had chips left."""
        found: dict[int, JudgedMove] = {}
        if not isinstance(hand.record.card_rules, HoldemRules) or len(hand.record.hole_cards[hand.seat]) != 2:
            return found
        for street in range(self.first_street, RIVER + 1):
            decisions = [each for each in hand.decisions if each.at in wanted and each.state.street == street]
            start = hand.starts.get(street)
            if decisions and start is not None:
                found |= self._street(hand, start, decisions)
        return found

    def _street(self, hand: OwnHand, start: CardState, decisions: list[OwnDecision]) -> dict[int, JudgedMove]:
        seen = start.observation(hand.seat)
        others = [seat for seat, is_in in enumerate(seen.is_in) if is_in and seat != hand.seat]
        if len(others) != 1 or not min(seen.stacks[hand.seat], seen.stacks[others[0]]):
            return {}
        try:
            solution = self._solution(hand, start, others[0])
            judged = {each.at: _in_spot(hand, each, solution) for each in decisions}
        except RiverboatError:  # a spot too large to be solved, ranges that can't meet, a way that the tree lacks
            return {}
        return {at: each for at, each in judged.items() if each is not None}

    def _solution(self, hand: OwnHand, start: CardState, other: int) -> SpotSolution:
        seen = start.observation(hand.seat)
        made = [move.action for move in hand.record.moves if move.street == start.street]
        sizes, rules = sizes_of(seen, made), hand.record.card_rules
        if isinstance(rules, HoldemRules) and "limit" in sizes:
            sizes["limit"] = rules.bets
        spot = spot_between(seen, other, own_range(seen, other, _usual()), range_of(seen, other, _usual()), sizes)
        return solve_spot(spot, target=TARGET, most_iterations=MOST_ITERATIONS)


@cache
def _usual() -> Floats:
    """How Lokibot reads actions."""
    agent = make_agent("loki-f")
    assert isinstance(agent, CompiledAgent)
    return agent.params


def _in_spot(hand: OwnHand, decision: OwnDecision, solution: SpotSolution) -> JudgedMove | None:
    """A decision at its place in a solved spot; None where the solution hardly ever comes there."""
    seen = decision.state.observation(hand.seat)
    node = solution.at(path_of(event.action for event in seen.history if event.street == seen.street))
    if _share_here(solution, node) < _RARE:
        return None
    low, high = sorted(seen.own_cards)
    row = int(np.flatnonzero(node.holdings() == holding_index((low, high)))[0])
    known = []
    for name, value, share in zip(node.actions, node.action_ev[row], node.strategy[row], strict=True):
        action = action_at(name, seen)
        if action is None or not np.isfinite(value):
            return None
        known.append(Weighed(action, float(share), float(value)))
    return judged_by_values(SOLVED_SPOTS, decision.taken, decision.put, known)


def _share_here(solution: SpotSolution, node: SpotNode) -> float:
    """How often the other, playing the solution, comes to a node whose side is to act."""
    other = "ip" if node.side == "oop" else "oop"
    return float(node.reach(other).sum() / solution.root.reach(other).sum())


@dataclass(frozen=True)
class TwoHandedLimit:
    """Judges two-handed limit Hold'em by `equilibrium`: its trained weights, and rivers solved from them."""

    seed: int = 0
    name: str = EQUILIBRIUM

    @cached_property
    def _agent(self) -> Any:
        return make_agent(self.name)

    def judge(self, hand: OwnHand, wanted: Collection[int]) -> dict[int, JudgedMove]:
        """All decisions of a hand by rules that `equilibrium` has learned, as far as its weights come there."""
        record = hand.record
        rules = record.card_rules
        if record.game != _GAME or record.seats != 2 or not isinstance(rules, HoldemRules):
            return {}
        if record.stacks is not None and min(record.stacks) < DEEPEST * rules.bets[0]:
            return {}
        found: dict[int, JudgedMove] = {}
        decisions = {each.at: each for each in hand.decisions if each.at in wanted}
        seed = np.random.SeedSequence([self.seed, hand.number])
        try:
            for view in views(record, self._agent, seed=seed, seats=(hand.seat,), boards=_BOARDS):
                judged = _by_weights(view, decisions[view.at], rules.bets[0]) if view.at in decisions else None
                if judged is not None:
                    found[view.at] = judged
        except RiverboatError:  # other blinds, or more raises than it has learned
            return found
        return found


def _by_weights(view: EquilibriumView, decision: OwnDecision, big_blind: int) -> JudgedMove | None:
    legal = decision.state.observation(view.seat).legal_actions
    shares = {KINDS[action.kind]: share for action, share in view.mix}
    known = [
        Weighed(action, shares.get(KINDS[action.kind], 0.0), big_blind * view.worth[KINDS[action.kind]][0])
        for action in legal
        if KINDS.get(action.kind) in view.worth
    ]
    if abs(sum(each.share for each in known) - 1) > 1e-6:  # an action that it takes and whose worth is not known
        return None
    name = SOLVED_SPOTS if view.assumed == SOLVED else EQUILIBRIUM
    return judged_by_values(name, decision.taken, decision.put, known)
