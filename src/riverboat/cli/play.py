"""`riverboat play`."""

from __future__ import annotations

import io
import re
import shlex
import sys
from typing import Annotated, Any

import typer

from riverboat.cli.output import announce_compiling, out
from riverboat.cli.records import DatabaseOption
from riverboat.errors import GameError


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("play")(play)


def play(
    game: Annotated[
        str, typer.Argument(help="holdem-limit, holdem-nolimit, stud-limit, or stud (with reveals).")
    ] = "holdem-limit",
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against", "-a", metavar="AGENTS", help="Opponents, like tight-aggressive,loose-passive or random*3."
        ),
    ] = None,
    seats: Annotated[int | None, typer.Option(help="Players at the table, you among them.")] = None,
    stack: Annotated[int | None, typer.Option(min=1, help="Chips that everyone buys in for.")] = None,
    blinds: Annotated[str | None, typer.Option(metavar="SMALL/BIG", help="The blinds, like 5/10.")] = None,
    bets: Annotated[str | None, typer.Option(metavar="SMALL/BIG", help="The bets of a limit game, like 10/20.")] = None,
    name: Annotated[str, typer.Option(help="Your name in the records.")] = "You",
    hands: Annotated[int | None, typer.Option(min=1, help="Leave after so many hands.")] = None,
    new: Annotated[bool, typer.Option("--new", help="Start anew where a session of yours is kept.")] = False,
    partner: Annotated[
        bool, typer.Option("--partner", help="A partner sits beside you: ? asks it; it remembers you by your name.")
    ] = False,
    partner_kind: Annotated[
        str | None, typer.Option("--partner-kind", metavar="KIND", help="At stud: paper (faithful) or plus (better).")
    ] = None,
    four_colours: Annotated[
        bool, typer.Option("--four-colours", "--four-colors", help="Each suit in a colour of its own.")
    ] = False,
    pace: Annotated[
        float, typer.Option(min=0, max=10, help="Seconds to look at what each opponent does; 0: at once.")
    ] = 0.25,
    seed: Annotated[
        int | None, typer.Option(min=0, help="For practice: the same cards again. Else the system's randomness.")
    ] = None,
    database: DatabaseOption = None,
) -> None:
    """Sit down at a table with agents. Hands are stored, and your place is kept: the same command goes on."""
    options = table_options(game, stack=stack, blinds=blinds, bets=bets)
    announce_compiling()
    from riverboat.agents.partner import partner_entry
    from riverboat.agents.partner_memory import KeptPartner
    from riverboat.arena.seating import Seating
    from riverboat.arena.seating_plan import seating_plan
    from riverboat.cards.evaluator import evaluate
    from riverboat.cli.play_loop import Leaving, Sitting, wants_to_go_on
    from riverboat.cli.play_partner import Beside
    from riverboat.cli.play_view import Look, TableView
    from riverboat.records.store import Store

    evaluate("AsKsQsJsTs")  # what has to be compiled is compiled before the cards are dealt
    opponents = split_agents(against or [])
    plan = seating_plan(game, opponents, seats=seats, options=options, person=name, seed=seed)
    if partner or partner_kind:
        partner_entry(game, partner_kind)  # refuses what can't be before anything is kept
    look = Look(four_colours=four_colours, signs=out.encoding.lower().startswith("utf"))
    if not look.signs and isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # names may hold what this terminal can't show
    with Store(database) as store:
        kept = None if new else Seating.kept(plan, store)
        try:
            resume = kept is not None and wants_to_go_on(out, kept)
        except (Leaving, EOFError, KeyboardInterrupt):
            out.print()
            return
        seating = Seating(plan, store, resume=resume)
        try:
            view = TableView(plan, look, width=out.width)
            beside = None
            if partner or partner_kind:
                kept_partner = KeptPartner(store, game, name, kind=partner_kind, seed=plan.word("partner"))
                beside = Beside(kept_partner)
                view.help_key = "h"
            Sitting(seating, view, out, _same_command(), hands=hands, pace_s=pace, beside=beside).run()
        finally:
            seating.close()


def split_agents(typed: list[str]) -> list[str]:
    """Names from "a,b*2,c:x=1,y=2"; a command after exec: is taken whole."""
    names: list[str] = []
    for text in typed:
        if text.strip().startswith("exec:"):
            names.append(text.strip())
            continue
        for piece in filter(None, (part.strip() for part in text.split(","))):
            if re.match(r"\w+=", piece) and names and ":" in names[-1]:
                names[-1] += f";{piece}"
            else:
                names.append(piece)
    return names


def table_options(
    game: str, *, stack: int | None = None, blinds: str | None = None, bets: str | None = None
) -> dict[str, Any]:
    """The options of the game; what was not said follows from what was, as at real tables."""
    from riverboat.arena.seating_plan import stakes

    return stakes(
        game,
        stack=stack,
        blinds=None if blinds is None else _pair("--blinds", blinds),
        bets=None if bets is None else _pair("--bets", bets),
    )


def _pair(option: str, text: str) -> tuple[int, int]:
    found = re.fullmatch(r"\s*(\d{1,12})\s*[/,:-]\s*(\d{1,12})\s*", text)
    if not found or not 0 < int(found[1]) <= int(found[2]):
        raise GameError(f'{option} "{text}" is not two amounts, the smaller first: write them like 5/10')
    return int(found[1]), int(found[2])


def _same_command() -> str:
    words = [word for word in sys.argv[1:] if word != "--new"]
    return shlex.join(["riverboat", *words])
