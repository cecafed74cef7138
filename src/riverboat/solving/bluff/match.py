"""Whole matches of two players: the loser of a round forfeits a die, or gives it to the winner.

A round has exactly one loser, so it is a game with two results. As long as winning it is worth more to the match than
losing it, whoever plays it wants to win it, and its optimal strategies and the opener's chance p = (1 + v) / 2 do not
depend on how much more. A match is then a Markov chain: where dice are forfeited a recursion, where they are given away
a *linear* system, although the paper expects a non-linear one. docs/studies/bluff-matches.md has the proof.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import numpy as np

from riverboat.errors import GameError
from riverboat.games.bluff.game import BluffRules
from riverboat.games.bluff.match import MatchRules
from riverboat.solving.bluff.form import bluff_form
from riverboat.solving.bluff.round import BluffSize, BluffSolution, free_memory
from riverboat.solving.bluff.tables import make_tables
from riverboat.solving.form import SequenceForm
from riverboat.solving.linear_program import solve_linear_program
from riverboat.solving.response import bounds


class MatchStanding(NamedTuple):
    """Between rounds: the dice of the player who opens the next, and of the other."""

    opener: int
    other: int


@dataclass(frozen=True, kw_only=True)
class Chance:
    """A probability, exactly or between proved bounds."""

    low: Fraction
    high: Fraction

    @property
    def exact(self) -> Fraction | None:
        """The probability, where it is known exactly."""
        return self.low if self.low == self.high else None


@dataclass(frozen=True, kw_only=True)
class MatchValue:
    """What the opener's chance to win the match is in every standing, and what a round is worth there."""

    rules: MatchRules
    rounds: Mapping[MatchStanding, Chance]  # the opener's chance to win the round
    matches: Mapping[MatchStanding, Chance]  # ... the match
    winning: Mapping[MatchStanding, tuple[Chance, Chance]]  # the match after the round is won, and after it is lost

    @property
    def winning_is_better(self) -> bool:
        """Whether W > L in every standing, on which everything else rests; checked with the bounds against it."""
        return all(won.low > lost.high for won, lost in self.winning.values())


def standings(rules: MatchRules) -> list[MatchStanding]:
    """Every standing that the match can come to, from the dice of its beginning."""
    dice = rules.round.dice
    if rules.stake == "difference":
        raise GameError(
            "matches in which as many dice go over as the bid was off are not linear: --difference solves small ones"
        )
    if len(dice) != 2:
        raise GameError("matches of two players are solved: give the dice of both, like --match 2,2")
    found: list[MatchStanding] = []
    waiting = [MatchStanding(*dice)]
    while waiting:
        here = waiting.pop()
        if here not in found and min(here) > 0:
            found.append(here)
            waiting += [after for _, after in (_next(rules, here, won=True), _next(rules, here, won=False))]
    return sorted(found, key=lambda each: (sum(each), each.opener))


def refuse_large_match(rules: MatchRules) -> None:
    """Refuse a match that comes to a round too large to be solved, before the first is solved; say what would fit."""
    room = free_memory()
    for here in reversed(standings(rules)):
        size = BluffSize(rules=round_rules(rules, here))
        if size.fits(room):
            continue
        dice = f"{here.opener} against {here.other} dice"
        raise GameError(
            f"a match from {' against '.join(map(str, rules.round.dice))} dice of {rules.round.faces} faces comes to a "
            f"round of {dice}, which is too large: {size.told}; {_what_fits(rules, room)} would fit"
        )


def _what_fits(rules: MatchRules, room: int) -> str:
    """The largest match of as many faces that can be solved, and of as many dice."""
    dice = rules.round.dice
    fewer = sorted(product(*(range(1, count + 1) for count in dice)), key=lambda each: (-sum(each), max(each)))
    found = [f"--match {','.join(map(str, each))}" for each in fewer if _fits(rules, each, rules.round.faces, room)][:1]
    for faces in range(rules.round.faces - 1, 1, -1):
        if _fits(rules, dice, faces, room):
            found.append(f"--match {','.join(map(str, dice))} --faces {faces}")
            break
    return " or ".join(found or ["--match 1,1 --faces 6"])


def _fits(rules: MatchRules, dice: tuple[int, ...], faces: int, room: int) -> bool:
    smaller = BluffRules(dice=dice, faces=faces, order=rules.round.order, check=rules.round.check)
    match = replace(rules, round=smaller)
    return all(BluffSize(rules=round_rules(match, here)).fits(room) for here in reversed(standings(match)))


def _next(rules: MatchRules, here: MatchStanding, *, won: bool) -> tuple[bool, MatchStanding]:
    """The standing after the opener has won or lost the round, and whether they open the next one too."""
    gift = rules.stake == "give"
    own = here.opener + (gift if won else -1)
    other = here.other + (-1 if won else gift)
    opens = won == (rules.starts == "winner")
    return opens, MatchStanding(own, other) if opens else MatchStanding(other, own)


def match_value(rules: MatchRules, rounds: Mapping[MatchStanding, Chance]) -> MatchValue:
    """The match from its rounds. Bounds of the rounds give bounds of the match: each player's chance to win it grows
    with their own chances in the rounds they open and falls with the other's, because winning a round is always
    better."""
    every = standings(rules)
    lows = _solve(rules, every, {s: (rounds[s].low, rounds[s].high) for s in every})
    exact = all(chance.exact is not None for chance in rounds.values())
    highs = lows if exact else _solve(rules, every, {s: (rounds[s].high, rounds[s].low) for s in every})
    matches = {s: Chance(low=lows[s][0], high=highs[s][0]) for s in every}
    winning = {}
    for here in every:
        results = []
        for won in (True, False):
            opens, after = _next(rules, here, won=won)
            if min(after) <= 0:
                results.append(Chance(low=Fraction(int(won)), high=Fraction(int(won))))
            elif opens:
                results.append(matches[after])
            else:
                results.append(Chance(low=1 - matches[after].high, high=1 - matches[after].low))
        winning[here] = (results[0], results[1])
    return MatchValue(rules=rules, rounds=rounds, matches=matches, winning=winning)


def _solve(
    rules: MatchRules, every: list[MatchStanding], chances: Mapping[MatchStanding, tuple[Fraction, Fraction]]
) -> dict[MatchStanding, tuple[Fraction, Fraction]]:
    """The hero's chance to win the match where they open, and where the villain opens, exactly.

    Of the two chances of a standing the first is the opener's where the hero opens, the second where the villain does.
    """
    index = {(s, hero): 2 * at + (not hero) for at, s in enumerate(every) for hero in (True, False)}
    n = 2 * len(every)
    rows = [[Fraction(0)] * (n + 1) for _ in range(n)]
    for here in every:
        for hero_opens in (True, False):
            row = rows[index[here, hero_opens]]
            row[index[here, hero_opens]] += 1
            p = chances[here][0 if hero_opens else 1]
            for won, share in ((True, p), (False, 1 - p)):
                opens, after = _next(rules, here, won=won)
                if min(after) <= 0:
                    row[n] += share * (won == hero_opens)
                else:
                    row[index[after, hero_opens == opens]] -= share
    solved = _eliminate(rows)
    return {s: (solved[index[s, True]], solved[index[s, False]]) for s in every}


def _eliminate(rows: list[list[Fraction]]) -> list[Fraction]:
    """Gauss's elimination in fractions; the last column is the right-hand side."""
    n = len(rows)
    for at in range(n):
        pivot = next(row for row in range(at, n) if rows[row][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        scale = rows[at][at]
        rows[at] = [number / scale for number in rows[at]]
        for row in range(n):
            if row != at and rows[row][at]:
                factor = rows[row][at]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[at], strict=True)]
    return [row[n] for row in rows]


def round_rules(rules: MatchRules, here: MatchStanding) -> BluffRules:
    """The round that is played in a standing."""
    return replace(rules.round, seats=2, dice=tuple(here))


def iterate_values(
    rules: MatchRules, *, seed: int, tolerance: float = 1e-12, most: int = 100_000
) -> tuple[dict[MatchStanding, float], int]:
    """The match by value iteration from a random start, with a fresh linear program for every standing and sweep.

    Nothing is assumed about what winning a round is worth: it may be less than losing in the beginning, and then the
    program finds how best to lose. The values, and the sweeps it took.
    """
    every = standings(rules)
    rng = np.random.default_rng(seed)
    values = {here: float(rng.uniform(0, 1)) for here in every}
    forms = {
        here: bluff_form(make_tables(round_rules(rules, here).table, check=rules.round.check))[0] for here in every
    }
    for sweep in range(1, most + 1):
        new = {}
        for here in every:
            won, lost = (_after_round(rules, values, here, won=won) for won in (True, False))
            new[here] = (won + lost) / 2 + _value_of(forms[here], (won - lost) / 2)
        moved = max(abs(new[here] - values[here]) for here in every)
        values = new
        if moved < tolerance:
            return values, sweep
    raise GameError(f"value iteration has not settled after {most:,} sweeps")


def _after_round(rules: MatchRules, values: Mapping[MatchStanding, float], here: MatchStanding, *, won: bool) -> float:
    opens, after = _next(rules, here, won=won)
    if min(after) <= 0:
        return float(won)
    return values[after] if opens else 1 - values[after]


def _value_of(form: SequenceForm, stake: float) -> float:
    """The value of a round whose winner gets the stake and whose loser pays it; the stake may be negative."""
    fine = 1 << 40
    staked = replace(
        form, payoffs=np.rint(form.payoffs * (stake * fine / form.payoff_scale)).astype(np.int64), payoff_scale=fine
    )
    plans = solve_linear_program(staked)
    low, high = bounds(staked, plans.x, plans.y)
    return (low + high) / 2


def chance_of(solution: BluffSolution) -> Chance:
    """The opener's chance to win a solved round."""
    if solution.value_exact is not None:
        return Chance(low=(1 + solution.value_exact) / 2, high=(1 + solution.value_exact) / 2)
    return Chance(low=(1 + Fraction(solution.low)) / 2, high=(1 + Fraction(solution.high)) / 2)
