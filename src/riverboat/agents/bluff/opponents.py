"""What kind of player an opponent at Bluff may be: each kind is asked for all rolls at once, and how likely it acts
so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import numpy as np

from riverboat.agents.bluff.odds import NOISE, TRUST, chance_believed, worth_of_bid
from riverboat.arrays import Floats, Ints
from riverboat.games.bluff.dice import Bid
from riverboat.games.bluff.game import BluffObservation, BluffRules, bid_action
from riverboat.games.engine.observation import Event
from riverboat.solving.bluff.short.blueprint import Blueprint
from riverboat.solving.bluff.sparse import SparseStrategies
from riverboat.solving.bluff.strategy import BluffStrategies

#: No action is believed to be impossible for anybody.
LEAST_CHANCE = 0.002


@lru_cache(maxsize=64)
def all_counts(rules: BluffRules, seat: int) -> Ints:
    """[rolls, bids] how many dice of each roll count for each bid."""
    table = rules.table
    return np.array([[table.count(roll, bid.face) for bid in rules.bids] for roll in table.rolls(seat)], np.int64)


@lru_cache(maxsize=64)
def worth_tables(rules: BluffRules, seat: int, trust: float) -> tuple[Floats, Floats]:
    """What bids are worth to `bluff-odds` [has the other bid the face, bids, own count], and a call [bids, own count].

    Its worths depend on the roll through the number of dice that count alone.
    """
    table, other, own = rules.table, 1 - seat, rules.dice[seat]
    worth, call = np.zeros((2, len(rules.bids), own + 1)), np.zeros((len(rules.bids), own + 1))
    for at, bid in enumerate(rules.bids):
        other_faces = [face for face in range(1, rules.faces + 1) if face not in (bid.face, table.wild)]
        counts_not = other_faces[0] if other_faces else bid.face
        for count in range(own + 1):
            roll = (bid.face,) * count + (counts_not,) * (own - count)
            rolls = tuple(roll if each == seat else None for each in range(2))
            for known in range(2):
                history = (Event(other, 0, bid_action(Bid(1, bid.face))),) * known
                seen = BluffObservation(
                    seat=seat, rules=rules, starter=0, rolls=rolls, history=history, legal_actions=()
                )
                worth[known, at, count] = worth_of_bid(seen, bid, trust)
                if known:
                    call[at, count] = 1 - 2 * chance_believed(seen, bid, trust=trust)
    return worth, call


@lru_cache(maxsize=64)
def roll_worths(rules: BluffRules, seat: int, trust: float) -> tuple[Floats, Floats]:
    """The worths of `worth_tables` by roll: [has the other bid the face, rolls, bids], and of a call [rolls, bids]."""
    worth, call = worth_tables(rules, seat, trust)
    counts, every = all_counts(rules, seat), np.arange(len(rules.bids))
    return worth[:, every, counts], call[every, counts]


class OpponentKind(Protocol):
    """A kind of player; equal ones play alike."""

    def __hash__(self) -> int:
        """So that what it does can be kept."""
        ...

    def matrix(self, rules: BluffRules, seat: int, bids: tuple[Bid, ...]) -> Floats:
        """[rolls, actions]: how often it takes each action with each roll, the call last; the first seat has opened."""
        ...


@dataclass(frozen=True)
class OddsKind:
    """`bluff-odds`, with some trust and noise."""

    trust: float = TRUST
    noise: float = NOISE

    def matrix(self, rules: BluffRules, seat: int, bids: tuple[Bid, ...]) -> Floats:
        """How often it takes each action with each roll."""
        worth, call = roll_worths(rules, seat, self.trust)
        every = rules.bids
        at = every.index(bids[-1]) + 1 if bids else 0
        theirs = {bid.face for bid in bids[(1 - seat) :: 2]}
        known = np.array([bid.face in theirs for bid in every[at:]], bool)
        values = np.where(known, worth[1][:, at:], worth[0][:, at:])
        if at:
            values = np.append(values, call[:, at - 1 : at], axis=1)
        weights = np.exp((values - values.max(axis=1, keepdims=True)) / self.noise)
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))


@dataclass(frozen=True)
class RandomKind:
    """Any legal action, whatever the dice."""

    def matrix(self, rules: BluffRules, seat: int, bids: tuple[Bid, ...]) -> Floats:
        """How often it takes each action with each roll."""
        at = rules.bids.index(bids[-1]) + 1 if bids else 0
        choices = len(rules.bids) - at + bool(at)
        return np.full((len(all_counts(rules, seat)), choices), 1 / choices)


@dataclass(frozen=True, eq=False)
class PlanKind:
    """Somebody who plays a solution or a blueprint, whose first player opens."""

    plan: BluffStrategies | SparseStrategies | Blueprint

    def __hash__(self) -> int:
        return id(self.plan)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PlanKind) and other.plan is self.plan

    def matrix(self, rules: BluffRules, seat: int, bids: tuple[Bid, ...]) -> Floats:
        """How often it takes each action with each roll."""
        if isinstance(self.plan, Blueprint):
            return self.plan.matrix(bids)
        rows = [list(self.plan.probabilities(roll, bids).values()) for roll in rules.table.rolls(seat)]
        return np.array(rows)


@lru_cache(maxsize=2048)
def matrix_of(kind: OpponentKind, rules: BluffRules, seat: int, bids: tuple[Bid, ...]) -> Floats:
    """What a kind does with each roll; kept for a while, since looking ahead comes to the same bids again."""
    return kind.matrix(rules, seat, bids)


#: The neighbourhood of `bluff-odds`, and a player without a plan; whoever plays the equilibrium comes to them.
KINDS: tuple[OpponentKind, ...] = (
    OddsKind(),
    OddsKind(trust=0.0),
    OddsKind(trust=0.8),
    OddsKind(noise=0.2),
    OddsKind(trust=0.0, noise=0.2),
    RandomKind(),
)


def log_chances(kinds: Sequence[OpponentKind], seen: BluffObservation, seat: int, bids: tuple[Bid, ...]) -> Floats:
    """How likely each kind was to act as a seat did in a round that is over, as logarithms; the opener is seat 0."""
    roll = seen.rolls[seat if seen.starter == 0 else 1 - seat]
    rules = seen.rules if seen.starter == 0 else turned(seen.rules)
    assert roll is not None
    row = rules.table.rolls(seat).index(tuple(sorted(roll)))
    found = np.zeros(len(kinds))
    n_acts = len(bids) + 1  # the last of them was the call
    for act in range(seat, n_acts, 2):
        before = bids[:act]
        at = rules.bids.index(before[-1]) + 1 if before else 0
        taken = rules.bids.index(bids[act]) - at if act < len(bids) else -1
        found += [np.log(max(float(matrix_of(kind, rules, seat, before)[row, taken]), LEAST_CHANCE)) for kind in kinds]
    return found


def turned(rules: BluffRules) -> BluffRules:
    """The rules of a two-player round with the dice of the second player first."""
    return BluffRules(dice=rules.dice[::-1], faces=rules.faces, wild=rules.wild, order=rules.order, check=rules.check)
