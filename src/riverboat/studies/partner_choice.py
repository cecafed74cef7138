"""Which partner at stud helps novices more: the faithful one or `plus`, each on the same fresh sets of deals.

The partner's study has both beside the same novices, and neither its deals nor its number of sets were chosen for this
question. Here a hundred further pairs of sets are played by one novice of each kind with either partner, and by the
timid alone too, whom that study left undecided. A set is the unit: its difference is the median over its novices.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from riverboat.arena.work.executors import in_order
from riverboat.intervals import proportion
from riverboat.pictures import COLOURS, FAINT, GRID, INK, new_figure, save_figure
from riverboat.steps import keeping
from riverboat.studies.partner_deals import GAMES, SETS
from riverboat.studies.partner_figures import gained, points_text, sign_test
from riverboat.studies.partner_subjects import KINDS, PARTNERS, SUBJECTS, pair_seed, sit, temper_of
from riverboat.studies.report import Figure, StudyReport, claim, new
from riverboat.studies.settings import Settings, Step

#: Pairs of sets, and of how many in a quick look.
PAIRS, FEW_PAIRS = 100, 2
#: The kind that neither partner was shown to help: it plays alone too.
TIMID = "folds-too-much"
ALONE = "alone"
#: A difference counts below this p, two-sided; a gain of the timid below the study's one in a hundred, one-sided.
LEVEL, GAIN_LEVEL = 0.05, 0.01

#: By kind of novice, the points of a set beside each partner, and alone.
Points = Mapping[str, Mapping[str, int]]


def tasks(settings: Settings) -> list[tuple[int, str]]:
    """The sets that are played: a pair's number and which of its two."""
    pairs = FEW_PAIRS if settings.hands < GAMES else PAIRS
    return [(pair, deals) for pair in range(pairs) for deals in SETS]


def play_sets(seed: int, games: int, items: Sequence[tuple[int, str]]) -> list[dict[str, Any]]:
    """Let one novice of each kind play sets with either partner; how weak they are goes round."""
    found = []
    for pair, deals in items:
        own, number = pair_seed(seed, pair), pair % SUBJECTS
        play = partial(sit, number=number, deals=deals, seed=own, games=games, temper=temper_of(number))
        points = {kind: {which: play(kind, partner=which).total for which in PARTNERS} for kind in KINDS}
        points[TIMID][ALONE] = play(TIMID, partner="").total
        found.append({"pair": pair, "deals": deals, "points": points})
    return found


def steps(settings: Settings) -> Generator[Step, None, StudyReport]:
    """Run the study, telling how far it has come; an interrupted run goes on after the last set."""
    todo = tasks(settings)
    work = {"study": "partner-choice", "games": settings.hands, "seed": settings.seed}
    play = partial(play_sets, settings.seed, settings.hands)
    with keeping(settings.checkpoint(work), resume=settings.resume, read=dict, write=dict) as kept:
        for result in in_order(play, todo[len(kept.done) :], make_executor=settings.make_executor):
            kept.add(result)
            yield Step(part=f"set {result['deals']} of pair {result['pair'] + 1}", done=len(kept.done), total=len(todo))
    return report(settings, [result["points"] for result in kept.done])


def differences(sets: Sequence[Points], kinds: Sequence[str]) -> list[float]:
    """By set, the median over its novices of what `plus` brought less what the faithful partner did."""
    return [float(np.median([points[kind]["plus"] - points[kind]["paper"] for kind in kinds])) for points in sets]


def report(settings: Settings, sets: Sequence[Points]) -> StudyReport:
    """Which partner is better, over all novices and by kind, and whether either helps the timid."""
    modest = [kind for kind in KINDS if kind != "bets-too-much"]
    figures = [
        *_choice(sets, KINDS, "all novices"),
        *_choice(sets, modest, "without bets-too-much"),
        *(_by_kind(sets, kind) for kind in KINDS),
        *(figure for partner in PARTNERS for figure in _timid(sets, partner)),
    ]
    return StudyReport(
        name="partner-choice",
        hands=settings.hands,
        seed=settings.seed,
        figures=tuple(figures),
        notes=(
            f"{len(sets)} sets of {settings.hands} games, {len(KINDS)} novices each with either partner on the same "
            "deals; sign tests over sets.",
        ),
        details={"kinds": {kind: differences(sets, [kind]) for kind in KINDS}},
    )


def _choice(sets: Sequence[Points], kinds: Sequence[str], label: str) -> list[Figure]:
    more = differences(sets, kinds)
    up, down = sum(each > 0 for each in more), sum(each < 0 for each in more)
    p = sign_test(more, two_sided=True)
    return [
        new(f"{label}: share of sets on which plus brings more than paper", proportion(up, up + down)),
        new(f"{label}: median of what plus brings more, points a set", float(np.median(more))),
        claim(f"{label}: plus brings more, two-sided sign test, p below {LEVEL}", p, p.p < LEVEL and up > down),
    ]


def _by_kind(sets: Sequence[Points], kind: str) -> Figure:
    more = differences(sets, [kind])
    p = sign_test(more, two_sided=True).p
    return new(f"{kind}: plus brings more than paper", f"{gained(more)} sets, median {points_text(more)}, p {p:.1g}")


def _timid(sets: Sequence[Points], partner: str) -> list[Figure]:
    """Whether those who fold too much gain with a partner."""
    gains = [float(points[TIMID][partner] - points[TIMID][ALONE]) for points in sets]
    label, p = f"{TIMID}, partner={partner}", sign_test(gains)
    return [
        new(f"{label}: gain", f"{gained(gains)} sets gained, median {points_text(gains)}"),
        claim(f"{label}: sign test over sets, p below {GAIN_LEVEL}", p, p.p < GAIN_LEVEL),
    ]


def plot(report: StudyReport, path: Path) -> None:
    """The difference of the partners on every set, by kind of novice."""
    figure, axes = new_figure(9.2, 4)
    for at, more in enumerate(report.details["kinds"].values()):
        spread = np.linspace(-0.3, 0.3, len(more)) if len(more) > 1 else np.zeros(1)
        axes.scatter(more, at + spread, s=12, color=COLOURS[0], alpha=0.5, linewidth=0, zorder=3)
        axes.plot([np.median(more)] * 2, [at - 0.4, at + 0.4], color=COLOURS[1], lw=2.2, zorder=4)
        told = {"xycoords": ("axes fraction", "data"), "va": "center", "fontsize": 9, "color": COLOURS[0]}
        axes.annotate(gained(more), (1.01, at), **told)
    axes.axvline(0, color=INK, lw=0.8)
    axes.set_xscale("symlog", linthresh=1_000)
    axes.set_xticks([-1e5, -1e4, -1e3, 0, 1e3, 1e4, 1e5])
    axes.set_xticklabels(["-100k", "-10k", "-1k", "0", "1k", "10k", "100k"], fontsize=9)
    axes.minorticks_off()
    axes.grid(axis="x", color=GRID, lw=0.6)
    axes.set_yticks(range(len(KINDS)), [kind.replace("-", " ") for kind in KINDS], fontsize=9)
    axes.invert_yaxis()
    axes.set_xlabel("points a set, plus less paper on the same deals (line: median; right: plus better)", color=FAINT)
    axes.set_title("Which partner helps a novice more", loc="left", fontsize=12, color=INK)
    save_figure(figure, path)
