"""The experiment of Osone & Onisawa with simulated novices: what a partner at the stud table is worth.

Two sets of 30 prepared deals, each 15 wins and 15 losses at showdown, one played with the partner and the other
without, crossed over two groups; and, since simulated subjects can, both sets both ways. Six kinds of novice, twelve
subjects each, beside the faithful partner and beside `partner=plus`. Further: how often a subject asks and follows,
whether he plays better alone afterwards, and which part of the faithful partner is at fault where it does not help.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from riverboat.arena.work.executors import in_order
from riverboat.partner.stud import StudPartner
from riverboat.pictures import COLOURS, FAINT, GRID, INK, new_figure, save_figure
from riverboat.steps import keeping
from riverboat.studies.partner_deals import GAMES, SETS, prepared_deals
from riverboat.studies.partner_people import wilcoxon
from riverboat.studies.partner_subjects import (
    KINDS,
    PARTNERS,
    SUBJECTS,
    Subject,
    follow_partner,
    play_subject,
    sit,
    subject_from_json,
    subject_to_json,
    temper_of,
)
from riverboat.studies.report import Figure, PValue, StudyReport, claim
from riverboat.studies.settings import Settings, Step

#: How often subjects ask and follow, in the sweep; and who of each kind takes part in it.
ASKS, FOLLOWS = (0.25, 0.5, 1.0), (0.5, 1.0)
SWEPT = (3, 8)
#: Who takes part in the question whether a subject plays better alone afterwards, and how fast he learns.
LEARNERS = (0, 4, 7, 11)
LEARNS = 0.02
#: Parts left out of the faithful partner, one at a time, and how many pairs of sets each is followed through.
FAULTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("paper", ()),
    ("paper without tendencies", ("tendencies",)),
    ("paper without cases", ("cases",)),
    ("paper without noise in its bets", ("noise",)),
    ("plus", ()),
)
FAULT_SETS = 12

Task = tuple[Any, ...]


def tasks(settings: Settings) -> list[Task]:
    """Everything that is played, in pieces of a few seconds."""
    small = settings.hands < GAMES
    found: list[Task] = [("subject", kind, number) for kind in KINDS for number in range(SUBJECTS)]
    for kind in KINDS:
        for number in SWEPT[: 1 if small else None]:
            found += [
                ("sweep", kind, number, asks, follows, partner)
                for partner in PARTNERS
                for asks in ASKS
                for follows in FOLLOWS
            ]
        found += [("after", kind, number) for number in LEARNERS[: 1 if small else None]]
    found += [("fault", name, at) for name, _ in FAULTS for at in range(2 if small else FAULT_SETS)]
    return found


def play_tasks(seed: int, games: int, items: Sequence[Task]) -> list[dict[str, Any]]:
    """Play some of them; each result names its task."""
    return [{"task": list(item), **_play_task(seed, games, item)} for item in items]


def _play_task(seed: int, games: int, item: Task) -> dict[str, Any]:
    if item[0] == "subject":
        return subject_to_json(play_subject(item[1], item[2], seed=seed, games=games))
    if item[0] == "sweep":
        _, kind, number, asks, follows, partner = item
        temper = temper_of(number, asks=asks, follows=follows, heeds=follows / 2)
        return {"total": sit(kind, number, "A", partner, seed=seed, games=games, temper=temper).total}
    if item[0] == "after":
        _, kind, number = item
        learner = temper_of(number, learns=LEARNS)
        before = sit(kind, number, "A", "plus", seed=seed, games=games, temper=learner)
        wiser = temper_of(number, weakness=before.weakness)
        after = sit(kind, number, "B", "", seed=seed, games=games, temper=wiser)
        return {"weakness": before.weakness, "total": after.total}
    _, name, at = item
    without = dict(FAULTS)[name]
    partner = StudPartner(kind="plus" if name == "plus" else "paper", seed=seed % 1000 + 1, without=without)
    deals = prepared_deals(seed + 1 + at // 2)[SETS[at % 2]][:games]
    return {"total": sum(follow_partner(partner, opponent=seed % 1000 + 2 + at, deals=deals))}


def steps(settings: Settings) -> Generator[Step, None, StudyReport]:
    """Run the study, telling how far it has come; an interrupted run goes on after the last task."""
    todo = tasks(settings)
    work = {"study": "partner", "games": settings.hands, "seed": settings.seed}
    play = partial(play_tasks, settings.seed, settings.hands)
    with keeping(settings.checkpoint(work), resume=settings.resume, read=dict, write=dict) as kept:
        for result in in_order(play, todo[len(kept.done) :], make_executor=settings.make_executor):
            kept.add(result)
            yield Step(part=" ".join(map(str, result["task"][:3])), done=len(kept.done), total=len(todo))
    return report(settings, kept.done)


def report(settings: Settings, results: Sequence[dict[str, Any]]) -> StudyReport:
    """Our figures beside the paper's."""
    subjects = [subject_from_json(each) for each in results if each["task"][0] == "subject"]
    figures = [figure for partner in PARTNERS for figure in _gains(subjects, partner)]
    figures += _sweep_figures(subjects, results)
    figures += _after_figures(subjects, results)
    figures += _fault_figures(results)
    games = sum(len(each.points) for subject in subjects for each in subject.sittings)
    return StudyReport(
        name="partner",
        hands=settings.hands,
        seed=settings.seed,
        figures=tuple(figures),
        notes=(
            f"{len(subjects)} subjects, {games:,} games of theirs.",
            "crossed: one set with the partner, the other without, as in the paper; same deals: both sets both ways.",
            "p is that of the one-sided Wilcoxon signed-rank test.",
        ),
        details={"subjects": [_row(subject) for subject in subjects], "harm": _harm(subjects)},
    )


def _gain(pair: tuple[int, int]) -> int:
    return pair[1] - pair[0]


def _gains(subjects: Sequence[Subject], partner: str) -> list[Figure]:
    """Who gained, by kind and overall; the claim that must hold is that of the partner beyond the paper."""
    found = []
    crossed = [_gain(subject.crossed(partner)) for subject in subjects]
    same = [_gain(subject.same_deals(partner)) for subject in subjects]
    for name, gains in (("crossed", crossed), ("same deals", same)):
        p = wilcoxon(gains)
        gained = sum(gain > 0 for gain in gains)
        paper = "9 of 12 gained" if name == "crossed" else None
        where = "section 4.2.1, Table 4" if name == "crossed" else None
        label = f"partner={partner}, {name}"
        found.append(
            Figure(name=f"{label}: subjects who gained", ours=f"{gained} of {len(gains)}", paper=paper, where=where)
        )
        found.append(Figure(name=f"{label}: median gain, points", ours=float(np.median(gains))))
        must = partner == "plus"
        not_significant = "not significant (0.98 against 1.65)" if name == "crossed" else None
        found.append(
            claim(
                f"{label}: overall p below 0.01",
                PValue(p=p, n=len(gains)),
                p < 0.01,
                paper=not_significant,
                where=where,
                required=must,
            )
        )
    for kind in KINDS:
        gains = [_gain(subject.same_deals(partner)) for subject in subjects if subject.kind == kind]
        gained = sum(gain > 0 for gain in gains)
        text = f"{gained} of {len(gains)} gained, median {int(np.median(gains)):+,}, p {wilcoxon(gains):.4f}"
        found.append(Figure(name=f"partner={partner}, {kind}, same deals", ours=text))
    return found


def _sweep_figures(subjects: Sequence[Subject], results: Sequence[dict[str, Any]]) -> list[Figure]:
    """Gains on set A, by how often subjects ask and follow."""
    alone = {(subject.kind, subject.number): subject.total("A", "") for subject in subjects}
    found = []
    for partner in PARTNERS:
        for asks in ASKS:
            for follows in FOLLOWS:
                gains = [
                    each["total"] - alone[each["task"][1], each["task"][2]]
                    for each in results
                    if each["task"][0] == "sweep" and each["task"][3:] == [asks, follows, partner]
                ]
                text = f"{sum(gain > 0 for gain in gains)} of {len(gains)} gained, median {int(np.median(gains)):+,}"
                found.append(Figure(name=f"partner={partner}, asks {asks:g}, follows {follows:g}, set A", ours=text))
    return found


def _after_figures(subjects: Sequence[Subject], results: Sequence[dict[str, Any]]) -> list[Figure]:
    """Whether subjects who learn play better alone afterwards: set B after set A with the partner, and without."""
    alone = {(subject.kind, subject.number): subject.total("B", "") for subject in subjects}
    after = [each for each in results if each["task"][0] == "after"]
    gains = [each["total"] - alone[each["task"][1], each["task"][2]] for each in after]
    left = float(np.mean([each["weakness"] for each in after]))
    text = f"{sum(gain > 0 for gain in gains)} of {len(gains)} play better, median {int(np.median(gains)):+,}"
    return [
        Figure(name="alone afterwards, where subjects learn from advice", ours=text),
        Figure(name="weakness left after one set with the partner (0.40 to 0.80 before)", ours=left),
    ]


def _fault_figures(results: Sequence[dict[str, Any]]) -> list[Figure]:
    """A partner that is always followed, with one part left out."""
    found = []
    for name, _ in FAULTS:
        totals = [each["total"] for each in results if each["task"][:2] == ["fault", name]]
        won = sum(total > 0 for total in totals)
        text = f"wins {won} of {len(totals)} sets, median {int(np.median(totals)):+,}"
        found.append(Figure(name=f"always followed: {name}", ours=text))
    return found


def _row(subject: Subject) -> dict[str, Any]:
    """Table 4 for one subject."""
    row: dict[str, Any] = {"kind": subject.kind, "number": subject.number + 1, "group": subject.group}
    for partner in PARTNERS:
        without, with_partner = subject.crossed(partner)
        row |= {"without": without, f"with {partner}": with_partner}
        alone, beside = subject.same_deals(partner)
        row |= {"both sets without": alone, f"both sets with {partner}": beside}
    return row


def _harm(subjects: Sequence[Subject]) -> list[dict[str, Any]]:
    """The subjects whom a partner harmed most on the same deals, with the game that cost most and why."""
    found = []
    for partner in PARTNERS:
        harmed = sorted(subjects, key=lambda subject: _gain(subject.same_deals(partner)))[:5]
        for subject in harmed:
            if _gain(subject.same_deals(partner)) >= 0:
                continue
            worst = min(
                (each for each in subject.sittings if each.partner == partner), key=lambda each: min(each.points)
            )
            found.append(
                {
                    "partner": partner,
                    "kind": subject.kind,
                    "number": subject.number + 1,
                    "gain": _gain(subject.same_deals(partner)),
                    "worst game": min(worst.points),
                    "chance by the cards when he last paid": round(worst.worst_chance, 3),
                }
            )
    return found


def plot(report: StudyReport, path: Path) -> None:
    """The gain of every subject on the same deals, by kind and partner."""
    figure, axes = new_figure(9.2, 5.4)
    rows = report.details["subjects"]
    labels, at = [], 0.0
    for kind in KINDS:
        for partner, colour in zip(PARTNERS, (COLOURS[1], COLOURS[0]), strict=True):
            gains = [row[f"both sets with {partner}"] - row["both sets without"] for row in rows if row["kind"] == kind]
            spread = np.linspace(-0.28, 0.28, len(gains)) if len(gains) > 1 else [0.0]
            axes.scatter(gains, at + np.array(spread), s=26, color=colour, alpha=0.75, linewidth=0, zorder=3)
            gained = sum(gain > 0 for gain in gains)
            axes.plot([np.median(gains)] * 2, [at - 0.4, at + 0.4], color=colour, lw=2.2, zorder=4)
            axes.annotate(
                f"{gained} of {len(gains)}",
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
    axes.set_xscale("symlog", linthresh=10_000)
    most = max(abs(row[f"both sets with {partner}"] - row["both sets without"]) for row in rows for partner in PARTNERS)
    axes.set_xlim(-2 * max(most, 1e7), 2 * max(most, 1e7))
    axes.set_xticks([-1e7, -1e6, -1e5, -1e4, 0, 1e4, 1e5, 1e6, 1e7])
    axes.set_xticklabels(["-10M", "-1M", "-100k", "-10k", "0", "10k", "100k", "1M", "10M"], fontsize=9)
    axes.minorticks_off()
    axes.grid(axis="x", color=GRID, lw=0.6)
    axes.set_yticks([place for place, _ in labels], [label for _, label in labels], fontsize=9)
    axes.invert_yaxis()
    axes.set_xlabel(
        "points gained with the partner, 60 deals both ways (line: median; right: how many gained)", color=FAINT
    )
    axes.set_title("What a partner is worth to simulated novices", loc="left", fontsize=12, color=INK)
    save_figure(figure, path)
