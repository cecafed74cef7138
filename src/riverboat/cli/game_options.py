"""What `solve` and `export` share: a game by name or from a file, with the options that it has."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from riverboat.errors import GameError

if TYPE_CHECKING:
    from riverboat.games import Game

Dice = Annotated[str | None, typer.Option(help="bluff: the dice of each player, like 1,1 or 2,1.")]
Faces = Annotated[int | None, typer.Option(help="bluff: the faces of a die.")]
Check = Annotated[bool, typer.Option("--check", help="bluff: with Check, which wins if the bid is exactly right.")]
Wild = Annotated[int | None, typer.Option(help="bluff: the wild face; 0 for none; by default the highest.")]
Order = Annotated[str | None, typer.Option(help="bluff: the order of bids, paper or plain (OpenSpiel's).")]


def rule_options(game: str, **given: Any) -> dict[str, Any]:
    """The rules of bluff from what was typed; other games have none of them."""
    named = {name: value for name, value in given.items() if value is not None and value is not False}
    only_bluff(game, **named)
    if "dice" in named:
        named["dice"] = dice_of_both(named["dice"], "--dice")
    return named


def only_bluff(game: str, **given: Any) -> None:
    """Refuse options that only bluff has."""
    for name, value in given.items():
        if game != "bluff" and value is not None and value is not False:
            raise GameError(f"{game} has no --{name}: that is an option of bluff")


def dice_of_both(text: str, option: str) -> tuple[int, ...]:
    """The dice of two players, like 2,1."""
    parts = text.split(",")
    if not all(part.strip().isascii() and part.strip().isdecimal() and len(part.strip()) < 6 for part in parts):
        raise GameError(f'"{text}" are not the dice of two players: write {option} 2,1')
    return tuple(int(part) for part in parts)


def game_named(name: str, options: dict[str, Any]) -> Game:
    """A game by name, of OpenSpiel, or from a file: an .efg file, or a class in a Python file."""
    from riverboat.doors.openspiel.foreign import SCHEME, ForeignGame
    from riverboat.games import load_efg, make_game
    from riverboat.games.python_game import is_python_game, load_python_game

    if is_python_game(name):
        return load_python_game(name)
    if name.startswith(SCHEME):
        return ForeignGame(name.removeprefix(SCHEME))
    if name.endswith(".efg"):
        return load_efg(Path(name))
    file, colon, inside = name.partition(":")
    if colon and Path(f"{file}.py").is_file():
        raise GameError(f'"{name}" is not a game: if it is the class in {file}.py, write {file}.py:{inside}')
    return make_game(name, **options)


@contextmanager
def own_errors(name: str) -> Iterator[None]:
    """Where a game comes from a Python file, whatever goes wrong in that file is told in a sentence."""
    from riverboat.games.python_game import errors_of, is_python_game

    if is_python_game(name):
        with errors_of(Path(name.partition(".py")[0] + ".py")):
            yield
    else:
        yield
