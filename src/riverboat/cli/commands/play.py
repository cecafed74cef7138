"""`riverboat play`."""

from __future__ import annotations

import io
import re
import shlex
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from riverboat.cli.dice_options import (
    BackOption,
    ChangingOption,
    CheckOption,
    DiceOption,
    FacesOption,
    GiveOption,
    MatchOption,
    OpeningOption,
    OrderOption,
    PalificoFromOption,
    PalificoOption,
    RulesOption,
    SpotOnOption,
    StartsOption,
    WildOption,
)
from riverboat.cli.output import announce_compiling, out
from riverboat.cli.store_options import DatabaseOption
from riverboat.cli.table_options import TypedOptions, read_options
from riverboat.cli.terminal.start_small import is_small, play_small
from riverboat.errors import GameError

if TYPE_CHECKING:
    from riverboat.cli.terminal.partner import TerminalPartner
    from riverboat.cli.terminal.view import Look
    from riverboat.records.store.hand_store import Store
    from riverboat.tables import Session, TablePlan


PartnerOption = Annotated[
    bool, typer.Option("--partner", help="A partner sits beside you: ? asks it; it remembers you by your name.")
]
PartnerKindOption = Annotated[
    str | None,
    typer.Option(
        "--partner-kind",
        metavar="KIND",
        help="At stud: plus (default) or paper (the paper's own). At limit Hold'em: worth (default) or thresholds.",
    ),
]
FourColoursOption = Annotated[
    bool, typer.Option("--four-colours", "--four-colors", help="Each suit in a colour of its own.")
]
PaceOption = Annotated[
    float, typer.Option(min=0, max=10, help="Seconds to wait after each opponent's action; 0 for none.")
]
SeedOption = Annotated[
    int | None,
    typer.Option(
        min=0, help="For practice: repeats the cards, which anybody who knows the seed can work out. By default random."
    ),
]
LearntOption = Annotated[
    Path | None,
    typer.Option(help="Keep what an opponent with learn=true learns in this file (.npz).", dir_okay=False),
]
AskFromOption = Annotated[
    float | None,
    typer.Option(
        "--ask-from",
        min=0,
        metavar="COST",
        help="The partner asks whether you are sure above this cost, in chips or points; smaller mistakes get one "
        "line. By default two big bets, or a twentieth of the stack.",
    ),
]


@dataclass(frozen=True, kw_only=True)
class Seat:
    """How a person sits down at a table, whatever is played there."""

    partner: bool
    kind: str | None
    database: str | None
    new: bool
    hands: int | None
    pace_s: float = 0.0
    learnt: Path | None = None
    ask_from: float | None = None


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("play")(play)


def play(
    game: Annotated[
        str,
        typer.Argument(help="holdem-limit, stud, bluff and others (riverboat games), or an .efg file."),
    ] = "holdem-limit",
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against", "-a", metavar="AGENTS", help="Opponents, like tight-aggressive,loose-passive or random*3."
        ),
    ] = None,
    seats: Annotated[int | None, typer.Option(help="Players at the table, including you.")] = None,
    stack: Annotated[int | None, typer.Option(min=1, help="Chips that everyone buys in for.")] = None,
    blinds: Annotated[str | None, typer.Option(metavar="SMALL/BIG", help="The blinds, like 5/10.")] = None,
    bets: Annotated[str | None, typer.Option(metavar="SMALL/BIG", help="The bets of a limit game, like 10/20.")] = None,
    raises: Annotated[
        str | None, typer.Option(metavar="one|each", help="Stud with reveals: one raise a turn, or one by each player.")
    ] = None,
    dice: DiceOption = None,
    rules: RulesOption = None,
    faces: FacesOption = None,
    wild: WildOption = None,
    order: OrderOption = None,
    check: CheckOption = False,
    opening: OpeningOption = None,
    changing: ChangingOption = None,
    spot_on: SpotOnOption = None,
    back: BackOption = None,
    palifico: PalificoOption = None,
    palifico_from: PalificoFromOption = None,
    match: MatchOption = None,
    give: GiveOption = False,
    starts: StartsOption = "loser",
    name: Annotated[str, typer.Option(help="Your name in the records.")] = "You",
    hands: Annotated[int | None, typer.Option(min=1, help="Leave after this many hands.")] = None,
    new: Annotated[bool, typer.Option("--new", help="Start afresh even if a session of yours is kept.")] = False,
    partner: PartnerOption = False,
    partner_kind: PartnerKindOption = None,
    ask_from: AskFromOption = None,
    four_colours: FourColoursOption = False,
    pace: PaceOption = 0.25,
    seed: SeedOption = None,
    learnt: LearntOption = None,
    database: DatabaseOption = None,
) -> None:
    """Sit down at a table with agents. Hands are stored and your place is kept: repeat the command to go on."""
    typed = TypedOptions(
        stack=stack,
        blinds=blinds,
        bets=bets,
        raises=raises,
        learnt=learnt,
        rules=rules,
        dice=dice,
        faces=faces,
        wild=wild,
        order=order,
        check=check,
        opening=opening,
        changing=changing,
        spot_on=spot_on,
        back=back,
        palifico=palifico,
        palifico_from=palifico_from,
        match=match,
        give=give,
        starts=starts,
    )
    seat = Seat(partner=partner or partner_kind is not None, kind=partner_kind, database=database, new=new, hands=hands)
    seat = replace(seat, pace_s=pace, learnt=learnt, ask_from=ask_from)
    look, opponents = _look(four_colours=four_colours), split_agents(against or [])
    if is_small(game):
        play_small(game, opponents, look, hands=hands, seed=seed, unused={"seats": seats, **_of_tables(typed, seat)})
        return
    settings = read_options(game, typed)
    announce_compiling()
    from riverboat.tables import table_plan

    _sit_down(table_plan(game, opponents, seats=seats, person=name, seed=seed, **settings), look, seat)


def _of_tables(typed: TypedOptions, seat: Seat) -> dict[str, Any]:
    """What was typed that only tables have which are kept."""
    return {
        **vars(typed),
        "starts": typed.starts != TypedOptions.starts,
        "new": seat.new,
        "partner": seat.partner,
        "ask_from": seat.ask_from,
        "database": seat.database,
    }


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
            out.print(f"Seed {plan.seed}: anyone who knows it can work out every card. This table is for practice.")
        try:
            beside = _partner(plan, store, seat) if seat.partner else None
            view.help_key = "?" if beside is None else "h"
            TerminalSession(
                session, view, out, _same_command(), hands=seat.hands, pace_s=seat.pace_s, beside=beside
            ).run()
        finally:
            session.close()
            if learner is not None and seat.learnt is not None:
                _keep_learnt(session, learner, seat.learnt)


def _partner(plan: TablePlan, store: Store, seat: Seat) -> TerminalPartner:
    from riverboat.cli.terminal.partner import TerminalPartner
    from riverboat.partner.memory import KeptPartner

    kept = KeptPartner(store, plan.game, plan.person, kind=seat.kind, seed=plan.word("partner"))
    return TerminalPartner(kept, ask_from=seat.ask_from)


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
