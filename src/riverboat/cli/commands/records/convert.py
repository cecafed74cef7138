"""`riverboat convert`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from riverboat.cli.output import Json, announce_compiling, err, print_json
from riverboat.cli.record_files import FittingHands, OwnRules
from riverboat.errors import RecordError


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("convert")(convert)


def convert(
    source: Annotated[Path, typer.Argument(help="A file, folder or archive, as for `import`.")],
    target: Annotated[Path, typer.Argument(help="A .phh (one hand), .phhs or .log file to write; .jsonl for bluff.")],
    own_rules: OwnRules = False,
    json: Json = False,
) -> None:
    """Turn recorded hands into another format; hands that don't fit are left out, counted and named."""
    from riverboat.records.importing import scan

    announce_compiling()
    fitting = FittingHands(target, own_rules=own_rules)
    if source.exists() and target.exists() and source.samefile(target):
        raise RecordError("would be overwritten by the result: name another file", file=str(source))
    with err.status("converting"):
        written = fitting.write((hand, None) for hand in scan(source))
    if json:
        counts = {"hands_read": fitting.read, **fitting.counts(), "files_rejected": fitting.files_rejected}
        print_json({**counts, "file": str(target)}, None)
    else:
        fitting.tell(written)
    if not written:
        raise typer.Exit(2)
