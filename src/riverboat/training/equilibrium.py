"""Training `equilibrium`: regret minimisation on drawn boards, against rivals that respond best on the river.

Each iteration draws one board and lets one side learn on it with all holdings, the sides taking turns (public chance
sampling; Johanson, Bard, Lanctot, Gibson & Bowling 2012). It learns against a rival of its own, who has the same
buckets up to the turn, learns there too, and on the river knows every card and plays the best response to what is
played now (after CFR-BR; Johanson, Bard, Burch & Bowling 2012). Iteration t counts t times in regrets and averages
(Brown & Sandholm 2019). Board and chance follow from the seed and the iteration's number, so training that goes on from
a file comes to the same weights as training that was never interrupted. What one side learns does not depend on the
other: they may learn in two processes (`limit.sides`), and come to the same weights as in one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from riverboat.agents.equilibrium.model import BUCKET_NAMES, EquilibriumModel, bucket_arrays, read_buckets
from riverboat.arrays import CardRow, Floats, Ints, Singles
from riverboat.cards.holdings import CLASSES, HOLDING_CARDS, HOLDING_CLASS, HOLDINGS
from riverboat.errors import AgentError
from riverboat.files import Array, read_arrays, write_arrays
from riverboat.kernel_vectors import LANES
from riverboat.solving.limit.buckets import Buckets, make_buckets
from riverboat.solving.limit.lanes_kernel import ROW, new_room
from riverboat.solving.limit.preflop import FirstReach, reach_by
from riverboat.solving.limit.quick_meter import QuickMeter
from riverboat.solving.limit.strategy import from_lanes
from riverboat.solving.limit.tree import (
    ACTIONS,
    CLOSE,
    FIRST,
    FOLDED,
    LATER,
    NONE,
    STREETS,
    LimitStreet,
    later_streets,
    legal_rows,
)
from riverboat.solving.spots.vectors.fields import Shorts
from riverboat.training.equilibrium_kernel import LearningStreet, learn_board
from riverboat.version import __version__

#: Iterations between two looks at how it goes; where the other side is to be waited for, more.
STEP, STEP_TOGETHER = 10, 100
MOST_BUCKETS = 5000
#: The largest array of a checkpoint.
_LARGEST = 1 << 31
_BOARDS, _CLUSTERS = 1, 0
#: What is kept of the streets: regrets, the sums of what was played, and the regrets of rivals.
_KINDS = ("regrets", "totals", "rival")
_FIRST_ROWS = tuple(f"first_{kind}" for kind in _KINDS)
_LATER_NAMES = ("flop", "turn", "river")


@dataclass(frozen=True, kw_only=True)
class EquilibriumPlan:
    """How many buckets a street after the flop has, and the seed of clusters and boards."""

    buckets: int
    seed: int

    def __post_init__(self) -> None:
        if not 2 <= self.buckets <= MOST_BUCKETS:
            raise AgentError(f"{self.buckets} buckets are not possible: 2 to {MOST_BUCKETS:,}")

    @property
    def counts(self) -> tuple[int, int, int]:
        """Buckets on flop, turn and river."""
        return self.buckets, self.buckets, self.buckets

    @property
    def memory(self) -> int:
        """About how many bytes training takes."""
        flop, turn, river = (street.groups for street in later_streets())
        return 4 * (3 * (flop + turn) + 2 * river) * LATER.decisions * ACTIONS * self.buckets * LANES


@dataclass(frozen=True, kw_only=True)
class EquilibriumStep:
    """How far training has come."""

    iterations: int
    elapsed_s: float  # of learning, in this run
    rate: float  # iterations a second


@dataclass(frozen=True)
class Measurement:
    """What the quick meter found after this many iterations, and this many seconds of learning."""

    iterations: int
    trained_s: float
    mbb: float  # in thousandths of a big blind a game; an estimate, too high if anything


class OtherSide(Protocol):
    """The learner of the other side, which works on the same arrays."""

    def learn_until(self, iterations: int) -> None:
        """Begin to learn up to an iteration."""
        ...

    def wait(self) -> dict[tuple[int, ...], Shorts]:
        """Be done with it; what was found out about flops on the way."""
        ...


@dataclass(eq=False)
class EquilibriumTraining:
    """What training keeps: regrets, the sums of what was played, and the regrets of rivals, of every street."""

    plan: EquilibriumPlan
    buckets: Buckets
    iterations: int = 0
    trained_s: float = 0.0  # of learning, over all runs
    sides: tuple[int, ...] = (0, 1)  # that learn here
    other_side: OtherSide | None = None  # who learns for the rest
    measured: list[Measurement] = field(default_factory=list)
    clock: Callable[[], float] = time.monotonic  # in seconds
    first_regrets: Floats = field(default_factory=lambda: np.zeros((FIRST.decisions, ACTIONS, CLASSES)))
    first_rival: Floats = field(default_factory=lambda: np.zeros((FIRST.decisions, ACTIONS, CLASSES)))
    first_totals: Floats = field(default_factory=lambda: np.zeros((FIRST.decisions, ACTIONS, CLASSES)))

    def __post_init__(self) -> None:
        counts = (self.buckets.count(street) for street in (1, 2, 3))
        made = [_learning_street(street, count) for street, count in zip(later_streets(), counts, strict=True)]
        self.streets = (made[0], made[1], made[2])
        self._room = new_room()
        self._order = np.zeros(HOLDINGS + 2, np.int64)

    @classmethod
    def begin(cls, plan: EquilibriumPlan) -> EquilibriumTraining:
        """Make the buckets, and learn nothing yet."""
        return cls(plan, make_buckets(plan.counts, np.random.default_rng([plan.seed, _CLUSTERS])))

    # ------------------------------------------------------------------ learning

    def steps(
        self, *, most_iterations: int | None = None, most_s: float = float("inf"), every: int = 0
    ) -> Generator[EquilibriumStep, None, None]:
        """Learn until this many iterations are done in all, or for this many seconds; may be stopped in between.

        No step goes past a multiple of `every`. What is done between steps does not count as time of learning.
        """
        first, elapsed_s = self.iterations, 0.0
        most = STEP if self.other_side is None else STEP_TOGETHER
        while most_iterations is None or self.iterations < most_iterations:
            bounds = [most, *([] if most_iterations is None else [most_iterations - self.iterations])]
            bounds += [every - self.iterations % every] if every else []
            begun = self.clock()
            self._advance(min(bounds))
            took_s = self.clock() - begun
            elapsed_s += took_s
            self.trained_s += took_s
            rate = (self.iterations - first) / max(elapsed_s, 1e-9)
            yield EquilibriumStep(iterations=self.iterations, elapsed_s=elapsed_s, rate=rate)
            if elapsed_s >= most_s:
                return

    def _advance(self, count: int) -> None:
        """This many iterations more."""
        if self.other_side is not None:
            self.other_side.learn_until(self.iterations + count)
        for _ in range(count):
            self.iterate()
        if self.other_side is not None:
            self.buckets.known.update(self.other_side.wait())

    def draw_board(self, rng: np.random.Generator) -> CardRow:
        """The board of an iteration: flop, turn and river."""
        return rng.choice(52, 5, replace=False).astype(np.uint8)

    def iterate(self) -> None:
        """One iteration: one board, one side; nothing is done where that side learns elsewhere."""
        self.iterations += 1
        hero = self.iterations % 2
        if hero not in self.sides:
            return
        rng = np.random.default_rng([self.plan.seed, _BOARDS, self.iterations])
        board, draws = self.draw_board(rng), rng.random(later_streets()[-1].groups)
        buckets = np.stack([self.buckets.of_board(board[:cards]) for cards in (3, 4, 5)])
        own = (FIRST.actor == hero)[:, None, None]
        mixes = _mixes(np.where(own, self.first_regrets, self.first_rival))
        reach = reach_by(mixes)
        flop = self.streets[0]
        for side in range(2):
            flop.reach[side].reshape(-1, LANES)[:HOLDINGS, : FIRST.ways] = reach.by_holding[side].T
        held = learn_board(hero, board, buckets, self.streets, self._room, float(self.iterations), self._order, draws)
        self._learn_first(hero, self.first_regrets, self._order[:held], mixes, reach)
        self._learn_first(1 - hero, self.first_rival, self._order[:held], mixes, reach)

    def _learn_first(self, hero: int, regrets: Floats, left: Ints, mixes: Floats, reach: FirstReach) -> None:
        """One side learns before the flop, with the holdings that the board left."""
        classes = HOLDING_CLASS[left]
        deals = self.streets[0].values[hero].reshape(-1, LANES)[:HOLDINGS, : FIRST.ways].T[:, left]
        cards = HOLDING_CARDS[left]
        worth = np.zeros((FIRST.decisions, len(left)))
        weight = float(self.iterations)
        for decision in range(FIRST.decisions - 1, -1, -1):
            own = FIRST.actor[decision] == hero
            ends = np.zeros((ACTIONS, len(left)))
            for action, follows in enumerate(FIRST.follows[decision].tolist()):
                if follows >= FOLDED:
                    met = _met(cards, reach.folds[1 - hero, decision, classes])
                    ends[action] = (-1 if own else 1) * FIRST.paid[decision] * met
                elif follows >= CLOSE:
                    ends[action] = deals[follows - CLOSE]
                elif follows != NONE:
                    ends[action] = worth[follows]
            shares = mixes[decision, classes].T if own else np.ones((ACTIONS, len(left)))
            worth[decision] = (shares * ends).sum(axis=0)
            if own:
                gains = (ends - worth[decision]) * FIRST.legal[decision][:, None]
                reached = reach.here[hero, decision, classes] * shares
                for action in range(ACTIONS):
                    regrets[decision, action] += weight * np.bincount(classes, gains[action], CLASSES)
                    if regrets is self.first_regrets:
                        self.first_totals[decision, action] += weight * np.bincount(classes, reached[action], CLASSES)

    # ------------------------------------------------------------------ what it has learned

    def model(self, made_by: str) -> EquilibriumModel:
        """The average strategy so far, ready to play."""
        totals = [self.first_totals.transpose(0, 2, 1)]
        totals += [from_lanes(street.totals, street.lines).astype(np.float64) for street in self.streets]
        mixes = [_shares(each, legal_rows(street)).astype(np.float32) for street, each in enumerate(totals)]
        return EquilibriumModel.of(self.buckets, mixes, iterations=self.iterations, made_by=made_by)

    def measure(self, model: EquilibriumModel, meter: QuickMeter) -> Measurement:
        """Look how exploitable what was learned is, and remember it."""
        found = Measurement(self.iterations, round(self.trained_s, 3), round(meter.mbb(model), 3))
        self.measured.append(found)
        return found

    @property
    def best(self) -> Measurement | None:
        """The least exploitable so far, by the quick meter; the first of several."""
        return min(self.measured, key=lambda each: (each.mbb, each.iterations), default=None)

    def rows(self) -> dict[str, Singles | Floats]:
        """Regrets and sums of all streets, by name."""
        found: dict[str, Singles | Floats] = {name: getattr(self, name) for name in _FIRST_ROWS}
        for name, street in zip(_LATER_NAMES, self.streets, strict=True):
            found |= {f"{name}_{kind}": getattr(street, kind) for kind in _KINDS}
        return found

    def put_rows(self, place: Callable[[str, Singles | Floats], Singles | Floats]) -> None:
        """Keep regrets and sums in other arrays: those that `place` gives for each name and array of now."""
        for name in _FIRST_ROWS:
            setattr(self, name, place(name, getattr(self, name)))
        put: list[dict[str, Any]] = [
            {kind: place(f"{name}_{kind}", getattr(street, kind)) for kind in _KINDS}
            for name, street in zip(_LATER_NAMES, self.streets, strict=True)
        ]
        flop, turn, river = (street._replace(**rows) for street, rows in zip(self.streets, put, strict=True))
        self.streets = flop, turn, river

    def save(self, path: Path) -> None:
        """Keep everything, so that training can go on; the file is there whole or not at all."""
        measured = [[each.iterations, each.trained_s, each.mbb] for each in self.measured]
        write_arrays(
            path,
            **self.rows(),
            training="equilibrium",
            version=__version__,
            numbers=np.array([self.plan.buckets, self.plan.seed, self.iterations, self.trained_s], np.float64),
            measured=np.array(measured, np.float64).reshape(-1, 3),
            **bucket_arrays(self.buckets),
        )

    @classmethod
    def load(cls, path: Path, plan: EquilibriumPlan) -> EquilibriumTraining:
        """Load a saved training to go on with it; refuses files of another plan and damaged ones."""
        rows = [*_FIRST_ROWS, *(f"{name}_{kind}" for name in _LATER_NAMES for kind in _KINDS)]
        names = ("numbers", "measured", *BUCKET_NAMES, *rows)
        found = dict(zip(names, read_arrays(path, names, most=_LARGEST), strict=True))
        numbers = np.asarray(found["numbers"])
        if numbers.shape != (4,) or numbers.dtype != np.float64 or min(numbers.tolist()) < 0:
            raise AgentError(f"{path.name} is no checkpoint of training equilibrium: start again without --resume")
        buckets, seed, iterations = (int(number) for number in numbers.tolist()[:3])
        if (buckets, seed) != (plan.buckets, plan.seed):
            raise AgentError(
                f"{path.name} is of another training: {buckets} buckets and seed {seed}; repeat that command"
            )
        cards = read_buckets([found[name] for name in BUCKET_NAMES])
        if cards is None or tuple(cards.count(street) for street in (1, 2, 3)) != plan.counts:
            raise _damaged(path)
        training = cls(plan, cards)
        training.iterations, training.trained_s = iterations, float(numbers[3])
        measured = np.asarray(_checked(path, found["measured"], (len(np.atleast_1d(found["measured"])), 3)), np.float64)
        training.measured = [Measurement(int(row[0]), row[1], row[2]) for row in measured.tolist()]
        for name, array in training.rows().items():
            array[:] = np.asarray(_checked(path, found[name], array.shape), array.dtype)
        return training


def _damaged(path: Path) -> AgentError:
    return AgentError(f"{path.name} is damaged: start again without --resume")


def _checked(path: Path, array: Array, shape: tuple[int, ...]) -> Array:
    if array.shape != shape or array.dtype.kind != "f" or not np.isfinite(array).all():
        raise _damaged(path)
    return array


def _learning_street(street: LimitStreet, buckets: int) -> LearningStreet:
    group = LATER.decisions * ACTIONS * buckets * LANES
    last = street.number == STREETS - 1
    return LearningStreet(
        lines=street.lines,
        shown=street.shown.ravel(),
        folded=street.folded.ravel(),
        regrets=np.zeros(street.groups * group, np.float32),
        totals=np.zeros(street.groups * group, np.float32),
        rival=np.zeros(0 if last else street.groups * group, np.float32),
        spare=np.zeros(LATER.decisions * ROW if last else group, np.float32),
        mix=np.zeros(group, np.float32),
        reach=np.zeros((2, street.groups * ROW), np.float32),
        values=np.zeros((2, street.groups * ROW), np.float32),
    )


def _mixes(regrets: Floats) -> Floats:
    """[decision, class, action] what is played before the flop by regrets [decision, action, class]."""
    return _shares(np.maximum(regrets, 0).transpose(0, 2, 1) * FIRST.legal[:, None, :], FIRST.legal)


def _shares(totals: Floats, legal: Singles) -> Floats:
    """[decision, bucket, action] each action's part of a total; where that is 0, all that are allowed alike."""
    total = totals.sum(axis=2, keepdims=True)
    even = np.broadcast_to((legal / legal.sum(axis=1, keepdims=True))[:, None, :], totals.shape)
    return np.where(total > 0, totals / np.where(total > 0, total, 1.0), even)


def _met(cards: CardRow, reach: Floats) -> Floats:
    """For each holding, the reach of all that it can meet."""
    needs = np.bincount(cards.ravel(), np.repeat(reach, 2), 52)
    return np.asarray(reach.sum() - needs[cards[:, 0]] - needs[cards[:, 1]] + reach)
