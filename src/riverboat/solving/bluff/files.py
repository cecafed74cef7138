"""Solved rounds of Bluff in files: both strategies as an .npz that can be played from, or any game's as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import numpy as np

from riverboat.errors import FileError, GameError, TableError
from riverboat.files import read_arrays, write_arrays
from riverboat.games.bluff.game import BluffRules
from riverboat.solving.bluff.round import BluffSize, BluffSolution, free_memory
from riverboat.solving.bluff.sparse import save_sparse, thinned
from riverboat.solving.bluff.strategy import BluffStrategies
from riverboat.solving.solution import Solution
from riverboat.solving.strategy_files import Source, write_strategies
from riverboat.version import __version__

FORMAT = "riverboat bluff strategies 1"
#: Strategies are kept in four bytes a number; what stands before them is short; and weights far from overflowing.
_BYTES = 4
_LARGEST_HEAD = 1 << 16
_MOST_WEIGHT = 1e30


def check_save(path: Path, solution_is_bluff: bool) -> None:
    """Refuse a file that could not be written, before long work is done for it."""
    if path.suffix not in (".json", ".npz"):
        raise FileError(f'"{path.name}" has no ending that names a kind of file: use .json, or .npz for bluff')
    if path.suffix == ".npz" and not solution_is_bluff:
        raise FileError(f'"{path.name}": only bluff is saved as .npz; use .json')
    if not path.absolute().parent.is_dir():
        raise FileError(f'"{path}" cannot be written: there is no such folder')


def save_solution(
    solution: Solution,
    path: Path,
    *,
    command: str,
    rules: BluffRules | None = None,
    source: Source | None = None,
    thin: float | None = None,
) -> None:
    """Write a solution; the ending of the name decides how. `rules` are those of a round of bluff.

    `thin` keeps of such a round what is come to more often than that alone, in two bytes a number.
    """
    if path.suffix == ".json":
        if rules is not None:
            source = Source(name=rules.name, options={**asdict(rules), "dice": list(rules.dice)})
        write_strategies(solution, path, command=command, source=source)
        return
    assert isinstance(solution, BluffSolution)
    assert rules is not None
    if thin is not None:
        if rules.check:
            raise GameError("a round with Check is kept whole: leave out --thin")
        tables = solution.strategies.tables
        save_sparse(thinned(tables, solution.strategies.numbers, least=thin), path, command=command)
        return
    head = {
        "format": FORMAT,
        "rules": asdict(rules),
        "command": command,
        "version": __version__,
        "low": solution.low,
        "high": solution.high,
    }
    write_arrays(path, head=np.array(json.dumps(head)), numbers=solution.strategies.numbers.astype(np.float32))


def load_strategies(path: Path) -> tuple[BluffRules, BluffStrategies]:
    """Read strategies that were saved as .npz."""
    rules = _rules_in(path)
    tables = BluffSize(rules=rules).tables
    # Unpacked, copied and checked: three times what the numbers themselves take.
    if tables is None or 3 * _BYTES * tables.n_numbers > free_memory():
        raise TableError(f"{path.name} cannot be used: the round of its rules is too large for the memory here")
    (numbers,) = read_arrays(path, ("numbers",), most=_BYTES * tables.n_numbers)
    if numbers.shape != (tables.n_numbers,):
        raise GameError(f"{path.name} has {numbers.size:,} numbers, its rules need {tables.n_numbers:,}")
    if numbers.dtype.kind != "f" or numbers.dtype.itemsize > _BYTES:
        raise TableError(f"{path.name} cannot be used: its strategies are not numbers of four bytes")
    least, most = float(numbers.min(initial=0)), float(numbers.max(initial=0))  # not a number, where one is none
    if not (least >= 0 and most <= _MOST_WEIGHT):
        raise TableError(f"{path.name} cannot be used: how often something is done is a finite number from 0 on")
    return rules, BluffStrategies(tables, numbers)


def _rules_in(path: Path) -> BluffRules:
    """The rules that a file of strategies says it is of."""
    (head,) = read_arrays(path, ("head",), most=_LARGEST_HEAD)
    not_solved = f"{path.name} is not a solved round of bluff"
    if head.shape != () or head.dtype.kind != "U":
        raise TableError(f"{not_solved}: it says nothing of its rules")
    try:
        found = json.loads(str(head))
        if found.get("format") != FORMAT:
            raise TableError(f"{path.name} is of another format: {str(found.get('format'))[:80]!r}, not {FORMAT!r}")
        rules = found["rules"]
        made = BluffRules(**{**rules, "dice": tuple(rules["dice"])})
    except TableError:
        raise
    except GameError as reason:
        raise TableError(f"{not_solved}: {reason}") from None
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        raise TableError(f"{not_solved}: its rules can't be read") from None
    if made.seats != 2:
        raise TableError(f"{not_solved}: there are {made.seats} players, and rounds of two are solved")
    return made
