"""The evolving player's names and parameters: what each means, its bounds, and the words that may stand for numbers.

`evolving` learns while it plays; `evolved@FILE` plays what was learnt, and goes on learning with `learn=true`. Both
are one kind of agent. Nothing heavy is imported here: `evolving_models.py` makes the agents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from riverboat.agents.entry import MOST_PLAYERS, AgentEntry, Layout, Parameter, Rows, Stretch, counts, scratch
from riverboat.agents.evolving import evolving_layout_kernel as places
from riverboat.agents.kinds_kernel import EVOLVING
from riverboat.agents.styles.parameters import HOLDEM

_YES_NO = {"false": 0.0, "true": 1.0, "no": 0.0, "yes": 1.0}
#: Words that stand for the numbers of a parameter.
WORDS: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        "learn": _YES_NO,
        "adapt": _YES_NO,
        "power": _YES_NO,
        "weigh": _YES_NO,
        "bettor": _YES_NO,
        "recall": {
            "no": places.NO_RECALL,
            "yes": places.BY_DRAW,
            "draw": places.BY_DRAW,
            "chances": places.BY_CHANCES,
        },
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

#: In the order of the kernel's places: name, lowest, highest and usual value, and what it means.
_ROWS: tuple[tuple[str, float, float, float, str], ...] = (
    ("learn", 0, 1, 1, "whether it learns while it plays"),
    ("segments", 1, places.MOST_SEGMENTS, 4, "segments of opponents"),
    ("population", 1, places.MOST_CANDIDATES, 20, "candidates in each element"),
    ("uses", 1, 1e6, 25, "how often each candidate is used before its population evolves"),
    ("grow", 1, 2, 1, "by how much each generation lengthens the next"),
    ("step", 0, 1, 0.1, "standard deviation of a mutation"),
    ("cool", 0.1, 1, 1, "what each generation leaves of the step"),
    ("adapt", 0, 1, 0, "whether the one-fifth rule adapts the step"),
    ("power", 0, 1, 0, "whether x is raised to the number of opponents"),
    ("weigh", 0, 1, 1, "whether feedback weighs more the fewer candidates share it, so that agreeing is no merit"),
    ("recall", 0, 2, 0, "whether what actions have brought so far with such a hand counts: by the draw, or by chances"),
    ("count", 0, 1, 0, "what counts as a use: feedback, or being the one whose turn it is"),
    ("ties", 0, 3, 1, "who has feedback where several segments suggest the action: one of them, or all"),
    ("credit", 0, 1, 0, "feedback: what the hand gave, or what it gave from the decision on"),
    ("keep", 0, 1, 0, "the part of its feedback that a surviving candidate keeps"),
    ("survival", 0, 1, 0, "the fitter of each pair survives, or the fitter half of all"),
    ("opponents", 0, 2, 2, "what opponents are told apart by: seat, name or style"),
    ("outside", 0, 1, 0, "whether evolution comes from outside (riverboat evolve --method cma)"),
    ("blur", 0, 1, 0, "recall: how far in x the record of a hand looks (0: its own bin)"),
    ("pool", 0, 1e6, 0, "recall: how many results of all positions stand before those of this one"),
    ("doubt", 0, 1e6, 10, "recall: how many results at the price of a fold stand before all others"),
    ("caution", 0, 100, 0, "recall: how many standard errors an action must be better to be preferred to the habit"),
    ("share", 0, 20, 0, "feedback weighs as the segment's part of the opponents who are in, to this power"),
    ("least", 0, 1, 0, "a segment has feedback only where its part of the opponents who are in is at least this"),
    ("before", 0, 1e6, 0, "uses before the flop, where decisions come up in every hand (0: as after it)"),
    ("bettor", 0, 1, 0, "whether that part is counted half by who bet or raised last in this round"),
    ("explore", 0, 1, 0, "how often, learning, it calls or raises whatever was suggested, to see what comes of it"),
    ("average", 0, 1000, 0, "frozen, it plays all generations' average, the k-th as k to this power (0: the last)"),
)
#: Those that choose one of several kinds, or a size.
_WHOLE = (*WORDS, "segments", "population", "outside")
PARAMETERS = tuple(
    Parameter(name=name, low=low, high=high, default=default, line=line, whole=name in _WHOLE)
    for name, low, high, default, line in _ROWS
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


#: Sums of results in chips, and of their squares: more than the largest stacks make of all hands of a long life.
_MOST_SUM, _MOST_SQUARES = 1e24, 1e40
#: Averages of numbers from 0 to 1, with what rounding may add.
_AVERAGE_HIGH = 1 + 1e-9
#: Longer than a record's length, after which it fades.
_MOST_WEIGHT = 1e5


def memory_layout(params: Sequence[float]) -> Layout:
    """What a player of such a hypercube keeps, in the order of the kernel's places."""
    segments, members = int(params[places.SEGMENTS]), int(params[places.POPULATION])
    elements = segments * places.CELLS
    known = (
        counts("who an opponent is", most=MOST_PLAYERS),
        counts("the segment of an opponent", most=segments),
        counts("what an opponent has done", places.KNOWN_ROW - places.SEEN),
    )
    record = (
        Stretch(name="results of an action", low=-_MOST_SUM, high=_MOST_SUM),
        Stretch(name="how much they weigh", size=2, high=_MOST_WEIGHT),
        Stretch(name="squares of results", high=_MOST_SQUARES),
    )
    element = (
        counts("whose turn it is", most=members - 1),
        counts("the hand and the generation", places.SIGMA - places.STAMP),
        Stretch(name="the step"),
        counts("whether it waits", most=1),
        Stretch(name="an average candidate", size=places.GENES, high=_AVERAGE_HIGH),
        Rows(times=places.STRENGTHS * places.WISHES, row=record),
    )
    tally = (
        Stretch(name="feedback of a candidate", low=-_MOST_SUM, high=_MOST_SUM),
        Stretch(name="how often a candidate was used", size=places.TALLY_ROW - 1, high=_MOST_SUM),
    )
    return (
        scratch(places.HANDS),
        counts("hands"),
        scratch(1),  # what is logged of a hand that is not over
        counts("how often it has evolved"),
        counts("how many elements wait", most=elements),
        scratch(places.HEAD - places.READY - 1),
        Rows(times=places.ROWS, row=known),
        Stretch(name="how a segment plays", size=places.LOG - places.CENTRES),
        scratch(places.ELEMENTS - places.LOG),
        Rows(times=elements, row=element),
        Stretch(name="a candidate", size=elements * members * places.GENES, high=_AVERAGE_HIGH),
        Rows(times=elements * members, row=tally),
    )


def _entry(name: str, line: str) -> AgentEntry:
    return AgentEntry(
        name=name,
        line=line,
        kind=EVOLVING,
        memory_layout=memory_layout,
        remembers=True,
        games=HOLDEM,
        parameters=PARAMETERS,
    )


EVOLVERS = (
    _entry("evolving", "a hypercube of candidates that evolve while it plays (Barone & While 1999)"),
    _entry("evolved", "evolved@FILE: what `riverboat evolve` has bred (learn=true goes on learning); alone, player A"),
)
