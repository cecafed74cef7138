"""`riverboat stats`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from riverboat.cli.output import Json, err, out, print_json, say
from riverboat.cli.store_options import DatabaseOption, GameOption, no_hands, open_store, show_damaged
from riverboat.errors import DamagedHand

if TYPE_CHECKING:
    from riverboat.intervals import Statistic
    from riverboat.modeling.statistics import PlayerStatistics

_LABELS = {
    "vpip": "VPIP",
    "pfr": "PFR",
    "aggression_factor": "aggression factor",
    "went_to_showdown": "went to showdown",
    "won_at_showdown": "won at showdown",
}
_SHARES = ("vpip", "pfr", "went_to_showdown", "won_at_showdown")


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
    out.print(_table(found))
    if picture is not None:
        say(f"bankroll drawn to {picture}")


def _table(found: PlayerStatistics) -> Table:
    """A player's figures."""
    from riverboat.records.hand_record import count_of_hands

    table = Table("", "", "95 % interval", "of", box=None, header_style="bold")
    table.title = Text(f"{found.player}: {count_of_hands(found.hands)}")
    table.title_justify = "left"
    for column in table.columns[1:]:
        column.justify = "right"
    for name, figure in found.figures().items():
        label = f"{found.unit} a hand" if name == "income_sb" else _LABELS[name]
        table.add_row(label, *_figure(figure, share=name in _SHARES), str(figure.n))
    return table


def _figure(figure: Statistic, *, share: bool) -> tuple[str, str]:
    if figure.mean is None:
        return "-", "-"
    mean = f"{100 * figure.mean:.1f} %" if share else f"{figure.mean:.3f}"
    if figure.low is None or figure.high is None:
        return mean, "-"
    if share:
        return mean, f"{100 * figure.low:.1f} to {100 * figure.high:.1f} %"
    return mean, f"{figure.low:.3f} to {figure.high:.3f}"
