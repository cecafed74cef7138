"""The answer to a question of odds: worked out with a bar, and shown as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.markup import escape
from rich.table import Table

from riverboat.cli.output import out, percent, progress_bar

if TYPE_CHECKING:
    from riverboat.odds.equity import Method
    from riverboat.odds.question import OddsQuestion
    from riverboat.odds.report import OneHand
    from riverboat.odds.result import Equity


def answer_with_progress(
    question: OddsQuestion, method: Method, simulations: int, precision: float | None, seed: int
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


def show(question: OddsQuestion, found: Equity, hand: OneHand | None) -> None:
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


def _title(question: OddsQuestion) -> str:
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


def _show_hand(question: OddsQuestion, hand: OneHand) -> None:
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
