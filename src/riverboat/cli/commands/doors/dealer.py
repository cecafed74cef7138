"""`riverboat dealer`: the computer poker competition's protocol at ports."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from riverboat.cards.seeds import format_seed
from riverboat.cli.output import Json, KeyOption, announce_compiling, err, out, print_json, say
from riverboat.cli.work_options import FORFEITED, read_rules
from riverboat.errors import ArenaError

if TYPE_CHECKING:
    import socket

    from riverboat.doors.acpc.dealer import DealerPlan, DealerResult, FinishedDeal
    from riverboat.doors.acpc.definition import AcpcGame
    from riverboat.doors.acpc.lines import LineSocket

GameOption = Annotated[
    str | None,
    typer.Option("--game", help="holdem-limit (default) or holdem-nolimit, by the competition's rules."),
]
DefinitionOption = Annotated[
    Path | None, typer.Option("--definition", help="A game file of the competition, instead of --game and --rule.")
]
RuleOption = Annotated[
    list[str] | None, typer.Option("--rule", help='Another rule, like "stack=10000" or "blinds=1,2"; repeat it.')
]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("dealer")(dealer)


def chosen_game(game: str | None, seats: int, rule: list[str], definition: Path | None) -> AcpcGame:
    """The game that the options say: the competition's, with what was changed."""
    from dataclasses import replace

    from riverboat.doors.acpc.definition import AcpcGame, check_rules, read_definition, usual_game
    from riverboat.games.catalog import USUAL_GAME, find_game, games_for

    game = game or USUAL_GAME
    if definition is not None:
        if rule:
            raise ArenaError("--definition says all rules: leave out --rule")
        read = read_definition(definition)
        if read.rules.seats != seats:
            raise ArenaError(f"{definition.name} is for {read.rules.seats} players, not {seats}")
        return read
    if find_game(game).name not in games_for("holdem"):
        raise ArenaError(f"{game} is not played over the competition's protocol: {' and '.join(games_for('holdem'))}")
    usual = usual_game(seats, limit=find_game(game).name == usual_game(2, limit=True).rules.name)
    if not rule:
        return usual
    options = read_rules(rule)
    try:
        rules = replace(usual.rules, **options)
    except TypeError:
        raise ArenaError(f"{', '.join(options)}: not all of these are rules of {game}") from None
    check_rules(rules)
    return AcpcGame(rules, rules.stack or usual.stack)


def dealer(
    names: Annotated[list[str], typer.Argument(metavar="NAME...", help="A name for each player, two or more.")],
    game: GameOption = None,
    hands: Annotated[int, typer.Option(min=1, help="How many hands to deal.")] = 1000,
    ports: Annotated[
        str | None, typer.Option(help='The port of each player, like "9000,9001"; by default free ones.')
    ] = None,
    log: Annotated[Path | None, typer.Option(help="The log file to write, one line for each hand.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on after the hands in the log.")] = False,
    rule: RuleOption = None,
    definition: DefinitionOption = None,
    write_definition: Annotated[
        Path | None, typer.Option(help="Also write the game file of these rules, for the players.")
    ] = None,
    dealing: Annotated[
        str, typer.Option(help='"house", or "competition" for the cards that its own dealer would give with this seed.')
    ] = "house",
    t_response: Annotated[float, typer.Option(min=0.01, help="The most seconds for an answer.")] = 600.0,
    t_hand: Annotated[float, typer.Option(min=0.01, help="The most seconds for a player in one hand.")] = 600.0,
    t_per_hand: Annotated[
        float, typer.Option(min=0.001, help="The most seconds for a player in a hand, on average over the match.")
    ] = 7.0,
    start_timeout: Annotated[
        float | None,
        typer.Option(min=0.01, help="Seconds to wait for players to connect; by default as long as it takes."),
    ] = None,
    seed: KeyOption = None,
    json: Json = False,
) -> None:
    """Deal a match at ports of this machine, by the computer poker competition's protocol (ACPC, version 2.0.0).

    The ports are printed first, in the order of the names, as the competition's own dealer prints them.
    """
    from riverboat.arena.matches.plan import draw_seed
    from riverboat.doors.acpc.dealer import DealerPlan, DealerTimes
    from riverboat.doors.acpc.definition import definition_of
    from riverboat.files import write_whole

    announce_compiling()
    if dealing not in ("house", "competition"):
        raise ArenaError(f'dealing "{dealing}" is not known: house or competition')
    if len(names) < 2:
        raise ArenaError("a dealer needs two players or more: name another")
    plan = DealerPlan(
        game=chosen_game(game, len(names), rule or [], definition),
        names=tuple(names),
        hands=hands,
        seed=0 if dealing == "competition" and seed is None else draw_seed(seed),
        name="match" if log is None else log.stem,
        as_competition=dealing == "competition",
        times=DealerTimes(response_s=t_response, hand_s=t_hand, per_hand_s=t_per_hand, start_s=start_timeout),
    )
    if write_definition is not None:
        write_whole(write_definition, [definition_of(plan.game)])
    result = _play(plan, _ports(ports, len(names)), log, resume=resume, json=json)
    if json:
        print_json(result.to_json(), format_seed(plan.seed))
    else:
        _show(result)
    if result.stopped:
        err.print(f"the match ended after {result.hands:,} hands: {result.stopped}", style="bold red", markup=False)
    raise typer.Exit(FORFEITED if result.stopped else 0)


def _ports(text: str | None, seats: int) -> list[int]:
    if text is None:
        return [0] * seats
    words = text.split(",")
    if len(words) != seats or not all(word.strip().isdecimal() and int(word) < 65536 for word in words):
        raise ArenaError(f'"{text}" is not {seats} ports: numbers with commas between, such as 9000,9001')
    return [int(word) for word in words]


def _play(plan: DealerPlan, ports: list[int], log: Path | None, *, resume: bool, json: bool) -> DealerResult:
    from riverboat.cli.live_view import run_steps
    from riverboat.doors.acpc.dealer import deal_match
    from riverboat.doors.acpc.lines import listen_on, port_of
    from riverboat.doors.acpc.log import DealerLog

    with ExitStack() as stack:
        book = stack.enter_context(DealerLog(log, plan, resume=resume))
        listeners = [stack.enter_context(listen_on("127.0.0.1", port)) for port in ports]
        told = " ".join(str(port_of(listener)) for listener in listeners)
        if json:
            err.print(told)
        else:
            say(told)
            out.file.flush()
        lines = _seated(plan, listeners, stack)
        if isinstance(lines, str):
            result = book.nobody(lines)
        else:
            steps = deal_match(plan, lines, book.before)
            result = run_steps(steps, format_seed(plan.seed), partial(_progress, plan), saw=book.add)
        book.end(result)
        return result


def _seated(plan: DealerPlan, listeners: list[socket.socket], stack: ExitStack) -> list[LineSocket] | str:
    """The players' connections in the order of their names; or a sentence about the first who did not come."""
    import time

    from riverboat.doors.acpc.lines import accept
    from riverboat.errors import BotError

    lines: list[LineSocket] = []
    begun = time.monotonic()
    for name, listener in zip(plan.names, listeners, strict=True):
        left = plan.times.start_s
        if left is not None:
            left = max(0.0, left - (time.monotonic() - begun))
        try:
            lines.append(accept(listener, left))
        except BotError as error:
            return f"{name} {error}"
        stack.callback(lines[-1].close)
    return lines


def _progress(plan: DealerPlan, step: FinishedDeal) -> tuple[float, str, Table | None]:
    return step.number / plan.hands, f"{step.number:,} of {plan.hands:,} hands", None


def _show(result: DealerResult) -> None:
    table = Table(box=None, pad_edge=False)
    table.add_column("player", style="bold", overflow="fold")
    for heading in ("chips", result.plan.game.rules.income_unit.heading, "95 % interval", "corrected"):
        table.add_column(heading, justify="right", no_wrap=True)
    for name, score, mean, wrong in zip(result.plan.names, result.scores, result.means, result.corrected, strict=True):
        ends = "" if mean.low is None else f"{mean.low:+.4f} to {mean.high:+.4f}"
        table.add_row(name, f"{float(score):+g}", f"{mean.mean or 0:+.4f}", ends, f"{wrong or ''}")
    out.print(table)
    out.print(f"[dim]{result.hands:,} hands, seed {format_seed(result.plan.seed)}[/]")
