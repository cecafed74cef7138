"""`riverboat solve` and `riverboat export`."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from riverboat.cli.output import Json, announce_compiling, err, out, print_json, progress_bar
from riverboat.errors import GameError

if TYPE_CHECKING:
    from riverboat.games import BluffRules, Game
    from riverboat.solving.bluff.round import BluffSolution
    from riverboat.solving.settings import Wish
    from riverboat.solving.solution import Progress, Solution

#: From so many numbers on, walking the tree once takes about a second, and a gap of 1e-4 an hour.
LARGE = 5_000_000
_JSON_ROWS = 10_000
_SHOWN_ROWS = 40

Dice = Annotated[str | None, typer.Option(help="bluff: the dice of each player, like 1,1 or 2,1.")]
Faces = Annotated[int | None, typer.Option(help="bluff: the faces of a die.")]
Check = Annotated[bool, typer.Option("--check", help="bluff: with Check, which wins if the bid is exactly right.")]
Wild = Annotated[int | None, typer.Option(help="bluff: the wild face; 0 for none; the highest if not given.")]
Order = Annotated[str | None, typer.Option(help="bluff: the order of bids, paper or plain (OpenSpiel's).")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("solve")(solve)
    app.command("export")(export)


def solve(
    game: Annotated[str, typer.Argument(help="bluff, kuhn, leduc, rps, koller, or a file in Gambit's .efg format.")],
    dice: Dice = None,
    faces: Faces = None,
    check: Check = False,
    wild: Wild = None,
    order: Order = None,
    method: Annotated[str | None, typer.Option(help="lp, cfr+ or dcfr; lp where it fits if not given.")] = None,
    gap: Annotated[float | None, typer.Option(help="Regret minimisation stops when the bounds are so near.")] = None,
    iterations: Annotated[int, typer.Option(min=1, help="... or after so many iterations.")] = 1_000_000,
    minutes: Annotated[float | None, typer.Option(min=0.0, help="... or after so many minutes.")] = None,
    match: Annotated[str | None, typer.Option(help="bluff: the whole match from these dice, like 2,2.")] = None,
    give: Annotated[bool, typer.Option("--give", help="With --match: the loser gives the die to the winner.")] = False,
    starts: Annotated[
        str | None, typer.Option(help="With --match: who opens the next round, loser (if not given) or winner.")
    ] = None,
    paper: Annotated[bool, typer.Option("--paper", help="bluff: both strategies in the paper's notation.")] = False,
    bids: Annotated[int | None, typer.Option(min=1, help="With --paper: sequences of at most so many bids.")] = None,
    picture: Annotated[Path | None, typer.Option(help="bluff: draw the opening bids by roll (.svg, .png).")] = None,
    save: Annotated[Path | None, typer.Option(help="Write the solution: .json, or .npz for bluff.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="bluff: go on with an interrupted run of the same.")] = False,
    json: Json = False,
) -> None:
    """Solve a game: its value, proved where it can be, both strategies, and how little they can be exploited."""
    options = _options(game, dice=dice, faces=faces, check=check, wild=wild, order=order)
    _only_bluff(game, picture=picture, paper=paper, match=match, resume=resume)
    if match is None and (give or starts is not None):
        raise GameError("--give and --starts are about whole matches: add --match with the dice of both, like 2,2")
    announce_compiling()
    wish = _wish(method, gap, iterations, minutes)
    _check_files(game, picture, save)
    if match is not None:
        from riverboat.cli.commands.solve_match import solve_match

        if dice is not None:
            raise GameError("--match names the dice of the beginning: leave out --dice")
        solve_match(_pair(match, "--match"), options, give=give, starts=starts or "loser", wish=wish, json=json)
        return
    found, rules = _solve(game, options, wish, fixed_gap=gap is not None, resume=resume)
    if picture is not None:
        from riverboat.solving.pictures import plot_opening

        plot_opening(_bluff(found), picture)
    if save is not None:
        from riverboat.solving.bluff.files import save_solution

        save_solution(found, save, command=_command(), rules=rules)
    _print(found, paper=paper, bids=bids, json=json, files=[path for path in (picture, save) if path is not None])


def _check_files(game: str, picture: Path | None, save: Path | None) -> None:
    """Refuse names that can't be written, before the work is done."""
    if picture is not None:
        from riverboat.odds.pictures import check_picture

        check_picture(picture)
    if save is not None:
        from riverboat.solving.bluff.files import check_save

        check_save(save, game == "bluff")


def _command() -> str:
    words = (word if re.fullmatch(r"[\w.,/=+-]+", word) else f'"{word}"' for word in sys.argv[1:])
    return " ".join(["riverboat", *words])


def _options(game: str, **given: Any) -> dict[str, Any]:
    """The rules of bluff from what was typed; other games have none of them."""
    named = {name: value for name, value in given.items() if value is not None and value is not False}
    _only_bluff(game, **named)
    if "dice" in named:
        named["dice"] = _pair(named["dice"], "--dice")
    return named


def _only_bluff(game: str, **given: Any) -> None:
    for name, value in given.items():
        if game != "bluff" and value is not None and value is not False:
            raise GameError(f"{game} has no --{name}: that is an option of bluff")


def _pair(text: str, option: str) -> tuple[int, ...]:
    parts = text.split(",")
    if not all(part.strip().isascii() and part.strip().isdecimal() and len(part.strip()) < 6 for part in parts):
        raise GameError(f'"{text}" are not the dice of two players: write {option} 2,1')
    return tuple(int(part) for part in parts)


def _wish(method: str | None, gap: float | None, iterations: int, minutes: float | None) -> Wish:
    from riverboat.solving.settings import Wish

    most_s = float("inf") if minutes is None else 60 * minutes
    return Wish(method=method, gap=1e-4 if gap is None else gap, most_iterations=iterations, most_s=most_s)


def _solve(
    game: str, options: dict[str, Any], wish: Wish, *, fixed_gap: bool, resume: bool
) -> tuple[Solution, BluffRules | None]:
    if game == "bluff":
        from riverboat.games import BluffRules

        rules = BluffRules(**options)
        return solve_round(rules, wish, fixed_gap=fixed_gap, resume=resume), rules
    from riverboat.solving.solver import solve_steps

    return run_steps(solve_steps(_game(game), wish)), None


def _game(name: str) -> Game:
    """A game by name, or from a file."""
    from riverboat.games import load_efg, make_game

    if name.endswith(".efg"):
        return load_efg(Path(name))
    return make_game(name)


def solve_round(rules: BluffRules, wish: Wish, *, fixed_gap: bool, resume: bool) -> BluffSolution:
    """Solve a round of bluff with a bar; an interrupted run is kept and can go on."""
    from dataclasses import replace

    from riverboat.kernel import user_cache
    from riverboat.solving.bluff.round import BluffSize, bluff_steps, two_player_rules

    size = BluffSize(rules=two_player_rules(rules))
    if not fixed_gap and size.bytes_needed // 8 > LARGE:
        wish = replace(wish, gap=2e-3)
    assert isinstance(rules.dice, tuple)
    name = f"{'-'.join(map(str, rules.dice))}-{rules.faces}-{rules.wild}-{rules.order}{'-check' * rules.check}"
    kept = user_cache() / "solving" / f"bluff-{name}-{wish.method or 'dcfr'}.run"
    steps = bluff_steps(rules, wish, kept=kept, resume=resume)
    try:
        found = run_steps(steps)
    except KeyboardInterrupt:
        steps.close()
        if kept.exists():
            err.print("what was done is kept: the same command with --resume goes on")
        raise
    kept.unlink(missing_ok=True)
    return _bluff(found)


def _bluff(found: Solution) -> BluffSolution:
    from riverboat.solving.bluff.round import BluffSolution

    assert isinstance(found, BluffSolution)
    return found


def run_steps(steps: Generator[Progress, None, Any]) -> Any:
    """Run a solver to its end, showing how near the bounds are."""
    with progress_bar("solving") as bar:
        while True:
            try:
                step = next(steps)
            except StopIteration as end:
                return end.value
            note = step.part
            if step.iterations:
                note += f", {step.iterations:,} iterations"
            if step.low is not None and step.high is not None:
                note += f", {step.low:+.5f} to {step.high:+.5f}"
            bar.update(bar.task_ids[0], note=note)


def _print(found: Solution, *, paper: bool, bids: int | None, json: bool, files: list[Path]) -> None:
    if json:
        rows: list[dict[str, Any]] | None = None
        if found.size.infosets <= _JSON_ROWS:
            from riverboat.solving.bluff.files import strategy_json

            rows = [strategy_json(row) for row in found.rows()]
        lines = list(_paper(found, bids)) if paper else None
        told = {**found.to_json(), "strategies": rows, "files": [str(path) for path in files]}
        print_json({**told, "paper": lines} if paper else told, None)
        return
    show(found)
    if paper:
        for line in _paper(found, bids):
            out.print(line, markup=False)
    elif hasattr(found, "strategies"):
        _show_opening(_bluff(found))
    else:
        _show_rows(found)
    for path in files:
        out.print(f"written: {path}", markup=False)


def _paper(found: Solution, bids: int | None) -> Any:
    from riverboat.solving.bluff.strategy import paper_lines

    strategies = _bluff(found).strategies
    # As the paper does for six faces: sequences of more than two bids are left out where there are very many.
    return paper_lines(strategies, most_bids=bids or (None if strategies.tables.n_bids <= 8 else 2))


def show(found: Solution) -> None:
    """Print value, bounds, exploitability, method and size."""
    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_column(style="bold")
    table.add_column(overflow="fold")
    # No more digits than the bounds have in common: the middle of bounds 0.002 apart is not a value to nine places.
    digits = 9 if found.value_exact is not None or found.gap <= 0 else min(9, max(1, int(-math.log10(found.gap))))
    value = f"{found.value:+.{digits}f}"
    if found.value_exact is not None:
        value += f" = {found.value_exact} exactly (proved in exact arithmetic)"
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
    if found.size.infosets > _SHOWN_ROWS:
        out.print(f"[dim]{found.size.infosets - _SHOWN_ROWS:,} more: --save FILE.json writes them all[/]")


def export(
    game: Annotated[str, typer.Argument(help="The game: bluff, kuhn, leduc, rps, koller, or an .efg file.")],
    to: Annotated[Path, typer.Argument(help="The file to write, in Gambit's .efg format.")],
    dice: Dice = None,
    faces: Faces = None,
    check: Check = False,
    wild: Wild = None,
    order: Order = None,
    json: Json = False,
) -> None:
    """Write a game as a tree in Gambit's .efg format."""
    from riverboat.files import write_whole
    from riverboat.games import make_game, write_efg

    options = _options(game, dice=dice, faces=faces, check=check, wild=wild, order=order)
    if to.suffix != ".efg":
        raise GameError(f'"{to.name}" is not the name of an .efg file: end it with .efg')
    made = make_game("bluff", **options) if game == "bluff" else _game(game)
    written = write_efg(made, title=f"{game} {options or ''}".strip())
    nodes = 0

    def lines() -> Any:
        nonlocal nodes
        with progress_bar("writing") as bar:
            for nodes, line in enumerate(written):
                if nodes % 1000 == 0:
                    bar.update(bar.task_ids[0], note=f"{nodes:,} nodes")
                yield line

    write_whole(to, lines())
    if json:
        print_json({"file": str(to), "nodes": nodes}, None)
    else:
        out.print(f"written: {to} ({nodes:,} nodes)", markup=False)
