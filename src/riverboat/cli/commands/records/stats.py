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
from riverboat.errors import DamagedHand

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


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("stats")(stats)


def stats(
    player: Annotated[str, typer.Argument(help="The player's name, as recorded.")],
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
    """The main figures by position, the mean alone: `--position` tells the intervals."""
    table = Table("from", "hands", "VPIP", "PFR", "3-bet", "steal", "WTSD", "W$SD", "AF", "bb/100", box=None)
    table.header_style = "bold"
    for column in table.columns[1:]:
        column.justify = "right"
    for name, each in found.by_position.items():
        first = (each.vpip, each.pfr, each.habits["three_bet"], each.habits["steal"])
        told = [_figure("", figure)[0] for figure in (*first, each.went_to_showdown, each.won_at_showdown)]
        rest = [_figure(_ODDS, each.aggression_factor)[0], _with_interval(each.bb_100)]
        table.add_row(name, str(each.hands), *told, *rest)
    return table


def _with_interval(figure: Statistic) -> str:
    mean, ends = _figure("bb_100", figure)
    return mean if ends == "-" else f"{mean} ({ends})"


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
