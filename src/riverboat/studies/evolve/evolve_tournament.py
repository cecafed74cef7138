"""Section 4.5 of Barone & While (1999): A tight in no-limit elimination tournaments of 987 entrants.

The paper's player took part in one and finished in the top 22 %. Ours plays many, against a stated field of styles,
Lokibots and random players, through the one mapping of bets of any size to numbers of raises.
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import numpy as np

from riverboat.agents.evolving.models import frozen
from riverboat.arena.matches.plan import Entrant, entrant
from riverboat.arena.tournaments.elimination import EliminationPlan, EliminationResult, elimination_steps
from riverboat.arrays import Floats
from riverboat.intervals import mean_interval
from riverboat.pictures import COLOURS, GRID, INK, new_figure, save_figure
from riverboat.steps import Run
from riverboat.studies.evolve import evolve_2
from riverboat.studies.evolve.evolving_runs import TIGHT, bred_player
from riverboat.studies.report import Figure, StudyReport, beside
from riverboat.studies.settings import Settings, Step

ENTRANTS = 987
PAPER_PLACE = 0.22
#: The epochs, in hands, that the player has evolved for.
BRED_HANDS = 100_000
#: Who else takes part: 986 of them.
FIELD = (
    "loose-passive*250",
    "loose-aggressive*200",
    "tight-passive*150",
    "tight-aggressive*120",
    "loki-a*60",
    "loki-c*40",
    "loki-e*40",
    "maniac*40",
    "rock*40",
    "random*46",
)


def plan(settings: Settings) -> EliminationPlan:
    """The tournaments: `hands` counts them."""
    bred = bred_player(evolve_2.breeding(Settings(hands=BRED_HANDS, seed=settings.seed)))
    player = frozen(bred.agent, against=TIGHT, name="A tight")
    entrants = (Entrant(name="A tight", agent=player), *(entrant(name) for name in FIELD))
    return EliminationPlan(entrants=entrants, count=settings.hands, seed=settings.seed)


def steps(settings: Settings) -> Generator[Step, None, StudyReport]:
    """Run the study, telling how far it has come."""
    yield Step(part="evolving", done=0, total=settings.hands)
    planned = plan(settings)
    checkpoint = settings.checkpoint(planned.describe(), "evolve-tournament")
    played = Run(
        elimination_steps(planned, make_executor=settings.make_executor, checkpoint=checkpoint, resume=settings.resume)
    )
    for now in played:
        yield Step(part="tournaments", done=now.tournaments_done, total=now.tournaments)
    return report(settings, played.result)


def report(settings: Settings, result: EliminationResult) -> StudyReport:
    """The distribution of finishing places, as parts of the field."""
    parts: Floats = result.places_of(0)[:, 0] / ENTRANTS
    figures = [
        beside(
            f"mean place of A tight, as a part of {ENTRANTS}",
            mean_interval(parts),
            PAPER_PLACE,
            where="section 4.5",
            within=0.05,
        ),
        Figure(name="median place", ours=float(np.median(parts))),
        Figure(name="best place", ours=int(result.places_of(0).min())),
        Figure(
            name="share of tournaments that end in the top 22 %",
            ours=mean_interval((parts <= PAPER_PLACE).astype(np.float64)),
        ),
        *(
            Figure(
                name=f"mean place of {each.name}",
                ours=mean_interval(np.asarray(result.places_of(at).mean(axis=1) / ENTRANTS, dtype=np.float64)),
            )
            for at, each in enumerate(result.plan.entrants)
            if at
        ),
    ]
    return StudyReport(
        name="evolve-tournament",
        hands=settings.hands,
        seed=settings.seed,
        figures=tuple(figures),
        notes=(f"The field of {ENTRANTS}: A tight and {', '.join(FIELD)}. A place of 0 is the winner's, 1 the last.",),
        details={
            "parts": np.sort(parts).round(4).tolist(),
            "field": {
                each.name: float(result.places_of(at).mean() / ENTRANTS) for at, each in enumerate(result.plan.entrants)
            },
            "hash": result.digest,
        },
    )


def plot(report: StudyReport, path: Path) -> None:
    """How often A tight finished in each twentieth of the field, and the paper's one place."""
    figure, axes = new_figure(8, 4.6)
    parts = np.array(report.details["parts"])
    axes.hist(parts, bins=np.linspace(0, 1, 21), color=COLOURS[2], rwidth=0.9)
    axes.axvline(PAPER_PLACE, color=COLOURS[1], linewidth=1.6, linestyle="--", label="the paper's one tournament: 22 %")
    axes.axvline(parts.mean(), color=INK, linewidth=1.6, label=f"our mean: {parts.mean():.1%}")
    axes.axhline(len(parts) / 20, color=GRID, linewidth=1, label="an average entrant")
    axes.set_xlabel(f"place, as a part of {ENTRANTS} entrants (0: the winner)", color=INK)
    axes.set_ylabel("tournaments", color=INK)
    axes.set_title(f"A tight in {len(parts)} no-limit tournaments", loc="left", color=INK)
    axes.legend(frameon=False, fontsize=9)
    save_figure(figure, path)
