"""`riverboat play spot`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from riverboat.cli.output import Json, SeedOption, announce_compiling, choose_seed, err, out, print_json


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("play spot")(play_spot)


def play_spot(
    file: Annotated[Path, typer.Argument(help="A solved spot, as `solve spot --out` writes it (.npz).")],
    side: Annotated[
        str | None, typer.Option(help="Your side: oop or ip; by default you change sides after each hand.")
    ] = None,
    hands: Annotated[int | None, typer.Option(min=1, help="Leave after this many hands.")] = None,
    four_colours: Annotated[
        bool, typer.Option("--four-colours", "--four-colors", help="Each suit in a colour of its own.")
    ] = False,
    seed: SeedOption = None,
    json: Json = False,
) -> None:
    """Play one side of a solved spot against the solution; each decision is graded by what the solution does."""
    announce_compiling()
    import numpy as np

    from riverboat.arena.spots.practice import Practice
    from riverboat.cli.terminal.loop_spot import SpotSitting
    from riverboat.cli.terminal.view import Look
    from riverboat.solving.spots import SpotSolution

    drawn = choose_seed(seed)
    practice = Practice(SpotSolution.load(file), np.random.default_rng(drawn), side=side)
    look = Look(four_colours=four_colours, signs=out.encoding.lower().startswith("utf"))
    console = err if json else out
    SpotSitting(practice, console, look, hands=hands, quiet=json).run()
    if json:
        print_json(practice.to_json(), drawn)
    else:
        out.print(f"[dim]to repeat these hands: --seed {drawn}[/]")
