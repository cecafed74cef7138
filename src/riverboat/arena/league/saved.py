"""Leagues as files: written by the command, read by the page, and gone on with when somebody new is placed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from riverboat.arena.league.plan import LeaguePlan
from riverboat.cards.seeds import parse_seed
from riverboat.errors import ArenaError
from riverboat.files import read_regular, write_whole

SAVED = Path(__file__).parent / "saved"
_LARGEST = 1 << 24
_KEYS = ("game", "agents", "hands", "rings", "session_hands", "seed", "pairs", "standings", "unit")


def saved_path(game: str) -> Path:
    """Where the league of a game is kept that `make prove` played."""
    return SAVED / f"{game}.json"


def save_league(path: Path, told: dict[str, Any]) -> None:
    """Write a league as it was told."""
    write_whole(path, [json.dumps(told, indent=1), "\n"])


def read_league(path: Path) -> dict[str, Any]:
    """Read a league; refuses a file that is none."""
    try:
        found: Any = json.loads(read_regular(path, _LARGEST))
    except OSError as error:
        if path.parent == SAVED:
            raise ArenaError(
                f"no league of {path.stem} is saved in the package: riverboat league AGENT AGENT ... --out FILE plays "
                "one, and --from FILE names it"
            ) from None
        raise ArenaError(f'"{path}" cannot be read: {error.strerror}; riverboat league --out FILE writes one') from None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or any(key not in found for key in _KEYS):
        raise ArenaError(f"{path.name} is no league: riverboat league --out FILE writes one")
    return found


def plan_of(told: dict[str, Any], path: Path) -> LeaguePlan:
    """The plan that a saved league was played by; refuses one that can't be."""
    try:
        hands, rings, session = (int(told[key]) for key in ("hands", "rings", "session_hands"))
        seed = parse_seed(str(told["seed"]))
        rows = {(str(row["first"]), str(row["second"])) for row in told["pairs"]}
        names = tuple(str(name) for name in told["agents"])
    except (TypeError, ValueError, KeyError):
        raise ArenaError(f"{path.name} is damaged: its plan can't be read") from None
    plan = LeaguePlan(agents=names, game=str(told["game"]), hands=hands, rings=rings, session_hands=session, seed=seed)
    if not rows:
        raise ArenaError(f"{path.name} is damaged: it holds no match")
    return plan
