"""`riverboat odds`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
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
from riverboat.errors import OddsError, did_you_mean

if TYPE_CHECKING:
    from riverboat.odds.equity import Method
    from riverboat.odds.question import Question
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
        typer.Argument(help='A hand, or several: "AhKh", "AhKh vs QsQc vs 20%", "AA vs 72o". None opens a prompt.'),
    ] = None,
    board: Annotated[str, typer.Option("--board", "-b", help="The board: 0, 3, 4 or 5 cards, like 2h7hTc.")] = "",
    opponents: Annotated[
        int | None, typer.Option("--opponents", "-o", help="Opponents with random cards (1 for a lone hand).")
    ] = None,
    dead: Annotated[str, typer.Option(help="Cards that are out of play.")] = "",
    game: Annotated[str, typer.Option(help='"holdem", or "omaha" for hands of four cards.')] = "holdem",
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
) -> tuple[Question, OneHand | None]:
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
    from riverboat.odds.omaha import ask_omaha, one_hand_omaha

    asked = ask_omaha(hands, board=board, dead=dead, opponents=opponents)
    return asked, one_hand_omaha(asked)


def _draw(question: Question, found: Equity, picture: Path, method: Method, simulations: int, seed: int) -> None:
    from riverboat.odds.pictures import plot_streets
    from riverboat.odds.streets import equity_by_street

    with err.status("drawing"):
        streets = equity_by_street(question, last=found, method=method, simulations=simulations, seed=seed)
        plot_streets(streets, picture)


def answer_with_progress(
    question: Question, method: Method, simulations: int, precision: float | None, seed: int
) -> tuple[Equity, bool]:
    """Answer, with a bar for what takes longer than a moment, and say whether Ctrl-C ended it early."""
    from riverboat.odds.equity import answer_steps

    found: Equity | None = None
    try:
        with progress_bar("working") as progress:
            for found in answer_steps(question, method=method, simulations=simulations, precision=precision, seed=seed):
                if found.method == "simulated":
                    done = found.games / simulations if precision is None else min(1.0, (precision / found.error) ** 2)
                    note = f"{found.games:,} games, standard error {100 * found.error:.4f} %"
                    progress.update(progress.task_ids[0], total=1.0, completed=done, note=note)
    except KeyboardInterrupt:
        if found is None:
            raise
        return found, True
    assert found is not None
    return found, False


def show(question: Question, found: Equity, hand: OneHand | None) -> None:
    """Print the odds as tables."""
    out.print(f"[bold]{escape(_title(question))}[/]")
    table = Table()
    table.add_column("hand", style="bold")
    for name in ("win", "tie", "lose", "equity"):
        table.add_column(name, justify="right")
    known = len(question.hands)
    for player in found.players[: known + (question.opponents == 1)]:
        table.add_row(
            escape(player.hand), *(percent(each) for each in (player.win, player.tie, player.lose, player.equity))
        )
    out.print(table)
    if question.opponents > 1:
        rest = sum(player.equity.mean for player in found.players[known:])
        out.print(f"each of {question.opponents} random hands: equity {100 * rest / question.opponents:.2f} %")
    if found.method == "exact":
        counts = found.players[0].counts or (0, 0, 0)
        out.print(f"exact: {sum(counts):,.0f} showdowns counted")
    else:
        out.print(f"simulated: {found.games:,} game{'s' * (found.games != 1)}; ± is the standard error")
    if hand is not None:
        _show_hand(question, hand)


def _title(question: Question) -> str:
    from riverboat.cards.cards import format_cards

    names = list(question.labels)
    if question.opponents:
        names.append("a random hand" if question.opponents == 1 else f"{question.opponents} random hands")
    title = " vs ".join(names)
    if question.board:
        title += f" on {format_cards(question.board)}"
    if question.dead:
        title += f", {format_cards(question.dead)} dead"
    return title


def _count(hands: float) -> str:
    """Hands that were counted, or their weight: five digits, and all of a large number."""
    return f"{hands:,.5g}" if hands < 1e5 else f"{hands:,.0f}"


def _show_hand(question: Question, hand: OneHand) -> None:
    out.print(f"[bold]{escape(question.names[0])}: {hand.made}[/]")
    table = Table(show_header=False)
    table.add_column()
    table.add_column(justify="right")
    table.add_column(style="dim")
    opponents = list(zip(question.names[1:], hand.strengths, strict=True))
    alike = len(set(hand.strengths)) == 1
    for name, strength in opponents[:1] if alike else opponents:
        counts = f"{_count(strength.ahead)} ahead, {_count(strength.tied)} tied, {_count(strength.behind)} behind"
        table.add_row("hand strength" if alike else f"strength against {escape(name)}", f"{strength.value:.3f}", counts)
    if len(opponents) > 1:
        table.add_row(f"against all {len(opponents)}", f"{hand.strength:.3f}", "the product over the opponents")
    for cards, potential in hand.potentials.items():
        come = "one card" if cards == 1 else "two cards"
        for name, chance, (cases, whole), does in (
            ("Ppot", potential.ppot, potential.gains, "behind turn ahead"),
            ("Npot", potential.npot, potential.losses, "ahead fall behind"),
        ):
            shown = (f"{chance:.3f}", f"{cases:,.8g} of {whole:,.8g} {does}") if whole else ("-", "never the case")
            table.add_row(f"{name}, {come}", *shown)
    out.print(table)
    out.print("[dim]ties count half[/]")
