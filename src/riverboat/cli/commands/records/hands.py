"""`riverboat hands`: stored hands listed, shown and exported."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from riverboat.cli.output import Json, err, out, print_json, printable, say
from riverboat.cli.record_files import FittingHands, OwnRules
from riverboat.cli.store_options import DatabaseOption, GameOption, PlayerOption, no_hands, open_store, show_damaged
from riverboat.errors import DamagedHand, StoreError

if TYPE_CHECKING:
    from riverboat.records.hand_record import HandRecord
    from riverboat.records.store.hand_store import HandLine, Store


hands_app = typer.Typer(help="List, show and export stored hands.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.add_typer(hands_app, name="hands")


@hands_app.command("list")
def list_hands(
    player: PlayerOption = None,
    game: GameOption = None,
    limit: Annotated[int, typer.Option(min=1, max=100_000, help="The most hands to list.")] = 20,
    skip: Annotated[int, typer.Option(min=0, help="How many to skip first.")] = 0,
    database: DatabaseOption = None,
    json: Json = False,
) -> None:
    """List stored hands."""
    from riverboat.records.hand_record import count_of_hands

    with open_store(database, game=game) as store:
        total = store.count(player=player, game=game)
        lines = store.lines(player=player, game=game, limit=limit, skip=skip)
    if json:
        print_json({"hands": [vars(line) for line in lines], "hands_stored": total}, None)
        return
    if lines:
        out.print(_list_of(lines))
    say(f"{len(lines)} of {count_of_hands(total)}" + (f" of {player}" if player else ""))


def _list_of(lines: list[HandLine]) -> Table:
    """One line a hand, however narrow the terminal: what does not fit is cut short."""
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0), pad_edge=False)
    for title in ("number", "game", "seats", "day", "players", "hand", "event"):
        table.add_column(title, no_wrap=title in ("number", "game", "seats", "day"))  # the others give way
    for line in lines:
        told = (", ".join(line.players), line.number, line.event)
        cut = (Text(text, no_wrap=True, overflow="ellipsis") for text in told)
        table.add_row(str(line.id), line.game, str(line.seats), line.time[:10], *cut)
    return table


@hands_app.command("show")
def show_hand(
    number: Annotated[int, typer.Argument(help="The hand's number in `hands list`.")],
    phh: Annotated[bool, typer.Option("--phh", help="Print it as PHH instead.")] = False,
    database: DatabaseOption = None,
    json: Json = False,
) -> None:
    """Show one stored hand, street by street."""
    from riverboat.cli.terminal.replay import record_json, show_record

    with open_store(database) as store:
        record = store.hand(number).record
    if phh:
        from riverboat.records.formats.phh_writer import format_phh

        text = format_phh(record)
        typer.echo(printable(text) if out.is_terminal else text, nl=False)  # a file gets it to the letter
    elif json:
        print_json(record_json(record), 0)
    else:
        show_record(record, wait=False)


@hands_app.command("export")
def export_hands(
    target: Annotated[Path, typer.Argument(help="A .phh (one hand), .phhs or .log file to write; .jsonl for bluff.")],
    numbers: Annotated[
        list[int] | None, typer.Argument(help="Numbers of hands; by default all that match the options.")
    ] = None,
    player: PlayerOption = None,
    game: GameOption = None,
    own_rules: OwnRules = False,
    database: DatabaseOption = None,
    json: Json = False,
) -> None:
    """Write stored hands to a file, whole or not at all; hands that the format can't express are left out and named."""
    fitting = FittingHands(target, own_rules=own_rules)
    damaged: list[DamagedHand] = []

    def chosen(store: Store) -> Iterator[tuple[HandRecord, str]]:
        stored = map(store.hand, numbers) if numbers else store.hands(player=player, game=game, damaged=damaged)
        for hand in stored:
            if not numbers and game is None and not fitting.format.holds(hand.record.game):
                continue  # dice and cards go to files of their own
            whole = hand.record.naming_origin(hand.digest) if fitting.format.names_origin else hand.record
            yield whole, f"hand {hand.id}"

    with open_store(database, game=game) as store, err.status("exporting"):
        written = fitting.write(chosen(store))
        if not fitting.read:
            raise StoreError(f"{no_hands(player, game)} in the database {store.name}: nothing to write")
    show_damaged(damaged)
    if json:
        told = {"damaged": [each.hand_id for each in damaged]}
        print_json({**fitting.counts(), "file": str(target), **told}, None)
    else:
        fitting.tell(written)
    if not written:
        raise typer.Exit(2)
