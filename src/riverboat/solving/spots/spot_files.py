"""Solved spots in files: strategies in two bytes a number, without pickle; rows are read when they are looked at."""

from __future__ import annotations

import io
import json
import math
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from riverboat.errors import GameError, RiverboatError, TableError
from riverboat.files import read_arrays, write_whole
from riverboat.solving.spots.run import SpotRun, make_game
from riverboat.solving.spots.solution import SpotSolution
from riverboat.solving.spots.spot import Spot, spot_from_json
from riverboat.solving.spots.vectors.blocks import Block, Keep, aligned
from riverboat.solving.spots.vectors.fields import COUNT, KIND, MIX, WIDTH
from riverboat.solving.spots.vectors.layout import TreePart
from riverboat.solving.spots.vectors.vector_game import Inspection, VectorGame
from riverboat.version import __version__

NAME, VERSION = "riverboat spot", 1
_LARGEST_HEAD = 1 << 20
_UNIT = 65535
#: Rounding may take the shares of a node over one by this much each.
_SLACK = 1
Kept = npt.NDArray[Any]


def save_spot(solution: SpotSolution, path: Path, *, regrets: bool = False) -> None:
    """Write a solution, whole or not at all; with regrets, so that a run goes on from it as if never stopped."""
    if path.suffix != ".npz":
        raise GameError(f'"{path.name}" has no ending that names a kind of file: solved spots are .npz')
    game = solution.game
    if regrets and game.keep is Keep.NOTHING:
        raise GameError(
            f"{path.name} cannot be gone on from: this solution was itself read from a file, without regrets"
        )
    head = {
        "format": NAME,
        "version": VERSION,
        "made_by": __version__,
        "spot": solution.spot.to_json(),
        "iterations": solution.iterations,
        "elapsed_s": solution.elapsed_s,
        "exploitability": solution.exploitability,
        "alike": solution.alike,
        "packed": game.keep in (Keep.PACKED, Keep.NOTHING),
        "precise": game.keep is Keep.PRECISE,
        "regrets": regrets,
        "average_weight": game.average_weight,
        "ev": list(solution.ev),
    }
    held = io.BytesIO()
    # Strategies are mostly pure, so that the quickest compression does nearly all.
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        _put(archive, "head", np.array(json.dumps(head)))
        if game.top is not None:
            for hero in range(2):
                look = solution.first_look(hero)
                _put(archive, f"values-first-{hero}", look.values.astype(np.float32))
                _put(archive, f"reach-first-{hero}", look.reach.astype(np.float32))
        for name, block in _named(game):
            for side in range(2):
                _put(archive, f"mixes-{name}-{side}", _shares(block.rows[side].mixes))
                if regrets:
                    _put(archive, f"regrets-{name}-{side}", block.rows[side].regrets)
                    _put(archive, f"scales-{name}-{side}", block.rows[side].scales)
    write_whole(path, [held.getvalue()])


def _put(archive: zipfile.ZipFile, name: str, array: Kept) -> None:
    with archive.open(f"{name}.npy", "w", force_zip64=True) as out:
        np.lib.format.write_array(out, array, version=(1, 0), allow_pickle=False)


def _shares(mixes: Kept) -> npt.NDArray[np.uint16]:
    return mixes if mixes.dtype == np.uint16 else np.round(mixes * mixes.dtype.type(_UNIT)).astype(np.uint16)


def _named(game: VectorGame) -> Iterator[tuple[str, Block]]:
    if game.top is not None:
        yield "first", game.top
    for at, block in enumerate(game.middles):
        yield f"turn-{at}", block
    for at, block in enumerate(game.leaves):
        yield f"last-{at}", block


def load_spot(path: Path) -> SpotSolution:
    """Read a solution; every value is checked, that of rows when they are first looked at."""
    head, spot = _head(path)
    game = make_game(spot, Keep.NOTHING, alike=bool(head["alike"]))
    _read_top(path, game)
    game.middles = _Read(game.middles, lambda at, block: _fill(path, f"turn-{at}", game.parts[1], block))
    game.leaves = _Read(game.leaves, lambda at, block: _fill(path, f"last-{at}", game.parts[-1], block))
    game.iterations = head["iterations"]
    found = SpotSolution(
        spot=spot,
        game=game,
        iterations=head["iterations"],
        elapsed_s=head["elapsed_s"],
        exploitability=head["exploitability"],
        alike=bool(head["alike"]),
    )
    found.know(ev=(float(head["ev"][0]), float(head["ev"][1])), first=_read_looks(path, game))
    return found


def _read_looks(path: Path, game: VectorGame) -> tuple[Inspection, Inspection] | None:
    """The first street as both sides see it, so that it is shown without a pass through all that follows."""
    if game.top is None:
        return None
    part, widths, looks = game.parts[0], game.deal.widths, []
    for hero in range(2):
        shapes = (len(part.betting), widths[hero]), (part.sequences[1 - hero], widths[1 - hero])
        names = f"values-first-{hero}", f"reach-first-{hero}"
        both = [_array(path, *each, np.dtype(np.float32)) for each in zip(names, shapes, strict=True)]
        looks.append(Inspection(values=both[0], reach=both[1]))
    return looks[0], looks[1]


def resume_run(path: Path | str, *, workers: int = 1) -> SpotRun:
    """A run that goes on from a file that was saved with its regrets."""
    path = Path(path)
    head, spot = _head(path)
    if head.get("regrets") is not True:
        raise GameError(f"{path.name} cannot be gone on from: it was saved without its regrets")
    kept = {name: bool(head[name]) for name in ("packed", "precise", "alike")}
    run = SpotRun(spot, workers=workers, **kept)
    for name, block in _named(run.game):
        part = run.game.parts[{"first": 0, "turn": 1, "last": -1}[name.split("-")[0]]]
        _fill(path, name, part, block)
        for side in range(2):
            for kind, rows in (("regrets", block.rows[side].regrets), ("scales", block.rows[side].scales)):
                rows[:] = _array(path, f"{kind}-{name}-{side}", rows.shape, rows.dtype)
    run.game.iterations, run.elapsed_s = head["iterations"], head["elapsed_s"]
    run.game.average_weight = head["average_weight"]
    return run


class _Read(Sequence[Block]):
    """Blocks that are filled from a file when they are first taken."""

    def __init__(self, blocks: Sequence[Block], fill: Callable[[int, Block], None]) -> None:
        self._blocks, self._fill, self._filled = blocks, fill, set[int]()

    def __len__(self) -> int:
        return len(self._blocks)

    @overload
    def __getitem__(self, at: int) -> Block: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Block]: ...
    def __getitem__(self, at: int | slice) -> Block | Sequence[Block]:
        if isinstance(at, slice):
            return [self[each] for each in range(len(self))[at]]
        if at not in self._filled:
            self._fill(at, self._blocks[at])
            self._filled.add(at)
        return self._blocks[at]


def _read_top(path: Path, game: VectorGame) -> None:
    if game.top is not None:
        _fill(path, "first", game.parts[0], game.top)


def _fill(path: Path, name: str, part: TreePart, block: Block) -> None:
    """Put the strategies of a block in their place."""
    kept = []
    for side in range(2):
        shape = (int(block.table[:, WIDTH + side].sum()) * part.mixes[side],)
        shares = _array(path, f"mixes-{name}-{side}", shape, np.dtype(np.uint16))
        _check_shares(path, part, side, block, shares)
        mixes = block.rows[side].mixes
        if mixes.dtype.kind == "f":
            mixes[:] = shares / mixes.dtype.type(_UNIT)
        elif len(mixes):
            mixes[:] = shares
        else:
            mixes = aligned(len(shares), np.uint16)
            mixes[:] = shares
        kept.append(block.rows[side]._replace(mixes=mixes))
    block.rows = (kept[0], kept[1])


def _check_shares(path: Path, part: TreePart, side: int, block: Block, shares: Kept) -> None:
    """Refuse shares that add up to more than one."""
    begin = 0
    nodes = part.nodes[part.nodes[:, KIND] == side]
    for width in block.table[:, WIDTH + side].tolist():
        rows = shares[begin : begin + width * part.mixes[side]].reshape(part.mixes[side], width)
        begin += rows.size
        starts = nodes[nodes[:, COUNT] > 1, MIX]
        if len(starts) and np.add.reduceat(rows.astype(np.uint32), starts, axis=0).max() > _UNIT + 12 * _SLACK:
            raise TableError(f"{path.name} is damaged: somewhere more is done than everything")


def _array(path: Path, name: str, shape: tuple[int, ...], kind: np.dtype[Any]) -> Kept:
    size = math.prod(shape) * kind.itemsize
    (found,) = read_arrays(path, (name,), most=size)
    if found.shape != shape or found.dtype != kind:
        raise TableError(f"{path.name} is damaged: its array {name!r} is not that of its spot")
    if kind.kind == "f" and not np.isfinite(found).all():
        raise TableError(f"{path.name} is damaged: its array {name!r} holds something that is no number")
    return found


def _head(path: Path) -> tuple[dict[str, Any], Spot]:
    """What a file says of itself, checked."""
    (raw,) = read_arrays(path, ("head",), most=_LARGEST_HEAD)
    wrong = f"{path.name} is not a solved spot"
    if raw.shape != () or raw.dtype.kind != "U":
        raise TableError(f"{wrong}: it says nothing of its spot")
    try:
        head = json.loads(str(raw))
        if head.get("format") != NAME:
            raise TableError(f"{wrong}: its format is {str(head.get('format'))[:80]!r}, not {NAME!r}")
        if head.get("version") != VERSION:
            by = str(head.get("made_by"))[:40]
            raise TableError(f"{path.name} is of version {str(head.get('version'))[:20]}, made by riverboat {by}: "
                             f"version {VERSION} can be read here")  # fmt: skip
        _check_head(head)
        return head, spot_from_json(head["spot"])
    except TableError:
        raise
    except RiverboatError as reason:
        raise TableError(f"{wrong}: {reason}") from None
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        raise TableError(f"{wrong}: what it says of its spot can't be read") from None


def _check_head(head: dict[str, Any]) -> None:
    for name in ("elapsed_s", "exploitability", "average_weight"):
        if isinstance(head[name], bool) or not 0 <= float(head[name]) < math.inf:
            raise ValueError(name)
    if len(head["ev"]) != 2 or not all(math.isfinite(float(each)) for each in head["ev"]):
        raise ValueError("ev")
    if type(head["iterations"]) is not int or not 0 <= head["iterations"] < 1 << 40:
        raise ValueError("iterations")
    if not all(isinstance(head[name], bool) for name in ("alike", "packed", "precise", "regrets")):
        raise ValueError("flags")
