"""Evolved players frozen: an element's best candidate by the record is played, the average, or all in turn."""

from __future__ import annotations

import numpy as np

from riverboat.agents.evolving import evolving_layout_kernel as at
from riverboat.agents.evolving.freezing_kernel import worths
from riverboat.agents.evolving.models import EvolvingAgent, chances, element_view, static_agent
from riverboat.arrays import Floats
from riverboat.errors import AgentError, did_you_mean

#: How much more often a better hand may be folded: player A's own functions do that much where they meet.
SMALL_HOLE = 0.15
_STRENGTHS = np.linspace(0.3, 0.98, 35)


def frozen(agent: EvolvingAgent, *, against: str | None = None, name: str = "") -> EvolvingAgent:
    """The player that plays what `freeze` says of each element, and learns no more.

    `against` names one segment, whose strategy is then played against everybody (the paper's A tight and A loose).
    """
    played, segments = _played(agent), agent.segments
    if against is not None:
        if against not in segments:
            known = ", ".join(segments)
            hint = did_you_mean(against, segments)
            raise AgentError(f'"{against}" is not a segment of {agent.name}{hint}: its segments are {known}')
        first = segments.index(against) * agent.crowds
        played, segments = played[first : first + agent.crowds], (against,)
    made = static_agent(played, segments=segments, name=name or agent.name, params=agent.params)
    centres = slice(at.CENTRES, at.CENTRES + 2 * len(segments))
    if against is None:
        made.memory[centres] = agent.memory[centres]
    return made


def _played(agent: EvolvingAgent) -> Floats:
    """The candidates that are played, by element and member."""
    if agent.population == 1 or agent.params[at.FREEZE] == at.ALL_CANDIDATES:
        return agent.candidates()
    best = agent.params[at.FREEZE] == at.BEST_CANDIDATE
    return (best_candidates(agent) if best else average_candidates(agent))[..., None, :]


def best_candidates(agent: EvolvingAgent) -> Floats:
    """The candidate of each element that would bring most, by the record of the hands that came up.

    One that folds a hand and plays a worse one is passed over: where the record says so, it is mostly luck.
    """
    candidates, worth = agent.candidates(), np.zeros(agent.population)
    cells = candidates.reshape(-1, agent.population, at.GENES)
    best = np.empty((len(cells), at.GENES))
    for element, members in enumerate(cells):
        worths(agent.params, agent.memory, element, worth)
        best[element] = _without_hole([members[each] for each in np.argsort(-worth, kind="stable")])
    return best.reshape(*candidates.shape[:-2], at.GENES)


def _without_hole(members: list[Floats]) -> Floats:
    """The first of some candidates that folds no hand though it plays a worse one; else the one that does so least."""
    least, chosen = np.inf, members[0]
    for genes in members:
        folds = chances(genes, _STRENGTHS)[:, 0]
        hole = float(np.max(folds - np.minimum.accumulate(folds)))
        if hole <= SMALL_HOLE:
            return genes
        if hole < least:
            least, chosen = hole, genes
    return chosen


def average_candidates(agent: EvolvingAgent) -> Floats:
    """The average candidate of each element: of the last generation, or of all where asked."""
    average: Floats = agent.candidates().mean(axis=-2)
    if agent.params[at.AVERAGE] > 0:
        rows = element_view(agent.params, agent.memory)
        means = rows[:, at.MEANS : at.MEANS + at.GENES].reshape(average.shape)
        average = np.where(rows[:, at.GENERATION].reshape(average.shape[:-1])[..., None] > 0, means, average)
    return average
