"""`riverboat explain`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from riverboat.cli.output import Json, announce_compiling, out, print_json
from riverboat.cli.store_options import DatabaseOption
from riverboat.errors import AgentError, RecordError, counted

if TYPE_CHECKING:
    from riverboat.agents.equilibrium.explanation import EquilibriumView
    from riverboat.agents.loki.explanation import Explained
    from riverboat.agents.protocol import Agent
    from riverboat.records.hand_record import HandRecord

_NONE = "No decision can be explained: the hole cards of those who acted are not known."


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("explain")(explain)


def explain(
    hand: Annotated[str, typer.Argument(metavar="HAND", help="FILE, FILE:NUMBER, or the number of a stored hand.")],
    agent: Annotated[str, typer.Option(help="loki-a to loki-f, or equilibrium (heads-up limit).")] = "loki-f",
    player: Annotated[str | None, typer.Option(help="Only this player's decisions.")] = None,
    picture: Annotated[
        Path | None, typer.Option(help="Draw an opponent's weights before and after their first raise (.svg, .png).")
    ] = None,
    opponent: Annotated[str | None, typer.Option(help="With --picture: whose weights.")] = None,
    database: DatabaseOption = None,
    seed: Annotated[int, typer.Option(min=0, help="The seed for Loki's random choices and for drawn boards.")] = 0,
    json: Json = False,
) -> None:
    """Show what Lokibot or equilibrium would see and do at every decision of a recorded hand, and why."""
    from riverboat.agents import make_agent
    from riverboat.agents.equilibrium import explanation as equilibrium
    from riverboat.agents.loki import explanation as loki
    from riverboat.games.catalog import games_for

    announce_compiling()
    named = make_agent(agent)
    record = find_record(hand, database)
    if equilibrium.made_by_equilibrium(named):
        _explain_equilibrium(record, named, player, picture, seed=seed, json=json)
        return
    chosen = loki.check_loki(named)
    if record.game not in games_for("holdem"):
        raise RecordError(f"is a hand of {record.game}: Loki plays Hold'em", file=record.source)
    only = _seat(record, player)
    found = [each for each in loki.explain(record, chosen, seed=seed) if only is None or each.seat == only]
    if picture is not None:
        _draw(record, chosen, picture, viewer=only, opponent=_seat(record, opponent))
    if json:
        decisions = [loki.decision_json(record, each) for each in found]
        print_json({"agent": agent, "game": record.game, "players": list(record.players), "decisions": decisions}, seed)
        return
    if not found:
        out.print(_NONE)
    for each in found:
        _show(record, each)
    if picture is not None:
        out.print(f"weights drawn to {escape(str(picture))}")


def _explain_equilibrium(
    record: HandRecord, agent: Agent, player: str | None, picture: Path | None, *, seed: int, json: bool
) -> None:
    from riverboat.agents.equilibrium.explanation import view_json, views

    if picture is not None:
        raise AgentError("--picture draws what loki-f believes about an opponent; equilibrium has no such beliefs")
    only = _seat(record, player)
    found = [each for each in views(record, agent, seed=seed) if only is None or each.seat == only]
    if json:
        decisions = [view_json(record, each) for each in found]
        told = {"agent": agent.name, "game": record.game, "players": list(record.players), "decisions": decisions}
        print_json(told, seed)
        return
    if not found:
        out.print(_NONE)
    for each in found:
        _show_equilibrium(record, each)


def _show_equilibrium(record: HandRecord, each: EquilibriumView) -> None:
    from riverboat.agents.equilibrium.explanation import worth_words
    from riverboat.cli.terminal.replay_cards import in_money

    _show_place(record, each)
    mix = ", ".join(f"{in_money(record, action)} {100 * share:.0f} %" for action, share in each.mix)
    out.print(f"   did: {in_money(record, each.done)}; equilibrium: {mix}")
    worth = ", ".join(f"{name} {text}" for name, text in worth_words(record, each))
    if worth:
        out.print(f"   worth from here on, big blinds: {worth}")
        out.print(f"   [dim]by {each.assumed}[/]")
    likeliest = " ".join(name for name, _ in each.likeliest)
    out.print(f"   represents: {100 * each.hand_share:.0f} % of its holdings come here; most often {likeliest}")


def find_record(text: str, database: str | None) -> HandRecord:
    """A hand by its number in the store, or out of a file."""
    if text.isdecimal() and not Path(text).exists():
        from riverboat.records.store.hand_store import Store

        with Store(database, create=False) as store:
            return store.hand(int(text)).record
    from riverboat.records.importing import scan

    name, colon, number = text.rpartition(":")
    path, wanted = (Path(name), int(number)) if colon and number.isdecimal() else (Path(text), 1)
    count = 0
    for count, found in enumerate(scan(path), 1):
        if count == wanted:
            if isinstance(found, RecordError):
                raise found
            return found
    raise RecordError(f"holds {counted(count, 'hand')}: there is no hand {wanted}", file=str(path))


def _seat(record: HandRecord, player: str | None) -> int | None:
    if player is None:
        return None
    seat = record.seat_of(player)
    if seat is None:
        raise RecordError(f'"{player}" does not sit in this hand: {", ".join(record.players)} do', file=record.source)
    return seat


def _draw(record: HandRecord, agent: Any, path: Path, *, viewer: int | None, opponent: int | None) -> None:
    from riverboat.agents.loki.explanation import reading
    from riverboat.modeling.weights_pictures import plot_weights

    found = reading(record, agent, viewer=viewer, opponent=opponent)
    name = record.players[found.opponent]
    tables = [(f"before: {name}", found.before), (f"after: {name} {found.said}", found.after)]
    street = record.card_rules.street_names[found.street]
    plot_weights(tables, path, title=f"What {name} may hold, as {record.players[found.viewer]} sees it, {street}")


def _show_place(record: HandRecord, each: Explained | EquilibriumView) -> None:
    from riverboat.cards.cards import format_cards
    from riverboat.cli.terminal.replay_cards import amount_of

    street = record.card_rules.street_names[each.street]
    board = f" on {format_cards(each.board)}" if each.board else ""
    who = escape(record.players[each.seat])
    price = f", {amount_of(record, each.to_call)} to call" if each.to_call else ""
    out.print(f"\n[bold]{who}[/] {street}: {format_cards(each.cards)}{board}, pot {amount_of(record, each.pot)}{price}")


def _show(record: HandRecord, each: Explained) -> None:
    from riverboat.agents.loki.explanation import grounds
    from riverboat.cli.terminal.replay_cards import in_money

    _show_place(record, each)
    agree = "green" if each.would.kind == each.done.kind else "yellow"
    did, would = in_money(record, each.done), in_money(record, each.would)
    out.print(f"   did: {did}; Loki: [{agree}]{would}[/], for {each.sight.rule}")
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 3))
    for line in grounds(each):
        table.add_row(*line)
    out.print(table)
    for seat, strength in enumerate(each.sight.each):
        if each.board and seat in each.opponents:
            out.print(f"   against {escape(record.players[seat])}: HS {strength:.3f}; likeliest {_likely(each, seat)}")


def _likely(each: Explained, seat: int) -> str:
    from riverboat.agents.loki.explanation import likely_hands

    return " ".join(f"{name} {weight:.2f}" for name, weight in likely_hands(each.weights[seat]))
