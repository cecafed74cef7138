"""What commands on stored hands share: their options, the store, and words for missing or damaged hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from riverboat.cli.output import announce_compiling, err
from riverboat.errors import DamagedHand

if TYPE_CHECKING:
    from riverboat.records.store.hand_store import Store

DatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        help="Where hands are kept: a SQLite file, sqlite:///FILE or postgresql://... "
        "(by default RIVERBOAT_DATABASE, or a file in your data folder).",
    ),
]
PlayerOption = Annotated[str | None, typer.Option("--player", help="Only hands of this player.")]
GameOption = Annotated[str | None, typer.Option("--game", help='Only hands of this game, like "holdem-limit".')]

PositionOption = Annotated[
    str | None,
    typer.Option("--position", help="Only hands from these positions: sb, bb, ep, mp, co, btn; several with commas."),
]
StakesOption = Annotated[
    str | None,
    typer.Option("--stakes", help="Only hands of this big blind, in the file's money: 0.10, 0.05/0.10, 0.10-0.50."),
]
PlayersOption = Annotated[
    str | None, typer.Option("--players", help="Only hands with this many players at the table: 6 or 5-9.")
]
SinceOption = Annotated[
    str | None, typer.Option("--since", help="Only hands from this date on: 2024, 2024-05, 2024-05-31.")
]
UntilOption = Annotated[str | None, typer.Option("--until", help="Only hands up to the end of this date.")]


def open_store(database: str | None, *, game: str | None = None, create: bool = False) -> Store:
    """The store; a game that is not known is refused before it is looked for."""
    from riverboat.games import find_game
    from riverboat.records.store.hand_store import Store

    announce_compiling()
    if game is not None:
        find_game(game)
    return Store(database, create=create)


def show_damaged(damaged: list[DamagedHand]) -> None:
    """Hands that were passed over are named, beside what was found in the others."""
    for error in damaged[:10]:
        err.print(f"{error}: it is left out", markup=False, emoji=False, soft_wrap=True)
    if len(damaged) > 10:
        err.print(f"and {len(damaged) - 10} more")


def no_hands(player: str | None, game: str | None) -> str:
    """That a player has no hand, or that there is none, of a game where one is named."""
    who = f"{player} has no hand" if player else "there is no hand"
    return f"{who} of {game}" if game else who
