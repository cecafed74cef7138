"""The command line: parse, call, show progress, print. Its commands are public, its modules are not public."""

from __future__ import annotations

import gc
import importlib
import sys
from typing import Annotated, Any, NoReturn

import typer

from riverboat.cli.interrupts import as_interrupt, listen
from riverboat.cli.plain_help import mistake, plain
from riverboat.errors import RiverboatError
from riverboat.version import __version__

#: The commands in the order of the help, each with its module in `commands`.
MODULES: dict[str, str] = {
    "serve": "serve",
    "play": "play",
    "play spot": "spots.play_spot",
    "partner": "partner",
    "train-me": "training.train_me",
    "odds": "odds",
    "starting-hands": "starting_hands",
    "games": "games",
    "agents": "agents",
    "match": "match",
    "bot": "bot",
    "decide": "doors.decide",
    "dealer": "doors.dealer",
    "acpc-player": "doors.acpc_player",
    "mcp": "doors.mcp",
    "tournament": "tournament",
    "exploit": "solving.exploit",
    "league": "league",
    "evolve": "training.evolve",
    "explain": "explain",
    "solve": "solving.solve",
    "solve spot": "spots.solve_spot",
    "solve spots": "spots.solve_spots",
    "verify": "solving.verify",
    "export": "solving.export",
    "study": "study",
    "train": "training.train",
    "import": "records.import_hands",
    "convert": "records.convert",
    "hands": "records.hands",
    "replay": "records.replay",
    "stats": "records.stats",
    "leaks": "records.leaks",
    "luck": "records.luck",
    "model": "model",
    "warmup": "warmup",
    "tables": "tables",
}
#: How many new objects there are before garbage is looked for: commands make many that stay, and hardly any garbage.
_GARBAGE = 50_000


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"riverboat {__version__}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Options of `riverboat` itself."""


def make_app(command: str | None = None) -> typer.Typer:
    """The command line; where a known command is named, with the module of that one alone, which is quicker."""
    made = typer.Typer(
        name="riverboat",
        help="An open laboratory for games of hidden information: Hold'em, Omaha, seven-card stud and Bluff.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich",
    )
    made.callback()(_options)
    for module in [module for name, module in MODULES.items() if name.split()[0] == command] or MODULES.values():
        importlib.import_module(f"riverboat.cli.commands.{module}").register(made)
    plain(made)
    return made


def __getattr__(name: str) -> Any:
    if name == "app":
        globals()["app"] = made = make_app()
        return made
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _complain(text: str) -> NoReturn:
    """Say what is wrong, in one line; what comes from files in it is never obeyed by a terminal."""
    from riverboat.cli.output import printable

    typer.echo(f"error: {printable(text, lines=False)}", err=True)
    sys.exit(2)


def main() -> None:
    """Run the command; mistakes become one line and exit code 2."""
    gc.set_threshold(_GARBAGE)
    listen()
    try:
        with as_interrupt():
            code = make_app(sys.argv[1] if len(sys.argv) > 1 else None)(standalone_mode=False)
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
