"""Chapter 2 of Vinther & Holst (2015): networks that imitate people. Figures 8, 10 and 12 to 14, tables 7 and 8.

The thesis's own protocol first: networks of 200 random rounds, judged on these. Then on one month of the IRC poker
database, split by time, errors on held-out hands compared with the base rate's; a wider network with better inputs on
the same split; a network that learns to fold, from hands whose cards are all known; and the thesis's last test, the
networks playing. The thesis's players are not in this month: the five with most shown hands are taken.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
from collections.abc import Callable, Generator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from riverboat.agents.neural.ann import ann_agent
from riverboat.arena.matches.plan import MatchPlan, match_plan
from riverboat.arrays import Floats, Ints
from riverboat.errors import StudyError
from riverboat.files import read_arrays, write_arrays
from riverboat.intervals import Statistic, mean_interval
from riverboat.modeling.networks import Network, NetworkEpoch, Scores, new_network, reliability, scores, train_steps
from riverboat.pictures import COLOURS, FAINT, GRID, INK, caption, panels, save_figure
from riverboat.records.importing import scan
from riverboat.steps import run_to_end
from riverboat.studies.playing import Played, play_all
from riverboat.studies.report import Figure, StudyReport, above_zero, beside, new
from riverboat.studies.settings import Settings, Step
from riverboat.training.decisions import TEST, TRAIN, VALIDATION, Decisions, read_decisions, records_of
from riverboat.training.folding import read_folds

MONTH = Path("irc") / "holdem_199504_raw.tgz"
#: Hands whose cards are all known: no-limit, six players, Pluribus among them.
COMPLETE = Path("phh") / "pluribus_wsop.tgz"
#: TNE in per cent, and where the thesis says so.
THESIS = {1: (19.9, "section 2.4.2, figure 8"), 2: (19.1, "section 2.4.3, figure 12")}
#: As far apart as two networks of the thesis's protocol are: half of the spread over random rounds.
WITHIN = 0.9
#: What the thesis hopes for (section 2.1), in per cent.
GOAL = 5.0
HIDDEN = (2, 3, 4, 5)
PLAYERS = 5
EPOCHS, PLAYER_EPOCHS, MODERN_EPOCHS = 60, 400, 15
#: The thesis's protocol: random rounds a network learns from and is judged on, how often that is repeated, and epochs.
ROUNDS, DRAWS, ROUND_EPOCHS = 200, 40, 200
MODERN_HIDDEN = (48,)
OPPONENTS = ("loose-passive", "loose-aggressive", "tight-passive", "tight-aggressive", "loki-a")
#: The hands of the month.
FULL_HANDS = 27_541
#: One match is this many hands for each of the month's hands that are learnt from.
MATCH_SHARE = 0.36


class Net(NamedTuple):
    """Which network: the thesis's by its number, hidden units and whom it imitates, or a modern one by what it sees."""

    number: int = 0
    hidden: int = 0
    player: str = ""
    sees: str = ""

    def __str__(self) -> str:
        if self.sees:
            return f"modern, {self.sees}"
        width = f"{self.hidden} hidden" if self.hidden else ""
        return ", ".join(filter(None, (f"network {self.number}", self.player, width)))


ONE, TWO, WIDEST = Net(1), Net(2, 2), Net(2, 5)
MODERN, BEST = Net(sees="betting so far"), Net(sees="and players")


@dataclass(frozen=True, kw_only=True)
class Trained:
    """A network, how it learnt, and its errors on the hands it was judged on."""

    kind: Net
    network: Network = field(repr=False)
    curve: tuple[NetworkEpoch, ...] = field(repr=False)
    tne_train: float
    tne: float
    base: float  # what the base rate of these hands alone would have, r (1 - r)
    below_base: Statistic  # by how much its error is below the base rate's, hands being the unit; per cent
    scores: Scores
    reliability: list[tuple[float, float, int]] = field(repr=False)


def data_folder() -> Path:
    """Where real data lie: RIVERBOAT_DATA, by default ../shared/data from the project's root."""
    return Path(os.environ.get("RIVERBOAT_DATA", Path(__file__).resolve().parents[5] / "shared" / "data"))


def load(hands: int) -> Decisions:
    """The decisions of the month's first hands."""
    path = data_folder() / MONTH
    if not path.is_file():
        raise StudyError(f'"{path}" is not there: set RIVERBOAT_DATA to the folder that holds {MONTH}')
    return read_decisions(records_of(itertools.islice(scan(path), hands)))


def thesis_two(part: Decisions) -> Floats:
    """Network 1: strength and opponents."""
    return part.inputs[:, :2]


def thesis_five(part: Decisions) -> Floats:
    """Networks 2 and 3: chips, cost and pot too."""
    return part.inputs


def with_history(part: Decisions) -> Floats:
    """The thesis's inputs and the betting so far."""
    return np.concatenate([part.inputs, part.history], axis=1)


def with_models(part: Decisions) -> Floats:
    """The inputs with what is known of the players from earlier hands."""
    return np.concatenate([part.inputs, part.history, part.models], axis=1)


def train(
    kind: Net,
    decisions: Decisions,
    see: Callable[[Decisions], Floats],
    hidden: tuple[int, ...],
    *,
    settings: Settings,
    epochs: int,
    modern: bool = False,
) -> Trained:
    """Train one network, or take it from where an earlier run kept it."""
    parts = [decisions.part(which) for which in (TRAIN, VALIDATION, TEST)]
    (x, y), check, (x_test, y_test) = ((see(part), part.aggressive) for part in parts)
    network = new_network(x.shape[1], hidden, settings.seed, modern=modern, x=x)
    described = f"{kind} {hidden} {epochs} {settings.seed} {modern}".encode()
    digest = hashlib.sha256(described + x.tobytes() + y.tobytes()).hexdigest()[:16]
    kept = settings.folder / f"apc-network-{digest}.npz" if settings.folder is not None else None
    if kept is not None and settings.resume and kept.is_file():
        network, curve = _take(kept, network)
    else:
        network, curve = _run(network, (x, y), check, epochs, settings.seed)
        if kept is not None:
            kept.parent.mkdir(parents=True, exist_ok=True)
            layers = {f"layer_{at}": layer for at, layer in enumerate(network.layers)}
            write_arrays(kept, curve=json.dumps([asdict(each) for each in curve]), **layers)
    predicted = network.aggressive(x_test)
    rate = parts[2].base_rate
    return Trained(
        kind=kind,
        network=network,
        curve=tuple(curve),
        tne_train=network.tne(x, y),
        tne=network.tne(x_test, y_test),
        base=rate * (1 - rate),
        below_base=_gain((y_test - rate) ** 2, (predicted - y_test) ** 2, parts[2].hand),
        scores=scores(predicted, y_test),
        reliability=reliability(predicted, y_test),
    )


def _gain(worse: Floats, better: Floats, hand: Ints) -> Statistic:
    """By how much one mean error is below another, per cent; decisions of one hand are not independent."""
    _, at = np.unique(hand, return_inverse=True)
    count, gained = np.bincount(at), np.bincount(at, 100 * (worse - better))
    mean = float(gained.sum() / count.sum())
    spread = mean_interval((gained - mean * count) / count.mean())
    if spread.low is None or spread.high is None:
        return Statistic(mean=mean, low=None, high=None, n=spread.n)
    return Statistic(mean=mean, low=mean + spread.low, high=mean + spread.high, n=spread.n)


def thesis_protocol(
    decisions: Decisions, see: Callable[[Decisions], Floats], hidden: tuple[int, ...], seed: int, draws: int
) -> Floats:
    """TNE, per cent, of networks that learn from 200 random rounds each and are judged on them, as the thesis does."""
    rounds = np.unique(decisions.hand)
    found = np.zeros(draws)
    for number in range(draws):
        rng = np.random.default_rng([seed, number])
        chosen = decisions.where(np.isin(decisions.hand, rng.choice(rounds, min(ROUNDS, len(rounds)), replace=False)))
        data = see(chosen), chosen.aggressive
        network = new_network(data[0].shape[1], hidden, seed + number, x=data[0])
        trained, _ = _run(network, data, data, ROUND_EPOCHS, seed + number)
        found[number] = 100 * trained.tne(*data)
    return found


@dataclass(frozen=True, kw_only=True)
class Folding:
    """How well folding was learnt from complete hands, on the last of them; errors in per cent."""

    n: int
    folded: float
    error: float
    below_base: Statistic
    below_odds: Statistic
    right: float
    right_by_odds: float


def learn_folding(settings: Settings, hands: int) -> Folding:
    """A network of the thesis's second kind that says whether who faces a bet folds, beside the rule of pot odds."""
    path = data_folder() / COMPLETE
    if not path.is_file():
        raise StudyError(f'"{path}" is not there: set RIVERBOAT_DATA to the folder that holds {COMPLETE}')
    folds = read_folds(records_of(itertools.islice(scan(path), hands)))
    learnt, check, judged = (folds.part(which) for which in (TRAIN, VALIDATION, TEST))
    data = learnt.inputs, learnt.folded
    network = new_network(5, (5,), settings.seed, x=learnt.inputs)
    network, _ = _run(network, data, (check.inputs, check.folded), EPOCHS, settings.seed)
    said, was = network.aggressive(judged.inputs), judged.folded
    others = 9 * judged.inputs[:, 1]
    by_odds = (judged.inputs[:, 0] ** others < judged.odds).astype(np.float64)
    error, rate = (said - was) ** 2, float(was.mean())
    return Folding(
        n=len(was),
        folded=rate,
        error=100 * float(error.mean()),
        below_base=_gain((was - rate) ** 2, error, judged.hand),
        below_odds=_gain((by_odds != was).astype(np.float64), ((said > 0.5) != was).astype(np.float64), judged.hand),
        right=float(np.mean((said > 0.5) == was)),
        right_by_odds=float(np.mean(by_odds == was)),
    )


def _run(
    network: Network, data: tuple[Floats, Floats], check: tuple[Floats, Floats], epochs: int, seed: int
) -> tuple[Network, list[NetworkEpoch]]:
    steps = train_steps(network, data, check, epochs=epochs, seed=seed, patience=max(8, epochs // 10))
    curve: list[NetworkEpoch] = []
    return run_to_end(steps, curve.append), curve


def _take(path: Path, fresh: Network) -> tuple[Network, list[NetworkEpoch]]:
    told, *layers = read_arrays(path, ["curve", *(f"layer_{at}" for at in range(len(fresh.layers)))])
    network = Network(
        layers=tuple(np.asarray(layer, dtype=np.float64) for layer in layers),
        modern=fresh.modern,
        middle=fresh.middle,
        spread=fresh.spread,
    )
    return network, [NetworkEpoch(**each) for each in json.loads(str(told))]


def steps(settings: Settings) -> Generator[Step, None, StudyReport]:
    """Run the study, telling how far it has come."""
    total = 6 + len(HIDDEN) * (1 + PLAYERS)
    yield Step(part="reading", done=0, total=total)
    decisions = load(settings.hands)
    names = _most_shown(decisions)
    found: dict[Net, Trained] = {}

    def add(kind: Net, *arguments: Any, **options: Any) -> Step:
        found[kind] = train(kind, *arguments, settings=settings, **options)
        return Step(part=str(kind), done=2 + len(found), total=total)

    draws = min(DRAWS, max(2, DRAWS * settings.hands // FULL_HANDS))
    protocol = {
        1: thesis_protocol(decisions, thesis_two, (), settings.seed, draws),
        2: thesis_protocol(decisions, thesis_five, (2,), settings.seed, draws),
    }
    yield Step(part="the thesis's protocol", done=1, total=total)
    folding = learn_folding(settings, settings.hands)
    yield Step(part="folding", done=2, total=total)
    yield add(ONE, decisions, thesis_two, (), epochs=EPOCHS)
    for hidden in HIDDEN:
        yield add(Net(2, hidden), decisions, thesis_five, (hidden,), epochs=EPOCHS)
    for name in names:
        own = decisions.of(name)
        for hidden in HIDDEN:
            yield add(Net(3, hidden, name), own, thesis_five, (hidden,), epochs=PLAYER_EPOCHS)
    for kind, see in ((MODERN, with_history), (BEST, with_models)):
        yield add(kind, decisions, see, MODERN_HIDDEN, epochs=MODERN_EPOCHS, modern=True)
    played = yield from _play(found, names, settings)
    return _report(settings, decisions, names, Found(trained=found, protocol=protocol, folding=folding, played=played))


def _most_shown(decisions: Decisions) -> list[str]:
    count = np.bincount(decisions.player, minlength=len(decisions.players))
    return [decisions.players[at] for at in np.argsort(-count, kind="stable")[:PLAYERS]]


def _play(found: dict[Net, Trained], names: list[str], settings: Settings) -> Generator[Step, None, dict[str, Played]]:
    """The thesis's last test: the networks at the table, heads-up; by the larger output, and mixed."""
    chosen = {"network 1": ONE, "network 2": TWO, f"network 3 ({names[0]})": Net(3, 2, names[0])}
    plans: dict[str, MatchPlan] = {}
    for title, kind in chosen.items():
        for mixed in (False, True):
            agent = ann_agent(found[kind].network, name=title, mixed=mixed)
            for opponent in OPPONENTS:
                hands = max(200, int(MATCH_SHARE * settings.hands))
                name = f"{title}{', mixed' if mixed else ''} against {opponent}"
                plans[name] = match_plan([agent, opponent], hands=hands, seed=settings.seed + len(plans))
    return (yield from play_all(plans, settings))


@dataclass(frozen=True, kw_only=True)
class Found:
    """All that the study has measured."""

    trained: dict[Net, Trained]
    protocol: dict[int, Floats]
    folding: Folding
    played: dict[str, Played]


def _report(settings: Settings, decisions: Decisions, names: list[str], found: Found) -> StudyReport:
    parts = [decisions.part(which) for which in (TRAIN, VALIDATION, TEST)]
    everybody = parts[2].base_rate
    figures = [
        new("decisions to learn from, to choose by, to be judged on", " / ".join(str(len(p)) for p in parts)),
        new("aggressive among them, %", " / ".join(f"{100 * part.base_rate:.1f}" for part in parts)),
        *_protocol_figures(found.protocol),
        *_network_figures(found.trained),
        *_modern_figures(found.trained, parts),
        *_folding_figures(found.folding),
        *(new(f"{name}, small bets a hand", match.result.players[0].income_sb) for name, match in found.played.items()),
    ]
    return StudyReport(
        name="apc-networks",
        hands=min(settings.hands, decisions.hands),
        seed=settings.seed,
        figures=tuple(figures),
        notes=(
            "The thesis's TNE is the mean squared error, and for two complementary outputs a Brier score: "
            f"who always says the base rate, {100 * everybody:.1f} %, has {100 * everybody * (1 - everybody):.2f} %.",
            "The thesis judges a network on the 200 rounds that it learnt from: its protocol is repeated with "
            f"{len(found.protocol[1])} draws of rounds. All other networks are judged on later hands.",
            "The thesis names no learning rate; ours goes from 0.5 to 0.05.",
        ),
        details=_details(decisions, found.trained, names),
    )


def _protocol_figures(protocol: dict[int, Floats]) -> list[Figure]:
    """The thesis's two errors next to those of its own protocol, and how these spread over draws of rounds."""
    figures = []
    for number, errors in protocol.items():
        paper, where = THESIS[number]
        title = f"network {number} by the thesis's protocol, 200 random rounds"
        low, high = np.percentile(errors, (2.5, 97.5))
        figures += [
            beside(f"{title}: TNE, %", mean_interval(errors), paper, where=where, within=WITHIN),
            new(f"{title}: 95 of 100 draws lie between, %", f"{low:.1f} / {high:.1f}"),
        ]
    return figures


def _network_figures(trained: dict[Net, Trained]) -> list[Figure]:
    """The errors of the thesis's networks on later hands, each compared with the base rate's."""
    figures = []
    for kind, each in trained.items():
        told = f"{kind}: TNE, % (base rate {100 * each.base:.2f}, on hands learnt from {100 * each.tne_train:.2f})"
        figures.append(new(told, 100 * each.tne))  # the thesis's players (tables 7 and 8) are not in the data
        figures.append(
            above_zero(f"{kind}: below the base rate's error by, %", each.below_base, required=not kind.player)
        )
    players = {kind: each for kind, each in trained.items() if kind.player}
    best = min(players, key=lambda kind: players[kind].tne)
    told = f"the player who is predicted best, {best.player}: TNE, %"
    return [*figures, beside(told, 100 * players[best].tne, GOAL, where="the goal of section 2.1", within=0.5)]


def _modern_figures(trained: dict[Net, Trained], parts: list[Decisions]) -> list[Figure]:
    base = scores(np.full(len(parts[2]), parts[0].base_rate), parts[2].aggressive)
    rows = {"base rate": base, **{str(kind): trained[kind].scores for kind in (ONE, TWO, WIDEST, MODERN, BEST)}}
    figures = [
        new(
            f"{name}: Brier / log loss / accuracy", f"{row.brier:.4f} / {row.log_loss:.4f} / {100 * row.accuracy:.1f} %"
        )
        for name, row in rows.items()
    ]
    one, two, widest, best = (_errors(trained[kind], parts[2]) for kind in (ONE, TWO, WIDEST, BEST))
    hand = parts[2].hand
    return [
        *figures,
        above_zero("chips, cost and pot take off network 1's error, %", _gain(one, two, hand)),
        above_zero(
            "five hidden neurons instead of two take off network 2's error, %", _gain(two, widest, hand), required=False
        ),
        above_zero("the modern network's error below network 2's (2 hidden), %", _gain(two, best, hand)),
        new("the modern network's error below network 2's, by how much of it", 1 - float(best.mean() / two.mean())),
    ]


def _errors(each: Trained, judged: Decisions) -> Floats:
    """The squared error of every decision that a network is judged on."""
    see = {ONE: thesis_two, BEST: with_models}.get(each.kind, thesis_five)
    return np.asarray((each.network.aggressive(see(judged)) - judged.aggressive) ** 2)


def _folding_figures(folding: Folding) -> list[Figure]:
    where = "section 2.5, left for later"
    right = f"{100 * folding.right:.1f} / {100 * folding.right_by_odds:.1f}"
    return [
        new(
            "folding, from complete hands: decisions judged on / folded, %", f"{folding.n} / {100 * folding.folded:.1f}"
        ),
        new("folding: error, %", folding.error),
        above_zero("folding: below the base rate's error by, %", folding.below_base, where=where, required=False),
        above_zero(
            "folding: more decisions right than by pot odds, %", folding.below_odds, where=where, required=False
        ),
        new("folding: decisions right, network / pot odds, %", right),
    ]


def _details(decisions: Decisions, found: dict[Net, Trained], names: list[str]) -> dict[str, Any]:
    rng = np.random.default_rng(0)
    dots = {}
    for word, wanted in (("defensive", 0.0), ("aggressive", 1.0)):
        rows = rng.choice(np.flatnonzero(decisions.aggressive == wanted), 100, replace=False)
        dots[word] = decisions.inputs[rows, :2].round(3).tolist()
    curves = {str(kind): [[each.train, each.validation] for each in trained.curve] for kind, trained in found.items()}
    edges = np.linspace(0, 1, 21)
    counts = [np.histogram(decisions.inputs[decisions.aggressive == each, 0], edges)[0].tolist() for each in (0.0, 1.0)]
    return {
        "dots": dots,
        "curves": {name: np.round(curve, 5).tolist() for name, curve in curves.items()},
        "reliability": {str(kind): each.reliability for kind, each in found.items() if kind in (ONE, TWO, BEST)},
        "strengths": counts,
        "players": names,
        "base": {str(kind): each.base for kind, each in found.items()},
        "tne": {str(kind): each.tne for kind, each in found.items()},
    }


#: A share of fewer decisions than this is not joined to the others: it is mostly luck.
FEW = 30


def plot(report: StudyReport, path: Path) -> None:
    """Six panels: the three error curves, the two plots of decisions, and the reliability diagram."""
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    figure, grid = panels(12, 7.2, 2, 3, layout=ConstrainedLayoutEngine(hspace=0.06))
    data = report.details
    player = data["players"][0]
    _curve(grid[0, 0], data, ONE, "Figure 8: network 1")
    _curve(grid[0, 1], data, TWO, "Figure 12: network 2")
    _curve(grid[0, 2], data, Net(3, 2, player), f"Figure 13: network 3, {player}")
    for word, colour in (("defensive", COLOURS[2]), ("aggressive", COLOURS[1])):
        strength, opponents = np.array(data["dots"][word]).T
        spread = np.random.default_rng(1).uniform(-0.25, 0.25, len(opponents))
        grid[1, 0].scatter(9 * opponents + spread, strength, s=9, color=colour, label=word)
    grid[1, 0].legend(frameon=False, fontsize=8, loc="lower right")
    caption(grid[1, 0], "Figure 10: 100 decisions of each kind", "opponents", "hand strength")
    _strengths(grid[1, 1], data["strengths"])
    grid[1, 2].plot([0, 1], [0, 1], color=GRID)
    for at, (name, points) in enumerate(data["reliability"].items()):
        said, was, count = np.array(points).T
        often = count >= FEW
        grid[1, 2].plot(said[often], was[often], marker="o", markersize=4, color=COLOURS[at], label=name)
        grid[1, 2].scatter(said[~often], was[~often], s=14, facecolors="none", edgecolors=COLOURS[at])
    grid[1, 2].legend(frameon=False, fontsize=8, loc="upper left")
    title = f"Reliability on held-out hands (hollow: under {FEW})"
    caption(grid[1, 2], title, "predicted chance to be aggressive", "share that was")
    save_figure(figure, path)


def _curve(axes: Any, data: Mapping[str, Any], kind: Net, title: str) -> None:
    name = str(kind)
    train_error, check = 100 * np.array(data["curves"][name]).T
    epochs = np.arange(1, len(check) + 1)
    axes.plot(epochs, train_error, color=COLOURS[0], label="learnt from")
    axes.plot(epochs, check, color=COLOURS[1], label="validation")
    axes.axhline(100 * data["base"][name], color=FAINT, linestyle="--", linewidth=1, label="base rate, held-out")
    axes.axhline(100 * data["tne"][name], color=INK, linestyle=":", linewidth=1, label="TNE, held-out")
    axes.legend(frameon=False, fontsize=8)
    caption(axes, title, "epoch", "TNE, %")


def _strengths(axes: Any, counts: list[list[int]]) -> None:
    middle = (np.arange(20) + 0.5) / 20
    for at, (word, colour) in enumerate((("defensive", COLOURS[2]), ("aggressive", COLOURS[1]))):
        share = np.array(counts[at]) / sum(counts[at])
        axes.step(middle, 100 * share, where="mid", color=colour, label=word)
    for limit, text in ((0.46, "bluff"), (0.63, "slow play")):
        axes.axvline(limit, color=FAINT, linestyle="--", linewidth=1)
        axes.annotate(text, (limit, 0.3), (3, 0), textcoords="offset points", fontsize=8, color=FAINT)
    axes.legend(frameon=False, fontsize=8)
    caption(axes, "Figure 14: strength by action, all decisions", "hand strength", "per cent of them")
