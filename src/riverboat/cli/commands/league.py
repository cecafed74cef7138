"""`riverboat league`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from riverboat.cards.seeds import format_seed
from riverboat.cli.live_view import run_steps
from riverboat.cli.output import Json, KeyOption, announce_compiling, out, print_json
from riverboat.cli.work_options import (
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
)
from riverboat.errors import ArenaError

if TYPE_CHECKING:
    from riverboat.arena.league.league import LeagueProgress, LeagueResult
    from riverboat.arena.league.plan import LeaguePlan


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("league")(league)


def league(
    players: Annotated[
        list[str] | None,
        typer.Argument(metavar="[AGENT...]", help="The agents that take part; by default all agents of the game."),
    ] = None,
    game: Annotated[str | None, typer.Option(help="The game; by default limit Hold'em.")] = None,
    add: Annotated[
        str | None, typer.Option(help="Place this agent or bot in the saved league: it plays everyone there.")
    ] = None,
    saved: Annotated[
        Path | None, typer.Option("--from", help="... in the league in this file, written by --out.", dir_okay=False)
    ] = None,
    hands: Annotated[int, typer.Option(min=2, help="Hands for each pair of agents, rotations included.")] = 2000,
    rings: Annotated[int, typer.Option(min=0, help="Rounds at the full table of six.")] = 20,
    session: Annotated[int, typer.Option(min=1, help="Hands in a session of two, before memories are reset.")] = 50,
    show: Annotated[bool, typer.Option("--show", help="Only show the saved league; nothing is played.")] = False,
    to: Annotated[Path | None, typer.Option("--out", help="Write the league into this file, as JSON.")] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the cross table (.svg, .png or .pdf).")] = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    resume: ResumeOption = False,
    checkpoint: CheckpointOption = None,
    bot_seconds: BotSecondsOption = 2.0,
    bot_memory: BotMemoryOption = 2048,
    trust_bots: TrustBotsOption = False,
    seed: KeyOption = None,
    json: Json = False,
) -> None:
    """Play everyone against everyone, heads-up and at six seats: what each wins, how exploitable and how fast it is.

    `--add mybot.py:MyBot` places a newcomer: only its own matches are played.
    """
    from riverboat.arena.league.plan import LeaguePlan, agents_of
    from riverboat.arena.league.saved import plan_of, read_league, saved_path
    from riverboat.files import check_writable
    from riverboat.games.catalog import USUAL_GAME

    game = game or USUAL_GAME
    if picture is not None:
        from riverboat.pictures import check_picture

        check_picture(picture)
    if to is not None:
        check_writable(to.absolute())
    place = saved or saved_path(game)
    if show:
        told = read_league(place)
        _tell(told, told["seed"], json)
        return
    limits = bot_limits(bot_seconds, bot_memory, trusted=trust_bots)
    known: list[dict[str, Any]] = []
    if add is not None:
        if players:
            raise ArenaError("--add places one agent in a finished league: name no others")
        before = read_league(place)
        plan, known = plan_of(before, place).with_agent(add), before["pairs"]
        seed = str(before["seed"])
    else:
        plan = LeaguePlan(
            agents=tuple(players or agents_of(game)), game=game, hands=hands, rings=rings, session_hands=session
        )
    announce_compiling()
    _play(
        _limited(plan, limits),
        known,
        seed=seed,
        run={"workers": workers, "cluster": cluster, "resume": resume, "checkpoint": checkpoint},
        ends=(to, picture, json),
    )


def _limited(plan: LeaguePlan, limits: Any) -> LeaguePlan:
    from dataclasses import replace

    return replace(plan, bot_limits=limits)


def _play(
    plan: LeaguePlan,
    known: list[dict[str, Any]],
    *,
    seed: str | None,
    run: dict[str, Any],
    ends: tuple[Path | None, Path | None, bool],
) -> None:
    from riverboat.arena.league.league import league_steps
    from riverboat.arena.league.saved import save_league

    to, picture, json = ends
    make_executor = executor_for(run["workers"], run["cluster"], many=True)
    plan, kept = keep_work(
        plan, type(plan).work, kind="league", seed=seed, resume=run["resume"], path=run["checkpoint"]
    )
    steps = league_steps(plan, known=known, make_executor=make_executor, checkpoint=kept, resume=run["resume"])
    result = run_steps(steps, format_seed(plan.seed), _progress)
    told = league_told(result)
    if to is not None:
        save_league(to, told)
    if picture is not None:
        from riverboat.arena.league.pictures import plot_league

        plot_league(result, picture)
    _tell(told, format_seed(plan.seed), json)


def league_told(result: LeagueResult) -> dict[str, Any]:
    """A league as a file keeps it: with its seed, the version, and the command that plays it again."""
    from riverboat.version import __version__

    plan = result.plan
    seed = format_seed(plan.seed)
    command = (
        f"riverboat league --game {plan.game} --hands {plan.hands} --rings {plan.rings} "
        f"--session {plan.session_hands} --seed {seed}"
    )
    return {**result.to_json(), "seed": seed, "version": __version__, "command": command}


def _progress(step: LeagueProgress) -> tuple[float, str, Table | None]:
    return step.done / max(step.count, 1), f"{step.done:,} of {step.count:,} matches", None


def _tell(told: dict[str, Any], seed: int | str, json: bool) -> None:
    if json:
        print_json({key: value for key, value in told.items() if key not in ("seed", "version")}, seed)
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("", justify="right")
    table.add_column("agent", style="bold", overflow="fold")
    for heading in ("heads-up", "six seats", "exploitability", "ms"):
        table.add_column(heading, justify="right")
    for place, row in enumerate(told["standings"], start=1):
        figure = row["exploitability"]
        speed = row["decision_ms"]
        table.add_row(
            str(place),
            row["name"],
            _mean(row["heads_up"]),
            _mean(row["full_table"]),
            "" if figure is None else figure["words"].split(" (")[0],
            "" if speed is None else f"{speed:.3g}",
        )
    out.print(table)
    luck = ", luck-adjusted" if told["adjusted"] else ""
    rounds = len(told["ring_rounds"])
    out.print(
        f"[dim]{told['unit']}: the mean over all opponents, duplicate deals{luck}, with its 95 % interval; "
        f"ms: a decision. {told['hands']:,} hands a pair, {rounds} rounds at six seats, seed {seed}[/]"
    )


def _mean(told: dict[str, Any] | None) -> str:
    if told is None or told["mean"] is None:
        return "-"
    if told["low"] is None:
        return f"{told['mean']:+.3f}"
    return f"{told['mean']:+.3f} ± {(told['high'] - told['low']) / 2:.3f}"
