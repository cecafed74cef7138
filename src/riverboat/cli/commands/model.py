"""`riverboat model PLAYER`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from riverboat.cli.output import Json, announce_compiling, out, print_json
from riverboat.cli.store_options import DatabaseOption
from riverboat.errors import counted

if TYPE_CHECKING:
    from riverboat.records.hand_record import HandRecord


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("model")(model)


def model(
    player: Annotated[str, typer.Argument(help="The player's name, as the hands have it.")],
    data: Annotated[
        Path | None, typer.Option("--data", help="Recorded hands to read; without it, the stored ones.")
    ] = None,
    picture: Annotated[
        Path | None, typer.Option("--picture", dir_okay=False, help="Draw how they moved (.svg, .png or .pdf).")
    ] = None,
    database: DatabaseOption = None,
    json: Json = False,
) -> None:
    """Show the seven attributes of a Hold'em player (Vinther & Holst 2015), and how they moved over time."""
    from riverboat.modeling.attributes import model_history, plot_model
    from riverboat.pictures import check_picture

    if picture is not None:
        check_picture(picture)
    announce_compiling()
    history = model_history(player, _records(player, data, database))
    if picture is not None:
        plot_model(history, picture)
    if json:
        told = {"player": player, "hands": history.hands, "first": history.first, "last": history.last}
        moved = [[None if value != value else value for value in row] for row in history.path.tolist()]
        attributes = [attribute.to_json() for attribute in history.attributes]
        print_json(
            {**told, "attributes": attributes, "path": moved, "picture": str(picture) if picture else None}, None
        )
        return
    when = f", {history.first[:10]} to {history.last[:10]}" if history.first and history.last else ""
    out.print(f"{player}: {counted(history.hands, 'hand')}{when}", markup=False)
    table = Table("attribute", "value", "rests on", box=None, header_style="bold", pad_edge=False)
    for attribute in history.attributes:
        value = "" if attribute.value is None else f"{attribute.value:.3f}"
        unit = "action" if attribute.name.startswith("current") else "hand"
        last = " of the last hand" if unit == "action" else ""
        table.add_row(attribute.name, value, f"{attribute.n} {unit}{'s' * (attribute.n != 1)}{last}")
    out.print(table)
    if picture is not None:
        out.print(f"written: {picture}", markup=False)


def _records(player: str, data: Path | None, database: str | None) -> Iterator[HandRecord]:
    if data is not None:
        from riverboat.records.importing import scan
        from riverboat.training.decisions import records_of

        yield from records_of(scan(data))
        return
    from riverboat.records.store.hand_store import Store

    with Store(database, create=False) as store:
        for hand in store.hands(player=player):
            yield hand.record
