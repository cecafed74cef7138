"""`riverboat odds`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from riverboat.cli.output import (
    Json,
    SeedOption,
    announce_compiling,
    choose_seed,
    err,
    out,
    percent,
    print_json,
    progress_bar,
)

if TYPE_CHECKING:
    from riverboat.odds.equity import Method
    from riverboat.odds.question import Question
    from riverboat.odds.report import OneHand
    from riverboat.odds.result import Equity


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("odds")(odds)


def odds(
    hands: Annotated[
        str | None,
        typer.Argument(help='A hand, or several: "AhKh", "AhKh vs QsQc vs 20%", "AA vs 72o". None opens a prompt.'),
    ] = None,
    board: Annotated[str, typer.Option("--board", "-b", help="The board: 0, 3, 4 or 5 cards, like 2h7hTc.")] = "",
    opponents: Annotated[
        int | None, typer.Option("--opponents", "-o", help="Opponents with random cards (1 for a lone hand).")
    ] = None,
    dead: Annotated[str, typer.Option(help="Cards that are out of play.")] = "",
    simulations: Annotated[int, typer.Option("--simulations", "-n", help="Games to simulate.")] = 50_000,
    precision: Annotated[
        float | None, typer.Option(help="Simulate until the standard error of every equity is this small.")
    ] = None,
    exact: Annotated[bool, typer.Option("--exact", help="Count every case even if it takes minutes.")] = False,
    simulate: Annotated[bool, typer.Option("--simulate", help="Simulate even where counting is quick.")] = False,
    picture: Annotated[Path | None, typer.Option(help="Draw how equity moves street by street (.svg, .png).")] = None,
    paper: Annotated[bool, typer.Option("--paper", help="Two papers' tables, ours beside theirs.")] = False,
    seed: SeedOption = None,
    json: Json = False,
) -> None:
    """Win, tie, lose, equity, hand strength and potential of hands and ranges."""
    seed = choose_seed(seed)
    announce_compiling()
    if paper:
        from riverboat.cli.odds_paper import show_paper

        show_paper(seed, json)
        return
    if hands is None:
        from riverboat.cli.odds_prompt import run_prompt

        run_prompt()
        return
    from riverboat.odds.question import ask, split_hands
    from riverboat.odds.report import one_hand, to_json

    lone = len(split_hands(hands)) == 1
    question = ask(hands, board=board, dead=dead, opponents=(1 if lone else 0) if opponents is None else opponents)
    method: Method = "exact" if exact else "simulate" if simulate else "auto"
    found = answer_with_progress(question, method, simulations, precision, seed)
    hand = one_hand(question)
    if picture is not None:
        _draw(question, picture, simulations, seed)
    if json:
        print_json(to_json(question, found, hand), seed)
    else:
        show(question, found, hand)
        if found.method == "simulated":
            out.print(f"[dim]seed {seed}[/]")
        if picture is not None:
            out.print(f"picture: {picture}")


def _draw(question: Question, picture: Path, simulations: int, seed: int) -> None:
    from riverboat.odds.pictures import plot_streets
    from riverboat.odds.streets import equity_by_street

    with err.status("drawing"):
        plot_streets(equity_by_street(question, simulations=simulations, seed=seed), picture)


def answer_with_progress(
    question: Question, method: Method, simulations: int, precision: float | None, seed: int
) -> Equity:
    """Answer, with a bar for what takes longer than a moment."""
    from riverboat.odds.equity import answer_steps

    with progress_bar("simulating" if method == "simulate" else "counting") as progress:
        for found in answer_steps(question, method=method, simulations=simulations, precision=precision, seed=seed):
            if found.method == "simulated":
                done = found.games / simulations if precision is None else min(1.0, (precision / found.error) ** 2)
                note = f"{found.games:,} games, standard error {100 * found.error:.4f} %"
                progress.update(progress.task_ids[0], total=1.0, completed=done, note=note)
    return found


def show(question: Question, found: Equity, hand: OneHand | None) -> None:
    """Print the odds as tables."""
    from riverboat.cards.cards import format_cards

    title = " vs ".join(question.names)
    if question.board:
        title += f" on {format_cards(question.board)}"
    table = Table(title=title, title_justify="left")
    table.add_column("hand", style="bold")
    for name in ("win", "tie", "lose", "equity"):
        table.add_column(name, justify="right")
    for player in found.players:
        table.add_row(player.hand, *(percent(each) for each in (player.win, player.tie, player.lose, player.equity)))
    out.print(table)
    if found.method == "exact":
        counts = found.players[0].counts or (0, 0, 0)
        out.print(f"exact: {sum(counts):,.0f} showdowns counted")
    else:
        out.print(f"simulated: {found.games:,} games; ± is the standard error")
    if hand is not None:
        _show_hand(question, hand)


def _show_hand(question: Question, hand: OneHand) -> None:
    table = Table(title=f"{question.names[0]}: {hand.made}", title_justify="left")
    table.add_column("")
    table.add_column("", justify="right")
    table.add_column("from", style="dim")
    first = hand.strengths[0]
    counts = f"{first.ahead:,.5g} ahead, {first.tied:,.5g} tied, {first.behind:,.5g} behind"
    table.add_row("hand strength", f"{first.value:.3f}", counts)
    if len(hand.strengths) > 1:
        table.add_row(f"against all {len(hand.strengths)}", f"{hand.strength:.3f}", "the product over the opponents")
    for cards, potential in hand.potentials.items():
        name = "one card" if cards == 1 else "two cards"
        ahead, _, behind = potential.table
        table.add_row(f"Ppot, {name}", f"{potential.ppot:.3f}", f"{behind[0]:,.6g} of {sum(behind):,.7g} turn ahead")
        table.add_row(f"Npot, {name}", f"{potential.npot:.3f}", f"{ahead[2]:,.6g} of {sum(ahead):,.7g} fall behind")
    out.print(table)
