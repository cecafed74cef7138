"""Seven-card evaluations: the same hands for everybody, each with its own card objects made beforehand."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.table import US, Row
from benchmarks.timing import Contender, Entry, contest
from riverboat.cards.cards import format_card
from riverboat.cards.evaluator import evaluate, evaluate_many

GROUP = "evaluation"
HANDS = 2_000_000
LOOPED = 100_000  # for those that take one hand a call
FEW = 5_000  # for the slow among them
NAMES = [format_card(card) for card in range(52)]
Hands = npt.NDArray[np.uint8]


def rows(seed: int) -> Iterator[Row]:
    """Everybody's hands a second."""
    decks = np.tile(np.arange(52, dtype=np.uint8), (-(-HANDS // 7), 1))
    hands = np.random.default_rng(seed).permuted(decks, axis=1)[:, :49].reshape(-1, 7)[:HANDS].copy()
    values = evaluate_many(hands[:LOOPED]).astype(np.int64)

    def entry(who: str, build: Callable[[Any, Hands, npt.NDArray[np.int64]], Contender], ratio: float | None) -> Entry:
        return Entry(who=who, build=lambda module: build(module, hands, values), least_ratio=ratio)

    entries = [
        entry(US, _riverboat, None),
        entry("eval7", _eval7, 80),
        entry("phevaluator", _phevaluator_inside, None),
        entry("phevaluator", _phevaluator, None),
        entry("treys", _treys, None),
        entry("pokerkit", _pokerkit, None),
        entry(US, _riverboat_one_by_one, None),
    ]
    yield from contest(GROUP, "seven-card hands from an array", "M hands/s", entries, scale=1e-6)


def _check(theirs: Sequence[Any], values: npt.NDArray[np.int64]) -> None:
    """Theirs must order the hands as ours do; low is best in some, so the caller turns signs round."""
    by_theirs = np.unique(np.array(theirs), return_inverse=True)[1]
    by_ours = np.unique(values[: len(theirs)], return_inverse=True)[1]
    if not np.array_equal(by_theirs, by_ours):
        raise ValueError("orders hands otherwise than riverboat does")


def _riverboat(_: Any, hands: Hands, values: npt.NDArray[np.int64]) -> Contender:
    return Contender(run=lambda: evaluate_many(hands), work=len(hands), what=f"evaluate_many, {len(hands):,} hands")


def _riverboat_one_by_one(_: Any, hands: Hands, values: npt.NDArray[np.int64]) -> Contender:
    each = [tuple(hand) for hand in hands[:FEW].tolist()]

    def run() -> None:
        for hand in each:
            evaluate(hand)

    return Contender(run=run, work=len(each), what="evaluate in a loop, which is not the way to do many")


def _eval7(eval7: Any, hands: Hands, values: npt.NDArray[np.int64]) -> Contender:
    cards = [eval7.Card(name) for name in NAMES]
    each = [[cards[card] for card in hand] for hand in hands[:LOOPED].tolist()]
    _check([eval7.evaluate(hand) for hand in each], values)

    def run() -> None:
        for hand in each:
            eval7.evaluate(hand)

    return Contender(run=run, work=len(each), what=f"evaluate in a loop, {len(each):,} hands, cards made beforehand")


def _phevaluator_with(evaluate_7: Any, what: str, hands: Hands, values: npt.NDArray[np.int64]) -> Contender:
    each = hands[:LOOPED].tolist()
    _check([-evaluate_7(*hand) for hand in each], values)

    def run() -> None:
        for hand in each:
            evaluate_7(*hand)

    return Contender(run=run, work=len(each), what=f"{what} in a loop, {len(each):,} hands as integers")


def _phevaluator_inside(phevaluator: Any, hands: Hands, values: npt.NDArray[np.int64]) -> Contender:
    what = "its C function itself, without the Python before it,"
    return _phevaluator_with(c_function(phevaluator), what, hands, values)


def _phevaluator(phevaluator: Any, hands: Hands, values: npt.NDArray[np.int64]) -> Contender:
    return _phevaluator_with(phevaluator.evaluate_cards, "evaluate_cards", hands, values)


def c_function(phevaluator: Any) -> Any:
    """The compiled function behind phevaluator's own; versions before 0.6 are Python throughout and have none."""
    return importlib.import_module(f"{phevaluator.__name__}._pheval").evaluate_7cards


def _treys(treys: Any, hands: Hands, values: npt.NDArray[np.int64]) -> Contender:
    cards = [treys.Card.new(name) for name in NAMES]
    each = [([cards[card] for card in hand[:2]], [cards[card] for card in hand[2:]]) for hand in hands[:FEW].tolist()]
    evaluator = treys.Evaluator()
    _check([-evaluator.evaluate(*hand) for hand in each], values)

    def run() -> None:
        for hole, board in each:
            evaluator.evaluate(hole, board)

    what = f"Evaluator.evaluate in a loop, {len(each):,} hands, cards made beforehand"
    return Contender(run=run, work=len(each), what=what)


def _pokerkit(pokerkit: Any, hands: Hands, values: npt.NDArray[np.int64]) -> Contender:
    cards = [next(iter(pokerkit.Card.parse(name))) for name in NAMES]
    each = [([cards[card] for card in hand[:2]], [cards[card] for card in hand[2:]]) for hand in hands[:1000].tolist()]
    from_game = pokerkit.StandardHighHand.from_game
    _check([from_game(*hand).entry.index for hand in each], values)

    def run() -> None:
        for hole, board in each:
            from_game(hole, board)

    what = f"StandardHighHand.from_game in a loop, {len(each):,} hands, cards made beforehand"
    return Contender(run=run, work=len(each), what=what)
