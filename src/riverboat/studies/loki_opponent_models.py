"""Section 6 of Billings, Papp, Schaeffer & Szafron (1999), which the paper only plans: opponent models.

F, which has them, plays A, which has none; both play the four styles; and F's first hundred hands against a maniac
and against a rock are compared with what it wins from the five hundredth on, when it knows them.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from riverboat.arena.matches.plan import MatchPlan, match_plan
from riverboat.arena.matches.results import entrant_values
from riverboat.arrays import Floats
from riverboat.intervals import Statistic, mean_interval
from riverboat.pictures import COLOURS, GRID, INK, new_figure, save_figure
from riverboat.studies.playing import Played, play_all
from riverboat.studies.report import Figure, StudyReport, above_zero
from riverboat.studies.settings import Settings, Step

STYLES = ("loose-passive", "loose-aggressive", "tight-passive", "tight-aggressive")
EXTREMES = ("maniac", "rock")
#: An adaptation session: the first hundred hands, and all after the five hundredth, are compared.
SESSION, EARLY, LATE = 700, 100, 500


@dataclass(frozen=True, kw_only=True)
class Result:
    """All matches by their names."""

    settings: Settings
    played: dict[str, Played]


def plans(settings: Settings) -> dict[str, MatchPlan]:
    """Every match of the study; each has a seed of its own."""
    tables: dict[str, tuple[tuple[str, ...], int, int]] = {
        "F against A": (("loki-f*5", "loki-a*5"), settings.hands, 200)
    }
    for version in ("a", "f"):
        for style in STYLES:
            tables[f"{version.upper()} against {style}"] = ((f"loki-{version}*5", f"{style}*5"), settings.hands, 200)
            alone = (f"loki-{version}", style)
            tables[f"{version.upper()} against {style}, heads-up"] = (alone, settings.hands, 200)
    for style in EXTREMES:
        # Adaptation is a small difference of two noisy means: it takes more hands than all else.
        tables[f"F against {style}, long"] = (("loki-f", style), 4 * settings.hands, SESSION)
    return {
        name: match_plan(agents, hands=hands, seed=settings.seed + at, session_hands=session)
        for at, (name, (agents, hands, session)) in enumerate(tables.items())
    }


def play(settings: Settings) -> Generator[Step, None, Result]:
    """Play all matches."""
    played = yield from play_all(plans(settings), settings)
    return Result(settings=settings, played=played)


def steps(settings: Settings) -> Generator[Step, None, StudyReport]:
    """Run the study, telling how far it has come."""
    result = yield from play(settings)
    return report(result)


def by_deal(played: Played) -> Floats:
    """What the first entrant won, small bets a hand, by session and deal of the session."""
    plan = played.result.plan
    return np.stack([entrant_values(plan, unit)[:, 0] for unit in played.units])


def report(result: Result) -> StudyReport:
    """Our figures; the paper has none here."""
    played = result.played
    figures = [above_zero("F against A, five of each", _income(played["F against A"]))]
    figures += [
        above_zero(f"{version} against {style}, five of each", _income(played[f"{version} against {style}"]))
        for version in ("A", "F")
        for style in STYLES
    ]
    for style in STYLES:
        figures.append(above_zero(f"F against {style}, heads-up", _income(played[f"F against {style}, heads-up"])))
        figures.append(
            Figure(name=f"A against {style}, heads-up", ours=_income(played[f"A against {style}, heads-up"]))
        )
    details: dict[str, Any] = {}
    for style in EXTREMES:
        values = by_deal(played[f"F against {style}, long"])
        early, late = values[:, :EARLY].mean(axis=1), values[:, LATE:].mean(axis=1)
        figures += [
            Figure(name=f"F against {style}, hands 1 to {EARLY}", ours=mean_interval(early)),
            Figure(name=f"F against {style}, hands {LATE + 1} to {SESSION}", ours=mean_interval(late)),
            above_zero(f"F against {style}: later minus first hands", mean_interval(late - early)),
        ]
        hundreds = values.reshape(len(values), SESSION // 100, 100).mean(axis=2)
        details[style] = [mean_interval(hundreds[:, at]).to_json() for at in range(SESSION // 100)]
    return StudyReport(
        name="loki-opponent-models",
        hands=result.settings.hands,
        seed=result.settings.seed,
        figures=tuple(figures),
        details=details,
    )


def _income(played: Played) -> Statistic:
    return played.result.players[0].income_sb


def plot(report: StudyReport, path: Path) -> None:
    """What F wins from a maniac and from a rock, hundred by hundred, as it gets to know them."""
    figure, axes = new_figure(8, 4.6)
    axes.axhline(0, color=GRID, linewidth=1, zorder=0)
    for at, style in enumerate(EXTREMES):
        points = report.details[style]
        means = np.array([point["mean"] for point in points])
        low, high = (np.array([point[end] for point in points]) for end in ("low", "high"))
        hands = 100 * np.arange(1, len(points) + 1)
        axes.errorbar(
            hands, means, [means - low, high - means], color=COLOURS[at], marker="o", capsize=4, linewidth=1.6
        )
        axes.annotate(
            f"against a {style}", (hands[-1], means[-1]), (8, 0), textcoords="offset points", color=COLOURS[at]
        )
    axes.set_xlim(50, SESSION + 160)
    axes.set_xlabel("hands of the session", color=INK)
    axes.set_ylabel("small bets a hand", color=INK)
    axes.set_title("Lokibot F heads-up: what it wins as it learns; bars: 95 %", loc="left", color=INK)
    save_figure(figure, path)
