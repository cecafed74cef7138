"""`riverboat match`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from riverboat.cli.match_run import MatchRun
from riverboat.cli.output import Json, KeyOption, announce_compiling
from riverboat.cli.store_options import DatabaseOption
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
    read_rules,
    set_whole,
)

AdjustedOption = Annotated[
    bool | None,
    typer.Option(
        "--adjusted/--plain",
        help="Also show results with the luck taken out; by default heads-up, where possible, up to 20,000 hands.",
    ),
]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("match")(match)


def match(
    players: Annotated[
        list[str], typer.Argument(metavar="AGENT...", help='Names like "rock", "maniac*3", "mybot.py:MyBot".')
    ],
    game: Annotated[str, typer.Option(help="The game; `riverboat games` lists them.")] = "holdem-limit",
    hands: Annotated[
        int,
        typer.Option(min=1, help="Hands to play, rotations included; whole sessions if a player remembers."),
    ] = 10_000,
    seats: Annotated[int | None, typer.Option(min=2, help="Check that this many players were named.")] = None,
    duplicate: Annotated[
        bool, typer.Option("--duplicate/--no-duplicate", help="Every player plays every seat's cards.")
    ] = True,
    rule: Annotated[
        list[str] | None, typer.Option(help='An option of the game, like "stack=500" or "blinds=1,2"; repeat it.')
    ] = None,
    rules: RulesOption = None,
    whole: WholeOption = None,
    session: Annotated[int, typer.Option(min=1, help="Hands in a session, before all is reset.")] = 200,
    looks: Annotated[
        int,
        typer.Option(min=0, max=100, help="How often to look at the first player's mean, to stop if it is clear."),
    ] = 0,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    resume: ResumeOption = False,
    checkpoint: CheckpointOption = None,
    store: Annotated[bool, typer.Option("--store", help="Keep every hand in the database.")] = False,
    database: DatabaseOption = None,
    adjusted: AdjustedOption = None,
    picture: Annotated[
        Path | None, typer.Option(help="Draw the bankrolls into this file (.svg, .png or .pdf).")
    ] = None,
    bot_seconds: BotSecondsOption = 2.0,
    bot_memory: BotMemoryOption = 2048,
    bot_log: BotLogOption = None,
    trust_bots: TrustBotsOption = False,
    seed: KeyOption = None,
    json: Json = False,
) -> None:
    """Play agents against each other and show what each wins a hand, with 95 % intervals.

    In small bets; at no-limit in big blinds, at stud with reveals in points, at Bluff in rounds won minus rounds lost.
    """
    from riverboat.arena import StoppingRule, match_plan
    from riverboat.arena.luck.measures import adjusting

    announce_compiling()
    run = MatchRun(
        kind="match",
        workers=workers,
        cluster=cluster,
        resume=resume,
        checkpoint=checkpoint,
        picture=picture,
        seed=seed,
        json=json,
        stopping=StoppingRule(looks=looks) if looks else None,
        store=database if store else False,
    )
    run.check()
    plan = match_plan(
        players,
        game=game,
        hands=hands,
        seed=0 if seed is None else seed,
        seats=seats,
        options=read_rules(rule or [], rules),
        duplicate=duplicate,
        session_hands=session,
        bot_limits=bot_limits(bot_seconds, bot_memory, log=bot_log, trusted=trust_bots),
        **set_whole(whole),
    )
    run.play(adjusting(plan, adjusted))
