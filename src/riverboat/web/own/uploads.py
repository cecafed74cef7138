"""Files that a visitor drops, on their way into the store: they wait in a folder of their own until they are imported.

A request brings a piece of at most `PIECE_BYTES`: several small files, or a part of a large one. Its first line is
JSON, a list of `[name, offset, size]`; the bytes of these follow, one after another.
"""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from riverboat.errors import FileError
from riverboat.web.texts import refusals

PIECE_BYTES = 512 * 1024
_LONGEST_HEADER = 64 * 1024
_MOST_PARTS = 1_000  # of a piece
_DEEPEST = 8  # folders in a path
_LONGEST_PART = 100
_NOT_IN_NAMES = re.compile(r'[\x00-\x1f\x7f<>:"|?*\ud800-\udfff]')
_HEADER: TypeAdapter[list[tuple[str, int, int]]] = TypeAdapter(
    Annotated[
        list[
            tuple[
                Annotated[str, Field(min_length=1, max_length=1000)],
                Annotated[int, Field(ge=0, le=1 << 40)],
                Annotated[int, Field(ge=0, le=PIECE_BYTES)],
            ]
        ],
        Field(min_length=1, max_length=_MOST_PARTS),
    ]
)


@dataclass(frozen=True, kw_only=True)
class UploadLimits:
    """How much one visitor may have waiting."""

    most_bytes: int
    most_files: int = 20_000


@dataclass(kw_only=True)
class Waiting:
    """What one visitor has sent so far."""

    folder: Path
    sizes: dict[Path, int]
    bytes: int = 0  # all of it together


class Uploads:
    """Folders of files that wait, one for each visitor who sends some."""

    def __init__(self, limits: UploadLimits) -> None:
        self._limits = limits
        self._lock = threading.Lock()
        self._root: Path | None = None
        self._waiting: dict[str, Waiting] = {}

    def add(self, owner: str, body: bytes) -> Waiting:
        """Keep a piece; the visitor's files as they are then."""
        parts, content = _read_piece(body)
        with self._lock:
            mine = self._waiting.get(owner) or self._begin(owner)
            at = 0
            for name, offset, size in parts:
                self._write(mine, safe_path(name), offset, content[at : at + size])
                at += size
        return mine

    def _begin(self, owner: str) -> Waiting:
        if self._root is None:
            self._root = Path(tempfile.mkdtemp(prefix="riverboat-"))
        mine = self._waiting[owner] = Waiting(folder=Path(tempfile.mkdtemp(dir=self._root)), sizes={})
        return mine

    def _write(self, mine: Waiting, path: Path, offset: int, data: bytes) -> None:
        known = mine.sizes.get(path, 0)
        if offset not in (0, known):
            raise FileError(refusals.file_not_whole(path, known, offset))
        before = mine.bytes - (known if offset == 0 else 0)
        if before + len(data) > self._limits.most_bytes:
            raise FileError(refusals.too_many_bytes(self._limits.most_bytes))
        if path not in mine.sizes and len(mine.sizes) >= self._limits.most_files:
            raise FileError(refusals.too_many_files(self._limits.most_files))
        file = mine.folder / path
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            with open(file, "wb" if offset == 0 else "ab") as out:
                out.write(data)
        except OSError:
            raise FileError(refusals.file_not_taken(path)) from None
        mine.sizes[path] = (known if offset else 0) + len(data)
        mine.bytes = before + len(data)

    def take(self, owner: str) -> Waiting | None:
        """All that a visitor has sent, to be worked on and then deleted by `discard`; None where there is nothing."""
        with self._lock:
            return self._waiting.pop(owner, None)

    def drop(self, owner: str) -> None:
        """Forget what a visitor has sent."""
        mine = self.take(owner)
        if mine is not None:
            discard(mine)

    def close(self) -> None:
        """Delete everything that still waits."""
        with self._lock:
            self._waiting.clear()
            if self._root is not None:
                shutil.rmtree(self._root, ignore_errors=True)


def discard(waiting: Waiting) -> None:
    """Delete files that were worked on."""
    shutil.rmtree(waiting.folder, ignore_errors=True)


def _read_piece(body: bytes) -> tuple[list[tuple[str, int, int]], bytes]:
    head, line, content = body.partition(b"\n")
    if not line or len(head) > _LONGEST_HEADER:
        raise FileError(refusals.NO_FILES_NAMED)
    with contextlib.suppress(ValidationError, json.JSONDecodeError, RecursionError):
        parts = _HEADER.validate_json(head)
        if sum(size for _, _, size in parts) == len(content):
            return parts, content
    raise FileError(refusals.BAD_PIECE)


def safe_path(name: str) -> Path:
    """A file's path inside the folder of its visitor, whatever name was sent."""
    parts = [_NOT_IN_NAMES.sub("_", part).strip(" ")[-_LONGEST_PART:] for part in re.split(r"[/\\]", name)]
    kept = [part for part in parts if part.strip(".")]
    if not kept:
        raise FileError(refusals.FILE_WITHOUT_NAME)
    return Path(*kept[-_DEEPEST:])
