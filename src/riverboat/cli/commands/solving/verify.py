"""`riverboat verify`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from riverboat.cli.game_options import game_named, own_errors
from riverboat.cli.output import Json, SeedOption, out, print_json
from riverboat.cli.solve_run import run_steps
from riverboat.errors import GameError, RiverboatError

if TYPE_CHECKING:
    from fractions import Fraction

    from riverboat.games import Game
    from riverboat.solving.strategy_files import Source
    from riverboat.solving.verification import Verification


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("verify")(verify)


def verify(
    file: Annotated[Path, typer.Argument(help="A solution that riverboat solve --save FILE.json wrote.")],
    game: Annotated[
        str | None, typer.Option(help="The game, if it is in a file: an .efg file, or FILE.py:Class.")
    ] = None,
    seed: SeedOption = None,
    json: Json = False,
) -> None:
    """Check a saved solution from the rules alone: best responses in fractions, on the whole tree.

    Ends with 0 if everything that the file claims is true, with 1 if not. Nothing is random.
    """
    from riverboat.solving.strategy_files import read_strategies
    from riverboat.solving.verification import verify_steps

    strategies = read_strategies(file, exact=True)
    source = strategies.source
    named = game or _named(source, file)
    options = _options(source) if source is not None and game is None else {}
    with own_errors(named):
        found = run_steps(verify_steps(_made(named, options, file), strategies), title="verifying")
    if json:
        print_json(_json(found, named, file), seed)
    else:
        _show(found, named, file)
    if found.problem:
        raise typer.Exit(1)


def _named(source: Source | None, file: Path) -> str:
    from riverboat.games.python_game import is_python_game

    if source is None:
        raise GameError(f"{file.name} does not say which game it is of: add --game, as solve takes it")
    if is_python_game(source.name):
        # A file that somebody sends must not decide which program is run here.
        raise GameError(f"{file.name} is of a game in Python: add --game {source.name}, if you trust that file")
    return source.name


def _made(named: str, options: dict[str, Any], file: Path) -> Game:
    """The game; rules that a file has wrong are told as that."""
    try:
        return game_named(named, options)
    except RiverboatError:
        raise
    except (TypeError, ValueError):
        if not options:
            raise
        raise GameError(f"{file.name}: its rules of {named} can't be read") from None


def _options(source: Source) -> dict[str, Any]:
    """The rules that the file names."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in source.options.items()}


def _json(found: Verification, game: str, file: Path) -> dict[str, Any]:
    from riverboat.solving.verification import short

    return {
        "file": str(file),
        "game": game,
        "verified": not found.problem,
        "problem": found.problem or None,
        "value_exact": None if found.value_exact is None else str(found.value_exact),
        "low": float(found.low),
        "high": float(found.high),
        "low_exact": short(found.low),
        "high_exact": short(found.high),
        "exploitability": float(found.high - found.low) / 2,
        "states": found.states,
    }


def _show(found: Verification, game: str, file: Path) -> None:
    from riverboat.solving.verification import short

    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_column(style="bold")
    table.add_column(overflow="fold")
    table.add_row("the first player's strategy secures", _in_a_row(found.low))
    table.add_row("the second player's concedes at most", _in_a_row(found.high))
    table.add_row("checked", f"{found.states:,} states of {escape(game)}, in exact arithmetic")
    out.print(table)
    if found.problem:
        out.print(f"[bold red]not true:[/] {escape(file.name)}: {escape(found.problem)}")
    elif found.value_exact is not None:
        out.print(f"[bold green]true:[/] the value of the game is {short(found.value_exact)}", soft_wrap=True)
    else:
        out.print("[bold green]true:[/] the value of the game lies between the two")


def _in_a_row(number: Fraction) -> str:
    """A bound: as a fraction if it fits in a row, else to ten digits; `--json` tells it in full."""
    from riverboat.solving.verification import short

    told = short(number)
    return told if len(told) <= 40 else f"{float(number):+.10g}"
