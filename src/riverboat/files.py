"""Files that are there whole or not at all, and arrays in files, never pickled."""

from __future__ import annotations

import io
import os
import tempfile
import zipfile
import zlib
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import numpy.typing as npt

from riverboat.errors import FileError, TableError


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


def read_arrays(path: Path, names: Iterable[str]) -> list[npt.NDArray[np.generic]]:
    """Read named arrays from an .npz file."""
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as stored:
            return [stored[name] for name in names]
    except OSError as reason:
        raise TableError(f"{path.name} cannot be read: {reason.strerror or reason}") from None
    except KeyError as name:
        raise TableError(f"{path.name} cannot be read: it has no array {name}") from None
    except (ValueError, EOFError, zipfile.BadZipFile, zlib.error):  # numpy's own words speak of pickles
        raise TableError(f"{path.name} cannot be read: it is not an .npz file, or it is damaged") from None
