"""Chapter 3 of Vinther & Holst (2015), which the thesis plans and never builds: a network that adapts to its opponents.

`adaptive` and its twin, which sees no attributes, play each of the four styles on the same deals, heads-up and at
tables of ten; opponents change style after 500 hands; both play Lokibot A. What is won after a change is measured
against a network trained on the new style alone.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from riverboat.agents.neural_training import CHUNK, FOUR_STYLES, TrainingPlan, net_agent, train_steps
from riverboat.agents.styles import STYLES
from riverboat.arena.plan import MatchPlan, match_plan
from riverboat.arena.results import entrant_values
from riverboat.arena.statistics import mean_interval
from riverboat.modeling.statistics import Statistic
from riverboat.odds.pictures import COLOURS, GRID, INK, save_figure
from riverboat.studies.playing import Played, play_all
from riverboat.studies.report import Figure, StudyReport, above_zero, claim
from riverboat.studies.settings import Settings, Step

Floats = npt.NDArray[np.float64]

PLAYERS = ("adaptive", "adaptive-twin")
#: The opponent changes after so many hands; the session goes on for as many as this in all.
SWITCH, SESSION = 500, 1500
CHANGES = (
    ("loose-passive", "tight-aggressive"),
    ("tight-aggressive", "loose-passive"),
    ("tight-passive", "loose-aggressive"),
    ("loose-aggressive", "tight-passive"),
)
#: Win rates after a change are told by blocks of so many hands; recovered means this share of the specialist's.
BLOCK, RECOVERED = 25, 0.8
#: Batches that a specialist is trained for, at full size.
SPECIALIST_BATCHES = 1000
FULL_HANDS = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Result:
    """All matches by name."""

    settings: Settings
    played: dict[str, Played]


def _number(style: str) -> int:
    return 1 + [entry.name for entry in STYLES].index(style)


def plans(settings: Settings, specialists: dict[str, Any]) -> dict[str, MatchPlan]:
    """Every match; `adaptive` and its twin play the same deals."""
    hands, found = settings.hands, {}
    for at, style in enumerate(FOUR_STYLES):
        seed = settings.seed + 10 * at
        for player in PLAYERS:
            found[f"{player}, {style}, heads-up"] = match_plan([player, style], hands=hands, seed=seed)
            table = [player, f"{style}*9"]
            found[f"{player}, {style}, ten seats"] = match_plan(table, hands=max(4_000, hands // 5), seed=seed + 1)
        found[f"specialist, {style}"] = match_plan([specialists[style], style], hands=hands // 4, seed=seed)
    for at, (before, after) in enumerate(CHANGES):
        opponent = f"switcher:first={_number(before)};second={_number(after)};after={SWITCH}"
        for player in PLAYERS:
            found[f"{player}, {before} to {after}"] = match_plan(
                [player, opponent],
                hands=max(2 * SESSION, hands // 2),
                seed=settings.seed + 100 + at,
                session_hands=SESSION,
            )
    for player in PLAYERS:
        loki = max(400, hands // 50)
        found[f"{player}, loki-a, heads-up"] = match_plan([player, "loki-a"], hands=loki, seed=settings.seed + 200)
        table = [f"{player}*5", "loki-a*5"]
        found[f"{player}, loki-a, five of each"] = match_plan(table, hands=loki // 2, seed=settings.seed + 201)
    return found


def specialists(settings: Settings) -> Generator[Step, None, dict[str, Any]]:
    """Networks trained against one style alone, heads-up, without attributes."""
    batches = max(CHUNK, SPECIALIST_BATCHES * min(settings.hands, FULL_HANDS) // FULL_HANDS)
    found: dict[str, Any] = {}
    for at, style in enumerate(FOUR_STYLES):
        plan = TrainingPlan(heads_up=True, sees=False, batches=batches, seed=settings.seed, style=style)
        kept = None
        if settings.folder is not None:
            settings.folder.mkdir(parents=True, exist_ok=True)
            kept = settings.folder / f"apc-specialist-{style}-{batches}-{settings.seed}.npz"
        training = train_steps(plan, checkpoint=kept, resume=settings.resume)
        while True:
            try:
                now = next(training)
            except StopIteration as end:
                found[style] = net_agent(end.value.net, end.value.net, sees=False, name=f"only {style}")
                break
            yield Step(part=f"training against {style}", done=at * batches + now.batches, total=4 * batches)
    return found


def steps(settings: Settings) -> Generator[Step, None, StudyReport]:
    """Run the study, telling how far it has come."""
    trained = yield from specialists(settings)
    played = yield from play_all(plans(settings, trained), settings)
    return report(Result(settings=settings, played=played))


def by_session(played: Played) -> Floats:
    """What the first entrant won, small bets a hand, by session and deal of the session."""
    plan = played.result.plan
    return np.stack([entrant_values(plan, unit)[:, 0] for unit in played.units if len(unit.nets) == plan.session_hands])


def report(result: Result) -> StudyReport:
    """Our figures; the thesis has none here."""
    played = result.played
    figures: list[Figure] = []
    for table in ("heads-up", "ten seats"):
        for style in FOUR_STYLES:
            adaptive, twin = (played[f"{player}, {style}, {table}"] for player in PLAYERS)
            means = [by_session(each).mean(axis=1) for each in (adaptive, twin)]
            same, where = min(map(len, means)), f"{style}, {table}"
            figures += [
                above_zero(f"adaptive against {where}, small bets a hand", mean_interval(means[0])),
                Figure(name=f"its twin against {where}", ours=mean_interval(means[1])),
                above_zero(f"adaptive minus twin, {where}", mean_interval(means[0][:same] - means[1][:same])),
            ]
    details: dict[str, Any] = {"changes": {}}
    for before, after in CHANGES:
        figures += _change(played, before, after, details["changes"])
    for table in ("heads-up", "five of each"):
        for player in PLAYERS:
            income = _income(played[f"{player}, loki-a, {table}"])
            figures.append(Figure(name=f"{player} against loki-a, {table}", ours=income))
    return StudyReport(
        name="apc-adaptive",
        hands=result.settings.hands,
        seed=result.settings.seed,
        figures=tuple(figures),
        notes=(
            "The thesis describes the network of 68 inputs and never builds it: it has no figures to compare with.",
            "A session is the unit of all intervals; adaptive begins each knowing nobody.",
        ),
        details=details,
    )


def _income(played: Played) -> Statistic:
    return played.result.players[0].income_sb


def _change(played: dict[str, Played], before: str, after: str, details: dict[str, Any]) -> list[Figure]:
    """What is won before a change of style, just after it, and later; and when it is as good as it gets."""
    title = f"{before} to {after}"
    best = by_session(played[f"specialist, {after}"]).mean()
    figures, blocks = [], {}
    for player in PLAYERS:
        values = by_session(played[f"{player}, {title}"])
        parts = {
            "before": values[:, 200:SWITCH],
            "just after": values[:, SWITCH : SWITCH + 50],
            "later": values[:, 1000:],
        }
        for when, part in parts.items():
            figures.append(Figure(name=f"{title}: {player}, {when}", ours=mean_interval(part.mean(axis=1))))
        blocked = values.reshape(len(values), -1, BLOCK).mean(axis=2)
        blocks[player] = [mean_interval(blocked[:, at]).to_json() for at in range(blocked.shape[1])]
        share = mean_interval(values[:, 1000:].mean(axis=1) / best)
        hands = recovery(blocked[:, SWITCH // BLOCK :].mean(axis=0), RECOVERED * best)
        told = f"{hands}" if hands is not None else "never"
        if player == "adaptive":
            figures.append(
                claim(
                    f"{title}: adaptive, later, as a share of a specialist's win rate",
                    share,
                    share.low is not None and share.low >= RECOVERED,
                    required=True,
                )
            )
        else:
            figures.append(Figure(name=f"{title}: {player}, later, as a share of a specialist's", ours=share))
        figures.append(Figure(name=f"{title}: {player}, hands until it wins 80 % of that for good", ours=told))
    details[title] = {"blocks": blocks, "specialist": float(best)}
    return figures


def recovery(blocks: Floats, wanted: float) -> int | None:
    """After how many hands the mean of this and of the next three blocks reaches what is wanted."""
    for at in range(len(blocks) - 3):
        if blocks[at] >= wanted and blocks[at : at + 4].mean() >= wanted:
            return at * BLOCK
    return None


def plot(report: StudyReport, path: Path) -> None:
    """Win rates around a change of style, adaptive and its twin beside the specialist."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    changes = report.details["changes"]
    figure, grid = plt.subplots(2, 2, figsize=(11, 7), layout="constrained")
    for axes, (title, data) in zip(grid.flat, changes.items(), strict=False):
        for at, player in enumerate(PLAYERS):
            blocks = data["blocks"][player]
            means, low, high = (np.array([each[key] for each in blocks], float) for key in ("mean", "low", "high"))
            hands = BLOCK * (np.arange(len(means)) + 0.5)
            axes.plot(hands, means, color=COLOURS[at], linewidth=1.4, label=player)
            axes.fill_between(hands, low, high, color=COLOURS[at], alpha=0.15, linewidth=0)
        best = data["specialist"]
        axes.axhline(best, xmin=1 / 3, color=INK, linewidth=1, label="trained on the new style alone")
        axes.axhline(RECOVERED * best, xmin=1 / 3, color=INK, linewidth=1, linestyle="--", label="80 % of that")
        axes.axvline(SWITCH, color=GRID, linewidth=1.5, zorder=0)
        axes.set_xlim(0, SESSION)
        axes.set_title(title, loc="left", fontsize=10, color=INK)
        axes.set_xlabel("hands", color=INK, fontsize=9)
        axes.set_ylabel("small bets a hand", color=INK, fontsize=9)
        axes.spines[["top", "right"]].set_visible(False)
        axes.spines[["left", "bottom"]].set_color(GRID)
        axes.tick_params(colors=INK, length=0, labelsize=8)
    grid[0, 0].legend(frameon=False, fontsize=8, loc="best")
    figure.suptitle("An opponent changes style after 500 hands; bands: 95 %", x=0.01, ha="left", color=INK)
    save_figure(figure, path)
