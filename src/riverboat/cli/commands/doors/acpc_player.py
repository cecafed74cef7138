"""`riverboat acpc-player`: an agent of ours at a dealer of the computer poker competition's protocol."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from riverboat.cards.seeds import format_seed
from riverboat.cli.commands.doors.dealer import DefinitionOption, GameOption, RuleOption, chosen_game
from riverboat.cli.output import Json, KeyOption, announce_compiling, out, print_json
from riverboat.cli.work_options import BotMemoryOption, BotSecondsOption, TrustBotsOption, bot_limits
from riverboat.errors import ArenaError

if TYPE_CHECKING:
    from riverboat.doors.acpc.player import PlayedHands

_CONNECT_S = 60.0


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("acpc-player")(acpc_player)


def acpc_player(
    agent: Annotated[str, typer.Argument(help="The agent that plays; `riverboat agents` lists them.")],
    connect: Annotated[
        str, typer.Option(metavar="HOST:PORT", help="The address at which the dealer waits for this player.")
    ],
    game: GameOption = None,
    rule: RuleOption = None,
    definition: DefinitionOption = None,
    bot_seconds: BotSecondsOption = 2.0,
    bot_memory: BotMemoryOption = 2048,
    trust_bots: TrustBotsOption = False,
    seed: KeyOption = None,
    json: Json = False,
) -> None:
    """Take an agent to a dealer of the computer poker competition's protocol, and play until it closes the match."""
    from riverboat.agents import make_agent
    from riverboat.arena.matches.plan import draw_seed
    from riverboat.doors.acpc.lines import connect as connect_to
    from riverboat.doors.acpc.player import play_there

    host, _, port = connect.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise ArenaError(f'"{connect}" is no address: write HOST:PORT, such as 127.0.0.1:9000')
    announce_compiling()
    made = make_agent(agent, bot_limits(bot_seconds, bot_memory, trusted=trust_bots))
    drawn = draw_seed(seed)
    line = connect_to(host.strip("[]"), int(port), _CONNECT_S)
    try:
        steps = play_there(made, line, lambda seats: chosen_game(game, seats, rule or [], definition), seed=drawn)
        result = _run(steps)
    finally:
        line.close()
    if json:
        print_json({"agent": agent, **result.to_json()}, format_seed(drawn))
        return
    mean, unit = result.mean, result.unit
    ends = "" if mean.low is None else f" ({mean.low:+.4f} to {mean.high:+.4f}, 95 %)"
    out.print(f"{agent}: {result.hands:,} hands, {result.chips:+g} chips, {mean.mean or 0:+.4f} {unit} a hand{ends}")
    if result.faults:
        out.print(f"{result.faults} faults, where the rules acted for it")


def _run(steps: Generator[int, None, PlayedHands]) -> PlayedHands:
    """Play to the end, telling how many hands are over."""
    from riverboat.cli.live_view import live_view
    from riverboat.steps import run_to_end

    def shown(hands: int) -> tuple[float, str, Table | None]:
        return 0.0, f"{hands:,} hands", None

    with live_view() as view:
        return run_to_end(steps, lambda hands: view(lambda: shown(hands)))
