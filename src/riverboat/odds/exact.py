"""Ways to count every case, each with about how long it takes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from functools import singledispatch

import numpy as np
import numpy.typing as npt

from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.errors import OddsError
from riverboat.odds import equity_kernel, matchup_kernel
from riverboat.odds.question import OddsQuestion
from riverboat.odds.result import Equity, exact_player, two_players
from riverboat.odds.strength import hand_odds

_SUIT_RELABELLINGS = np.array(list(itertools.permutations(range(4))), dtype=np.int64)
_MATCHUP_S = 1e-4
_SHOWDOWN_S = 8e-9


class Plan:
    """A way to count every case, and about how long it takes."""

    seconds: float

    def run(self) -> Equity:
        """Count."""
        raise NotImplementedError


class Preflop(Plan):
    """Two players before the flop: match-ups that differ only in the names of the suits are counted once."""

    def __init__(self, question: OddsQuestion) -> None:
        self.question = question
        first, second = question.ranges
        pairs = np.array(np.meshgrid(first.holdings, second.holdings, indexing="ij")).reshape(2, -1).T
        codes = np.empty(len(pairs), dtype=np.int64)
        alike = [
            p for p in _SUIT_RELABELLINGS if np.array_equal(question.used, question.used.reshape(13, 4)[:, p].ravel())
        ]
        matchup_kernel.canonical_codes(np.ascontiguousarray(pairs), HOLDING_CARDS, np.array(alike), codes)
        weights = first.weights[pairs[:, 0]] * second.weights[pairs[:, 1]]
        self.codes, where = np.unique(codes[codes >= 0], return_inverse=True)
        self.weights = np.bincount(where, weights=weights[codes >= 0], minlength=len(self.codes))
        self.seconds = len(self.codes) * _MATCHUP_S

    def run(self) -> Equity:  # noqa: D102
        cards = np.stack([self.codes // 52**power % 52 for power in (3, 2, 1, 0)], axis=1)
        by_rank = np.lexsort((cards >> 2).T[::-1])
        cards, weights = np.ascontiguousarray(cards[by_rank]), self.weights[by_rank]
        counts = np.zeros((len(cards), 3), dtype=np.int64)
        matchup_kernel.matchups(cards, self.question.used, counts)
        return two_players(self.question, np.asarray(weights @ counts, dtype=np.float64))


class OneKnownHand(Plan):
    """A known hand against a range on a board."""

    seconds = 0.005

    def __init__(self, question: OddsQuestion, player: int) -> None:
        self.question, self.player = question, player

    def run(self) -> Equity:  # noqa: D102
        hole = self.question.known_cards(self.player)
        assert hole is not None
        other = self.question.ranges[1 - self.player]
        found = hand_odds(hole, self.question.board, weights=other, dead=self.question.dead)
        return two_players(self.question, np.array(found.counts)[:: 1 if self.player == 0 else -1])


class TwoRanges(Plan):
    """A range against a range on a board."""

    seconds = 0.1

    def __init__(self, question: OddsQuestion) -> None:
        self.question = question

    def run(self) -> Equity:  # noqa: D102
        first, second = (each.weights.copy() for each in self.question.ranges)
        board = np.array(self.question.board, dtype=np.uint8)
        return two_players(self.question, equity_kernel.duel(board, self.question.used, HOLDING_CARDS, first, second))


class KnownHands(Plan):
    """Several players with few holdings each: every board for every way to deal them, suits relabelled."""

    def __init__(self, question: OddsQuestion) -> None:
        self.question = question
        choices = [each.holdings for each in question.ranges]
        deals = np.array(np.meshgrid(*choices, indexing="ij")).reshape(len(choices), -1).T
        cards = HOLDING_CARDS[deals].reshape(len(deals), -1)
        ordered = np.sort(cards, axis=1)
        fits = (ordered[:, 1:] != ordered[:, :-1]).all(axis=1)
        weights = np.prod([each.weights[deals[:, at]] for at, each in enumerate(question.ranges)], axis=0)
        self.deals: dict[bytes, float] = {}
        for hands, weight in zip(cards[fits], weights[fits], strict=True):
            code = min(self._relabelled(hands))
            self.deals[code] = self.deals.get(code, 0.0) + float(weight)
        left = 52 - len(question.board) - len(question.dead) - 2 * question.players
        boards = math.comb(left, 5 - len(question.board))
        self.seconds = len(self.deals) * boards * question.players * _SHOWDOWN_S

    def _relabelled(self, hands: npt.NDArray[np.uint8]) -> Iterator[bytes]:
        if self.question.board or self.question.dead:
            yield hands.tobytes()
            return
        for names in _SUIT_RELABELLINGS:
            moved = (hands & 0xFC) | names[hands & 3].astype(np.uint8)
            yield np.sort(moved.reshape(-1, 2), axis=1).tobytes()

    def run(self) -> Equity:  # noqa: D102
        players = self.question.players
        tally = np.zeros((players, 4))
        total = 0.0
        board = np.array(self.question.board, dtype=np.uint8)
        for code, weight in self.deals.items():
            hands = np.frombuffer(code, dtype=np.uint8).reshape(players, 2).copy()
            used = self.question.used.copy()
            used[hands.ravel()] = 1
            tally += weight * equity_kernel.all_boards(hands, board, used)
            total += weight * math.comb(52 - int(used.sum()), 5 - len(board))
        if not total:
            raise OddsError(f"{' vs '.join(self.question.names)} cannot all be dealt from one deck")
        odds = []
        for name, (win, tie, share, _) in zip(self.question.names, tally.tolist(), strict=True):
            odds.append(exact_player(name, win, tie, total - win - tie, share))
        return Equity(tuple(odds), "exact", 0)


@singledispatch
def plan_exact(question: OddsQuestion) -> Plan | None:
    """The quickest way to count every case, or None where none is within reach."""
    sizes = [len(each.holdings) for each in question.ranges]
    if question.players == 2:
        if not question.board:
            return Preflop(question)
        known = [player for player in (0, 1) if sizes[player] == 1]
        return OneKnownHand(question, known[0]) if known else TwoRanges(question)
    return KnownHands(question) if math.prod(sizes) <= 5000 else None
