"""Tables at which a network is trained, the learner in the first seat: whom it meets there, session after session.

`adaptive` meets the four styles, players from anywhere in the space of styles, Loki A to F, player A of the evolving
paper, the thesis's network and itself. `adaptive-68` meets what it always met: styles, their mixtures, and one Loki A.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache

import numpy as np

from riverboat.agents import make_agent
from riverboat.agents.compiled import CompiledAgent
from riverboat.agents.dispatch_kernel import entries
from riverboat.agents.styles.parameters import STYLES
from riverboat.arrays import Floats
from riverboat.cards.randomness import seed_words
from riverboat.games import CardGame, make_game
from riverboat.games.engine.layout_kernel import HAND, VIEW
from riverboat.training import neural_training_kernel as kernels

#: Who sits in a seat: an agent, or None for the learner once more, which then learns there too.
Sitting = CompiledAgent | None

#: The styles that are learnt against most.
FOUR_STYLES = ("loose-passive", "loose-aggressive", "tight-passive", "tight-aggressive")
STYLE_PARAMS = {entry.name: np.array(entry.defaults) for entry in STYLES}
TABLES = 32
#: Session lengths are drawn from here; a switcher plays two of them.
SESSION = (50, 600)
#: Between which numbers most drawn styles lie, in the order of the styles' parameters; others lie anywhere.
SENSIBLE = np.array([(0.2, 0.6), (0.35, 0.8), (0.15, 0.65), (0.45, 0.95), (0, 0.15), (0, 0.08), (0.2, 1), (0, 0.4)])
_LOKIS = tuple(f"loki-{letter}" for letter in "abcde")
#: Tables whose opponents change within a session.
_SWITCHING = {"thesis": range(16, 24), "adaptive": (*range(8, 12), 15, 16)}


@cache
def _known(name: str) -> CompiledAgent:
    agent = make_agent(name)
    assert isinstance(agent, CompiledAgent)
    return agent


def _style(params: Floats) -> CompiledAgent:
    return CompiledAgent.of(STYLES[0], params=params.tolist())


def mixture(rng: np.random.Generator) -> CompiledAgent:
    """A style between two of the four."""
    one, other = (STYLE_PARAMS[FOUR_STYLES[int(index)]] for index in rng.integers(4, size=2))
    share = rng.random()
    return _style(share * one + (1 - share) * other)


def any_style(rng: np.random.Generator) -> CompiledAgent:
    """A style from the whole space: three of four times between sensible numbers, else anywhere, often at an end."""
    drawn = rng.random(len(SENSIBLE))
    if rng.random() < 0.75:
        return _style(SENSIBLE[:, 0] + drawn * (SENSIBLE[:, 1] - SENSIBLE[:, 0]))
    ends = rng.random(drawn.size) < 0.25
    return _style(np.where(ends, np.round(drawn), drawn))


class TrainingTable:
    """A table with the learner in its first seat."""

    def __init__(
        self, number: int, rng: np.random.Generator, *, heads_up: bool, population: Population, memory: int
    ) -> None:
        self._rng, self.number, self._population = rng, number, population
        self.seats = 2 if heads_up else (10 if number % 4 else int(rng.integers(3, 10)))
        game = make_game("holdem-limit", seats=self.seats)
        assert isinstance(game, CardGame)
        self.rules = game.record.copy()
        self.hand, self.view = np.zeros(1, dtype=HAND), np.zeros(1, dtype=VIEW)
        self.hand["deck"][0] = self.rules["deck"][0]
        self.hand["button"] = rng.integers(self.seats)
        self.words = np.stack([seed_words(rng) for _ in range(self.seats + 1)])
        self.memory = np.zeros((self.seats, memory))
        self.deciders, self.learners = (np.zeros(self.seats, dtype=np.int64) for _ in range(2))
        self.params = np.zeros((self.seats, len(STYLES[0].parameters)))
        self.label = ""
        self.begin()

    @property
    def record(self) -> kernels.Seats:
        """The table as kernels take it."""
        return kernels.Seats(self.hand, self.rules, self.view, self.deciders, self.params, self.memory, self.words)

    def begin(self) -> None:
        """Seat new opponents, of whom nothing is known."""
        self.memory[:] = 0.0
        self.hand["stack"], self.hand["won"] = 0, 0
        self.left = int(self._rng.integers(*SESSION))
        self.switches = self._population.switches(self.number)
        self.seat()

    def seat(self) -> None:
        """Give the seats to the opponents that this table's number has now."""
        self.label, opponents = self._population.opponents(
            self.number, self.seats - 1, self._rng, will_switch=self.switches
        )
        widest = max((agent.params.size for agent in opponents if agent is not None), default=0)
        most = max((agent.memory.size for agent in opponents if agent is not None), default=0)
        self.params = _widened(self.params, widest)
        self.memory = _widened(self.memory, most)
        for seat, agent in enumerate(opponents, start=1):
            self.memory[seat] = 0.0
            if agent is None:
                self.deciders[seat], self.learners[seat] = kernels.LEARNS, 0
                continue
            self.deciders[seat], self.learners[seat] = entries(agent.entry.kind)
            self.params[seat, : agent.params.size] = agent.params
            self.memory[seat, : agent.memory.size] = agent.memory

    def played(self, hands: int) -> None:
        """Hands have been played: where the session is over, opponents change, or others sit down."""
        self.left -= hands
        if self.left <= 0 and self.switches:
            self.left, self.switches = int(self._rng.integers(*SESSION)), False
            self.seat()
        elif self.left <= 0:
            self.begin()


def _widened(rows: Floats, width: int) -> Floats:
    if rows.shape[1] >= width:
        return rows
    return np.concatenate([rows, np.zeros((len(rows), width - rows.shape[1]))], axis=1)


class Population:
    """The opponents at each table; `itself` is the learner as it was when the tables were set."""

    def __init__(self, *, style: str = "", thesis: bool = False, itself: CompiledAgent | None = None) -> None:
        self._style, self._thesis, self._itself = style, thesis, itself

    def switches(self, number: int) -> bool:
        """Whether the opponents at a table change within a session."""
        return not self._style and number in _SWITCHING["thesis" if self._thesis else "adaptive"]

    def opponents(
        self, number: int, count: int, rng: np.random.Generator, *, will_switch: bool = False
    ) -> tuple[str, Sequence[Sitting]]:
        """What a table is called, and this many opponents."""
        if self._style:
            return self._style, [_known(self._style)] * count
        if self._thesis:
            return self._old(number, count, rng, will_switch)
        return self._heads_up(number, rng) if count == 1 else self._ring(number, count, rng)

    def _old(
        self, number: int, count: int, rng: np.random.Generator, will_switch: bool
    ) -> tuple[str, Sequence[Sitting]]:
        if number < 3 * TABLES // 4:
            label = FOUR_STYLES[int(rng.integers(4)) if will_switch else number % 4]
            return label, [_known(label)] * count
        if number < TABLES - 1:
            return "mixtures", [mixture(rng) for _ in range(count + 1)][1:]
        return "with loki-a", [_known("loki-a"), *(mixture(rng) for _ in range(count - 1))]

    def _me(self) -> CompiledAgent:
        assert self._itself is not None
        return self._itself

    def _heads_up(self, number: int, rng: np.random.Generator) -> tuple[str, Sequence[Sitting]]:
        if number < 12:
            label = FOUR_STYLES[int(rng.integers(4)) if number >= 8 else number % 4]
            return label, [_known(label)]
        if number < 22:
            return "any style", [any_style(rng)]
        if number < 25:
            return "loki-a to e", [_known("loki-a" if number == 22 else _LOKIS[int(rng.integers(len(_LOKIS)))])]
        if number < 27:
            return "loki-f", [_known("loki-f")]
        if number < 28:
            return "evolved, adaptive-68", [_known(("evolved", "adaptive-68")[int(rng.integers(2))])]
        return "itself", [self._me()]

    def _ring(self, number: int, count: int, rng: np.random.Generator) -> tuple[str, Sequence[Sitting]]:
        def each(draw: Callable[[], CompiledAgent]) -> list[CompiledAgent]:
            return [draw() for _ in range(count)]

        def beside(others: CompiledAgent, rest: Iterable[Sitting]) -> list[Sitting]:
            """Half of all seats for some, the learner's own seat among the rest."""
            return [*[others] * -(-(count + 1) // 2), *rest][:count]

        learner: list[Sitting] = [None] * count
        if number < 12:
            label = FOUR_STYLES[int(rng.integers(4)) if number >= 8 else number % 4]
            return label, [_known(label)] * count
        if number < 17:
            return "any styles", each(lambda: any_style(rng)) if number < 15 else [any_style(rng)] * count
        if number < 23:
            loki = _known("loki-a" if number < 21 else _LOKIS[int(rng.integers(len(_LOKIS)))])
            return "loki-a to e", beside(loki, learner if number < 22 else each(lambda: any_style(rng)))
        if number < 28:
            with_styles = [_known("loki-f"), *(any_style(rng) for _ in range(count - 1))]
            return "loki-f", beside(_known("loki-f"), learner) if number < 27 else with_styles
        if number < 30:
            other = _known(("evolved", "adaptive-68")[int(rng.integers(2))])
            return "evolved, adaptive-68", beside(other, each(lambda: any_style(rng)))
        return "itself", [self._me()] * count
