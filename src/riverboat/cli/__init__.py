"""The command line: parse, call, show progress, print."""

from __future__ import annotations

import sys
from typing import Annotated, NoReturn

import typer

from riverboat.cli.interrupts import as_interrupt, listen
from riverboat.cli.plain_help import mistake, plain
from riverboat.errors import RiverboatError
from riverboat.version import __version__

app = typer.Typer(
    name="riverboat",
    help="An open laboratory for games of hidden information: Hold'em, seven-card stud and Bluff.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"riverboat {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """An open laboratory for games of hidden information: Hold'em, seven-card stud and Bluff."""


def _register() -> None:
    from riverboat.cli import (
        arena,
        bot,
        evolve,
        explain,
        games,
        maintenance,
        model,
        odds,
        partner,
        play,
        records,
        serve,
        solve,
        starting_hands,
        study,
        tournament,
        train,
    )

    playing = (serve, play, partner, odds, starting_hands, games, arena, bot, tournament, evolve)
    for module in (*playing, explain, solve, study, train, records, model, maintenance):
        module.register(app)


_register()
plain(app)


def _complain(text: str) -> NoReturn:
    """Say what is wrong, in one line; what comes from files in it is never obeyed by a terminal."""
    from riverboat.cli.output import printable

    typer.echo(f"error: {printable(text, lines=False)}", err=True)
    sys.exit(2)


def main() -> None:
    """Run the command; mistakes become one line and exit code 2."""
    listen()
    try:
        with as_interrupt():
            code = app(standalone_mode=False)
        if code == 130:  # some versions of the parser swallow Ctrl-C into this number
            raise KeyboardInterrupt
        sys.exit(code if isinstance(code, int) else 0)
    except RiverboatError as error:
        _complain(str(error))
    except (KeyboardInterrupt, typer.Abort):
        typer.echo("interrupted", err=True)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has read enough
        sys.exit(0)
    except Exception as error:
        if not hasattr(error, "format_message"):  # what the command line's own parser raises
            raise
        if told := mistake(error):
            _complain(told)
        sys.exit(2)
