"""`riverboat export`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from riverboat.cli.game_options import Check, Dice, Faces, Order, Wild, game_named, rule_options
from riverboat.cli.output import Json, out, print_json, progress_bar
from riverboat.errors import GameError


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("export")(export)


def export(
    game: Annotated[str, typer.Argument(help="The game: bluff, kuhn, leduc, rps, koller, or an .efg file.")],
    to: Annotated[Path, typer.Argument(help="The file to write, in Gambit's .efg format.")],
    dice: Dice = None,
    faces: Faces = None,
    check: Check = False,
    wild: Wild = None,
    order: Order = None,
    json: Json = False,
) -> None:
    """Write a game as a tree in Gambit's .efg format."""
    from riverboat.files import write_whole
    from riverboat.games import write_efg

    options = rule_options(game, dice=dice, faces=faces, check=check, wild=wild, order=order)
    if to.suffix != ".efg":
        raise GameError(f'"{to.name}" is not the name of an .efg file: end it with .efg')
    written = write_efg(game_named(game, options), title=f"{game} {options or ''}".strip())
    nodes = 0

    def lines() -> Iterator[str]:
        nonlocal nodes
        with progress_bar("writing") as bar:
            for nodes, line in enumerate(written):
                if nodes % 1000 == 0:
                    bar.update(bar.task_ids[0], note=f"{nodes:,} nodes")
                yield line

    write_whole(to, lines())
    if json:
        print_json({"file": str(to), "nodes": nodes}, None)
    else:
        out.print(f"written: {to} ({nodes:,} nodes)", markup=False)
