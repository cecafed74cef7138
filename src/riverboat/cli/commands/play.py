"""`riverboat play`."""

from __future__ import annotations

import io
import re
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from riverboat.cli.output import announce_compiling, out
from riverboat.cli.store_options import DatabaseOption
from riverboat.errors import GameError

if TYPE_CHECKING:
    from riverboat.cli.terminal.view_cards import Look


@dataclass(frozen=True, kw_only=True)
class Wish:
    """What a person wants of a table, whatever is played there."""

    partner: bool
    kind: str | None
    database: str | None
    new: bool
    hands: int | None
    pace_s: float
    learnt: Path | None = None


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("play")(play)


def play(
    game: Annotated[
        str, typer.Argument(help="holdem-limit, holdem-nolimit, stud-limit, stud (with reveals), or bluff.")
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
    dice: Annotated[
        str | None, typer.Option(metavar="N,N", help="Bluff: dice of each player, yours first; one number is for all.")
    ] = None,
    faces: Annotated[int, typer.Option(help="Bluff: faces of a die.")] = 6,
    wild: Annotated[int | None, typer.Option(help="Bluff: the wild face, 0 for none; else the highest.")] = None,
    order: Annotated[str, typer.Option(help="Bluff: the order of bids, paper or plain.")] = "paper",
    check: Annotated[bool, typer.Option("--check", help="Bluff: one may call Check (exactly right).")] = False,
    match: Annotated[bool, typer.Option("--match", help="Bluff: who loses a round loses a die, to the last.")] = False,
    give: Annotated[bool, typer.Option("--give", help="Bluff: a match in which the loser gives the die away.")] = False,
    starts: Annotated[str, typer.Option(help="Bluff: who opens the next round of a match, loser or winner.")] = "loser",
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
        int | None,
        typer.Option(min=0, help="For practice: the same cards again, which can be worked out from it. Else chance."),
    ] = None,
    learnt: Annotated[
        Path | None,
        typer.Option(help="Keep what an opponent with learn=true learns in this file (.npz).", dir_okay=False),
    ] = None,
    database: DatabaseOption = None,
) -> None:
    """Sit down at a table with agents. Hands are stored, and your place is kept: the same command goes on."""
    beside = partner or partner_kind is not None
    wish = Wish(partner=beside, kind=partner_kind, database=database, new=new, hands=hands, pace_s=pace, learnt=learnt)
    opponents = split_agents(against or [])
    if game == "bluff":
        _refuse("bluff has no chips", stack=stack, blinds=blinds, bets=bets)
        _refuse("nobody learns at bluff", learnt=learnt)
        rules = {"dice": _dice(dice), "faces": faces, "wild": wild, "order": order, "check": check}
        stake = "give" if give else "forfeit"
        chosen = {"match": match or give, "stake": stake, "starts": starts, "seats": seats}
        _play_bluff(opponents, {**rules, **chosen, "person": name, "seed": seed}, wish)
        return
    _refuse(f"{game} has no dice", dice=dice, check=check or None, match=match or None, give=give or None)
    options = table_options(game, stack=stack, blinds=blinds, bets=bets)
    announce_compiling()
    from riverboat.cards.evaluator import evaluate
    from riverboat.cli.terminal.loop import Sitting
    from riverboat.cli.terminal.view_cards import TableView
    from riverboat.tables.former import Seating, seating_plan

    evaluate("AsKsQsJsTs")  # what has to be compiled is compiled before the cards are dealt
    plan = seating_plan(game, opponents, seats=seats, options=options, person=name, seed=seed)
    view = TableView(plan, _look(four_colours=four_colours), width=out.width)
    _sit_down(plan, Seating, view, Sitting, wish)


def _play_bluff(opponents: list[str], rules: dict[str, Any], wish: Wish) -> None:
    announce_compiling()
    from riverboat.cli.terminal.loop_dice import BluffSitting
    from riverboat.cli.terminal.view_dice import BluffView
    from riverboat.tables.former import BluffSeating, bluff_plan

    plan = bluff_plan(opponents, **rules)
    view = BluffView(plan, _look(four_colours=False), width=out.width)
    _sit_down(plan, BluffSeating, view, BluffSitting, wish)


def _look(*, four_colours: bool) -> Look:
    from riverboat.cli.terminal.view_cards import Look

    look = Look(four_colours=four_colours, signs=out.encoding.lower().startswith("utf"))
    if not look.signs and isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # names may hold what this terminal can't show
    return look


def _sit_down(plan: Any, table: Any, view: Any, sitting: Any, wish: Wish) -> None:
    """From here on all tables are alike: a place that is kept, a partner beside, the session and its end."""
    from riverboat.cli.terminal.loop import Leaving, wants_to_go_on
    from riverboat.cli.terminal.partner import Beside
    from riverboat.partner.memory import KeptPartner
    from riverboat.partner.protocol import partner_entry
    from riverboat.records.store.hand_store import Store

    if wish.partner:
        partner_entry(plan.game, wish.kind)  # refuses what can't be before anything is kept
    learner = None if wish.learnt is None else _learner(plan, wish.learnt)
    with Store(wish.database) as store:
        kept = None if wish.new else table.kept(plan, store)
        try:
            resume = kept is not None and wants_to_go_on(out, kept, what=sitting.what)
        except (Leaving, EOFError, KeyboardInterrupt):
            out.print()
            return
        seating = table(plan, store, resume=resume)
        if plan.seed is not None:
            out.print(f"Seed {plan.seed}: whoever knows it can work out every card. This table is for practice.")
        try:
            beside = None
            if wish.partner:
                seed = plan.word("partner")
                beside = Beside(KeptPartner(store, plan.game, plan.person, kind=wish.kind, seed=seed))
                view.help_key = "h"
            sitting(seating, view, out, _same_command(), hands=wish.hands, pace_s=wish.pace_s, beside=beside).run()
        finally:
            seating.close()
            if learner is not None and wish.learnt is not None:
                _keep_learnt(seating, learner, wish.learnt)


def _learner(plan: Any, path: Path) -> int:
    """The seat of the one opponent who learns."""
    from riverboat.agents.evolving.models import EvolvingAgent
    from riverboat.cli.commands.evolve import check_out

    check_out(path, "--learnt")
    learners = [
        seat for seat, agent in enumerate(plan.agents, start=1) if isinstance(agent, EvolvingAgent) and agent.learns
    ]
    if len(learners) != 1:
        raise GameError(
            f"--learnt keeps what one opponent learns, and here {len(learners) or 'nobody'} learn"
            f"{'' if learners else 's'}: name one evolving, or evolved@FILE:learn=true"
        )
    return learners[0]


def _keep_learnt(seating: Any, seat: int, path: Path) -> None:
    from riverboat.agents.evolving.models import write_player

    agent = seating.plan.agents[seat - 1].with_memory(seating.player(seat).memory)
    write_player(path, agent, made_by=_same_command())
    out.print(f"what {seating.plan.names[seat]} has learnt is in {path}", markup=False, soft_wrap=True)


def _refuse(why: str, **options: Any) -> None:
    for name, value in options.items():
        if value is not None:
            raise GameError(f"{why}: leave out --{name}")


def _dice(text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    if not re.fullmatch(r"\s*\d{1,3}\s*([,/x]\s*\d{1,3}\s*)*", text):
        raise GameError(f'--dice "{text}" is not a number of dice for each: write them like 2,2, yours first')
    return tuple(int(number) for number in re.findall(r"\d+", text))


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
    from riverboat.tables.former import stakes

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
