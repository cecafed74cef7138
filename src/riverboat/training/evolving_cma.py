"""Evolution by covariance matrix adaptation (Hansen & Ostermeier 2001) on the same hypercube, as an option.

The kernel plays and counts feedback; where a population has been used enough, the `cma` package makes the next one.
What it was told is kept, so that a run can be resumed exactly: the same questions are asked again with the same seed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from riverboat.agents.evolving import evolving_layout_kernel as places
from riverboat.agents.evolving.models import EvolvingAgent, candidate_view, element_view, tally_view
from riverboat.arrays import Floats
from riverboat.errors import AgentError


def load_cma() -> Any:
    """The package, or an error that says how to get it."""
    try:
        import cma
    except ImportError:
        raise AgentError('--method cma needs the package "cma": pip install "riverboat[train]"') from None
    return cma


class CmaEvolution:
    """One evolution strategy for each element of a hypercube."""

    def __init__(self, agent: EvolvingAgent, seed: int, told: Floats | None = None) -> None:
        self._cma = load_cma()
        self._params, self._seed = agent.params, seed
        self._first = agent.candidates().reshape(-1, agent.population, places.GENES)[:, 0, :].copy()
        self._strategies: dict[int, Any] = {}
        self._asked: dict[int, list[Floats]] = {}
        self._told: list[list[float]] = []
        for row in () if told is None else told.tolist():
            self._tell(int(row[0]), np.array(row[1:]))

    @property
    def told(self) -> Floats:
        """Everything that was told so far: an element and its population's fitness in each row."""
        width = 1 + int(self._params[places.POPULATION])
        return np.array(self._told, dtype=np.float64).reshape(-1, width)

    def begin(self, memory: Floats) -> None:
        """Put every element's first population in its place."""
        candidates = self._candidates(memory)
        for element in range(len(candidates)):
            candidates[element] = self._ask(element)

    def evolve(self, memory: Floats) -> None:
        """The next generation of every population that waits for it."""
        if not memory[places.READY]:
            return
        rows, tallies, candidates = (
            element_view(self._params, memory),
            tally_view(self._params, memory),
            self._candidates(memory),
        )
        for element in np.flatnonzero(rows[:, places.WAITS]).tolist():
            sums, weights = tallies[element, :, places.TALLY_SUM], tallies[element, :, places.TALLY_WEIGHT]
            self._tell(element, sums / np.maximum(weights, 1e-9))
            candidates[element] = self._ask(element)
            tallies[element] = 0
            rows[element, places.WAITS] = 0
            rows[element, places.GENERATION] += 1
            memory[places.EVOLUTIONS] += 1
        memory[places.READY] = 0

    def _candidates(self, memory: Floats) -> Floats:
        members = int(self._params[places.POPULATION])
        return candidate_view(self._params, memory).reshape(-1, members, places.GENES)

    def _ask(self, element: int) -> Floats:
        if element not in self._strategies:
            rng = np.random.default_rng([self._seed, element])
            options = {
                "popsize": int(self._params[places.POPULATION]),
                "bounds": [0, 1],
                "seed": np.nan,  # it draws from our generator, never from a global one
                "randn": lambda *shape: rng.standard_normal(shape),
                "verbose": -9,
            }
            first = np.clip(self._first[element], 0.01, 0.99)
            self._strategies[element] = self._cma.CMAEvolutionStrategy(
                first, max(self._params[places.STEP], 0.01), options
            )
        if element not in self._asked:
            self._asked[element] = self._strategies[element].ask()
        return np.array(self._asked[element])

    def _tell(self, element: int, fitness: Floats) -> None:
        self._ask(element)
        self._strategies[element].tell(self._asked.pop(element), (-fitness).tolist())
        self._told.append([float(element), *fitness.tolist()])
