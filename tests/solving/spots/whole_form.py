"""A small spot as a sequence form, from its rules alone: each holding, card and action is walked through one by one.

Nothing of the vector solver is used but the tree of bets. Each side has a form with its own payoffs, since with rake
these are not opposite. What is locked is played by chance.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from riverboat.arrays import Floats
from riverboat.cards.cards import format_card
from riverboat.cards.evaluator import evaluate
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.solving.form import SequenceForm, Side
from riverboat.solving.spots import Spot, SpotSolution
from riverboat.solving.spots.betting import BettingNode, NodeKind, betting_tree
from riverboat.solving.spots.locks import action_shares

Cards = tuple[int, ...]
SCALE = 2**44


@dataclass
class _Sequences:
    """One side's information sets: a holding at the end of a way."""

    known: dict[tuple[int, str], int] = field(default_factory=dict)
    actions: list[int] = field(default_factory=list)
    first: list[int] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    count: int = 1

    def meet(self, key: tuple[int, str], actions: int, sequence: int) -> int:
        if key not in self.known:
            self.known[key] = len(self.first)
            self.first.append(self.count)
            self.parent.append(sequence)
            self.actions.append(actions)
            self.count += actions
        return self.first[self.known[key]]

    def side(self) -> Side:
        return Side(
            n_sequences=self.count,
            first=np.array(self.first, np.int64),
            count=np.array(self.actions, np.int64),
            parent_start=np.arange(len(self.first) + 1),
            parents=np.array(self.parent, np.int64),
            shares=np.ones(len(self.first), np.int64),
        )


class WholeForm:
    """The forms of both sides' payoffs (in pots, against an even split), and plans read from a solution."""

    def __init__(self, spot: Spot) -> None:
        self.spot = spot
        self.sequences = (_Sequences(), _Sequences())
        self.payoffs: dict[tuple[int, int], list[float]] = {}
        self.fixed = {
            (lock.path, holding): action_shares(lock, self._node(lock.path).actions)
            for lock in spot.locks
            for holding in (range(1326) if lock.hands is None else lock.hands.holdings.tolist())
        }
        self._walk_pairs()
        self.forms = self._form(0), self._form(1)

    def _node(self, path: str) -> BettingNode:
        node = betting_tree(self.spot)
        for word in (piece.strip() for piece in path.split(",")):
            if word:
                node = node.children[0 if node.kind == NodeKind.DEAL else node.actions.index(word)]
        return node

    def _walk_pairs(self) -> None:
        pairs = list(self._pairs())
        total = sum(weight for _, _, weight in pairs)
        root = betting_tree(self.spot)
        for first, second, weight in pairs:
            self._walk(root, self.spot.board, "", (first, second), (0, 0), weight / total)

    def _pairs(self) -> Iterator[tuple[int, int, float]]:
        for a in self.spot.oop.holdings.tolist():
            for b in self.spot.ip.holdings.tolist():
                if not set(HOLDING_CARDS[a].tolist()) & set(HOLDING_CARDS[b].tolist()):
                    yield a, b, float(self.spot.oop.weights[a] * self.spot.ip.weights[b])

    def _walk(
        self, node: BettingNode, board: Cards, path: str, held: tuple[int, int], at: tuple[int, int], chance: float
    ) -> None:
        if node.kind >= NodeKind.SHOW:
            paid = self.payoffs.setdefault(at, [0.0, 0.0])
            for side, payoff in enumerate(self._payoff(node, board, held)):
                paid[side] += chance * payoff
        elif node.kind == NodeKind.DEAL:
            used = {*board, *HOLDING_CARDS[held[0]].tolist(), *HOLDING_CARDS[held[1]].tolist()}
            for card in range(52):
                if card not in used:
                    after = f"{path}, {format_card(card)}"
                    self._walk(node.children[0], (*board, card), after, held, at, chance / (52 - len(used)))
        else:
            self._act(node, board, path, held, at, chance)

    def _act(
        self, node: BettingNode, board: Cards, path: str, held: tuple[int, int], at: tuple[int, int], chance: float
    ) -> None:
        side = int(node.kind)
        fixed = self.fixed.get((path, held[side]))
        first = -1 if fixed else self.sequences[side].meet((held[side], path), len(node.actions), at[side])
        for number, (action, child) in enumerate(zip(node.actions, node.children, strict=True)):
            share = fixed[number] if fixed else 1.0
            moved = at if fixed else (first + number, at[1]) if side == 0 else (at[0], first + number)
            if share:
                after = f"{path}, {action}" if path else action
                self._walk(child, board, after, held, moved, chance * share)

    def _payoff(self, node: BettingNode, board: Cards, held: tuple[int, int]) -> tuple[float, float]:
        pot, matched = self.spot.pot, min(node.paid)
        taken = self.spot.rake_of(pot + 2 * matched)
        won, lost = pot / 2 + matched - taken, -(pot / 2 + matched)
        if node.kind == NodeKind.SHOW:
            mine, theirs = (evaluate((*board, *HOLDING_CARDS[each].tolist())) for each in held)
            if mine == theirs:
                return -taken / 2 / pot, -taken / 2 / pot
            first_wins = mine > theirs
        else:
            first_wins = node.kind == NodeKind.FOLD_IP
        return (won / pot, lost / pot) if first_wins else (lost / pot, won / pot)

    def _form(self, side: int) -> SequenceForm:
        sign = 1 if side == 0 else -1
        paid = np.array([sign * each[side] for each in self.payoffs.values()])
        return SequenceForm(
            sides=(self.sequences[0].side(), self.sequences[1].side()),
            rows=np.array([row for row, _ in self.payoffs], np.int64),
            columns=np.array([column for _, column in self.payoffs], np.int64),
            payoffs=np.round(paid * SCALE).astype(np.int64),
            payoff_scale=SCALE,
            name=lambda player, infoset: ("", ()),
        )

    def plan(self, solution: SpotSolution, side: int) -> Floats:
        """What a side does in a solution, as a plan."""
        found = self.sequences[side]
        plan = np.zeros(found.count)
        plan[0] = 1.0
        rows: dict[str, dict[int, Floats]] = {}
        for (holding, path), at in found.known.items():
            if path not in rows:
                node = solution.at(path)
                rows[path] = dict(zip(node.holdings().tolist(), node.strategy, strict=True))
            first = found.first[at]
            plan[first : first + found.actions[at]] = plan[found.parent[at]] * rows[path][holding]
        return plan
