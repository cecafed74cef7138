"""The one compile decorator of the project, and the folder in which compiled kernels are kept.

Numba decides by a file's own time stamp whether a compiled function is fresh. A kernel that calls a helper
in another file, or takes a table from one, would therefore go on answering with the old one after an edit. So the
cache folder is named by a hash of *all* kernel sources, of everything they import from this package, of the tables,
and of the versions that matter: any change gives a new, empty folder. The folder lies in the user's cache, so that
read-only installs work too.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import numba
from numba.core import config, event

from riverboat.version import __version__

F = TypeVar("F", bound=Callable[..., Any])
#: A number inside compiled code; Numba infers which kind.
Scalar: TypeAlias = Any

_PACKAGE = Path(__file__).parent
_IMPORT = re.compile(r"^\s*from (riverboat[\w.]*) import (\([^)]*\)|.*)$", re.MULTILINE)
_NAME = re.compile(r"\w+")


def _user_cache() -> Path:
    """The folder for things that can be made again, by the platform's custom."""
    if chosen := os.environ.get("RIVERBOAT_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "riverboat" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "riverboat"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "riverboat"


def kernel_sources() -> list[Path]:
    """All kernels and what they import from this package, one through the other, and all tables."""
    waiting = [Path(__file__), *_PACKAGE.rglob("*_kernel.py")]
    found: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path not in found and path.is_file():
            found.add(path)
            for module, names in _IMPORT.findall(path.read_text("utf-8")):
                folder = _PACKAGE.joinpath(*module.split(".")[1:])
                waiting += [folder.with_suffix(".py"), *(folder / f"{name}.py" for name in _NAME.findall(names))]
    return sorted([*found, *_PACKAGE.rglob("*.npz")])


@cache
def cache_folder() -> Path:
    """Where the kernels of exactly these sources are kept, once compiled."""
    digest = hashlib.sha256(f"{__version__} {numba.__version__} {sys.version}".encode())
    for path in kernel_sources():
        digest.update(str(path.relative_to(_PACKAGE)).encode())
        digest.update(path.read_bytes())
    return _user_cache() / f"kernels-{digest.hexdigest()[:16]}"


def forget_old_kernels(keep: int = 3) -> None:
    """Remove the cache folders of earlier sources, but for the newest few."""
    folders = sorted(_user_cache().glob("kernels-*"), key=lambda p: p.stat().st_mtime, reverse=True)
    for folder in folders[keep:]:
        if folder != cache_folder():
            shutil.rmtree(folder, ignore_errors=True)


def kernel(function: F) -> F:
    """Compile a function with Numba, without the interpreter's lock, cached on disk."""
    # Numba reads the setting when it decorates; other people's functions keep theirs.
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder())
    try:
        compiled: F = numba.njit(cache=True, nogil=True)(function)
    finally:
        config.CACHE_DIR = before
    return compiled


class _CompileListener(event.Listener):  # type: ignore[misc]
    def __init__(self, tell: Callable[[str], None]) -> None:
        self.tell = tell

    def on_start(self, event: Any) -> None:
        self.tell(event.data["dispatcher"].py_func.__name__)

    def on_end(self, event: Any) -> None:
        pass


def on_compile(tell: Callable[[str], None]) -> None:
    """Call `tell` with the kernel's name whenever one is really compiled, not loaded from the cache."""
    event.register("numba:compile", _CompileListener(tell))
