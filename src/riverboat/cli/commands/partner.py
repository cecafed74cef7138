"""`riverboat partner`: what your partner has learnt of you, shown, exported and cleared."""

from __future__ import annotations

import json as json_text
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from riverboat.cli.output import Json, out, print_json
from riverboat.cli.store_options import DatabaseOption

partner_app = typer.Typer(help="Show, export or clear what a player's partner has learnt.", no_args_is_help=True)
PlayerArgument = Annotated[str, typer.Argument(help="The player's name.")]
GameOption = Annotated[str | None, typer.Option("--game", help='Only for this game, like "stud".')]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.add_typer(partner_app, name="partner")


def _memories(player: str, game: str | None, database: str | None) -> dict[str, dict[str, Any]]:
    from riverboat.errors import StoreError
    from riverboat.records.store.hand_store import Store
    from riverboat.records.store.partner_memory import read_memory, remembered

    with Store(database, create=False) as store:
        found = {}
        for each in remembered(store, player):
            if game is None or each.game == game:
                found[each.game] = read_memory(store, player, each.game) or {}
        if not found:
            raise StoreError(f'the database {store.name} has nothing about a partner of "{player}" at {game}')
    return found


@partner_app.command("show")
def show(player: PlayerArgument, game: GameOption = None, database: DatabaseOption = None, json: Json = False) -> None:
    """Show how the player and their opponents tend to play, and how the cases on record ended."""
    memories = _memories(player, game, database)
    if json:
        print_json({"player": player, "games": {name: _summary(state) for name, state in memories.items()}}, None)
        return
    for name, state in memories.items():
        out.print(f"[bold]{escape(player)}[/] at {name}")
        _show_one(_summary(state))


def _summary(state: dict[str, Any]) -> dict[str, Any]:
    from riverboat.modeling.tendencies import ASSESSMENT, Tendencies, phrase

    rows = state.get("cases", [])
    counts = {
        "cases": len(rows),
        "went_on_and_won": sum(not row[-2] and row[-1] > 0 for row in rows),
        "went_on_and_lost": sum(not row[-2] and not row[-1] for row in rows),
        "folded_rightly": sum(row[-2] > 0 and row[-1] > 0 for row in rows),
        "folded_wrongly": sum(row[-2] > 0 and not row[-1] for row in rows),
    }
    tendencies = {}
    for who in ("player", "opponent"):
        if who in state:
            found = Tendencies.from_json(state[who])
            tendencies[who] = {
                "mean": round(found.mean, 2),
                "phrase": phrase(found.mean),
                "situations": [
                    {"situation": list(words), "t": round(float(t), 2), "phrase": phrase(float(t)), "seen": int(n)}
                    for words, t, n in zip(ASSESSMENT.conditions, found.values, found.fired, strict=True)
                    if n
                ],
            }
    return {**counts, "tendencies": tendencies}


def _show_one(found: dict[str, Any]) -> None:
    ended = ", ".join(f"{key.replace('_', ' ')} {found[key]}" for key in list(found)[1:5])
    out.print(f"{_cases(found['cases'])}: {ended}")
    for who, told in found["tendencies"].items():
        whose = "the player" if who == "player" else "the opponents"
        if not told["situations"]:
            out.print(f"{whose}: not seen betting yet")
            continue
        out.print(f"{whose}: {told['phrase']} on the whole (t {told['mean']:.0f} of 100)")
        table = Table("other's hand", "bet", "turn", "t", "tends to be", "seen", box=None, header_style="dim")
        for row in told["situations"]:
            table.add_row(*row["situation"], f"{row['t']:.0f}", row["phrase"], str(row["seen"]))
        out.print(table)


@partner_app.command("export")
def export(
    player: PlayerArgument,
    target: Annotated[Path, typer.Argument(help="A .json file to write.")],
    game: GameOption = None,
    database: DatabaseOption = None,
    json: Json = False,
) -> None:
    """Write everything that a player's partner remembers to a file, whole or not at all."""
    from riverboat.files import write_whole
    from riverboat.modeling.cases import FEATURES
    from riverboat.version import __version__

    memories = _memories(player, game, database)
    content = {
        "player": player,
        "version": __version__,
        "columns_of_cases": [*FEATURES, "folded", "turned out well"],
        "games": memories,
    }
    write_whole(target, [json_text.dumps(content, indent=1, ensure_ascii=False), "\n"])
    cases = sum(len(state.get("cases", [])) for state in memories.values())
    if json:
        print_json({"player": player, "cases": cases, "file": str(target)}, None)
    else:
        out.print(f"{_cases(cases)} and the tendencies of {escape(player)} written to {escape(str(target))}.")


@partner_app.command("rules")
def rules(
    picture: Annotated[Path | None, typer.Option(help="Draw the membership functions (.svg, .png or .pdf).")] = None,
    json: Json = False,
) -> None:
    """Show the fuzzy rules of the partner at stud, and what their words mean."""
    from riverboat.agents.stud.decision import FOLDING, INFERIORITY, POSSIBILITY
    from riverboat.modeling.fuzzy_pictures import plot_variables
    from riverboat.modeling.tendencies import ADJUSTMENT, ASSESSMENT, BET, CHANGE, ERROR, MODIFICATION, STRENGTH, TURN

    variables = (STRENGTH, BET, TURN, ADJUSTMENT, INFERIORITY, POSSIBILITY, ERROR, CHANGE)
    bases = {"assessment (Table 2)": ASSESSMENT, "folding": FOLDING, "change of tendency": MODIFICATION}
    if picture is not None:
        plot_variables(variables, picture, title="What the words of the partner's rules mean")
    if json:
        sets = {each.name: {word: list(corners) for word, corners in each.sets.items()} for each in variables}
        listed = {
            name: [
                {"if": list(conditions), "then": "positive and negative" if base is ASSESSMENT else conclusion}
                for conditions, conclusion in zip(base.conditions, base.conclusions, strict=True)
            ]
            for name, base in bases.items()
        }
        print_json({"variables": sets, "rules": listed, "picture": picture and str(picture)}, None)
        return
    for name, base in bases.items():
        table = Table(
            *(each.name for each in base.inputs), base.output.name, title=name, title_justify="left", box=None
        )
        for conditions, conclusion in zip(base.conditions, base.conclusions, strict=True):
            table.add_row(*conditions, "positive t, negative 100 - t" if base is ASSESSMENT else conclusion)
        out.print(table)
    if picture is not None:
        out.print(f"membership functions drawn to {escape(str(picture))}")


@partner_app.command("clear")
def clear(player: PlayerArgument, game: GameOption = None, database: DatabaseOption = None, json: Json = False) -> None:
    """Make a player's partner forget everything it has learnt; the player's hands stay."""
    from riverboat.records.store.hand_store import Store
    from riverboat.records.store.partner_memory import clear_memory

    with Store(database, create=False) as store:
        gone = clear_memory(store, player, game)
    if json:
        print_json({"player": player, "cleared": [vars(each) for each in gone]}, None)
        return
    for each in gone:
        out.print(f"{escape(player)} at {each.game}: {_cases(each.cases)} and the tendencies forgotten.")


def _cases(count: int) -> str:
    return f"{count:,} case{'s' * (count != 1)}"
