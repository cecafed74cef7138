"""What the registry knows of an agent: its character, its parameters with their bounds, what it plays.

The numbers of an agent (parameters, weights, memory) go to compiled code, which uses some of them as places in tables
and looks at no bounds. So an entry also says what each of its numbers may be; `layout.py` checks those of a file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from riverboat.agents.kinds_kernel import EXTERNAL
from riverboat.errors import AgentError, did_you_mean

if TYPE_CHECKING:
    from riverboat.arrays import Floats

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
    words: Mapping[str, float] = field(default_factory=dict)  # that stand for its values, where it has but these

    def allows(self, value: float) -> bool:
        """Whether it may have a value."""
        if self.words and value not in self.words.values():
            return False
        return self.low <= value <= self.high and (not self.whole or value == int(value))

    @property
    def bounds(self) -> str:
        """What it may be, in words."""
        kind = "a whole number" if self.whole else "a number"
        return " or ".join(self.words) or f"{kind} from {self.low:g} to {self.high:g}"

    def value_of(self, typed: float | str, agent: str) -> float:
        """The value that somebody typed, as a number or a word; refuses what is not possible for an agent."""
        try:
            value = self.words[typed] if isinstance(typed, str) and typed in self.words else float(typed)
        except ValueError:
            value = float("nan")
        if not self.allows(value):
            shown = str(typed)[:40]
            raise AgentError(f"{self.name}={shown} is not possible for {agent}: it is {self.bounds} ({self.line})")
        return value


@dataclass(frozen=True, kw_only=True)
class Stretch:
    """Numbers in a row that mean the same: what they are, how many, and what each may be.

    `scratch` are worked out again when a hand begins, and mean nothing in a file: there they must be numbers, and are
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
    """The player whose model stands on each shelf: their number and 1, or 0."""
    return Stretch(name="whose model it is", size=size, high=MOST_PLAYERS, whole=True, owners=True)


@dataclass(frozen=True, kw_only=True)
class AgentEntry:
    """An agent by name: who makes it, what it needs and what it plays.

    A compiled one has a kind, one in Python a `player`: "module:class" of what makes its players, which is called with
    the parameters that were set, and with the file of NAME@FILE where that means something. `maker` is
    "module:function" of what makes the agent out of its entry and a name.

    The vector of parameters of a compiled agent holds the named ones and then weights, which only a model file sets;
    `model` is the one that is shipped. `remembers` tells whether its memory lets one hand change how it plays the next.
    """

    name: str
    line: str
    kind: int = EXTERNAL
    player: str = ""
    elsewhere: str = ""  # of a compiled one: the `player` at games that the betting engine does not play
    maker: str = ""
    weights_layout: Layout = ()
    memory_layout: Layout | Callable[[Sequence[float]], Layout] = ()  # or what the parameters make of it
    remembers: bool = False
    games: tuple[str, ...] = ()  # empty: every card game
    model: str = ""  # a file in agents/trained
    parameters: tuple[Parameter, ...] = ()
    vector: tuple[Parameter, ...] = ()  # the named part of its vector, where that holds more than a user may set
    most_seats: int | None = None  # that it plays with, where it can't play with as many as the game allows
    most_dice: int | None = None  # of each player, at a table where all have as many
    named_rules: bool = True  # whether it plays a game's named sets of rules too
    model_files: bool = False  # of an agent in Python: whether NAME@FILE means something

    def __post_init__(self) -> None:
        usual = "riverboat.agents.python_agent:house_agent" if self.player else "riverboat.agents.compiled:named_agent"
        object.__setattr__(self, "maker", self.maker or usual)

    @property
    def defaults(self) -> list[float]:
        """Its vector of parameters where nothing is set."""
        return [parameter.default for parameter in self.vector or self.parameters] + [0.0] * self.weights

    def value_of(self, key: str, typed: float | str) -> float:
        """The value of a parameter that somebody set; refuses what it has not, or can't be."""
        names = [parameter.name for parameter in self.parameters]
        if key not in names:
            allowed = f"its parameters are {', '.join(names)}" if names else "it has no parameters"
            raise AgentError(f'"{key}" is not a parameter of {self.name}{did_you_mean(key, names)}: {allowed}')
        return self.parameters[names.index(key)].value_of(typed, self.name)

    def set_in(self, vector: MutableSequence[float] | Floats, key: str, typed: float | str) -> None:
        """Set a parameter in a vector."""
        names = [parameter.name for parameter in self.vector or self.parameters]
        value = self.value_of(key, typed)
        vector[names.index(key)] = value

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
        named = self.vector or self.parameters
        stretches = (Stretch(name=each.name, low=each.low, high=each.high, whole=each.whole) for each in named)
        return (*stretches, *self.weights_layout)

    def memory_for(self, params: Sequence[float]) -> Layout:
        """What its memory holds, with these parameters."""
        return self.memory_layout(params) if callable(self.memory_layout) else self.memory_layout
