"""Runs a notebook as a notebook would: cell after cell in one process, and shows the last line of each.

`python notebook_runner.py FILE.ipynb` prints a line of JSON: how many cells ran, how many showed something as HTML or
SVG, and the seconds of the processor, with those of processes that it started. It needs no Jupyter, and runs where
nothing but the wheel is installed.
"""

from __future__ import annotations

import ast
import json
import os
import sys
from pathlib import Path
from typing import Any


def run_cell(source: str, name: str, space: dict[str, Any]) -> Any:
    """Run a cell; the value of its last line, if that is an expression."""
    tree = ast.parse(source, name)
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr):
        exec(compile(tree, name, "exec"), space)
        return None
    tree.body.pop()
    exec(compile(tree, name, "exec"), space)
    return eval(compile(ast.Expression(last.value), name, "eval"), space)


def shows(value: Any) -> bool:
    """Whether a notebook would show a value as more than text; what it shows is made."""
    for kind in ("_repr_html_", "_repr_svg_"):
        show = getattr(value, kind, None)
        if show is not None and (made := show()) is not None:
            assert made.lstrip().startswith(("<", "<?xml")), f"{type(value).__name__} shows {made[:60]!r}"
            return True
    repr(value)
    return False


def run(path: Path) -> dict[str, Any]:
    """Run a whole notebook."""
    space: dict[str, Any] = {"__name__": "__main__"}
    cells = [cell for cell in json.loads(path.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    shown = 0
    for number, cell in enumerate(cells, 1):
        shown += shows(run_cell("".join(cell["source"]), f"{path.name}, cell {number}", space))
    home = sys.modules["riverboat"].__file__
    return {"cells": len(cells), "shown": shown, "cpu_s": round(sum(os.times()[:4]), 2), "home": home}


if __name__ == "__main__":
    found = run(Path(sys.argv[1]))
    print(json.dumps(found))
