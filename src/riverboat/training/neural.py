"""Training the adaptive network by outcomes, against a population of opponents, in steps that can be interrupted.

A batch is a few dozen hands at each of 32 tables, and one step of the weights (Adam, Kingma & Ba 2015). Tables are set
anew from the seed at every chunk of batches, so that training which goes on from a chunk's end comes to the same
weights as training that was never interrupted.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from riverboat.agents.compiled import CompiledAgent
from riverboat.agents.dispatch_kernel import entries
from riverboat.agents.entry import Stretch
from riverboat.agents.loki.versions import LOKIS
from riverboat.agents.neural import neural_layout_kernel as at
from riverboat.agents.neural.neural_kernel import TYPICAL
from riverboat.agents.registry import agent_entry
from riverboat.agents.saved import checked_numbers
from riverboat.agents.styles.parameters import STYLES
from riverboat.arrays import Floats
from riverboat.cards.randomness import seed_words
from riverboat.errors import AgentError, did_you_mean
from riverboat.files import read_arrays, write_arrays
from riverboat.games import CardGame, make_game
from riverboat.games.engine.layout_kernel import HAND, VIEW
from riverboat.modeling.attributes_layout import ATTRIBUTES
from riverboat.training import neural_training_kernel as kernels

#: The styles that are learnt against, one table in eight each.
FOUR_STYLES = ("loose-passive", "loose-aggressive", "tight-passive", "tight-aggressive")
STYLE_PARAMS = {entry.name: np.array([parameter.default for parameter in entry.parameters]) for entry in STYLES}
LOKI = next(entry for entry in LOKIS if entry.name == "loki-a")
LOKI_PARAMS = np.array([parameter.default for parameter in LOKI.parameters])
TABLES = 32
#: Hands at each table in a batch, and batches in a chunk.
PIECE, CHUNK = 64, 25
#: Session lengths are drawn from here; a switcher plays two of them.
SESSION = (50, 600)
RATES = (0.01, 0.001)
ENTROPIES = (0.1, 0.01)
#: How slowly the weights that are kept follow those that are trained.
KEEPING = 0.995
_FADE_MEAN, _FADE_SQUARE = 0.9, 0.99
#: No number that training keeps comes near to this.
_MOST_KEPT = 1e6

# What the thesis's five numbers are divided by, and where their middle is, with 2 seats and at larger tables.
_GAME_SHIFT = {True: (0.5, 1 / 9, 0.1, 0.0005, 0.004), False: (0.5, 0.3, 0.1, 0.0005, 0.004)}
_GAME_SCALE = {True: (4.0, 1.0, 10.0, 1000.0, 125.0), False: (4.0, 4.0, 10.0, 1000.0, 100.0)}
_TRAIT_OF = (0, 0, 0, 1, 1, 2, 2)
_ATTRIBUTE_SCALE = (4.0, 2.0, 2.0, 4.0, 2.0, 4.0, 2.0)


@dataclass(frozen=True, kw_only=True)
class TrainingPlan:
    """What is trained, against whom, how long, from which seed."""

    heads_up: bool
    sees: bool = True  # the attributes of opponents; else the game alone
    batches: int
    seed: int
    style: str = ""  # train against this style alone

    def __post_init__(self) -> None:
        if self.batches < 1:
            raise AgentError(f"{self.batches} batches are not possible: 1 or more")
        if self.style and self.style not in FOUR_STYLES:
            known = ", ".join(FOUR_STYLES)
            raise AgentError(f'"{self.style}" is not one of {known}{did_you_mean(self.style, FOUR_STYLES)}')

    @property
    def hands(self) -> int:
        """How many hands are played in all."""
        return self.batches * TABLES * PIECE


@dataclass(frozen=True, kw_only=True)
class TrainingStep:
    """How far training has come: the mean gain over the last chunk, by opponent, small bets a hand."""

    batches: int
    gains_sb: dict[str, float]
    explained: float  # how much of the variance of outcomes the baseline explains


@dataclass(frozen=True, kw_only=True)
class TrainedNet:
    """A network as it plays, and how it came to be."""

    plan: TrainingPlan
    net: Floats = field(repr=False)  # at.NET weights
    curve: tuple[TrainingStep, ...] = field(repr=False)


class _Table:
    """A table with the learner in its first seat."""

    def __init__(self, plan: TrainingPlan, number: int, rng: np.random.Generator) -> None:
        self._plan, self._rng, self.number = plan, rng, number
        self.seats = 2 if plan.heads_up else (10 if number % 4 else int(rng.integers(3, 10)))
        game = make_game("holdem-limit", seats=self.seats)
        assert isinstance(game, CardGame)
        self.rules = game.record.copy()
        self.hand, self.view = np.zeros(1, dtype=HAND), np.zeros(1, dtype=VIEW)
        self.hand["deck"][0] = self.rules["deck"][0]
        self.hand["button"] = rng.integers(self.seats)
        self.words = np.stack([seed_words(rng) for _ in range(self.seats + 1)])
        width = max(at.ADAPTIVE_MEMORY, LOKI.memory if number == TABLES - 1 else 0)
        self.memory = np.zeros((self.seats, width))
        self.deciders = np.zeros(self.seats, dtype=np.int64)
        self.params = np.zeros((self.seats, len(LOKI.parameters)))
        self.label = ""
        self.begin()

    def begin(self) -> None:
        """Seat new opponents, of whom nothing is known."""
        self.memory[:] = 0.0
        self.hand["stack"], self.hand["won"] = 0, 0
        self.left = int(self._rng.integers(*SESSION))
        self.switches = TABLES // 2 <= self.number < 3 * TABLES // 4 and not self._plan.style
        self.seat()

    def seat(self) -> None:
        """Give the opponents their styles by the table's number: one style, a mixture of two, or Loki too."""
        rng, number = self._rng, self.number
        if self._plan.style:
            self.label = self._plan.style
            self._give(range(self.seats), STYLE_PARAMS[self.label])
        elif number < 3 * TABLES // 4:
            self.label = FOUR_STYLES[int(rng.integers(4)) if self.switches else number % 4]
            self._give(range(self.seats), STYLE_PARAMS[self.label])
        elif number < TABLES - 1:
            self.label = "mixtures"
            for seat in range(self.seats):
                self._give([seat], _mixture(rng))
        else:
            self.label = "with loki-a"
            for seat in range(2, self.seats):
                self._give([seat], _mixture(rng))
            self.deciders[1], self.params[1] = entries(LOKI.kind)[0], LOKI_PARAMS

    def _give(self, seats: Any, params: Floats) -> None:
        for seat in seats:
            self.deciders[seat] = entries(STYLES[0].kind)[0]
            self.params[seat, : params.size] = params

    def play(self, net: _Learner, entropy: float) -> Floats:
        """A piece of a session; what was gained, in the kernel's tally."""
        tally = np.zeros(kernels.TALLY)
        seats = kernels.Seats(self.hand, self.rules, self.view, self.deciders, self.params, self.memory, self.words)
        learner = kernels.Trainee(self._plan.sees, entropy, net.scale, net.shift, tuple(net.weights), tuple(net.grads))
        if kernels.play_and_learn(seats, learner, PIECE, tally) != 0:
            raise AssertionError("a compiled agent chose what is not legal")
        self.left -= PIECE
        if self.left <= 0 and self.switches:
            self.left, self.switches = int(self._rng.integers(*SESSION)), False
            self.seat()
        elif self.left <= 0:
            self.begin()
        return tally


def _mixture(rng: np.random.Generator) -> Floats:
    """A style between two of the four."""
    one, other = (STYLE_PARAMS[FOUR_STYLES[int(index)]] for index in rng.integers(4, size=2))
    share = rng.random()
    return share * one + (1 - share) * other


class _Learner:
    """The weights of the network and its baseline, their gradients and Adam's means."""

    def __init__(self, plan: TrainingPlan) -> None:
        self.plan, self.batches = plan, 0
        rng = np.random.default_rng([plan.seed, 0])
        shapes = (
            (at.HIDDEN, kernels.SEEN + 1),
            (at.CHOICES, at.HIDDEN + 1),
            (kernels.BASELINE_HIDDEN, kernels.BASELINE_INPUTS + 1),
            (1, kernels.BASELINE_HIDDEN + 1),
        )
        self.weights = [rng.normal(0, shape[1] ** -0.5, shape) for shape in shapes]
        self.weights[1] *= 0.1
        self.weights[1][1, -1] = 1.0  # it begins by calling more often than not, and so sees how hands end
        self.grads, self.means, self.squares = ([np.zeros(shape) for shape in shapes] for _ in range(3))
        self.kept = [each.copy() for each in self.weights]
        self.shift, self.scale = scales(plan.heads_up)

    @property
    def arrays(self) -> dict[str, Floats]:
        """All that training goes on from."""
        groups = {"weights": self.weights, "means": self.means, "squares": self.squares, "kept": self.kept}
        return {f"{name}_{index}": each for name, group in groups.items() for index, each in enumerate(group)}

    def step(self, decisions: float) -> None:
        """Move the weights by the gradients of one batch."""
        self.batches += 1
        rate = _between(RATES, self.batches / self.plan.batches)
        for index, grad in enumerate(self.grads):
            mean = grad / decisions
            self.means[index] += (1 - _FADE_MEAN) * (mean - self.means[index])
            self.squares[index] += (1 - _FADE_SQUARE) * (mean * mean - self.squares[index])
            direction = self.means[index] / (1 - _FADE_MEAN**self.batches)
            size = np.sqrt(self.squares[index] / (1 - _FADE_SQUARE**self.batches)) + 1e-8
            self.weights[index] -= rate * direction / size
            self.kept[index] += (1 - KEEPING) * (self.weights[index] - self.kept[index])
            grad[:] = 0.0


def scales(heads_up: bool) -> tuple[Floats, Floats]:
    """Middle and scale of what the network sees while training."""
    shift = [*_GAME_SHIFT[heads_up], *(TYPICAL[trait] for trait in _TRAIT_OF)]
    return np.array(shift), np.array([*_GAME_SCALE[heads_up], *_ATTRIBUTE_SCALE])


def spread_out(first: Floats, second: Floats, plan: TrainingPlan) -> Floats:
    """The network as it plays: the thesis's 68 inputs as they are, every opponent's place with the same weights."""
    shift, scale = scales(plan.heads_up)
    rows = np.zeros((at.HIDDEN, at.INPUTS + 1))
    seen = first[:, :-1] * scale
    if not plan.sees:
        seen[:, at.GAME_INPUTS :] = 0.0
    rows[:, : at.GAME_INPUTS] = seen[:, : at.GAME_INPUTS]
    for slot in range(at.SLOTS):
        start = at.GAME_INPUTS + slot * ATTRIBUTES
        rows[:, start : start + ATTRIBUTES] = seen[:, at.GAME_INPUTS :]
    rows[:, -1] = first[:, -1] - seen @ shift
    return np.concatenate([rows.ravel(), second.ravel()])


def _between(ends: tuple[float, float], part: float) -> float:
    return ends[0] + (ends[1] - ends[0]) * part


def train_steps(
    plan: TrainingPlan, *, checkpoint: Path | None = None, resume: bool = False
) -> Generator[TrainingStep, None, TrainedNet]:
    """Train, telling how it goes after every chunk; the checkpoint is written then, and is the caller's to remove."""
    learner, curve = _Learner(plan), []
    if checkpoint is not None and resume and checkpoint.is_file():
        curve = _read(checkpoint, learner)
    while learner.batches < plan.batches:
        step = _chunk(learner)
        curve.append(step)
        if checkpoint is not None:
            _write(checkpoint, learner, curve)
        yield step
    return TrainedNet(plan=plan, net=spread_out(learner.kept[0], learner.kept[1], plan), curve=tuple(curve))


def _chunk(learner: _Learner) -> TrainingStep:
    plan = learner.plan
    rng = np.random.default_rng([plan.seed, 1 + learner.batches])
    tables = [_Table(plan, number, rng) for number in range(TABLES)]
    tallies: dict[str, Floats] = {}
    for _ in range(min(CHUNK, plan.batches - learner.batches)):
        entropy = _between(ENTROPIES, learner.batches / plan.batches)
        decisions = 0.0
        for table in tables:
            label = table.label
            tally = table.play(learner, entropy)
            decisions += tally[kernels.DECISIONS]
            tallies[label] = tallies.get(label, 0.0) + tally
        learner.step(decisions)
    whole = np.sum(list(tallies.values()), axis=0)
    return TrainingStep(
        batches=learner.batches,
        gains_sb={label: float(t[kernels.GAINED] / t[kernels.HANDS]) for label, t in sorted(tallies.items())},
        explained=float(1 - whole[kernels.ERRORS] / whole[kernels.RETURNS]),
    )


def _write(path: Path, learner: _Learner, curve: list[TrainingStep]) -> None:
    told = json.dumps([asdict(step) for step in curve])
    plan = json.dumps(asdict(learner.plan))
    write_arrays(path, plan=plan, batches=learner.batches, curve=told, **learner.arrays)


def _read(path: Path, learner: _Learner) -> list[TrainingStep]:
    names = list(learner.arrays)
    plan, batches, told, *arrays = read_arrays(path, ("plan", "batches", "curve", *names))
    try:
        if json.loads(str(plan)) != asdict(learner.plan):
            left = str(plan)[:300]
            raise AgentError(f"{path.name} was left by other training ({left}): give the same options, or begin anew")
        curve = [_step_of(step) for step in json.loads(str(told))]
        done = int(str(batches))
    except AgentError:
        raise
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        raise AgentError(f"{path.name} is damaged: begin anew without --resume") from None
    for name, array in zip(names, arrays, strict=True):
        kept = learner.arrays[name]
        low = 0.0 if name.startswith("squares") else -_MOST_KEPT
        limit = Stretch(name=name, size=kept.size, low=low, high=_MOST_KEPT)
        values = checked_numbers(array.reshape(-1), (limit,), file=path.name, name=name, agent="this training")
        kept[:] = values.reshape(kept.shape)
    if not 0 <= done <= learner.plan.batches:
        raise AgentError(f"{path.name} is damaged: begin anew without --resume")
    learner.batches = done
    return curve


def _step_of(told: dict[str, Any]) -> TrainingStep:
    gains = {str(label): float(gain) for label, gain in dict(told["gains_sb"]).items()}
    if not gains:
        raise ValueError
    return TrainingStep(batches=int(told["batches"]), gains_sb=gains, explained=float(told["explained"]))


def adaptive_agent(heads_up: TrainedNet, ring: TrainedNet) -> CompiledAgent:
    """An agent that plays with one network heads-up and with the other at larger tables."""
    sees = heads_up.plan.sees
    if not heads_up.plan.heads_up or ring.plan.heads_up or ring.plan.sees != sees:
        raise AgentError("an adaptive agent is made of a network for two seats and one for more, both of one kind")
    return net_agent(heads_up.net, ring.net, sees=sees)


def net_agent(heads_up: Floats, ring: Floats, *, sees: bool, name: str = "") -> CompiledAgent:
    """An adaptive agent from bare weights; where only one table size is played, both may be equal."""
    entry = agent_entry("adaptive" if sees else "adaptive-twin")
    return CompiledAgent.of(entry, name=name, params=[float(sees), *heads_up.tolist(), *ring.tolist()])
