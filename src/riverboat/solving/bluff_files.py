"""Solved rounds of Bluff in files: both strategies as an .npz that can be played from, or any game's as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from riverboat.errors import FileError, GameError, TableError
from riverboat.files import read_arrays, write_arrays, write_whole
from riverboat.games.bluff import BluffRules
from riverboat.solving.bluff import BluffSolution
from riverboat.solving.bluff_strategy import BluffStrategies
from riverboat.solving.bluff_tables import make_tables
from riverboat.solving.solution import Solution
from riverboat.version import __version__

FORMAT = "riverboat bluff strategies 1"
#: Strategies of more information sets are not written as text.
MOST_ROWS = 500_000


def check_save(path: Path, solution_is_bluff: bool) -> None:
    """Refuse a file that could not be written, before long work is done for it."""
    if path.suffix not in (".json", ".npz"):
        raise FileError(f'"{path.name}" has no ending that names a kind of file: use .json, or .npz for bluff')
    if path.suffix == ".npz" and not solution_is_bluff:
        raise FileError(f'"{path.name}": only bluff is saved as .npz; use .json')
    if not path.absolute().parent.is_dir():
        raise FileError(f'"{path}" cannot be written: there is no such folder')


def save_solution(solution: Solution, path: Path, *, command: str, rules: BluffRules | None = None) -> None:
    """Write a solution; the ending of the name decides how."""
    if path.suffix == ".json":
        if solution.size.infosets > MOST_ROWS:
            raise FileError(f"{solution.size.infosets:,} information sets are too many for text: save as .npz")
        write_whole(path, _json_pieces(solution, command))
        return
    assert isinstance(solution, BluffSolution)
    assert rules is not None
    head = {
        "format": FORMAT,
        "rules": asdict(rules),
        "command": command,
        "version": __version__,
        "low": solution.low,
        "high": solution.high,
    }
    write_arrays(path, head=np.array(json.dumps(head)), numbers=solution.strategies.numbers.astype(np.float32))


def _json_pieces(solution: Solution, command: str) -> Iterator[str]:
    head = {**solution.to_json(), "command": command, "version": __version__}
    yield json.dumps(head, indent=1)[:-2] + ',\n "strategies": [\n'
    between = ""
    for row in solution.rows():
        yield between + "  " + json.dumps(strategy_json(row))
        between = ",\n"
    yield "\n ]\n}\n"


def strategy_json(row: Any) -> dict[str, Any]:
    """One information set: who acts, what he knows, and what he does."""
    chosen = {action: p for action, p in zip(row.actions, row.probabilities, strict=True) if p > 0}
    return {"player": row.player, "infoset": row.infoset, "actions": chosen}


def load_strategies(path: Path) -> tuple[BluffRules, BluffStrategies]:
    """Read strategies that were saved as .npz."""
    head, numbers = read_arrays(path, ("head", "numbers"))
    try:
        found = json.loads(str(head))
        rules = found["rules"]
        made = BluffRules(**{**rules, "dice": tuple(rules["dice"])})
    except (ValueError, KeyError, TypeError) as reason:
        raise TableError(f"{path.name} is not a solved round of bluff: {reason}") from None
    if found.get("format") != FORMAT:
        raise TableError(f"{path.name} is of another format: {found.get('format')!r}, not {FORMAT!r}")
    tables = make_tables(made.table, check=made.check)
    if numbers.shape != (tables.n_numbers,):
        raise GameError(f"{path.name} has {numbers.size:,} numbers, its rules need {tables.n_numbers:,}")
    return made, BluffStrategies(tables, numbers)
