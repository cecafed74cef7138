"""Measure one group in this process, on one core, and print its rows as JSON: `python -m benchmarks.measure GROUP`."""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from dataclasses import asdict

from benchmarks.timing import one_core

#: The groups in the order of the table; each is a module here with `rows(seed)`.
GROUPS = (
    "evaluation",
    "omaha",
    "simulation",
    "exact",
    "first_use",
    "games",
    "learning",
    "records",
    "arena",
    "solving",
    "spots",
    "loki",
    "partner",
    "neural",
    "evolving",
)


def main() -> None:
    """Print the rows of a group."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("group", choices=GROUPS)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    one_core()  # before NumPy and Numba are imported, which read their settings then
    module = importlib.import_module(f"benchmarks.{chosen.group}")
    json.dump([asdict(row) for row in module.rows(chosen.seed)], sys.stdout)


if __name__ == "__main__":
    main()
