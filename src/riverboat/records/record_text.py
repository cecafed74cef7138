"""How a recorded hand shows itself: as text in a terminal, as a table in a notebook."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from riverboat.cards.shown_cards import cards_html
from riverboat.games import GAMES
from riverboat.games.state_html import dice_html
from riverboat.markup import Html, block, heading, html, line, table
from riverboat.records.hand_record import Chips, HandRecord, format_seen


def record_text(record: HandRecord) -> str:
    """The hand as a few lines of text: the players, what was done on each street, the board."""
    lines = [_title(record)]
    for seat in range(record.seats):
        held = record.hole_cards[seat]
        shown = " ".join(map(str, held)) if _has_dice(record) else format_seen(held)
        told = (f"  {_name(record, seat)}", shown, _stack(record, seat), _net(record, seat))
        lines.append("  ".join(filter(None, told)))
    lines += [f"{street}: {told}" for street, told in _streets(record)]
    if record.board:
        lines.append(f"board: {format_seen(record.board)}")
    return "\n".join(lines)


def record_html(record: HandRecord) -> str:
    """The hand as a table of the players and a line for each street; cards that nobody saw are face down."""
    rows = [
        (_name(record, seat), _holding(record, seat), _stack(record, seat), _net(record, seat))
        for seat in range(record.seats)
    ]
    head = ("player", "dice" if _has_dice(record) else "cards", "stack", "net")
    streets = [line(Html(f"<b>{html(street)}</b>"), told) for street, told in _streets(record)]
    board = [line("board", cards_html(record.board))] if record.board else []
    return block(heading(_title(record)), table(rows, head=head, numbers=(2, 3)), *streets, *board)


def _title(record: HandRecord) -> str:
    about = [GAMES[record.game].title, record.event, record.number and f"hand {record.number}", record.time]
    return ", ".join(filter(None, about))


def _has_dice(record: HandRecord) -> bool:
    return GAMES[record.game].pieces == "dice"


def _name(record: HandRecord, seat: int) -> str:
    button = record.seats - 1 if record.button is None else record.button
    return f"{record.players[seat]}{' (button)' if seat == button else ''}"


def _holding(record: HandRecord, seat: int) -> Html:
    held = record.hole_cards[seat]
    return dice_html(held) if _has_dice(record) else cards_html(held)


def _stack(record: HandRecord, seat: int) -> str:
    return "" if record.stacks is None else in_money(record, record.stacks[seat])


def _net(record: HandRecord, seat: int) -> str:
    return "" if record.returns is None else in_money(record, record.returns[seat], signed=True)


def in_money(record: HandRecord, chips: Chips, *, signed: bool = False) -> str:
    """Chips in the money of the record's file."""
    money = chips * record.unit
    sign = "+" if signed else ""
    return f"{int(money):{sign},}" if money == int(money) else f"{float(money):{sign},.2f}"


def _streets(record: HandRecord) -> Iterator[tuple[str, str]]:
    """The streets on which somebody acted, each with what was done."""
    names = record.rules.street_names
    for street, moves in groupby(record.moves, key=lambda move: move.street):
        told = (
            f"{record.players[move.seat]} {record.speaker.short(move.action, lambda chips: in_money(record, chips))}"
            for move in moves
        )
        yield names[street] if street < len(names) else f"street {street}", "; ".join(told)
