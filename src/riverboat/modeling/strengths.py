"""Hand strengths of many recorded hands at once: exact, in threads, and kept on disk, for they never change."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from riverboat.arrays import Floats
from riverboat.errors import TableError
from riverboat.files import read_arrays, write_arrays
from riverboat.games import UNKNOWN
from riverboat.kernel import user_cache
from riverboat.modeling.strength_kernel import win_chances

#: Cards on the board by street.
ON_BOARD = (0, 3, 4, 5)
#: From this many on they are kept.
MANY = 1000
_PIECE = 64


def strengths_of(hands: Sequence[tuple[Sequence[int], Sequence[int]]], *, keep: bool = True) -> Floats:
    """The strength of hole cards on each street of a board, (hands, 4); streets that were not dealt are nan."""
    holes = np.array([hole for hole, _ in hands], dtype=np.uint8).reshape(len(hands), 2)
    boards = np.full((len(hands), 5), UNKNOWN, dtype=np.uint8)
    for at, (_, board) in enumerate(hands):
        boards[at, : len(board)] = board
    digest = hashlib.sha256(holes.tobytes() + boards.tobytes()).hexdigest()[:24]
    path = user_cache() / "strengths" / f"{digest}.npz"
    if keep and path.is_file():
        try:
            return np.array(read_arrays(path, ["strengths"])[0], dtype=np.float64)
        except TableError:
            pass  # spoilt: made again
    found = _work_out(holes, boards)
    if keep and len(hands) >= MANY:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_arrays(path, strengths=found)
    return found


def _work_out(holes: npt.NDArray[np.uint8], boards: npt.NDArray[np.uint8]) -> Floats:
    found = np.full((len(holes), len(ON_BOARD)), np.nan)
    pieces = []
    for street, count in enumerate(ON_BOARD):
        rows = np.flatnonzero(boards[:, count - 1] != UNKNOWN) if count else np.arange(len(holes))
        pieces += [(street, rows[start : start + _PIECE]) for start in range(0, len(rows), _PIECE)]

    def work(piece: tuple[int, npt.NDArray[np.int64]]) -> None:
        street, rows = piece
        part = np.empty(len(rows))
        win_chances(holes[rows], boards[rows], np.full(len(rows), ON_BOARD[street]), part)
        found[rows, street] = part

    with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
        list(threads.map(work, pieces))
    return found
