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
from riverboat.cards.holdings import CLASSES, HOLDINGS
from riverboat.errors import AgentError, TableError
from riverboat.files import Array, read_arrays, write_arrays
from riverboat.solving.limit.buckets import BINS, GROUPS, Buckets
from riverboat.solving.limit.tree import CALL, FOLD, RAISE, STREETS, LimitPlace, decisions_of, legal_rows
from riverboat.version import __version__

Bytes = npt.NDArray[np.uint8]
UNIT = 255
MOST_BUCKETS = 5000
#: The largest array of a model: the river's weights.
_LARGEST = 2 * 5670 * MOST_BUCKETS
_NAMES = ("first", "flop", "turn", "river")
#: What a file keeps of buckets: centres of clusters, groups of starting hands, and the buckets of flops that were met.
BUCKET_NAMES = ("flop_centres", "turn_centres", "river_centres", "groups", "flops", "flop_buckets")


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
        return _shares(self.weights[street])

    def shares(self, place: LimitPlace) -> Singles:
        """[bucket, action] how often each action is done at one decision."""
        return _shares(self.weights[place.street][place.row])

    def buckets(self, board: CardRow) -> Ints:
        """[1326] the bucket of each holding on a board."""
        return self.cards.of_board(board)

    def mix(self, place: LimitPlace, board: CardRow, low: int, high: int) -> Singles:
        """How often it folds, calls and raises with one holding."""
        fold, raised = self.weights[place.street][place.row, self.cards.of_holding(board, low, high)].tolist()
        return np.asarray(np.array([fold, UNIT - fold - raised, raised]) / UNIT, np.float32)

    @cached_property
    def fingerprint(self) -> str:
        """Equal for models that play alike."""
        cards: list[Array] = [self.cards.flop, self.cards.turn, self.cards.river, self.cards.groups]
        parts = [each.tobytes() for each in (*cards, *self.weights)]
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
            **bucket_arrays(self.cards),
        )


def _shares(rows: Bytes) -> Singles:
    """[..., action] from [..., (fold, raise)]."""
    found = np.zeros((*rows.shape[:-1], 3), np.float32)
    found[..., FOLD], found[..., RAISE] = rows[..., 0] / UNIT, rows[..., 1] / UNIT
    found[..., CALL] = (UNIT - rows[..., 0].astype(np.float32) - rows[..., 1]) / UNIT
    return found


def bucket_arrays(cards: Buckets) -> dict[str, Array]:
    """Buckets as a file keeps them."""
    flops, rows = cards.known_flops()
    kept = (cards.flop, cards.turn, cards.river, cards.groups.astype(np.uint8), flops, rows)
    return dict(zip(BUCKET_NAMES, kept, strict=True))


def read_buckets(arrays: Sequence[Array]) -> Buckets | None:
    """Buckets from what a file keeps, in the order of BUCKET_NAMES; None where they can't be such."""
    flop, turn, river, groups, flops, rows = arrays
    if not all(_are_centres(each, wide) for each, wide in ((flop, BINS), (turn, BINS), (river, GROUPS))):
        return None
    if groups.shape != (CLASSES,) or groups.dtype != np.uint8 or int(np.asarray(groups, np.int64).max()) >= GROUPS:
        return None
    count = len(flops) if flops.ndim == 2 else 0
    if (flops.shape, rows.shape) != ((count, 3), (count, HOLDINGS)):
        return None
    if flops.dtype != np.uint8 or rows.dtype != np.uint16:
        return None
    if (np.asarray(flops, np.int64) >= 52).any() or (np.asarray(rows, np.int64) >= len(flop)).any():
        return None
    known = {tuple(cards): row for cards, row in zip(flops.tolist(), np.asarray(rows, np.uint16), strict=True)}
    centres = [np.ascontiguousarray(np.asarray(each, np.float32)) for each in (flop, turn, river)]
    return Buckets(centres[0], centres[1], centres[2], np.asarray(groups, np.int64), known)


def _are_centres(array: Array, wide: int) -> bool:
    fits = array.ndim == 2 and 2 <= len(array) <= MOST_BUCKETS and array.shape[1] == wide and array.dtype == np.float32
    numbers = np.asarray(array, np.float64) if fits else np.full(1, np.nan)
    return bool(np.isfinite(numbers).all() and (numbers >= 0).all() and (numbers <= 1.001).all())


def load_model(path: Path) -> EquilibriumModel:
    """Read a model; refuses what is none, or holds numbers that can't be."""
    if not path.is_file():
        raise AgentError(f'"{path}" is not a file: riverboat train equilibrium --out FILE.npz makes one')
    if text_in(path, "agent") != "equilibrium":
        raise AgentError(f"{path.name} is no model of equilibrium")
    made_by = text_in(path, "made_by")
    names = (*_NAMES, *BUCKET_NAMES, "iterations")
    try:
        arrays = read_arrays(path, names, most=_LARGEST)
    except TableError as error:
        raise AgentError(f"{error}: it is no model of equilibrium") from None
    cards, iterations = read_buckets(arrays[STREETS:-1]), arrays[-1]
    if cards is None or iterations.shape != () or iterations.dtype.kind not in "iu" or int(iterations) < 0:
        raise _wrong(path)
    weights = tuple(_weights(path, arrays[street], street, cards.count(street)) for street in range(STREETS))
    return EquilibriumModel(cards=cards, weights=weights, iterations=int(iterations), made_by=made_by)


def _wrong(path: Path) -> AgentError:
    return AgentError(f"{path.name} cannot be used by equilibrium: its numbers are not those of a model")


def _weights(path: Path, array: Array, street: int, buckets: int) -> Bytes:
    if array.dtype != np.uint8 or array.shape != (decisions_of(street), buckets, 2) or not 2 <= buckets <= MOST_BUCKETS:
        raise _wrong(path)
    rows = np.asarray(array, np.uint8)
    legal = legal_rows(street)
    allowed = np.stack([legal[:, FOLD], legal[:, RAISE]], axis=1)[:, None, :] > 0
    if (rows.astype(np.int64).sum(axis=2) > UNIT).any() or (rows[~np.broadcast_to(allowed, rows.shape)] > 0).any():
        raise _wrong(path)
    return rows
