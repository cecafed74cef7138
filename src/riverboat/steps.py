"""Work in steps: run to its end, and kept in a file, so that an interrupted run goes on where it stopped.

Long work is a generator that tells how far it has come and returns its result. The first line of its checkpoint says
what the work is; every further line is one finished piece. A line that was being written when the run was stopped is
not whole, and is done again.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Generic, TypeVar

from riverboat.errors import ArenaError

FORMAT = "riverboat checkpoint 1"
#: A checkpoint of more bytes is not read.
LARGEST = 1 << 30
LARGEST_COLUMN = 1 << 26

Piece = TypeVar("Piece")
Step = TypeVar("Step")
Result = TypeVar("Result")


class Run(Generic[Step, Result]):
    """Steps to go through one by one; `result` is there after the last."""

    result: Result

    def __init__(self, steps: Generator[Step, None, Result]) -> None:
        self._steps = steps

    def __iter__(self) -> Iterator[Step]:
        self.result = yield from self._steps


def run_to_end(steps: Generator[Step, None, Result], saw: Callable[[Step], object] | None = None) -> Result:
    """Run steps to their end, and give their result; `saw` is told of each."""
    run = Run(steps)
    for step in run:
        if saw is not None:
            saw(step)
    return run.result


class Checkpoint:
    """A file of finished pieces of one piece of work."""

    def __init__(self, path: Path, work: Mapping[str, Any]) -> None:
        self.path = path
        self._head = {"format": FORMAT, **json.loads(json.dumps(work))}
        self._file: IO[str] | None = None

    def load(self) -> list[dict[str, Any]]:
        """What is there already; refuses a file that belongs to other work."""
        head, pieces = _read(self.path)
        if head is None:
            return []
        for key in (*self._head, *head):
            if head.get(key) != self._head.get(key):
                raise ArenaError(
                    f"{self.path.name} is the checkpoint of another run: its {key} is "
                    f"{json.dumps(head.get(key))}, here it is {json.dumps(self._head.get(key))}; "
                    "repeat that command, or start again without --resume"
                )
        return pieces

    def read_back(self, pieces: list[dict[str, Any]], read: Callable[[dict[str, Any]], Piece]) -> list[Piece]:
        """What pieces of the file say; refuses a file in which one of them says nothing that can be read."""
        try:
            return [read(piece) for piece in pieces]
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, zlib.error):
            raise ArenaError(f'the checkpoint "{self.path}" is damaged: start again without --resume') from None

    def begin(self, pieces: list[dict[str, Any]]) -> None:
        """Open the file for writing, with what is kept of it."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("w", encoding="utf-8")
        except OSError as error:
            raise ArenaError(f'the checkpoint "{self.path}" cannot be written: {error.strerror}') from None
        for piece in (self._head, *pieces):
            self.add(piece)

    def add(self, piece: Mapping[str, Any]) -> None:
        """Keep one more finished piece."""
        if self._file is not None:
            self._file.write(json.dumps(piece, separators=(",", ":")) + "\n")
            self._file.flush()

    def close(self, *, finished: bool) -> None:
        """Close the file; what is finished needs no checkpoint any more."""
        if self._file is not None:
            self._file.close()
            self._file = None
            if finished:
                self.path.unlink(missing_ok=True)


@dataclass(frozen=True)
class Kept(Generic[Piece]):
    """The finished pieces of some work: those of an earlier run, and those added since."""

    done: list[Piece]
    _checkpoint: Checkpoint | None
    _write: Callable[[Piece], Mapping[str, Any]]

    def add(self, piece: Piece) -> None:
        """Count one more finished piece, and keep it."""
        self.done.append(piece)
        if self._checkpoint is not None:
            self._checkpoint.add(self._write(piece))


@contextmanager
def keeping(
    checkpoint: Checkpoint | None,
    *,
    resume: bool,
    read: Callable[[dict[str, Any]], Piece],
    write: Callable[[Piece], Mapping[str, Any]],
    forget: bool = True,
) -> Iterator[Kept[Piece]]:
    """Do work whose pieces are kept in a checkpoint, if there is one, which is removed once all is done.

    `resume` begins with the pieces that an earlier run kept; without `forget` the file stays there in the end.
    """
    pieces = checkpoint.load() if checkpoint is not None and resume else []
    done = checkpoint.read_back(pieces, read) if checkpoint is not None else []
    finished = False
    try:
        if checkpoint is not None:
            checkpoint.begin(pieces)
        yield Kept(done, checkpoint, write)
        finished = True
    finally:
        if checkpoint is not None:
            checkpoint.close(finished=finished and forget)


def unpack_column(text: str) -> bytes:
    """The bytes of a packed column of numbers; a ValueError where they are more than any work makes."""
    unpacking = zlib.decompressobj()
    data = unpacking.decompress(base64.b64decode(text), LARGEST_COLUMN)
    if unpacking.unconsumed_tail or not unpacking.eof:
        raise ValueError
    return data


def _read(path: Path) -> tuple[dict[str, Any] | None, list[dict[str, Any]]]:
    from riverboat.files import read_regular  # with NumPy, which steps that keep nothing can do without

    try:
        lines = read_regular(path, LARGEST).decode("utf-8").split("\n")
    except FileNotFoundError:
        return None, []
    except OSError as error:
        raise ArenaError(f'the checkpoint "{path}" cannot be read: {error.strerror or error}') from None
    except UnicodeDecodeError:
        raise ArenaError(f'the checkpoint "{path}" cannot be read: it is not text') from None
    try:
        head = json.loads(lines[0])
        # The piece after the last line's end is empty, or was being written.
        pieces = [json.loads(line) for line in lines[1:-1]]
    except (ValueError, RecursionError):
        head, pieces = {}, []
    if not isinstance(head, dict) or head.get("format") != FORMAT or not all(isinstance(each, dict) for each in pieces):
        raise ArenaError(f'"{path}" is not a checkpoint: start again without --resume')
    return head, pieces


def work_name(work: Mapping[str, Any], *, without: tuple[str, ...] = ()) -> str:
    """A short name for some work, equal for equal work; some of its keys may be left out."""
    kept = {key: value for key, value in work.items() if key not in without}
    return hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()[:16]


def work_of(path: Path) -> dict[str, Any] | None:
    """What a checkpoint says its work is; None where there is none."""
    return _read(path)[0]
