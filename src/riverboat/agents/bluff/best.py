"""Bluff against somebody: `bluff-best` believes an opponent to be what they have shown, and plays the best response.

Dice are shown at the end of a round, so how likely each kind of player was to act like that is known, and Bayes' rule
says who it is. In a round it keeps the chances of every kind with every roll, and looks some bids ahead: what it bids,
how the other answers with each roll, and what a call or one more bid is worth then. A part of its play is the
equilibrium's, for safety: the less, the more it has won, and all of it against somebody who has found it out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from riverboat.agents.bluff.blueprint import choice
from riverboat.agents.bluff.equilibrium import bids_of, mix, plan_for
from riverboat.agents.bluff.measured import value_of
from riverboat.agents.bluff.opponents import KINDS, OpponentKind, PlanKind, all_counts, log_chances, matrix_of, turned
from riverboat.agents.drawing import Drawing
from riverboat.arrays import Floats
from riverboat.errors import AgentError
from riverboat.games.actions import Action
from riverboat.games.bluff.dice import Bid
from riverboat.games.bluff.game import BLUFF, BluffObservation, BluffRules, bid_action
from riverboat.solving.bluff.short.blueprint import Blueprint

#: How much of its play is the equilibrium's at first.
SAFETY = 0.1
#: So many rounds ahead of what the equilibrium is worth, that share is squared; so many behind, it plays nothing else.
STAKE = 20
#: How likely it is beforehand that somebody plays the equilibrium.
PLANNED = 0.3
#: A bid that is true with a smaller chance is not thought about, nor an answer that is given more rarely.
LEAST_TRUE, LEAST_ANSWER = 0.03, 0.02
#: A kind that is less likely is not thought about.
LEAST_BELIEVED = 1e-3
#: Looked-at answers in all, which decide how far ahead it looks.
MOST_LOOKS = 60


@dataclass(frozen=True)
class Search:
    """A round seen from one seat, places counted from the opener: its own dice, and what the other may be like."""

    rules: BluffRules
    seat: int
    counts: Floats  # [bids] how many of one's own dice count
    kinds: tuple[OpponentKind, ...]

    @cached_property
    def true_with(self) -> Floats:
        """[their rolls, bids]: 1 where a bid would be true, else -1."""
        quantity = np.array([bid.quantity for bid in self.rules.bids])
        theirs = all_counts(self.rules, 1 - self.seat)
        return np.where(theirs + self.counts >= quantity, 1.0, -1.0)

    def values(self, weights: Floats, bids: tuple[Bid, ...], depth: int) -> tuple[Floats, Floats]:
        """What each bid is worth, and a call, where the other is of a kind and holds a roll with these weights.

        The weights are [kinds, rolls]; all values are times their sum.
        """
        every, true = self.rules.bids, self.true_with
        at = every.index(bids[-1]) + 1 if bids else 0
        held = weights.sum(axis=0)
        total = float(held.sum())
        called = held @ true  # [bids] what each bid wins if it is called
        call = np.array([-called[at - 1]]) if at else np.zeros(0)
        found = np.full(len(every) - at, -np.inf)
        thought_of = [b for b in range(at, len(every)) if called[b] > (2 * LEAST_TRUE - 1) * total]
        for b in thought_of[: max(MOST_LOOKS // 2, 1)] if depth else ():
            found[b - at] = self._after(weights, (*bids, every[b]), true, depth)
        if not depth:
            found = called[at:].copy()
        return found, call

    def _after(self, weights: Floats, bids: tuple[Bid, ...], true: Floats, depth: int) -> float:
        """What a bid that was just made is worth: it is called, or answered by another."""
        every = self.rules.bids
        at = every.index(bids[-1]) + 1
        answers = [matrix_of(kind, self.rules, 1 - self.seat, bids) for kind in self.kinds]
        reached = np.zeros_like(answers[0])  # [rolls, answers]
        for weight, each in zip(weights, answers, strict=True):
            reached += weight[:, None] * each
        value = float(reached[:, -1] @ true[:, at - 1])
        held = reached[:, :-1]
        # A product by BLAS would wait for its threads, which costs tens of times the sums where the machine is busy.
        called = np.einsum("ra,rb->ab", held, true)  # [answer, bid] what a further bid wins if it is called
        often = held.sum(axis=0)
        whole = float(weights.sum())
        for b in range(at, len(every)):
            if often[b - at] <= 0.0:
                continue
            best = -float(called[b - at, b])
            if b + 1 < len(every):
                best = max(best, float(called[b - at, b + 1 :].max()))
            if depth > 1 and often[b - at] > LEAST_ANSWER * whole:
                answered = np.array([weight * each[:, b - at] for weight, each in zip(weights, answers, strict=True)])
                further, call = self.values(answered, (*bids, every[b]), depth - 1)
                best = max(best, float(call[0]), float(further.max(initial=-np.inf)))
            value += best
        return value


def depth_for(rules: BluffRules) -> int:
    """How many of the player's own bids are looked at: as many as take no longer than a moment."""
    size = len(rules.bids) * max(len(rules.table.rolls(seat)) for seat in range(2))
    return 2 if size <= 100 else 1


class BluffBestPlayer(Drawing):
    """Plays the best response to what it believes, and in part the equilibrium."""

    def __init__(self, *, safety: float = SAFETY) -> None:
        super().__init__()
        self.safety = safety
        #: How likely each kind is by the rounds before, as logarithms: those of `KINDS`, and who plays the equilibrium.
        self.shown = np.append(np.log((1 - PLANNED) / len(KINDS)) * np.ones(len(KINDS)), np.log(PLANNED))
        #: How many rounds it is ahead of what the equilibrium is worth, at most `STAKE`.
        self.ahead = 0.0

    def believed(self) -> Floats:
        """How likely the opponent is of each kind."""
        chances = np.exp(self.shown - self.shown.max())
        return np.asarray(chances / chances.sum())

    def safe_share(self) -> float:
        """How much of its play is the equilibrium's now."""
        if self.safety == 0.0:
            return 0.0
        return float(self.safety ** max(0.0, 1 + self.ahead / STAKE))

    def chances(self, observation: BluffObservation) -> dict[Action, float]:
        """How often it takes each action here."""
        rules, seat, bids = _from_opener(observation)
        plan = plan_for(observation.rules, observation.starter)
        kinds = (*KINDS, PlanKind(plan))
        weights = self.believed()[:, None] * _dice_chances(rules, 1 - seat)
        for act in range(1 - seat, len(bids), 2):
            at = rules.bids.index(bids[act - 1]) + 1 if act else 0
            taken = rules.bids.index(bids[act]) - at
            weights = weights * [matrix_of(kind, rules, 1 - seat, bids[:act])[:, taken] + 1e-6 for kind in kinds]
        weights = weights / weights.sum()
        likely = weights.sum(axis=1) >= LEAST_BELIEVED
        kinds = tuple(kind for kind, kept in zip(kinds, likely, strict=True) if kept)
        weights = weights[likely]
        counts = all_counts(rules, seat)[rules.table.rolls(seat).index(tuple(sorted(observation.roll or ())))]
        search = Search(rules, seat, counts.astype(np.float64), kinds)
        found, call = search.values(weights, bids, depth_for(rules))
        at = rules.bids.index(bids[-1]) + 1 if bids else 0
        actions = (*(bid_action(bid) for bid in rules.bids[at:]), *((BLUFF,) if at else ()))
        best = actions[int(np.argmax(np.append(found, call)))]
        if isinstance(plan, Blueprint):
            safe = choice(plan, observation.roll or (), bids, endgames=False).chances
        else:
            safe = mix(plan, observation)
        share = self.safe_share()
        return {a: share * safe.get(a, 0.0) + (1 - share) * (a == best) for a in actions}

    def decide(self, observation: BluffObservation) -> Action:
        """The action it chooses."""
        return self.draw(self.chances(observation))

    def hand_over(self, observation: BluffObservation) -> None:
        """See the dice of a round that is over, and learn which kinds of player bid like that with them."""
        if observation.ending is None or len(observation.rolls) != 2:
            return
        _, seat, bids = _from_opener(observation)
        kinds = (*KINDS, PlanKind(plan_for(observation.rules, observation.starter)))
        self.shown = self.shown + log_chances(kinds, observation, 1 - seat, bids)
        self.shown = np.maximum(self.shown - self.shown.max(), -30.0)  # nobody is ever quite ruled out
        value = value_of(_of_opener(observation))
        won = 1 if observation.ending.winner == observation.seat else -1
        self.ahead = min(self.ahead + won - (value if seat == 0 else -value), STAKE)

    def save_state(self) -> dict[str, Any]:
        """What was shown, and where its chance stands."""
        return {**super().save_state(), "shown": self.shown.tolist(), "ahead": self.ahead}

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Go on from there."""
        super().load_state(state)
        self.shown = np.array([float(each) for each in state["shown"]])
        self.ahead = float(state.get("ahead", 0.0))  # players that were kept before had none


def _from_opener(seen: BluffObservation) -> tuple[BluffRules, int, tuple[Bid, ...]]:
    """Rules, seat and bids with places counted from the opener."""
    return _of_opener(seen), seen.seat if seen.starter == 0 else 1 - seen.seat, bids_of(seen)


def _of_opener(seen: BluffObservation) -> BluffRules:
    """Rules with places counted from the opener."""
    return seen.rules if seen.starter == 0 else turned(seen.rules)


def _dice_chances(rules: BluffRules, seat: int) -> Floats:
    table = rules.table
    return np.array([float(table.chance(roll)) for roll in table.rolls(seat)])


@dataclass(frozen=True)
class BluffBestMaker:
    """Makes players; can be sent to another process."""

    safety: float = SAFETY

    def check(self, rules: BluffRules, starter: int) -> None:
        """Refuse a round that it cannot play."""
        if rules.seats != 2 or rules.check:
            raise AgentError("bluff-best plays rounds of two without Check: with more players, there is bluff-odds")
        plan_for(rules, starter)

    def __call__(self) -> BluffBestPlayer:
        """A fresh player."""
        return BluffBestPlayer(safety=self.safety)
