"""Games of your own: a class in a Python file, named FILE.py:Class or FILE.py:Class:key=value;key=value.

The file is run in this process, as `python FILE.py` would be: only files that somebody names are.
"""

from __future__ import annotations

import ast
import importlib.util
import re
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from riverboat.errors import GameError, RiverboatError, did_you_mean
from riverboat.games.protocol import Game

_NAME = re.compile(r"^(?P<file>.+\.py):(?P<name>[A-Za-z_]\w*)(:(?P<options>.*))?$", re.DOTALL)
_GAME = ("name", "seats", "root")
_STATE = ("actor", "is_over", "legal_actions", "chance_outcomes", "apply", "infoset", "returns", "copy")


def is_python_game(text: str) -> bool:
    """Whether a name means a Python file."""
    return text.endswith(".py") or ".py:" in text


def load_python_game(text: str) -> Game:
    """Load a game written as FILE.py:Class; an error says what is missing."""
    found = _NAME.match(text)
    if found is None:
        raise GameError(f'"{text}" names no class: write FILE.py:Class, for example mygame.py:MyGame')
    path, name = Path(found["file"]), found["name"]
    options = dict(_option(text, piece) for piece in re.split("[;,]", found["options"] or "") if piece.strip())
    module = _module(path)
    with errors_of(path):
        made = getattr(module, name, None)
        if made is None:
            there = [key for key, value in vars(module).items() if isinstance(value, type)]
            raise GameError(f'"{name}" is not in {path.name}{did_you_mean(name, there)}: it has {_listed(there)}')
        game = made(**options) if callable(made) else made
        _check(game, _GAME, f"{path.name}:{name}", "a game")
        _check(game.root(), _STATE, f"the root of {path.name}:{name}", "a state")
    checked: Game = game
    return checked


def _module(path: Path) -> ModuleType:
    try:
        ast.parse(path.read_text("utf-8"), filename=path.name)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise GameError(f'the file "{path}" cannot be read: {reason}') from None
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        raise GameError(f"{path.name}, line {line}: {getattr(error, 'msg', error)}") from None
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with errors_of(path):
        spec.loader.exec_module(module)
    return module


@contextmanager
def errors_of(path: Path) -> Iterator[None]:
    """Whatever goes wrong in a file of somebody else's becomes one sentence that names the line."""
    try:
        yield
    except RiverboatError:
        raise
    except Exception as error:
        frames = [each for each in traceback.extract_tb(error.__traceback__) if Path(each.filename).name == path.name]
        where = f", line {frames[-1].lineno} in {frames[-1].name}" if frames else ""
        raise GameError(f"{path.name}{where}: {type(error).__name__}: {error}") from error


def _option(text: str, piece: str) -> tuple[str, Any]:
    key, equals, value = (part.strip() for part in piece.partition("="))
    if not (key.isidentifier() and equals and value):
        raise GameError(f'"{piece.strip()}" in "{text}" sets nothing: write key=value;key=value')
    try:
        return key, int(value)
    except ValueError:
        return key, value


def _check(thing: Any, wanted: tuple[str, ...], what: str, kind: str) -> None:
    missing = [each for each in wanted if not hasattr(thing, each)]
    if missing:
        raise GameError(f"{what} is not {kind}: it has no {missing[0]}; {kind} has {', '.join(wanted)}")


def _listed(names: list[str]) -> str:
    return f"the classes {', '.join(names)}" if names else "no class"
