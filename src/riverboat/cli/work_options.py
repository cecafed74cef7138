"""What `match`, `tournament` and `bot` share: where the work runs, its checkpoint, the limits and faults of bots."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from riverboat.cli.output import err
from riverboat.errors import ArenaError

if TYPE_CHECKING:
    from riverboat.agents.bots.processes import BotLimits
    from riverboat.arena.league.plan import LeaguePlan
    from riverboat.arena.matches.plan import MatchPlan
    from riverboat.arena.matches.results import EntrantResult
    from riverboat.arena.tournaments.elimination import EliminationPlan, FieldResult
    from riverboat.arena.work.executors import MakeExecutor
    from riverboat.steps import Checkpoint

Plan = TypeVar("Plan", "MatchPlan", "EliminationPlan", "LeaguePlan")

#: The exit code where a bot failed so often that it was asked no more.
FORFEITED = 3
#: From this many hands on a match of compiled agents is worth several processes.
MANY_HANDS = 200_000

WorkersOption = Annotated[int | None, typer.Option("--workers", min=1, max=256, help="Processes to play in.")]
ClusterOption = Annotated[
    str | None,
    typer.Option("--cluster", help="A Dask cluster to play on: tcp://HOST:8786, or local to start one here."),
]
ResumeOption = Annotated[bool, typer.Option("--resume", help="Go on with an interrupted run of this command.")]
BotSecondsOption = Annotated[
    float, typer.Option("--bot-seconds", min=0.01, help="How long a bot may think about an action.")
]
BotMemoryOption = Annotated[int, typer.Option("--bot-memory", min=64, help="How many megabytes a bot may use.")]
BotLogOption = Annotated[
    Path | None, typer.Option("--bot-log", help="Write what bots print into this file, not to standard error.")
]
TrustBotsOption = Annotated[
    bool, typer.Option("--trust-bots", help="Don't confine bots: let them write files and use the network.")
]
CheckpointOption = Annotated[Path | None, typer.Option("--checkpoint", help="Where an interrupted run is kept.")]


RulesOption = Annotated[
    str | None, typer.Option("--rules", metavar="NAME", help="A named set of rules: perudo at bluff, to the last die.")
]
WholeOption = Annotated[
    bool | None,
    typer.Option(
        "--whole/--rounds",
        help="Bluff: whole matches, each to the last die, or single rounds; by default what is usual for the rules.",
    ),
]


def set_whole(whole: bool | None) -> dict[str, bool]:
    """The setting of a plan, where something was said of it."""
    return {} if whole is None else {"whole": whole}


def read_rules(typed: list[str], named: str | None = None) -> dict[str, Any]:
    """The options of a game as typed: numbers, tuples of numbers, words; and a named set of rules."""
    options: dict[str, Any] = {} if named is None else {"rules": named}
    for text in typed:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise ArenaError(f'"{text}" sets no rule: write --rule NAME=VALUE, for example --rule stack=500')
        if name == "seats":
            raise ArenaError("the seats are as many as the players: name more agents")
        options[name.replace("-", "_")] = _value(value)
    return options


def _value(text: str) -> Any:
    words: dict[str, Any] = {"none": None, "true": True, "false": False}
    if "," in text:
        return tuple(_value(part.strip()) for part in text.strip("()").split(",") if part.strip())
    if text.lower() in words:
        return words[text.lower()]
    return int(text) if text.lstrip("-").isdecimal() else text


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
    from riverboat.arena.matches.plan import draw_seed
    from riverboat.kernel import user_cache
    from riverboat.steps import Checkpoint, work_name, work_of

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


def warn_of_small_seed(plan: MatchPlan | EliminationPlan | LeaguePlan) -> None:
    """Bots can find a small seed by trying all, and so know the cards."""
    from riverboat.cards.seeds import is_key

    if plan.has_bots and not is_key(plan.seed):
        err.print(
            "[dim]a typed seed is for repeating, not for rating bots: one that tries all small seeds knows the cards[/]"
        )


def bot_limits(
    seconds: float = 2.0, memory_mb: int = 2048, *, log: Path | None = None, trusted: bool = False
) -> BotLimits:
    """The limits that the options say; the log is begun again."""
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
            "says nothing about how it plays",
            style="bold red",
            markup=False,
        )
    return FORFEITED if out else 0
