"""Chapter 3 of Vinther & Holst (2015), which the thesis plans and never builds: a network that adapts to its opponents.

`adaptive` and its twin, which sees nothing of its opponents, play each of the four styles on the same deals, heads-up
and at tables of ten; opponents change style after 500 hands; `adaptive` plays Lokibot A and F. What is won after a
change is measured against a network of the same kind trained on the new style alone, or against `adaptive` itself with
an opponent who has always played so, whichever wins more.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from riverboat.agents.styles.parameters import STYLES
from riverboat.arena.matches.plan import MatchPlan, match_plan
from riverboat.arena.matches.results import entrant_values
from riverboat.arrays import Floats
from riverboat.intervals import Statistic, mean_interval
from riverboat.kernel import sources_hash
from riverboat.pictures import COLOURS, GRID, INK, caption, panels, save_figure
from riverboat.steps import Run
from riverboat.studies.playing import Played, play_all
from riverboat.studies.report import Figure, StudyReport, above_zero, claim, new
from riverboat.studies.settings import Settings, Step
from riverboat.training import neural as neural_training
from riverboat.training.neural import CHUNK, TrainingPlan, net_agent, train_steps
from riverboat.training.opponents import FOUR_STYLES

#: Who adapts, and who is blind to opponents: the same network, trained as long.
PLAYERS = ("adaptive", "adaptive-twin")
LOKIS = ("loki-a", "loki-f")
#: Where the thesis says what this tests.
PLANNED, MODELLED = "chapter 3, tables 9 and 10", "section 3.1.2"
#: The opponent changes after this many hands; the session goes on for as many as this in all.
SWITCH, SESSION = 500, 1500
CHANGES = (
    ("loose-passive", "tight-aggressive"),
    ("tight-aggressive", "loose-passive"),
    ("tight-passive", "loose-aggressive"),
    ("loose-aggressive", "tight-passive"),
)
#: Win rates after a change are told by blocks of this many hands; recovered means this share of the specialist's, in
#: every mean of this many blocks to the session's end.
BLOCK, RECOVERED, RUN = 25, 0.8, 4
#: Which hands of a session count as before the change (when the opponent is known), just after it, and later.
PARTS = {"before": (200, SWITCH), "just after": (SWITCH, SWITCH + 50), "later": (1000, SESSION)}
#: Batches that a specialist is trained for, at full size, and the seed: that of adaptive.
SPECIALIST_BATCHES, SPECIALIST_SEED = 1000, 1
FULL_HANDS = 1_000_000
#: Hands at ten seats take long: one in this many is played, rotations included, and two sessions of 200 at least.
RING_PART, RING_LEAST = 4, 4000


class Match(NamedTuple):
    """A match of the study: two players and their table. With `before`, the opponent first plays in another way."""

    player: str
    against: str
    table: str = ""
    before: str = ""

    def __str__(self) -> str:
        opponent = f"{self.before} to {self.against}" if self.before else self.against
        return ", ".join(filter(None, (self.player, opponent, self.table)))


@dataclass(frozen=True, kw_only=True)
class Result:
    """All matches."""

    settings: Settings
    played: dict[Match, Played]


def _number(style: str) -> int:
    return 1 + [entry.name for entry in STYLES].index(style)


def plans(settings: Settings, specialists: dict[str, Any]) -> dict[Match, MatchPlan]:
    """Every match; `adaptive` and the blind player play the same deals."""
    hands, found = settings.hands, dict[Match, MatchPlan]()
    for at, style in enumerate(FOUR_STYLES):
        seed = settings.seed + 10 * at
        for player in PLAYERS:
            found[Match(player, style, "heads-up")] = match_plan([player, style], hands=hands // 2, seed=seed)
            table = [player, f"{style}*9"]
            many = max(RING_LEAST, hands // RING_PART)
            found[Match(player, style, "ten seats")] = match_plan(table, hands=many, seed=seed + 1)
    for at, (before, after) in enumerate(CHANGES):
        opponent = f"switcher:first={_number(before)};second={_number(after)};after={SWITCH}"
        same: dict[str, Any] = {"hands": max(2 * SESSION, hands), "session_hands": SESSION}
        same["seed"] = settings.seed + 100 + at  # the same deals for all three
        for player in PLAYERS:
            found[Match(player, after, before=before)] = match_plan([player, opponent], **same)
        found[Match("specialist", after)] = match_plan([specialists[after], after], **same)
    for at, loki in enumerate(LOKIS):
        two, ten = ["adaptive", loki], ["adaptive*5", f"{loki}*5"]
        many = hands if loki == "loki-a" else hands // 2  # Loki F takes twice as long
        seed = settings.seed + 200 + 2 * at
        found[Match("adaptive", loki, "heads-up")] = match_plan(two, hands=max(400, hands // 4), seed=seed)
        found[Match("adaptive", loki, "five of each")] = match_plan(ten, hands=many, seed=seed + 1)
    return found


def specialists(settings: Settings) -> Generator[Step, None, dict[str, Any]]:
    """Networks of the same kind trained against one style alone, heads-up."""
    batches = max(CHUNK, SPECIALIST_BATCHES * min(settings.hands, FULL_HANDS) // FULL_HANDS)
    found: dict[str, Any] = {}
    for at, style in enumerate(FOUR_STYLES):
        plan = TrainingPlan(heads_up=True, batches=batches, seed=SPECIALIST_SEED, style=style)
        kept = None
        if settings.folder is not None:
            settings.folder.mkdir(parents=True, exist_ok=True)
            made_from = sources_hash(Path(neural_training.__file__))  # another training would make another network
            kept = settings.folder / f"apc-specialist-{style}-{batches}-{SPECIALIST_SEED}-{made_from}.npz"
        training = Run(train_steps(plan, checkpoint=kept, resume=settings.resume))
        for now in training:
            yield Step(part=f"training against {style}", done=at * batches + now.batches, total=4 * batches)
        found[style] = net_agent(training.result.net, training.result.net, sees=True, name=f"only {style}")
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
    details: dict[str, Any] = {"styles": {}, "changes": {}}
    for table in ("heads-up", "ten seats"):
        for style in FOUR_STYLES:
            adaptive, twin = (played[Match(player, style, table)] for player in PLAYERS)
            means = [by_session(each).mean(axis=1) for each in (adaptive, twin)]
            same, where = min(map(len, means)), f"{style}, {table}"
            figures += [
                above_zero(f"adaptive against {where}, small bets a hand", mean_interval(means[0]), where=PLANNED),
                new(f"the blind player against {where}", mean_interval(means[1])),
                above_zero(
                    f"adaptive minus the blind player, {where}",
                    mean_interval(means[0][:same] - means[1][:same]),
                    where=MODELLED,
                ),
            ]
            details["styles"][where] = [mean_interval(each).to_json() for each in means]
    for before, after in CHANGES:
        figures += _change(played, before, after, details["changes"])
    figures += [_specialist(played, before) for before, _ in CHANGES if Match("specialist", before) in played]
    figures += _lokis(played)
    return StudyReport(
        name="apc-adaptive",
        hands=result.settings.hands,
        seed=result.settings.seed,
        figures=tuple(figures),
        notes=(
            "The thesis describes the network of 68 inputs and never builds it: it has no figures to compare with.",
            "A session is the unit of all intervals; adaptive begins each knowing nobody.",
            "A specialist is a network of the same kind trained on one style alone.",
            "Not beaten by loki-f: the interval reaches zero or lies above it.",
        ),
        details=details,
    )


def _lokis(played: dict[Match, Played]) -> list[Figure]:
    """What adaptive wins from Lokibot: it wins from A and is not beaten by F."""
    figures = []
    for loki in LOKIS:
        for table in ("heads-up", "five of each"):
            ours = _income(played[Match("adaptive", loki, table)])
            name = f"adaptive against {loki}, {table}"
            if loki == "loki-a":
                figures.append(above_zero(name, ours))
            else:
                figures.append(claim(f"{name}: not beaten", ours, (ours.high or 0.0) >= 0, required=True))
    return figures


def _income(played: Played) -> Statistic:
    return played.result.players[0].income_sb


def _part(values: Floats, when: str) -> Floats:
    """What was won in a part of each session, small bets a hand."""
    start, end = PARTS[when]
    return np.asarray(values[:, start:end].mean(axis=1))


def _change(played: dict[Match, Played], before: str, after: str, details: dict[str, Any]) -> list[Figure]:
    """What is won before a change of style, just after it, and later; and after how many hands it has recovered."""
    title = f"{before} to {after}"
    best = best_against(played, after)
    figures: list[Figure] = [Figure(name=f"{title}: the best against {after}", ours=mean_interval(best))]
    blocks = {}
    for player in PLAYERS:
        values = by_session(played[Match(player, after, before=before)])
        figures += [
            Figure(name=f"{title}: {player}, {when}", ours=mean_interval(_part(values, when))) for when in PARTS
        ]
        blocked = values.reshape(len(values), -1, BLOCK).mean(axis=2)
        blocks[player] = [mean_interval(blocked[:, at]).to_json() for at in range(blocked.shape[1])]
        share = share_of(_part(values, "later"), best)
        hands = recovery(blocked[:, SWITCH // BLOCK :].mean(axis=0), RECOVERED * float(best.mean()))
        required, recovered = player == "adaptive", share.low is not None and share.low >= RECOVERED
        figures += [
            claim(f"{title}: {player}, later, as a share of the best's", share, recovered, required=required),
            new(f"{title}: {player}, hands until it wins 80 % of that for good", "never" if hands is None else hands),
        ]
    details[title] = {"blocks": blocks, "best": float(best.mean())}
    return figures


def _known(played: dict[Match, Played], style: str) -> Floats | None:
    """What adaptive wins from a style it knows, before that changes; None where no change begins with the style."""
    changes = (Match("adaptive", after, before=before) for before, after in CHANGES if before == style)
    found = next(changes, None)
    return None if found is None else _part(by_session(played[found]), "before")


def best_against(played: dict[Match, Played], style: str) -> Floats:
    """By session, what the specialist wins, or adaptive from an opponent who has always played so, if that is more."""
    special, known = _part(by_session(played[Match("specialist", style)]), "later"), _known(played, style)
    return special if known is None or special.mean() >= known.mean() else known


def _specialist(played: dict[Match, Played], style: str) -> Figure:
    """Whether who is trained on one style alone is better at it than adaptive, once that knows its opponent."""
    special, known = _part(by_session(played[Match("specialist", style)]), "before"), _known(played, style)
    assert known is not None
    more = mean_interval(special - known)
    name = f"trained on {style} alone, minus adaptive, hands 200 to 500: not below zero"
    return claim(name, more, more.high is not None and more.high >= 0)


def share_of(part: Floats, whole: Floats) -> Statistic:
    """The ratio of two means over the same deals, with the interval that the uncertainty of both gives."""
    ratio = float(part.mean() / whole.mean())
    spread = mean_interval((part - ratio * whole) / whole.mean())
    if spread.low is None or spread.high is None:
        return spread
    return Statistic(mean=ratio, low=ratio + spread.low, high=ratio + spread.high, n=spread.n)


def recovery(blocks: Floats, wanted: float) -> int | None:
    """After how many hands what is wanted is reached for good: by every mean of four blocks to the end."""
    runs = np.convolve(blocks, np.full(RUN, 1 / RUN), mode="valid")
    short = np.flatnonzero(runs < wanted)
    first = int(short[-1]) + 1 if short.size else 0
    return first * BLOCK if first < len(runs) else None


def plot(report: StudyReport, path: Path) -> None:
    """Win rates around a change of style, of adaptive, the blind player and the specialist; and against the styles."""
    figure, grid = panels(14, 7.4, 2, 3, width_ratios=(1.25, 1.25, 1))
    changes = report.details["changes"]
    for axes, (title, data) in zip(grid[:, :2].flat, changes.items(), strict=False):
        _draw_change(axes, title, data)
    for axes, table in zip(grid[:, 2], ("heads-up", "ten seats"), strict=True):
        _draw_styles(axes, table, report.details["styles"])
    grid[0, 0].legend(frameon=False, fontsize=8, loc="best")
    figure.suptitle("An opponent changes style after 500 hands; bands: 95 %", x=0.01, ha="left", color=INK)
    save_figure(figure, path)


def _draw_change(axes: Any, title: str, data: dict[str, Any]) -> None:
    for at, player in enumerate(PLAYERS):
        blocks = data["blocks"][player]
        means, low, high = (np.array([each[key] for each in blocks], float) for key in ("mean", "low", "high"))
        hands = BLOCK * (np.arange(len(means)) + 0.5)
        axes.plot(hands, means, color=COLOURS[at], linewidth=1.4, label=player)
        axes.fill_between(hands, low, high, color=COLOURS[at], alpha=0.15, linewidth=0)
    best = data["best"]
    axes.axhline(best, xmin=SWITCH / SESSION, color=INK, linewidth=1, label="the best against the new style")
    wanted = RECOVERED * best
    axes.axhline(wanted, xmin=SWITCH / SESSION, color=INK, linewidth=1, linestyle="--", label="80 % of that")
    axes.axvline(SWITCH, color=GRID, linewidth=1.5, zorder=0)
    axes.set_xlim(0, SESSION)
    caption(axes, title, "hands", "small bets a hand")


def _draw_styles(axes: Any, table: str, styles: dict[str, Any]) -> None:
    for at, style in enumerate(FOUR_STYLES):
        for which, found in enumerate(styles[f"{style}, {table}"]):
            place = at + (which - 0.5) * 0.25
            axes.plot([place, place], [found["low"], found["high"]], color=COLOURS[which], linewidth=2.5)
            axes.plot(place, found["mean"], "o", color=COLOURS[which], markersize=5)
    axes.axhline(0, color=GRID, linewidth=1.5, zorder=0)
    axes.set_xticks(range(4), [style.replace("-", "\n") for style in FOUR_STYLES])
    caption(axes, f"against each style, {table}", y="small bets a hand")
