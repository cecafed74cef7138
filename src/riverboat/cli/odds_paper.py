"""`riverboat odds --paper`: two papers' figures and ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table

from riverboat.cli.output import err, out, print_json

if TYPE_CHECKING:
    from riverboat.odds.paper import Line

_TITLES = {
    "Lokibot": "Billings et al. 1999, worked example",
    "2": "Vinther & Holst 2015, Table 2: spread of 50 runs, per cent",
    "3": "Table 3: seconds a run",
    "4": "Table 4: wins against one opponent before the flop, per cent",
    "5": "Table 5: wins street by street, per cent",
    "6": "Table 6: aces against 1 to 9, per cent",
}


def show_paper(seed: int, json: bool) -> None:
    """Work out and print the figures."""
    from riverboat.odds.paper import compare

    with err.status("counting and simulating"):
        lines = list(compare(seed))
    if json:
        print_json({"figures": [_as_json(line) for line in lines]}, seed)
        return
    for table, title in _TITLES.items():
        _print(title, [line for line in lines if line.table == table])
    out.print("theirs: the paper's; ours: counted exactly (Table 6: simulated); ±: standard error")
    out.print(
        "Algorithm 1: the thesis's own, which calls it a draw at the first equal opponent; wins plus half of draws"
    )
    out.print("theirs off by: theirs less ours; simulation off by: our own simulation less ours, in standard errors")
    out.print(f"[dim]seed {seed}[/]")


def _print(title: str, lines: list[Line]) -> None:
    sheet = Table(title=title, title_justify="left")
    simulated = any(line.simulated for line in lines)
    checked = any(line.simulated and line.counted for line in lines)
    sheet.add_column("", no_wrap=True)
    names = ["theirs", "ours", *["theirs off by"] * simulated, *["ours simulated", "simulation off by"] * checked]
    for name in names:
        sheet.add_column(name, justify="right")
    noted = any(line.note for line in lines)
    if noted:
        sheet.add_column("", style="dim")
    for line in lines:
        cells = [_number(line.theirs), _number(line.ours)]
        if line.simulated:
            told = f"{line.simulated.mean:.2f} ± {line.simulated.error:.2f}"
            off = f"{line.theirs - line.ours:+.2f}"
            cells = [cells[0], told, off] if not line.counted else [*cells, off, told, f"{line.deviation:+.1f} errors"]
        sheet.add_row(line.name, *cells, *([line.note] if noted else []))
    out.print(sheet)


def _number(figure: float) -> str:
    if float(figure).is_integer() and abs(figure) >= 1:
        return f"{figure:,.0f}"
    return f"{figure:.2f}" if abs(figure) >= 1 else f"{figure:.3g}"


def _as_json(line: Line) -> dict[str, object]:
    return {
        "table": line.table,
        "name": line.name,
        "paper": line.theirs,
        "ours": line.ours,
        "simulated": line.simulated.to_json() if line.simulated else None,
        "note": line.note,
    }
