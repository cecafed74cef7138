"""Where hands lie: files, folders, archives. Nothing is ever unpacked to disk."""

from __future__ import annotations

import functools
import lzma
import tarfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from riverboat.errors import UnreadableFile
from riverboat.files import size_words
from riverboat.records.limits import LARGEST_UNPACKED, members_of, open_archive, read_bounded, read_head

_BROKEN = (OSError, EOFError, zlib.error, lzma.LZMAError, tarfile.TarError)
#: How much of a file is looked at to see what it is.
HEAD = 16_000
#: Whether a file is wanted, by its path and, where that does not say it, by its first bytes.
Wanted = Callable[[PurePosixPath, Callable[[], bytes]], bool]
_ARCHIVES = (".tgz", ".tar", ".tar.gz", ".tar.bz2", ".tar.xz")


@dataclass(frozen=True)
class SourceFile:
    """One file, wherever it lies: its name as a person would say it, its path inside the source, its bytes."""

    name: str
    path: PurePosixPath
    data: bytes


def parts_of(path: Path, wanted: Wanted) -> Iterator[SourceFile]:
    """The wanted files of a folder (in the order of names), its archives and theirs, or a single file."""
    for part in scan_parts(path, wanted):
        if isinstance(part, UnreadableFile):
            raise part
        yield part


def scan_parts(path: Path, wanted: Wanted) -> Iterator[SourceFile | UnreadableFile]:
    """The wanted files; one that can't be read, or an archive from where it breaks off, comes as its error."""
    if not path.is_dir():
        yield from _safe_parts(path, PurePosixPath(path.name), wanted)
        return
    try:
        files = sorted(path.rglob("*"))
    except OSError as error:
        yield _unreadable(path, error)
        return
    for file in files:
        inside = PurePosixPath(file.relative_to(path).as_posix())
        if file.is_file() and (_is_archive(file) or wanted(_unpacked(inside), functools.partial(_head, file))):
            yield from _safe_parts(file, inside, wanted)


def _safe_parts(file: Path, inside: PurePosixPath, wanted: Wanted) -> Iterator[SourceFile | UnreadableFile]:
    try:
        if _is_archive(file):
            yield from _archive_parts(file, inside, wanted)
        else:
            yield _file_part(file, inside)
    except UnreadableFile as error:
        yield error
    except _BROKEN as error:
        yield _unreadable(file, error)


def _unreadable(file: Path, error: Exception) -> UnreadableFile:
    reason = getattr(error, "strerror", None) or " ".join(str(error).split())
    if isinstance(error, tarfile.ReadError):
        reason = "it is not a tar archive, or a damaged one"
    return UnreadableFile(f"cannot be read: {reason[:200]}", file=str(file))


def _unpacked(path: PurePosixPath) -> PurePosixPath:
    return path.with_suffix("") if path.suffix == ".gz" else path


def _head(file: Path) -> bytes:
    try:
        return read_head(file, HEAD)
    except _BROKEN:
        return b""


def _file_part(file: Path, inside: PurePosixPath) -> SourceFile:
    return SourceFile(str(file), _unpacked(inside), read_bounded(file))


def _is_archive(path: Path) -> bool:
    return path.name.lower().endswith(_ARCHIVES)


def _archive_parts(path: Path, inside: PurePosixPath, wanted: Wanted) -> Iterator[SourceFile | UnreadableFile]:
    with open_archive(path) as archive:
        for member in members_of(archive):
            if not wanted(PurePosixPath(member.name), functools.partial(_member_head, archive, member)):
                continue
            if member.size > LARGEST_UNPACKED:
                reason = (
                    f"is larger than {size_words(LARGEST_UNPACKED)}, which is the most that is read from an archive"
                )
                yield UnreadableFile(reason, file=f"{path}/{member.name}")
                continue
            content = archive.extractfile(member)
            if content is not None:
                yield SourceFile(f"{path}/{member.name}", inside / member.name, content.read())


def _member_head(archive: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    content = archive.extractfile(member)
    return b"" if content is None else content.read(HEAD)


def decode_text(data: bytes, file: str) -> str:
    """UTF-8, or an error that names the line."""
    try:
        return data.decode("utf-8-sig" if data[:3] == b"\xef\xbb\xbf" else "utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        reason = f"byte {data[error.start]:#04x} is not UTF-8 text"
        raise UnreadableFile(reason, file=file, line=line, field="text") from None


def decode_any(data: bytes) -> str:
    """The text of a file whose encoding is not known: UTF-16 by its mark or its zeros, UTF-8, else Windows' cp1252."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "ignore")
    for first, code in ((1, "utf-16-le"), (0, "utf-16-be")):
        if data[first:200:2].count(0) > 50:
            return data.decode(code, "ignore")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def read_text(path: Path) -> str:
    """The text of one file, which may be compressed with gzip."""
    (part,) = parts_of(path, lambda *_: True)
    return decode_text(part.data, part.name)
