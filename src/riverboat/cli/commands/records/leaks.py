"""`riverboat leaks`."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from riverboat.cli.output import Json, err, out, print_json, progress_bar, say
from riverboat.cli.store_options import (
    DatabaseOption,
    GameOption,
    PlayersOption,
    PositionOption,
    SinceOption,
    StakesOption,
    UntilOption,
    open_store,
)
from riverboat.errors import DamagedHand

if TYPE_CHECKING:
    from riverboat.partner.leaks.search import Leak, LeakSearch


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("leaks")(leaks)


def leaks(
    player: Annotated[str, typer.Argument(help="The player's name, as recorded.")],
    game: GameOption = None,
    reference: Annotated[
        str, typer.Option(help="The agent that decisions are compared with; loki-a where it can't play.")
    ] = "loki-a",
    hands: Annotated[int, typer.Option(min=1, max=1_000_000, help="The number of latest hands to look at.")] = 2000,
    position: PositionOption = None,
    stakes: StakesOption = None,
    players: PlayersOption = None,
    since: SinceOption = None,
    until: UntilOption = None,
    seed: Annotated[int, typer.Option(min=0, help="Repeat the drawn cards.")] = 0,
    database: DatabaseOption = None,
    json: Json = False,
) -> None:
    """Show habits that cost something compared with a reference player: how often, their cost with its interval, and
    hands."""
    from riverboat.agents.names import parse_agent_name
    from riverboat.agents.registry import AGENTS, make_agent
    from riverboat.modeling.statistics import stored_tallies
    from riverboat.partner.leaks.search import STANDING, LeakSearch
    from riverboat.records.store.hand_filters import filter_of

    chosen = filter_of(position=position, stakes=stakes, players=players, since=since, until=until)
    first, standing = (make_agent(name).player(seed) for name in (reference, STANDING))
    searching = LeakSearch(player=player, reference=first, elsewhere=standing, seed=seed)
    entry = AGENTS.get(parse_agent_name(reference).agent)
    if entry is not None:
        searching.games, searching.most_seats = entry.games, entry.most_seats
    damaged: list[DamagedHand] = []
    with open_store(database, game=game) as store, progress_bar("looking at hands") as bar:
        rows = chosen.of(stored_tallies(player, store, game=game, damaged=damaged))
        numbers = [int(each) for each in rows["hand"][-hands:]]
        try:
            for done, number in enumerate(numbers, 1):
                searching.take(store.hand(number))
                bar.update(bar.task_ids[0], note=f"{done:,} of {len(numbers):,}")
        except KeyboardInterrupt:
            err.print("interrupted: this is what the hands so far show")
    if json:
        looked = [each.to_json() for each in searching.habits()]
        print_json({**searching.to_json(), "reference": reference, "habits": looked}, seed)
        return
    _tell(searching, searching.leaks(), reference)


def _tell(searching: LeakSearch, found: list[Leak], reference: str) -> None:
    from riverboat.partner.leaks.search import STANDING

    passed = f", {searching.blind} passed over (own cards unknown, or not Hold'em)" if searching.blind else ""
    elsewhere = f", {searching.by_another:,} of them with {STANDING}" if searching.by_another else ""
    say(f"{searching.player}: {searching.hands:,} hands compared with {reference}{elsewhere}{passed}.")
    if not found:
        say("These hands show no habit whose cost, compared with the reference, is certain.")
        return
    heads = ("habit", "done", "reference", "costs bb/100", "95 % interval", "hands", "practice")
    table = Table(*heads, box=None, header_style="bold")
    for leak in found:
        cost, done = leak.cost, leak.done
        ends = "-" if cost.low is None or cost.high is None else f"{cost.low:.1f} to {cost.high:.1f}"
        often = f"{100 * (done.mean or 0):.0f} % of {done.n}"
        shown = ", ".join(map(str, leak.hands))
        table.add_row(
            Text(leak.words), often, f"{100 * leak.reference:.0f} %", f"{cost.mean:.1f}", ends, shown, leak.habit.theme
        )
    out.print(table)
    say("A negative cost is a gain against players like the reference. riverboat hands show NUMBER shows a hand.")
    first = next((leak.habit.theme for leak in found if (leak.cost.mean or 0) > 0), None)
    if first is not None:
        say(f"Practise what costs most: riverboat train-me {first} --player {shlex.quote(searching.player)}")
