"""Discounted CFR on a spot as a book tells it: node after node, a matrix for who beats whom, every card dealt."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.cards.evaluator import evaluate
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.solving.spots import Spot
from riverboat.solving.spots.betting import BettingNode, NodeKind, betting_tree
from riverboat.solving.spots.vectors.layout import make_parts
from riverboat.solving.spots.vectors.vector_game import VectorGame

Floats = npt.NDArray[np.float64]
Board = tuple[int, ...]


class Twin:
    """A readable solver: slow, in double precision, without any card left out because another is like it."""

    def __init__(self, spot: Spot) -> None:
        self.spot, self.root = spot, betting_tree(spot)
        self.holdings = [each.holdings for each in spot.ranges]
        self.weights = [each.weights[each.holdings] for each in spot.ranges]
        self.regrets: dict[tuple[int, Board], Floats] = {}
        self.average: dict[tuple[int, Board], Floats] = {}
        self.met = self._matrix(lambda a, b: 1.0)
        self.beats: dict[Board, Floats] = {}
        self.iterations, self.weight = 0, 0.0

    def number(self, game: VectorGame) -> None:
        """Know the nodes by the numbers that they have in a game of vectors."""
        self.nodes = [part.betting for part in make_parts(self.root, game.stakes)]

    def _matrix(self, entry: object) -> Floats:
        found = np.zeros((len(self.holdings[0]), len(self.holdings[1])))
        for i, a in enumerate(self.holdings[0]):
            for j, b in enumerate(self.holdings[1]):
                if not set(HOLDING_CARDS[a].tolist()) & set(HOLDING_CARDS[b].tolist()):
                    found[i, j] = entry(a, b)  # type: ignore[operator]
        return found

    def beaten(self, board: Board) -> Floats:
        """1 where the first side wins on a board, -1 where the second does."""
        key = tuple(sorted(board))
        if key not in self.beats:
            values = [
                {h: evaluate((*board, *HOLDING_CARDS[h].tolist())) for h in held.tolist() if self._free(h, board)}
                for held in self.holdings
            ]
            self.beats[key] = self._matrix(
                lambda a, b: np.sign(values[0][a] - values[1][b]) if a in values[0] and b in values[1] else 0.0
            )
        return self.beats[key]

    @staticmethod
    def _free(holding: int, board: Board) -> bool:
        return not set(HOLDING_CARDS[holding].tolist()) & set(board)

    def open_to(self, side: int, board: Board) -> Floats:
        return np.array([float(self._free(h, board)) for h in self.holdings[side].tolist()])

    def strategy(self, node: BettingNode, board: Board) -> Floats:
        """[holding, action] in proportion to positive regrets, evenly where there are none."""
        count = len(node.actions)
        side = int(node.kind)
        known = self.regrets.get((id(node), board), np.zeros((len(self.holdings[side]), count)))
        gains = np.maximum(known, 0)
        total = gains.sum(axis=1, keepdims=True)
        return np.where(total > 0, gains / np.where(total > 0, total, 1), 1 / count)

    def mixed(self, node: BettingNode, board: Board) -> Floats:
        side = int(node.kind)
        even = np.full((len(self.holdings[side]), len(node.actions)), 1 / len(node.actions))
        return self.average.get((id(node), board), even)

    def walk(
        self, hero: int, mode: str, node: BettingNode, board: Board, reach: Floats, own: Floats, mean: Floats
    ) -> Floats:
        """What each holding of a side gets against the other's reach; its own is `own` now, and `mean` on average."""
        if node.kind >= NodeKind.SHOW:
            return self._end(hero, node, board, reach)
        if node.kind == NodeKind.DEAL:
            total = np.zeros(len(self.holdings[hero]))
            for card in set(range(52)) - set(board):
                after = (*board, card)
                come = reach * self.open_to(1 - hero, after) / (48 - len(board))
                total += self.walk(hero, mode, node.children[0], after, come, own, mean) * self.open_to(hero, after)
            return total
        played = self.strategy(node, board) if mode == "learn" else self.mixed(node, board)
        if node.kind != hero:
            return sum(  # type: ignore[return-value]
                self.walk(hero, mode, child, board, reach * played[:, a], own, mean)
                for a, child in enumerate(node.children)
            )
        mixed = self.mixed(node, board)
        values = np.stack(
            [
                self.walk(hero, mode, child, board, reach, own * played[:, a], mean * mixed[:, a])
                for a, child in enumerate(node.children)
            ],
            axis=1,
        )
        if mode == "respond":
            return np.asarray(values.max(axis=1))
        value = (played * values).sum(axis=1)
        if mode == "learn":
            self._learn(node, board, played, values - value[:, None], self._counts(own, mean))
        return np.asarray(value)

    def _counts(self, own: Floats, mean: Floats) -> Floats:
        """How much this iteration counts in the average of each holding: late in a run, by its reach."""
        newest = 1 / self.weight
        if self.iterations < 512:
            return np.full((len(own), 1), newest)
        both = newest * own + (1 - newest) * mean
        return np.asarray(newest * own / np.where(both > 0, both, 1))[:, None]

    def _end(self, hero: int, node: BettingNode, board: Board, reach: Floats) -> Floats:
        met = self.met if hero == 0 else self.met.T
        all_met = met @ reach
        pot, matched = self.spot.pot, min(node.paid)
        taken = self.spot.rake_of(pot + 2 * matched) / pot
        share = (pot / 2 + matched) / pot
        if node.kind == NodeKind.SHOW:
            beats = self.beaten(board) if hero == 0 else -self.beaten(board).T
            return np.asarray((share - taken / 2) * (beats @ reach) - taken / 2 * all_met)
        return np.asarray(-share * all_met if node.kind - NodeKind.FOLD_OOP == hero else (share - taken) * all_met)

    def _learn(self, node: BettingNode, board: Board, played: Floats, gains: Floats, counts: Floats) -> None:
        key = (id(node), board)
        before = self.regrets.get(key, np.zeros_like(gains))
        self.regrets[key] = before * np.where(before > 0, self.kept, 0.5 if self.iterations < 512 else 0.0) + gains
        mixed = self.mixed(node, board)
        self.average[key] = mixed + (played - mixed) * counts

    def iterate(self) -> None:
        t = self.iterations
        since = t - 4 ** ((t.bit_length() - 1) // 2) if t else 0
        self.kept = (t - 1) ** 1.5 / ((t - 1) ** 1.5 + 1) if t else 0.0
        self.weight = self.weight * (since / (since + 1)) ** 3 + 1
        for hero in range(2):
            self.values(hero, "learn")
        self.iterations += 1

    def values(self, hero: int, mode: str) -> Floats:
        ones = np.ones(len(self.holdings[hero]))
        return self.walk(hero, mode, self.root, self.spot.board, self.weights[1 - hero], ones, ones)
