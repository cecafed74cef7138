"""`riverboat tournament ring` and `riverboat tournament elimination`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from riverboat.cards.seeds import format_seed
from riverboat.cli.live_view import run_steps
from riverboat.cli.match_run import MatchRun
from riverboat.cli.output import Json, KeyOption, announce_compiling, out, print_json
from riverboat.cli.work_options import (
    BotLogOption,
    BotMemoryOption,
    BotSecondsOption,
    CheckpointOption,
    ClusterOption,
    ResumeOption,
    RulesOption,
    TrustBotsOption,
    WholeOption,
    WorkersOption,
    bot_limits,
    executor_for,
    keep_work,
    read_rules,
    set_whole,
    tell_of_faults,
)
from riverboat.errors import ArenaError

if TYPE_CHECKING:
    from riverboat.arena.tournaments.elimination import EliminationPlan, EliminationProgress, EliminationResult

#: From this many entrants in all tournaments on several processes are worth while.
MANY_ENTRANTS = 20_000
STYLES = "tight-aggressive, tight-passive, loose-aggressive, loose-passive"

PictureOption = Annotated[Path | None, typer.Option("--picture", help="Draw the result (.svg, .png or .pdf).")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(
        no_args_is_help=True, help="Play tournaments: a ring with duplicate deals, or until one is left."
    )
    group.command("ring")(ring)
    group.command("elimination")(elimination)
    app.add_typer(group, name="tournament")


def ring(
    players: Annotated[
        list[str], typer.Argument(metavar="AGENT...", help='Names like "rock", "maniac*3", "mybot.py:MyBot".')
    ],
    game: Annotated[str, typer.Option(help="The game; `riverboat games` lists them.")] = "holdem-limit",
    hands: Annotated[int, typer.Option(min=1, help="Hands to play, rotations included.")] = 100_000,
    seats: Annotated[int | None, typer.Option(min=2, help="Seats at the table; more players take turns.")] = None,
    rule: Annotated[
        list[str] | None, typer.Option(help='An option of the game, like "stack=500" or "blinds=1,2"; repeat it.')
    ] = None,
    rules: RulesOption = None,
    whole: WholeOption = None,
    session: Annotated[
        int, typer.Option(min=1, help="Hands in a session, before memories and stacks are reset.")
    ] = 200,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    resume: ResumeOption = False,
    checkpoint: CheckpointOption = None,
    picture: PictureOption = None,
    bot_seconds: BotSecondsOption = 2.0,
    bot_memory: BotMemoryOption = 2048,
    bot_log: BotLogOption = None,
    trust_bots: TrustBotsOption = False,
    seed: KeyOption = None,
    json: Json = False,
) -> None:
    """Play at one table, every deal once with everyone in every seat, and show the standings.

    In small bets a hand; at no-limit in big blinds a hand. If there are more players than seats, they take turns,
    session by session.
    """
    from riverboat.arena import match_plan

    announce_compiling()
    run = MatchRun(
        kind="ring",
        workers=workers,
        cluster=cluster,
        resume=resume,
        checkpoint=checkpoint,
        picture=picture,
        seed=seed,
        json=json,
    )
    run.check()
    run.play(
        match_plan(
            players,
            game=game,
            hands=hands,
            seed=0 if seed is None else seed,
            seats=seats,
            take_turns=True,
            options=read_rules(rule or [], rules),
            session_hands=session,
            bot_limits=bot_limits(bot_seconds, bot_memory, log=bot_log, trusted=trust_bots),
            **set_whole(whole),
        )
    )


def elimination(
    field: Annotated[
        str, typer.Option(help='The players and their proportions: "tight-aggressive*3, loose-passive, random*2".')
    ] = STYLES,
    entrants: Annotated[
        int | None,
        typer.Option(min=2, help="Repeat the field until there are this many; by default it is taken as it is."),
    ] = None,
    count: Annotated[int, typer.Option(min=1, help="How many tournaments.")] = 1,
    game: Annotated[str, typer.Option(help="holdem-nolimit or holdem-limit.")] = "holdem-nolimit",
    seats: Annotated[int, typer.Option(min=2, max=12, help="Seats at a table.")] = 10,
    stack: Annotated[int, typer.Option(min=1, help="Chips that everyone starts with.")] = 10_000,
    blinds: Annotated[str, typer.Option(help="The blinds of the first level.")] = "50/100",
    level_hands: Annotated[int, typer.Option(min=1, help="Hands at each table before the blinds rise.")] = 20,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    resume: ResumeOption = False,
    checkpoint: CheckpointOption = None,
    picture: PictureOption = None,
    bot_seconds: BotSecondsOption = 2.0,
    bot_memory: BotMemoryOption = 2048,
    bot_log: BotLogOption = None,
    trust_bots: TrustBotsOption = False,
    seed: KeyOption = None,
    json: Json = False,
) -> None:
    """Play with rising blinds, breaking and balancing tables, until one player has all chips."""
    import time

    from riverboat.arena.matches.pictures import plot_places
    from riverboat.arena.tournaments.elimination import EliminationPlan, elimination_plan, elimination_steps
    from riverboat.pictures import check_picture

    announce_compiling()
    if picture is not None:
        check_picture(picture)
    plan = elimination_plan(
        read_field(field),
        entrants=entrants,
        count=count,
        game=game,
        seats=seats,
        stack=stack,
        blinds=read_blinds(blinds),
        level_hands=level_hands,
        seed=0 if seed is None else seed,
        bot_limits=bot_limits(bot_seconds, bot_memory, log=bot_log, trusted=trust_bots),
    )
    make_executor = executor_for(workers, cluster, many=count > 1 and count * len(plan.agents) >= MANY_ENTRANTS)
    plan, kept = keep_work(
        plan, EliminationPlan.describe, kind="elimination", seed=seed, resume=resume, path=checkpoint
    )
    start = time.perf_counter()
    steps = elimination_steps(plan, make_executor=make_executor, checkpoint=kept, resume=resume)
    result = run_steps(steps, format_seed(plan.seed), lambda step: _standing(plan, step))
    elapsed_s = time.perf_counter() - start
    if picture is not None:
        plot_places(result, picture)
    if json:
        print_json({**result.to_json(), "elapsed_s": elapsed_s}, format_seed(plan.seed))
    else:
        _show(result, elapsed_s)
    raise typer.Exit(tell_of_faults(result.players))


def read_field(text: str) -> list[str]:
    """The agents of a field, between commas; parameters are parted by semicolons."""
    return [name.strip() for name in text.split(",") if name.strip()]


def read_blinds(text: str) -> tuple[int, int]:
    """Small and big blind, like 50/100."""
    found = re.fullmatch(r"\s*(\d{1,9})\s*[/,]\s*(\d{1,9})\s*", text)
    if found is None:
        raise ArenaError(f'"{text}" are no blinds: write small and big, like 50/100')
    return int(found[1]), int(found[2])


def _standing(plan: EliminationPlan, step: EliminationProgress) -> tuple[float, str, Table | None]:
    table = Table(box=None, pad_edge=False)
    table.add_column("field", overflow="fold")
    players = len(plan.agents)
    done = step.tournaments_done / step.tournaments
    if step.standing is None:
        table.add_column("mean place so far", justify="right")
        for mean, each in sorted(zip(step.mean_places, plan.entrants, strict=False), key=lambda pair: pair[0]):
            table.add_row(each.name, f"{mean:.1f}")
        return done, f"{step.tournaments_done:,} of {step.tournaments:,} tournaments", table
    now = step.standing
    for heading in ("left", "of", "chips each"):
        table.add_column(heading, justify="right")
    rows = zip(now.chips_by_entrant, now.left_by_entrant, plan.entrants, strict=True)
    for chips, left, each in sorted(rows, key=lambda row: -row[0]):
        table.add_row(each.name, f"{left:,}", f"{each.copies:,}", f"{chips // left:,}" if left else "-")
    line = (
        f"blinds {now.blinds[0]:,}/{now.blinds[1]:,}, {now.left:,} players at {now.tables:,} tables; "
        f"{plan.name(now.leader)} leads with {now.leader_chips:,}"
    )
    return done + (players - now.left) / players / step.tournaments, line, table


def _show(result: EliminationResult, elapsed_s: float) -> None:
    """The tables that people read."""
    plan = result.plan
    many = len(result.tournaments) > 1
    table = Table(box=None, pad_edge=False)
    table.add_column("field", style="bold", overflow="fold")
    headings = ("players", "mean place", *(("95 % interval",) if many else ()), "quartiles", "best", "wins", "faults")
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for player in sorted(result.players, key=lambda each: each.place.mean or 0):
        place = player.place
        low, middle, high = player.quartiles
        table.add_row(
            player.name,
            f"{player.players:,}",
            f"{place.mean:.1f}",
            *((f"{place.low:.1f} to {place.high:.1f}",) if many else ()),
            f"{low:.0f}, {middle:.0f}, {high:.0f}",
            format_place(player.best),
            f"{player.wins:,}" if player.wins else "",
            f"{player.faults:,}" if player.faults else "",
        )
    out.print(table)
    if not many:
        out.print("\n".join(f"{format_place(place):>5}  {name}" for place, name in result.first_places()), markup=False)
    tournaments = f"{len(result.tournaments):,} tournaments" if many else "one tournament"
    levels = max(each.level for each in result.tournaments)
    out.print(
        f"[dim]{tournaments} of {len(plan.agents):,}, {plan.game}, in {elapsed_s:.1f} s; {result.hands:,} hands, "
        f"blinds up to {plan.levels[levels][0]:,}/{plan.levels[levels][1]:,}; "
        f"seed {format_seed(plan.seed)}, hash {result.digest}[/]"
    )


def format_place(place: float) -> str:
    """A place; the mean of shared places is shown as it is."""
    return f"{place:.0f}" if place == int(place) else f"{place:.1f}"
