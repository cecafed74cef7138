"""The one compile decorator of the project, and the folders in which compiled kernels are kept.

Numba decides by a file's own time stamp whether a compiled function is fresh. A kernel that calls a helper
in another file, or takes a table from one, would therefore go on answering with the old one after an edit. So each
kernel file has a cache folder named by a hash of its source, of everything it imports from this package, one through
the other, of the tables beside these, and of the versions that matter: a change gives a new, empty folder to the
kernels that it can reach, and to no others. The folders lie in the user's cache, so that read-only installs work too.
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


def user_cache() -> Path:
    """The folder for things that can be made again, by the platform's custom."""
    if chosen := os.environ.get("RIVERBOAT_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "riverboat" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "riverboat"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "riverboat"


@cache
def _imports(path: Path) -> frozenset[Path]:
    """The files of this package that a file may import from."""
    named: set[Path] = set()
    for module, names in _IMPORT.findall(path.read_text("utf-8")):
        folder = _PACKAGE.joinpath(*module.split(".")[1:])
        named |= {folder.with_suffix(".py"), *(folder / f"{name}.py" for name in _NAME.findall(names))}
    return frozenset(each for each in named if each.is_file())


def kernel_sources(*kernels: Path) -> list[Path]:
    """Kernel files, what they import from this package, one through the other, and the tables beside these."""
    waiting = [Path(__file__), *kernels]
    found: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _imports(path)
    tables = {table for folder in {path.parent for path in found} for table in folder.glob("*.npz")}
    return sorted(found | tables)


def _name(path: Path) -> str:
    """A file's place in this package; outside of it (kernels of tests) its name alone."""
    inside = path.relative_to(_PACKAGE) if path.is_relative_to(_PACKAGE) else Path(path.name)
    return ".".join(inside.with_suffix("").parts)


@cache
def sources_hash(*kernels: Path) -> str:
    """A name for exactly these sources and versions; without kernels, for all there are."""
    digest = hashlib.sha256(f"{__version__} {numba.__version__} {sys.version}".encode())
    for path in kernel_sources(*(kernels or _PACKAGE.rglob("*_kernel.py"))):
        digest.update(_name(path).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder(path: Path) -> Path:
    """Where the kernels of one file are kept, once compiled from exactly these sources."""
    return user_cache() / "kernels" / f"{_name(path)}-{sources_hash(path)}"


def forget_old_kernels(keep: int = 3) -> None:
    """Remove the cache folders of earlier sources, but for the newest few of each file."""
    files: dict[str, list[Path]] = {}
    for folder in sorted(user_cache().glob("kernels/*-*"), key=lambda p: p.stat().st_mtime, reverse=True):
        files.setdefault(folder.name.rpartition("-")[0], []).append(folder)
    current = {cache_folder(path) for path in _PACKAGE.rglob("*_kernel.py")}
    for folders in files.values():
        for folder in folders[keep:]:
            if folder not in current:
                shutil.rmtree(folder, ignore_errors=True)


def kernel(function: F) -> F:
    """Compile a function with Numba, without the interpreter's lock, cached on disk."""
    # Numba reads the setting when it decorates; other people's functions keep theirs.
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder(Path(function.__code__.co_filename)))
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
