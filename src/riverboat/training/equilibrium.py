"""Training `equilibrium`: counterfactual regret minimisation with public chance sampling and linear weights.

Each iteration draws one board and lets one side learn on it with all holdings, the sides taking turns (Johanson and
others 2012). Iteration t counts t times in regrets and averages (Brown and Sandholm 2019). A board follows from the
seed and the iteration's number, so training that goes on from a file comes to the same weights as training that was
never interrupted.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from riverboat.agents.equilibrium.model import EquilibriumModel
from riverboat.arrays import CardRow, Floats, Ints, Singles
from riverboat.cards.holdings import CLASSES, HOLDING_CARDS, HOLDING_CLASS, HOLDINGS
from riverboat.errors import AgentError
from riverboat.files import Array, read_arrays, write_arrays
from riverboat.kernel_vectors import LANES
from riverboat.solving.limit.buckets import BINS, Buckets, make_buckets
from riverboat.solving.limit.lanes_kernel import ROW, new_room
from riverboat.solving.limit.preflop import FirstReach, reach_by
from riverboat.solving.limit.strategy import from_lanes
from riverboat.solving.limit.tree import (
    ACTIONS,
    CLOSE,
    FIRST,
    FOLDED,
    LATER,
    NONE,
    LimitStreet,
    later_streets,
    legal_rows,
)
from riverboat.training.equilibrium_kernel import LearningStreet, learn_board
from riverboat.version import __version__

#: Iterations between two looks at how it goes.
STEP = 10
MOST_BUCKETS = 5000
#: The largest array of a checkpoint.
_LARGEST = 1 << 31
_BOARDS, _CLUSTERS = 1, 0


@dataclass(frozen=True, kw_only=True)
class EquilibriumPlan:
    """How many buckets a street after the flop has, and the seed of clusters and boards."""

    buckets: int
    seed: int

    def __post_init__(self) -> None:
        if not 2 <= self.buckets <= MOST_BUCKETS:
            raise AgentError(f"{self.buckets} buckets are not possible: 2 to {MOST_BUCKETS:,}")

    @property
    def memory(self) -> int:
        """About how many bytes training takes."""
        groups = sum(street.groups for street in later_streets())
        return 2 * 4 * groups * LATER.decisions * ACTIONS * self.buckets * LANES


@dataclass(frozen=True, kw_only=True)
class EquilibriumStep:
    """How far training has come."""

    iterations: int
    elapsed_s: float  # of this run
    rate: float  # iterations a second


@dataclass(eq=False)
class EquilibriumTraining:
    """What training keeps: regrets and the sums of what was played, of every street."""

    plan: EquilibriumPlan
    buckets: Buckets
    iterations: int = 0
    trained_s: float = 0.0  # over all runs
    first_regrets: Floats = field(default_factory=lambda: np.zeros((FIRST.decisions, ACTIONS, CLASSES)))
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
        return cls(plan, make_buckets(plan.buckets, np.random.default_rng([plan.seed, _CLUSTERS])))

    # ------------------------------------------------------------------ learning

    def steps(
        self, *, most_iterations: int | None = None, most_s: float = float("inf")
    ) -> Generator[EquilibriumStep, None, None]:
        """Learn until so many iterations are done in all, or so many seconds have passed; may be stopped in between."""
        begun, first, before_s = time.monotonic(), self.iterations, self.trained_s
        while most_iterations is None or self.iterations < most_iterations:
            left = STEP if most_iterations is None else min(STEP, most_iterations - self.iterations)
            for _ in range(left):
                self.iterate()
            elapsed_s = time.monotonic() - begun
            self.trained_s = before_s + elapsed_s
            rate = (self.iterations - first) / max(elapsed_s, 1e-9)
            yield EquilibriumStep(iterations=self.iterations, elapsed_s=elapsed_s, rate=rate)
            if elapsed_s >= most_s:
                return

    def draw_board(self) -> CardRow:
        """The board of this iteration: flop, turn and river."""
        rng = np.random.default_rng([self.plan.seed, _BOARDS, self.iterations])
        return rng.choice(52, 5, replace=False).astype(np.uint8)

    def iterate(self) -> None:
        """One iteration: one board, one side."""
        self.iterations += 1
        hero = self.iterations % 2
        board = self.draw_board()
        buckets = np.stack([self.buckets.of_board(board[:cards]) for cards in (3, 4, 5)])
        mixes = _mixes(self.first_regrets)
        reach = reach_by(mixes)
        flop = self.streets[0]
        for side in range(2):
            flop.reach[side].reshape(-1, LANES)[:HOLDINGS, : FIRST.ways] = reach.by_holding[side].T
        held = learn_board(hero, board, buckets, self.streets, self._room, float(self.iterations), self._order)
        self._learn_first(hero, self._order[:held], mixes, reach)

    def _learn_first(self, hero: int, left: Ints, mixes: Floats, reach: FirstReach) -> None:
        """Learn before the flop, with the holdings that the board left."""
        classes = HOLDING_CLASS[left]
        deals = self.streets[0].values.reshape(-1, LANES)[:HOLDINGS, : FIRST.ways].T[:, left]
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
                    self.first_regrets[decision, action] += weight * np.bincount(classes, gains[action], CLASSES)
                    self.first_totals[decision, action] += weight * np.bincount(classes, reached[action], CLASSES)

    # ------------------------------------------------------------------ what it has learned

    def model(self, made_by: str) -> EquilibriumModel:
        """The average strategy so far, as it plays."""
        totals = [self.first_totals.transpose(0, 2, 1)]
        totals += [from_lanes(street.totals, street.lines).astype(np.float64) for street in self.streets]
        mixes = [_shares(each, legal_rows(street)).astype(np.float32) for street, each in enumerate(totals)]
        return EquilibriumModel.of(self.buckets, mixes, iterations=self.iterations, made_by=made_by)

    def save(self, path: Path) -> None:
        """Keep everything, so that training can go on; the file is there whole or not at all."""
        rows: dict[str, Array] = {}
        for name, street in zip(("flop", "turn", "river"), self.streets, strict=True):
            rows |= {f"{name}_regrets": street.regrets, f"{name}_totals": street.totals}
        write_arrays(
            path,
            **rows,
            training="equilibrium",
            version=__version__,
            numbers=np.array([self.plan.buckets, self.plan.seed, self.iterations, self.trained_s], np.float64),
            flop_centres=self.buckets.flop,
            turn_centres=self.buckets.turn,
            first_regrets=self.first_regrets,
            first_totals=self.first_totals,
        )

    @classmethod
    def load(cls, path: Path, plan: EquilibriumPlan) -> EquilibriumTraining:
        """Go on with what was kept; refuses what was trained by another plan, or is damaged."""
        names = ("numbers", "flop_centres", "turn_centres", "first_regrets", "first_totals")
        rows = [f"{name}_{what}" for name in ("flop", "turn", "river") for what in ("regrets", "totals")]
        found = dict(zip((*names, *rows), read_arrays(path, (*names, *rows), most=_LARGEST), strict=True))
        numbers = np.asarray(found["numbers"])
        if numbers.shape != (4,) or numbers.dtype != np.float64 or min(numbers.tolist()) < 0:
            raise AgentError(f"{path.name} is no checkpoint of training equilibrium: begin anew without --resume")
        buckets, seed, iterations = (int(number) for number in numbers.tolist()[:3])
        if (buckets, seed) != (plan.buckets, plan.seed):
            raise AgentError(
                f"{path.name} is of another training: {buckets} buckets and seed {seed}; repeat that command"
            )
        centres = [_checked(path, found[name], (plan.buckets, BINS)) for name in ("flop_centres", "turn_centres")]
        training = cls(plan, Buckets(centres[0].astype(np.float32), centres[1].astype(np.float32), plan.buckets))
        training.iterations, training.trained_s = iterations, float(numbers[3])
        training.first_regrets = _checked(path, found["first_regrets"], training.first_regrets.shape).astype(np.float64)
        training.first_totals = _checked(path, found["first_totals"], training.first_totals.shape).astype(np.float64)
        for name, street in zip(("flop", "turn", "river"), training.streets, strict=True):
            street.regrets[:] = _checked(path, found[f"{name}_regrets"], street.regrets.shape)
            street.totals[:] = _checked(path, found[f"{name}_totals"], street.totals.shape)
        return training


def _checked(path: Path, array: Array, shape: tuple[int, ...]) -> Array:
    if array.shape != shape or array.dtype.kind != "f" or not np.isfinite(array).all():
        raise AgentError(f"{path.name} is damaged: begin anew without --resume")
    return array


def _learning_street(street: LimitStreet, buckets: int) -> LearningStreet:
    group = LATER.decisions * ACTIONS * buckets * LANES
    return LearningStreet(
        lines=street.lines,
        shown=street.shown.ravel(),
        folded=street.folded.ravel(),
        regrets=np.zeros(street.groups * group, np.float32),
        totals=np.zeros(street.groups * group, np.float32),
        mix=np.zeros(group, np.float32),
        reach=np.zeros((2, street.groups * ROW), np.float32),
        values=np.zeros(street.groups * ROW, np.float32),
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
