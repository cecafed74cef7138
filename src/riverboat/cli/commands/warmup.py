"""`riverboat warmup`."""

from __future__ import annotations

from typing import Annotated

import typer

from riverboat.cli.output import Json, err, out, print_json


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("warmup")(warmup)


def warmup(
    everything: Annotated[
        bool, typer.Option("--all", help="Also what only long commands need: spots, exploit, training, environments.")
    ] = False,
    json: Json = False,
) -> None:
    """Compile kernels now, with a progress bar, so that nothing waits for them later."""
    import time

    from rich.progress import track

    from riverboat.kernel import forget_old_kernels, unkept, user_cache
    from riverboat.warmup import further_steps, steps

    start = time.perf_counter()
    done = []
    groups = [*steps(), *(further_steps() if everything else ())]
    for name, compile_now in track(groups, "compiling", console=err, transient=True):
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
