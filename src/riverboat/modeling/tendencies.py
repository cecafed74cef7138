"""How a player tends to play, after Osone & Onisawa: a value t from 0 (passive) to 100 (aggressive) for each situation.

A situation is a fuzzy rule: our hand (weak, strong), his bet (few, middle, much), the turn (early, late). All begin at
50. After a game every bet of his is read as a straightforward player's (equation 10 backwards), adjusted by what we
believe of him so far, and compared with what he really held: a hand that was estimated stronger than it was moves t
up, one estimated weaker moves it down.
"""

from __future__ import annotations

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
    {"few": (0.0, 0.0, 0.15, 0.5), "middle": (0.15, 0.5, 0.5, 0.85), "much": (0.5, 0.85, 1.0, 1.0)},
)
TURN = Variable("turn", 0.0, 1.0, {"early": (0.0, 0.0, 2 / 7, 5 / 7), "late": (2 / 7, 5 / 7, 1.0, 1.0)})
ADJUSTMENT = Variable("adjustment", -1.0, 1.0, {"negative": (-1.0, -1.0, -1.0, 0.0), "positive": (0.0, 1.0, 1.0, 1.0)})
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
#: The newest change is averaged with so many before it.
CHANGES_KEPT = 5
START = 50.0
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
    """A bet of the player that was watched, with what it seemed to say and what he really had; both -1 to 1."""

    strength: float  # of the hand of who watches, as he saw it
    size: float  # over the pot
    turn: int
    implied: float  # of his hand, by equation 10 backwards
    actual: float  # of his hand, as he saw it himself


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
    """The twelve values of one player, as far as he has been watched."""

    def __init__(self) -> None:
        self.values: Array = np.full(RULES, START)
        self.fired: Array = np.zeros(RULES)  # how often each rule was the strongest
        self._changes: list[deque[float]] = [deque(maxlen=CHANGES_KEPT) for _ in range(RULES)]

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

    def learn(self, bets: Iterable[Bet]) -> dict[int, float]:
        """Take in the bets of one game; how much each rule's value changed."""
        errors: dict[int, list[float]] = {}
        for bet in bets:
            found = self.adjustment(bet.strength, bet.size, bet.turn)
            # Who is aggressive holds less than his bets say: what adjusts our hand up adjusts his down.
            estimated = adjust(bet.implied, -found.infer)
            errors.setdefault(found.rule, []).append(estimated - bet.actual)
            self.fired[found.rule] += 1
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
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Tendencies:
        """From the store."""
        found = cls()
        found.values[:] = data["values"]
        found.fired[:] = data["fired"]
        for kept, changes in zip(found._changes, data["changes"], strict=True):
            kept.extend(changes)
        return found
