"""The 16,432 starting hands of Omaha: equity against one random hand, shipped as data.

Simulated, 50,000 games a hand: the standard error of each is about 0.0022. `python -m
riverboat.odds.omaha.omaha_starting_hands` makes the data again.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from riverboat.errors import TableError
from riverboat.files import read_arrays, write_arrays
from riverboat.version import __version__

PATH = Path(__file__).with_name("omaha_starting_hands.npz")
CLASSES = 16_432
GAMES = 50_000
SEED = 4
#: Equity is kept in this fraction of one.
SCALE = 65_535


@dataclass(frozen=True)
class OmahaStartingHands:
    """The codes of all classes in rising order, and the equity of each."""

    codes: npt.NDArray[np.int64]
    equity: npt.NDArray[np.float64]


@cache
def omaha_starting_hands() -> OmahaStartingHands:
    """The shipped figures."""
    return load(PATH)


def load(path: Path) -> OmahaStartingHands:
    """Read figures, and refuse those of another shape."""
    codes, equity, _ = read_arrays(path, ("codes", "equity", "made_by"))
    if codes.shape != (CLASSES,) or equity.shape != (CLASSES,):
        raise TableError(f"the starting hands of Omaha in {path.name} have the wrong shape: install riverboat again")
    return OmahaStartingHands(codes.astype(np.int64), equity.astype(np.float64) / SCALE)


def class_codes() -> npt.NDArray[np.int64]:
    """The codes of all classes, in rising order."""
    from riverboat.odds.omaha.omaha_starting_kernel import all_codes

    marks = np.zeros(1 << 24, dtype=np.uint8)
    all_codes(marks)
    return np.flatnonzero(marks)


def cards_of(code: int) -> tuple[int, ...]:
    """The four cards that a code spells."""
    return tuple((code >> shift) & 63 for shift in (18, 12, 6, 0))


def simulated_equity(code: int, games: int, seed: int) -> float:
    """The equity of a class against one random hand; every class has randomness of its own."""
    from riverboat.odds.omaha.equity import equity_omaha

    sequence = np.random.default_rng((seed, code))
    found = equity_omaha([cards_of(code)], method="simulate", simulations=games, seed=sequence)
    return found.players[0].equity.mean


def rebuild(path: Path = PATH, *, games: int = GAMES, seed: int = SEED) -> None:
    """Make the figures again: about two minutes on an idle core."""
    codes = class_codes()
    equity = [simulated_equity(code, games, seed) for code in codes.tolist()]
    made_by = f"riverboat {__version__}, {games} games a hand, seed {seed}"
    write_arrays(
        path, codes=codes.astype(np.uint32), equity=np.rint(np.array(equity) * SCALE).astype(np.uint16), made_by=made_by
    )


if __name__ == "__main__":
    rebuild()
