"""Evolving players as Python holds them: made from nothing or from player A, frozen, saved, read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from riverboat.agents.compiled import CompiledAgent
from riverboat.agents.entry import bounds_words, is_possible
from riverboat.agents.evolving import evolving_layout_kernel as places
from riverboat.agents.evolving.evolving_kernel import responses, segment_of
from riverboat.agents.evolving.parameters import EVOLVERS, FIXED, PARAMETERS, STYLE_CENTRES, WORDS
from riverboat.agents.names import AgentName
from riverboat.agents.saved import read_numbers, text_in, texts_in
from riverboat.arrays import Floats
from riverboat.cards.randomness import Seed
from riverboat.errors import AgentError, did_you_mean
from riverboat.files import write_arrays
from riverboat.version import __version__

Start = Literal["random", "a"]
SHAPE = (places.POSITIONS, places.BETS, places.STAGES)
EVOLVING_ENTRY, EVOLVED_ENTRY = EVOLVERS
FORMAT = "riverboat evolving 1"


@dataclass(frozen=True, kw_only=True, eq=False)
class EvolvingAgent(CompiledAgent):
    """An evolving or evolved player: beside its numbers it knows what its segments are called."""

    segments: tuple[str, ...] = ()

    @property
    def fingerprint(self) -> str:
        """Equal for agents that play the same."""
        return f"{super().fingerprint}-{'/'.join(self.segments)}" if self.segments else super().fingerprint

    @property
    def remembers(self) -> bool:
        """Whether one hand can change how it plays the next: not where it is frozen and tells nobody apart."""
        return self.learns or len(self.segments) > 1

    @property
    def learns(self) -> bool:
        """Whether it goes on learning while it plays."""
        return bool(self.params[places.LEARN])

    @property
    def population(self) -> int:
        """How many candidates an element holds."""
        return int(self.params[places.POPULATION])

    def candidates(self, memory: Floats | None = None) -> Floats:
        """By segment, position, bets to call, stage and member: the seven constants. Shares the memory."""
        return candidate_view(self.params, self.memory if memory is None else memory)

    def met(self, names: Sequence[str]) -> Floats:
        """The memory it begins with where it is told who plays: whom it knew elsewhere sits elsewhere."""
        memory = self.memory.copy()
        memory[places.KNOWN : places.CENTRES] = 0
        if self.params[places.OPPONENTS] == places.BY_NAME:
            for who, name in enumerate(names[: places.ROWS]):
                row = memory[places.KNOWN + who * places.KNOWN_ROW :][: places.KNOWN_ROW]
                segment = self._segment_of(name)
                row[places.WHO] = who + 1
                row[places.TOLD] = 0 if segment is None else segment + 1
        return memory

    def _segment_of(self, name: str) -> int | None:
        """The segment that a player's name belongs to: "rock 2" and "rock:bluff=0.1" are rocks."""
        plain, _, number = name.rpartition(" ")
        for tried in (name, plain if number.isdigit() else name, name.partition(":")[0].partition("@")[0]):
            if tried in self.segments:
                return self.segments.index(tried)
        return None

    def with_memory(self, memory: Floats) -> EvolvingAgent:
        """The same player with what it has learnt since; a hand that is not over has taught it nothing."""
        learnt = memory[: len(self.memory)].copy()
        learnt[places.LOGGED] = 0
        return replace(self, memory=learnt)


@dataclass(frozen=True, kw_only=True)
class Watched:
    """What an evolving player has counted of an opponent, and the segment that it takes him for ("" without names)."""

    hands: int
    entered: int  # hands he came into of his own will
    bold: int  # bets and raises
    called: int
    segment: str


def opponent_seen(agent: EvolvingAgent, memory: Floats, who: int) -> Watched | None:
    """What stands in a player's memory of an opponent; None of somebody whom it has not seen play."""
    row = memory[places.KNOWN + (who % places.ROWS) * places.KNOWN_ROW :][: places.KNOWN_ROW]
    if row[places.WHO] != who + 1 or not row[places.SEEN]:
        return None
    segment = int(segment_of(agent.params, memory, who))
    named = agent.segments[segment] if len(agent.segments) > 1 else ""
    seen, entered, bold, called = (int(row[at]) for at in (places.SEEN, places.ENTERED, places.BOLD, places.CALLED))
    return Watched(hands=seen, entered=entered, bold=bold, called=called, segment=named)


def candidate_view(params: Floats, memory: Floats) -> Floats:
    """The candidates in a memory, as an array that shares it."""
    segments, members = int(params[places.SEGMENTS]), int(params[places.POPULATION])
    start = _candidates_start(segments)
    size = segments * places.CELLS * members * places.GENES
    return memory[start : start + size].reshape(segments, *SHAPE, members, places.GENES)


def tally_view(params: Floats, memory: Floats) -> Floats:
    """By element and member: the sum of the feedback, its count, and how often it was the member's turn."""
    segments, members = int(params[places.SEGMENTS]), int(params[places.POPULATION])
    start = _candidates_start(segments) + segments * places.CELLS * members * places.GENES
    return memory[start : start + segments * places.CELLS * members * places.TALLY_ROW].reshape(
        -1, members, places.TALLY_ROW
    )


def element_view(params: Floats, memory: Floats) -> Floats:
    """By element: whose turn it is, the hand, the generation, the step size, whether it waits."""
    segments = int(params[places.SEGMENTS])
    rows = memory[places.ELEMENTS : _candidates_start(segments)]
    return rows.reshape(-1, places.ELEMENT_ROW)


def _candidates_start(segments: int) -> int:
    return places.ELEMENTS + segments * places.CELLS * places.ELEMENT_ROW


def memory_size(segments: int, members: int) -> int:
    """How many numbers a player of such a hypercube keeps."""
    return _candidates_start(segments) + segments * places.CELLS * members * (places.GENES + places.TALLY_ROW)


def evolving_agent(
    *,
    segments: Sequence[str] = tuple(STYLE_CENTRES),
    start: Start = "random",
    seed: Seed = 0,
    name: str = "evolving",
    options: Mapping[str, float | str] | None = None,
) -> EvolvingAgent:
    """A player that learns: from random candidates, or with player A as the parent in every pair."""
    params = _params({**(options or {}), "segments": len(segments)})
    members = int(params[places.POPULATION])
    if members % 2:
        raise AgentError(f"population={members} is not possible: pairs of parent and offspring make it even")
    memory = np.zeros(memory_size(len(segments), members))
    rng = seed if isinstance(seed, np.random.Generator) else np.random.default_rng(seed)
    candidates = candidate_view(params, memory)
    if start == "random":
        candidates[:] = rng.random(candidates.shape)
    else:
        candidates[..., 0::2, :] = player_a()[..., None, :]
        mutants = candidates[..., 0::2, :] + params[places.STEP] * rng.standard_normal(candidates[..., 1::2, :].shape)
        candidates[..., 1::2, :] = np.clip(mutants, 0, 1)
    element_view(params, memory)[:, places.SIGMA] = params[places.STEP]
    element_view(params, memory)[:, places.CURSOR] = members - 1
    _set_centres(memory, segments)
    return EvolvingAgent(name=name, entry=EVOLVING_ENTRY, params=params, memory=memory, segments=tuple(segments))


def _set_centres(memory: Floats, segments: Sequence[str]) -> None:
    usual = tuple(STYLE_CENTRES.values())
    for at, segment in enumerate(segments):
        memory[places.CENTRES + 2 * at : places.CENTRES + 2 * at + 2] = STYLE_CENTRES.get(segment, usual[at % 4])


def frozen(agent: EvolvingAgent, *, against: str | None = None, name: str = "") -> EvolvingAgent:
    """The player that plays the average candidate of each element and learns no more.

    `against` names one segment, whose strategy is then played against everybody (the paper's A tight and A loose).
    """
    average = average_candidates(agent)
    segments = agent.segments
    if against is not None:
        if against not in segments:
            known = ", ".join(segments)
            hint = did_you_mean(against, segments)
            raise AgentError(f'"{against}" is not a segment of {agent.name}{hint}: its segments are {known}')
        average, segments = average[[segments.index(against)]], (against,)
    params = agent.params.copy()
    made = static_agent(average, segments=segments, name=name or agent.name, params=params)
    centres = slice(places.CENTRES, places.CENTRES + 2 * len(segments))
    if against is None:
        made.memory[centres] = agent.memory[centres]
    return made


def average_candidates(agent: EvolvingAgent) -> Floats:
    """By segment, position, bets to call and stage: the average of the last generation, or of all where asked."""
    average: Floats = agent.candidates().mean(axis=-2)
    if agent.params[places.AVERAGE] > 0:
        rows = element_view(agent.params, agent.memory)
        means = rows[:, places.MEANS : places.MEANS + places.GENES].reshape(average.shape)
        average = np.where(rows[:, places.GENERATION].reshape(average.shape[:-1])[..., None] > 0, means, average)
    return average


def static_agent(
    candidates: Floats, *, segments: Sequence[str] = ("all",), name: str = "evolved", params: Floats | None = None
) -> EvolvingAgent:
    """A player that plays one candidate in each element, by segment, position, bets to call and stage."""
    params = _params({}) if params is None else params.copy()
    params[places.LEARN], params[places.POPULATION], params[places.SEGMENTS] = 0, 1, len(segments)
    memory = np.zeros(memory_size(len(segments), 1))
    candidate_view(params, memory)[..., 0, :] = candidates
    _set_centres(memory, segments)
    return EvolvingAgent(name=name, entry=EVOLVED_ENTRY, params=params, memory=memory, segments=tuple(segments))


def _params(options: Mapping[str, float | str]) -> Floats:
    values = np.array([parameter.default for parameter in PARAMETERS], dtype=np.float64)
    for key, value in options.items():
        _set(values, key, value)
    return values


def _set(values: Floats, key: str, value: float | str) -> None:
    names = [parameter.name for parameter in PARAMETERS]
    if key not in names:
        raise AgentError(
            f'"{key}" is not a parameter of evolving{did_you_mean(key, names)}: its parameters are {", ".join(names)}'
        )
    at = names.index(key)
    words = WORDS.get(key, {})
    try:
        number = words[value] if isinstance(value, str) and value in words else float(value)
    except ValueError:
        number = float("nan")
    parameter = PARAMETERS[at]
    if not is_possible(parameter, number):
        allowed = " or ".join(dict.fromkeys(words)) if words else bounds_words(parameter)
        raise AgentError(f"{key}={str(value)[:40]} is not possible for evolving: it is {allowed} ({parameter.line})")
    values[at] = number


def named_agent(parsed: AgentName) -> EvolvingAgent:
    """The agent that a name of `evolving` or `evolved` stands for."""
    options: dict[str, float | str] = dict(parsed.options)
    against = options.pop("against", None)
    if not parsed.model_file:
        if parsed.agent == EVOLVED_ENTRY.name:
            if options:
                raise AgentError("evolved without a file is player A as it is: write evolved@FILE to set something")
            return replace(static_agent(player_a()[None], segments=("all",)), name=parsed.text)
        start = str(options.pop("start", "a"))
        if start not in ("random", "a"):
            raise AgentError(f"start={start} is not possible for evolving: it begins random, or from player a")
        if fixed := next((key for key in ("segments", "outside") if key in options), None):
            raise AgentError(f"{fixed} can't be chosen for evolving here: riverboat evolve makes players of any kind")
        return evolving_agent(start="a" if start == "a" else "random", name=parsed.text, options=options)
    agent = replace(read_player(Path(parsed.model_file)), name=parsed.text)
    learn = parsed.agent == EVOLVING_ENTRY.name
    for key, value in options.items():
        if key in FIXED:
            raise AgentError(f"{key} can't be changed: {Path(parsed.model_file).name} was made with it")
        _set(agent.params, key, value)
        learn = bool(agent.params[places.LEARN]) if key == "learn" else learn
    if not learn:
        return frozen(agent, against=None if against is None else str(against))
    if against is not None:
        raise AgentError("against= plays one segment's strategy as it is: it can't go together with learn=true")
    agent.params[places.LEARN] = 1
    if agent.population < 2:
        raise AgentError(f"{Path(parsed.model_file).name} holds averages alone, which can't learn")
    return agent


def write_player(path: Path, agent: EvolvingAgent, *, made_by: str, **more: Any) -> None:
    """Keep a player in a file that `evolved@FILE` and `evolving@FILE` read; `more` are further arrays."""
    write_arrays(
        path,
        format=FORMAT,
        agent=agent.entry.name,
        params=agent.params,
        memory=agent.memory,
        segments=np.array(agent.segments),
        version=__version__,
        made_by=made_by,
        **more,
    )


def read_player(path: Path) -> EvolvingAgent:
    """A player from a file; refuses what does not fit."""
    if not path.exists() or path.is_dir():
        raise AgentError(f'"{path}" is not a file: evolved@FILE names a player that riverboat evolve has saved')
    if text_in(path, "format", what="evolved player") != FORMAT:
        raise AgentError(f"{path.name} does not fit: it was saved by another version, or is no evolved player")
    params, memory = read_numbers(path, EVOLVING_ENTRY)
    names = texts_in(path, "segments", most=places.MOST_SEGMENTS)
    if params[places.SEGMENTS] != len(names):
        raise AgentError(f"{path.name} does not fit: it names {len(names)} segments and keeps {params[1]:g}")
    members = int(params[places.POPULATION])
    if members > 1 and members % 2:
        raise AgentError(f"{path.name} does not fit: pairs of parent and offspring make its {members} candidates even")
    return EvolvingAgent(name=path.stem, entry=EVOLVING_ENTRY, params=params, memory=memory, segments=names)


def chances(candidate: Floats, x: Floats) -> Floats:
    """The chances to fold, call and raise at each win probability, a row each: what the paper's panels draw."""
    return np.array([responses(candidate, float(each)) for each in x])


#: Player A's thresholds by stage and bets to call: fold below the first, raise from the second. They are those of the
#: tight-aggressive style, against nine before the flop and against one later, in every position, never bluffing.
_A_THRESHOLDS = (
    ((0.00, 0.61), (0.59, 0.61), (0.64, 0.65), (0.68, 0.70)),  # before the flop
    *3 * (((0.00, 0.66), (0.55, 0.66), (0.60, 0.71), (0.65, 0.76)),),  # flop, turn and river
)
_A_STEEPNESS = 30.0


def player_a() -> Floats:
    """Player A: a competent tight-aggressive static player, written as a candidate for each cell of the hypercube."""
    cells = np.zeros((*SHAPE, places.GENES))
    for stage, row in enumerate(_A_THRESHOLDS):
        for bets, (stay, bold) in enumerate(row):
            cells[:, bets, stage] = threshold_candidate(stay, bold)
    return cells


def threshold_candidate(stay: float, bold: float, steep: float = _A_STEEPNESS) -> Floats:
    """The candidate that folds below one win probability, raises from another, and calls between them."""
    half = max((bold - stay) / 2, 0.005)
    # The bell of calling is three times as high as its neighbours where they meet it.
    narrow = 1.0 / half
    height = 3.0 * np.exp(1.0)
    share = steep / (1 + steep)
    genes = [stay, share, (stay + bold) / 2, narrow / (1 + narrow), height / (1 + height), 1 - bold, share]
    return np.array(genes)
