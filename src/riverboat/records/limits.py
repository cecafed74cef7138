"""How much is read of files that somebody else has made: sizes while they are unpacked, and how deep their text goes.

A small file can unpack to more than the memory holds, and a line of dots can keep a reader of TOML busy for a minute.
"""

from __future__ import annotations

import bz2
import errno
import gzip
import lzma
import re
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from riverboat.files import open_regular, read_regular, size_words

#: A plain file; what one compressed file, or one file of an archive, may unpack to; and all of an archive together.
LARGEST_FILE = 1 << 30
LARGEST_UNPACKED = 1 << 28
LARGEST_ARCHIVE = 1 << 32
MOST_MEMBERS = 300_000

#: One hand whose text is not plain `field = value` lines; ours take some KB, and errors in it look for their line.
LARGEST_HAND = 1 << 18
MOST_DOTS = 32
MOST_BRACKETS = 32

# What can hold dots and brackets that mean nothing: texts in quotes, in three quotes over several lines, comments.
_ASIDE = re.compile(
    r'"""(?>(?:[^\\]|\\[\s\S])*?""")|' r"'''(?>[\s\S]*?''')|" r'"(?>(?:[^"\\\n]|\\.)*)"|' r"'[^'\n]*'|#[^\n]*"
)
_BETWEEN = re.compile(r"[=,{}\[\]\n]")
_BRACKET = re.compile(r"[\[\]{}]")


def read_bounded(path: Path) -> bytes:
    """The bytes of a file, unpacked where it ends in .gz; an OSError where there are too many."""
    if path.suffix != ".gz":
        return read_regular(path, LARGEST_FILE)
    with open_regular(path) as packed, gzip.open(packed) as file:
        data = file.read(LARGEST_UNPACKED + 1)
    if len(data) > LARGEST_UNPACKED:
        raise _too_large(f"it unpacks to more than {size_words(LARGEST_UNPACKED)}")
    return data


def read_head(path: Path, size: int) -> bytes:
    """The first bytes of a file, unpacked where it ends in .gz."""
    with open_regular(path) as file:
        if path.suffix != ".gz":
            return file.read(size)
        with gzip.open(file) as unpacked:
            return unpacked.read(size)


def _too_large(words: str) -> OSError:
    return OSError(errno.EFBIG, f"{words}, which is the most that is read")


@contextmanager
def open_archive(path: Path) -> Iterator[tarfile.TarFile]:
    """A tar archive, compressed or not, of which no more is unpacked than is allowed."""
    with open_regular(path) as packed:
        start = packed.read(6)
        packed.seek(0)
        inner = _unpacking(packed, start)
        # Not as a stream: that passes over a missing end.
        with inner, tarfile.open(fileobj=cast(BinaryIO, _Bounded(inner)), mode="r:") as archive:
            yield archive


def _unpacking(packed: BinaryIO, start: bytes) -> BinaryIO:
    if start.startswith(b"\x1f\x8b"):
        return cast(BinaryIO, gzip.open(packed))
    if start.startswith(b"BZh"):
        return cast(BinaryIO, bz2.open(packed))
    return cast(BinaryIO, lzma.open(packed)) if start.startswith(b"\xfd7zXZ\x00") else packed


def members_of(archive: tarfile.TarFile) -> Iterator[tarfile.TarInfo]:
    """The files of an archive; an OSError where there are too many."""
    for number, member in enumerate(archive):
        if number >= MOST_MEMBERS:
            raise _too_large(f"it holds more than {MOST_MEMBERS:,} files")
        if member.isfile():
            yield member


class _Bounded:
    """A file that is read no further than an archive may reach, and never in pieces larger than a file may be."""

    def __init__(self, inner: BinaryIO) -> None:
        self._inner = inner

    def read(self, size: int = -1) -> bytes:
        if not 0 <= size <= LARGEST_UNPACKED:
            raise _too_large(f"it holds a file of more than {size_words(LARGEST_UNPACKED)}")
        self._check(self._inner.tell() + size)
        return self._inner.read(size)

    def seek(self, place: int, whence: int = 0) -> int:
        self._check(place)
        return self._inner.seek(place, whence)

    def tell(self) -> int:
        return self._inner.tell()

    def _check(self, place: int) -> None:
        if place > LARGEST_ARCHIVE:
            raise _too_large(f"it unpacks to more than {size_words(LARGEST_ARCHIVE)}")


def toml_trouble(text: str) -> str:
    """What a reader of TOML would choke on, in words; empty where there is nothing."""
    if len(text) > LARGEST_HAND:
        return f"a hand of more than {size_words(LARGEST_HAND)} is not read"
    if text.count(".") > MOST_DOTS or text.count("[") + text.count("{") > MOST_BRACKETS:
        bare = _ASIDE.sub('""', text)
        if max(piece.count(".") for piece in _BETWEEN.split(bare)) > MOST_DOTS:
            return f"a name of more than {MOST_DOTS} parts with dots between them is not read"
        if _depth(bare) > MOST_BRACKETS:
            return "brackets are nested too deeply"
    return ""


def _depth(bare: str) -> int:
    depth = deepest = 0
    for bracket in _BRACKET.findall(bare):
        depth = depth + 1 if bracket in "[{" else max(depth - 1, 0)
        deepest = max(deepest, depth)
    return deepest
