"""`riverboat games`."""

from __future__ import annotations

import typer
from rich.table import Table

from riverboat.cli.output import Json, out, print_json


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("games")(games)


def games(json: Json = False) -> None:
    """List the games that can be played, with a line on each."""
    from riverboat.games.catalog import GAMES

    if json:
        listed = [
            {
                "name": name,
                "description": entry.line,
                "seats": list(entry.seats),
                "options": list(entry.options),
                "rules": {each.name: each.about for each in entry.rule_sets},
            }
            for name, entry in GAMES.items()
        ]
        print_json({"games": listed}, None)
        return
    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for name, entry in GAMES.items():
        table.add_row(name, entry.line)
        for each in entry.rule_sets:
            table.add_row(f"  --rules {each.name}", each.about)
    out.print(table)
