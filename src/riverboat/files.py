"""Files that are there whole or not at all, regular files alone, and arrays in files, never pickled.

What is read here may have been made to do harm. Only regular files are opened, never more is read or unpacked than was
asked for, and of an .npz file (a zip of NumPy's .npy) only plain arrays are understood.
"""

from __future__ import annotations

import errno
import io
import math
import os
import re
import stat
import struct
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from riverboat.errors import FileError, TableError

Array = npt.NDArray[np.generic]

#: An array of more bytes is not read unless it is asked for.
LARGEST_ARRAY = 1 << 28
#: What an .npz file says of its contents: ours take some hundred bytes.
_LARGEST_DIRECTORY = 1 << 16
_LARGEST_HEADER = 1 << 12
_ZIP_TAIL = 22 + 65535
_HUGE_FILE = 1 << 32
#: What zipfile and zlib raise where a file was made to do harm.
_BROKEN = (
    *(ValueError, TypeError, EOFError, RuntimeError, OverflowError, IndexError),
    *(struct.error, zlib.error, zipfile.BadZipFile),
)
_HEADER = re.compile(
    rb"\{'descr': '([<>|=]?[a-zA-Z][0-9]{1,9})', 'fortran_order': (True|False), "
    rb"'shape': \(((?:[0-9]{1,18}, ?)*(?:[0-9]{1,18})?)\), ?\} *\n?"
)
_NO_FILES = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFSOCK: "a socket",
}


def size_words(size: int) -> str:
    """Bytes as people say them."""
    for unit, name in ((1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "KB")):
        if size >= unit:
            return f"{size / unit:,.0f} {name}"
    return f"{size} bytes"


@contextmanager
def open_regular(path: Path) -> Iterator[BinaryIO]:
    """A file to read; an OSError where it is no regular one: a pipe may wait for ever, a device may have no end."""
    # Without waiting: a pipe opens only when somebody writes to it.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        mode = os.fstat(handle).st_mode
        if not stat.S_ISREG(mode):
            what = _NO_FILES.get(stat.S_IFMT(mode), "something else")
            raise OSError(errno.EINVAL, f"it is {what}, and only files are read", str(path))
        file = os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise
    with file:
        yield file


def read_regular(path: Path, most: int) -> bytes:
    """The bytes of a regular file; an OSError where there are more than this many."""
    with open_regular(path) as file:
        stated = os.fstat(file.fileno()).st_size
        data = file.read(most + 1) if stated <= most else b""
    if stated > most or len(data) > most:
        raise OSError(errno.EFBIG, f"it is larger than {size_words(most)}, which is the most that is read", str(path))
    return data


def write_whole(path: Path, pieces: Iterable[str | bytes]) -> None:
    """Write beside the file, then put it in its place in one step; a failure leaves what was there before."""
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(handle, "wb") as out:
            for piece in pieces:
                out.write(piece.encode() if isinstance(piece, str) else piece)
            out.flush()
            os.fsync(out.fileno())
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        os.replace(temporary, path)
        temporary = ""
    except OSError as error:
        raise FileError(f'"{path}" cannot be written: {error.strerror or error}') from None
    finally:
        if temporary:
            os.unlink(temporary)


def check_writable(path: Path) -> None:
    """Refuse a file that could not be written, before long work is done for it; nothing is written here."""
    if not os.access(path.parent, os.W_OK):
        raise FileError(f'"{path}" cannot be written: its folder is read-only, or not there')


def write_arrays(path: Path, **arrays: npt.ArrayLike) -> None:
    """Write named arrays as a compressed .npz file."""
    held = io.BytesIO()
    np.savez_compressed(held, allow_pickle=False, **{name: np.asarray(array) for name, array in arrays.items()})
    write_whole(path, [held.getvalue()])


def read_arrays(path: Path, names: Iterable[str], *, most: int = LARGEST_ARRAY) -> list[Array]:
    """Read named arrays from an .npz file, each of at most this many bytes; more is refused before it is unpacked."""
    try:
        with open_regular(path) as file:
            _check_directory(file)
            with zipfile.ZipFile(file) as archive:
                return [_read_array(path, archive, name, most) for name in names]
    except TableError:
        raise
    except OSError as reason:
        raise TableError(f"{path.name} cannot be read: {reason.strerror or reason}") from None
    except _BROKEN:
        raise _damaged(path) from None


def _damaged(path: Path) -> TableError:
    return TableError(f"{path.name} cannot be read: it is not an .npz file, or it is damaged")


def _check_directory(file: BinaryIO) -> None:
    """Refuse a zip whose list of contents alone would fill the memory."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _ZIP_TAIL))
    tail = file.read(_ZIP_TAIL)
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or len(tail) - at < 22:
        raise zipfile.BadZipFile
    # Where it begins by another rule, for files of more than 4 GB, its size stands elsewhere.
    if size < _HUGE_FILE and (b"PK\x06\x06" in tail or struct.unpack_from("<L", tail, at + 12)[0] > _LARGEST_DIRECTORY):
        raise zipfile.BadZipFile
    file.seek(0)


def _read_array(path: Path, archive: zipfile.ZipFile, name: str, most: int) -> Array:
    try:
        info = archive.getinfo(f"{name}.npy")
    except KeyError:
        raise TableError(f"{path.name} cannot be read: it has no array {name!r}") from None
    if info.flag_bits & 1:
        raise TableError(f"{path.name} cannot be read: it is encrypted")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise TableError(f"{path.name} cannot be read: it is compressed in a way that .npz files are not")
    if info.file_size > most + _LARGEST_HEADER:
        words = f"{name!r} takes {size_words(info.file_size)}, and at most {size_words(most)} are possible here"
        raise TableError(f"{path.name} cannot be read: its array {words}")
    with archive.open(info) as packed:
        return _parse_array(path, name, packed.read(info.file_size))


def _parse_array(path: Path, name: str, data: bytes) -> Array:
    """The array of an .npy file: numbers or text, as large as its header says."""
    if data[:6] != b"\x93NUMPY" or data[6:8] not in (b"\x01\x00", b"\x02\x00"):
        raise _damaged(path)
    width = 2 if data[6] == 1 else 4
    start = 8 + width
    end = start + int.from_bytes(data[8:start], "little")
    header = _HEADER.fullmatch(data[start:end]) if end - start <= _LARGEST_HEADER else None
    if header is None:
        raise TableError(f"{path.name} cannot be read: its array {name!r} holds neither plain numbers nor text")
    kind = np.dtype(header[1].decode())
    shape = tuple(int(part) for part in header[3].replace(b" ", b"").split(b",") if part)
    if kind.hasobject or kind.kind not in "biufU" or len(shape) > 4 or len(header[3]) > 100:
        raise TableError(f"{path.name} cannot be read: its array {name!r} holds neither plain numbers nor text")
    if math.prod(shape) * kind.itemsize != len(data) - end:
        raise _damaged(path)
    flat = np.frombuffer(data, dtype=kind, offset=end)
    if kind.kind == "U" and flat.view(f"{kind.byteorder.replace('=', '<')}u4").max(initial=0) > sys.maxunicode:
        raise _damaged(path)
    return flat.reshape(shape, order="F" if header[2] == b"True" else "C").copy("K")
