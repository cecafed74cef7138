"""The value of states of heads-up limit Hold'em that luck is measured with: read from a file, or fitted to hands.

Any value leaves adjusted results unbiased, if it was fixed before the hands that it is used on. A good one makes their
spread small.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import numpy as np

from riverboat.arena.luck.luck_kernel import (
    KINDS,
    STEP_COLUMNS,
    TERMS,
    HandCards,
    Worth,
    collect,
    fill_terms,
    polynomial,
)
from riverboat.arrays import Floats, Ints
from riverboat.cards.holdings import CLASSES, HOLDING_CARDS, HOLDING_CLASS, HOLDINGS
from riverboat.errors import TableError
from riverboat.files import read_arrays, write_arrays
from riverboat.odds.strength_now_kernel import PREFLOP
from riverboat.version import __version__

SAVED = Path(__file__).parent / "saved" / "values.npz"
#: How much a fit is drawn towards what the pot alone says.
_RIDGE = 3.0


@dataclass(frozen=True, kw_only=True, eq=False)
class LimitValues:
    """Weights of polynomials, one row a kind of state, and the chances to win of classes of starting hands."""

    weights: Floats
    first: Floats
    made_by: str = ""
    worth: Worth = field(init=False, repr=False)

    def __post_init__(self) -> None:
        worth = Worth(self.weights, self.first, _mean_of_deals(self.weights, self.first))
        object.__setattr__(self, "worth", worth)

    def save(self, path: Path) -> None:
        """Write the file that `load_values` reads."""
        write_arrays(path, weights=self.weights, first=self.first, made_by=self.made_by, version=__version__)

    def turned(self) -> LimitValues:
        """The values with their sign turned: wrong, and still unbiased."""
        return LimitValues(weights=-self.weights, first=self.first, made_by=f"{self.made_by}, turned")


def load_values(path: Path = SAVED) -> LimitValues:
    """Read values; refuses a file that holds none."""
    weights, first, made_by = read_arrays(path, ("weights", "first", "made_by"), most=1 << 20)
    fits = weights.shape == (KINDS, 2 * TERMS) and first.shape == (CLASSES, CLASSES)
    if not fits or weights.dtype != np.float64 or first.dtype != np.float64:
        raise TableError(f"{path.name} holds no values of states")
    return LimitValues(weights=weights.astype(np.float64), first=first.astype(np.float64), made_by=str(made_by))


@lru_cache(maxsize=1)
def usual_values() -> LimitValues:
    """The values that are shipped."""
    return load_values()


def class_pairs() -> Ints:
    """[class, class] how many pairs of holdings without a common card there are."""
    found = np.zeros((CLASSES, CLASSES), np.int64)
    for holding in range(HOLDINGS):
        apart = ~np.isin(HOLDING_CARDS, HOLDING_CARDS[holding]).any(axis=1)
        found[HOLDING_CLASS[holding]] += np.bincount(HOLDING_CLASS[apart], minlength=CLASSES)
    return found


def class_strengths() -> Floats:
    """[class] the exact equity of each class against a random hand."""
    found = np.zeros(CLASSES)
    found[HOLDING_CLASS] = PREFLOP
    return found


def class_values(weights: Floats, first: Floats) -> Floats:
    """[class, class] the value of the first state for each pair of classes, the big blind's first."""
    strengths = class_strengths()
    terms, found = np.zeros(TERMS), np.zeros((CLASSES, CLASSES))
    for own in range(CLASSES):
        for other in range(CLASSES):
            fill_terms(first[own, other], strengths[own], strengths[other], terms)
            found[own, other] = polynomial(0, 0.0, terms, weights)
    return found


def _mean_of_deals(weights: Floats, first: Floats) -> float:
    pairs = class_pairs()
    return float((class_values(weights, first) * pairs).sum() / pairs.sum())


@dataclass(frozen=True, kw_only=True, eq=False)
class PlayedHand:
    """A hand as a fit needs it: its cards, its steps, and what the big blind won, in big blinds."""

    cards: HandCards
    steps: Ints  # [step, STEP_COLUMNS]
    won: float


def fit_steps(hands: Sequence[PlayedHand], first: Floats, made_by: str) -> Generator[int, None, LimitValues]:
    """Values that tell best, by least squares, how hands ended from the states they went through; counts hands."""
    rows: list[list[Floats]] = [[] for _ in range(KINDS)]
    most = max(len(hand.steps) for hand in hands) + 4
    kinds, found = np.zeros(2 * most, np.int64), np.zeros((2 * most, TERMS + 1))
    for number, hand in enumerate(hands):
        yield number
        assert hand.steps.shape[1] == STEP_COLUMNS
        count = collect(hand.steps, hand.cards, first, kinds, found)
        for at in range(count):
            rows[kinds[at]].append(np.append(found[at], hand.won))
    weights = np.stack([_fit(np.array(each).reshape(-1, TERMS + 2)) for each in rows])
    return LimitValues(weights=weights, first=first, made_by=made_by)


def _fit(rows: Floats) -> Floats:
    """The weights of one kind of state, from [terms, what was paid, what was won in the end]."""
    terms, paid, won = rows[:, :TERMS], rows[:, TERMS], rows[:, -1]
    # Where nothing is known, what was paid is won by the chance to win.
    pot = np.zeros(2 * TERMS)
    pot[TERMS : TERMS + 2] = -1.0, 2.0
    if not len(rows):
        return pot
    table = np.hstack([terms, terms * paid[:, None]])
    scale = max(float(paid.mean()), 0.5) ** 2
    ridge = _RIDGE * np.r_[np.ones(TERMS), np.full(TERMS, scale)]
    return np.asarray(pot + np.linalg.solve(table.T @ table + np.diag(ridge), table.T @ (won - table @ pot)))
