"""What the registry knows of an agent: its character, its parameters with their bounds, what it plays."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """A number that a user may set, with what it means and its bounds."""

    name: str
    line: str
    low: float
    high: float
    default: float


@dataclass(frozen=True, kw_only=True)
class AgentEntry:
    """A compiled agent by name.

    Its vector of parameters holds the named ones and then `weights` more, which only a model file sets; `model` is the
    one that is shipped. `memory` is how many numbers it keeps, `remembers` whether they let one hand change how it
    plays the next.
    """

    name: str
    line: str
    kind: int
    weights: int = 0
    memory: int = 0
    remembers: bool = False
    games: tuple[str, ...] = ()  # empty: every card game
    model: str = ""  # a file in agents/trained
    parameters: tuple[Parameter, ...] = ()
    model_files: bool = False  # of an agent in Python: whether NAME@FILE means something
