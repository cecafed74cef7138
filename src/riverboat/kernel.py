"""The one compile decorator of the project, and the folders in which compiled kernels are kept.

Numba decides by a file's own time stamp whether a compiled function is fresh. A kernel that calls a helper
in another file, or takes a table from one, would therefore go on answering with the old one after an edit. So each
kernel file has a cache folder named by a hash of its source, of everything it imports from this package, one through
the other, of the tables beside these, and of the versions that matter: a change gives a new, empty folder to the
kernels that it can reach, and to no others. The folders lie in the user's cache, so that read-only installs work too.

Numba's own cache numbers its files in an index that two processes can overwrite for each other, stops where nothing
can be written, and compiles again for every copy of the sources. So each compiled signature has a file of its own
here, named by what it was compiled from and written whole or not at all, with a checksum: whoever comes second
writes the same file again, a file that is damaged is compiled again, and what can't be kept is compiled in memory.
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
from types import SimpleNamespace
from typing import Any, TypeAlias, TypeVar

import numba
from numba.core import caching, event
from numba.core.runtime import rtsys

from riverboat.compile_news import compiling
from riverboat.kernel_parts import Parts, WholeCompiler
from riverboat.version import __version__

F = TypeVar("F", bound=Callable[..., Any])
#: A number inside compiled code; Numba infers which kind.
Scalar: TypeAlias = Any

_PACKAGE = Path(__file__).parent
_IMPORT = re.compile(r"^\s*from (riverboat[\w.]*) import (\([^)]*\)|.*)$", re.MULTILINE)
_NAME = re.compile(r"\w+")
#: What every room imports, and no answer of a kernel depends on.
_APART = frozenset({_PACKAGE / "errors.py", _PACKAGE / "files.py"})


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
    return frozenset(each for each in named - _APART if each.is_file())


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


#: Why kernels can't be kept on disk, if they can't: the last error of writing one.
unkept: list[OSError] = []


class _KernelFiles(caching.IndexDataCacheFile):  # type: ignore[misc]
    """The compiled signatures of one function: a file each, ending with the checksum of what stands before."""

    def __init__(self, folder: Path, function: str) -> None:
        super().__init__(str(folder), function, None)
        self._function = function

    def _file(self, key: object) -> str:
        return f"{self._function}-{hashlib.sha256(repr(key).encode()).hexdigest()[:16]}.nbc"

    def _dump(self, obj: object) -> bytes:
        content: bytes = super()._dump(obj)
        return content + hashlib.sha256(content).digest()

    def save(self, key: object, data: object) -> None:
        try:
            Path(self._cache_path).mkdir(parents=True, exist_ok=True)
            self._save_data(self._file(key), data)
        except OSError as error:
            unkept[:] = [error]

    def load(self, key: object) -> object:
        name = self._file(key)
        try:
            content = Path(self._cache_path, name).read_bytes()
        except OSError:
            return None
        whole = hashlib.sha256(content[:-32]).digest() == content[-32:]
        return self._load_data(name) if whole else None

    def flush(self) -> None:
        """Nothing is kept that could go stale: the folder's name says what it was compiled from."""


class _KernelImpl(caching.CompileResultCacheImpl):  # type: ignore[misc]
    """How Numba turns what it compiled into bytes; where they lie is not its business."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = SimpleNamespace(_py_file=function.__code__.co_filename)  # for Numba's warnings


class _KernelCache(caching.FunctionCache):  # type: ignore[misc]
    """The cache of one function, in the folder of its file."""

    def __init__(self, function: Callable[..., Any]) -> None:
        folder = cache_folder(Path(function.__code__.co_filename))
        self._name, self._py_func, self._impl = repr(function), function, _KernelImpl(function)
        self._cache_path = str(folder)
        self._cache_file = _KernelFiles(folder, f"{function.__name__}-{function.__code__.co_firstlineno}")
        self.enable()

    def load_overload(self, sig: object, target_context: Any) -> Any:
        # Numba loads all that it may need for compiling first, SciPy's linear algebra among it: half a second. What is
        # compiled needs its runtime alone.
        rtsys.initialize(target_context)
        return self._load_overload(sig, target_context)

    def _save_overload(self, sig: object, data: Any) -> None:
        if self._enabled and self._impl.check_cachable(data):
            self._cache_file.save(self._index_key(sig, data.codegen), self._impl.reduce(data))


def kernel(function: F) -> F:
    """Compile a function with Numba, without the interpreter's lock, cached on disk."""
    return _compile(function)


def inlined(function: F) -> F:
    """A kernel for kernels alone, which becomes part of each caller: no array that it takes is counted in and out."""
    return _compile(function, forceinline=True)


def _compile(function: F, **options: bool) -> F:
    compiled: Any = numba.njit(nogil=True, no_cfunc_wrapper=True, pipeline_class=WholeCompiler, **options)(function)
    compiled._cache = _KernelCache(function)
    parts = Parts(compiled)
    compiled.get_call_template, compiled.get_overload = parts.get_call_template, parts.get_overload
    answer: F = compiled
    return answer


class Direct:
    """A kernel that Python calls so often that asking for the kinds of its arguments, call by call, would count.

    The kinds are those of the first call, and every later one must have them too: only the package's own arrays and
    numbers are given to it.
    """

    __slots__ = ("_kernel", "call")

    def __init__(self, compiled: Callable[..., Any]) -> None:
        self._kernel: Any = compiled
        #: The kernel; looked up at each call, for the first one puts the compiled code in its place.
        self.call: Callable[..., Any] = self._first

    def _first(self, *arguments: Any) -> Any:
        self.call = self._kernel.compile(tuple(map(numba.typeof, arguments)))
        return self.call(*arguments)


class _CompileListener(event.Listener):  # type: ignore[misc]
    def on_start(self, event: Any) -> None:
        compiling(event.data["dispatcher"].py_func.__name__)

    def on_end(self, event: Any) -> None:
        pass


event.register("numba:compile", _CompileListener())
