"""Heads-up limit the slow, readable way: one node of betting after another, every pair of holdings compared."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.arrays import CardRow, Floats, Ints, Singles
from riverboat.cards.evaluator import evaluate_many
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS
from riverboat.solving.limit.strategy import BucketStrategy, policy
from riverboat.solving.limit.tree import FOLD, NONE, LimitPlace, after, later_streets

APART = ~(HOLDING_CARDS[:, None, :, None] == HOLDING_CARDS[None, :, None, :]).any(axis=(2, 3))


class Twin:
    """A best response to a strategy; `deals` says which cards may follow a board, all of which count alike."""

    def __init__(
        self, strategy: BucketStrategy, deals: dict[tuple[int, ...], list[int]], shares: dict[int, float]
    ) -> None:
        self.strategy, self.deals, self.shares = strategy, deals, shares
        self._signs: dict[tuple[int, ...], Floats] = {}

    def line(self, hero: int, place: LimitPlace, board: tuple[int, ...], reach: Floats) -> Floats:
        """What a line is worth to each holding of the hero, where the other comes with this reach."""
        return self._value(hero, place, board, np.where(_open(board), reach, 0.0))

    def _value(self, hero: int, place: LimitPlace, board: tuple[int, ...], reach: Floats) -> Floats:
        mixes = policy(self.strategy, place, np.array(board, np.uint8))
        found = []
        for action in range(3):
            if place.small.follows[place.decision, action] != NONE:
                goes = reach if place.actor == hero else reach * mixes[:, action]
                found.append(self._after(hero, place, action, board, goes))
        best = np.max(found, axis=0) if place.actor == hero else np.sum(found, axis=0)
        return np.where(_open(board), best, 0.0)

    def _after(self, hero: int, place: LimitPlace, action: int, board: tuple[int, ...], reach: Floats) -> Floats:
        street = later_streets()[place.street - 1]
        if action == FOLD:
            paid = street.base[place.line] + street.bet * place.small.paid[place.decision]
            return np.asarray((-paid if place.actor == hero else paid) * (APART @ reach))
        to = after(place, action)
        if to is not None and to.street == place.street:
            return self._value(hero, to, board, reach)
        if board not in self.deals:
            way = int(place.small.follows[place.decision, action]) - 10
            paid = street.base[place.line] + street.bet * place.small.closes[way]
            return np.asarray(paid * (self._sign(board) @ reach))
        assert to is not None
        total = np.zeros(HOLDINGS)
        for card in self.deals[board]:
            total += self.line(hero, to, (*board, card), reach * self.shares[len(board)])
        return total

    def _sign(self, board: tuple[int, ...]) -> Floats:
        if board not in self._signs:
            rows = np.concatenate([HOLDING_CARDS, np.tile(np.array(board, np.uint8), (HOLDINGS, 1))], axis=1)
            values = np.ones(HOLDINGS, np.int64)
            values[_open(board)] = evaluate_many(rows[_open(board)])
            self._signs[board] = np.sign(values[:, None] - values[None, :]) * APART
        return self._signs[board]


def _open(board: tuple[int, ...]) -> npt.NDArray[np.bool_]:
    return np.asarray(~np.isin(HOLDING_CARDS, np.array(board, np.uint8)).any(axis=1))


class RandomBuckets:
    """Three buckets by strength, and any mixes at all."""

    def __init__(self, seed: int) -> None:
        from riverboat.solving.limit.tree import legal_rows

        rng = np.random.default_rng(seed)
        self._mixes = []
        for street in range(4):
            legal = legal_rows(street)
            rows = rng.random((len(legal), 3, 3)) ** 3 * legal[:, None, :]
            self._mixes.append((rows / rows.sum(axis=2, keepdims=True)).astype(np.float32))

    def mixes(self, street: int) -> Singles:
        return np.asarray(self._mixes[street])

    def buckets(self, board: CardRow) -> Ints:
        from riverboat.agents.asked import strengths_on

        return np.asarray(np.clip((3 * strengths_on(board)).astype(np.int64), 0, 2))
