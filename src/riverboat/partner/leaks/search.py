"""Habits that cost: where a player decides otherwise than a reference, how often, and what that costs.

A habit is a kind of action in a kind of spot, beside one reference: "calls the river, facing a raise". Its cost is the
mean over all hands of what such decisions cost (see judged, prices and solved), in big blinds over a hundred hands,
with its 95 % interval. Many habits are looked at, so a habit is named only if its cost differs from nothing at 5 %
after Holm's correction for all that were looked at.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from riverboat.games import GAMES, UNKNOWN, CardState, HoldemRules
from riverboat.intervals import Statistic, proportion, student
from riverboat.partner.leaks.judged import Judge, JudgedMove, Kind, Size
from riverboat.partner.leaks.own_hand import OwnDecision, OwnHand
from riverboat.partner.leaks.references import STANDING, judges
from riverboat.partner.texts import leaks as texts
from riverboat.records.hand_record import HandRecord
from riverboat.records.store.hand_store import Store, StoredHand
from riverboat.records.store.tallies import POSITIONS, seat_positions
from riverboat.steps import Checkpoint, keeping

LEVEL = 0.05
FEWEST = 8  # decisions that differ: of fewer nothing is said
EXAMPLES = 3
_VERBS = {"fold": "folds", "check": "checks", "call": "calls", "bet": "bets", "raise": "raises"}
_Spot = tuple[int, str, str]  # street, what was bet, and the reference's name


@dataclass(frozen=True, order=True)
class SpotHabit:
    """A kind of action in a kind of spot."""

    street: int
    spot: str
    kind: str
    size: Size = ""  # beside the reference, who bets or raises too
    beside: str = STANDING  # the reference

    @property
    def theme(self) -> str:
        """The theme of practice that is about such spots; "own" (one's own mistakes) where none is."""
        if self.street == 0:
            return "starting-hands"
        if self.kind in ("fold", "call"):
            return "bluff-catching" if self.street == 3 else "drawing"
        return "value-betting" if self.street == 3 else "own"

    def words(self, streets: tuple[str, ...]) -> str:
        """The habit as a person says it: "calls on the river, facing a raise"."""
        where = texts.BEFORE_THE_FLOP if self.street == 0 else texts.on_street(streets[self.street])
        size = f", {texts.SIZES[self.size]}" if self.size else ""
        return f"{_VERBS[self.kind]} {where}, {self.spot}{size}"


@dataclass(frozen=True, kw_only=True)
class Leak:
    """A habit with its price."""

    habit: SpotHabit
    words: str
    done: Statistic  # how often, of the decisions in that spot
    reference: float  # how often the reference does it in the same spots
    differing: int  # decisions of this kind where the reference mostly does something else
    cost: Statistic  # big blinds over a hundred hands; less than nothing is a gain
    p: float  # after the correction
    hands: tuple[int, ...]  # numbers of hands that show it, the dearest first

    def to_json(self) -> dict[str, object]:
        """As `--json` and the page have it."""
        return {
            "habit": self.words,
            "compared_with": self.habit.beside,
            "done": self.done.to_json(),
            "reference": self.reference,
            "differing": self.differing,
            "cost_bb_100": self.cost.to_json(),
            "p": self.p,
            "hands": list(self.hands),
            "practice": self.habit.theme,
        }


@dataclass(frozen=True)
class SpotJudged:
    """One decision: the kind of spot it was made in, and what a reference says; costs are in big blinds."""

    street: int
    spot: str
    judged: JudgedMove

    def to_json(self) -> list[object]:
        """What a checkpoint keeps of it."""
        told = self.judged
        kinds = {**dict.fromkeys(told.shares), **dict.fromkeys(told.costs)}
        rows = [[*kind, told.shares.get(kind), told.costs.get(kind)] for kind in kinds]
        return [self.street, self.spot, told.beside, *told.taken, rows]

    @classmethod
    def from_json(cls, told: Sequence[Any]) -> SpotJudged:
        """What `to_json` gave."""
        street, spot, beside, kind, size, rows = told
        shares = {(name, sized): float(share) for name, sized, share, _ in rows if share is not None}
        costs = {(name, sized): float(cost) for name, sized, _, cost in rows if cost is not None}
        return cls(int(street), str(spot), JudgedMove(str(beside), (kind, size), shares, costs))


@dataclass(frozen=True)
class LookedAt:
    """A hand that was looked at; without decisions where it was passed over."""

    number: int
    streets: tuple[str, ...] = ()
    decisions: tuple[SpotJudged, ...] | None = None
    unsolved: int = 0  # decisions between two after the flop that no solution judged

    def to_json(self) -> dict[str, object]:
        """What a checkpoint keeps of it."""
        told = None if self.decisions is None else [each.to_json() for each in self.decisions]
        return {"hand": self.number, "streets": self.streets, "decisions": told, "unsolved": self.unsolved}

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> LookedAt:
        """What `to_json` gave."""
        rows = told["decisions"]
        decisions = None if rows is None else tuple(SpotJudged.from_json(each) for each in rows)
        return cls(int(told["hand"]), tuple(told["streets"]), decisions, int(told["unsolved"]))


@dataclass(kw_only=True)
class LeakSearch:
    """Hands looked at one by one; `leaks` says at any time what they show."""

    player: str
    judges: Sequence[Judge] = field(default_factory=judges)
    hands: int = 0  # looked at
    blind: int = 0  # passed over: the player's own cards are not known, or no Hold'em
    unsolved: int = 0  # decisions between two after the flop that no solution judged
    decisions: dict[str, int] = field(default_factory=dict)  # how many were compared with each reference
    _spots: dict[_Spot, int] = field(default_factory=dict)
    _taken: dict[SpotHabit, int] = field(default_factory=dict)
    _advised: dict[SpotHabit, float] = field(default_factory=dict)
    _costs: dict[SpotHabit, dict[int, float]] = field(default_factory=dict)  # by the number of the hand
    _shown: dict[SpotHabit, set[int]] = field(default_factory=dict)  # hands in which it was done, unlike the reference
    _differing: dict[SpotHabit, int] = field(default_factory=dict)
    _streets: tuple[str, ...] = ()

    def take(self, hand: StoredHand) -> None:
        """Look at one hand, and count it."""
        self.count(self.look(hand))

    def look(self, hand: StoredHand) -> LookedAt:
        """What a hand shows. It depends on nothing but the hand and the judges, so it may be kept."""
        record = hand.record
        seat = record.seat_of(self.player)
        if seat is None or GAMES[record.game].deal is None or not _can_be_judged(record, seat):
            return LookedAt(hand.id)
        own = OwnHand.of(hand.id, record, seat)
        found: dict[int, JudgedMove] = {}
        for judge in self.judges:
            wanted = {each.at for each in own.decisions} - found.keys()
            found |= judge.judge(own, wanted) if wanted else {}
        if len(found) < len(own.decisions):
            return LookedAt(hand.id)
        unit = record.card_rules.income_unit.chips
        place = seat_positions(record)[seat]
        decisions = tuple(SpotJudged(*spot_of(each.state, place), found[each.at].over(unit)) for each in own.decisions)
        unsolved = sum(_is_between_two(each) and found[each.at].beside == STANDING for each in own.decisions)
        return LookedAt(hand.id, tuple(record.card_rules.street_names), decisions, unsolved)

    def count(self, looked: LookedAt) -> None:
        """Count what a hand shows."""
        if looked.decisions is None:
            self.blind += 1
            return
        self.hands += 1
        self.unsolved += looked.unsolved
        self._streets = looked.streets
        for each in looked.decisions:
            self._count(looked.number, each)

    def _count(self, hand: int, each: SpotJudged) -> None:
        judged, spot = each.judged, (each.street, each.spot, each.judged.beside)

        def habit(kind: Kind) -> SpotHabit:
            return SpotHabit(each.street, each.spot, *kind, beside=judged.beside)

        taken = habit(judged.taken)
        self.decisions[judged.beside] = self.decisions.get(judged.beside, 0) + 1
        self._spots[spot] = self._spots.get(spot, 0) + 1
        for done in {taken, habit((judged.taken[0], ""))}:
            self._taken[done] = self._taken.get(done, 0) + 1
        for kind, share in judged.shares.items():
            self._advised[habit(kind)] = self._advised.get(habit(kind), 0.0) + share
        if judged.differs:
            self._differing[taken] = self._differing.get(taken, 0) + 1
            self._shown.setdefault(taken, set()).add(hand)
        for kind, cost in judged.costs.items():
            costs = self._costs.setdefault(habit(kind), {})
            costs[hand] = costs.get(hand, 0.0) + cost

    def to_json(self) -> dict[str, object]:
        """What the hands so far show, as `--json` and the page have it."""
        named = [each.to_json() for each in self.leaks()]
        return {
            "player": self.player,
            "hands": self.hands,
            "hands_passed_over": self.blind,
            "decisions": dict(self.decisions),
            "unsolved": self.unsolved,
            "leaks": named,
        }

    def leaks(self) -> list[Leak]:
        """The habits whose cost is sure to differ from nothing, the dearest first; gains come last."""
        named = [each for each in self.habits() if each.p < LEVEL]
        return sorted(named, key=lambda leak: -(leak.cost.mean or 0.0))

    def habits(self) -> list[Leak]:
        """Every habit with enough decisions that differ, named or not."""
        looked = [habit for habit, count in self._differing.items() if count >= FEWEST]
        costs = {habit: self._cost(habit) for habit in sorted(looked)}
        corrected = holm({habit: p for habit, (_, p) in costs.items()})
        return [self._leak(habit, cost, corrected[habit]) for habit, (cost, _) in costs.items()]

    def _cost(self, habit: SpotHabit) -> tuple[Statistic, float]:
        """The cost over a hundred hands of all that were looked at, and how likely as much comes by chance."""
        values = np.zeros(self.hands)
        found = np.array(list(self._costs[habit].values()))
        values[: len(found)] = 100 * found
        mean, error = float(values.mean()), float(values.std(ddof=1) / math.sqrt(self.hands))
        if error == 0:
            return Statistic(mean=mean, low=mean, high=mean, n=self.hands), 1.0 if mean == 0 else 0.0
        from scipy import special

        # Few hands carry the cost, so as many degrees of freedom as there are of those, not of all hands.
        few = max(1, len(self._shown[habit]) - 1)
        return student(mean, error, few + 1), float(2 * special.stdtr(few, -abs(mean / error)))

    def _leak(self, habit: SpotHabit, cost: Statistic, p: float) -> Leak:
        spots = self._spots[habit.street, habit.spot, habit.beside]
        sign = 1 if (cost.mean or 0) >= 0 else -1
        costs = self._costs[habit]
        dearest = sorted(self._shown[habit], key=lambda number: -sign * costs[number])
        return Leak(
            habit=habit,
            words=habit.words(self._streets),
            done=proportion(self._taken[habit], spots),
            reference=self._advised.get(habit, 0) / spots,
            differing=self._differing[habit],
            cost=cost,
            p=p,
            hands=tuple(dearest[:EXAMPLES]),
        )


def search_steps(
    search: LeakSearch,
    store: Store,
    numbers: Sequence[int],
    *,
    checkpoint: Checkpoint | None = None,
    resume: bool = False,
) -> Generator[int, None, None]:
    """Look at these hands of a store, and tell after each how many are done.

    A checkpoint keeps what each hand has shown. Hands that an interrupted search has looked at are counted first, and
    are not looked at again.
    """
    with keeping(checkpoint, resume=resume, read=LookedAt.from_json, write=LookedAt.to_json) as kept:
        known = {each.number: each for each in kept.done}
        for done, number in enumerate(numbers, 1):
            looked = known.get(number)
            if looked is None:
                looked = search.look(store.hand(number))
                kept.add(looked)
            search.count(looked)
            yield done


def _is_between_two(decision: OwnDecision) -> bool:
    """Whether a decision after the flop is one between two."""
    return decision.state.street > 0 and sum(decision.state.is_in) == 2


def _can_be_judged(record: HandRecord, seat: int) -> bool:
    """Whether a hand of Hold'em says what the player held, and where bets are free what everybody had."""
    rules, cards = record.rules, record.hole_cards[seat]
    if not isinstance(rules, HoldemRules) or not cards or UNKNOWN in cards or UNKNOWN in record.board:
        return False
    return record.stacks is not None or rules.betting == "limit"


def spot_of(state: CardState, position: int) -> tuple[int, str]:
    """The kind of a decision: the street, and what was bet there so far; before the flop also who may come in first."""
    street = state.street
    events = [event for event in state.history if event.street == street]
    raises = sum(event.action.kind in ("bet", "raise") for event in events)
    if street == 0:
        if not raises and not any(event.action.kind == "call" for event in events):
            return 0, texts.first_in(POSITIONS[position])
        told = (texts.AFTER_A_CALL, texts.FACING_A_RAISE)
        return 0, told[raises] if raises < 2 else texts.FACING_A_RERAISE
    return street, texts.LATER[raises] if raises < 2 else texts.FACING_A_RAISE


def holm(found: dict[SpotHabit, float]) -> dict[SpotHabit, float]:
    """Chances after Holm's correction (1979): the smallest times all, the next times one fewer, never going down."""
    corrected, highest = {}, 0.0
    for rank, (habit, p) in enumerate(sorted(found.items(), key=lambda each: each[1])):
        highest = max(highest, min(1.0, p * (len(found) - rank)))
        corrected[habit] = highest
    return corrected
