"""`riverboat import`, `convert`, `hands`, `replay` and `stats`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
from rich.table import Table

from riverboat.cli.output import Json, announce_compiling, err, out, print_json, progress_bar
from riverboat.errors import RecordError

if TYPE_CHECKING:
    from riverboat.records.hand_record import HandRecord
    from riverboat.records.importing import Progress, Rejection
    from riverboat.records.store import Store

DatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        help="Where hands are kept: a SQLite file, sqlite:///FILE or postgresql://... "
        "(else RIVERBOAT_DATABASE, else a file in your data folder).",
    ),
]
PlayerOption = Annotated[str | None, typer.Option("--player", help="Only hands of this player.")]
GameOption = Annotated[str | None, typer.Option("--game", help='Only hands of this game, like "holdem-limit".')]

hands_app = typer.Typer(help="List, show and export stored hands.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("import")(import_command)
    app.command("convert")(convert)
    app.add_typer(hands_app, name="hands")
    app.command("replay")(replay)
    app.command("stats")(stats)


def _open(database: str | None) -> Store:
    from riverboat.records.store import Store

    announce_compiling()
    return Store(database)


def import_command(
    path: Annotated[
        Path, typer.Argument(help="A PHH file, a dealer's log, an IRC folder, or a folder or .tgz of them.")
    ],
    database: DatabaseOption = None,
    json: Json = False,
) -> None:
    """Check recorded hands and store them; a hand is stored once, and only if it replays to its result."""
    from riverboat.records.importing import import_hands

    rejections: list[Rejection] = []
    last: Progress | None = None
    with _open(database) as store:
        name = store.name
        try:
            with progress_bar("importing") as bar:
                for last in import_hands(store, path):
                    rejections += last.rejections
                    note = f"{last.hands_read} read, {last.hands_stored} stored, {last.hands_rejected} rejected"
                    bar.update(bar.task_ids[0], note=note)
        except KeyboardInterrupt:
            stored = last.hands_stored if last else 0
            err.print(f"interrupted: {stored} hands are safely stored; the same command goes on from there")
            raise typer.Exit(130) from None
    assert last is not None
    if json:
        listed = [{"file": r.file, "line": r.line, "reason": r.reason} for r in rejections]
        print_json(
            {
                "hands_read": last.hands_read,
                "hands_stored": last.hands_stored,
                "hands_known": last.hands_known,
                "hands_rejected": last.hands_rejected,
                "rejections": listed,
                "database": name,
            },
            None,
        )
        return
    out.print(f"{last.hands_read} hands read, {last.hands_stored} stored, {last.hands_known} known already,", end=" ")
    out.print(f"{last.hands_rejected} rejected ({escape(name)}).")
    for rejection in rejections[:10]:
        out.print(f"  {escape(rejection.file)}:{rejection.line}: {escape(rejection.reason)}", soft_wrap=True)
    if len(rejections) > 10:
        out.print(f"  and {len(rejections) - 10} more: --json lists them all")


def convert(
    source: Annotated[Path, typer.Argument(help="What `import` reads.")],
    target: Annotated[Path, typer.Argument(help="A .phh (one hand), .phhs or .log file to write.")],
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Leave out hands that can't be read or written.")
    ] = False,
    json: Json = False,
) -> None:
    """Turn recorded hands into another format; the file is written whole or not at all."""
    from riverboat.records.importing import scan

    announce_compiling()
    counts = {"hands_read": 0, "hands_written": 0, "hands_skipped": 0}

    def good() -> Iterator[HandRecord]:
        for hand in scan(source):
            counts["hands_read"] += 1
            try:
                if isinstance(hand, RecordError):
                    raise hand
                yield _writable(hand, target)
                counts["hands_written"] += 1
            except RecordError:
                if not skip_bad:
                    raise
                counts["hands_skipped"] += 1

    with err.status("converting"):
        _write(good(), target)
    if json:
        print_json({**counts, "file": str(target)}, None)
    else:
        skipped = f", {counts['hands_skipped']} left out" if counts["hands_skipped"] else ""
        out.print(f"{counts['hands_written']} hands written to {escape(str(target))}{skipped}.")


def _writable(hand: HandRecord, target: Path) -> HandRecord:
    """A dealer's log needs a result; where none is recorded, the replayed one is it."""
    from dataclasses import replace as changed

    from riverboat.records.acpc import format_acpc
    from riverboat.records.replay import verify

    if target.suffix != ".log":
        return hand
    if hand.returns is None:
        hand = changed(hand, returns=verify(hand))
    list(format_acpc([hand]))
    return hand


def _write(records: Iterable[HandRecord], target: Path) -> None:
    from riverboat.records.acpc import write_acpc
    from riverboat.records.phh_writer import write_phh

    if target.suffix in (".phh", ".phhs"):
        write_phh(records, target)
    elif target.suffix == ".log":
        write_acpc(records, target)
    else:
        raise RecordError("has an ending that names no format: use .phh, .phhs or .log", file=str(target))


@hands_app.command("list")
def list_hands(
    player: PlayerOption = None,
    game: GameOption = None,
    limit: Annotated[int, typer.Option(min=1, max=100_000, help="How many at most.")] = 20,
    skip: Annotated[int, typer.Option(min=0, help="How many to pass over first.")] = 0,
    database: DatabaseOption = None,
    json: Json = False,
) -> None:
    """List stored hands."""
    with _open(database) as store:
        total = store.count(player=player, game=game)
        lines = store.lines(player=player, game=game, limit=limit, skip=skip)
    if json:
        print_json({"hands": [vars(line) for line in lines], "hands_stored": total}, None)
        return
    table = Table("number", "game", "seats", "hand", "event", "time", box=None, header_style="bold")
    for line in lines:
        table.add_row(str(line.id), line.game, str(line.seats), escape(line.number), escape(line.event), line.time)
    out.print(table)
    out.print(f"{len(lines)} of {total} hands" + (f" of {escape(player)}" if player else ""))


@hands_app.command("show")
def show_hand(
    number: Annotated[int, typer.Argument(help="The hand's number in `hands list`.")],
    phh: Annotated[bool, typer.Option("--phh", help="Print it as PHH instead.")] = False,
    database: DatabaseOption = None,
    json: Json = False,
) -> None:
    """Show one stored hand, street by street."""
    from riverboat.cli.replay_view import record_json, show_record

    with _open(database) as store:
        record = store.hand(number).record
    if phh:
        from riverboat.records.phh_writer import format_phh

        typer.echo(format_phh(record), nl=False)
    elif json:
        print_json(record_json(record), 0)
    else:
        show_record(record, wait=False)


@hands_app.command("export")
def export_hands(
    target: Annotated[Path, typer.Argument(help="A .phh (one hand), .phhs or .log file to write.")],
    numbers: Annotated[
        list[int] | None, typer.Argument(help="Numbers of hands; none means all that are chosen.")
    ] = None,
    player: PlayerOption = None,
    game: GameOption = None,
    database: DatabaseOption = None,
    json: Json = False,
) -> None:
    """Write stored hands to a file, whole or not at all."""
    written = 0

    def chosen(store: Store) -> Iterator[HandRecord]:
        nonlocal written
        stored = map(store.hand, numbers) if numbers else store.hands(player=player, game=game)
        for hand in stored:
            written += 1
            yield _writable(hand.record, target)

    with _open(database) as store, err.status("exporting"):
        _write(chosen(store), target)
    if json:
        print_json({"hands_written": written, "file": str(target)}, None)
    else:
        out.print(f"{written} hands written to {escape(str(target))}.")


def replay(
    file: Annotated[Path, typer.Argument(help="What `import` reads.")],
    hand: Annotated[int, typer.Option("--hand", "-n", min=1, help="Which hand of the file, counted from 1.")] = 1,
    all_at_once: Annotated[bool, typer.Option("--all", help="Don't wait for Enter between streets.")] = False,
    json: Json = False,
) -> None:
    """Step through a recorded hand, street by street, with pots and, where cards are known, equities."""
    from riverboat.cli.replay_view import record_json, show_record
    from riverboat.records.importing import scan

    announce_compiling()
    with err.status(f"reading {escape(str(file))}"):
        found, count = None, 0
        for number, each in enumerate(scan(file), 1):
            count = number
            if number == hand:
                found = each
                break
    if found is None:
        raise RecordError(f"holds {count} hands: there is no hand {hand}", file=str(file))
    if isinstance(found, RecordError):
        raise found
    if json:
        print_json(record_json(found), 0)
    else:
        show_record(found, wait=not all_at_once)


def stats(
    player: Annotated[str, typer.Argument(help="The player's name, as recorded.")],
    game: GameOption = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the bankroll into this file (.svg, .png or .pdf).")] = None,
    database: DatabaseOption = None,
    json: Json = False,
) -> None:
    """What a player does, counted from the store: each figure with its sample size and 95 % interval."""
    from riverboat.modeling.statistics import player_statistics, plot_bankroll

    with _open(database) as store, err.status(f"counting the hands of {escape(player)}"):
        found = player_statistics(player, store.hands(player=player, game=game))
    if picture is not None:
        plot_bankroll(found, picture)
    if json:
        figures = {name: figure.to_json() for name, figure in found.figures().items()}
        print_json({"player": player, "hands": found.hands, **figures, "picture": picture and str(picture)}, None)
        return
    from riverboat.cli.replay_view import statistics_table

    out.print(statistics_table(found))
    if picture is not None:
        out.print(f"bankroll drawn to {escape(str(picture))}")
