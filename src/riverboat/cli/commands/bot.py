"""`riverboat bot check`: one hand with a bot of your own, aloud."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from riverboat.cards.seeds import format_seed
from riverboat.cli.output import Json, KeyOption, announce_compiling, out, print_json
from riverboat.cli.work_options import (
    FORFEITED,
    BotLogOption,
    BotMemoryOption,
    BotSecondsOption,
    TrustBotsOption,
    bot_limits,
    read_rules,
    tell_of_faults,
)
from riverboat.errors import ArenaError
from riverboat.steps import run_to_end

if TYPE_CHECKING:
    from riverboat.arena.matches.table import FinishedHand

_ISOLATION = {
    "namespaces": "confined: it can't write files, use the network or see other processes",
    "landlock": "confined by Landlock: it can't write files; docs/agents/bots.md says what else",
    "plain": "not confined: it can do anything that you can",
}


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(no_args_is_help=True, help="Check that your own bot works.")
    group.callback()(lambda: None)
    group.command("check")(check)
    app.add_typer(group, name="bot")


def check(
    bot: Annotated[str, typer.Argument(metavar="BOT", help='"mybot.py:MyBot" or "exec:COMMAND".')],
    game: Annotated[str, typer.Option(help="The game; `riverboat games` lists them.")] = "holdem-limit",
    against: Annotated[
        str | None, typer.Option(help="An opponent; by default always-call, and bluff-odds at Bluff.")
    ] = None,
    rule: Annotated[
        list[str] | None, typer.Option(help='An option of the game, like "stack=500" or "blinds=1,2"; repeat it.')
    ] = None,
    bot_seconds: BotSecondsOption = 2.0,
    bot_memory: BotMemoryOption = 2048,
    bot_log: BotLogOption = None,
    trust_bots: TrustBotsOption = False,
    seed: KeyOption = None,
    json: Json = False,
) -> None:
    """Load a bot and play one hand with it, showing what it prints and does, and its first error with the stack."""
    from riverboat.agents.bots.programs import ProgramAgent, process_of
    from riverboat.agents.bots.starter_client import stop_idle_starter
    from riverboat.arena import match_plan, match_steps
    from riverboat.arena.matches.plan import draw_seed
    from riverboat.games import find_game

    announce_compiling()
    opponent = against or find_game(game).fallback_opponent
    plan = match_plan(
        [bot, opponent],
        game=game,
        hands=1,
        session_hands=1,
        duplicate=False,
        seed=draw_seed(seed),
        options=read_rules(rule or []),
        bot_limits=bot_limits(bot_seconds, bot_memory, log=bot_log, trusted=trust_bots),
    )
    agent = plan.agents[0]
    if not isinstance(agent, ProgramAgent):
        raise ArenaError(f'"{bot}" is an agent of Riverboat itself: check FILE.py:Class or exec:COMMAND')
    process = process_of(agent)
    process.close()
    hands: list[dict[str, Any]] = []
    steps = match_steps(plan, on_hand=lambda hand: hands.append(_told(hand, plan.names)))
    result = run_to_end(steps)
    stop_idle_starter()
    player = result.players[0]
    about = {
        "bot": bot,
        "game": game,
        "remembers": agent.remembers,
        "isolation": process.mode,
        "hand": hands[0],
        "faults": player.faults,
        "first_faults": list(player.first_faults),
        "first_stack": player.first_stack,
    }
    if json:
        print_json(about, format_seed(plan.seed))
    else:
        _show(about, plan.seed)
    tell_of_faults(result.players)
    raise typer.Exit(FORFEITED if player.faults else 0)


def _told(hand: FinishedHand, names: tuple[str, ...]) -> dict[str, Any]:
    """A hand as the bot, player 0, saw it."""
    from riverboat.cards.cards import format_cards
    from riverboat.games.catalog import find_game

    seat, state = hand.players.index(0), hand.state
    seated = [names[player] for player in hand.players]
    told: dict[str, Any] = {
        "seat": seat,
        "names": seated,
        "actions": [
            {"seat": event.seat, "name": seated[event.seat], "street": event.street, "action": str(event.action)}
            for event in state.history
        ],
        "returns": [float(each) for each in state.returns()],
    }
    if find_game(state.game.name).pieces == "cards":
        return {"cards": format_cards(state.held[seat]), "board": format_cards(state.board), **told}
    return {"dice": list(state.held[seat]), **told}


def _show(about: dict[str, Any], seed: int) -> None:
    hand = about["hand"]
    dealt = f"{hand['cards']}, board {hand['board'] or '-'}" if "cards" in hand else f"dice {hand['dice']}"
    out.print(f"{about['bot']} at {about['game']}, seat {hand['seat']}, holds {dealt}", markup=False)
    table = Table(show_header=False, box=None, pad_edge=False)
    for action in hand["actions"]:
        table.add_row(f"street {action['street']}", action["name"], action["action"])
    out.print(table)
    for name, won in zip(hand["names"], hand["returns"], strict=True):
        out.print(f"{name}: {won:+g}", markup=False)
    for fault in about["first_faults"]:
        out.print(f"fault: {fault}", markup=False)
    remembers = "may remember" if about["remembers"] else "declares that it remembers nothing"
    verdict = f"{about['faults']} faults" if about["faults"] else "no fault"
    out.print(f"{verdict}; it {remembers}; {_ISOLATION[about['isolation']]}; seed {format_seed(seed)}", style="dim")
