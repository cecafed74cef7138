"""`riverboat solve spots`."""

from __future__ import annotations

import json as json_text
import os
import shlex
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from riverboat.cli.commands.spots.solve_spot import TargetOption, read_target
from riverboat.cli.live_view import run_steps
from riverboat.cli.output import Json, SeedOption, announce_compiling, err, out, print_json
from riverboat.cli.spot_options import SpotWords, read_words, takes_a_spot, text_lines
from riverboat.cli.work_options import CheckpointOption, ClusterOption, ResumeOption, WorkersOption
from riverboat.errors import GameError, RiverboatError, counted

if TYPE_CHECKING:
    from riverboat.arena.spots.batch import BatchProgress, SpotTask
    from riverboat.arena.work.executors import MakeExecutor
    from riverboat.solving.spots import Spot
    from riverboat.steps import Checkpoint


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("solve spots")(takes_a_spot(solve_spots))


def solve_spots(
    words: SpotWords,
    file: Annotated[
        Path, typer.Argument(help="One spot on each line: a board, or options of solve spot; # begins a comment.")
    ],
    at: Annotated[
        str, typer.Option(help="The node whose frequencies are listed in --json; by default the first.")
    ] = "",
    target: TargetOption = "0.3%",
    iterations: Annotated[int, typer.Option(min=1, help="... or after this many iterations.")] = 100_000,
    packed: Annotated[bool, typer.Option("--packed", help="Two bytes a number: half the memory.")] = False,
    folder: Annotated[Path | None, typer.Option("--out", help="A folder to keep all solutions in.")] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw all boards next to each other (.svg, .png, .pdf).")] = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    resume: ResumeOption = False,
    checkpoint: CheckpointOption = None,
    seed: SeedOption = None,
    json: Json = False,
) -> None:
    """Solve all spots of a file, and report them side by side: EV, equity and how often each side bets, board by board.

    Options given here apply to all lines that do not say otherwise. The result is the same on one process,
    on several and on a cluster; nothing is random, whatever the seed.
    """
    from riverboat.arena.spots.batch import batch_means, check_batch
    from riverboat.arena.work.executors import choose_executor

    if picture is not None:
        from riverboat.pictures import check_picture

        check_picture(picture)
    options = {"target": read_target(target), "most_iterations": iterations, "packed": packed, "at": at}
    tasks = read_tasks(file, words, folder=_folder(folder, cluster), **options)
    check_batch(tasks, processes=workers or (os.cpu_count() or 1 if cluster == "local" else 1))
    announce_compiling()
    begun = time.perf_counter()
    rows = _run(tasks, choose_executor(workers, cluster), _kept(tasks, checkpoint), resume=resume)
    if picture is not None:
        from riverboat.solving.spot_pictures import plot_boards

        plot_boards(rows, picture)
    if json:
        told = {"spots": rows, "means": batch_means(rows), "elapsed_s": time.perf_counter() - begun}
        print_json(told, seed)
    else:
        _tell(rows, batch_means(rows), [path for path in (picture, folder) if path is not None])


def _tell(rows: Sequence[dict[str, Any]], means: dict[str, Any], written: Sequence[Path]) -> None:
    out.print(_table(rows, means))
    out.print("[dim]EV and exploitability in per cent of the pot; ip bets: after a check of oop[/]")
    for path in written:
        out.print(f"written: {path}", markup=False)


def read_tasks(file: Path, common: SpotWords, *, folder: Path | None, **options: Any) -> list[SpotTask]:
    """The spots of a file, all of them checked; `common` holds for lines that do not say otherwise."""
    from riverboat.arena.spots.batch import SpotTask
    from riverboat.cards.cards import format_cards

    tasks = []
    for number, line in text_lines(file):
        name = f"{file.name}, line {number}"
        try:
            spot = _read_line(line, common)
        except RiverboatError as reason:
            raise GameError(f"{name}: {reason}") from None
        kept = None if folder is None else str(folder / f"{number:04d}-{format_cards(spot.board)}.npz")
        tasks.append(SpotTask(line=number, name=name, spot=spot, file=kept, **options))
    if not tasks:
        raise GameError(f"{file.name} holds no spot: write one a line, like Td9d6h or --board Td9d6h --pot 60")
    return tasks


def _read_line(line: str, common: SpotWords) -> Spot:
    from riverboat.solving.spots import spot_from_json

    if not line.startswith("{"):
        try:
            return read_words(shlex.split(line)).over(common).spot()
        except ValueError as reason:
            if isinstance(reason, RiverboatError):
                raise
            raise GameError(f"the quotation marks do not match: {line}") from None
    try:
        return spot_from_json(json_text.loads(line))
    except (TypeError, KeyError, AttributeError, json_text.JSONDecodeError, RecursionError):
        raise GameError("this is not a spot in JSON, as `solve spot --json` prints it under spot") from None


def _folder(folder: Path | None, cluster: str | None) -> Path | None:
    if folder is None:
        return None
    if cluster not in (None, "local"):
        raise GameError("--out keeps solutions on the machine that finds them: leave it out on a cluster")
    from riverboat.files import check_writable

    check_writable(folder.absolute())
    folder.mkdir(exist_ok=True)
    return folder.absolute()


def _kept(tasks: Sequence[SpotTask], path: Path | None) -> Checkpoint:
    from riverboat.arena.spots.batch import batch_work
    from riverboat.kernel import user_cache
    from riverboat.steps import Checkpoint, work_name

    work = batch_work(tasks)
    return Checkpoint(path or user_cache() / "checkpoints" / f"spots-{work_name(work)}.jsonl", work)


def _run(
    tasks: Sequence[SpotTask], make_executor: MakeExecutor | None, kept: Checkpoint, *, resume: bool
) -> list[dict[str, Any]]:
    from riverboat.arena.spots.batch import batch_steps

    err.print(f"[dim]{counted(len(tasks), 'spot')} to solve[/]")
    steps = batch_steps(tasks, make_executor=make_executor, checkpoint=kept, resume=resume)
    return run_steps(steps, None, _standing, what="solved")


def _standing(step: BatchProgress) -> tuple[float, str, Table | None]:
    newest = "" if step.row is None else f", last {step.row['board']}"
    return step.done / step.count, f"{step.done:,} of {counted(step.count, 'spot')}{newest}", None


def _table(rows: Sequence[dict[str, Any]], means: dict[str, Any]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("board", no_wrap=True)
    for heading in ("EV oop", "EV ip", "equity oop", "oop bets", "ip bets", "exploitability"):
        table.add_column(heading, justify="right")
    for row in rows:
        shares = [row["equity"][0], *row["bets"], row["exploitability_pot"]]
        table.add_row(row["board"], *(f"{value / row['pot']:.1%}" for value in row["ev"]), *map(_percent, shares))
    table.add_section()
    shown = (*means["ev_pot"], means["equity"][0], *means["bets"])
    table.add_row(f"mean of {len(rows)}", *map(_percent, shown), "", style="bold")
    return table


def _percent(value: float | None) -> str:
    return "" if value is None else f"{value:.2%}" if 0 < value < 0.01 else f"{value:.1%}"
