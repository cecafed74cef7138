"""`riverboat luck`."""

from __future__ import annotations

from typing import Annotated

import typer

from riverboat.cli.output import Json, print_json, say
from riverboat.cli.store_options import DatabaseOption, GameOption, no_hands, open_store, show_damaged
from riverboat.errors import DamagedHand


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("luck")(luck)


def luck(
    player: Annotated[str, typer.Argument(help="The player's name, as recorded.")],
    game: GameOption = None,
    database: DatabaseOption = None,
    json: Json = False,
) -> None:
    """Show what a player won in stored hands, and what remains when the luck of the cards is taken out."""
    from riverboat.arena.luck.records import adjusted_hands

    damaged: list[DamagedHand] = []
    with open_store(database, game=game) as store:
        name = store.name
        records = (kept.record for kept in store.hands(player=player, game=game, damaged=damaged))
        found = adjusted_hands(records, player)
    show_damaged(damaged)
    if json:
        print_json({"player": player, "games": [each.to_json() for each in found]}, None)
        return
    if not found:
        say(f"{no_hands(player, game)} in the database {name}.")
    for each in found:
        say(f"{each.words}.")
