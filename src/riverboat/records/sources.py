"""Where hands lie: files, folders, archives. Nothing is ever unpacked to disk."""

from __future__ import annotations

import gzip
import tarfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from riverboat.errors import RecordError

LARGEST_FILE = 1 << 30
_ARCHIVES = (".tgz", ".tar", ".tar.gz", ".tar.bz2", ".tar.xz")


@dataclass(frozen=True)
class Part:
    """One file, wherever it lies: its name as a person would say it, its path inside the source, its bytes."""

    name: str
    path: PurePosixPath
    data: bytes


def parts_of(path: Path, wanted: Callable[[PurePosixPath], bool]) -> Iterator[Part]:
    """The wanted files of a folder (in the order of names), its archives and theirs, or a single file."""
    try:
        if path.is_dir():
            for file in sorted(path.rglob("*")):
                inside = PurePosixPath(file.relative_to(path).as_posix())
                if _is_archive(file) and file.is_file():
                    yield from _archive_parts(file, inside, wanted)
                elif wanted(_unpacked(inside)) and file.is_file():
                    yield _file_part(file, inside)
        elif _is_archive(path):
            yield from _archive_parts(path, PurePosixPath(path.name), wanted)
        else:
            yield _file_part(path, PurePosixPath(path.name))
    except (OSError, EOFError, zlib.error, tarfile.TarError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise RecordError(f"cannot be read: {reason}", file=str(getattr(error, "filename", None) or path)) from None


def _unpacked(path: PurePosixPath) -> PurePosixPath:
    return path.with_suffix("") if path.suffix == ".gz" else path


def _file_part(file: Path, inside: PurePosixPath) -> Part:
    if file.stat().st_size > LARGEST_FILE:
        raise RecordError("is larger than a gigabyte: split it", file=str(file))
    data = file.read_bytes()
    if inside.suffix == ".gz":
        data = gzip.decompress(data)
    return Part(str(file), _unpacked(inside), data)


def _is_archive(path: Path) -> bool:
    return path.name.lower().endswith(_ARCHIVES)


def _archive_parts(path: Path, inside: PurePosixPath, wanted: Callable[[PurePosixPath], bool]) -> Iterator[Part]:
    with tarfile.open(path, "r:*") as archive:  # not as a stream: that passes over a missing end
        for member in archive:
            if member.isfile() and member.size <= LARGEST_FILE and wanted(PurePosixPath(member.name)):
                content = archive.extractfile(member)
                if content is not None:
                    yield Part(f"{path}/{member.name}", inside / member.name, content.read())


def decode_text(data: bytes, file: str) -> str:
    """UTF-8, or an error that names the line."""
    try:
        return data.decode("utf-8-sig" if data[:3] == b"\xef\xbb\xbf" else "utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        reason = f"byte {data[error.start]:#04x} is not UTF-8 text"
        raise RecordError(reason, file=file, line=line, field="text") from None


def read_text(path: Path) -> str:
    """The text of one file, which may be compressed with gzip."""
    (part,) = parts_of(path, lambda _: True)
    return decode_text(part.data, part.name)
