"""What `equilibrium` plays: buckets of holdings, and for each decision and bucket how often it folds and raises.

Shares are bytes, 0 to 255; what is left is called (or checked). A file is .npz without pickle, and every number of it
is checked when it is read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from riverboat.agents.saved import text_in
from riverboat.arrays import CardRow, Ints, Singles
from riverboat.errors import AgentError, TableError
from riverboat.files import Array, read_arrays, write_arrays
from riverboat.solving.limit.buckets import BINS, Buckets
from riverboat.solving.limit.tree import CALL, FOLD, RAISE, STREETS, LimitPlace, decisions_of, legal_rows
from riverboat.version import __version__

Bytes = npt.NDArray[np.uint8]
UNIT = 255
MOST_BUCKETS = 5000
#: The largest array of a model: the river's weights.
_LARGEST = 2 * 5670 * MOST_BUCKETS
_NAMES = ("first", "flop", "turn", "river")


@dataclass(frozen=True, kw_only=True, eq=False)
class EquilibriumModel:
    """Buckets and weights, and how they came to be."""

    cards: Buckets
    weights: tuple[Bytes, ...]  # of each street, [decision, bucket, (fold, raise)]
    iterations: int
    made_by: str

    @classmethod
    def of(cls, cards: Buckets, mixes: Sequence[Singles], *, iterations: int, made_by: str) -> EquilibriumModel:
        """From how often each action is done, [decision, bucket, action] for each street."""
        weights = []
        for street, rows in enumerate(mixes):
            legal = legal_rows(street)[:, None, :]
            shares = np.rint(rows * legal * UNIT).astype(np.int64)[:, :, [FOLD, RAISE]]
            shares[:, :, 1] = np.minimum(shares[:, :, 1], UNIT - shares[:, :, 0])
            weights.append(shares.astype(np.uint8))
        return cls(cards=cards, weights=tuple(weights), iterations=iterations, made_by=made_by)

    def mixes(self, street: int) -> Singles:
        """[decision of the street, bucket, action] how often each action is done."""
        rows = self.weights[street]
        found = np.zeros((*rows.shape[:2], 3), np.float32)
        found[:, :, FOLD], found[:, :, RAISE] = rows[:, :, 0] / UNIT, rows[:, :, 1] / UNIT
        found[:, :, CALL] = (UNIT - rows[:, :, 0].astype(np.float32) - rows[:, :, 1]) / UNIT
        return found

    def buckets(self, board: CardRow) -> Ints:
        """[1326] the bucket of each holding on a board."""
        return self.cards.of_board(board)

    def mix(self, place: LimitPlace, board: CardRow, low: int, high: int) -> Singles:
        """How often it folds, calls and raises with one holding."""
        fold, raised = self.weights[place.street][place.row, self.cards.of_holding(board, low, high)].tolist()
        return np.asarray(np.array([fold, UNIT - fold - raised, raised]) / UNIT, np.float32)

    @cached_property
    def fingerprint(self) -> str:
        """Equal for models that play the same."""
        parts = [self.cards.flop.tobytes(), self.cards.turn.tobytes(), *(each.tobytes() for each in self.weights)]
        return hashlib.sha256(b"".join(parts)).hexdigest()[:16]

    def save(self, path: Path) -> None:
        """Write the file that `equilibrium@FILE` plays."""
        rows: dict[str, Array] = dict(zip(_NAMES, self.weights, strict=True))
        write_arrays(
            path,
            **rows,
            agent="equilibrium",
            version=__version__,
            made_by=self.made_by,
            iterations=np.array(self.iterations, np.int64),
            flop_centres=self.cards.flop,
            turn_centres=self.cards.turn,
        )


def load_model(path: Path) -> EquilibriumModel:
    """Read a model; refuses what is none, or holds numbers that can't be."""
    if not path.is_file():
        raise AgentError(f'"{path}" is not a file: riverboat train equilibrium --out FILE.npz makes one')
    if text_in(path, "agent") != "equilibrium":
        raise AgentError(f"{path.name} is no model of equilibrium")
    made_by = text_in(path, "made_by")
    names = (*_NAMES, "flop_centres", "turn_centres", "iterations")
    try:
        arrays = read_arrays(path, names, most=_LARGEST)
    except TableError as error:
        raise AgentError(f"{error}: it is no model of equilibrium") from None
    flop, turn = (_centres(path, each) for each in arrays[4:6])
    counts = (169, len(flop), len(turn), arrays[3].shape[1] if arrays[3].ndim == 3 else 0)
    weights = tuple(_weights(path, arrays[street], street, counts[street]) for street in range(STREETS))
    iterations = arrays[6]
    if iterations.shape != () or iterations.dtype.kind not in "iu" or int(iterations) < 0:
        raise _wrong(path)
    cards = Buckets(flop, turn, counts[3])
    return EquilibriumModel(cards=cards, weights=weights, iterations=int(iterations), made_by=made_by)


def _wrong(path: Path) -> AgentError:
    return AgentError(f"{path.name} cannot be used by equilibrium: its numbers are not those of a model")


def _centres(path: Path, array: Array) -> Singles:
    fits = array.ndim == 2 and 2 <= len(array) <= MOST_BUCKETS and array.shape[1] == BINS and array.dtype.kind == "f"
    if not fits or not (np.isfinite(array).all() and (array >= 0).all() and (array <= 1.001).all()):  # type: ignore[operator]
        raise _wrong(path)
    return np.ascontiguousarray(array.astype(np.float32))


def _weights(path: Path, array: Array, street: int, buckets: int) -> Bytes:
    if array.dtype != np.uint8 or array.shape != (decisions_of(street), buckets, 2) or not 2 <= buckets <= MOST_BUCKETS:
        raise _wrong(path)
    rows = np.asarray(array, np.uint8)
    legal = legal_rows(street)
    allowed = np.stack([legal[:, FOLD], legal[:, RAISE]], axis=1)[:, None, :] > 0
    if (rows.astype(np.int64).sum(axis=2) > UNIT).any() or (rows[~np.broadcast_to(allowed, rows.shape)] > 0).any():
        raise _wrong(path)
    return rows
