"""`riverboat leaks`."""

from __future__ import annotations

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
    reference: Annotated[str, typer.Option(help="The agent that decisions are compared with.")] = "loki-a",
    hands: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many of the latest hands to look at.")] = 2000,
    position: PositionOption = None,
    stakes: StakesOption = None,
    players: PlayersOption = None,
    since: SinceOption = None,
    until: UntilOption = None,
    seed: Annotated[int, typer.Option(min=0, help="Repeats the cards that are drawn.")] = 0,
    database: DatabaseOption = None,
    json: Json = False,
) -> None:
    """Habits that cost beside a reference player: how often, what they cost with the interval, hands that show it."""
    from riverboat.agents.registry import make_agent
    from riverboat.modeling.statistics import stored_tallies
    from riverboat.partner.leaks.search import LeakSearch
    from riverboat.records.store.hand_filters import filter_of

    chosen = filter_of(position=position, stakes=stakes, players=players, since=since, until=until)
    searching = LeakSearch(player=player, reference=make_agent(reference).player(seed), seed=seed)
    damaged: list[DamagedHand] = []
    with open_store(database, game=game) as store, progress_bar("looking at hands") as bar:
        rows = chosen.of(stored_tallies(player, store, game=game, damaged=damaged))
        numbers = [int(each) for each in rows["hand"][-hands:]]
        try:
            for done, number in enumerate(numbers, 1):
                searching.take(store.hand(number))
                bar.update(bar.task_ids[0], note=f"{done} of {len(numbers)}")
        except KeyboardInterrupt:
            err.print("interrupted: this is what the hands so far show")
    found = searching.leaks()
    if json:
        told = {
            "player": player,
            "reference": reference,
            "hands": searching.hands,
            "hands_passed_over": searching.blind,
        }
        looked = [each.to_json() for each in searching.habits()]
        print_json({**told, "leaks": [each.to_json() for each in found], "habits": looked}, seed)
        return
    _tell(searching, found, reference)


def _tell(searching: LeakSearch, found: list[Leak], reference: str) -> None:
    passed = f", {searching.blind} passed over (own cards unknown, or not Hold'em)" if searching.blind else ""
    say(f"{searching.player}: {searching.hands} hands looked at beside {reference}{passed}.")
    if not found:
        say("No habit differs from the reference's at a cost that these hands make sure.")
        return
    table = Table("habit", "done", "reference", "costs bb/100", "95 % interval", "hands", box=None, header_style="bold")
    for leak in found:
        cost, done = leak.cost, leak.done
        ends = "-" if cost.low is None or cost.high is None else f"{cost.low:.1f} to {cost.high:.1f}"
        often = f"{100 * (done.mean or 0):.0f} % of {done.n}"
        shown = ", ".join(map(str, leak.hands))
        table.add_row(Text(leak.words), often, f"{100 * leak.reference:.0f} %", f"{cost.mean:.1f}", ends, shown)
    out.print(table)
    say("A cost below nothing is a gain against players like the reference. riverboat hands show NUMBER shows a hand.")
