"""Evolving players as Python holds them: made from nothing or from player A, saved, read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from riverboat.agents.compiled import CompiledAgent, write_model
from riverboat.agents.evolving import evolving_layout_kernel as at
from riverboat.agents.evolving.evolving_kernel import responses, segment_of
from riverboat.agents.evolving.parameters import EVOLVERS, STYLE_CENTRES
from riverboat.agents.evolving.player_a import SHAPE, paper_a, player_a, player_a_in_crowds
from riverboat.agents.evolving.presets import FORMER, Start, preset_options
from riverboat.agents.saved import read_numbers, text_in, texts_in
from riverboat.arrays import Floats
from riverboat.cards.randomness import Seed
from riverboat.errors import AgentError

EVOLVING_ENTRY, EVOLVED_ENTRY = EVOLVERS[:2]
FORMAT = "riverboat evolving 1"


@dataclass(frozen=True, kw_only=True, eq=False)
class EvolvingAgent(CompiledAgent):
    """An evolving or evolved player: it has numbers, and names for its segments."""

    segments: tuple[str, ...] = ()
    former: Callable[[], EvolvingAgent] | None = None  # makes what its name stood for before

    @property
    def fingerprint(self) -> str:
        """Equal for agents that play alike."""
        return f"{super().fingerprint}-{'/'.join(self.segments)}" if self.segments else super().fingerprint

    @property
    def remembers(self) -> bool:
        """Whether one hand can change how it plays the next: not where it is frozen and tells nobody apart.

        Frozen populations take turns from hand to hand.
        """
        return self.learns or len(self.segments) > 1 or self.population > 1

    @property
    def learns(self) -> bool:
        """Whether it goes on learning while it plays."""
        return bool(self.params[at.LEARN])

    @property
    def population(self) -> int:
        """How many candidates an element holds."""
        return int(self.params[at.POPULATION])

    @property
    def crowds(self) -> int:
        """How many numbers of opponents are told apart."""
        return _crowds(self.params)

    @property
    def elements(self) -> int:
        """How many populations the hypercube has."""
        return _elements(self.params)

    def as_before(self) -> tuple[EvolvingAgent, ...]:
        """What its name stood for in earlier versions."""
        return () if self.former is None else (self.former(),)

    def candidates(self, memory: Floats | None = None) -> Floats:
        """By segment (with `crowd` its numbers of opponents, one after the other), position, bets to call, stage and
        member: the seven constants. Shares the memory."""
        return candidate_view(self.params, self.memory if memory is None else memory)

    def met(self, names: Sequence[str]) -> Floats:
        """The memory it begins with where it is told who plays: whom it knew elsewhere sits elsewhere."""
        memory = self.memory.copy()
        memory[at.KNOWN : at.CENTRES] = 0
        if self.params[at.OPPONENTS] == at.BY_NAME:
            for who, name in enumerate(names[: at.ROWS]):
                row = memory[at.KNOWN + who * at.KNOWN_ROW :][: at.KNOWN_ROW]
                segment = self._segment_of(name)
                row[at.WHO] = who + 1
                row[at.TOLD] = 0 if segment is None else segment + 1
        return memory

    def _segment_of(self, name: str) -> int | None:
        """The segment that a player's name belongs to: "rock 2" and "rock:bluff=0.1" are rocks."""
        plain, _, number = name.rpartition(" ")
        for tried in (name, plain if number.isdigit() else name, name.partition(":")[0].partition("@")[0]):
            if tried in self.segments:
                return self.segments.index(tried)
        return None

    def with_memory(self, memory: Floats) -> EvolvingAgent:
        """This player with what it has learnt since; a hand that is not over has taught it nothing."""
        learnt = memory[: len(self.memory)].copy()
        learnt[at.LOGGED] = 0
        return replace(self, memory=learnt)


@dataclass(frozen=True, kw_only=True)
class Watched:
    """What an evolving player has counted of an opponent, and the segment that it takes them for ("" without names)."""

    hands: int
    entered: int  # hands they came into of their own will
    bold: int  # bets and raises
    called: int
    segment: str


def opponent_seen(agent: EvolvingAgent, memory: Floats, who: int) -> Watched | None:
    """What stands in a player's memory of an opponent; None of somebody whom it has not seen play."""
    row = memory[at.KNOWN + (who % at.ROWS) * at.KNOWN_ROW :][: at.KNOWN_ROW]
    if row[at.WHO] != who + 1 or not row[at.SEEN]:
        return None
    segment = int(segment_of(agent.params, memory, who))
    named = agent.segments[segment] if len(agent.segments) > 1 else ""
    seen, entered, bold, called = (int(row[index]) for index in (at.SEEN, at.ENTERED, at.BOLD, at.CALLED))
    return Watched(hands=seen, entered=entered, bold=bold, called=called, segment=named)


def _crowds(params: Floats) -> int:
    return at.CROWDS if params[at.CROWD] else 1


def _elements(params: Floats) -> int:
    return int(params[at.SEGMENTS]) * _crowds(params) * at.CELLS


def candidate_view(params: Floats, memory: Floats) -> Floats:
    """The candidates in a memory, as an array that shares it."""
    members, start = int(params[at.POPULATION]), _candidates_start(params)
    size = _elements(params) * members * at.GENES
    return memory[start : start + size].reshape(-1, *SHAPE, members, at.GENES)


def tally_view(params: Floats, memory: Floats) -> Floats:
    """By element and member: the sum of the feedback, its count, and how often it was the member's turn."""
    members = int(params[at.POPULATION])
    start = _candidates_start(params) + _elements(params) * members * at.GENES
    return memory[start : start + _elements(params) * members * at.TALLY_ROW].reshape(-1, members, at.TALLY_ROW)


def element_view(params: Floats, memory: Floats) -> Floats:
    """By element: whose turn it is, the hand, the generation, the step size, whether it waits."""
    return memory[at.ELEMENTS : _candidates_start(params)].reshape(-1, at.ELEMENT_ROW)


def _candidates_start(params: Floats) -> int:
    return at.ELEMENTS + _elements(params) * at.ELEMENT_ROW


def _fresh_memory(params: Floats) -> Floats:
    members = int(params[at.POPULATION])
    return np.zeros(_candidates_start(params) + _elements(params) * members * (at.GENES + at.TALLY_ROW))


def evolving_agent(
    *,
    segments: Sequence[str] = tuple(STYLE_CENTRES),
    start: Start = "random",
    seed: Seed = 0,
    name: str = "evolving",
    options: Mapping[str, float | str] | None = None,
) -> EvolvingAgent:
    """A player that learns: from random candidates, or with player A as the parent in every pair.

    What `options` leave open is as the studies set it for such a start.
    """
    params = _params({**preset_options("studies", start), **(options or {}), "segments": len(segments)})
    members = int(params[at.POPULATION])
    if members % 2:
        raise AgentError(f"population={members} is not possible: pairs of parent and offspring make it even")
    memory = _fresh_memory(params)
    rng = seed if isinstance(seed, np.random.Generator) else np.random.default_rng(seed)
    candidates = candidate_view(params, memory)
    if start == "random":
        candidates[:] = rng.random(candidates.shape)
    else:
        first = first_candidates(start, crowd=bool(params[at.CROWD]))
        candidates[..., 0::2, :] = np.tile(first, (len(segments), 1, 1, 1, 1))[..., None, :]
        mutants = candidates[..., 0::2, :] + params[at.STEP] * rng.standard_normal(candidates[..., 1::2, :].shape)
        candidates[..., 1::2, :] = np.clip(mutants, 0, 1)
    element_view(params, memory)[:, at.SIGMA] = params[at.STEP]
    element_view(params, memory)[:, at.CURSOR] = members - 1
    _set_centres(memory, segments)
    return EvolvingAgent(name=name, entry=EVOLVING_ENTRY, params=params, memory=memory, segments=tuple(segments))


def first_candidates(start: Start, *, crowd: bool = False) -> Floats:
    """Player A in each element against one segment, or the A of the second set of opponents."""
    if start == "paper-a":
        return np.repeat(paper_a()[None], at.CROWDS if crowd else 1, axis=0)
    return player_a_in_crowds() if crowd else player_a()[None]


def _set_centres(memory: Floats, segments: Sequence[str]) -> None:
    usual = tuple(STYLE_CENTRES.values())
    for index, segment in enumerate(segments):
        memory[at.CENTRES + 2 * index : at.CENTRES + 2 * index + 2] = STYLE_CENTRES.get(segment, usual[index % 4])


def static_agent(
    candidates: Floats, *, segments: Sequence[str] = ("all",), name: str = "evolved", params: Floats | None = None
) -> EvolvingAgent:
    """A player that does not learn, of candidates as `EvolvingAgent.candidates` has them; often of one member each."""
    params = _params(FORMER) if params is None else params.copy()
    if candidates.ndim == len(SHAPE) + 2:  # one in each element, without a place for members
        candidates = candidates[..., None, :]
    params[at.LEARN], params[at.POPULATION], params[at.SEGMENTS] = 0, candidates.shape[-2], len(segments)
    params[at.CROWD] = len(candidates) > len(segments)
    memory = _fresh_memory(params)
    candidate_view(params, memory)[:] = candidates
    element_view(params, memory)[:, at.CURSOR] = candidates.shape[-2] - 1
    _set_centres(memory, segments)
    return EvolvingAgent(name=name, entry=EVOLVED_ENTRY, params=params, memory=memory, segments=tuple(segments))


def _params(options: Mapping[str, float | str]) -> Floats:
    values = np.array(EVOLVING_ENTRY.defaults)
    for key, value in options.items():
        EVOLVING_ENTRY.set_in(values, key, value)
    return values


def write_player(path: Path, agent: EvolvingAgent, *, made_by: str, **more: Any) -> None:
    """Keep a player in a file that `evolved@FILE` and `evolving@FILE` read; `more` are further arrays."""
    write_model(path, agent, made_by=made_by, format=FORMAT, segments=np.array(agent.segments), **more)


def read_player(path: Path) -> EvolvingAgent:
    """A player from a file; refuses what does not fit."""
    if not path.exists() or path.is_dir():
        raise AgentError(f'"{path}" is not a file: evolved@FILE names a player that riverboat evolve has saved')
    if text_in(path, "format", what="evolved player") != FORMAT:
        raise AgentError(f"{path.name} does not fit: it was saved by another version, or is no evolved player")
    params, memory = read_numbers(path, EVOLVING_ENTRY)
    names = texts_in(path, "segments", most=at.MOST_SEGMENTS)
    if params[at.SEGMENTS] != len(names):
        raise AgentError(f"{path.name} does not fit: it names {len(names)} segments and keeps {params[1]:g}")
    for index, parameter in enumerate(EVOLVING_ENTRY.vector):
        if not parameter.allows(params[index]):
            raise AgentError(f"{path.name} does not fit: {parameter.name} can't be {params[index]:g} any more")
    members = int(params[at.POPULATION])
    if members > 1 and members % 2:
        raise AgentError(f"{path.name} does not fit: pairs of parent and offspring make its {members} candidates even")
    return EvolvingAgent(name=path.stem, entry=EVOLVING_ENTRY, params=params, memory=memory, segments=names)


def chances(candidate: Floats, x: Floats) -> Floats:
    """The chances to fold, call and raise at each win probability, a row each: what the paper's panels draw."""
    return np.array([responses(candidate, float(each)) for each in x])
