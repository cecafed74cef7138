"""What the registry knows of an agent: its character, its parameters with their bounds, what it plays.

The numbers of an agent (parameters, weights, memory) go to compiled code, which uses some of them as places in tables
and looks at no bounds. So an entry also says what each of its numbers may be; `layout.py` checks those of a file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

#: The largest whole number up to which a float64 counts exactly: what counters may come to.
MOST_COUNTED = 2.0**53
#: Players are numbered in 16 bits.
MOST_PLAYERS = 2.0**16


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """A number that a user may set, with what it means and its bounds."""

    name: str
    line: str
    low: float
    high: float
    default: float
    whole: bool = False  # whether it must be a whole number


def is_possible(parameter: Parameter, value: float) -> bool:
    """Whether a parameter may have a value."""
    return parameter.low <= value <= parameter.high and (not parameter.whole or value == int(value))


def bounds_words(parameter: Parameter) -> str:
    """What a parameter may be, in words."""
    kind = "a whole number" if parameter.whole else "a number"
    return f"{kind} from {parameter.low:g} to {parameter.high:g}"


@dataclass(frozen=True, kw_only=True)
class Stretch:
    """Numbers in a row that mean the same: what they are, how many, and what each may be.

    `scratch` are worked out anew when a hand begins, and mean nothing in a file: there they must be numbers, and are
    set to 0. In an `owners` stretch no number but 0 comes twice.
    """

    name: str
    size: int = 1
    low: float = 0.0
    high: float = 1.0
    whole: bool = False
    scratch: bool = False
    owners: bool = False


@dataclass(frozen=True, kw_only=True)
class Rows:
    """Rows of numbers, one after the other, all laid out alike."""

    times: int
    row: Layout

    @property
    def size(self) -> int:
        """How many numbers they are."""
        return self.times * size_of(self.row)


#: What a row of numbers holds, from its beginning to its end.
Layout: TypeAlias = "tuple[Stretch | Rows, ...]"


def size_of(layout: Layout) -> int:
    """How many numbers a layout describes."""
    return sum(part.size for part in layout)


def scratch(size: int) -> Stretch:
    """Numbers that mean nothing between two hands."""
    return Stretch(name="what was worked out last", size=size, scratch=True)


def counts(name: str, size: int = 1, *, most: float = MOST_COUNTED) -> Stretch:
    """Whole numbers from 0 on."""
    return Stretch(name=name, size=size, high=most, whole=True)


def owners(size: int) -> Stretch:
    """Whose model stands on each shelf: the number of a player and 1, or 0."""
    return Stretch(name="whose model it is", size=size, high=MOST_PLAYERS, whole=True, owners=True)


@dataclass(frozen=True, kw_only=True)
class AgentEntry:
    """A compiled agent by name.

    Its vector of parameters holds the named ones and then weights, which only a model file sets; `model` is the one
    that is shipped. `remembers` tells whether its memory lets one hand change how it plays the next.
    """

    name: str
    line: str
    kind: int
    weights_layout: Layout = ()
    memory_layout: Layout | Callable[[Sequence[float]], Layout] = ()  # or what the parameters make of it
    remembers: bool = False
    games: tuple[str, ...] = ()  # empty: every card game
    model: str = ""  # a file in agents/trained
    parameters: tuple[Parameter, ...] = ()
    model_files: bool = False  # of an agent in Python: whether NAME@FILE means something

    @property
    def weights(self) -> int:
        """How many numbers follow the named parameters."""
        return size_of(self.weights_layout)

    @property
    def memory(self) -> int:
        """How many numbers it keeps; 0 where that depends on its parameters."""
        return 0 if callable(self.memory_layout) else size_of(self.memory_layout)

    @property
    def params_layout(self) -> Layout:
        """What its vector of parameters holds."""
        named = (Stretch(name=each.name, low=each.low, high=each.high, whole=each.whole) for each in self.parameters)
        return (*named, *self.weights_layout)

    def memory_for(self, params: Sequence[float]) -> Layout:
        """What its memory holds, with these parameters."""
        return self.memory_layout(params) if callable(self.memory_layout) else self.memory_layout
