"""`riverboat replay`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from riverboat.cli.output import Json, announce_compiling, err, print_json
from riverboat.errors import RecordError


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("replay")(replay)


def replay(
    file: Annotated[Path, typer.Argument(help="A file, folder or archive, as for `import`.")],
    hand: Annotated[int, typer.Option("--hand", "-n", min=1, help="Which hand of the file, counted from 1.")] = 1,
    all_at_once: Annotated[bool, typer.Option("--all", help="Don't wait for Enter between streets.")] = False,
    json: Json = False,
) -> None:
    """Step through a recorded hand, street by street, with pots and, where cards are known, equities."""
    from riverboat.cli.terminal.replay import record_json, show_record
    from riverboat.records.hand_record import count_of_hands
    from riverboat.records.importing import scan

    announce_compiling()
    with err.status(Text(f"reading {file}")):
        found, count = None, 0
        for number, each in enumerate(scan(file), 1):
            count = number
            if number == hand:
                found = each
                break
    if found is None:
        raise RecordError(f"holds {count_of_hands(count)}: there is no hand {hand}", file=str(file))
    if isinstance(found, RecordError):
        raise found
    if json:
        print_json(record_json(found), 0)
    else:
        show_record(found, wait=not all_at_once)
