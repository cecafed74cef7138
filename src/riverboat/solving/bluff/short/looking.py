"""What somebody wins from a blueprint who knows it, remembers every bid and looks one action ahead: a lower bound.

A responder with a memory of their own has to learn in every state. This one learns nothing: Bayes' rule over all bids
says what the other holds, what a state is worth is known if both go on by the blueprint, and they take the action that
is worth most then. That never loses against going on by the blueprint (policy improvement), and a best response wins
no less. The estimate adds up what each action was worth more than the blueprint's, and what the other's answers were
worth more, so luck in dice and bids drops out of it; it has the right mean whatever the worths are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from riverboat.arrays import Floats, Ints
from riverboat.games.bluff.dice import Bid
from riverboat.solving.bluff.short.blueprint import Blueprint

#: What the other does with each roll after some bids: [rolls, actions], the call last.
Answers = Callable[[tuple[Bid, ...]], Floats]
#: A line of bids that is come to less often is not gone on with.
_RARE = 1e-6


@dataclass(frozen=True, kw_only=True)
class Gain:
    """What a responder in one seat wins a round above the blueprint's own value, over rounds that were drawn."""

    mean: float
    error: float  # half of a 95 % interval
    value: float  # what the blueprint wins from itself in this seat, over the same rolls
    rolls: int


class _Used(NamedTuple):
    """What is done in a state: the bids that any roll makes, how often with each roll, and how often it is called."""

    children: Ints
    shares: Floats  # [rolls, those bids]
    calls: Floats  # [rolls]


@dataclass(frozen=True)
class LookingResponder:
    """A responder to a blueprint of two players, who sits in one seat."""

    plan: Blueprint
    seat: int

    @cached_property
    def _used(self) -> tuple[_Used, ...]:
        tables, tree = self.plan.tables, self.plan.tables.tree
        found = []
        for state in range(tables.n_states):
            matrix, at = self.plan.matrix_in(state), int(tree.last[state])
            bids = matrix[:, : tree.n_bids - at]
            made = np.flatnonzero(bids.any(axis=0))
            calls = matrix[:, -1] if at else np.zeros(len(matrix))
            found.append(_Used(self._children(state)[made], np.ascontiguousarray(bids[:, made]), calls))
        return tuple(found)

    def _children(self, state: int) -> Ints:
        """The states that every higher bid leads to."""
        tree = self.plan.tables.tree
        ways = tree.ways[tree.grade[state], int(tree.last[state]) :]
        return np.asarray(tree.shift[state] + tree.stride[state] * ways)

    def _true(self, roll: int) -> Floats:
        """[bids, their rolls]: 1 where a bid is true, else -1."""
        tables, tree = self.plan.tables, self.plan.tables.tree
        held = tables.counts[self.seat][roll][tree.face][:, None] + tables.counts[1 - self.seat][:, tree.face].T
        return np.where(held >= tree.quantity[:, None], 1.0, -1.0)

    def worths(self, roll: int) -> Floats:
        """[states, their rolls]: what the seat wins from every state on if both go on by the blueprint."""
        tables, tree, true = self.plan.tables, self.plan.tables.tree, self._true(roll)
        found = np.zeros((tables.n_states, len(tables.rolls[1 - self.seat])))
        for state in range(tables.n_states - 1, -1, -1):
            used, at = self._used[state], int(tree.last[state])
            if tree.actor[state] == self.seat:
                worth = used.shares[roll] @ found[used.children]
                called = -used.calls[roll] * true[at - 1] if at else 0.0
            else:
                worth = np.einsum("ob,bo->o", used.shares, found[used.children])
                called = used.calls * true[at - 1] if at else 0.0
            found[state] = worth + called
        return found

    def gain(self, *, rolls: int, rounds: int, seed: int, answers: Answers | None = None) -> Gain:
        """Play rounds with rolls that are drawn; the other plays the blueprint, or as `answers` says."""
        tables, rng = self.plan.tables, np.random.default_rng([seed, self.seat])
        chances = tables.chances[self.seat]
        won, own = np.zeros(rolls), np.zeros(rolls)
        for at in range(rolls):
            roll = int(rng.choice(len(chances), p=chances))
            worths, true = self.worths(roll), self._true(roll)
            own[at] = worths[0] @ tables.chances[1 - self.seat]
            won[at] = np.mean([self._round(worths, true, answers or self.plan.matrix, rng) for _ in range(rounds)])
        error = 1.96 * float(won.std(ddof=1)) / np.sqrt(rolls) if rolls > 1 else float("inf")
        return Gain(mean=float(won.mean()), error=float(error), value=float(own.mean()), rolls=rolls)

    def _round(self, worths: Floats, true: Floats, answers: Answers, rng: np.random.Generator) -> float:
        """What a round was worth more than the blueprint against itself: the other's calls are counted over all rolls,
        and one of their bids is drawn."""
        tables = self.plan.tables
        held, bids, often, gained = tables.chances[1 - self.seat], tuple[Bid, ...](), 1.0, 0.0
        while often > _RARE:
            state, at = tables.state_after(bids), tables.heights[bids[-1]] + 1 if bids else 0
            ahead = worths[self._children(state)]  # [bids, their rolls]
            if len(bids) % 2 == self.seat:
                worth = ahead @ held
                best = int(np.argmax(worth)) if len(worth) else -1
                called = -float(true[at - 1] @ held) if at else -np.inf
                calls = best < 0 or called >= worth[best]
                gained += often * ((called if calls else float(worth[best])) - float(worths[state] @ held))
                if calls:
                    return gained
                bids = (*bids, tables.bids[at + best])
                continue
            joint = held[:, None] * answers(bids)
            made = joint[:, : len(ahead)]
            worth_here = float(np.einsum("ob,bo->", made, ahead)) + (float(joint[:, -1] @ true[at - 1]) if at else 0.0)
            gained += often * (worth_here - float(worths[state] @ held))
            shares = made.sum(axis=0)
            total = float(shares.sum())
            if total <= 0.0:
                return gained
            bid = int(rng.choice(len(shares), p=shares / total))
            often, held = often * total, made[:, bid] / shares[bid]
            bids = (*bids, tables.bids[at + bid])
        return gained
