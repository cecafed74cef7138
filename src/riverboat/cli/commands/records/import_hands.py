"""`riverboat import`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riverboat.cli.output import Json, err, print_json, progress_bar, say
from riverboat.cli.record_files import files_rejected, show_rejections
from riverboat.cli.store_options import DatabaseOption, open_store
from riverboat.errors import RecordError

if TYPE_CHECKING:
    from riverboat.records.importing import ImportProgress, Rejection


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("import")(import_hands)


def kept_apart(rejections: list[Rejection]) -> Iterator[str]:
    """The hands that do not replay, each under a line that says where it stood and what is wrong."""
    for rejection in rejections:
        if rejection.text:
            yield f"# {rejection.place}: {rejection.reason}\n{rejection.text.strip()}\n\n\n"


def import_hands(
    path: Annotated[
        Path,
        typer.Argument(
            help="Hands as a poker room wrote them, a PHH file, a dealer's log, an IRC folder, rounds of bluff, or a "
            "folder or .tgz of them."
        ),
    ],
    database: DatabaseOption = None,
    keep_unverified: Annotated[
        Path | None,
        typer.Option(help="A file for the hands of poker rooms that do not replay, with the reasons."),
    ] = None,
    json: Json = False,
) -> None:
    """Check recorded hands and store them. A hand is stored only once, and only if it replays to its result."""
    from riverboat.records import importing
    from riverboat.records.hand_record import count_of_hands

    if not path.exists():
        raise RecordError("does not exist", file=str(path))
    rejections: list[Rejection] = []
    last: ImportProgress | None = None
    with open_store(database, create=True) as store:
        name = store.name
        try:
            with progress_bar("importing") as bar:
                for last in importing.import_hands(store, path):
                    rejections += last.rejections
                    note = f"{last.hands_read} read, {last.hands_stored} stored, {last.hands_rejected} rejected"
                    bar.update(bar.task_ids[0], note=note)
        except KeyboardInterrupt:
            stored = count_of_hands(last.hands_stored if last else 0)
            safe = "is" if stored == "1 hand" else "are"
            err.print(f"interrupted: {stored} {safe} safely stored; the same command goes on from there")
            raise typer.Exit(130) from None
    assert last is not None
    if json:
        print_json(
            {
                "hands_read": last.hands_read,
                "hands_stored": last.hands_stored,
                "hands_known": last.hands_known,
                "hands_rejected": last.hands_rejected,
                "files_rejected": last.files_rejected,
                "other_games": dict(last.other_games),
                "rejections": [rejection.to_json() for rejection in rejections],
                "database": name,
            },
            None,
        )
    else:
        done = f"{last.hands_stored} stored, {last.hands_known} known already, {last.hands_rejected} rejected"
        say(f"{count_of_hands(last.hands_read)} read, {done}{files_rejected(last.files_rejected)} ({name}).")
        if last.other_games:
            told = ", ".join(f"{game} ({count_of_hands(count)})" for game, count in sorted(last.other_games.items()))
            say(f"Left out, because they are not played here: {told}.")
        show_rejections(rejections)
    if keep_unverified is not None:
        from riverboat.files import write_whole

        write_whole(keep_unverified, kept_apart(rejections))
    if rejections and not last.hands_stored + last.hands_known:
        raise typer.Exit(2)
