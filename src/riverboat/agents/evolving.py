"""The evolving player's names and parameters: what each means, its bounds, and the words that may stand for numbers.

`evolving` learns while it plays; `evolved@FILE` plays what was learnt, and goes on learning with `learn=true`. Both
are one kind of agent. Nothing heavy is imported here: `evolving_models.py` makes the agents.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from riverboat.agents import evolving_places_kernel as places
from riverboat.agents.entry import AgentEntry, Parameter
from riverboat.agents.kinds_kernel import EVOLVING
from riverboat.agents.styles import HOLDEM

_YES_NO = {"false": 0.0, "true": 1.0, "no": 0.0, "yes": 1.0}
#: Words that stand for the numbers of a parameter.
WORDS: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        "learn": _YES_NO,
        "adapt": _YES_NO,
        "power": _YES_NO,
        "weigh": _YES_NO,
        "recall": _YES_NO,
        "count": {"feedback": places.BY_FEEDBACK, "turn": places.BY_TURN},
        "ties": {
            "one": places.ONE_TIED,
            "all": places.ALL_TIED,
            "joint": places.ALL_PRESENT,
            "alone": places.ALL_ALONE,
        },
        "credit": {"hand": 0.0, "decision": 1.0},
        "survival": {"pair": 0.0, "half": 1.0},
        "opponents": {"seat": places.BY_SEAT, "name": places.BY_NAME, "style": places.BY_STYLE},
    }
)

#: In the order of the kernel's places.
PARAMETERS = (
    Parameter(name="learn", line="whether it learns while it plays", low=0, high=1, default=1),
    Parameter(name="segments", line="segments of opponents", low=1, high=places.MOST_SEGMENTS, default=4),
    Parameter(name="population", line="candidates in each element", low=2, high=places.MOST_CANDIDATES, default=20),
    Parameter(
        name="uses", line="how often each candidate is used before its population evolves", low=1, high=1e6, default=25
    ),
    Parameter(name="grow", line="by how much each generation lengthens the next", low=1, high=2, default=1),
    Parameter(name="step", line="standard deviation of a mutation", low=0, high=1, default=0.1),
    Parameter(name="cool", line="what each generation leaves of the step", low=0.1, high=1, default=1),
    Parameter(name="adapt", line="whether the one-fifth rule adapts the step", low=0, high=1, default=0),
    Parameter(name="power", line="whether x is raised to the number of opponents", low=0, high=1, default=0),
    Parameter(
        name="weigh",
        line="whether feedback weighs more the fewer candidates share it, so that agreeing with the rest is no merit",
        low=0,
        high=1,
        default=1,
    ),
    Parameter(
        name="recall",
        line="whether every candidate is credited with what its action has brought so far with such a hand",
        low=0,
        high=1,
        default=0,
    ),
    Parameter(
        name="count", line="what counts as a use: feedback, or being the one whose turn it is", low=0, high=1, default=0
    ),
    Parameter(
        name="ties",
        line="who has feedback where several segments suggest the action: one of them, or all",
        low=0,
        high=3,
        default=1,
    ),
    Parameter(
        name="credit",
        line="feedback: what the hand gave, or what it gave from the decision on",
        low=0,
        high=1,
        default=0,
    ),
    Parameter(name="keep", line="the part of its feedback that a surviving candidate keeps", low=0, high=1, default=0),
    Parameter(
        name="survival", line="the fitter of each pair survives, or the fitter half of all", low=0, high=1, default=0
    ),
    Parameter(name="opponents", line="what opponents are told apart by: seat, name or style", low=0, high=2, default=2),
    Parameter(
        name="outside",
        line="whether evolution comes from outside (riverboat evolve --method cma)",
        low=0,
        high=1,
        default=0,
    ),
)
#: What a user can't change of a player that exists already, since its memory is made for it.
FIXED = ("segments", "population", "outside")

#: The segments of players told apart by style, with how often they enter a hand, and how often they bet or raise
#: where they do not fold: as the styles do at a table of ten.
STYLE_CENTRES: Mapping[str, tuple[float, float]] = MappingProxyType(
    {
        "loose-passive": (0.62, 0.12),
        "loose-aggressive": (0.62, 0.68),
        "tight-passive": (0.22, 0.22),
        "tight-aggressive": (0.24, 0.78),
    }
)


def _entry(name: str, line: str) -> AgentEntry:
    return AgentEntry(name=name, line=line, kind=EVOLVING, remembers=True, games=HOLDEM, parameters=PARAMETERS)


EVOLVERS = (
    _entry("evolving", "a hypercube of candidates that evolve while it plays (Barone & While 1999)"),
    _entry("evolved", "what `riverboat evolve` has bred, from a file: evolved@FILE; learn=true goes on learning"),
)
