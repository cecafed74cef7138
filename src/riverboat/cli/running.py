"""What `match` and `tournament` share: where the work runs, its checkpoint, and how it stands while it runs."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from rich.console import Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table

from riverboat.cli.interrupts import as_interrupt
from riverboat.cli.output import err
from riverboat.errors import ArenaError

if TYPE_CHECKING:
    from riverboat.agents.bots.processes import BotLimits
    from riverboat.arena.checkpoint import Checkpoint
    from riverboat.arena.matches.match import Progress
    from riverboat.arena.matches.plan import MatchPlan
    from riverboat.arena.matches.results import EntrantResult, MatchResult
    from riverboat.arena.matches.statistics import StoppingRule
    from riverboat.arena.tournaments.elimination import EliminationPlan, FieldResult
    from riverboat.arena.work.executors import MakeExecutor

Plan = TypeVar("Plan", "MatchPlan", "EliminationPlan")
Step = TypeVar("Step")
Result = TypeVar("Result")

#: The exit code where a bot failed so often that it was asked no more.
FORFEITED = 3
#: From so many hands on a match of compiled agents is worth several processes.
MANY_HANDS = 200_000

WorkersOption = Annotated[int | None, typer.Option("--workers", min=1, max=256, help="Processes to play in.")]
ClusterOption = Annotated[
    str | None,
    typer.Option("--cluster", help="A Dask cluster to play on: tcp://HOST:8786, or local for one of its own."),
]
ResumeOption = Annotated[bool, typer.Option("--resume", help="Go on with an interrupted run of the same command.")]
BotSecondsOption = Annotated[
    float, typer.Option("--bot-seconds", min=0.01, help="How long a bot may think about an action.")
]
BotMemoryOption = Annotated[int, typer.Option("--bot-memory", min=64, help="How many megabytes a bot may use.")]
BotLogOption = Annotated[
    Path | None, typer.Option("--bot-log", help="Write what bots print into this file, not to standard error.")
]
TrustBotsOption = Annotated[
    bool, typer.Option("--trust-bots", help="Let bots write files and use the network: they are not shut in.")
]
CheckpointOption = Annotated[Path | None, typer.Option("--checkpoint", help="Where an interrupted run is kept.")]


def executor_for(workers: int | None, cluster: str | None, *, many: bool, here: bool = False) -> MakeExecutor | None:
    """Where the work shall run. `many`: it is worth all cores where nothing is said; `here`: it can't leave."""
    from riverboat.arena.work.executors import choose_executor

    if here:
        if cluster is not None or (workers or 1) > 1:
            raise ArenaError(
                "--store keeps hands in the order they are played, here: leave out --workers and --cluster"
            )
        return None
    if workers is None and cluster is None and many:
        workers = os.cpu_count() or 1
    return choose_executor(workers, cluster)


def keep_work(
    plan: Plan,
    describe: Callable[[Plan], dict[str, Any]],
    *,
    kind: str,
    seed: str | None,
    resume: bool,
    path: Path | None,
) -> tuple[Plan, Checkpoint]:
    """The plan with its seed (a key that is drawn, or the seed of the run to go on with) and its checkpoint."""
    from riverboat.arena.checkpoint import Checkpoint, work_name, work_of
    from riverboat.arena.matches.plan import draw_seed
    from riverboat.kernel import user_cache

    name = work_name(describe(plan), without=("seed",))
    path = path or user_cache() / "checkpoints" / f"{kind}-{name}.jsonl"
    begun = work_of(path) if resume else None
    if resume and begun is None:
        err.print("[dim]nothing to go on with: this command has not been interrupted; beginning[/]")
    drawn = draw_seed(seed)
    if begun is not None and seed is None and isinstance(begun.get("seed"), int):
        drawn = begun["seed"]
    plan = replace(plan, seed=drawn)
    warn_of_small_seed(plan)
    return plan, Checkpoint(path, describe(plan))


def warn_of_small_seed(plan: MatchPlan | EliminationPlan) -> None:
    """Bots can find a small seed by trying all, and so know the cards."""
    from riverboat.cards.seeds import is_key

    if plan.has_bots and not is_key(plan.seed):
        err.print(
            "[dim]a typed seed is for repeating, not for rating bots: one that tries all small seeds knows the cards[/]"
        )


def bot_limits(
    seconds: float = 2.0, memory_mb: int = 2048, *, log: Path | None = None, trusted: bool = False
) -> BotLimits:
    """The limits that the options say; the log is begun anew."""
    from riverboat.agents.bots.processes import BotLimits

    if log is not None:
        try:
            log.write_text("", "utf-8")
        except OSError as error:
            raise ArenaError(f'the log "{log}" cannot be written: {error.strerror}') from None
    path = "" if log is None else str(log.resolve())
    return BotLimits(decision_s=seconds, memory_mb=memory_mb, log=path, confine=not trusted)


def tell_of_faults(players: Sequence[EntrantResult | FieldResult]) -> int:
    """Show the stack of each bot's first fault, and say loudly who forfeited; the exit code that follows."""
    for player in players:
        if player.first_stack:
            err.print(f"first fault of {player.name}, {player.first_faults[0]}", markup=False)
            err.print(player.first_stack, markup=False, soft_wrap=True)
    out = [player for player in players if player.forfeited]
    for player in out:
        err.print(
            f"{player.name} FORFEITED after {player.faults} faults: it checked or folded from then on, and its result "
            "says nothing of how it plays",
            style="bold red",
            markup=False,
        )
    return FORFEITED if out else 0


def run_steps(
    steps: Generator[Step, None, Result],
    seed: int | str,
    show: Callable[[Step], tuple[float, str, Table | None]],
    *,
    saw: Callable[[Step], None] | None = None,
    what: str = "played",
) -> Result:
    """Run to the end, showing how it stands; an interrupt leaves the checkpoint, and says how to go on.

    `show` gives the part that is done (0 to 1), a line, and the standings. It is asked a few times a second only;
    `saw` is told of every step.
    """
    with live_view() as view:
        try:
            while True:
                with as_interrupt():
                    step = next(steps)
                if saw is not None:
                    saw(step)
                view(lambda step=step: show(step))  # type: ignore[misc]
        except StopIteration as end:
            result: Result = end.value
            return result
        except KeyboardInterrupt:
            steps.close()
            err.print(f"what was {what} is kept: the same command with --seed {seed} --resume goes on")
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


def run_match(
    plan: MatchPlan,
    kept: Checkpoint,
    *,
    make_executor: MakeExecutor | None,
    resume: bool,
    stopping: StoppingRule | None = None,
    store: str | bool | None = False,
) -> tuple[MatchResult, int]:
    """Play a match or ring; `store` is a database, None for the usual one, or False for none."""
    from riverboat.arena.matches.match import match_steps
    from riverboat.cards.seeds import format_seed

    with ExitStack() as stack:
        recorder = None
        if store is not False:
            from riverboat.arena.matches.recording import Recorder
            from riverboat.records.store.hand_store import Store

            assert store is not True
            recorder = Recorder(stack.enter_context(Store(store)), plan)
            stack.callback(recorder.flush)
        steps = match_steps(
            plan, make_executor=make_executor, checkpoint=kept, resume=resume, stopping=stopping, on_hand=recorder
        )
        result = run_steps(steps, format_seed(plan.seed), lambda step: _match_standing(plan, step))
        if recorder is not None:
            recorder.flush()
        return result, recorder.stored if recorder is not None else 0


def _match_standing(plan: MatchPlan, step: Progress) -> tuple[float, str, Table | None]:
    table = Table(box=None, pad_edge=False)
    table.add_column("player", overflow="fold")
    table.add_column(f"{plan.unit.heading} so far", justify="right")
    for mean, each in sorted(zip(step.means_sb, plan.entrants, strict=True), key=lambda pair: -pair[0]):
        table.add_row(each.name, f"{mean:+.4f}")
    return step.units_done / step.units, f"{step.hands_done:,} hands", table
