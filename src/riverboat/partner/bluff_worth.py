"""What each action is worth in a round of Bluff: exactly against the solved strategy, or by the odds one step ahead.

Points: 1 for a round won, -1 for a round lost. In a solved round the other plays the solution, and we play on as well
as can be; the error is how far a solution with its measured exploitability can be off at this point of the round.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import lru_cache

import numpy as np

from riverboat.agents.bluff import odds as bluff_odds
from riverboat.agents.bluff.equilibrium import TRACE, belief, bids_of, from_opener, mix, strategies_for
from riverboat.arrays import Floats
from riverboat.games.actions import Action
from riverboat.games.bluff.dice import Bid, Roll
from riverboat.games.bluff.game import BLUFF, CHECK, BluffObservation, BluffRules, bid_action, bid_of
from riverboat.partner.measured import off
from riverboat.partner.worths import ActionWorth
from riverboat.solving.bluff.run import BluffRun
from riverboat.solving.bluff.strategy import BiddingNode, BluffStrategies, find, step

#: A bid that the other makes less often than this, over all they may hold, is answered by a call at once.
_SELDOM = 2e-3
#: This many views of solved rounds are kept, worked out.
_MOST_KNOWN = 4096
_KNOWN: dict[Hashable, tuple[ActionWorth, ...] | None] = {}


@lru_cache(maxsize=64)
def exploitability(rules: BluffRules) -> float:
    """How far apart the proved bounds of a solved round's value are, in points; its first player opens it."""
    solved = strategies_for(rules)
    assert solved is not None  # only a round that is solved is asked about
    run = BluffRun(solved.tables, "dcfr")
    run.average = np.asarray(solved.numbers, np.float32)
    low, high = run.bounds()
    return max(high - low, 0.0)


def weigh_solved(solved: BluffStrategies, seen: BluffObservation) -> tuple[ActionWorth, ...] | None:
    """What each legal action is worth against the solved strategy; None where nobody who plays it bids like this."""
    if seen.roll is None:
        return None
    opener = from_opener(seen.rules, seen.starter)
    key = opener, tuple(sorted(seen.roll)), bids_of(seen), tuple(seen.legal_actions)
    if key not in _KNOWN:
        if len(_KNOWN) >= _MOST_KNOWN:
            del _KNOWN[next(iter(_KNOWN))]
        _KNOWN[key] = _weigh_solved(solved, seen)
    return _KNOWN[key]


def _weigh_solved(solved: BluffStrategies, seen: BluffObservation) -> tuple[ActionWorth, ...] | None:
    found = belief(solved, seen)
    if not found.expected or seen.roll is None:
        return None
    walk = _Walk(solved, seen.roll, 1 if seen.seat == seen.starter else 0)
    weights = np.array([found.chances.get(roll, 0.0) for roll in walk.rolls])
    bids = bids_of(seen)
    place = find(solved.tables, bids)
    table = solved.tables.table
    reach = float(table.chance(tuple(sorted(seen.roll)))) * _reach(solved, seen, walk.other)
    error = min(1.0, exploitability(from_opener(seen.rules, seen.starter)) / max(reach, 1e-9)) + _SELDOM
    shares = mix(solved, seen)
    return tuple(
        ActionWorth(action, walk.worth(action, place, weights), error, shares.get(action, 0.0))
        for action in seen.legal_actions
    )


def _reach(solved: BluffStrategies, seen: BluffObservation, other: int) -> float:
    """How often the other bids as they have done, over all their rolls."""
    bids, table = bids_of(seen), solved.tables.table
    weights = {roll: float(table.chance(roll)) for roll in solved.tables.rolls[other]}
    for at in range(other, len(bids), 2):
        for roll in weights:
            weights[roll] *= solved.probabilities(roll, bids[:at])[bid_action(bids[at])] if weights[roll] else 0.0
    return sum(weights.values())


class _Walk:
    """The rest of a round for one roll: the other by the solved strategy, ourselves the best reply.

    Bids are counted by their place in the order, the first being 0; weights are those of the other's rolls.
    """

    def __init__(self, solved: BluffStrategies, roll: Roll, other: int) -> None:
        """`other` is the place of the other in the solution: 0 opens."""
        self.solved, self.tables = solved, solved.tables
        self.rolls, self.bids = solved.tables.rolls[other], solved.tables.table.bids()
        self.other = other
        table, bids = solved.tables.table, self.bids
        counts = np.array(
            [[table.count(roll, b.face) + table.count(each, b.face) for each in self.rolls] for b in bids]
        )
        needed = np.array([bid.quantity for bid in bids])[:, None]
        self.is_true = np.where(counts >= needed, 1.0, -1.0)  # [bid, their roll]
        self.is_exact = np.where(counts == needed, 1.0, -1.0)

    def called(self, last: int, weights: Floats) -> float:
        """The best that a call of theirs brings us."""
        bluff = -float(weights @ self.is_true[last])
        return max(bluff, float(weights @ self.is_exact[last])) if self.tables.check else bluff

    def worth(self, action: Action, place: BiddingNode, weights: Floats) -> float:
        """What an action of ours brings."""
        if action == BLUFF:
            return -float(weights @ self.is_true[place.at - 1])
        if action == CHECK:
            return float(weights @ self.is_exact[place.at - 1])
        return self._answered(place, self.bids.index(bid_of(action)), weights)

    def _answered(self, place: BiddingNode, bid: int, weights: Floats) -> float:
        """The other acts after a bid of ours."""
        after = step(self.tables, place, bid + 1)
        chances = self._chances(after)
        higher = len(self.bids) - after.at
        total = float((weights * chances[:, higher]) @ self.is_true[bid])
        if self.tables.check:
            total -= float((weights * chances[:, higher + 1]) @ self.is_exact[bid])
        left = chances[:, :higher] * weights[:, None]
        often = left.sum(axis=0)
        for at in np.flatnonzero(often > 0).tolist():
            theirs = after.at + at
            if often[at] > _SELDOM:
                total += self._best(step(self.tables, after, theirs + 1), left[:, at])
            else:
                total += self.called(theirs, left[:, at])
        return total

    def _best(self, place: BiddingNode, weights: Floats) -> float:
        """We act after a bid of theirs: the best that can be done."""
        best, most = self.called(place.at - 1, weights), float(weights.sum())
        for bid in range(place.at, len(self.bids)):
            if best >= most - 1e-9:
                break
            best = max(best, self._answered(place, bid, weights))
        return best

    def _chances(self, place: BiddingNode) -> Floats:
        """[their roll, action] what the other does at a node."""
        classes = self.tables.actor_classes[place.player][place.at]
        by_class = {known: self.solved.chances(place, known) for known in set(classes)}
        return np.array([by_class[known] for known in classes])


def weigh_by_odds(seen: BluffObservation) -> tuple[ActionWorth, ...]:
    """What each legal action is worth by the odds, one step ahead."""
    values: Mapping[Action, float] = bluff_odds.weigh(seen)
    found = {action: off("bluff", 0, value, adds=False) for action, value in values.items()}
    return tuple(
        ActionWorth(action, value, found[action].error, below=found[action].below) for action, value in values.items()
    )


def others_call(seen: BluffObservation, solved: BluffStrategies | None, bid: Bid) -> float | None:
    """How likely the next player calls a bid of ours, against the solved strategy; None where that is not known."""
    if solved is None or not belief(solved, seen).expected or seen.roll is None:
        return None
    walk = _Walk(solved, seen.roll, 1 if seen.seat == seen.starter else 0)
    chances = belief(solved, seen).chances
    after = (*bids_of(seen), bid)
    called = [BLUFF, CHECK][: 1 + solved.tables.check]
    return sum(
        p * sum(solved.probabilities(roll, after).get(call, 0.0) for call in called)
        for roll, p in chances.items()
        if p > TRACE and roll in walk.rolls
    )
