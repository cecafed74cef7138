"""`riverboat tables`."""

from __future__ import annotations

import typer

from riverboat.cli.output import Json, err, out, print_json


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("tables")(tables)


def tables(json: Json = False) -> None:
    """Make the evaluator's tables and the order of the starting hands again, and write them into the package."""
    from riverboat.cards import tables as evaluator_tables
    from riverboat.cards.ranges import ORDER_PATH
    from riverboat.files import check_writable
    from riverboat.odds.class_order import class_order, write_class_order

    for path in (evaluator_tables.PATH, ORDER_PATH):
        check_writable(path)
    built = evaluator_tables.build()
    with err.status("counting 169 starting hands against a random hand"):
        best = class_order()
    evaluator_tables.save(built)  # both are written once both are there: Ctrl-C before this leaves the package as it is
    write_class_order(best)
    written = [evaluator_tables.PATH.name, "class_order.json"]
    if json:
        print_json({"written": written, "best": best[0], "worst": best[-1]}, None)
    else:
        out.print(f"written: {', '.join(written)}; {best[0]} is best, {best[-1]} worst.")
