"""The one door through which the numbers of a saved agent come in: every one is checked before a kernel sees it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from riverboat.agents.entry import AgentEntry, Layout, Rows, Stretch, size_of
from riverboat.arrays import Floats
from riverboat.errors import AgentError, TableError
from riverboat.files import Array, read_arrays

#: No agent of the house keeps as many bytes in an array.
LARGEST_MODEL = 1 << 24
_LONGEST_TEXT = 1000


def read_numbers(path: Path, entry: AgentEntry) -> tuple[Floats, Floats]:
    """The parameters and the memory of a saved agent, every number within what its entry allows."""
    params, memory = _arrays(path, "params", "memory")
    values = checked_numbers(params, entry.params_layout, file=path.name, name="params", agent=entry.name)
    layout = entry.memory_for(values.tolist())
    return values, checked_numbers(memory, layout, file=path.name, name="memory", agent=entry.name)


def text_in(path: Path, name: str, *, what: str = "saved agent") -> str:
    """A text that stands in the file of a saved agent."""
    (array,) = _arrays(path, name, what=what)
    if array.shape != () or array.dtype.kind != "U" or array.dtype.itemsize > 4 * _LONGEST_TEXT:
        raise AgentError(f'{path.name} cannot be used: its "{name}" is not a text')
    return str(array)


def texts_in(path: Path, name: str, *, most: int) -> tuple[str, ...]:
    """A row of texts that stands in the file of a saved agent."""
    (array,) = _arrays(path, name)
    if array.ndim != 1 or array.dtype.kind != "U" or array.dtype.itemsize > 4 * _LONGEST_TEXT or len(array) > most:
        raise AgentError(f'{path.name} cannot be used: its "{name}" are not up to {most} texts')
    return tuple(map(str, array.tolist()))


def _arrays(path: Path, *names: str, what: str = "saved agent") -> list[Array]:
    try:
        return read_arrays(path, names, most=LARGEST_MODEL)
    except TableError as error:
        raise AgentError(f"{error}: it is no {what}") from None


def numbers_of(array: Array, *, file: str, name: str) -> Floats:
    """The finite numbers that an array of a file holds."""
    if array.dtype.kind not in "iuf" or array.dtype.itemsize > 8:
        raise AgentError(f'{file} cannot be used: its "{name}" are not numbers')
    values = array.astype(np.float64)
    if not np.isfinite(values).all():
        raise AgentError(f'{file} cannot be used: its "{name}" are not all finite numbers')
    return values


def checked_numbers(array: Array, layout: Layout, *, file: str, name: str, agent: str) -> Floats:
    """Numbers of a file as their layout asks for them, or an error that names the first that can't be."""
    values = numbers_of(array, file=file, name=name)
    limits = limits_of(layout)
    if values.shape != limits.low.shape:
        raise AgentError(f"{file} does not fit {agent}: it was saved by another version")
    values[limits.scratch] = 0.0
    wrong = (values < limits.low) | (values > limits.high) | (limits.whole & (values != np.floor(values)))
    for part in limits.owners:
        wrong[part] |= _comes_again(values[part])
    if wrong.any():
        at = int(np.argmax(wrong))
        stretch = _stretch_at(layout, at)
        raise AgentError(
            f'{file} cannot be used by {agent}: number {at + 1} of its "{name}" ({stretch.name}) is {values[at]:g}, '
            f"and {_allowed(stretch)}"
        )
    return values


@dataclass(frozen=True)
class Limits:
    """What a layout says of every single number."""

    low: Floats
    high: Floats
    whole: npt.NDArray[np.bool_]
    scratch: npt.NDArray[np.bool_]
    owners: tuple[slice, ...]


@lru_cache(maxsize=32)
def limits_of(layout: Layout) -> Limits:
    """A layout written out; `owners` stand outside of rows alone."""
    low, high, whole, scratch = (_column(layout, field) for field in ("low", "high", "whole", "scratch"))
    starts = np.cumsum([0, *(part.size for part in layout)]).tolist()
    owners = tuple(
        slice(start, start + part.size)
        for start, part in zip(starts, layout, strict=False)
        if isinstance(part, Stretch) and part.owners
    )
    return Limits(low, high, whole.astype(bool), scratch.astype(bool), owners)


def _column(layout: Layout, field: str) -> Floats:
    parts = [
        np.tile(_column(part.row, field), part.times)
        if isinstance(part, Rows)
        else np.full(part.size, getattr(part, field), dtype=np.float64)
        for part in layout
    ]
    return np.concatenate([np.zeros(0), *parts])


def _stretch_at(layout: Layout, at: int) -> Stretch:
    for part in layout:
        if at < part.size:
            return _stretch_at(part.row, at % size_of(part.row)) if isinstance(part, Rows) else part
        at -= part.size
    raise IndexError(at)


def _comes_again(part: Floats) -> npt.NDArray[np.bool_]:
    again = np.ones(len(part), dtype=bool)
    again[np.unique(part, return_index=True)[1]] = False
    again[part == 0] = False
    return again


def _allowed(stretch: Stretch) -> str:
    if stretch.low == stretch.high:
        return f"it must be {stretch.low:g}"
    kind = "a whole number" if stretch.whole else "a number"
    return f"it must be {kind} from {stretch.low:g} to {stretch.high:g}" + ", each but 0 once" * stretch.owners
