"""`riverboat solve`."""

from __future__ import annotations

import math
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from riverboat.cli.game_options import (
    Check,
    Dice,
    Faces,
    Order,
    Wild,
    dice_of_both,
    game_named,
    only_bluff,
    own_errors,
    rule_options,
)
from riverboat.cli.output import Json, SeedOption, announce_compiling, out, print_json
from riverboat.cli.solve_run import run_steps, solve_round
from riverboat.errors import GameError

if TYPE_CHECKING:
    from riverboat.games import BluffRules
    from riverboat.solving.bluff.round import BluffSolution
    from riverboat.solving.settings import Wish
    from riverboat.solving.solution import Solution

_JSON_ROWS = 10_000
_SHOWN_ROWS = 40
_LONGEST = 100  # characters of a fraction that is printed in full
_IN_A_ROW = 40  # and of one that is printed within a row

ThinOption = Annotated[
    float | None,
    typer.Option(min=0.0, max=0.1, help="bluff, with --save FILE.npz: keep only what is reached more often than this."),
]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("solve")(solve)


def solve(
    game: Annotated[
        str, typer.Argument(help="bluff, kuhn, leduc, rps, koller, an .efg file, FILE.py:Class, or openspiel:NAME.")
    ],
    dice: Dice = None,
    faces: Faces = None,
    check: Check = False,
    wild: Wild = None,
    order: Order = None,
    method: Annotated[
        str | None, typer.Option(help="lp, cfr+, dcfr, pcfr+ or pdcfr+; by default lp if it fits.")
    ] = None,
    gap: Annotated[float | None, typer.Option(help="Stop regret minimisation when the bounds are this close.")] = None,
    iterations: Annotated[int, typer.Option(min=1, help="... or after this many iterations.")] = 1_000_000,
    minutes: Annotated[float | None, typer.Option(min=0.0, help="... or after this many minutes.")] = None,
    match: Annotated[str | None, typer.Option(help="bluff: the whole match from these dice, like 2,2.")] = None,
    give: Annotated[bool, typer.Option("--give", help="With --match: the loser gives the die to the winner.")] = False,
    difference: Annotated[
        bool, typer.Option("--difference", help="With --match: as many dice go over as the bid was off.")
    ] = False,
    starts: Annotated[
        str | None, typer.Option(help="With --match: the player who opens the next round, loser (default) or winner.")
    ] = None,
    paper: Annotated[bool, typer.Option("--paper", help="bluff: both strategies in the paper's notation.")] = False,
    bids: Annotated[int | None, typer.Option(min=1, help="With --paper: sequences of at most this many bids.")] = None,
    picture: Annotated[Path | None, typer.Option(help="bluff: draw the opening bids by roll (.svg, .png).")] = None,
    save: Annotated[Path | None, typer.Option(help="Write the solution: .json, or .npz for bluff.")] = None,
    thin: ThinOption = None,
    strategy: Annotated[
        Path | None, typer.Option(help="Solve nothing: measure how much the strategies in this file can be exploited.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="bluff: go on with an interrupted run.")] = False,
    seed: SeedOption = None,
    json: Json = False,
) -> None:
    """Solve a game: its value, proved where possible, both strategies, and how much they can be exploited.

    Nothing is random: a run repeats exactly, whatever the seed, which is printed back.
    """
    options = rule_options(game, dice=dice, faces=faces, check=check, wild=wild, order=order)
    only_bluff(game, picture=picture, paper=paper, match=match, resume=resume)
    stake = _stake(match, starts, give=give, difference=difference)
    announce_compiling()
    wish = _wish(method, gap, iterations, minutes)
    _check_files(game, picture, save)
    if strategy is not None:
        _solves_nothing(save=save, picture=picture, paper=paper, match=match, method=method, resume=resume)
        _measure(game, options, strategy, seed, json=json)
        return
    if match is not None:
        from riverboat.cli.solve_match import solve_match

        if dice is not None:
            raise GameError("--match names the dice of the beginning: leave out --dice")
        both = dice_of_both(match, "--match")
        solve_match(both, options, stake=stake, starts=starts or "loser", wish=wish, seed=seed, json=json)
        return
    found, rules = _solve(game, options, wish, fixed_gap=gap is not None, resume=resume)
    solved_round = _bluff(found)
    if picture is not None and solved_round is not None:
        from riverboat.solving.pictures import plot_opening

        plot_opening(solved_round, picture)
    if save is not None:
        from riverboat.solving.bluff.files import save_solution
        from riverboat.solving.strategy_files import Source

        save_solution(found, save, command=_command(), rules=rules, source=Source(name=game), thin=thin)
    lines = _paper(solved_round, bids) if paper and solved_round is not None else None
    files = [path for path in (picture, save) if path is not None]
    if json:
        _print_json(found, lines, files, seed)
    else:
        _print(found, solved_round, lines, files)


def _check_files(game: str, picture: Path | None, save: Path | None) -> None:
    """Refuse names that can't be written, before the work is done."""
    if picture is not None:
        from riverboat.pictures import check_picture

        check_picture(picture)
    if save is not None:
        from riverboat.solving.bluff.files import check_save

        check_save(save, game == "bluff")


def _command() -> str:
    words = (word if re.fullmatch(r"[\w.,/=+-]+", word) else f'"{word}"' for word in sys.argv[1:])
    return " ".join(["riverboat", *words])


def _wish(method: str | None, gap: float | None, iterations: int, minutes: float | None) -> Wish:
    from riverboat.solving.settings import Wish

    most_s = float("inf") if minutes is None else 60 * minutes
    return Wish(method=method, gap=1e-4 if gap is None else gap, most_iterations=iterations, most_s=most_s)


def _solve(
    game: str, options: dict[str, Any], wish: Wish, *, fixed_gap: bool, resume: bool
) -> tuple[Solution, BluffRules | None]:
    rules = _rules(game, options)
    if rules is not None:
        return solve_round(rules, wish, fixed_gap=fixed_gap, resume=resume), rules
    from riverboat.solving.solver import solve_steps

    with own_errors(game):
        return run_steps(solve_steps(game_named(game, options), wish)), None


def _rules(game: str, options: dict[str, Any]) -> BluffRules | None:
    """The rules of the one game that has a solver of its own."""
    if game != "bluff":
        return None
    from riverboat.games import BluffRules

    return BluffRules(**options)


def _stake(match: str | None, starts: str | None, *, give: bool, difference: bool) -> str:
    """What the loser of a round pays in a match; refuses options of matches without one."""
    if match is None and (give or difference or starts is not None):
        told = "--give, --difference and --starts are about whole matches"
        raise GameError(f"{told}: add --match with the dice of both, like 2,2")
    if give and difference:
        raise GameError("--give and --difference are two rules for what the loser pays: leave out one")
    return "give" if give else "difference" if difference else "forfeit"


def _solves_nothing(**given: Any) -> None:
    """Refuse options that are about solving where strategies are only measured."""
    for name, value in given.items():
        if value is not None and value is not False:
            raise GameError(f"--strategy measures what a file says and solves nothing: leave out --{name}")


def _measure(game: str, options: dict[str, Any], file: Path, seed: int | None, *, json: bool) -> None:
    """Print how much the strategies in a file can be exploited."""
    from riverboat.solving.bluff.given import measure_round_steps
    from riverboat.solving.given import measure_steps

    rules = _rules(game, options)
    with own_errors(game):
        steps = measure_steps(game_named(game, options), file) if rules is None else measure_round_steps(rules, file)
        found = run_steps(steps, title="measuring")
    if json:
        print_json({**found.to_json(), "strategy": str(file)}, seed)
        return
    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_column(style="bold")
    table.add_column()
    table.add_row("the first player's strategy secures", _nine(found.low))
    table.add_row("the second player's concedes at most", _nine(found.high))
    if found.value is not None:
        table.add_row("one against the other gives", _nine(found.value))
    table.add_row("exploitability", f"{found.exploitability:.3e}")
    out.print(f"[bold]{escape(found.game)}[/], strategies of {escape(file.name)}, to the first player")
    out.print(table)


def _nine(number: float) -> str:
    """A number to nine places; what rounds to nothing has no minus."""
    return f"{round(number, 9) + 0.0:+.9f}"


def _bluff(found: Solution) -> BluffSolution | None:
    from riverboat.solving.bluff.round import BluffSolution

    return found if isinstance(found, BluffSolution) else None


def _print_json(found: Solution, lines: list[str] | None, files: list[Path], seed: int | None) -> None:
    rows: list[dict[str, Any]] | None = None
    if found.size.infosets <= _JSON_ROWS:
        from riverboat.solving.strategy_files import strategy_json

        rows = [strategy_json(row) for row in found.rows()]
    told = {**found.to_json(), "strategies": rows, "files": [str(path) for path in files]}
    print_json(told if lines is None else {**told, "paper": lines}, seed)


def _print(found: Solution, solved_round: BluffSolution | None, lines: list[str] | None, files: list[Path]) -> None:
    show(found)
    if lines is not None:
        for line in lines:
            out.print(line, markup=False)
    elif solved_round is not None:
        _show_opening(solved_round)
    else:
        _show_rows(found)
    for path in files:
        out.print(f"written: {path}", markup=False)


def _paper(found: BluffSolution, bids: int | None) -> list[str]:
    from riverboat.solving.bluff.strategy import paper_lines

    strategies = found.strategies
    # As the paper does for six faces: sequences of more than two bids are left out where there are very many.
    return list(paper_lines(strategies, most_bids=bids or (None if strategies.tables.n_bids <= 8 else 2)))


def show(found: Solution) -> None:
    """Print value, bounds, exploitability, method and size."""
    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_column(style="bold")
    table.add_column(overflow="fold")
    # No more digits than the bounds have in common: the middle of bounds 0.002 apart is not a value to nine places.
    digits = 9 if found.value_exact is not None or found.gap <= 0 else min(9, max(1, int(-math.log10(found.gap))))
    value, told = f"{found.value:+.{digits}f}", ""
    if found.value_exact is not None:
        told = str(found.value_exact)
        value += f" = {told} exactly" if len(told) <= _IN_A_ROW else ", exactly the fraction below"
        value += " (proved in exact arithmetic)"
    table.add_row("value", value)
    if found.value_exact is None:
        table.add_row("proved bounds", f"{found.low:+.9f} to {found.high:+.9f} ({found.gap:.2e} apart)")
    table.add_row("exploitability", f"{found.exploitability:.2e}")
    how = found.method + (f", {found.iterations:,} iterations" if found.iterations else "")
    table.add_row("method", f"{how} ({found.why})")
    payoffs = f", {found.size.payoffs:,} payoffs" if found.size.payoffs else ""
    table.add_row("size", f"{found.size.infosets:,} information sets, {found.size.sequences:,} sequences{payoffs}")
    table.add_row("time", f"{found.elapsed_s:.2f} s, of which {found.fill_s:.2f} s to lay out the game")
    out.print(f"[bold]{escape(found.game)}[/], to the first player")
    out.print(table)
    if len(told) > _IN_A_ROW:
        long = f"a fraction of {len(told):,} characters; --json tells it"
        out.print(f"value = {told if len(told) <= _LONGEST else long}", soft_wrap=True)  # to be copied in one piece


def _show_opening(found: BluffSolution) -> None:
    opening = found.strategies.opening()
    used = [action for action in next(iter(opening.values())) if any(row[action] >= 0.0005 for row in opening.values())]
    table = Table(title="the first player opens with, per cent", title_justify="left", box=None, header_style="bold")
    table.add_column("roll")
    for action in used:
        table.add_column(str(action).removeprefix("bid "), justify="right")
    for roll, row in opening.items():
        shown = [f"{100 * row[action]:.1f}" if row[action] >= 0.0005 else "" for action in used]
        table.add_row(" ".join(map(str, roll)), *shown)
    out.print(table)
    out.print("[dim]everything else: --paper, --save FILE.json, --json[/]")


def _show_rows(found: Solution) -> None:
    from riverboat.games.catalog import GAMES
    from riverboat.games.engine.infoset import HOW_TO_READ

    table = Table(title="strategies", title_justify="left", box=None, header_style="bold")
    for heading in ("player", "knows", "does"):
        table.add_column(heading, overflow="fold")
    for number, row in enumerate(found.rows()):
        if number >= _SHOWN_ROWS:
            break
        chosen = [
            f"{action} {100 * p:.2f} %" for action, p in zip(row.actions, row.probabilities, strict=True) if p > 5e-5
        ]
        table.add_row(str(row.player + 1), escape(row.infoset.partition(":")[2]), escape(", ".join(chosen)))
    out.print(table)
    entry = GAMES.get(found.game)
    if entry is not None and entry.pieces == "cards":
        out.print(f"[dim]knows: {HOW_TO_READ}[/]", highlight=False)
    if found.size.infosets > _SHOWN_ROWS:
        out.print(f"[dim]{found.size.infosets - _SHOWN_ROWS:,} more; the file of --save FILE.json has all of them[/]")
