"""`riverboat stats`."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from riverboat.cli.output import Json, err, out, print_json, say
from riverboat.cli.store_options import (
    DatabaseOption,
    GameOption,
    PlayersOption,
    PositionOption,
    SinceOption,
    StakesOption,
    UntilOption,
    no_hands,
    open_store,
    show_damaged,
)
from riverboat.errors import DamagedHand, StoreError, counted

if TYPE_CHECKING:
    from riverboat.intervals import Statistic
    from riverboat.modeling.statistics import PlayerStatistics

_LABELS = {
    "vpip": "VPIP",
    "pfr": "PFR",
    "three_bet": "3-bet",
    "fold_to_three_bet": "fold to 3-bet",
    "steal": "steal",
    "limp": "limp",
    "aggression_factor": "aggression factor",
    "went_to_showdown": "went to showdown",
    "won_at_showdown": "won at showdown",
    "bb_100": "bb/100",
    "showdown_bb_100": "bb/100 at showdowns (blue)",
    "other_bb_100": "bb/100 without (red)",
}
_ODDS = "aggression"
_AMOUNTS = ("income_sb", "bb_100", "showdown_bb_100", "other_bb_100")
_MOST_LISTED = 20


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("stats")(stats)


def stats(
    player: Annotated[
        str | None, typer.Argument(help="The player's name, as recorded; without one, the players are listed.")
    ] = None,
    game: GameOption = None,
    position: PositionOption = None,
    stakes: StakesOption = None,
    players: PlayersOption = None,
    since: SinceOption = None,
    until: UntilOption = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the bankroll into this file (.svg, .png or .pdf).")] = None,
    database: DatabaseOption = None,
    json: Json = False,
) -> None:
    """Show statistics of a player, counted from the store, each with its sample size and 95 % interval."""
    from riverboat.modeling.statistics import plot_bankroll, stored_statistics
    from riverboat.records.store.hand_filters import filter_of

    if player is None:
        if picture is not None or any((game, position, stakes, players, since, until)):
            raise StoreError("whose hands? Name a player; riverboat stats alone lists them")
        _list_players(database, json=json)
        return
    chosen = filter_of(position=position, stakes=stakes, players=players, since=since, until=until)
    damaged: list[DamagedHand] = []
    with open_store(database, game=game) as store, err.status(Text(f"adding up the hands of {player}")) as status:
        name = store.name

        def tell(done: int, of: int) -> None:
            status.update(Text(f"counting older hands of {player}, once: {done} of {of}"))

        found = stored_statistics(player, store, game=game, chosen=chosen, progress=tell, damaged=damaged)
    show_damaged(damaged)
    if picture is not None:
        plot_bankroll(found, picture)
    if json:
        left_out = [each.hand_id for each in damaged]
        print_json({**found.to_json(), "picture": picture and str(picture), "damaged": left_out}, None)
        return
    if not found.hands:
        some = " that is let through" if any((position, stakes, players, since, until)) else ""
        say(f"{no_hands(player, game)}{some} in the database {name}.")
        return
    out.print(_table(found))
    if len(found.by_position) > 1:
        out.print(_positions(found))
    if picture is not None:
        say(f"bankroll drawn to {picture}")


def _list_players(database: str | None, *, json: bool) -> None:
    """Print the players who have hands in the store, the busiest first."""
    with open_store(database) as store:
        found, name = store.players(), store.name
    if json:
        print_json({"players": [{"name": player, "hands": hands} for player, hands in found]}, None)
        return
    if found:
        table = Table("player", "hands", box=None, header_style="bold", pad_edge=False)
        table.columns[1].justify = "right"
        for player, hands in found[:_MOST_LISTED]:
            table.add_row(Text(player), f"{hands:,}")
        out.print(table)
    shown = f"{_MOST_LISTED} of " if len(found) > _MOST_LISTED else ""
    say(f"{shown}{counted(len(found), 'player')} in the database {name}.")


def _table(found: PlayerStatistics) -> Table:
    """A player's figures; of the habits those that there was a chance for."""
    from riverboat.records.hand_record import count_of_hands

    table = Table("", "", "95 % interval", "of", box=None, header_style="bold")
    table.title = Text(f"{found.player}: {count_of_hands(found.hands)}")
    table.title_justify = "left"
    for column in table.columns[1:]:
        column.justify = "right"
    habits = {name: figure for name, figure in found.habits.items() if figure.n}
    for name, figure in {**found.figures(), **habits, **found.results()}.items():
        label = f"{found.unit} a hand" if name == "income_sb" else label_of(name)
        table.add_row(label, *_figure(name, figure), str(figure.n))
    return table


def label_of(name: str) -> str:
    """A figure's name in words: cbet_flop is "c-bet, flop"."""
    if name in _LABELS:
        return _LABELS[name]
    kind, _, street = name.rpartition("_")
    return f"{kind.replace('_', ' ').replace('cbet', 'c-bet')}, {street}"


def _positions(found: PlayerStatistics) -> Table:
    """The main figures by position, shares in per cent and without intervals: `--position` tells those."""
    table = Table(box=None, header_style="bold", padding=(0, 1, 0, 0), pad_edge=False)
    for name in ("from", "hands", "VPIP", "PFR", "3-bet", "steal", "WTSD", "W$SD", "AF", "bb/100"):
        table.add_column(name, justify="left" if name == "from" else "right", no_wrap=True)
    for name, each in found.by_position.items():
        first = (each.vpip, each.pfr, each.habits["three_bet"], each.habits["steal"])
        shares = (*first, each.went_to_showdown, each.won_at_showdown)
        told = [_figure("", figure)[0].removesuffix(" %") for figure in shares]
        rest = [_figure(_ODDS, each.aggression_factor)[0], _with_error(each.bb_100)]
        table.add_row(name, str(each.hands), *told, *rest)
    return table


def _with_error(figure: Statistic) -> str:
    """A mean, and how far its 95 % interval reaches on either side."""
    mean = _figure("bb_100", figure)[0]
    if figure.low is None or figure.high is None or math.isinf(figure.high - figure.low):
        return mean
    return f"{mean} ± {(figure.high - figure.low) / 2:.0f}"


def _figure(name: str, figure: Statistic) -> tuple[str, str]:
    if figure.mean is None:
        return "-", "-"
    share = not name.startswith(_ODDS) and name not in _AMOUNTS
    places = 1 if share or "bb_100" in name else 3

    def told(value: float) -> str:
        if math.isinf(value):
            return "∞"
        return f"{100 * value if share else value:.{places}f}"

    unit = " %" if share else ""
    if figure.low is None or figure.high is None:
        return told(figure.mean) + unit, "-"
    return told(figure.mean) + unit, f"{told(figure.low)} to {told(figure.high)}{unit}"
