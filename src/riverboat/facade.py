"""The face of a package: its public names, each looked up in its own module when it is first used.

A package that has a face imports nothing by itself, so that `import riverboat` takes hundredths of a second and no
compiler is loaded before something needs it. Names and modules that have moved are still found, with a warning.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, NamedTuple


class Former(NamedTuple):
    """A public name that is going: what to use instead, and the version that no longer has it."""

    instead: str
    until: str


def face(
    package: str, homes: Mapping[str, str], *, modules: Iterable[str] = (), former: Mapping[str, Former] | None = None
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The `__getattr__` and `__dir__` of a package.

    `homes` gives the module of each public name, counted from the package. `modules` are public modules in the package.
    `former` are names that still work but warn.
    """
    going = former or {}
    open_modules = frozenset(modules)

    def look_up(name: str) -> Any:
        if name in going:
            instead, until = going[name]
            told = f"{package}.{name} is called {package}.{instead} now; the old name goes in version {until}"
            warnings.warn(told, DeprecationWarning, stacklevel=2)
            name = instead
        if name in open_modules:
            return import_module(f"{package}.{name}")
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return _part(import_module(f"{package}.{homes[name]}"), name)

    def names() -> list[str]:
        return sorted({*homes, *open_modules, *_also(package)})

    return look_up, names


def _part(module: ModuleType, name: str) -> Any:
    return getattr(module, name)


def _also(package: str) -> tuple[str, ...]:
    """What a package says of itself besides."""
    return ("__version__",) if "." not in package else ()


#: The version that no longer has the old addresses.
UNTIL = "0.4.0"
#: By their address in version 0.1.0: where the names stand now.
MOVED = {
    "riverboat.agents.bluff_equilibrium": "riverboat.agents.bluff.equilibrium",
    "riverboat.agents.partner": "riverboat.partner.protocol",
    "riverboat.agents.partner_memory": "riverboat.partner.memory",
    "riverboat.arena.checkpoint": "riverboat.steps",
    "riverboat.arena.bluff_plan": "riverboat.tables.former",
    "riverboat.arena.bluff_seating": "riverboat.tables.former",
    "riverboat.arena.elimination": "riverboat.arena.tournaments.elimination",
    "riverboat.arena.seating": "riverboat.tables.former",
    "riverboat.arena.seating_plan": "riverboat.tables.former",
}


class _Forwarder(MetaPathFinder, Loader):
    """Answers for an old address with the module at the new one."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return ModuleSpec(fullname, self) if fullname in MOVED else None

    def exec_module(self, module: ModuleType) -> None:
        now = MOVED[module.__name__]
        told = f"{module.__name__} has moved to {now}; the old address goes in version {UNTIL}"
        warnings.warn(told, DeprecationWarning, stacklevel=2)
        sys.modules[module.__name__] = import_module(now)


def forward() -> None:
    """Let old addresses be imported from now on."""
    if not any(isinstance(finder, _Forwarder) for finder in sys.meta_path):
        sys.meta_path.append(_Forwarder())
