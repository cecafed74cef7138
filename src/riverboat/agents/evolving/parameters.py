"""The evolving player's names and parameters: what each means, its bounds, and the words that may stand for numbers.

`evolving` learns while it plays; `evolved@FILE` plays what was learnt, and goes on learning with `learn=true`. Both
are one kind of agent. Nothing heavy is imported here: `evolving_models.py` makes the agents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from riverboat.agents.entry import MOST_PLAYERS, AgentEntry, Layout, Parameter, Rows, Stretch, counts, scratch
from riverboat.agents.evolving import evolving_layout_kernel as at
from riverboat.agents.kinds_kernel import EVOLVING
from riverboat.agents.styles.parameters import HOLDEM

_YES_NO = {"false": 0.0, "true": 1.0, "no": 0.0, "yes": 1.0}
#: Words that stand for the numbers of a parameter.
WORDS: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        "learn": _YES_NO,
        "power": _YES_NO,
        "weigh": _YES_NO,
        "bettor": _YES_NO,
        "crowd": _YES_NO,
        "freeze": {"average": at.AVERAGE_CANDIDATE, "best": at.BEST_CANDIDATE, "population": at.ALL_CANDIDATES},
        "recall": {"no": at.NO_RECALL, "chances": at.BY_CHANCES},
        "ties": {"all": at.ALL_TIED, "alone": at.ALL_ALONE},
        "credit": {"hand": 0.0, "decision": 1.0},
        "survival": {"pair": 0.0, "half": 1.0},
        "opponents": {"seat": at.BY_SEAT, "name": at.BY_NAME, "style": at.BY_STYLE},
    }
)

#: Said of a switch that is gone: its place stays, so that players saved by version 0.1.0 fit, and has one value.
RETIRED = ""

#: In the order of the kernel's places: name, lowest, highest and usual value, and what it means. The usual values are
#: the studies' for a player that starts from A; `presets.py` has the others.
_ROWS: tuple[tuple[str, float, float, float, str], ...] = (
    ("learn", 0, 1, 1, "whether it learns while it plays"),
    ("segments", 1, at.MOST_SEGMENTS, 4, "segments of opponents"),
    ("population", 1, at.MOST_CANDIDATES, 20, "candidates in each element"),
    ("uses", 1, 1e6, 4, "how often each candidate is used before its population evolves"),
    ("grow", 1, 1, 1, RETIRED),
    ("step", 0, 1, 0.02, "standard deviation of a mutation"),
    ("cool", 1, 1, 1, RETIRED),
    ("crowd", 0, 1, 0, "whether one opponent, two or three, and more get separate candidates"),
    ("power", 0, 1, 0, "whether x is raised to the number of opponents"),
    ("weigh", 0, 1, 1, "whether feedback weighs more the fewer candidates share it, so that agreeing is no merit"),
    (
        "recall",
        0,
        2,
        2,
        "whether candidates are also judged by what their actions have brought so far with similar hands",
    ),
    ("freeze", 0, 3, 2, "what is played frozen: an element's best candidate, the average, or its population in turn"),
    ("ties", 1, 3, 3, "which segments get feedback: all that suggest the action, or each only for its own suggestion"),
    ("credit", 0, 1, 1, "feedback: what the hand gave, or what it gave from the decision on"),
    ("keep", 0, 0, 0, RETIRED),
    ("survival", 0, 1, 1, "the fitter of each pair survives, or the fitter half of all"),
    ("opponents", 0, 2, 2, "what opponents are told apart by: seat, name or style"),
    ("outside", 0, 1, 0, "whether evolution comes from outside (riverboat evolve --method cma)"),
    ("blur", 0, 1, 0.1, "recall: how far in x the record of a hand looks (0: its own bin)"),
    ("pool", 0, 1e6, 100, "recall: how many results of all positions are added to those of this one"),
    ("doubt", 0, 1e6, 10, "recall: how many results at the price of a fold are added to the others"),
    ("caution", 0, 100, 1, "recall: how many standard errors an action must be better to be preferred to the habit"),
    ("share", 0, 0, 0, RETIRED),
    ("least", 0, 1, 0.75, "a segment gets feedback only if its share of the opponents in the hand is at least this"),
    ("before", 0, 1e6, 60, "uses before the flop, where decisions come up in every hand (0: as after it)"),
    ("bettor", 0, 1, 1, "whether the last player to bet or raise in this round makes up half of that share"),
    ("explore", 0, 1, 0.05, "how often, learning, it calls or raises whatever was suggested, to see what comes of it"),
    ("average", 0, 1000, 3, "freeze=average: of all generations, the k-th as k to this power (0: of the last alone)"),
)
#: Those that choose one of several kinds, or a size.
_WHOLE = (*WORDS, "segments", "population", "outside")
VECTOR = tuple(
    Parameter(
        name=name, low=low, high=high, default=default, line=line, whole=name in _WHOLE, words=WORDS.get(name, {})
    )
    for name, low, high, default, line in _ROWS
)
#: What a user may set.
PARAMETERS = tuple(parameter for parameter in VECTOR if parameter.line != RETIRED)
#: What a user can't change of a player that exists already, since its memory is made for it.
FIXED = ("segments", "population", "outside", "crowd")

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
    segments, members = int(params[at.SEGMENTS]), int(params[at.POPULATION])
    elements = segments * (at.CROWDS if params[at.CROWD] else 1) * at.CELLS
    known = (
        counts("who an opponent is", most=MOST_PLAYERS),
        counts("the segment of an opponent", most=segments),
        counts("what an opponent has done", at.KNOWN_ROW - at.SEEN),
    )
    record = (
        Stretch(name="results of an action", low=-_MOST_SUM, high=_MOST_SUM),
        Stretch(name="how much they weigh", size=2, high=_MOST_WEIGHT),
        Stretch(name="squares of results", high=_MOST_SQUARES),
    )
    element = (
        counts("whose turn it is", most=members - 1),
        counts("the hand and the generation", at.SIGMA - at.STAMP),
        Stretch(name="the step"),
        counts("whether it waits", most=1),
        Stretch(name="an average candidate", size=at.GENES, high=_AVERAGE_HIGH),
        Rows(times=at.STRENGTHS * at.WISHES, row=record),
    )
    tally = (
        Stretch(name="feedback of a candidate", low=-_MOST_SUM, high=_MOST_SUM),
        Stretch(name="how often a candidate was used", size=at.TALLY_ROW - 1, high=_MOST_SUM),
    )
    return (
        scratch(at.HANDS),
        counts("hands"),
        scratch(1),  # what is logged of a hand that is not over
        counts("how often it has evolved"),
        counts("how many elements wait", most=elements),
        scratch(at.HEAD - at.READY - 1),
        Rows(times=at.ROWS, row=known),
        Stretch(name="how a segment plays", size=at.LOG - at.CENTRES),
        scratch(at.ELEMENTS - at.LOG),
        Rows(times=elements, row=element),
        Stretch(name="a candidate", size=elements * members * at.GENES, high=_AVERAGE_HIGH),
        Rows(times=elements * members, row=tally),
    )


#: Players that come with the package: bred by `riverboat evolve`, then frozen (docs/agents/evolving.md).
_SHIPPED = {
    "evolved-tight": "A tight, frozen: what player A became against tight-passive players at a table of ten",
    "evolved-loose": "A loose, frozen: what player A became against loose-aggressive players at a table of ten",
    "evolved-heads-up": "frozen: what player A became heads-up against the styles, rock, maniac and Lokibot A in turn",
}


def _entry(name: str, line: str, model: str = "") -> AgentEntry:
    return AgentEntry(
        name=name,
        line=line,
        kind=EVOLVING,
        maker="riverboat.agents.evolving.by_name:named_agent",
        memory_layout=memory_layout,
        remembers=True,
        games=HOLDEM,
        parameters=PARAMETERS,
        vector=VECTOR,
        model=model,
    )


EVOLVERS = (
    _entry("evolving", "a hypercube of candidates that evolve while it plays (Barone & While 1999)"),
    _entry("evolved", "evolved@FILE: what `riverboat evolve` has bred (learn=true goes on learning); alone, player A"),
    *(_entry(name, line, model=f"{name}.npz") for name, line in _SHIPPED.items()),
)
