"""How a recorded hand of cards looks in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.markup import escape
from rich.table import Table

from riverboat.cli.output import out
from riverboat.games import Action
from riverboat.records.hand_record import Chips, HandRecord, format_seen
from riverboat.records.walkthrough import HandEnding, Street, ending_of, streets_of

_SUIT_STYLE = {"c": "[green]♣[/]", "d": "[blue]♦[/]", "h": "[red]♥[/]", "s": "♠"}


def show_hand(record: HandRecord, next_part: Callable[[str], bool]) -> None:
    """Print the hand, street by street; `next_part` waits before each, and says whether to wait for the next one."""
    waits = True
    for number, street in enumerate(streets_of(record)):
        if waits and number:
            waits = next_part("next street")
        _show_street(record, street)
    if waits:
        next_part("end")
    _show_ending(record, ending_of(record))


def _name(record: HandRecord, seat: int) -> str:
    return escape(record.players[seat])


def _cards(cards: tuple[int, ...]) -> str:
    text = format_seen(cards)
    pairs = (text[at : at + 2] for at in range(0, len(text), 2))
    return " ".join(pair if pair == "??" else pair[0] + _SUIT_STYLE[pair[1]] for pair in pairs)


def amount_of(record: HandRecord, chips: Chips) -> str:
    """Chips in the money of the record's file."""
    money = chips * record.unit
    return f"{int(money):,}" if money == int(money) else f"{float(money):,.2f}"


def in_money(record: HandRecord, action: Action) -> str:
    """An action such as "raise to 40", its chips in the money of the record's file."""
    return record.speaker.short(action, lambda chips: amount_of(record, chips))


def _show_street(record: HandRecord, street: Street) -> None:
    board = f"  {_cards(street.board)}" if street.board else ""
    out.print(f"\n[bold]{street.name}[/]{board}  pot {amount_of(record, street.pot)}")
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 1))
    for seat, live in enumerate(street.live):
        if live:
            equity = street.equities[seat] if street.equities else None
            stack = "" if record.stacks is None else amount_of(record, street.stacks[seat])
            share = "" if equity is None else f"{100 * equity:.1f} %"
            table.add_row(_name(record, seat), _cards(street.cards[seat]), stack, share)
    out.print(table)
    for done in street.actions:
        out.print(
            f"   {_name(record, done.seat)}: {in_money(record, done.action)}  [dim]pot {amount_of(record, done.pot)}[/]"
        )


def _show_ending(record: HandRecord, ending: HandEnding) -> None:
    board = f"  {_cards(ending.board)}" if ending.board else ""
    out.print(f"\n[bold]{'showdown' if ending.showdown else 'end'}[/]{board}")
    if len(ending.pots) > 1:
        for number, pot in enumerate(ending.pots):
            who = ", ".join(_name(record, seat) for seat in pot.seats)
            out.print(f"   {f'side pot {number}' if number else 'main pot'} {amount_of(record, pot.amount)}: {who}")
    if ending.returned is not None:
        (seat,) = ending.returned.seats
        out.print(f"   {amount_of(record, ending.returned.amount)} uncalled, back to {_name(record, seat)}")
    if ending.rake:
        out.print(f"   rake {amount_of(record, ending.rake)}")
    for seat in range(record.seats):
        net = None if ending.net is None else ending.net[seat]
        if net is None:
            out.print(f"   {_name(record, seat)}: not known")
        elif net:
            cards = _cards(record.hole_cards[seat])
            said = record.speaker.result(net, lambda chips: amount_of(record, chips))
            out.print(f"   {_name(record, seat)} ({cards}) {said}")


def hand_json(record: HandRecord) -> dict[str, Any]:
    """The hand as `--json` prints it."""
    ending = ending_of(record)
    return {
        "game": record.game,
        "players": list(record.players),
        "stacks": record.stacks,
        "hand": record.number,
        "event": record.event,
        "time": record.time,
        "unit": str(record.unit),
        "hole_cards": [format_seen(cards) for cards in record.hole_cards],
        "streets": [_street_json(record, street) for street in streets_of(record)],
        "board": format_seen(ending.board),
        "pots": [{"chips": pot.amount, "seats": list(pot.seats)} for pot in ending.pots],
        "returned": ending.returned and {"chips": ending.returned.amount, "seat": ending.returned.seats[0]},
        "rake": ending.rake if isinstance(ending.rake, int) else float(ending.rake),
        "showdown": ending.showdown,
        "net": None if ending.net is None else [n if isinstance(n, int) else float(n) for n in ending.net],
    }


def _street_json(record: HandRecord, street: Street) -> dict[str, Any]:
    return {
        "name": street.name,
        "board": format_seen(street.board),
        "pot": street.pot,
        "equities": None if street.equities is None else list(street.equities),
        "actions": [
            {"seat": done.seat, "action": record.speaker.short(done.action), "pot": done.pot} for done in street.actions
        ],
    }
