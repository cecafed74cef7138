"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from riverboat.errors import RecordError


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
        raise RecordError(f"cannot be written: {error.strerror or error}", file=str(path)) from None
    finally:
        if temporary:
            os.unlink(temporary)
