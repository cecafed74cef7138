"""Habits that cost: where a player decides otherwise than a reference, how often, and what that costs.

A habit is a kind of action in a kind of spot: "calls the river, facing a raise". Its cost is the mean over all hands of
what such decisions cost where the reference does something else (see prices), in big blinds over a hundred
hands, with its 95 % interval. Many habits are looked at, so a habit is named only if its cost differs from nothing at
5 % after Holm's correction for all that were looked at.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from riverboat.errors import RiverboatError
from riverboat.games import GAMES, UNKNOWN, CardState, HoldemRules
from riverboat.intervals import Statistic, proportion, student
from riverboat.partner.leaks.prices import JudgedMove, Reference, Size, decisions_of, price
from riverboat.partner.texts import leaks as texts
from riverboat.records.hand_record import HandRecord
from riverboat.records.store.hand_store import StoredHand
from riverboat.records.store.tallies import POSITIONS, seat_positions

LEVEL = 0.05
STANDING = "loki-a"  # the reference where another one can't play
FEWEST = 8  # decisions that differ: of fewer nothing is said
EXAMPLES = 3
_VERBS = {"fold": "folds", "check": "checks", "call": "calls", "bet": "bets", "raise": "raises"}
_Priced = tuple[JudgedMove, CardState, float]


@dataclass(frozen=True, order=True)
class SpotHabit:
    """A kind of action in a kind of spot."""

    street: int
    spot: str
    kind: str
    size: Size = ""  # beside the reference, who bets or raises too

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
    differing: int  # decisions of this kind where the reference does something else
    cost: Statistic  # big blinds over a hundred hands; less than nothing is a gain
    p: float  # after the correction
    hands: tuple[int, ...]  # numbers of hands that show it, the dearest first

    def to_json(self) -> dict[str, object]:
        """As `--json` and the page have it."""
        return {
            "habit": self.words,
            "done": self.done.to_json(),
            "reference": self.reference,
            "differing": self.differing,
            "cost_bb_100": self.cost.to_json(),
            "p": self.p,
            "hands": list(self.hands),
            "practice": self.habit.theme,
        }


@dataclass(kw_only=True)
class LeakSearch:
    """Hands looked at one by one; `leaks` says at any time what they show."""

    player: str
    reference: Reference
    games: tuple[str, ...] = ()  # that the reference plays; empty: all
    most_seats: int | None = None  # that it plays with
    elsewhere: Reference | None = None  # for hands that the reference can't play
    seed: int = 0
    hands: int = 0  # looked at
    by_another: int = 0  # of these, beside the player for elsewhere
    blind: int = 0  # passed over: the player's own cards are not known, or no Hold'em
    _spots: dict[tuple[int, str], int] = field(default_factory=dict)
    _taken: dict[SpotHabit, int] = field(default_factory=dict)
    _advised: dict[SpotHabit, int] = field(default_factory=dict)
    _costs: dict[SpotHabit, dict[int, float]] = field(default_factory=dict)  # by the number of the hand
    _differing: dict[SpotHabit, int] = field(default_factory=dict)
    _streets: tuple[str, ...] = ()

    def take(self, hand: StoredHand) -> None:
        """Look at one hand."""
        record = hand.record
        seat = record.seat_of(self.player)
        deal = GAMES[record.game].deal
        if seat is None or deal is None or not _can_be_judged(record, seat):
            self.blind += 1
            return
        self._streets = tuple(record.card_rules.street_names)
        judged = self._judged(hand, seat, self.reference) if self._is_for_reference(record) else None
        if judged is None and self.elsewhere is not None:
            judged = self._judged(hand, seat, self.elsewhere)
            self.by_another += judged is not None
        if judged is None:
            self.blind += 1
            return
        self.hands += 1
        unit = record.card_rules.income_unit.chips
        place = seat_positions(record)[seat]
        for decision, state, chips in judged:
            self._count(hand.id, decision, spot_of(state, place), chips / unit)

    def _is_for_reference(self, record: HandRecord) -> bool:
        fits = not self.games or record.game in self.games
        return fits and (self.most_seats is None or record.seats <= self.most_seats)

    def _judged(self, hand: StoredHand, seat: int, reference: Reference) -> list[_Priced] | None:
        """The player's decisions and what each costs beside a reference; None where that can't play such a hand."""
        record, rng = hand.record, np.random.default_rng([self.seed, hand.id])
        try:
            return [
                (each, state, price(record, seat, each, reference, rng) if each.differs else 0.0)
                for each, state in decisions_of(record, seat, reference)
            ]
        except RiverboatError:
            return None

    def _count(self, hand: int, decision: JudgedMove, spot: tuple[int, str], cost: float) -> None:
        taken, advised = SpotHabit(*spot, decision.taken.kind), SpotHabit(*spot, decision.advised.kind)
        self._spots[spot] = self._spots.get(spot, 0) + 1
        self._taken[taken] = self._taken.get(taken, 0) + 1
        self._advised[advised] = self._advised.get(advised, 0) + 1
        if decision.differs:
            if decision.size:
                taken = SpotHabit(*spot, decision.taken.kind, decision.size)
                self._taken[taken] = self._taken.get(taken, 0) + 1
            self._differing[taken] = self._differing.get(taken, 0) + 1
            costs = self._costs.setdefault(taken, {})
            costs[hand] = costs.get(hand, 0.0) + cost

    def to_json(self) -> dict[str, object]:
        """What the hands so far show, as `--json` and the page have it."""
        named = [each.to_json() for each in self.leaks()]
        counts = {"hands": self.hands, "hands_elsewhere": self.by_another, "hands_passed_over": self.blind}
        return {"player": self.player, **counts, "leaks": named}

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
        few = max(1, len(found) - 1)
        return student(mean, error, few + 1), float(2 * special.stdtr(few, -abs(mean / error)))

    def _leak(self, habit: SpotHabit, cost: Statistic, p: float) -> Leak:
        spots = self._spots[habit.street, habit.spot]
        sign = 1 if (cost.mean or 0) >= 0 else -1
        dearest = sorted(self._costs[habit].items(), key=lambda each: -sign * each[1])
        return Leak(
            habit=habit,
            words=habit.words(self._streets),
            done=proportion(self._taken[habit], spots),
            reference=self._advised.get(habit, 0) / spots,
            differing=self._differing[habit],
            cost=cost,
            p=p,
            hands=tuple(number for number, _ in dearest[:EXAMPLES]),
        )


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
