"""The experiment of Osone & Onisawa with simulated novices: what a partner at the stud table is worth.

A pair of sets is 2 x 30 prepared deals, each set 15 wins and 15 losses at showdown. Twelve subjects play it, two of
each kind of novice: as in the paper one set with the partner and the other without, crossed over two groups; and,
since simulated subjects can, both sets both ways. That is done on twenty pairs of sets, beside the faithful partner
and beside `partner=plus`. Subjects of a set share its deals and their opponent, so sets are counted, not subjects.
Further: how often a subject asks and follows, whether they play better alone afterwards, and what each part of the
faithful partner is worth.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from riverboat.agents.stud.decision import MindSettings
from riverboat.agents.stud.equations import LITERAL_NOISE
from riverboat.arena.work.executors import in_order
from riverboat.partner.stud import StudPartner
from riverboat.pictures import COLOURS, FAINT, GRID, INK, new_figure, save_figure
from riverboat.steps import keeping
from riverboat.studies.partner_deals import GAMES, SETS, prepared_deals
from riverboat.studies.partner_figures import (
    ASKS,
    FOLLOWS,
    after_figures,
    gain_figures,
    part_figures,
    size_figures,
    sweep_figures,
    table_4_figures,
)
from riverboat.studies.partner_subjects import (
    KINDS,
    PARTNERS,
    SUBJECTS,
    Subject,
    follow_partner,
    pair_seed,
    play_subject,
    sit,
    subject_from_json,
    subject_to_json,
    temper_of,
)
from riverboat.studies.report import StudyReport
from riverboat.studies.settings import Settings, Step

#: Pairs of sets, and of how many in a quick look.
PAIRS, FEW_PAIRS = 20, 2
#: The pairs on which parts of the faithful partner are changed.
PART_PAIRS = 10
#: The pairs whose subjects take part in the sweep over asking and following, and in the question whether a subject
#: plays better alone afterwards; and how fast they learn then.
SWEPT = (3, 8)
LEARNERS = (0, 5, 10, 15)
LEARNS = 0.02
#: The faithful partner with one part changed, and the one beyond the paper.
PARTS: dict[str, MindSettings] = {
    "paper": MindSettings(),
    "paper without tendencies": MindSettings(tendencies=False),
    "paper without cases": MindSettings(cases="none"),
    "paper with cases that went well": MindSettings(cases="good"),
    "paper without noise": MindSettings(noise=0.0),
    "paper with noise of variance 0.1": MindSettings(noise=LITERAL_NOISE),
    "plus": MindSettings(),
}

Task = tuple[Any, ...]


def tasks(settings: Settings) -> list[Task]:
    """Everything that is played, in pieces of a few seconds."""
    pairs = FEW_PAIRS if settings.hands < GAMES else PAIRS
    found: list[Task] = [
        ("subject", kind, number, pair) for pair in range(pairs) for kind in KINDS for number in numbers_of(pair)
    ]
    for kind in KINDS:
        found += [
            ("sweep", kind, numbers_of(pair)[0], pair, asks, follows, partner)
            for pair in SWEPT
            if pair < pairs
            for partner in PARTNERS
            for asks in ASKS
            for follows in FOLLOWS
        ]
        found += [("after", kind, numbers_of(pair)[0], pair) for pair in LEARNERS if pair < pairs]
    return found + [
        ("part", name, pair, deals) for name in PARTS for pair in range(min(pairs, PART_PAIRS)) for deals in SETS
    ]


def numbers_of(pair: int) -> tuple[int, int]:
    """The subjects of each kind who play a pair of sets, one in each group; how weak they are goes round."""
    first = 2 * pair % SUBJECTS
    return first, first + 1


def play_tasks(seed: int, games: int, items: Sequence[Task]) -> list[dict[str, Any]]:
    """Play some of them; each result names its task."""
    return [{"task": list(item), **_play_task(seed, games, item)} for item in items]


def _play_task(seed: int, games: int, item: Task) -> dict[str, Any]:
    if item[0] == "part":
        return {"total": _follow(seed, games, *item[1:])}
    kind, number, pair = item[1:4]
    if item[0] == "subject":
        return subject_to_json(play_subject(kind, number, seed=seed, games=games, pair=pair))
    play = partial(sit, kind, number, seed=pair_seed(seed, pair), games=games)
    if item[0] == "sweep":
        asks, follows, partner = item[4:]
        return {
            "total": play("A", partner, temper=temper_of(number, asks=asks, follows=follows, heeds=follows / 2)).total
        }
    before = play("A", "plus", temper=temper_of(number, learns=LEARNS))
    after = play("B", "", temper=temper_of(number, weakness=before.weakness))
    return {"weakness": before.weakness, "total": after.total}


def _follow(seed: int, games: int, name: str, pair: int, deals: str) -> int:
    """The points of a set where the partner is always followed."""
    own = pair_seed(seed, pair)
    partner = StudPartner(kind="plus" if name == "plus" else "paper", seed=own % 1000 + 1, settings=PARTS[name])
    return follow_partner(partner, seed=own % 1000 + 2, deals=prepared_deals(own)[deals][:games])


def steps(settings: Settings) -> Generator[Step, None, StudyReport]:
    """Run the study, telling how far it has come; an interrupted run goes on after the last task."""
    todo = tasks(settings)
    work = {"study": "partner", "form": 2, "games": settings.hands, "seed": settings.seed}
    play = partial(play_tasks, settings.seed, settings.hands)
    with keeping(settings.checkpoint(work), resume=settings.resume, read=dict, write=dict) as kept:
        for result in in_order(play, todo[len(kept.done) :], make_executor=settings.make_executor):
            kept.add(result)
            yield Step(part=" ".join(map(str, result["task"][:3])), done=len(kept.done), total=len(todo))
    return report(settings, kept.done)


def report(settings: Settings, results: Sequence[dict[str, Any]]) -> StudyReport:
    """Our figures next to the paper's."""
    subjects = [subject_from_json(each) for each in results if each["task"][0] == "subject"]
    figures = table_4_figures()
    for partner in PARTNERS:
        figures += gain_figures(subjects, partner, must=partner == "plus")
    figures += size_figures(subjects)
    figures += sweep_figures(subjects, results)
    figures += after_figures(subjects, results)
    figures += part_figures(tuple(PARTS), results)
    games = sum(len(each.points) for subject in subjects for each in subject.sittings)
    pairs = len({subject.pair for subject in subjects})
    return StudyReport(
        name="partner",
        hands=settings.hands,
        seed=settings.seed,
        figures=tuple(figures),
        notes=(
            f"{len(subjects)} subjects on {pairs} pairs of sets, {games:,} games of theirs.",
            "crossed: one set with the partner, the other without, as in the paper; same deals: both sets both ways.",
            "A set's gain is the median over its subjects; p is that of the one-sided sign test over sets, or over "
            "pairs of sets in the crossed design.",
        ),
        details={"subjects": [_row(subject) for subject in subjects], "harm": _harm(subjects)},
    )


def _row(subject: Subject) -> dict[str, Any]:
    """Table 4 for one subject, and what they gained on the same deals."""
    row: dict[str, Any] = {
        "kind": subject.kind,
        "number": subject.number + 1,
        "group": subject.group,
        "pair": subject.pair + 1,
    }
    for partner in PARTNERS:
        without, with_partner = subject.crossed(partner)
        row |= {"without": without, f"with {partner}": with_partner}
        row |= {f"gain of {name} with {partner}": gain for name, gain in subject.gains(partner).items()}
    return row


def _harm(subjects: Sequence[Subject]) -> list[dict[str, Any]]:
    """The subjects whom a partner harmed most on the same deals, with the game that cost most and why."""
    found = []
    for partner in PARTNERS:
        by_gain = sorted((sum(subject.gains(partner).values()), at) for at, subject in enumerate(subjects))
        for gain, at in by_gain[:5]:
            if gain >= 0:
                continue
            subject = subjects[at]
            worst = min(
                (each for each in subject.sittings if each.partner == partner), key=lambda each: min(each.points)
            )
            found.append(
                {
                    "partner": partner,
                    "kind": subject.kind,
                    "number": subject.number + 1,
                    "pair": subject.pair + 1,
                    "gain": gain,
                    "worst game": min(worst.points),
                    "chance by the cards when they last paid": round(worst.worst_chance, 3),
                }
            )
    return found


def plot(report: StudyReport, path: Path) -> None:
    """The gain of every subject on both sets, by kind and partner."""
    figure, axes = new_figure(9.2, 5.4)
    labels, at = [], 0.0
    for kind in KINDS:
        rows = [row for row in report.details["subjects"] if row["kind"] == kind]
        for partner, colour in zip(PARTNERS, (COLOURS[1], COLOURS[0]), strict=True):
            gains = [row[f"gain of {name} with {partner}"] for row in rows for name in SETS]
            spread = np.linspace(-0.3, 0.3, len(gains)) if len(gains) > 1 else [0.0]
            axes.scatter(gains, at + np.array(spread), s=18, color=colour, alpha=0.6, linewidth=0, zorder=3)
            axes.plot([np.median(gains)] * 2, [at - 0.4, at + 0.4], color=colour, lw=2.2, zorder=4)
            axes.annotate(
                f"{sum(gain > 0 for gain in gains)} of {len(gains)}",
                (1.01, at),
                xycoords=("axes fraction", "data"),
                va="center",
                fontsize=9,
                color=colour,
            )
            labels.append((at, f"{kind.replace('-', ' ')}, {partner}"))
            at += 1
        at += 0.5
    axes.axvline(0, color=INK, lw=0.8)
    axes.set_xscale("symlog", linthresh=1_000)
    axes.set_xlim(-2e6, 2e6)
    axes.set_xticks([-1e6, -1e5, -1e4, -1e3, 0, 1e3, 1e4, 1e5, 1e6])
    axes.set_xticklabels(["-1M", "-100k", "-10k", "-1k", "0", "1k", "10k", "100k", "1M"], fontsize=9)
    axes.minorticks_off()
    axes.grid(axis="x", color=GRID, lw=0.6)
    axes.set_yticks([place for place, _ in labels], [label for _, label in labels], fontsize=9)
    axes.invert_yaxis()
    axes.set_xlabel(
        "points gained with the partner on a set of 30 deals (line: median; right: how many gained)", color=FAINT
    )
    axes.set_title("What a partner is worth to simulated novices", loc="left", fontsize=12, color=INK)
    save_figure(figure, path)
