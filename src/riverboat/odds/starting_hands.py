"""The 169 starting hands at tables of 2 to 10: equity and income rate, shipped as data.

The income rate is what a hand wins on average, in small bets, when every player puts in one bet and all go to the
showdown: players * equity - 1 (Billings, Papp, Schaeffer & Szafron 1999, section 4.1). Heads-up it is exact.
`riverboat starting-hands --rebuild` makes the data again.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, singledispatch
from pathlib import Path

import numpy as np

from riverboat.arrays import Floats
from riverboat.cards.holdings import CLASS_NAMES, CLASS_OF_NAME, CLASSES, HOLDING_CARDS, HOLDING_CLASS, class_holdings
from riverboat.errors import OddsError, TableError
from riverboat.files import check_writable, read_arrays, write_arrays
from riverboat.odds.question import OddsQuestion
from riverboat.odds.result import Equity, two_players
from riverboat.version import __version__

PATH = Path(__file__).with_name("starting_hands.npz")
TABLE_SIZES = tuple(range(2, 11))
SEED = 1999
#: Opponents' hands and boards for one of ours.
_SHOWDOWNS = math.comb(50, 2) * math.comb(48, 5)
INCOME_ERROR = 0.0015  # the standard error, in small bets, that every income rate reaches


@dataclass(frozen=True)
class StartingHands:
    """Win and tie chances, equity and its standard error; rows are tables of 2 to 10, columns the 169 classes."""

    win: Floats
    tie: Floats
    equity: Floats
    error: Floats
    made_by: str

    @property
    def income(self) -> Floats:
        """Small bets won a hand, shape (9, 169)."""
        return _sizes() * self.equity - 1

    @property
    def income_error(self) -> Floats:
        """The standard error of the income rate, shape (9, 169)."""
        return _sizes() * self.error

    def income_of(self, name: str, players: int) -> float:
        """The income rate of a class ("AKs") at a table of this many."""
        return float(self.income[_row(players), CLASS_OF_NAME[name]])

    def ranked(self, players: int) -> list[str]:
        """The classes by income rate at a table of this many, best first."""
        order = np.argsort(-self.income[_row(players)], kind="stable")
        return [CLASS_NAMES[index] for index in order]


def _sizes() -> Floats:
    return np.array(TABLE_SIZES, dtype=np.float64)[:, None]


def _row(players: int) -> int:
    if players not in TABLE_SIZES:
        raise OddsError(f"a table of {players} has no starting-hand figures: there are some for 2 to 10 players")
    return players - TABLE_SIZES[0]


@cache
def starting_hands() -> StartingHands:
    """The 169 starting hands at tables of 2 to 10: chances, equity and income against random hands, as shipped."""
    return _load(PATH)


@singledispatch
def against_a_random_hand(question: OddsQuestion) -> Equity | None:
    """A hand or range against one unknown opponent before the flop, from the shipped figures; None for other questions.

    The figures are exact heads-up: chances of whole counts, which come back by rounding.
    """
    if question.players != 2 or question.opponents != 1 or question.board or question.dead:
        return None
    return two_players(question, question.ranges[0].weights @ showdowns_against_one()[HOLDING_CLASS])


@cache
def showdowns_against_one() -> Floats:
    """Showdowns of each class that are won, tied and lost against one random hand, shape (169, 3)."""
    figures, row = starting_hands(), _row(2)
    counts = np.rint(_SHOWDOWNS * np.stack([figures.win[row], figures.tie[row]], axis=1))
    return np.column_stack([counts, _SHOWDOWNS - counts.sum(axis=1)])


def _load(path: Path) -> StartingHands:
    *tables, made_by = read_arrays(path, ("win", "tie", "equity", "error", "made_by"))
    if any(table.shape != (len(TABLE_SIZES), CLASSES) for table in tables):
        raise TableError(f"the starting-hand figures in {path.name} have the wrong shape")
    win, tie, equity, error = (table.astype(np.float64) for table in tables)
    return StartingHands(win=win, tie=tie, equity=equity, error=error, made_by=str(made_by))


def rebuild(
    path: Path = PATH, *, seed: int = SEED, income_error: float = INCOME_ERROR, threads: int = 2
) -> Generator[tuple[int, int], None, None]:
    """Make the figures again, yielding how many of all are done; an interrupted run goes on where it stopped.

    Every figure has a seed of its own, so that the result depends neither on the order nor on interruptions. What is
    done is kept in the user's cache: the package changes only at the end, in one step, and a package that can't be
    written is refused before anything is simulated.
    """
    from riverboat.kernel import user_cache

    check_writable(path)
    made_by = f"riverboat {__version__}: starting-hands --rebuild --seed {seed} --error {income_error:g}"
    partial = user_cache() / "odds" / path.with_suffix(".part.npz").name
    win, tie, equity, error = np.full((4, len(TABLE_SIZES), CLASSES), math.nan)
    figures = StartingHands(win=win, tie=tie, equity=equity, error=error, made_by=made_by)
    if partial.exists() and (started := _load(partial)).made_by == made_by:
        figures = started
    todo = [(int(row), int(column)) for row, column in np.argwhere(np.isnan(figures.equity))]
    total = figures.equity.size
    yield total - len(todo), total
    with ThreadPoolExecutor(threads) as pool:
        chunks = [todo[at : at + 16] for at in range(0, len(todo), 16)]
        done = total - len(todo)
        for chunk in chunks:
            found = pool.map(lambda cell: _one_figure(*cell, seed=seed, income_error=income_error), chunk)
            for (row, column), cell in zip(chunk, found, strict=True):
                figures.win[row, column], figures.tie[row, column] = cell[:2]
                figures.equity[row, column], figures.error[row, column] = cell[2:]
            partial.parent.mkdir(parents=True, exist_ok=True)
            write_arrays(partial, **vars(figures))
            done += len(chunk)
            yield done, total
    write_arrays(path, **vars(figures))
    partial.unlink(missing_ok=True)


def _one_figure(row: int, column: int, *, seed: int, income_error: float) -> tuple[float, float, float, float]:
    """Win, tie, equity and its error of one class at one table; exact heads-up."""
    from riverboat.odds.equity import equity

    players = TABLE_SIZES[row]
    low, high = HOLDING_CARDS[class_holdings(CLASS_NAMES[column])[0]]
    found = equity(
        [(int(low), int(high))],
        opponents=players - 1,
        method="exact" if players == 2 else "simulate",
        simulations=400_000,
        precision=income_error / players,
        seed=np.random.SeedSequence([seed, players, column]),
    ).players[0]
    return found.win.mean, found.tie.mean, found.equity.mean, found.equity.error
