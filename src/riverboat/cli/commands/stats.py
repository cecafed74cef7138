"""`riverboat stats`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from riverboat.cli.output import Json, err, out, print_json, say
from riverboat.cli.store_options import DatabaseOption, GameOption, no_hands, open_store, show_damaged
from riverboat.errors import DamagedHand


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("stats")(stats)


def stats(
    player: Annotated[str, typer.Argument(help="The player's name, as recorded.")],
    game: GameOption = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the bankroll into this file (.svg, .png or .pdf).")] = None,
    database: DatabaseOption = None,
    json: Json = False,
) -> None:
    """What a player does, counted from the store: each figure with its sample size and 95 % interval."""
    from riverboat.modeling.statistics import plot_bankroll, stored_statistics

    damaged: list[DamagedHand] = []
    with open_store(database, game=game) as store, err.status(Text(f"adding up the hands of {player}")) as status:
        name = store.name

        def tell(done: int, of: int) -> None:
            status.update(Text(f"counting older hands of {player}, once: {done} of {of}"))

        found = stored_statistics(player, store, game=game, progress=tell, damaged=damaged)
    show_damaged(damaged)
    if picture is not None:
        plot_bankroll(found, picture)
    if json:
        figures = {name: figure.to_json() for name, figure in found.figures().items()}
        told = {"player": player, "hands": found.hands, "unit": f"{found.unit} a hand", **figures}
        left_out = [each.hand_id for each in damaged]
        print_json({**told, "picture": picture and str(picture), "damaged": left_out}, None)
        return
    if not found.hands:
        say(f"{no_hands(player, game)} in the database {name}.")
        return
    from riverboat.cli.terminal.replay_cards import statistics_table

    out.print(statistics_table(found))
    if picture is not None:
        say(f"bankroll drawn to {picture}")
