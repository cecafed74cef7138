"""`riverboat leaks`."""

from __future__ import annotations

import shlex
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from riverboat.cli.interrupts import as_interrupt
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
from riverboat.cli.work_options import CheckpointOption, ResumeOption
from riverboat.errors import DamagedHand

if TYPE_CHECKING:
    from riverboat.partner.leaks.search import Leak, LeakSearch
    from riverboat.steps import Checkpoint

INTERRUPTED = 130  # the exit code after Ctrl-C


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("leaks")(leaks)


class FirstSolved(StrEnum):
    """The first street that is solved."""

    TURN = "turn"
    RIVER = "river"


def leaks(
    player: Annotated[str, typer.Argument(help="The player's name, as recorded.")],
    game: GameOption = None,
    reference: Annotated[
        str | None,
        typer.Option(
            help="Compare with this agent alone (loki-a where it can't play). By default the best there is: "
            "equilibrium at two-handed limit, solved spots between two, loki-a elsewhere."
        ),
    ] = None,
    solve: Annotated[
        FirstSolved,
        typer.Option(help="Solve spots between two from this street on; rivers alone are much quicker."),
    ] = FirstSolved.TURN,
    hands: Annotated[int, typer.Option(min=1, max=1_000_000, help="The number of latest hands to look at.")] = 2000,
    position: PositionOption = None,
    stakes: StakesOption = None,
    players: PlayersOption = None,
    since: SinceOption = None,
    until: UntilOption = None,
    resume: ResumeOption = False,
    checkpoint: CheckpointOption = None,
    seed: Annotated[int, typer.Option(min=0, help="Repeat the drawn cards.")] = 0,
    database: DatabaseOption = None,
    json: Json = False,
) -> None:
    """Show habits that cost something compared with a reference: how often, their cost with its interval, and hands.

    Ctrl-C reports what the hands so far show, and keeps them: --resume goes on.
    """
    from riverboat.modeling.statistics import stored_tallies
    from riverboat.partner.leaks.references import judges
    from riverboat.partner.leaks.search import LeakSearch, search_steps
    from riverboat.partner.leaks.solved import RIVER, TURN
    from riverboat.records.store.hand_filters import filter_of

    chosen = filter_of(position=position, stakes=stakes, players=players, since=since, until=until)
    first_street = {FirstSolved.TURN: TURN, FirstSolved.RIVER: RIVER}[solve]
    searching = LeakSearch(player=player, judges=judges(reference, seed=seed, first_street=first_street))
    damaged: list[DamagedHand] = []
    left = 0
    with open_store(database, game=game) as store, progress_bar("looking at hands") as bar:
        rows = chosen.of(stored_tallies(player, store, game=game, damaged=damaged))
        numbers = [int(each) for each in rows["hand"][-hands:]]
        work = {
            "player": player,
            "database": store.url.render_as_string(hide_password=True),
            "reference": reference,
            "solve": None if reference else solve.value,
            "seed": seed,
        }
        steps = search_steps(searching, store, numbers, checkpoint=_kept(work, checkpoint, resume), resume=resume)
        left = len(numbers)
        bar.update(bar.task_ids[0], total=len(numbers))
        try:
            with as_interrupt():
                for done in steps:
                    left = len(numbers) - done
                    bar.update(bar.task_ids[0], completed=done, note=f"{done:,} of {len(numbers):,}")
        except KeyboardInterrupt:
            steps.close()
            err.print("interrupted: this is what the hands so far show; the same command with --resume goes on")
    if json:
        looked = [each.to_json() for each in searching.habits()]
        more = {"hands_left": left, "reference": reference, "habits": looked}
        print_json({**searching.to_json(), **more}, seed)
    else:
        _tell(searching, searching.leaks(), reference)
    if left:
        raise typer.Exit(INTERRUPTED)


def _kept(work: dict[str, Any], path: Path | None, resume: bool) -> Checkpoint:
    """Where what each hand has shown is kept."""
    from riverboat.kernel import user_cache
    from riverboat.steps import Checkpoint, work_name
    from riverboat.version import __version__

    path = path or user_cache() / "checkpoints" / f"leaks-{work_name(work)}.jsonl"
    if resume and not path.exists():
        err.print("[dim]nothing to go on with: this command has not been interrupted; beginning[/]")
    return Checkpoint(path, {"kind": "leaks", **work, "version": __version__})


def _tell(searching: LeakSearch, found: list[Leak], reference: str | None) -> None:
    from riverboat.partner.texts.leaks import ASSUMED, unsolved

    passed = f"; {searching.blind:,} passed over (own cards unknown, or not Hold'em)" if searching.blind else ""
    compared = ", ".join(f"{count:,} with {name}" for name, count in searching.decisions.items())
    decisions = f"; decisions compared: {compared}" if compared else ""
    say(f"{searching.player}: {searching.hands:,} hands looked at{passed}{decisions}.")
    for name in searching.decisions:
        if name in ASSUMED:
            say(ASSUMED[name])
    if reference is None and searching.unsolved:
        say(unsolved(searching.unsolved))
    if not found:
        say("These hands show no habit whose cost, compared with the reference, is certain.")
        return
    heads = ("habit", "done", "reference", "costs bb/100", "95 % interval", "hands", "practice")
    table = Table(*heads, box=None, header_style="bold")
    for leak in found:
        cost, done = leak.cost, leak.done
        ends = "-" if cost.low is None or cost.high is None else f"{cost.low:.1f} to {cost.high:.1f}"
        often = f"{100 * (done.mean or 0):.0f} % of {done.n}"
        beside = f"{leak.habit.beside}: {100 * leak.reference:.0f} %"
        shown = ", ".join(map(str, leak.hands))
        table.add_row(Text(leak.words), often, beside, f"{cost.mean:.1f}", ends, shown, leak.habit.theme)
    out.print(table)
    say("A negative cost is a gain against players like the reference. riverboat hands show NUMBER shows a hand.")
    first = next((leak.habit.theme for leak in found if (leak.cost.mean or 0) > 0), None)
    if first is not None:
        say(f"Practise what costs most: riverboat train-me {first} --player {shlex.quote(searching.player)}")
