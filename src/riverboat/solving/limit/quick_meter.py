"""A quick look at how exploitable a strategy of heads-up limit Hold'em is: the best response on a few drawn boards.

It is an estimate for comparing strategies while they are made. The response is fitted to the few flops, turns and
rivers that it is scored on, so the figure is too high, if anything; the boards are always the same, so their luck is
the same for all strategies. What an agent is worth is for `arena.exploit` to say.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from riverboat.arrays import Floats, Singles
from riverboat.cards.holdings import CLASS_SIZE, CLASSES, HOLDING_CARDS, HOLDING_CLASS, HOLDINGS
from riverboat.solving.limit.cards import Board, NextCard, flop_classes, open_holdings
from riverboat.solving.limit.estimate import draw_flops
from riverboat.solving.limit.preflop import FirstStreet, first_reach, flop_share
from riverboat.solving.limit.response import NEXT_SHARES, FlopResponse
from riverboat.solving.limit.strategy import BucketStrategy

#: The seed of the boards of development. No claim is measured on them.
DEVELOPMENT = 20_261_118
_FLOPS, _CARDS = 0, 1
_DECK = 52


def _class_shares(flops: list[Board]) -> Floats:
    """[class] how much more often than usual these flops leave the holdings of each class; 1 over all flops."""
    left = np.mean([np.isin(np.arange(HOLDINGS), open_holdings(flop)) for flop in flops], axis=0)
    return np.asarray(np.bincount(HOLDING_CLASS, left, CLASSES) / CLASS_SIZE * HOLDINGS / len(open_holdings(flops[0])))


@dataclass(frozen=True, kw_only=True)
class QuickMeter:
    """How many flops are drawn, how many turns after each, how many rivers after each of those, and the seed."""

    flops: int = 6
    turns: int = 4
    rivers: int = 12
    seed: int = DEVELOPMENT

    @property
    def boards(self) -> int:
        """Boards of five cards: what a look costs."""
        return self.flops * self.turns * self.rivers

    def mbb(self, strategy: BucketStrategy) -> float:
        """About what the best response wins, in thousandths of a big blind a game; too high, if anything."""
        reach = first_reach(strategy)
        response = FlopResponse(strategy, runouts=self)
        drawn = draw_flops(np.random.default_rng([self.seed, _FLOPS]), self.flops)
        flops = [flop_classes()[number].cards for number in drawn]
        parts = [flop_share(response.values(flop, reach.by_holding)) for flop in flops]
        lines = np.mean(parts, axis=0) / np.maximum(_class_shares(flops), 1e-9)
        first = FirstStreet(reach=reach)
        return first.worth_mbb(first.choices(lines), lines)

    def after(self, board: Board, orders: tuple[int, ...]) -> list[NextCard]:
        """Some of the cards that may follow a board, always the same."""
        rng = np.random.default_rng([self.seed, _CARDS, *board])
        left = [card for card in range(_DECK) if card not in board]
        drawn = rng.choice(left, self._count(len(board) - 3), replace=False).tolist()
        return [NextCard((*board, card), np.arange(HOLDINGS)[None, :], (0,)) for card in sorted(drawn)]

    def share(self, at: int) -> float:
        """The chance that each drawn card stands for: in the mean over draws, all cards' together."""
        return NEXT_SHARES[at] * (_DECK - 3 - at) / self._count(at)

    def weights(self, cards: list[NextCard]) -> Singles | None:
        """A holding that has some of the drawn cards meets fewer of them: each counts the more."""
        dealt = np.array([card.board[-1] for card in cards], np.uint8)
        met = len(dealt) - np.isin(HOLDING_CARDS, dealt).sum(axis=1)
        left = _DECK - len(cards[0].board) + 1
        return np.asarray(len(dealt) * (left - 2) / left / np.maximum(met, 1), np.float32)

    def _count(self, at: int) -> int:
        return (self.turns, self.rivers)[at]
