"""Long work while it runs: a bar with a line and a table on standard error, and what is said where it is cut off."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table

from riverboat.cli.interrupts import as_interrupt
from riverboat.cli.output import err
from riverboat.steps import run_to_end

Step = TypeVar("Step")
Result = TypeVar("Result")


def run_steps(
    steps: Generator[Step, None, Result],
    seed: int | str | None,
    show: Callable[[Step], tuple[float, str, Table | None]],
    *,
    saw: Callable[[Step], None] | None = None,
    what: str = "played",
) -> Result:
    """Run to the end, showing how it stands; an interrupt leaves the checkpoint, and says how to go on.

    `show` gives the part that is done (0 to 1), a line, and the standings. It is asked a few times a second only;
    `saw` is told of every step. Where nothing is drawn at random there is no seed.
    """

    def seen(step: Step) -> None:
        if saw is not None:
            saw(step)
        view(lambda: show(step))

    with live_view() as view:
        try:
            with as_interrupt():
                return run_to_end(steps, seen)
        except KeyboardInterrupt:
            steps.close()
            again = "--resume" if seed is None else f"--seed {seed} --resume"
            err.print(f"what was {what} is kept: the same command with {again} goes on")
            raise


@contextmanager
def live_view() -> Iterator[Callable[[Callable[[], tuple[float, str, Table | None]]], None]]:
    """A bar with a line and a table on standard error, which disappear at the end; nothing where nobody looks."""
    if not err.is_terminal:
        yield lambda _: None
        return
    latest: Callable[[], tuple[float, str, Table | None]] = lambda: (0.0, "beginning", None)  # noqa: E731

    def draw() -> Group:
        done, line, table = latest()
        row = Table.grid(padding=(0, 1))
        row.add_row(ProgressBar(total=1.0, completed=done, width=30), line)
        return Group(row, *([table] if table is not None else []))

    def update(show: Callable[[], tuple[float, str, Table | None]]) -> None:
        nonlocal latest
        latest = show

    with Live(console=err, transient=True, refresh_per_second=4, get_renderable=draw):
        yield update
