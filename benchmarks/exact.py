"""Exact answers: every showdown counted. Few peers can give them, and those only on a flop."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.simulation import EVERY_HAND
from benchmarks.table import US, Row
from benchmarks.timing import Contender, Entry, contest
from riverboat.cards.cards import format_card
from riverboat.odds.equity import equity, equity_many
from riverboat.odds.strength import hand_odds, hand_potential, hand_potential_many, hand_strength, hand_strength_many

GROUP = "exact"
#: Hands of one call; of calls one by one; of calls that take milliseconds each.
MANY, FEW, SINGLE = 20_000, 200, 20
#: The most time that a hand may take in a call for many, as a share of its time in a call for one.
MANY_SHARE = 0.25
Rows = npt.NDArray[np.uint8]
PREFLOP = ("AsAh", "2s2h", "AsKs", "AsKd", "JhTh", "9d8c", "7s2d")
FLOPS = (("AdQc", "3h4cJh"), ("AhKh", "2h7hTc"), ("7s2d", "KhQhJh"), ("5s5d", "5c9d9h"))


def rows(seed: int) -> Iterator[Row]:
    """Before the flop, everything on a flop, and the parts of it that peers can do."""
    yield from _slowest(_preflop())
    yield from _slowest(_flop())
    yield from contest(
        GROUP,
        "equity of a known hand against a random one on a flop",
        "ms",
        [Entry(who=US, build=_riverboat_equity), Entry(who="holdem_calc", build=_holdem_calc_random)],
        scale=1000,
    )
    yield from contest(
        GROUP,
        "equity of two known hands on a flop",
        "ms",
        [Entry(who=US, build=_riverboat_two), Entry(who="holdem_calc", build=_holdem_calc_two)],
        scale=1000,
    )
    yield from contest(
        GROUP,
        "hand strength on a flop",
        "ms",
        [Entry(who=US, build=_riverboat_strength), Entry(who="eval7", build=_eval7_strength)],
        scale=1000,
    )

    yield from contest(
        GROUP,
        f"strength of {MANY:,} hands, each on a flop of its own",
        "hands/s",
        [
            Entry(who=US, build=partial(_many_strengths, seed)),
            Entry(who=US, build=partial(_single_strengths, seed)),
            Entry(who="eval7", build=partial(_eval7_strengths, seed)),
        ],
    )
    yield from contest(
        GROUP,
        "exact equity of many hands against a random one, each on a flop of its own",
        "hands/s",
        [Entry(who=US, build=partial(_many_equities, seed)), Entry(who=US, build=partial(_single_equities, seed))],
    )
    task = "potential of many hands over two cards, each on a flop of its own"
    builds = (_many_potentials, _single_potentials)
    many, single = contest(GROUP, task, "hands/s", [Entry(who=US, build=partial(build, seed)) for build in builds])
    yield from (many, single)
    yield Row(
        group=GROUP,
        task="a hand's potential in one call for many, its time over that of a call for one",
        who=US,
        what="hand_potential_many and hand_potential, two cards to come",
        unit="times",
        figure=(single.figure or 0.0) / (many.figure or 1.0),
        most=MANY_SHARE,
    )


def _dealt(seed: int, count: int) -> tuple[Rows, Rows]:
    """So many hands and flops."""
    rng = np.random.default_rng(seed)
    rows = np.array([rng.choice(52, 5, replace=False) for _ in range(count)], dtype=np.uint8)
    return rows[:, :2].copy(), rows[:, 2:].copy()


def _many_strengths(seed: int, _: Any) -> Contender:
    holes, flops = _dealt(seed, MANY)
    return Contender(run=lambda: hand_strength_many(holes, flops), work=MANY, what="hand_strength_many, one call")


def _single_strengths(seed: int, _: Any) -> Contender:
    pairs = [(hole.tolist(), flop.tolist()) for hole, flop in zip(*_dealt(seed, FEW), strict=True)]

    def run() -> None:
        for hole, flop in pairs:
            hand_strength(hole, flop)

    return Contender(run=run, work=FEW, what="hand_strength in a loop")


def _eval7_strengths(seed: int, eval7: Any) -> Contender:
    cards = [eval7.Card(format_card(card)) for card in range(52)]
    holes, flops = _dealt(seed, FEW)
    villain = eval7.HandRange(EVERY_HAND)
    pairs = [
        ([cards[card] for card in hole], [cards[card] for card in flop])
        for hole, flop in zip(holes.tolist(), flops.tolist(), strict=True)
    ]
    for pair, expected in zip(pairs, hand_strength_many(holes, flops), strict=True):
        found = eval7.py_hand_vs_range_exact(pair[0], villain, pair[1])
        if abs(found - expected) > 1e-6:
            raise ValueError(f"finds {found}, not {expected}")

    def run() -> None:
        for hole, flop in pairs:
            eval7.py_hand_vs_range_exact(hole, villain, flop)

    return Contender(run=run, work=FEW, what="py_hand_vs_range_exact in a loop, cards and range made beforehand")


def _many_equities(seed: int, _: Any) -> Contender:
    holes, flops = _dealt(seed, FEW)
    return Contender(run=lambda: equity_many(holes, flops), work=FEW, what="equity_many, one call, every showdown")


def _single_equities(seed: int, _: Any) -> Contender:
    pairs = [(tuple(hole.tolist()), flop.tolist()) for hole, flop in zip(*_dealt(seed, SINGLE), strict=True)]

    def run() -> None:
        for hole, flop in pairs:
            equity([hole], board=flop, opponents=1)

    return Contender(run=run, work=SINGLE, what="equity in a loop")


def _many_potentials(seed: int, _: Any) -> Contender:
    holes, flops = _dealt(seed, SINGLE)
    return Contender(
        run=lambda: hand_potential_many(holes, flops, cards=2), work=SINGLE, what="hand_potential_many, one call"
    )


def _single_potentials(seed: int, _: Any) -> Contender:
    pairs = [(hole.tolist(), flop.tolist()) for hole, flop in zip(*_dealt(seed, SINGLE), strict=True)]

    def run() -> None:
        for hole, flop in pairs:
            hand_potential(hole, flop, cards=2)

    return Contender(run=run, work=SINGLE, what="hand_potential in a loop")


def _slowest(measured: Iterator[Row]) -> Iterator[Row]:
    yield max(measured, key=lambda row: row.figure or 0.0)


def _preflop() -> Iterator[Row]:
    entries = [Entry(who=US, build=partial(_before_flop, hand), most=0.15) for hand in PREFLOP]
    yield from contest(GROUP, "a hand against a random one before the flop", "s", entries)


def _before_flop(hand: str, _: Any) -> Contender:
    what = f"equity, 2,097,572,400 showdowns; the slowest of {', '.join(PREFLOP)} was {hand}"
    return Contender(run=lambda: equity(hand, opponents=1, method="exact"), what=what)


def _flop() -> Iterator[Row]:
    entries = [Entry(who=US, build=partial(_all_on_flop, hand, flop), most=6) for hand, flop in FLOPS]
    yield from contest(GROUP, "equity, strength and both potentials on a flop", "ms", entries, scale=1000)


def _all_on_flop(hand: str, flop: str, _: Any) -> Contender:
    return Contender(
        run=lambda: hand_odds(hand, flop), what=f"one call, hand_odds; the slowest of {len(FLOPS)} was {hand} on {flop}"
    )


def _riverboat_equity(_: Any) -> Contender:
    return Contender(
        run=lambda: equity("AdQc", board="3h4cJh", opponents=1, method="exact"),
        what="equity, 1,070,190 showdowns",
    )


def _riverboat_two(_: Any) -> Contender:
    return Contender(run=lambda: equity("AdQc vs QsQh", board="3h4cJh", method="exact"), what="equity, 990 showdowns")


def _riverboat_strength(_: Any) -> Contender:
    return Contender(run=lambda: hand_strength("AdQc", "3h4cJh"), what="hand_strength, 1,081 holdings")


def _holdem_calc(holdem_calc: Any, opponent: list[str], expected: float, what: str, *, warm_up: bool) -> Contender:
    calculate = importlib.import_module(f"{holdem_calc.__name__}.holdem_calc").calculate

    def run() -> None:
        win = calculate(["3h", "4c", "Jh"], True, 1, None, ["Ad", "Qc", *opponent], False)[1]
        if abs(win - expected) > 1e-9:
            raise ValueError(f"wins {win}, not {expected}")

    return Contender(run=run, what=what, warm_up=warm_up)


def _holdem_calc_random(holdem_calc: Any) -> Contender:
    win = equity("AdQc", board="3h4cJh", opponents=1, method="exact").players[0].win.mean
    return _holdem_calc(holdem_calc, ["?", "?"], win, "calculate, exact, timed once", warm_up=False)


def _holdem_calc_two(holdem_calc: Any) -> Contender:
    win = equity("AdQc vs QsQh", board="3h4cJh", method="exact").players[0].win.mean
    return _holdem_calc(holdem_calc, ["Qs", "Qh"], win, "calculate, exact", warm_up=True)


def _eval7_strength(eval7: Any) -> Contender:
    hand, flop = [eval7.Card(each) for each in ("Ad", "Qc")], [eval7.Card(each) for each in ("3h", "4c", "Jh")]
    villain = eval7.HandRange(EVERY_HAND)
    found, expected = eval7.py_hand_vs_range_exact(hand, villain, flop), hand_strength("AdQc", "3h4cJh").value
    if abs(found - expected) > 1e-6:
        raise ValueError(f"finds {found}, not {expected}")
    return Contender(
        run=lambda: eval7.py_hand_vs_range_exact(hand, villain, flop),
        what="py_hand_vs_range_exact, which deals no board; hand and range made beforehand",
    )
