"""Novices at limit Hold'em on fresh deals: alone, beside the partner of version 0.1, and beside today's.

A set is thirty deals at a six-handed table of the page. Every kind of novice plays each set three times, on the same
cards against opponents who draw the same luck. A set's gain is the mean over its novices, in small bets a hand, and
sets are the unit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import numpy as np
from numpy.random import SeedSequence

from riverboat.agents.compiled import CompiledAgent
from riverboat.agents.registry import make_agent
from riverboat.arrays import Floats
from riverboat.cards.randomness import seed_words
from riverboat.games import find_game, make_game
from riverboat.partner.holdem import HoldemKind, HoldemPartner
from riverboat.partner.novices.holdem import WEAKNESSES, HoldemNovice
from riverboat.partner.novices.novice import Temper

GAME: Final = "holdem-limit"
DEALS = 30
OPPONENTS = find_game(GAME).opponents
SEATS = len(OPPONENTS) + 1
HERO = 0
SMALL_BET = make_game(GAME, seats=SEATS).rules.income_unit.chips
#: Who sits beside the novice.
ARMS: Mapping[str, HoldemKind | None] = {"alone": None, "0.1": "thresholds", "today": "worth"}
#: How weak the novices of a set are goes round.
WEAK = (0.4, 0.5, 0.6, 0.7, 0.8)


def play_set(seed: int, number: int) -> dict[tuple[str, str], float]:
    """What each kind of novice won in each arm, in small bets a hand."""
    temper = Temper(weakness=WEAK[number % len(WEAK)])
    return {(kind, arm): _sit(seed, number, kind, arm, temper) for kind in WEAKNESSES for arm in ARMS}


def _sit(seed: int, number: int, kind: str, arm: str, temper: Temper) -> float:
    beside = ARMS[arm]
    partner = HoldemPartner(seed=SeedSequence([seed, number]), game=GAME, kind=beside) if beside is not None else None
    novice = HoldemNovice(kind, temper, seed=[seed, number, list(WEAKNESSES).index(kind)], partner=partner)
    agents = [make_agent(name) for name in OPPONENTS]
    players = [
        agent.player(SeedSequence([seed, number, at]))
        for at, agent in enumerate(agents)
        if isinstance(agent, CompiledAgent)
    ]
    won = 0
    for deal in range(DEALS):
        state = make_game(GAME, seats=SEATS).start(seed=SeedSequence([seed, number, deal]), button=deal % SEATS)
        novice.draw_for(deal)
        for at, player in enumerate(players):
            player.words = seed_words(SeedSequence([seed, number, deal, at]))
        while state.actor is not None:
            seen = state.observation(state.actor)
            state.apply(novice.decide(seen) if state.actor == HERO else players[state.actor - 1].decide(seen))
        novice.hand_over(state.observation(HERO))
        for at, player in enumerate(players, start=1):
            player.hand_over(state.observation(at))
        won += int(state.returns()[HERO])
    return won / (DEALS * SMALL_BET)


class Gains(NamedTuple):
    """What partners brought on every set, over all kinds of novices and by kind."""

    old: Floats  # [set]
    new: Floats
    by_kind: Mapping[str, tuple[Floats, Floats]]


def gains(seed: int, sets: int) -> Gains:
    """Play so many sets."""
    played = list(_played(seed, sets))
    by_kind = {
        kind: tuple(np.array([each[kind, arm] - each[kind, "alone"] for each in played]) for arm in ("0.1", "today"))
        for kind in WEAKNESSES
    }
    old, new = (np.mean([by_kind[kind][at] for kind in WEAKNESSES], axis=0) for at in (0, 1))
    return Gains(old, new, by_kind)  # type: ignore[arg-type]


def _played(seed: int, sets: int) -> Iterator[dict[tuple[str, str], float]]:
    for number in range(sets):
        yield play_set(seed, number)


def ratio_interval(old: Floats, new: Floats, *, times: int = 10_000, seed: int = 0) -> tuple[float, float, float]:
    """How many times as much the new one brings: the ratio of the means, and its 95% interval by drawing sets again."""
    rng = np.random.default_rng(seed)
    drawn = rng.integers(len(old), size=(times, len(old)))
    low, high = np.quantile(new[drawn].mean(axis=1) / old[drawn].mean(axis=1), (0.025, 0.975))
    return float(new.mean() / old.mean()), float(low), float(high)


def told(values: Floats) -> str:
    """A mean over sets with its 95% interval."""
    return f"{values.mean():+.3f} ± {1.96 * values.std(ddof=1) / np.sqrt(len(values)):.3f}"


def above(values: Floats) -> float:
    """The one-sided p of a t-test that the mean over sets is above zero."""
    from scipy import stats  # takes most of a second to import

    return float(stats.ttest_1samp(values, 0.0, alternative="greater").pvalue)
