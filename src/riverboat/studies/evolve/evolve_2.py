"""Experiment 2 of Barone & While (1999): what player A becomes against tight-passive and loose-aggressive players.

A evolves for 1,000 epochs at the mixed table, with ten seeds; what the paper says of both controllers is measured on
what each plays frozen, and claimed by intervals over the seeds. Two ways: our styles with the studies' feedback, and
the second set of opponents with the paper's plain feedback. Drawn are the controllers of the first seed after the
river, as the paper's figures 2 and 3 do, and on the flop.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from riverboat.agents.evolving import evolving_layout_kernel as at
from riverboat.agents.evolving.models import EvolvingAgent, chances, element_view, evolving_agent
from riverboat.arrays import Floats
from riverboat.intervals import Statistic, mean_interval
from riverboat.pictures import COLOURS, INK, PAPER, new_figure, save_figure, style
from riverboat.studies.evolve.evolving_runs import (
    OURS,
    SECOND_PLAIN,
    SEEDS,
    Way,
    bred_player,
    epochs_of,
    kept,
    specialists,
)
from riverboat.studies.report import Figure, StudyReport, above, above_zero, new
from riverboat.studies.settings import Settings, Step
from riverboat.training.epochs import TABLES, EpochTable, epoch_plan

FLOP, RIVER = 1, at.STAGES - 1
#: The share of decisions that must differ, as the paper says.
DIFFERENT = 0.15
#: Below this x a raise with nothing to call is a bluff.
BLUFF = 0.5
#: Win probabilities at which candidates are drawn, and the middles of the bins in which decisions are counted.
GRID_X = np.linspace(0.0, 1.0, 41)
MIDDLES = (np.arange(at.STRENGTHS) + 0.5) / at.STRENGTHS
#: Decisions are counted in pieces of this many epochs, before the record of any of them fades.
PIECE, COUNTED = 40, 120
POSITIONS = ("early", "middle", "late")
WAYS = (OURS, SECOND_PLAIN)
#: What is measured of a pair of controllers, with the paper's words and where they stand.
_FIGURE_2, _FIGURE_3 = "section 4.3, Figure 2", "section 4.3, Figure 3"
MEASURES = {
    "late": ("A tight raises more late than early with nothing to call after the river (late - early)", _FIGURE_2),
    "looser": ("A loose calls or raises more than A tight when facing bets after the river", _FIGURE_3),
    "differ": ("share of decisions that differ", "section 4.3"),
    "fewer": ("A tight plays fewer hands with 3 bets to call than with 1 after the river (1 - 3)", _FIGURE_2),
    "bluffs": ("A tight bluffs more than A loose with nothing to call after the river (tight - loose)", _FIGURE_3),
    "late_flop": ("A tight raises more late than early with nothing to call on the flop (late - early)", None),
    "looser_flop": ("A loose calls or raises more than A tight when facing bets on the flop", None),
    "bluffs_flop": ("A tight bluffs more than A loose with nothing to call on the flop (tight - loose)", None),
}
#: What must come out with the paper's own system: its feedback, and opponents as weak as its own. That A tight raises
#: more late than early did not on the development seeds: it is claimed like the rest.
REQUIRED = ("looser", "differ")


@dataclass(frozen=True, kw_only=True, eq=False)
class Controllers:
    """The chances to fold, call and raise by position, bets, stage and strength, and how often A meets each."""

    tight: Floats
    loose: Floats
    met: Floats

    def measures(self) -> dict[str, float]:
        """What the paper says of a pair of controllers, as numbers over the hands that come up."""
        flat = (at.CELLS, at.STRENGTHS, at.WISHES)
        differ = share_that_differs(
            self.tight.reshape(flat), self.loose.reshape(flat), self.met.reshape(at.CELLS, at.STRENGTHS)
        )
        found = {"differ": differ, "fewer": self._plays(1) - self._plays(3)}
        for suffix, stage in (("", RIVER), ("_flop", FLOP)):
            found[f"late{suffix}"] = raises_late(self.tight, self.met, stage)
            found[f"looser{suffix}"] = stays(self.loose, self.met, stage) - stays(self.tight, self.met, stage)
            found[f"bluffs{suffix}"] = bluffs(self.tight, self.met, stage) - bluffs(self.loose, self.met, stage)
        return found

    def _plays(self, bets: int) -> float:
        """How often A tight calls or raises this many bets after the river, with the hands that face any."""
        hands = self.met[:, 1:, RIVER].sum(axis=1)
        return _share(1 - self.tight[:, bets, RIVER, :, 0], hands)


def _share(values: Floats, weights: Floats) -> float:
    return float((values * weights).sum() / max(weights.sum(), 1))


def raises_late(found: Floats, met: Floats, stage: int) -> float:
    """How much more is raised late than early with nothing to call, with the hands that come up in any position."""
    hands = met[:, 0, stage].sum(axis=0)
    early, _, late = (_share(found[position, 0, stage, :, 2], hands) for position in range(at.POSITIONS))
    return late - early


def stays(found: Floats, met: Floats, stage: int) -> float:
    """How often bets are called or raised, over the decisions that come up."""
    return _share(1 - found[:, 1:, stage, :, 0], met[:, 1:, stage])


def bluffs(found: Floats, met: Floats, stage: int) -> float:
    """How often a hand of little strength bets where nothing is to call."""
    weak = MIDDLES < BLUFF
    return _share(found[:, 0, stage, weak, 2], met[:, 0, stage][:, weak])


def controller(agent: EvolvingAgent, x: Floats) -> Floats:
    """The chances of an agent with one segment, by position, bets to call, stage and x: the mean over its members."""
    cells = agent.candidates()[0]
    return np.array(
        [
            [[np.mean([chances(each, x) for each in members], axis=0) for members in row] for row in block]
            for block in cells
        ]
    )


def decision_counts(agent: EvolvingAgent, table: tuple[str, ...], epochs: int, seed: int) -> Floats:
    """How often a player meets each position, number of bets, stage and strength at a table."""
    options: dict[str, float | str] = {
        "population": 2, "uses": 1e6, "before": 0, "step": 0, "recall": "chances", "explore": 0, "least": 0
    }  # fmt: skip
    counts = np.zeros((at.CELLS, at.STRENGTHS))
    for piece in range(0, epochs, PIECE):
        watcher = evolving_agent(segments=("all",), start="a", options=options)
        watcher.candidates()[:] = agent.candidates()
        seats = EpochTable(epoch_plan(watcher, table, epochs=piece + PIECE, seed=seed))
        for _ in seats.run(piece, piece + PIECE):
            pass
        rows = element_view(watcher.params, seats.memory[0][: len(watcher.memory)])[:, at.RECORD :]
        counts += rows.reshape(at.CELLS, at.STRENGTHS, at.WISHES, at.RECORD_ROW)[..., at.WEIGHT].sum(axis=-1)
    return counts.reshape(at.POSITIONS, at.BETS, at.STAGES, at.STRENGTHS)


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


def measure_all(folder: Path | None, epochs: int, items: Sequence[tuple[Way, int]]) -> list[dict[str, Any]]:
    """What a worker does: evolve from A as a way says with a seed, and measure both controllers."""
    found = []
    for way, seed in items:
        players = specialists(bred_player(way.breeding(way.start_a, seed, epochs), folder), way)
        counts = decision_counts(players["A"], TABLES[f"{way.tables}mixed"], min(COUNTED, epochs), seed + 2)
        tight, loose = (controller(players[name], MIDDLES) for name in ("A tight", "A loose"))
        measures = Controllers(tight=tight, loose=loose, met=counts).measures()
        panels = {
            key: controller(players[name], GRID_X)[:, :, (FLOP, RIVER)].round(3).tolist()
            for key, name in (("tight", "A tight"), ("loose", "A loose"), ("start", "A"))
        }
        found.append({"measures": measures, "panels": panels})
    return found


def measured(
    settings: Settings, items: Sequence[tuple[Way, int]]
) -> Generator[Step, None, Sequence[Mapping[str, Any]]]:
    """Evolve from A in each way with each seed and measure both controllers, telling how far it has come."""
    epochs = epochs_of(settings)
    work = {"runs": [f"{way.breeding(way.start_a, seed, epochs).work} {seed}" for way, seed in items], "epochs": epochs}
    found = yield from kept("evolve-2", work, items, partial(measure_all, settings.folder, epochs), settings)
    return found


def steps(settings: Settings) -> Generator[Step, None, StudyReport]:
    """Run the study, telling how far it has come."""
    items = [(way, settings.seed + at) for way in WAYS for at in range(SEEDS)]
    found = yield from measured(settings, items)
    return report(settings, {way.key: found[at * SEEDS : (at + 1) * SEEDS] for at, way in enumerate(WAYS)})


def report(settings: Settings, found: Mapping[str, Sequence[Mapping[str, Any]]]) -> StudyReport:
    """The paper's statements, each with its interval over the seeds."""
    figures = [figure for way in WAYS for figure in _figures_of(way, found[way.key])]
    return StudyReport(
        name="evolve-2",
        hands=settings.hands,
        seed=settings.seed,
        figures=tuple(figures),
        notes=(
            "Shares are of the hands and decisions that player A meets at the mixed table. Where nothing is to call, "
            "to fold is to check.",
        ),
        details={
            "x": GRID_X.round(3).tolist(),
            "ways": [{"label": way.label, **found[way.key][0]["panels"]} for way in WAYS],
            "measures": {way.key: [run["measures"] for run in found[way.key]] for way in WAYS},
        },
    )


def _figures_of(way: Way, runs: Sequence[Mapping[str, Any]]) -> list[Figure]:
    """The statements of the paper as claims; on the flop, of which it says nothing, as figures of ours."""
    figures = []
    for key, (name, where) in MEASURES.items():
        ours = mean_interval(np.array([run["measures"][key] for run in runs], dtype=np.float64))
        figures.append(
            _figure(key, f"{name}: {way.label}", ours, where, required=way is SECOND_PLAIN and key in REQUIRED)
        )
    return figures


def _figure(key: str, name: str, ours: Statistic, where: str | None, *, required: bool) -> Figure:
    if where is None:
        return new(name, ours)
    if key == "differ":
        return above(name, ours, DIFFERENT, paper="over 15 %", where=where, required=required)
    return above_zero(name, ours, where=where, required=required)


def plot(report: StudyReport, path: Path) -> None:
    """The paper's figures 2 and 3: 3 x 4 panels for each controller, position downwards, bets to call to the right."""
    figure, axes = new_figure(13, 22)
    axes.remove()
    blocks = figure.subfigures(4, 2, wspace=0.03, hspace=0.04)
    for row in range(4):
        way, stage = report.details["ways"][row // 2], (1, 0)[row % 2]
        for half, (key, title) in zip(blocks[row], (("tight", "A tight"), ("loose", "A loose")), strict=True):
            when = "after the river" if stage else "on the flop"
            half.suptitle(f"{title} {when}: {way['label']}", fontsize=10, color=INK)
            _draw_controller(
                half, report.details["x"], way[key], way["start"], stage, legend=row == 0 and key == "tight"
            )
    save_figure(figure, path)


def _draw_controller(half: Any, x: list[float], values: Any, start: Any, stage: int, *, legend: bool) -> None:
    """One controller: the chances to fold, call and raise against x, player A's in grey."""
    styles = (("fold", INK, "-", 1.0), ("call", COLOURS[2], "-", 2.2), ("raise", COLOURS[1], "--", 1.5))
    half.set_facecolor(PAPER)
    panels = half.subplots(at.POSITIONS, at.BETS, sharex=True, sharey=True)
    for position in range(at.POSITIONS):
        for bets in range(at.BETS):
            panel = panels[position, bets]
            ours, before = (np.array(each[position][bets][stage]) for each in (values, start))
            for index, (name, colour, line, width) in enumerate(styles):
                panel.plot(x, before[:, index], color=INK, alpha=0.3, linestyle=line, linewidth=0.8, zorder=0)
                panel.plot(x, ours[:, index], color=colour, linestyle=line, linewidth=width, label=name)
            style(panel, labelsize=7)
            if position == 0:
                panel.set_title(f"{bets} to call", fontsize=9)
            if bets == 0:
                panel.set_ylabel(POSITIONS[position], fontsize=9)
    half.supxlabel("x, the chance to be ahead now (grey: player A)", fontsize=8, color=INK)
    if legend:
        panels[0, 0].legend(frameon=False, fontsize=7)
