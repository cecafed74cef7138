"""Chapter 2 of Vinther & Holst (2015): networks that imitate people. Figures 8, 10 and 12 to 14, tables 7 and 8.

On one month of the IRC poker database, split by time, errors on held-out hands beside the base rate's; then a wider
network with better inputs on the same split; then the thesis's own last test, the networks playing, with a rule for
folding. The thesis's players are not in this month: the three with most shown hands are taken.
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
from riverboat.arrays import Floats
from riverboat.errors import StudyError
from riverboat.files import read_arrays, write_arrays
from riverboat.intervals import average
from riverboat.modeling.networks import Network, NetworkEpoch, Scores, new_network, reliability, scores, train_steps
from riverboat.pictures import COLOURS, FAINT, GRID, INK, caption, panels, save_figure
from riverboat.records.importing import scan
from riverboat.steps import run_to_end
from riverboat.studies.playing import Played, play_all
from riverboat.studies.report import Figure, StudyReport, claim
from riverboat.studies.settings import Settings, Step
from riverboat.training.decisions import TEST, TRAIN, VALIDATION, Decisions, read_decisions, records_of

MONTH = Path("irc") / "holdem_199504_raw.tgz"
#: Tables 7 and 8 and the text: TNE in per cent.
THESIS = {1: 19.9, 2: 19.1}
THESIS_PLAYERS = "JimR 19.1 to 19.6, mayor 14.0 to 15.0, PokiSimA 20.9 to 21.1"
HIDDEN = (2, 3, 4, 5)
PLAYERS = 3
EPOCHS, PLAYER_EPOCHS, MODERN_EPOCHS = 40, 400, 15
MODERN_HIDDEN = (48,)
OPPONENTS = ("loose-passive", "loose-aggressive", "tight-passive", "tight-aggressive", "loki-a")
#: One match is so many hands for each of the month's hands that are learnt from.
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


ONE, TWO, MODERN, BEST = Net(1), Net(2, 2), Net(sees="betting so far"), Net(sees="and players")


@dataclass(frozen=True, kw_only=True)
class Trained:
    """A network, how it learnt, and its errors on the hands it was judged on."""

    kind: Net
    network: Network = field(repr=False)
    curve: tuple[NetworkEpoch, ...] = field(repr=False)
    tne_train: float
    tne: float
    base: float  # what the base rate of these hands alone would have, r (1 - r)
    scores: Scores
    reliability: list[tuple[float, float, int]] = field(repr=False)


def data_folder() -> Path:
    """Where real data lie: RIVERBOAT_DATA, by default ../shared/data from the project's root."""
    return Path(os.environ.get("RIVERBOAT_DATA", Path(__file__).resolve().parents[4] / "shared" / "data"))


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
    """And what is known of the players from earlier hands."""
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
        scores=scores(predicted, y_test),
        reliability=reliability(predicted, y_test),
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
    total = 3 + len(HIDDEN) * (1 + PLAYERS) + 1
    yield Step(part="reading", done=0, total=total)
    decisions = load(settings.hands)
    names = _most_shown(decisions)
    found: dict[Net, Trained] = {}

    def add(kind: Net, *arguments: Any, **options: Any) -> Step:
        found[kind] = train(kind, *arguments, settings=settings, **options)
        return Step(part=str(kind), done=1 + len(found), total=total)

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
    return _report(settings, decisions, names, found, played)


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


def _report(
    settings: Settings, decisions: Decisions, names: list[str], found: dict[Net, Trained], played: dict[str, Played]
) -> StudyReport:
    parts = [decisions.part(which) for which in (TRAIN, VALIDATION, TEST)]
    figures: list[Figure] = [
        Figure(
            name="decisions to learn from, to choose by, to be judged on", ours=" / ".join(str(len(p)) for p in parts)
        ),
        Figure(name="aggressive among them, %", ours=" / ".join(f"{100 * part.base_rate:.1f}" for part in parts)),
    ]
    for kind, each in found.items():
        paper = THESIS_PLAYERS if kind.player else THESIS.get(kind.number)
        figures.append(
            claim(
                f"{kind}: TNE, % (base rate {100 * each.base:.2f}, on hands learnt from {100 * each.tne_train:.2f})",
                average([100 * each.tne]),
                each.tne < each.base,
                paper=paper,
                where="section 2.4",
            )
        )
    everybody = parts[2].base_rate
    base = scores(np.full(len(parts[2]), parts[0].base_rate), parts[2].aggressive)
    rows = {"base rate": base, **{str(kind): found[kind].scores for kind in (ONE, TWO, MODERN, BEST)}}
    for name, row in rows.items():
        told = f"{row.brier:.4f} / {row.log_loss:.4f} / {100 * row.accuracy:.1f} %"
        figures.append(Figure(name=f"{name}: Brier / log loss / accuracy", ours=told))
    best, plain = found[BEST].scores.brier, found[TWO].scores.brier
    figures.append(
        claim(
            "the modern network's error below network 2's, by how much of it",
            average([1 - best / plain]),
            best < plain,
        )
    )
    figures += [
        Figure(name=f"{name}, small bets a hand", ours=match.result.players[0].income_sb)
        for name, match in played.items()
    ]
    return StudyReport(
        name="apc-networks",
        hands=min(settings.hands, decisions.hands),
        seed=settings.seed,
        figures=tuple(figures),
        notes=(
            "The thesis's TNE is the mean squared error, and for two complementary outputs a Brier score: "
            f"who always says the base rate, {100 * everybody:.1f} %, has {100 * everybody * (1 - everybody):.2f} %.",
            "The thesis judges a network on the 200 rounds it learnt from; ours are judged on later hands.",
            "Its hope of 5 % is out of reach: people do not act alike in like situations.",
        ),
        details=_details(decisions, found, names),
    )


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
