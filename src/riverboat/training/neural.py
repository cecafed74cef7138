"""Training the adaptive network by outcomes, against a population of opponents, in steps that can be interrupted.

A batch is a few dozen hands at each of 32 tables, and one step of the weights (Adam, Kingma & Ba 2015). Tables are set
again from the seed at every chunk of batches, so that training which goes on from a chunk's end comes to the same
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
from riverboat.agents.entry import Stretch
from riverboat.agents.neural import adaptive_layout_kernel as wide
from riverboat.agents.neural import neural_layout_kernel as at
from riverboat.agents.neural.neural_kernel import TYPICAL
from riverboat.agents.registry import agent_entry
from riverboat.agents.saved import checked_numbers
from riverboat.arrays import Floats
from riverboat.errors import AgentError, did_you_mean
from riverboat.files import read_arrays, write_arrays
from riverboat.modeling.attributes_layout import ATTRIBUTES
from riverboat.training import adaptive_training_kernel as wide_kernels
from riverboat.training import neural_training_kernel as kernels
from riverboat.training.opponents import FOUR_STYLES, TABLES, Population, TrainingTable

#: Hands at each table in a batch, and batches in a chunk.
PIECE, CHUNK = 64, 25
#: How far weights move and how much an even choice is worth, at the beginning and at the end: adaptive, adaptive-68.
RATES = {False: (0.004, 0.0003), True: (0.01, 0.001)}
ENTROPIES = {False: (0.1, 0.01), True: (0.1, 0.01)}
#: From how far on training goes on after a restart (Loshchilov & Hutter 2017).
RESTART = 0.5
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
    thesis: bool = False  # the thesis's 68 inputs
    restart: int = 0  # after this many batches, where the steps are smallest, they become larger once more; 0: never

    def __post_init__(self) -> None:
        if self.batches < 1:
            raise AgentError(f"{self.batches} batches are not possible: 1 or more")
        if self.restart and not 0 < self.restart < self.batches:
            raise AgentError(
                f"a restart after {self.restart} of {self.batches} batches is not possible: 1 to the last but one"
            )
        if self.style and self.style not in FOUR_STYLES:
            known = ", ".join(FOUR_STYLES)
            raise AgentError(f'"{self.style}" is not one of {known}{did_you_mean(self.style, FOUR_STYLES)}')

    @property
    def hands(self) -> int:
        """How many hands are played in all."""
        return self.batches * TABLES * PIECE

    def ripeness(self, batches: int) -> float:
        """How far training is after this many batches, as a share of the way from the first rate to the last."""
        if not self.restart:
            return batches / self.batches
        if batches <= self.restart:
            return batches / self.restart
        return RESTART + (1 - RESTART) * (batches - self.restart) / (self.batches - self.restart)


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


class _Learner:
    """The weights of the network and its baseline, their gradients and Adam's means."""

    def __init__(self, plan: TrainingPlan) -> None:
        self.plan, self.batches = plan, 0
        rng = np.random.default_rng([plan.seed, 0])
        shapes = _shapes(plan)
        self.weights = [rng.normal(0, (shape[1] if plan.thesis else shape[0]) ** -0.5, shape) for shape in shapes]
        self.weights[1] *= 0.1
        # It begins by calling more often than not, and so sees how hands end.
        self.weights[1][(1, -1) if plan.thesis else (-1, 1)] = 1.0
        self.grads, self.means, self.squares = ([np.zeros(shape) for shape in shapes] for _ in range(3))
        self.kept = [each.copy() for each in self.weights]

    @property
    def arrays(self) -> dict[str, Floats]:
        """All that training goes on from."""
        groups = {"weights": self.weights, "means": self.means, "squares": self.squares, "kept": self.kept}
        return {f"{name}_{index}": each for name, group in groups.items() for index, each in enumerate(group)}

    def step(self, decisions: float) -> None:
        """Move the weights by the gradients of one batch."""
        self.batches += 1
        rate = _between(RATES[self.plan.thesis], self.plan.ripeness(self.batches))
        for index, grad in enumerate(self.grads):
            mean = grad / decisions
            self.means[index] += (1 - _FADE_MEAN) * (mean - self.means[index])
            self.squares[index] += (1 - _FADE_SQUARE) * (mean * mean - self.squares[index])
            direction = self.means[index] / (1 - _FADE_MEAN**self.batches)
            size = np.sqrt(self.squares[index] / (1 - _FADE_SQUARE**self.batches)) + 1e-8
            self.weights[index] -= rate * direction / size
            self.kept[index] += (1 - KEEPING) * (self.weights[index] - self.kept[index])
            grad[:] = 0.0

    @property
    def net(self) -> Floats:
        """The network as it plays, with the weights that are kept."""
        if self.plan.thesis:
            return spread_out(self.kept[0], self.kept[1], self.plan)
        return np.concatenate([self.kept[0].ravel(), self.kept[1].ravel()])

    def play(self, table: TrainingTable, entropy: float) -> Floats:
        """A piece of a session at a table; what was gained, in the kernel's tally."""
        tally, plan = np.zeros(kernels.TALLY), self.plan
        weights, grads = tuple(self.weights), tuple(self.grads)
        if plan.thesis:
            shift, scale = scales(plan.heads_up)
            learner = kernels.Trainee(plan.sees, entropy, scale, shift, weights, grads)
            code = kernels.play_and_learn(table.record, learner, PIECE, tally)
        else:
            trainee = wide_kernels.WideTrainee(plan.sees, entropy, weights, grads)
            code = wide_kernels.play_and_learn(table.record, table.learners, trainee, PIECE, tally)
        if code != 0:
            raise AssertionError("a compiled agent chose what is not legal")
        table.played(PIECE)
        return tally


def _shapes(plan: TrainingPlan) -> tuple[tuple[int, int], ...]:
    """The shapes of the network's two layers and its baseline's: rows are neurons for the thesis's, else inputs."""
    if plan.thesis:
        return (
            (at.HIDDEN, kernels.SEEN + 1),
            (at.CHOICES, at.HIDDEN + 1),
            (kernels.BASELINE_HIDDEN, kernels.BASELINE_INPUTS + 1),
            (1, kernels.BASELINE_HIDDEN + 1),
        )
    return (
        (wide.INPUTS + 1, wide.HIDDEN),
        (wide.HIDDEN + 1, wide.CHOICES),
        (wide_kernels.BASELINE_INPUTS + 1, wide_kernels.BASELINE_HIDDEN),
        (wide_kernels.BASELINE_HIDDEN + 1, 1),
    )


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
    return TrainedNet(plan=plan, net=learner.net, curve=tuple(curve))


def _chunk(learner: _Learner) -> TrainingStep:
    plan = learner.plan
    rng = np.random.default_rng([plan.seed, 1 + learner.batches])
    itself = None if plan.thesis or plan.style else net_agent(learner.net, learner.net, sees=plan.sees)
    population = Population(style=plan.style, thesis=plan.thesis, itself=itself)
    memory = at.ADAPTIVE_MEMORY if plan.thesis else wide.MEMORY
    tables = [
        TrainingTable(number, rng, heads_up=plan.heads_up, population=population, memory=memory)
        for number in range(TABLES)
    ]
    tallies: dict[str, Floats] = {}
    for _ in range(min(CHUNK, plan.batches - learner.batches)):
        entropy = _between(ENTROPIES[plan.thesis], plan.ripeness(learner.batches))
        decisions = 0.0
        for table in tables:
            label = table.label
            tally = learner.play(table, entropy)
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
            raise AgentError(f"{path.name} was left by other training ({left}): give the same options, or start again")
        curve = [_step_of(step) for step in json.loads(str(told))]
        done = int(str(batches))
    except AgentError:
        raise
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        raise AgentError(f"{path.name} is damaged: start again without --resume") from None
    for name, array in zip(names, arrays, strict=True):
        kept = learner.arrays[name]
        low = 0.0 if name.startswith("squares") else -_MOST_KEPT
        limit = Stretch(name=name, size=kept.size, low=low, high=_MOST_KEPT)
        values = checked_numbers(array.reshape(-1), (limit,), file=path.name, name=name, agent="this training")
        kept[:] = values.reshape(kept.shape)
    if not 0 <= done <= learner.plan.batches:
        raise AgentError(f"{path.name} is damaged: start again without --resume")
    learner.batches = done
    return curve


def _step_of(told: dict[str, Any]) -> TrainingStep:
    gains = {str(label): float(gain) for label, gain in dict(told["gains_sb"]).items()}
    if not gains:
        raise ValueError
    return TrainingStep(batches=int(told["batches"]), gains_sb=gains, explained=float(told["explained"]))


def adaptive_agent(heads_up: TrainedNet, ring: TrainedNet) -> CompiledAgent:
    """An agent that plays with one network heads-up and with the other at larger tables."""
    sees, thesis = heads_up.plan.sees, heads_up.plan.thesis
    if not heads_up.plan.heads_up or ring.plan.heads_up or (ring.plan.sees, ring.plan.thesis) != (sees, thesis):
        raise AgentError("an adaptive agent is made of a network for two seats and one for more, both of one kind")
    return net_agent(heads_up.net, ring.net, sees=sees, thesis=thesis)


def net_agent(heads_up: Floats, ring: Floats, *, sees: bool, thesis: bool = False, name: str = "") -> CompiledAgent:
    """An adaptive agent from bare weights; where only one table size is played, both may be equal."""
    entry = agent_entry(("adaptive-68" if thesis else "adaptive") + ("" if sees else "-twin"))
    return CompiledAgent.of(entry, name=name, params=[float(sees), *heads_up.tolist(), *ring.tolist()])
