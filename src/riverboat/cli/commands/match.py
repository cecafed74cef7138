"""`riverboat agents` and `riverboat match`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from riverboat.cards.seeds import format_seed
from riverboat.cli.commands.records import DatabaseOption
from riverboat.cli.output import Json, KeyOption, announce_compiling, out, print_json
from riverboat.cli.running import (
    MANY_HANDS,
    BotLogOption,
    BotMemoryOption,
    BotSecondsOption,
    CheckpointOption,
    ClusterOption,
    ResumeOption,
    TrustBotsOption,
    WorkersOption,
    bot_limits,
    executor_for,
    keep_work,
    run_match,
    tell_of_faults,
)
from riverboat.errors import ArenaError, counted

if TYPE_CHECKING:
    from riverboat.arena.matches.results import MatchResult


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("agents")(agents)
    app.command("match")(match)


def agents(
    name: Annotated[str | None, typer.Argument(help="Show this agent's parameters.")] = None, json: Json = False
) -> None:
    """The agents that can play, with a line on each one's character; with a name, its parameters."""
    from riverboat.agents import AGENTS, agent_entry

    chosen = [agent_entry(name)] if name else list(AGENTS.values())
    if json:
        listed = [
            {
                "name": entry.name,
                "description": entry.line,
                "games": list(entry.games),
                "remembers": entry.remembers,
                "parameters": [vars(parameter) for parameter in entry.parameters],
            }
            for entry in chosen
        ]
        print_json({"agents": listed}, None)
        return
    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for entry in chosen:
        table.add_row(entry.name, entry.line)
    out.print(table)
    if name:
        table = Table(box=None, pad_edge=False)
        for heading in ("parameter", "default", "from", "to", "what it means"):
            table.add_column(heading)
        for parameter in chosen[0].parameters:
            numbers = (f"{value:g}" for value in (parameter.default, parameter.low, parameter.high))
            table.add_row(parameter.name, *numbers, parameter.line)
        out.print(table if chosen[0].parameters else "It has no parameters.")
    else:
        out.print('Set parameters like "tight-aggressive:aggression=0.7"; bots are FILE.py:Class or exec:COMMAND.')


def match(
    players: Annotated[
        list[str], typer.Argument(metavar="AGENT...", help='Names like "rock", "maniac*3", "mybot.py:MyBot".')
    ],
    game: Annotated[str, typer.Option(help="The game; `riverboat games` lists them.")] = "holdem-limit",
    hands: Annotated[
        int,
        typer.Option(
            min=1, help="Hands to be played, rotations included; made up to whole sessions where somebody remembers."
        ),
    ] = 10_000,
    seats: Annotated[int | None, typer.Option(min=2, help="Check that so many players were named.")] = None,
    duplicate: Annotated[
        bool, typer.Option("--duplicate/--no-duplicate", help="Every player plays every seat's cards.")
    ] = True,
    rule: Annotated[
        list[str] | None, typer.Option(help='An option of the game, like "stack=500" or "blinds=1,2"; repeat it.')
    ] = None,
    session: Annotated[
        int, typer.Option(min=1, help="Hands in a session, before memories and stacks start anew.")
    ] = 200,
    looks: Annotated[
        int,
        typer.Option(min=0, max=100, help="Stop early if the first player's mean is clear at one of so many looks."),
    ] = 0,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    resume: ResumeOption = False,
    checkpoint: CheckpointOption = None,
    store: Annotated[bool, typer.Option("--store", help="Keep every hand in the database.")] = False,
    database: DatabaseOption = None,
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
    """Play agents against each other: what each wins a hand, with 95 % intervals.

    In small bets; at no-limit in big blinds, at stud with reveals in points, at Bluff in rounds won less lost.
    """
    import time
    from functools import partial

    from riverboat.arena import StoppingRule, match_plan
    from riverboat.arena.matches.match import describe_match
    from riverboat.arena.matches.pictures import plot_bankrolls
    from riverboat.odds.pictures import check_picture

    announce_compiling()
    if picture is not None:
        check_picture(picture)
    stopping = StoppingRule(looks=looks) if looks else None
    plan = match_plan(
        players,
        game=game,
        hands=hands,
        seed=0 if seed is None else seed,
        seats=seats,
        options=read_rules(rule or []),
        duplicate=duplicate,
        session_hands=session,
        bot_limits=bot_limits(bot_seconds, bot_memory, log=bot_log, trusted=trust_bots),
    )
    make_executor = executor_for(workers, cluster, many=hands >= MANY_HANDS and not store, here=store)
    describe = partial(describe_match, stopping=stopping)
    plan, kept = keep_work(plan, describe, kind="match", seed=seed, resume=resume, path=checkpoint)
    start = time.perf_counter()
    result, stored = run_match(
        plan,
        kept,
        make_executor=make_executor,
        resume=resume,
        stopping=stopping,
        store=database if store else False,
    )
    elapsed_s = time.perf_counter() - start
    if picture is not None:
        plot_bankrolls(result, picture)
    if json:
        more = {"elapsed_s": elapsed_s, **({"hands_stored": stored} if store else {})}
        print_json({**result.to_json(), **more}, format_seed(plan.seed))
    else:
        show_result(result, elapsed_s)
        if store:
            out.print(f"{counted(stored, 'hand')} stored.")
    raise typer.Exit(tell_of_faults(result.players))


def read_rules(typed: list[str]) -> dict[str, Any]:
    """The options of a game as typed: numbers, tuples of numbers, words."""
    options: dict[str, Any] = {}
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


def _made_up(result: MatchResult) -> str:
    """Why more was played than was asked for."""
    plan = result.plan
    asked = f"{plan.hands:,} asked for, {result.hands:,} played"
    deals = f"every deal is played {plan.rotations} times"
    if plan.statistics_unit == "deal":
        return f"{asked}: {deals}"
    return f"{asked}: whole sessions of {plan.session_hands} deals (--session), and {deals}"


def show_result(result: MatchResult, elapsed_s: float) -> None:
    """The table that people read."""
    table = Table(box=None, pad_edge=False)
    table.add_column("player", style="bold", overflow="fold")
    interval = f"{100 * result.confidence:.4g} % interval"
    styled, row = result.plan.entry.pieces == "cards", result.plan.entry
    unit = result.plan.unit
    for heading in (unit.heading, interval, *(("VPIP", "PFR", "AF", "rebuys") if styled else ())):
        table.add_column(heading, justify="right", no_wrap=True)
    order = sorted(result.players, key=lambda player: -(player.income_sb.mean or 0))
    for player in order:
        income = player.income_sb
        ends = "" if income.n < 2 else f"{income.low:+.4f} to {income.high:+.4f}"
        shares = (f"{100 * each.mean:.1f} %" if each.mean is not None else "-" for each in (player.vpip, player.pfr))
        factor = player.aggression_factor.mean
        name = f"{player.name} x {player.copies}" if player.copies > 1 else player.name
        style = (*shares, "-" if factor is None else f"{factor:.2f}", f"{player.rebuys:,}" if player.rebuys else "")
        mean = "-" if income.mean is None else f"{income.mean:+.4f}"
        table.add_row(name, mean, ends, *(style if styled else ()))
    out.print(table)
    for player in order:
        if not player.hands:
            out.print(f"{player.name} has not had its turn: play more hands, or set shorter sessions", markup=False)
        if player.faults:
            end = "; it forfeited, and checked or folded from then on" if player.forfeited else ""
            out.print(f"{player.name}: {counted(player.faults, 'fault')}{end}", markup=False)
            for fault in player.first_faults:
                out.print(f"  {fault}", markup=False)
    kind = f"each played {result.plan.rotations} times" if result.plan.duplicate else "each played once"
    n = max(player.income_sb.n for player in result.players)
    observations = f"{n:,} {result.plan.statistics_unit}{'s' * (n != 1)}"
    early = "; stopped early" if result.stopped_early else ""
    if result.hands > result.plan.hands:
        out.print(f"[dim]{_made_up(result)}[/]")
    if n == 1 and result.plan.statistics_unit == "session":
        early += "; one session gives no interval: play more hands, or shorter sessions (--session)"
    out.print(
        f"[dim]{unit.heading}: {unit.a_hand}. {result.hands:,} {row.hand}s of "
        f"{result.plan.game} in {elapsed_s:.1f} s, "
        f"{observations}, {kind}{early}; "
        f"seed {format_seed(result.plan.seed)}, hash {result.digest}[/]"
    )
