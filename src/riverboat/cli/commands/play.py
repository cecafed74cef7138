"""`riverboat play`."""

from __future__ import annotations

import io
import re
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riverboat.cli.output import announce_compiling, out
from riverboat.cli.store_options import DatabaseOption
from riverboat.cli.table_options import TypedOptions, read_options
from riverboat.errors import GameError

if TYPE_CHECKING:
    from riverboat.cli.terminal.partner import TerminalPartner
    from riverboat.cli.terminal.view import Look
    from riverboat.records.store.hand_store import Store
    from riverboat.tables import Session, TablePlan


@dataclass(frozen=True, kw_only=True)
class Seat:
    """How a person sits down at a table, whatever is played there."""

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
    raises: Annotated[
        str | None, typer.Option(metavar="one|each", help="Stud with reveals: one raise a turn, or one by each player.")
    ] = None,
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
        str | None, typer.Option("--partner-kind", metavar="KIND", help="At stud: plus (usual) or paper (faithful).")
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
    typed = TypedOptions(
        stack=stack,
        blinds=blinds,
        bets=bets,
        raises=raises,
        learnt=learnt,
        dice=dice,
        faces=faces,
        wild=wild,
        order=order,
        check=check,
        match=match,
        give=give,
        starts=starts,
    )
    settings = read_options(game, typed)
    announce_compiling()
    from riverboat.tables import table_plan

    plan = table_plan(game, split_agents(against or []), seats=seats, person=name, seed=seed, **settings)
    beside = partner or partner_kind is not None
    seat = Seat(partner=beside, kind=partner_kind, database=database, new=new, hands=hands, pace_s=pace, learnt=learnt)
    _sit_down(plan, _look(four_colours=four_colours), seat)


def _look(*, four_colours: bool) -> Look:
    from riverboat.cli.terminal.view import Look

    look = Look(four_colours=four_colours, signs=out.encoding.lower().startswith("utf"))
    if not look.signs and isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # names may hold what this terminal can't show
    return look


def _sit_down(plan: TablePlan, look: Look, seat: Seat) -> None:
    """A place that may be kept, a partner beside, the session and its end."""
    from riverboat.cli.terminal.session import Leaving, TerminalSession, wants_to_go_on
    from riverboat.cli.terminal.views import view_of
    from riverboat.partner.protocol import partner_entry
    from riverboat.records.store.hand_store import Store
    from riverboat.tables import Session

    view = view_of(plan, look, width=out.width)
    if seat.partner:
        partner_entry(plan.game, seat.kind)  # refuses what can't be before anything is kept
    learner = None if seat.learnt is None else _learner(plan, seat.learnt)
    with Store(seat.database) as store:
        kept = None if seat.new else Session.kept(plan, store)
        try:
            resume = kept is not None and wants_to_go_on(out, kept, what=plan.entry.hand)
        except (Leaving, EOFError, KeyboardInterrupt):
            out.print()
            return
        session = Session(plan, store, resume=resume)
        if plan.seed is not None:
            out.print(f"Seed {plan.seed}: whoever knows it can work out every card. This table is for practice.")
        try:
            beside = _partner(plan, store, seat.kind) if seat.partner else None
            view.help_key = "?" if beside is None else "h"
            TerminalSession(
                session, view, out, _same_command(), hands=seat.hands, pace_s=seat.pace_s, beside=beside
            ).run()
        finally:
            session.close()
            if learner is not None and seat.learnt is not None:
                _keep_learnt(session, learner, seat.learnt)


def _partner(plan: TablePlan, store: Store, kind: str | None) -> TerminalPartner:
    from riverboat.cli.terminal.partner import TerminalPartner
    from riverboat.partner.memory import KeptPartner

    return TerminalPartner(KeptPartner(store, plan.game, plan.person, kind=kind, seed=plan.word("partner")))


def _learner(plan: TablePlan, path: Path) -> int:
    """The seat of the one opponent who learns."""
    from riverboat.agents.evolving.models import EvolvingAgent
    from riverboat.cli.commands.training.evolve import check_out

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


def _keep_learnt(session: Session, seat: int, path: Path) -> None:
    from riverboat.agents.evolving.models import EvolvingAgent, write_player

    agent, player = session.plan.agents[seat - 1], session.player(seat)
    if isinstance(agent, EvolvingAgent) and player is not None:
        write_player(path, agent.with_memory(player.memory), made_by=_same_command())
        out.print(f"what {session.plan.names[seat]} has learnt is in {path}", markup=False, soft_wrap=True)


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


def _same_command() -> str:
    words = [word for word in sys.argv[1:] if word != "--new"]
    return shlex.join(["riverboat", *words])
