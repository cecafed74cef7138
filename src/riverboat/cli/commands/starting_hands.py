"""`riverboat starting-hands`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from riverboat.cli.output import Json, announce_compiling, out, print_json, progress_bar

_Players = Annotated[int | None, typer.Option("--players", "-p", help="One table size, 2 to 10; by default all.")]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("starting-hands")(starting_hands)


def starting_hands(
    players: _Players = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the 13 x 13 grid (.svg, .png).")] = None,
    top: Annotated[int, typer.Option(min=1, max=169, help="How many hands to list.")] = 169,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Simulate all figures again (takes minutes; can be resumed).")
    ] = False,
    error: Annotated[float, typer.Option(min=0.0001, max=1.0, help="With --rebuild: the standard error.")] = 0.0015,
    threads: Annotated[int, typer.Option(min=1, help="With --rebuild: how many threads.")] = 2,
    seed: Annotated[int, typer.Option(min=0, help="With --rebuild: the seed.")] = 1999,
    json: Json = False,
) -> None:
    """Show income rate (small bets a hand) and equity of the 169 starting hands at tables of 2 to 10."""
    from riverboat.odds import starting_hands as figures

    if rebuild:
        announce_compiling()
        with progress_bar("simulating") as progress:
            for done, total in figures.rebuild(seed=seed, income_error=error, threads=threads):
                progress.update(progress.task_ids[0], total=total, completed=done, note=f"{done:,} of {total:,}")
        figures.starting_hands.cache_clear()
    known = figures.starting_hands()
    sizes = figures.TABLE_SIZES if players is None else (players,)
    order = known.ranked(players or 2)[:top]
    if picture is not None:
        from riverboat.odds.pictures import plot_starting_hands

        plot_starting_hands(known, players or 10, picture)
    if json:
        print_json({"unit": "small bets a hand", "made_by": known.made_by, "hands": _rows(known, order, sizes)}, seed)
        return
    _print_table(known, order, sizes)
    if picture is not None:
        out.print(f"picture: {picture}")


def _print_table(known: Any, order: list[str], sizes: tuple[int, ...]) -> None:
    table = Table(
        title="Income rate in small bets a hand, by table size",
        title_justify="left",
        box=SIMPLE_HEAD,
        padding=(0, 0, 0, 1),
        pad_edge=False,
    )
    table.add_column("hand", no_wrap=True)
    table.add_column("equity\nof 2", justify="right", no_wrap=True)
    for size in sizes:
        table.add_column(f"{size}", justify="right", no_wrap=True)
    for row in _rows(known, order, sizes):
        means = [each if isinstance(each, float) else each["mean"] for each in row["income"].values()]
        table.add_row(row["hand"], f"{100 * row['equity_heads_up']:.2f}%", *(f"{mean:+.2f}" for mean in means))
    worst = [known.income_error[size - 2].max() for size in sizes]
    table.add_section()
    table.add_row(
        "[dim]±[/]",
        "[dim]exact[/]",
        *(f"[dim]{error:.4f}[/]".replace("0.", ".") if error else "[dim]exact[/]" for error in worst),
    )
    out.print(table)
    out.print("[dim]±: the largest standard error of the column; each hand's own is in --json[/]")


def _rows(known: Any, order: list[str], sizes: tuple[int, ...]) -> list[dict[str, Any]]:
    from riverboat.cards.holdings import CLASS_OF_NAME
    from riverboat.intervals import Estimate

    rows = []
    for name in order:
        column = CLASS_OF_NAME[name]
        income: dict[str, Any] = {}
        for size in sizes:
            mean, error = known.income[size - 2, column], known.income_error[size - 2, column]
            simulated = Estimate(float(mean), float(error), n=0 if size == 2 else 1).to_json()
            if isinstance(simulated, dict):
                del simulated["n"]
            income[str(size)] = simulated
        rows.append({"hand": name, "equity_heads_up": float(known.equity[0, column]), "income": income})
    return rows
