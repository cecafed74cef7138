"""Section 4.1 of Billings, Papp, Schaeffer & Szafron (1999): what each starting hand earns against nine random ones.

Every hand is played to the showdown by all, one bet each: the income rate is 10 * equity - 1 small bets. The paper
played a million games of each of the 169 and says that aces earn most, seven-deuce offsuit least, and that the order
agrees well with that of Sklansky & Malmuth (1994), who sort the hands into groups from one (best) to nine.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from riverboat.arrays import Floats, Ints
from riverboat.cards.holdings import CLASS_NAMES, CLASS_OF_NAME, CLASSES, HOLDING_CARDS, class_holdings
from riverboat.intervals import NORMAL, Statistic
from riverboat.odds.equity import equity
from riverboat.odds.starting_hands import starting_hands
from riverboat.pictures import INK, PAPER, new_figure, save_figure
from riverboat.studies.report import StudyReport, above, above_zero, new
from riverboat.studies.settings import Settings, Step

PLAYERS = 10
WHERE = "section 4.1"
#: The rank correlation from which on we call agreement strong.
STRONG = 0.8
#: Sklansky & Malmuth 1994: the groups one to eight; what is in none belongs to nine.
GROUPS = (
    "AA KK QQ JJ AKs",
    "TT AQs AJs KQs AKo",
    "99 JTs QJs KJs ATs AQo",
    "T9s KQo 88 QTs 98s J9s AJo KTs",
    "77 87s Q9s T8s KJo QJo JTo 76s 97s A9s A8s A7s A6s A5s A4s A3s A2s 65s",
    "66 ATo 55 86s KTo QTo 54s K9s J8s 75s",
    "44 J9o 64s T9o 53s 33 98o 43s 22 K8s K7s K6s K5s K4s K3s K2s T7s Q8s",
    "87o A9o Q9o 76o 42s 32s 96s 85s J8o J7s 65o 54o 74s K9o T8o",
)


@dataclass(frozen=True, kw_only=True)
class Result:
    """The income rate of each class, and its standard error."""

    settings: Settings
    income: Floats
    error: Floats


def groups() -> Ints:
    """The group of each class, 1 to 9."""
    found = np.full(CLASSES, 9, dtype=np.int64)
    for number, names in enumerate(GROUPS, start=1):
        for name in names.split():
            found[CLASS_OF_NAME[name]] = number
    return found


def play(settings: Settings) -> Generator[Step, None, Result]:
    """Simulate every class; each has a seed of its own."""
    income, error = np.zeros(CLASSES), np.zeros(CLASSES)
    for column, name in enumerate(CLASS_NAMES):
        low, high = HOLDING_CARDS[class_holdings(name)[0]]
        seed = np.random.SeedSequence([settings.seed, column])
        found = equity(
            [(int(low), int(high))],
            opponents=PLAYERS - 1,
            method="simulate",
            simulations=settings.hands,
            seed=seed,
        ).players[0]
        income[column] = PLAYERS * found.equity.mean - 1
        error[column] = PLAYERS * found.equity.error
        yield Step(part=name, done=column + 1, total=CLASSES)
    return Result(settings=settings, income=income, error=error)


def steps(settings: Settings) -> Generator[Step, None, StudyReport]:
    """Run the study, telling how far it has come."""
    result = yield from play(settings)
    return report(result)


def _normal(mean: float, error: float, games: int) -> Statistic:
    """A mean of very many games with its interval."""
    return Statistic(mean=mean, low=mean - NORMAL * error, high=mean + NORMAL * error, n=games)


def _income(result: Result, name: str) -> Statistic:
    column = CLASS_OF_NAME[name]
    return _normal(float(result.income[column]), float(result.error[column]), result.settings.hands)


def lead(result: Result, name: str, *, sign: int = 1) -> Statistic:
    """By how much a hand earns more than each other, or less where the sign is -1: the smallest such difference."""
    column = CLASS_OF_NAME[name]
    ahead = sign * (result.income[column] - result.income)
    ahead[column] = np.inf
    next_one = int(np.argmin(ahead))
    error = float(np.hypot(result.error[column], result.error[next_one]))
    return _normal(float(ahead[next_one]), error, result.settings.hands)


def rank_correlation(found: float, n: int) -> Statistic:
    """Spearman's rank correlation of n pairs with its interval (Bonett & Wright 2000)."""
    half = NORMAL * math.sqrt((1 + found**2 / 2) / (n - 3))
    low, high = (math.tanh(math.atanh(found) + end) for end in (-half, half))
    return Statistic(mean=found, low=low, high=high, n=n)


def report(result: Result) -> StudyReport:
    """Our figures next to the paper's."""
    order = np.argsort(-result.income, kind="stable")
    shipped = starting_hands()
    spread = np.hypot(result.error, shipped.income_error[PLAYERS - 2])
    largest = float(np.abs((result.income - shipped.income[PLAYERS - 2]) / spread).max())
    from scipy import stats  # takes most of a second to import

    correlation = rank_correlation(float(stats.spearmanr(-result.income, groups()).statistic), CLASSES)
    figures = (
        above_zero("AA earns most: AA minus the next, small bets", lead(result, "AA"), where=WHERE),
        above_zero("72o earns least: the next minus 72o, small bets", lead(result, "72o", sign=-1), where=WHERE),
        new("AA, small bets a hand", _income(result, "AA")),
        new("72o, small bets a hand", _income(result, "72o")),
        above(
            "rank correlation with the groups of Sklansky & Malmuth",
            correlation,
            STRONG,
            paper="strong",
            where=WHERE,
        ),
        new("largest distance from the shipped table, standard errors", largest),
        new("hands that earn most", " ".join(CLASS_NAMES[column] for column in order[:10])),
        new("hands that earn least", " ".join(CLASS_NAMES[column] for column in order[:-11:-1])),
        new("largest standard error, small bets", float(result.error.max())),
    )
    return StudyReport(
        name="loki-hands",
        hands=result.settings.hands,
        seed=result.settings.seed,
        figures=figures,
        details={"income": result.income.round(5).tolist(), "error": result.error.round(5).tolist()},
    )


def plot(report: StudyReport, path: Path) -> None:
    """Income rates against the groups of Sklansky & Malmuth."""
    figure, axes = new_figure(8, 4.8)
    income, group = np.array(report.details["income"]), groups()
    axes.axhline(0, color=INK, linewidth=0.6)
    shade = np.clip((income - income.min()) / (income.max() - income.min()), 0.15, 1)
    spread = np.random.default_rng(0).uniform(-0.22, 0.22, CLASSES)
    axes.scatter(group + spread, income, c=shade, cmap="viridis", s=18, zorder=2)
    for number in range(1, 10):
        inside = income[group == number]
        for column in {int(np.argmax(np.where(group == number, income, -9)))}:
            axes.annotate(CLASS_NAMES[column], (number, income[column]), (0, 6), textcoords="offset points", size=8)
        axes.hlines(inside.mean(), number - 0.35, number + 0.35, color=INK, linewidth=1.4)
    axes.set_xticks(range(1, 10))
    axes.set_xlabel("group of Sklansky & Malmuth", color=INK)
    axes.set_ylabel("small bets a hand", color=INK)
    axes.set_title("Income of the 169 starting hands against nine random ones", loc="left", color=INK)
    axes.set_facecolor(PAPER)
    save_figure(figure, path)
