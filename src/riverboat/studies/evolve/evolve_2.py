"""Experiment 2 of Barone & While (1999): what player A becomes against tight-passive and loose-aggressive players.

A evolves for 1,000 epochs at the mixed table. Drawn are both controllers' average candidates after the river, as the
paper's figures 2 and 3 do; what the paper says of them is checked by code on the same candidates.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from riverboat.agents.evolving import evolving_layout_kernel as at
from riverboat.agents.evolving.models import EvolvingAgent, chances, element_view, evolving_agent
from riverboat.arrays import Floats
from riverboat.intervals import average
from riverboat.pictures import COLOURS, INK, PAPER, new_figure, save_figure, style
from riverboat.studies.evolve.evolving_runs import CHOSEN, bred_player, epochs_of, specialists
from riverboat.studies.report import NOT_CONFIRMED, Figure, StudyReport, claim, new
from riverboat.studies.settings import Settings, Step
from riverboat.training.breeding import Bred, Breeding
from riverboat.training.epochs import TABLES, EpochTable, epoch_plan

RIVER = at.STAGES - 1
#: The share of decisions that must differ, as the paper says.
DIFFERENT = 0.15
#: Win probabilities at which candidates are compared and drawn.
GRID_X = np.linspace(0.0, 1.0, 41)
#: Decisions are counted in pieces of so many epochs, before the record of any of them fades.
PIECE = 40
POSITIONS = ("early", "middle", "late")


@dataclass(frozen=True, kw_only=True, eq=False)
class Result:
    """The chances to fold, call and raise of both controllers and of A, by position, bets, stage and x."""

    settings: Settings
    tight: Floats
    loose: Floats
    start: Floats
    differ: float  # the share of decisions that differ
    met: Floats  # how often A meets each position, bets, stage and strength at the mixed table
    tight_met: Floats  # the chances at those strengths
    loose_met: Floats


def breeding(settings: Settings) -> Breeding:
    """From player A at the mixed table."""
    return Breeding(
        table="mixed", epochs=epochs_of(settings), start="a", opponents="name", seed=settings.seed, options=CHOSEN
    )


def controller(agent: EvolvingAgent, x: Floats = GRID_X) -> Floats:
    """The chances of an agent with one segment, by position, bets to call, stage and x."""
    cells = agent.candidates()[0, ..., 0, :]
    return np.array([[[chances(candidate, x) for candidate in row] for row in block] for block in cells])


def decision_counts(agent: EvolvingAgent, epochs: int, seed: int) -> Floats:
    """How often a player meets each cell with each strength at the mixed table."""
    options: dict[str, float | str] = {"population": 2, "uses": 1e6, "step": 0, "recall": "yes"}
    counts = np.zeros((at.CELLS, at.STRENGTHS))
    for piece in range(0, epochs, PIECE):
        watcher = evolving_agent(segments=("all",), start="a", options=options)
        watcher.candidates()[:] = agent.candidates()
        table = EpochTable(epoch_plan(watcher, TABLES["mixed"], epochs=piece + PIECE, seed=seed))
        for _ in table.run(piece, piece + PIECE):
            pass
        rows = element_view(watcher.params, table.memory[0][: len(watcher.memory)])[:, at.RECORD :]
        counts += rows.reshape(at.CELLS, at.STRENGTHS, at.WISHES, at.RECORD_ROW)[..., at.WEIGHT].sum(axis=-1)
    return counts


def share_that_differs(one: Floats, other: Floats, counts: Floats) -> float:
    """The chance that two controllers act differently with the same draw, over the decisions that come up.

    Both are chances by cell, strength and action. Where nothing is to be called a fold is a check.
    """
    low = np.maximum(one[..., 0], other[..., 0])
    high = np.minimum(one[..., :2].sum(axis=-1), other[..., :2].sum(axis=-1))
    top = np.maximum(one[..., :2].sum(axis=-1), other[..., :2].sum(axis=-1))
    same = np.minimum(one[..., 0], other[..., 0]) + np.maximum(0, high - low) + 1 - top
    free = high + 1 - top
    bets = (np.arange(at.CELLS) // at.STAGES) % at.BETS
    same = np.where(bets[:, None] == 0, free, same)
    return float(((1 - same) * counts).sum() / max(counts.sum(), 1))


def measure(settings: Settings, bred: Bred) -> Result:
    """Both controllers and how they differ."""
    players = specialists(bred)
    counts = decision_counts(players["A"], min(400, epochs_of(settings)), settings.seed + 2)
    middles = (np.arange(at.STRENGTHS) + 0.5) / at.STRENGTHS
    tight, loose = (controller(players[name], middles) for name in ("A tight", "A loose"))
    flat = (at.CELLS, at.STRENGTHS, at.WISHES)
    return Result(
        settings=settings,
        tight=controller(players["A tight"]),
        loose=controller(players["A loose"]),
        start=controller(players["A"]),
        differ=share_that_differs(tight.reshape(flat), loose.reshape(flat), counts),
        met=counts.reshape(at.POSITIONS, at.BETS, at.STAGES, at.STRENGTHS),
        tight_met=tight,
        loose_met=loose,
    )


def steps(settings: Settings) -> Generator[Step, None, StudyReport]:
    """Run the study, telling how far it has come."""
    yield Step(part="evolving", done=0, total=2)
    bred = bred_player(breeding(settings))
    yield Step(part="comparing", done=1, total=2)
    return report(measure(settings, bred))


def raises_late(chances: Floats, met: Floats) -> float:
    """How much more is raised late than early after the river with nothing to call, with the hands that come up."""
    hands = met[:, 0, RIVER].sum(axis=0)
    raised = (chances[:, 0, RIVER, :, 2] * hands).sum(axis=-1) / max(hands.sum(), 1)
    return float(raised[2] - raised[0])


def stays(chances: Floats, met: Floats) -> float:
    """How often bets are called or raised after the river, over the decisions that come up."""
    decisions = met[:, 1:, RIVER]
    return float(((1 - chances[:, 1:, RIVER, :, 0]) * decisions).sum() / max(decisions.sum(), 1))


def report(result: Result) -> StudyReport:
    """The paper's statements, checked on the average candidates after the river.

    What must hold is measured over the hands that come up: candidates for others never evolve.
    """
    tight, loose = result.tight[:, :, RIVER], result.loose[:, :, RIVER]
    raises = tight[:, 0, :, 2].mean(axis=-1)
    plays_tight, plays_loose = (1 - each[:, 1:, :, 0].mean(axis=(0, 2)) for each in (tight, loose))
    later = raises_late(result.tight_met, result.met)
    looser = stays(result.loose_met, result.met) - stays(result.tight_met, result.met)
    figures = (
        claim(
            "A tight raises more late than early with nothing to call (share of the hands that come up, late - early)",
            average([later]),
            later > 0,
            paper="much more",
            where="section 4.3, Figure 2",
            required=True,
        ),
        claim(
            "A loose calls or raises more than A tight when facing bets (share of decisions, loose - tight)",
            average([looser]),
            looser > 0,
            paper="more",
            where="section 4.3, Figure 3",
            required=True,
        ),
        claim(
            "share of decisions that differ",
            average([result.differ]),
            result.differ > DIFFERENT,
            paper=">0.15",
            where="section 4.3",
            required=True,
        ),
        new("the first, as a mean over all x", float(raises[2] - raises[0])),
        new("the second, as a mean over all x", float((plays_loose - plays_tight).mean())),
        Figure(
            name="A tight plays fewer hands the more bets there are to call",
            ours=" ".join(f"{value:.3f}" for value in plays_tight),
            paper="fewer",
            where="section 4.3, Figure 2",
            verdict=NOT_CONFIRMED,
        ),
        claim(
            "A loose bluffs less than A tight with nothing to call (raises below x = 0.5, loose - tight)",
            average([_bluffs(loose) - _bluffs(tight)]),
            _bluffs(loose) < _bluffs(tight),
            paper="less",
            where="section 4.3",
        ),
    )
    return StudyReport(
        name="evolve-2",
        hands=result.settings.hands,
        seed=result.settings.seed,
        figures=figures,
        details=_details(result),
    )


def _bluffs(river: Floats) -> float:
    return float(river[:, 0, GRID_X < 0.5, 2].mean())


def _details(result: Result) -> dict[str, Any]:
    found = {"x": GRID_X.round(3).tolist()}
    for name in ("tight", "loose", "start"):
        found[name] = getattr(result, name)[:, :, RIVER].round(4).tolist()
    return found


def plot(report: StudyReport, path: Path) -> None:
    """The paper's figures 2 and 3: 3 x 4 panels for each controller, position downwards, bets to call to the right."""
    figure, axes = new_figure(12, 6.2)
    axes.remove()
    halves = figure.subfigures(1, 2, wspace=0.04)
    x = report.details["x"]
    styles = (("fold", INK, "-", 1.0), ("call", COLOURS[2], "-", 2.2), ("raise", COLOURS[1], "--", 1.3))
    for half, (key, title) in zip(halves, (("tight", "A tight"), ("loose", "A loose")), strict=True):
        half.set_facecolor(PAPER)
        panels = half.subplots(at.POSITIONS, at.BETS, sharex=True, sharey=True)
        for position in range(at.POSITIONS):
            for bets in range(at.BETS):
                panel = panels[position, bets]
                values, start = (np.array(report.details[name][position][bets]) for name in (key, "start"))
                for index, (name, colour, line, width) in enumerate(styles):
                    panel.plot(x, start[:, index], color=INK, alpha=0.35, linestyle=line, linewidth=0.8, zorder=0)
                    panel.plot(x, values[:, index], color=colour, linestyle=line, linewidth=width, label=name)
                style(panel, labelsize=7)
                if position == 0:
                    panel.set_title(f"{bets} to call", fontsize=9)
                if bets == 0:
                    panel.set_ylabel(POSITIONS[position], fontsize=9)
        half.suptitle(f"{title} after the river, by position and bets to call (grey: player A)", fontsize=10, color=INK)
        half.supxlabel(
            "x, the chance to be ahead now; to fold where nothing is to call is to check", fontsize=8, color=INK
        )
        if key == "tight":
            panels[0, 0].legend(frameon=False, fontsize=7)
    save_figure(figure, path)
