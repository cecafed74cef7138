"""Modules that have moved: the addresses that the docs of version 0.1.0 showed still lead to them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

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
        sys.modules[module.__name__] = import_module(MOVED[module.__name__])


def forward() -> None:
    """Let old addresses be imported from now on."""
    if not any(isinstance(finder, _Forwarder) for finder in sys.meta_path):
        sys.meta_path.append(_Forwarder())
