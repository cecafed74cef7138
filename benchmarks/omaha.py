"""Showdowns of Omaha: two hands of four cards on a board of five; everybody gets the same cards, made beforehand."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.evaluation import NAMES
from benchmarks.table import US, Row
from benchmarks.timing import Contender, Entry, contest
from riverboat.cards.omaha import evaluate_omaha_many

GROUP = "omaha"
SHOWDOWNS = 500_000
LOOPED = 50_000  # for those that take one hand a call
FEW = 200  # for the slow among them
Deals = npt.NDArray[np.uint8]


def rows(seed: int) -> Iterator[Row]:
    """Everybody's showdowns a second."""
    decks = np.tile(np.arange(52, dtype=np.uint8), (SHOWDOWNS // 4, 1))
    deals = np.random.default_rng(seed).permuted(decks, axis=1).reshape(-1, 13)
    entries = [
        Entry(who=US, build=lambda _: _riverboat(deals)),
        Entry(who="phevaluator", build=lambda module: _phevaluator(module, deals), least_ratio=5),
        Entry(who="pokerkit", build=lambda module: _pokerkit(module, deals)),
    ]
    yield from contest(GROUP, "showdowns of Omaha from an array", "M showdowns/s", entries, scale=1e-6)


def both_hands(deals: Deals) -> Deals:
    """A row of nine cards for each hand: its four, then the board."""
    first, second = deals[:, :9], np.hstack([deals[:, 9:], deals[:, 4:9]])
    return np.ascontiguousarray(np.vstack([first, second]))


def _outcomes(values: npt.NDArray[np.integer]) -> npt.NDArray[np.integer]:
    """Who wins each showdown: 1, 0 for a tie, -1."""
    first, second = values.astype(np.int64).reshape(2, -1)
    outcomes: npt.NDArray[np.int64] = np.sign(first - second)
    return outcomes


def _riverboat(deals: Deals) -> Contender:
    cards = both_hands(deals)

    def run() -> None:
        _outcomes(evaluate_omaha_many(cards))

    return Contender(run=run, work=len(deals), what=f"evaluate_omaha_many, {len(deals):,} showdowns")


def _looped(value: Callable[[list[int]], Any], deals: Deals, what: str) -> Contender:
    """Somebody who takes one hand a call, where more is better; who wins must be as with us."""
    hands = both_hands(deals).tolist()
    ours = _outcomes(evaluate_omaha_many(np.array(hands)))
    if not np.array_equal(ours, _outcomes(np.array([value(hand) for hand in hands]))):
        raise ValueError("finds other winners than riverboat does")

    def run() -> None:
        for hand in hands:
            value(hand)

    return Contender(run=run, work=len(deals), what=f"{what} in a loop, {len(deals):,} showdowns")


def _phevaluator(phevaluator: Any, deals: Deals) -> Contender:
    value = importlib.import_module(f"{phevaluator.__name__}._pheval").evaluate_plo4_cards
    return _looped(lambda hand: -value(*hand[4:], *hand[:4]), deals[:LOOPED], "its C function itself")


def _pokerkit(pokerkit: Any, deals: Deals) -> Contender:
    cards = [next(iter(pokerkit.Card.parse(name))) for name in NAMES]
    from_game = pokerkit.OmahaHoldemHand.from_game

    def value(hand: list[int]) -> int:
        own, board = [cards[card] for card in hand[:4]], [cards[card] for card in hand[4:]]
        index: int = from_game(own, board).entry.index
        return index

    return _looped(value, deals[:FEW], "OmahaHoldemHand.from_game")
