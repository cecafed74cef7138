"""How a player tends to play, after Osone & Onisawa: a value t from 0 (passive) to 100 (aggressive) for each situation.

A situation is a fuzzy rule: our hand (weak, strong), their bet (few, middle, much), the turn (early, late). All begin
at 50. A bet of their is read as a straightforward player's (equation 10 backwards) and corrected by the rule's tendency
(equations 3 and 4): that is the hand they are believed to hold. Where it is better or worse than their open cards
promise, our chance is moved, as far as such bets have been worth believing. After a game every bet is compared with
what he really held: a hand that was estimated stronger than it was moves t up, one estimated weaker moves it down.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from riverboat.modeling.fuzzy import Array, RuleBase, Variable, centre

STRENGTH = Variable("hand strength", -1.0, 1.0, {"weak": (-1.0, -1.0, -0.4, 0.4), "strong": (-0.4, 0.4, 1.0, 1.0)})
BET = Variable(
    "opponent's bet",
    0.0,
    1.0,
    {"few": (0.0, 0.0, 0.05, 0.3), "middle": (0.05, 0.3, 0.7, 0.95), "much": (0.7, 0.95, 1.0, 1.0)},
)
TURN = Variable("turn", 0.0, 1.0, {"early": (0.0, 0.0, 2 / 7, 5 / 7), "late": (2 / 7, 5 / 7, 1.0, 1.0)})
ADJUSTMENT = Variable("adjustment", -1.0, 1.0, {"negative": (-1.0, -1.0, -1.0, -0.6), "positive": (0.6, 1.0, 1.0, 1.0)})
#: Table 2: both conclusions for every rule, mixed by the rule's tendency.
ASSESSMENT = RuleBase((STRENGTH, BET, TURN), ADJUSTMENT, ("positive",) * 12)
RULES = len(ASSESSMENT.conditions)

ERROR = Variable(
    "estimated less actual strength",
    -2.0,
    2.0,
    {"lower": (-2.0, -2.0, -0.8, 0.0), "even": (-0.5, 0.0, 0.0, 0.5), "higher": (0.0, 0.8, 2.0, 2.0)},
)
CHANGE = Variable(
    "change of tendency",
    -10.0,
    10.0,
    {"smaller": (-10.0, -10.0, -10.0, 0.0), "none": (-4.0, 0.0, 0.0, 4.0), "larger": (0.0, 10.0, 10.0, 10.0)},
)
#: Section 3.2.7: lower, then smaller; even, then none; higher, then larger.
MODIFICATION = RuleBase((ERROR,), CHANGE, ("smaller", "none", "larger"))
#: The newest change is averaged with this many before it.
CHANGES_KEPT = 5
START = 50.0
#: How far a hand lies from what its open cards promise, as a standard deviation on each turn (strengths, -1 to 1).
#: `python -m tests.modeling.hidden_strength` measures it.
HIDDEN = (0.0, 0.17, 0.22, 0.28, 0.38, 0.56, 0.51, 0.47)
#: How far a bet is taken to lie from the hand behind it, before any is seen, and how many bets that counts for.
SPREAD = 0.4
SPREAD_COUNTS = 3
#: Bets are believed from nothing on: how much evidence (squares of what they predict) half a belief takes.
BELIEF = 0.3
#: An even chance moves by so much more than the strength of their hand; one that is nearly sure does not move.
STEP = 1.25
#: Table 3; a boundary belongs to the more aggressive phrase.
PHRASES = (
    (70.0, "very aggressive"),
    (60.0, "aggressive"),
    (50.0, "rather aggressive"),
    (40.0, "rather passive"),
    (30.0, "passive"),
    (0.0, "very passive"),
)


def phrase(tendency: float) -> str:
    """Table 3 in words."""
    return next(words for least, words in PHRASES if tendency >= least)


@dataclass(frozen=True, kw_only=True)
class Adjustment:
    """What the fuzzy rules of Table 2 made of a situation."""

    degrees: Array = field(repr=False)
    rule: int  # the strongest
    tendency: float  # t_ij of that rule
    positive: float  # C_positive
    negative: float  # C_negative
    infer: float  # equation 3

    @property
    def conditions(self) -> tuple[str, ...]:
        """The strongest rule in words: hand, bet, turn."""
        return ASSESSMENT.conditions[self.rule]


@dataclass(frozen=True, kw_only=True)
class Bet:
    """A bet of the player that is watched, as it looked when it was made; strengths are -1 to 1."""

    strength: float  # of the hand of who watches, as they saw it
    size: float  # over the pot
    turn: int
    implied: float  # of their hand, by equation 10 backwards
    foreseen: float  # of their hand, by the open cards alone


@dataclass(frozen=True, kw_only=True)
class ShownBet:
    """A bet of a game that is over, with the strength that their hand really had, as they saw it."""

    bet: Bet
    actual: float


@dataclass(frozen=True, kw_only=True)
class BetReading:
    """What a bet is taken to say, and how far it is believed."""

    bet: Bet
    adjustment: Adjustment
    held: float  # the strength that the bet implies, corrected by the tendency: equation 4
    spread: float  # how far such bets have been from the hands behind them
    weight: float  # of what the bet says against what the open cards promise, by the spread
    trust: float  # how far that has come true, 0 to 1

    @property
    def surprise(self) -> float:
        """How much better their hand is believed to be than their open cards promise."""
        return self.trust * self.weight * (self.held - self.bet.foreseen)

    def adjusted(self, expect: float) -> float:
        """A strength by the cards, moved by what the bet says; what is certain stays."""
        return min(max(expect - STEP * math.sqrt(max(1 - expect**2, 0.0)) * self.surprise, -1.0), 1.0)


def infer(positive: float, negative: float, tendency: float) -> float:
    """Equation 3."""
    return positive * (tendency / 100) + negative * (1 - tendency / 100)


def adjust(expect: float, by: float) -> float:
    """Equation 4; the paper says that the result lies in [0, 1], it lies in [-1, 1]."""
    return expect + (1 - expect) * by if by >= 0 else expect + (expect + 1) * by


@lru_cache(maxsize=4096)
def _conclusion(height: float) -> float:
    """C_positive: the centre of gravity of the positive conclusion, cut off at the strongest rule."""
    return centre(ADJUSTMENT, np.array([0.0, height]))


class Tendencies:
    """The twelve values of one player, as far as they have been watched."""

    def __init__(self) -> None:
        self.values: Array = np.full(RULES, START)
        self.fired: Array = np.zeros(RULES)  # how often each rule was the strongest
        self._changes: list[deque[float]] = [deque(maxlen=CHANGES_KEPT) for _ in range(RULES)]
        self._missed: Array = np.zeros(RULES)  # squares of what bets said less what was held
        # Sums over bets, by rule and at the end over all: what was predicted times what came, and its square.
        self._came: Array = np.zeros(RULES + 1)
        self._predicted: Array = np.zeros(RULES + 1)

    def adjustment(self, strength: float, bet: float, turn: int) -> Adjustment:
        """Equation 3 for a situation; the tendency is that of the rule that fires most."""
        degrees = ASSESSMENT.degrees(strength, bet, turn / 7)
        rule, height = int(np.argmax(degrees)), float(degrees.max())
        positive = _conclusion(height)
        negative = -positive  # the two sets mirror each other
        tendency = float(self.values[rule])
        return Adjustment(
            degrees=degrees,
            rule=rule,
            tendency=tendency,
            positive=positive,
            negative=negative,
            infer=infer(positive, negative, tendency),
        )

    def read(self, bet: Bet) -> BetReading:
        """What a bet says by what is known of the player so far."""
        found = self.adjustment(bet.strength, bet.size, bet.turn)
        spread = self.spread(found.rule)
        hidden = HIDDEN[bet.turn] ** 2
        return BetReading(
            bet=bet,
            adjustment=found,
            # Who is aggressive holds less than their bets say.
            held=adjust(bet.implied, -found.infer),
            spread=spread,
            weight=hidden / (hidden + spread**2),
            trust=self.trust(found.rule),
        )

    def spread(self, rule: int) -> float:
        """How far bets in a rule's situations have been from the hands behind them."""
        squares = SPREAD_COUNTS * SPREAD**2 + float(self._missed[rule])
        return math.sqrt(squares / (SPREAD_COUNTS + float(self.fired[rule])))

    def trust(self, rule: int) -> float:
        """How far what was read from bets in a rule's situations has come true: none at first, at most all of it."""
        everywhere = self._came[-1] / (BELIEF + self._predicted[-1])
        here = (BELIEF * everywhere + self._came[rule]) / (BELIEF + self._predicted[rule])
        return float(min(max(here, 0.0), 1.0))

    def learn(self, bets: Iterable[ShownBet]) -> dict[int, float]:
        """Take in the bets of one game; how much each rule's value changed."""
        errors: dict[int, list[float]] = {}
        for shown, found in [(shown, self.read(shown.bet)) for shown in bets]:
            rule, error = found.adjustment.rule, found.held - shown.actual
            errors.setdefault(rule, []).append(error)
            predicted, came = found.weight * (found.held - shown.bet.foreseen), shown.actual - shown.bet.foreseen
            self.fired[rule] += 1
            self._missed[rule] += error**2
            for place in (rule, RULES):
                self._came[place] += predicted * came
                self._predicted[place] += predicted**2
        done = {}
        for rule, missed in errors.items():
            newest = MODIFICATION.infer(sum(missed) / len(missed)).value
            recent = [*self._changes[rule], newest]
            change = sum(recent) / len(recent)
            self._changes[rule].append(newest)
            before = float(self.values[rule])
            self.values[rule] = min(max(before + change, 0.0), 100.0)
            done[rule] = float(self.values[rule]) - before
        return done

    @property
    def mean(self) -> float:
        """The mean over the rules that fired, weighted by how often; 50 where none has."""
        total = self.fired.sum()
        return float((self.values * self.fired).sum() / total) if total else START

    def to_json(self) -> dict[str, Any]:
        """For the store."""
        return {
            "values": self.values.tolist(),
            "fired": self.fired.tolist(),
            "changes": [list(changes) for changes in self._changes],
            "missed": self._missed.tolist(),
            "came": self._came.tolist(),
            "predicted": self._predicted.tolist(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Tendencies:
        """From the store; what version 0.1.0 kept says nothing of how far bets can be believed."""
        found = cls()
        found.values[:] = data["values"]
        found.fired[:] = data["fired"]
        for kept, changes in zip(found._changes, data["changes"], strict=True):
            kept.extend(changes)
        if "missed" in data:
            found._missed[:], found._came[:], found._predicted[:] = data["missed"], data["came"], data["predicted"]
        else:
            found._missed += found.fired * SPREAD**2
        return found
