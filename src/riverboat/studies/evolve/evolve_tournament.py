"""Section 4.5 of Barone & While (1999): A tight in no-limit elimination tournaments of 987 entrants.

The paper's player took part in one and finished in the top 22 %. Ours, the shipped `evolved-tight`, plays many, against
a stated field of styles, Lokibots and random players, through the one mapping of bets of any size to numbers of raises.
Player A, from which it evolved, is in the field as often, so that the study shows whether evolving helped.
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import numpy as np

from riverboat.arena.matches.plan import entrant
from riverboat.arena.tournaments.elimination import EliminationPlan, EliminationResult, elimination_steps
from riverboat.arrays import Floats
from riverboat.intervals import mean_interval
from riverboat.pictures import COLOURS, GRID, INK, new_figure, save_figure
from riverboat.steps import Run
from riverboat.studies.report import StudyReport, above, beside, new
from riverboat.studies.settings import Settings, Step

ENTRANTS = 987
PAPER_PLACE = 0.22
WHERE = "section 4.5"
#: Who else takes part beside ten A tight and ten A: the tight-aggressive style is what A was written after.
FIELD = (
    "loose-passive*240",
    "loose-aggressive*200",
    "tight-passive*150",
    "tight-aggressive*120",
    "loki-a*60",
    "loki-c*40",
    "loki-e*40",
    "maniac*40",
    "rock*40",
    "random*37",
)
COPIES = 10
#: The evolved player, and the one that it evolved from.
PLAYERS = (f"evolved-tight*{COPIES}", f"evolved*{COPIES}")
SHOWN = ("A tight", "A")


def plan(settings: Settings) -> EliminationPlan:
    """The tournaments: `hands` counts them."""
    entrants = tuple(entrant(name) for name in (*PLAYERS, *FIELD))
    return EliminationPlan(entrants=entrants, count=settings.hands, seed=settings.seed)


def steps(settings: Settings) -> Generator[Step, None, StudyReport]:
    """Run the study, telling how far it has come."""
    planned = plan(settings)
    checkpoint = settings.checkpoint(planned.describe(), "evolve-tournament")
    played = Run(
        elimination_steps(planned, make_executor=settings.make_executor, checkpoint=checkpoint, resume=settings.resume)
    )
    for now in played:
        yield Step(part="tournaments", done=now.tournaments_done, total=now.tournaments)
    return report(settings, played.result)


def report(settings: Settings, result: EliminationResult) -> StudyReport:
    """The distribution of finishing places, as parts of the field; the tournament is the unit."""
    places: list[Floats] = [result.places_of(at) / ENTRANTS for at in range(len(result.plan.entrants))]
    means = [np.asarray(each.mean(axis=1), dtype=np.float64) for each in places]
    names = (*SHOWN, *(each.name for each in result.plan.entrants[len(SHOWN) :]))
    tight = places[0]
    figures = (
        beside(
            f"mean place of A tight, as a part of {ENTRANTS}",
            mean_interval(means[0]),
            PAPER_PLACE,
            where=WHERE,
            within=0.05,
        ),
        above(
            "evolving helped: A's mean place less that of A tight, as a part of the field",
            mean_interval(means[1] - means[0]),
            0,
            where="section 5 says that it out-plays the static player",
        ),
        new("median place of A tight", float(np.median(tight))),
        new("best place of A tight", int(result.places_of(0).min())),
        new(
            "share of A tight's places in the top 22 %",
            mean_interval(np.asarray((tight <= PAPER_PLACE).mean(axis=1), dtype=np.float64)),
        ),
        *(new(f"mean place of {name}", mean_interval(mean)) for name, mean in list(zip(names, means, strict=True))[1:]),
    )
    return StudyReport(
        name="evolve-tournament",
        hands=settings.hands,
        seed=settings.seed,
        figures=figures,
        notes=(
            f"The field of {ENTRANTS}: {COPIES} A tight, {COPIES} A and {', '.join(FIELD)}. "
            "A place of 0 is the winner's, 1 the last.",
        ),
        details={
            "parts": np.sort(tight.ravel()).round(4).tolist(),
            "start": np.sort(places[1].ravel()).round(4).tolist(),
            "field": {name: float(mean.mean()) for name, mean in zip(names, means, strict=True)},
            "hash": result.digest,
        },
    )


def plot(report: StudyReport, path: Path) -> None:
    """How often A tight and A finished in each twentieth of the field, and the paper's one place."""
    figure, axes = new_figure(8, 4.6)
    bins = np.linspace(0, 1, 21)
    for colour, key, name in ((COLOURS[2], "parts", "A tight"), (INK, "start", "A, from which it evolved")):
        parts = np.array(report.details[key])
        shares = 100 * np.histogram(parts, bins)[0] / len(parts)
        label = f"{name}: mean {parts.mean():.1%}"
        if key == "parts":
            axes.bar(bins[:-1] + 0.025, shares, width=0.045, color=colour, label=label)
        else:
            axes.stairs(shares, bins, color=colour, linewidth=1.4, label=label)
    axes.axvline(PAPER_PLACE, color=COLOURS[1], linewidth=1.6, linestyle="--", label="the paper's one tournament: 22 %")
    axes.axhline(5, color=GRID, linewidth=1, label="an average entrant")
    axes.set_xlim(0, 1)
    axes.set_xlabel(f"place, as a part of {ENTRANTS} entrants (0: the winner)", color=INK)
    axes.set_ylabel("% of the places", color=INK)
    axes.set_title(f"A tight and A in {report.hands} no-limit tournaments", loc="left", color=INK)
    axes.legend(frameon=False, fontsize=9)
    save_figure(figure, path)
