"""The peers: what each is called by `pip` and by `import`, and why one is not there."""

from __future__ import annotations

import importlib
import json
import os
from types import ModuleType

#: The name to install by, and the module to import.
PEERS = {
    "eval7": "eval7",
    "phevaluator": "phevaluator",
    "treys": "treys",
    "pokerkit": "pokerkit",
    "holdem_calc": "holdem_calc",
    "open_spiel": "pyspiel",
    "liteefg": "LiteEFG",
    "cvxpy": "cvxpy",  # what OpenSpiel needs for its linear programs, and the solver it asks for
    "ecos": "ecos",
    "rlcard": "rlcard",
    "pettingzoo": "pettingzoo",
    "pygame": "pygame",  # what PettingZoo's card games need, besides RLCard
    "distributed": "distributed",
    "donksolver": "donksolver",
}
#: The variable that tells a measuring process which peers could not be installed, and why.
MISSING = "RIVERBOAT_BENCH_MISSING"


class PeerMissingError(Exception):
    """A peer cannot take part; the text says why."""


def load(peer: str) -> ModuleType:
    """A peer's module, or why there is none."""
    if reason := json.loads(os.environ.get(MISSING, "{}")).get(peer):
        raise PeerMissingError(reason)
    try:
        return importlib.import_module(PEERS[peer])
    except Exception as error:  # whatever goes wrong while a peer is imported goes in its row
        raise PeerMissingError(f"won't import: {type(error).__name__}: {error}") from error
