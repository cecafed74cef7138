"""What is known of `bluff-equilibrium` at every pair of one to five dice: a table that comes with the package.

`python -m riverboat.training.bluff_pairs` makes it.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from riverboat.agents.bluff.equilibrium import SHIPPED
from riverboat.games.bluff.game import BluffRules

PAIRS = SHIPPED / "pairs.json"
How = Literal["solved", "cut down", "blueprint"]


@dataclass(frozen=True, kw_only=True)
class PairRow:
    """A round: what it is played by, its value to the opener, and how much of it others can take.

    Where the whole tree of bids was walked, `low` and `high` are proved bounds of the value, and half their distance is
    the exploitability. Elsewhere a responder wins `gain` in the mean over both seats, so that it is at least that.
    """

    dice: tuple[int, int]
    how: How
    file: str  # the first part of its hash; "" where it is solved on the spot
    memory: int | None = None
    iterations: int | None = None
    value: float
    low: float | None = None
    high: float | None = None
    gain: float | None = None
    error: float | None = None  # half of a 95 % interval
    rounds: int | None = None

    @property
    def exploitability(self) -> float | None:
        """What a best response gains in the mean over both seats, where that is known."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


def read_pairs(path: Path = PAIRS) -> dict[tuple[int, int], PairRow]:
    """The table as it was kept."""
    rows = json.loads(path.read_text("utf-8"))["pairs"] if path.exists() else []
    found = [PairRow(**{**row, "dice": tuple(row["dice"])}) for row in rows]
    return {row.dice: row for row in found}


def pairs_text(rows: dict[tuple[int, int], PairRow], *, command: str) -> str:
    """What the file holds, a line for each pair."""
    lines = (
        json.dumps({name: each for name, each in asdict(row).items() if each is not None})
        for _, row in sorted(rows.items())
    )
    return f'{{"command": {json.dumps(command)}, "pairs": [\n' + ",\n".join(lines) + "\n]}\n"


def hash_of(path: Path | None) -> str:
    """The first part of a file's hash."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12] if path is not None else ""


@lru_cache(maxsize=1)
def _kept() -> dict[tuple[int, int], PairRow]:
    return read_pairs()


def value_of(rules: BluffRules) -> float:
    """What a round is worth to its opener, as far as the table knows; 0 for others."""
    usual = BluffRules(dice=rules.dice)
    row = _kept().get((usual.dice[0], usual.dice[-1])) if rules == usual and len(rules.dice) == 2 else None
    return row.value if row is not None else 0.0
