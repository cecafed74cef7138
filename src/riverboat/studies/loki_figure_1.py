"""Figure 1 of Billings, Papp, Schaeffer & Szafron (1999): Lokibot's versions A to E in a duplicate tournament.

Two of each at a ten-seat table; the same with half the seats taken by loose players, as the paper asks; and five of A
against five of E. Deals of three seeds are pooled. The paper's bankrolls: A about +0.08, E about -0.11 small bets a
hand, D worst of B, C and D.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from riverboat.arena.matches.plan import match_plan
from riverboat.arena.matches.results import MatchResult, match_result
from riverboat.intervals import Statistic
from riverboat.pictures import COLOURS, GRID, INK, new_figure, save_figure
from riverboat.studies.playing import Played, play_all
from riverboat.studies.report import Figure, StudyReport, above_zero, beside, new
from riverboat.studies.settings import Settings, Step

VERSIONS = ("a", "b", "c", "d", "e")
LACKS = {"a": "nothing", "b": "weights", "c": "selection", "d": "potential", "e": "all three"}
PAPER = {"a": 0.08, "e": -0.11}
TABLE = tuple(f"loki-{version}*2" for version in VERSIONS)
WHERE = "section 5, Figure 1"
COMPANY = (*(f"loki-{version}" for version in VERSIONS), "loose-passive*3", "loose-aggressive*2")
DUEL = ("loki-a*5", "loki-e*5")
SEEDS = 3


@dataclass(frozen=True, kw_only=True)
class Result:
    """The three tournaments."""

    settings: Settings
    table: Played
    company: Played
    duel: Played


def seeds_of(seed: int) -> tuple[int, ...]:
    """The seeds whose deals are pooled, so that no single one decides an order."""
    return tuple(seed + 100 * at for at in range(SEEDS))


def play(settings: Settings) -> Generator[Step, None, Result]:
    """Play the three tournaments, each on deals of several seeds."""
    parts = {"table": TABLE, "company": COMPANY, "duel": DUEL}
    plans = {
        (part, seed): match_plan(agents, hands=settings.hands // SEEDS, seed=seed + at)
        for at, (part, agents) in enumerate(parts.items())
        for seed in seeds_of(settings.seed)
    }
    found = yield from play_all(plans, settings)
    pooled = {part: _pooled([found[part, seed] for seed in seeds_of(settings.seed)]) for part in parts}
    return Result(settings=settings, **pooled)


def _pooled(played: list[Played]) -> Played:
    """The sessions of several matches between the same players, as one."""
    units = tuple(unit for each in played for unit in each.units)
    return Played(result=match_result(played[0].result.plan, units), units=units)


def steps(settings: Settings) -> Generator[Step, None, StudyReport]:
    """Run the study, telling how far it has come."""
    result = yield from play(settings)
    return report(result)


def report(result: Result) -> StudyReport:
    """Our figures next to the paper's."""
    table, company, duel = result.table.result, result.company.result, result.duel.result
    incomes = [player.income_sb for player in table.players]
    figures = []
    for version, income in zip(VERSIONS, incomes, strict=True):
        name = f"loki-{version} at one table, small bets a hand"
        paper = PAPER.get(version)
        figures.append(new(name, income) if paper is None else beside(name, income, paper, where=WHERE, within=0.02))
    figures += [
        new("order at one table", _order(incomes)),
        above_zero("A is first: A minus the next", _lead(table, [(0, other) for other in range(1, 5)]), where=WHERE),
        above_zero("E is last: the next minus E", _lead(table, [(other, 4) for other in range(4)]), where=WHERE),
        above_zero("A minus E, small bets a hand", table.difference(0, 4), paper=0.19, where=WHERE),
        above_zero(
            "D is the worst of B, C and D: the next minus D",
            _lead(table, [(1, 3), (2, 3)]),
            where="section 5",
            required=False,
        ),
        new("B minus D, small bets a hand", table.difference(1, 3)),
        above_zero("A against E, five of each", duel.difference(0, 1)),
    ]
    loose = [player.income_sb for player in company.players[:5]]
    figures += [
        Figure(name=f"loki-{version} among loose players, small bets a hand", ours=income)
        for version, income in zip(VERSIONS, loose, strict=True)
    ]
    figures.append(new("order among loose players", _order(loose)))
    figures.append(new("E minus A among loose players, small bets a hand", company.difference(4, 0)))
    return StudyReport(
        name="loki-figure-1",
        hands=table.hands,
        seed=result.settings.seed,
        figures=tuple(figures),
        notes=_notes(incomes, loose),
        details={"table": _curves(result.table), "company": _curves(result.company), "duel": _curves(result.duel)},
    )


def _lead(table: MatchResult, pairs: list[tuple[int, int]]) -> Statistic:
    """The smallest of some differences: whoever is ahead of the next is ahead of all."""
    return min((table.difference(one, other) for one, other in pairs), key=_mean)


def _mean(income: Statistic) -> float:
    return income.mean if income.mean is not None else 0.0


def _order(incomes: list[Statistic], versions: tuple[str, ...] = VERSIONS) -> str:
    ranked = sorted(zip(versions, incomes, strict=True), key=lambda pair: -_mean(pair[1]))
    return "".join(version.upper() for version, _ in ranked)


def _worst(incomes: list[Statistic]) -> str:
    return min(VERSIONS[1:4], key=lambda version: _mean(incomes[VERSIONS.index(version)]))


def _notes(incomes: list[Statistic], loose: list[Statistic]) -> tuple[str, ...]:
    notes = ["The paper's thresholds are not printed: only order and signs can be compared, not sizes."]
    worst = _worst(incomes)
    if worst != "d":
        notes.append(f"Of B, C and D ours loses most without {LACKS[worst]} ({worst.upper()}); in the paper it is D.")
    if _mean(loose[4]) > _mean(loose[0]):
        notes.append("Among loose players even E, which has none of the three, does better than A.")
    if _mean(loose[1]) > _mean(loose[0]):
        notes.append(
            "Among loose players B, which takes any holding for possible, does better than A: A's weights suppose that "
            "weak starting hands were folded, and these players do not fold them. F learns who does."
        )
    return tuple(notes)


def _curves(played: Played) -> dict[str, Any]:
    result = played.result
    step = max(1, len(result.curve_hands) // 100)
    return {
        "names": [player.name for player in result.players],
        "hands": result.curve_hands[::step].tolist(),
        "bankrolls": result.curves_sb[::step].T.round(2).tolist(),
        "incomes": [player.income_sb.to_json() for player in result.players],
        "hash": result.digest,
    }


def plot(report: StudyReport, path: Path) -> None:
    """The bankrolls of the five versions against the hands played, with 95 % intervals at the end."""
    figure, axes = new_figure(8, 4.8)
    data = report.details["table"]
    axes.axhline(0, color=GRID, linewidth=1, zorder=0)
    end = data["hands"][-1]
    for at, version in enumerate(VERSIONS):
        income = data["incomes"][at]
        axes.plot(data["hands"], data["bankrolls"][at], color=COLOURS[at], linewidth=1.6)
        middle, low, high = (income[key] * end for key in ("mean", "low", "high"))
        axes.errorbar([end], [middle], [[middle - low], [high - middle]], color=COLOURS[at], capsize=4, linewidth=1.2)
        label = f"{version.upper()} {income['mean']:+.3f}  lacks {LACKS[version]}"
        axes.annotate(label, (end, middle), (10, -3), textcoords="offset points", color=COLOURS[at], fontsize=9)
    axes.set_xlim(0, end * 1.33)
    axes.set_xlabel("hands", color=INK)
    axes.set_ylabel("small bets won by one player", color=INK)
    axes.set_title("Lokibot A to E, two of each at a table of ten, duplicate; bars: 95 %", loc="left", color=INK)
    save_figure(figure, path)
