"""`riverboat warmup` and `riverboat tables`."""

from __future__ import annotations

import typer

from riverboat.cli.output import Json, err, out, print_json


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("warmup")(warmup)
    app.command("tables")(tables)


def warmup(json: Json = False) -> None:
    """Compile every kernel now, with a progress bar, so that nothing waits for it later."""
    import time

    from rich.progress import track

    from riverboat.kernel import forget_old_kernels, unkept, user_cache
    from riverboat.warmup import steps

    start = time.perf_counter()
    done = []
    for name, compile_now in track(steps(), "compiling", console=err, transient=True):
        compile_now()
        done.append(name)
    forget_old_kernels()
    elapsed_s = time.perf_counter() - start
    for error in unkept:
        err.print(
            f"[yellow]warning:[/] kernels can't be kept in {user_cache()} ({error.strerror}): every run compiles again."
        )
    if json:
        print_json({"compiled": done, "elapsed_s": elapsed_s}, None)
    else:
        out.print(f"{len(done)} groups of kernels are ready ({elapsed_s:.1f} s).")


def tables(json: Json = False) -> None:
    """Make the evaluator's tables and the order of the starting hands anew, and write them into the package."""
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
