"""The command line: parse, call, show progress, print."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

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
    from riverboat.cli import arena, explain, games, maintenance, odds, play, records, starting_hands, study, tournament

    for module in (play, odds, starting_hands, games, arena, tournament, explain, study, records, maintenance):
        module.register(app)


_register()


def main() -> None:
    """Run the command; our own errors become one line and exit code 2."""
    try:
        app()
    except RiverboatError as error:
        typer.echo(f"error: {error}", err=True)
        sys.exit(2)
    except KeyboardInterrupt:
        typer.echo("interrupted", err=True)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has read enough
        sys.exit(0)
