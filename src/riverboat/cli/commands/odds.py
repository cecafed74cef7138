"""`riverboat odds`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riverboat.cli.odds_answer import answer_with_progress, show
from riverboat.cli.output import Json, SeedOption, announce_compiling, choose_seed, err, out, print_json
from riverboat.errors import OddsError, did_you_mean

if TYPE_CHECKING:
    from riverboat.odds.equity import Method
    from riverboat.odds.question import OddsQuestion
    from riverboat.odds.report import OneHand
    from riverboat.odds.result import Equity


#: Whose odds can be asked for.
GAMES = ("holdem", "omaha")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("odds")(odds)


def odds(
    hands: Annotated[
        str | None,
        typer.Argument(
            help='A hand, or several: "AhKh", "AhKh vs QsQc vs 20%", "AA vs 72o". Without one a prompt opens.'
        ),
    ] = None,
    board: Annotated[str, typer.Option("--board", "-b", help="The board: 0, 3, 4 or 5 cards, like 2h7hTc.")] = "",
    opponents: Annotated[
        int | None,
        typer.Option("--opponents", "-o", help="Opponents with random cards (by default 1 if you give a single hand)."),
    ] = None,
    dead: Annotated[str, typer.Option(help="Cards that are out of play.")] = "",
    game: Annotated[str, typer.Option(help='"holdem", or "omaha" for hands of four cards.')] = "holdem",
    simulations: Annotated[int, typer.Option("--simulations", "-n", help="Games to simulate.")] = 50_000,
    precision: Annotated[
        float | None, typer.Option(help="Simulate until the standard error of every equity is this small.")
    ] = None,
    exact: Annotated[bool, typer.Option("--exact", help="Count every case even if it takes minutes.")] = False,
    simulate: Annotated[bool, typer.Option("--simulate", help="Simulate even if counting is quick.")] = False,
    picture: Annotated[Path | None, typer.Option(help="Draw how equity moves street by street (.svg, .png).")] = None,
    paper: Annotated[
        bool, typer.Option("--paper", help="Two papers' tables, with our figures next to theirs.")
    ] = False,
    seed: SeedOption = None,
    json: Json = False,
) -> None:
    """Show the chances to win, tie and lose, equity, hand strength and potential of hands and ranges."""
    seed = choose_seed(seed)
    announce_compiling()
    if paper:
        from riverboat.cli.odds_paper import show_paper

        show_paper(seed, json)
        return
    if hands is None:
        if json or picture or board or dead or opponents is not None:
            raise OddsError("a hand is missing: write it first, like riverboat odds AhKh --board 2h7hTc")
        from riverboat.cli.odds_prompt import run_prompt

        run_prompt()
        return
    from riverboat.odds.report import to_json

    if exact and simulate:
        raise OddsError("--exact and --simulate exclude each other: give one of them, or neither")
    question, hand = _ask(game, hands, board, dead, opponents, picture)
    method: Method = "exact" if exact else "simulate" if simulate else "auto"
    found, interrupted = answer_with_progress(question, method, simulations, precision, seed)
    if picture is not None and not interrupted:
        _draw(question, found, picture, method, simulations, seed)
    if json:
        print_json(to_json(question, found, hand), seed)
    else:
        show(question, found, hand)
        if found.method == "simulated":
            out.print(f"[dim]seed {seed}[/]")
        if picture is not None and not interrupted:
            out.print(f"picture: {picture}", markup=False)
    if interrupted:
        raise KeyboardInterrupt


def _ask(
    game: str, hands: str, board: str, dead: str, opponents: int | None, picture: Path | None
) -> tuple[OddsQuestion, OneHand | None]:
    """The question, and what can be said of its first hand without an answer."""
    if game == "holdem":
        from riverboat.odds.question import ask
        from riverboat.odds.report import one_hand

        question = ask(hands, board=board, dead=dead, opponents=opponents)
        return question, one_hand(question)
    if game != "omaha":
        raise OddsError(f'there are no odds of "{game}"{did_you_mean(game, GAMES)}: --game is holdem or omaha')
    if picture is not None:
        raise OddsError("there is no picture of Omaha's odds: leave out --picture")
    from riverboat.odds.omaha.equity import ask_omaha, one_hand_omaha

    asked = ask_omaha(hands, board=board, dead=dead, opponents=opponents)
    return asked, one_hand_omaha(asked)


def _draw(question: OddsQuestion, found: Equity, picture: Path, method: Method, simulations: int, seed: int) -> None:
    from riverboat.odds.pictures import plot_streets
    from riverboat.odds.streets import equity_by_street

    with err.status("drawing"):
        streets = equity_by_street(question, last=found, method=method, simulations=simulations, seed=seed)
        plot_streets(streets, picture)
