"""Equity by simulation, 50,000 games. Who is slow plays fewer, and the time is multiplied; the row says so."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from benchmarks.evaluation import NAMES, c_function
from benchmarks.table import US, Row
from benchmarks.timing import Contender, Entry, contest
from riverboat.cards.cards import parse_cards
from riverboat.odds.equity import equity

GROUP = "simulation"
GAMES = 50_000
PHE = "its C function"
#: Every one of the 1,326 hands, as eval7's parser wants them.
EVERY_HAND = "22+, " + ", ".join(f"{rank}2+" for rank in "AKQJT98765432"[:-2]) + ", 32"
TOLERANCE = 0.03  # nobody's equity may lie further from ours, or it is not the same work
EQUITIES = {"JsJh": (1, 0.7747), "AsAh": (9, 0.3107)}  # opponents, and about what comes out


def rows(seed: int) -> Iterator[Row]:
    """JJ against one hand, and AA against nine."""
    entries = [
        Entry(who=US, build=lambda _: _riverboat("JsJh", seed)),
        Entry(who="eval7", build=_eval7, least_ratio=2),
        Entry(who="phevaluator", build=lambda phe: _phevaluator("JsJh", 10, seed, c_function(phe), PHE)),
        Entry(who="treys", build=lambda treys: _treys("JsJh", 50, seed, treys)),
        Entry(who="pokerkit", build=lambda pokerkit: _pokerkit("JsJh", 250, pokerkit)),
        Entry(who="holdem_calc", build=_holdem_calc),
    ]
    yield from contest(GROUP, "JJ against a random hand, 50,000 games", "ms", entries, scale=1000)
    entries = [
        Entry(who=US, build=lambda _: _riverboat("AsAh", seed)),
        Entry(who="phevaluator", build=lambda phe: _phevaluator("AsAh", 5, seed, c_function(phe), PHE), least_ratio=80),
        Entry(
            who="phevaluator", build=lambda phe: _phevaluator("AsAh", 10, seed, phe.evaluate_cards, "evaluate_cards")
        ),
        Entry(who="treys", build=lambda treys: _treys("AsAh", 200, seed, treys)),
        Entry(who="pokerkit", build=lambda pokerkit: _pokerkit("AsAh", 1000, pokerkit)),
    ]
    yield from contest(GROUP, "AA against nine random hands, 50,000 games", "ms", entries, scale=1000)


def _ready(hand: str, run: Callable[[], float], what: str, part: int) -> Contender:
    """Check what comes out, so that everybody does the same work. `part`: a so manieth of the games is played."""
    expected, games = EQUITIES[hand][1], GAMES // part
    if abs(run() - expected) > TOLERANCE + 2 / games**0.5:
        raise ValueError(f"finds another equity than {expected}")
    shown = f", {games:,} games, time x {part}" if part > 1 else ""
    return Contender(run=run, work=part, what=what + shown)


def _riverboat(hand: str, seed: int) -> Contender:
    opponents = EQUITIES[hand][0]

    def run() -> float:
        found = equity(hand, opponents=opponents, method="simulate", simulations=GAMES, seed=seed)
        return found.players[0].equity.mean

    return _ready(hand, run, "equity, from text to all chances with their errors", 1)


def _eval7(eval7: Any) -> Contender:
    hand = [eval7.Card("Js"), eval7.Card("Jh")]
    villain = eval7.HandRange(EVERY_HAND)
    if len(villain) != 1326:
        raise ValueError("understands the range of every hand otherwise")
    what = "py_hand_vs_range_monte_carlo, hand and range made beforehand"
    return _ready("JsJh", lambda: float(eval7.py_hand_vs_range_monte_carlo(hand, villain, [], GAMES)), what, 1)


def _loop(hand: str, part: int, seed: int, cards: Sequence[int], evaluate: Callable[..., int], name: str) -> Contender:
    """A plain loop: everybody is dealt to and valued, the lowest value wins, ties share. `cards`: the peer's 52."""
    first, second = (cards[card] for card in parse_cards(hand))
    deck = [card for card in cards if card not in (first, second)]
    games, size = GAMES // part, 5 + 2 * EQUITIES[hand][0]
    rng = random.Random(seed)

    def run() -> float:
        total = 0.0
        for _ in range(games):
            dealt = rng.sample(deck, size)
            board = dealt[:5]
            ours = evaluate(first, second, *board)
            theirs = [evaluate(dealt[at], dealt[at + 1], *board) for at in range(5, size, 2)]
            best = min(theirs)
            if ours < best:
                total += 1
            elif ours == best:
                total += 1 / (1 + theirs.count(best))
        return total / games

    return _ready(hand, run, f"a loop: random.sample deals, {name} values", part)


def _phevaluator(hand: str, part: int, seed: int, evaluate: Callable[..., int], name: str) -> Contender:
    return _loop(hand, part, seed, range(52), evaluate, name)


def _treys(hand: str, part: int, seed: int, treys: Any) -> Contender:
    evaluator = treys.Evaluator()

    def evaluate(first: int, second: int, *board: int) -> int:
        return int(evaluator.evaluate([first, second], list(board)))

    return _loop(hand, part, seed, [treys.Card.new(name) for name in NAMES], evaluate, "Evaluator.evaluate")


def _pokerkit(hand: str, part: int, pokerkit: Any) -> Contender:
    holding = pokerkit.parse_range(hand)

    def run() -> float:
        return float(
            pokerkit.calculate_hand_strength(
                1 + EQUITIES[hand][0],
                holding,
                (),
                2,
                5,
                pokerkit.Deck.STANDARD,
                (pokerkit.StandardHighHand,),
                sample_count=GAMES // part,
            )
        )

    return _ready(hand, run, "calculate_hand_strength", part)


def _holdem_calc(holdem_calc: Any) -> Contender:
    calculate = importlib.import_module(f"{holdem_calc.__name__}.holdem_calc").calculate

    def run() -> float:
        tie, win, _ = calculate(None, False, 41, None, ["Js", "Jh", "?", "?"], False)
        return float(win + tie / 2)

    return _ready("JsJh", run, "calculate, 41 random boards for each of the 1,225 hands, which makes 50,225 games", 1)
