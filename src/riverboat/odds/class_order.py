"""Makes the order of the 169 starting hands in which "15%" takes them: by exact equity against a random hand."""

from __future__ import annotations

import json
from pathlib import Path

from riverboat.cards.holdings import CLASS_NAMES
from riverboat.cards.ranges import ORDER_PATH
from riverboat.files import write_whole
from riverboat.odds.equity import equity
from riverboat.version import __version__


def class_order() -> list[str]:
    """All classes by their equity against a random hand, counted; hands of equal equity keep the grid's order."""
    worth = {name: equity(name, opponents=1, method="exact").players[0].equity.mean for name in CLASS_NAMES}
    return sorted(CLASS_NAMES, key=lambda name: -worth[name])


def write_class_order(order: list[str], path: Path = ORDER_PATH) -> None:
    """Write the order of the classes."""
    text = json.dumps({"made_by": f"riverboat {__version__}: tables", "order": order}, indent=0)
    write_whole(path, [text, "\n"])
