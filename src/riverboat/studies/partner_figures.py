"""The figures of the partner's study: gains with sets of deals as the unit, points next to the paper's Table 4."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from riverboat.intervals import proportion
from riverboat.studies.partner_deals import SETS
from riverboat.studies.partner_subjects import KINDS, PARTNERS, Subject
from riverboat.studies.report import Exact, Figure, PValue, beside, claim, new

#: How often subjects ask and follow, in the sweep.
ASKS, FOLLOWS = (0.25, 0.5, 1.0), (0.5, 1.0)
#: Table 4: points without and with the partner of the subjects A to L.
TABLE_4 = (
    (-17_925, 2_313),
    (18_217, -79_140),
    (8_193, 13_817),
    (14_789, 110_104),
    (12_015, -12_367),
    (-225_734, -87_563),
    (13_817, 87_509),
    (-293_177, -400_371),
    (21_123, 52_980),
    (19_055, 21_763),
    (-52_172, -16_293),
    (-121_285, -31_182),
)
_TABLE = "Table 4"
#: The kind whose losses alone are so large that anything helps it.
_BIG = "bets-too-much"
#: A share of subjects counts as near within so much.
_NEAR = 0.1


def sign_test(gains: Sequence[float], *, two_sided: bool = False) -> PValue:
    """The p of the sign test that gains are above zero, or differ from it; gains of nothing do not count."""
    from scipy import stats  # takes most of a second to import

    up, down = sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains)
    if not up + down:
        return PValue(p=1.0, n=0)
    p = stats.binomtest(up, up + down, alternative="two-sided" if two_sided else "greater").pvalue
    return PValue(p=float(p), n=up + down)


def table_4_figures() -> list[Figure]:
    """What the paper's own table gives: the observed value of its signed-rank test is not the printed one."""
    gains = [after - before for before, after in TABLE_4]
    order = sorted(range(len(gains)), key=lambda at: abs(gains[at]))
    up = sum(rank for rank, at in enumerate(order, start=1) if gains[at] > 0)
    n = len(gains)
    middle, error = n * (n + 1) / 4, math.sqrt(n * (n + 1) * (2 * n + 1) / 24)
    where = "section 4.2.1, from Table 4"
    z = (up - middle) / error
    return [
        beside("the paper's Table 4: z of its signed-rank test", Exact(round(z, 4)), 0.98, where=where, within=0.005),
        beside(
            "the paper's Table 4: z, corrected for continuity",
            Exact(round((up - middle - 0.5) / error, 4)),
            0.98,
            where=where,
            within=0.005,
        ),
    ]


def gain_figures(subjects: Sequence[Subject], partner: str, *, must: bool) -> list[Figure]:
    """How many gained with a partner: of all kinds of novices, of all but those who bet too much, and of each kind."""
    modest = [subject for subject in subjects if subject.kind != _BIG]
    found = _designs(subjects, f"partner={partner}", partner, must=must)
    found += _designs(modest, f"partner={partner}, without {_BIG}", partner, must=False)
    for kind in KINDS:
        own = [subject for subject in subjects if subject.kind == kind]
        gains = _set_gains(own, partner)
        text = f"{gained(gains)} sets gained, median {points_text(gains)}, p {sign_test(gains).p:.1g}"
        found.append(new(f"partner={partner}, {kind}, same deals", text))
    return found


def _designs(subjects: Sequence[Subject], label: str, partner: str, *, must: bool) -> list[Figure]:
    """The crossed design, by pairs of sets, and the same deals both ways, by sets."""
    everyone = len({subject.kind for subject in subjects}) == len(KINDS)
    crossed = [with_it - without for without, with_it in (subject.crossed(partner) for subject in subjects)]
    share = proportion(sum(gain > 0 for gain in crossed), len(crossed))
    name = f"{label}, crossed: share of subjects who gained"
    found = [beside(name, share, 0.75, where=_TABLE, within=_NEAR) if everyone else new(name, share)]
    same = [gain for subject in subjects for gain in subject.gains(partner).values()]
    found.append(
        new(f"{label}, same deals: share of subjects who gained", proportion(sum(g > 0 for g in same), len(same)))
    )
    for design, unit, gains in (
        ("crossed", "pairs of sets", _pair_gains(subjects, partner)),
        ("same deals", "sets", _set_gains(subjects, partner)),
    ):
        p = sign_test(gains)
        found.append(new(f"{label}, {design}: {unit} that gained", gained(gains)))
        found.append(new(f"{label}, {design}: median gain, points", float(np.median(gains))))
        paper = "not significant" if everyone and design == "crossed" else None
        where = "section 4.2.1" if paper else None
        claimed = f"{label}, {design}: sign test over {unit}, p below 0.01"
        found.append(claim(claimed, p, p.p < 0.01, paper=paper, where=where, required=must))
    return found


def _set_gains(subjects: Sequence[Subject], partner: str) -> list[float]:
    """The median gain of the subjects of each set, with the partner less without it on the same deals."""
    by_set: dict[tuple[int, str], list[int]] = {}
    for subject in subjects:
        for name, gain in subject.gains(partner).items():
            by_set.setdefault((subject.pair, name), []).append(gain)
    return [float(np.median(gains)) for gains in by_set.values()]


def _pair_gains(subjects: Sequence[Subject], partner: str) -> list[float]:
    """The median gain of the subjects of each pair of sets, one set with the partner and the other without."""
    by_pair: dict[int, list[int]] = {}
    for subject in subjects:
        without, with_it = subject.crossed(partner)
        by_pair.setdefault(subject.pair, []).append(with_it - without)
    return [float(np.median(gains)) for gains in by_pair.values()]


def gained(gains: Sequence[float]) -> str:
    """How many gains are above zero, of how many."""
    return f"{sum(gain > 0 for gain in gains)} of {len(gains)}"


def points_text(gains: Sequence[float]) -> str:
    """The median gain in whole points."""
    return f"{int(np.median(gains)):+,}"


def size_figures(subjects: Sequence[Subject]) -> list[Figure]:
    """How many points a set moves, next to the paper's; near is within a factor of two."""

    def figure(name: str, ours: float, paper: float) -> Figure:
        return beside(name, ours, paper, where=_TABLE, within=paper if ours > paper else paper / 2)

    found = []
    for at, name, partner in ((0, "alone", ""), (1, "with the faithful partner", "paper")):
        ours = [abs(each.total) for subject in subjects for each in subject.sittings if each.partner == partner]
        paper = float(np.median([abs(row[at]) for row in TABLE_4]))
        found.append(figure(f"points of a set, {name}: median", float(np.median(ours)), paper))
    largest: dict[int, int] = {}
    for subject in subjects:
        most = max(abs(total) for total in subject.crossed("paper"))
        largest[subject.pair] = max(largest.get(subject.pair, 0), most)
    paper = float(max(abs(total) for row in TABLE_4 for total in row))
    typical = float(np.median(list(largest.values())))
    label = "points of a set, the largest of twelve subjects with and without: median over pairs of sets"
    return [*found, figure(label, typical, paper)]


def sweep_figures(subjects: Sequence[Subject], results: Sequence[dict[str, Any]]) -> list[Figure]:
    """Gains on set A, by how often subjects ask and follow."""
    alone = _alone(subjects, SETS[0])
    found = []
    for partner in PARTNERS:
        for asks in ASKS:
            for follows in FOLLOWS:
                gains = [
                    each["total"] - alone[tuple(each["task"][1:4])]
                    for each in results
                    if each["task"][0] == "sweep" and each["task"][4:] == [asks, follows, partner]
                ]
                if gains:
                    name = f"partner={partner}, asks {asks:g}, follows {follows:g}, set A"
                    found.append(new(name, f"{gained(gains)} gained, median {points_text(gains)}"))
    return found


def _alone(subjects: Sequence[Subject], deals: str) -> dict[tuple[Any, ...], int]:
    return {(subject.kind, subject.number, subject.pair): subject.total(deals, "") for subject in subjects}


def after_figures(subjects: Sequence[Subject], results: Sequence[dict[str, Any]]) -> list[Figure]:
    """Whether subjects who learn play better alone afterwards: set B after set A with the partner, and without."""
    alone = _alone(subjects, SETS[1])
    after = [each for each in results if each["task"][0] == "after"]
    gains = [each["total"] - alone[tuple(each["task"][1:4])] for each in after]
    left = float(np.mean([each["weakness"] for each in after]))
    return [
        new("alone afterwards, where subjects learn from advice", f"{gained(gains)} play better, {points_text(gains)}"),
        new("weakness left after one set with the partner (0.40 to 0.80 before)", left),
    ]


def part_figures(parts: Sequence[str], results: Sequence[dict[str, Any]]) -> list[Figure]:
    """A partner that is always followed, with one part changed, and whether it does worse than the whole on a set."""
    totals = {
        name: {tuple(each["task"][2:]): each["total"] for each in results if each["task"][:2] == ["part", name]}
        for name in parts
    }
    whole = totals[parts[0]]
    found = []
    for name in parts:
        points = list(totals[name].values())
        won = sum(total > 0 for total in points)
        text = f"wins {won} of {len(points)} sets, median {points_text(points)}"
        found.append(new(f"always followed: {name}", text))
        if name == parts[0]:
            continue
        better = [whole[place] - total for place, total in totals[name].items()]
        p = sign_test(better, two_sided=True)
        found.append(
            claim(f"always followed: {parts[0]} differs from {name}, {gained(better)} sets better", p, p.p < 0.05)
        )
    return found
