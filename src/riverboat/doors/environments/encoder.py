"""How a game looks to a learner: a row of numbers for what a seat sees, a number for every action."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from riverboat.errors import GameError
from riverboat.games import Action

#: What observations are made of: real numbers, or whole ones from 0 to 255.
DtypeName = Literal["float32", "uint8"]
Numbers: TypeAlias = npt.NDArray[Any]


@dataclass(frozen=True, kw_only=True)
class Field:
    """A part of an observation: its first number, how many there are, and what they mean."""

    name: str
    start: int
    size: int
    about: str


def laid_out(parts: Sequence[tuple[str, int, str]]) -> tuple[Field, ...]:
    """Fields one after the other."""
    found, start = [], 0
    for name, size, about in parts:
        found.append(Field(name=name, start=start, size=size, about=about))
        start += size
    return tuple(found)


def as_dtype(name: str) -> np.dtype[Any]:
    """The type of an observation's numbers."""
    if name not in get_args(DtypeName):
        raise GameError(f'dtype="{name}" is not possible: observations are "float32" or "uint8"')
    return np.dtype(name)


class Encoder(Protocol):
    """What a game looks like: fields of its observations, names of its actions, and one seat's view of a state."""

    @property
    def fields(self) -> tuple[Field, ...]:
        """The parts of an observation, in order."""
        ...

    @property
    def actions(self) -> tuple[str, ...]:
        """What each action is called."""
        ...

    @property
    def dtype(self) -> np.dtype[Any]:
        """What an observation's numbers are."""
        ...

    @property
    def reward(self) -> float:
        """Winnings in chips or points times this are a reward."""
        ...

    @property
    def most(self) -> float:
        """The largest number that an observation can hold."""
        ...

    def look(self, state: Any, seat: int, observation: Numbers, mask: Numbers) -> None:
        """Write what a seat sees, and what it may do now: nothing where it is not its turn."""
        ...

    def action(self, state: Any, number: int) -> Action:
        """The action behind a number that is allowed."""
        ...


def width_of(encoder: Encoder) -> int:
    """How many numbers an observation has."""
    last = encoder.fields[-1]
    return last.start + last.size
