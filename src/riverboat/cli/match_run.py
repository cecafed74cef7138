"""A match or a ring from its plan to its table: what `match` and `tournament ring` share."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.table import Table

from riverboat.cards.seeds import format_seed
from riverboat.cli.live_view import run_steps
from riverboat.cli.output import out, print_json
from riverboat.cli.work_options import MANY_HANDS, executor_for, keep_work, tell_of_faults
from riverboat.errors import counted

if TYPE_CHECKING:
    from riverboat.arena.matches.match import MatchProgress
    from riverboat.arena.matches.plan import MatchPlan
    from riverboat.arena.matches.results import EntrantResult, MatchResult
    from riverboat.arena.matches.stopping import StoppingRule
    from riverboat.arena.work.executors import MakeExecutor
    from riverboat.steps import Checkpoint


@dataclass(frozen=True, kw_only=True)
class MatchRun:
    """How a match is run and shown: the options that have nothing to do with what is played."""

    kind: str  # of the checkpoint: match or ring
    workers: int | None
    cluster: str | None
    resume: bool
    checkpoint: Path | None
    picture: Path | None
    seed: str | None
    json: bool
    stopping: StoppingRule | None = None
    store: str | bool | None = False  # a database, None for the usual one, or False for none

    def check(self) -> None:
        """Refuse a picture that can't be drawn, before anything is played."""
        if self.picture is not None:
            from riverboat.pictures import check_picture

            check_picture(self.picture)

    def play(self, plan: MatchPlan) -> None:
        """Play, draw, print, and end the command with the exit code that follows."""
        from riverboat.arena.matches.match import describe_match

        stores = self.store is not False
        many = plan.hands >= MANY_HANDS and not stores
        make_executor = executor_for(self.workers, self.cluster, many=many, here=stores)
        describe = partial(describe_match, stopping=self.stopping)
        plan, kept = keep_work(plan, describe, kind=self.kind, seed=self.seed, resume=self.resume, path=self.checkpoint)
        start = time.perf_counter()
        result, stored = self._run(plan, kept, make_executor)
        elapsed_s = time.perf_counter() - start
        if self.picture is not None:
            from riverboat.arena.matches.pictures import plot_bankrolls

            plot_bankrolls(result, self.picture)
        if self.json:
            more = {"elapsed_s": elapsed_s, **({"hands_stored": stored} if stores else {})}
            print_json({**result.to_json(), **more}, format_seed(plan.seed))
        else:
            show_result(result, elapsed_s)
            if stores:
                out.print(f"{counted(stored, 'hand')} stored.")
        raise typer.Exit(tell_of_faults(result.players))

    def _run(self, plan: MatchPlan, kept: Checkpoint, make_executor: MakeExecutor | None) -> tuple[MatchResult, int]:
        from riverboat.arena.matches.match import match_steps

        with ExitStack() as stack:
            recorder = None
            if self.store is not False:
                from riverboat.arena.matches.recording import Recorder
                from riverboat.records.store.hand_store import Store

                assert self.store is not True
                recorder = Recorder(stack.enter_context(Store(self.store)), plan)
                stack.callback(recorder.flush)
            steps = match_steps(
                plan,
                make_executor=make_executor,
                checkpoint=kept,
                resume=self.resume,
                stopping=self.stopping,
                on_hand=recorder,
            )
            result = run_steps(steps, format_seed(plan.seed), partial(_standing, plan))
            if recorder is not None:
                recorder.flush()
            return result, recorder.stored if recorder is not None else 0


def _standing(plan: MatchPlan, step: MatchProgress) -> tuple[float, str, Table | None]:
    table = Table(box=None, pad_edge=False)
    table.add_column("player", overflow="fold")
    table.add_column(f"{plan.unit.heading} so far", justify="right")
    for mean, each in sorted(zip(step.means_sb, plan.entrants, strict=True), key=lambda pair: -pair[0]):
        table.add_row(each.name, f"{mean:+.4f}")
    return step.units_done / step.units, f"{step.hands_done:,} hands", table


def _made_up(result: MatchResult) -> str:
    """Why more was played than was asked for."""
    plan = result.plan
    asked = f"{plan.hands:,} asked for, {result.hands:,} played"
    deals = f"every deal is played {plan.rotations} times"
    if plan.statistics_unit == "deal":
        return f"{asked}: {deals}"
    return f"{asked}: whole sessions of {plan.session_hands} deals (--session), and {deals}"


def _without_luck(players: list[EntrantResult], heading: str, interval: str) -> Table:
    """The means with luck taken out, and how many times as many hands would tell as much without that."""
    table = Table(box=None, pad_edge=False)
    table.add_column("luck-adjusted", style="bold", overflow="fold")
    for name in (heading, interval, "worth"):
        table.add_column(name, justify="right", no_wrap=True)
    for player in players:
        plain, found = player.income_sb, player.adjusted_sb
        if found is None or found.mean is None:
            continue
        ends, worth = "", ""
        if None not in (found.low, found.high, plain.low, plain.high):
            ends = f"{found.low:+.4f} to {found.high:+.4f}"
            widths = ((each.high or 0.0) - (each.low or 0.0) for each in (plain, found))
            before, after = widths
            worth = f"{(before / after) ** 2:.1f} x the hands" if after > 1e-9 * before else "nothing was luck"
        table.add_row(player.name, f"{found.mean:+.4f}", ends, worth)
    return table


def show_result(result: MatchResult, elapsed_s: float) -> None:
    """The table that people read."""
    table = Table(box=None, pad_edge=False)
    table.add_column("player", style="bold", overflow="fold")
    interval = f"{100 * result.confidence:.4g} % interval"
    row, unit = result.plan.entry, result.plan.unit
    bets = row.pieces == "cards"
    for heading in (unit.heading, interval, *(("VPIP", "PFR", "AF", "rebuys") if bets else ())):
        table.add_column(heading, justify="right", no_wrap=True)
    order = sorted(result.players, key=lambda player: -(player.income_sb.mean or 0))
    for player in order:
        income = player.income_sb
        ends = "" if income.n < 2 else f"{income.low:+.4f} to {income.high:+.4f}"
        shares = (f"{100 * each.mean:.1f} %" if each.mean is not None else "-" for each in (player.vpip, player.pfr))
        factor = player.aggression_factor.mean
        name = f"{player.name} x {player.copies}" if player.copies > 1 else player.name
        style = (*shares, "-" if factor is None else f"{factor:.2f}", f"{player.rebuys:,}" if player.rebuys else "")
        mean = "-" if income.mean is None else f"{income.mean:+.4f}"
        table.add_row(name, mean, ends, *(style if bets else ()))
    out.print(table)
    if result.plan.adjusted:
        out.print(_without_luck(order, unit.heading, interval))
    for player in order:
        if not player.hands:
            out.print(f"{player.name} has not had its turn: play more hands, or set shorter sessions", markup=False)
        if player.faults:
            end = "; it forfeited, and checked or folded from then on" if player.forfeited else ""
            out.print(f"{player.name}: {counted(player.faults, 'fault')}{end}", markup=False)
            for fault in player.first_faults:
                out.print(f"  {fault}", markup=False)
    played = "whole matches" if result.plan.whole else f"{row.hand}s"
    kind = f"each played {result.plan.rotations} times" if result.plan.duplicate else "each played once"
    n = max(player.income_sb.n for player in result.players)
    observations = f"{n:,} {result.plan.statistics_unit}{'s' * (n != 1)}"
    early = "; stopped early" if result.stopped_early else ""
    if result.hands > result.plan.hands:
        out.print(f"[dim]{_made_up(result)}[/]")
    if n == 1 and result.plan.statistics_unit == "session":
        early += "; one session gives no interval: play more hands, or shorter sessions (--session)"
    out.print(
        f"[dim]{unit.heading}: {unit.a_hand}. {result.hands:,} {played} of "
        f"{result.plan.game} in {elapsed_s:.1f} s, "
        f"{observations}, {kind}{early}; "
        f"seed {format_seed(result.plan.seed)}, hash {result.digest}[/]"
    )
