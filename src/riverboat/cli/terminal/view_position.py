"""A position in a few lines of text: what one holds, the board, the pot, and what was done."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from rich.text import Text

from riverboat.records.position_text import YOU, parse_position, walk


def position_lines(text: str) -> list[Text]:
    """What somebody needs to know to decide."""
    position = parse_position(text)
    state = walk(position).last
    view: Any = state.observation(YOU)
    entry, rules = position.entry, position.rules
    lines = [Text(f"{entry.title_of(rules)}, {rules.seats} players", style="bold")]
    names = ["You", *(f"Player {seat + 1}" for seat in range(1, rules.seats))]
    streets = rules.street_names
    for street, events in groupby(view.history, key=lambda event: event.street):
        done = ", ".join(
            f"{names[event.seat]} {entry.speaker.did(event.action, you=event.seat == YOU)}" for event in events
        )
        lines.append(Text(f"{streets[street]}: {done}", style="dim"))
    lines += _held(position.entry.pieces, view)
    return lines


def _held(pieces: str, view: Any) -> list[Text]:
    if pieces == "dice":
        hidden = sum(view.rules.dice) - len(view.roll)
        return [Text(f"Your dice: {' '.join(map(str, view.roll))}; hidden dice of others: {hidden}")]
    from riverboat.games.engine.observation import format_known

    def told(cards: tuple[int, ...]) -> str:
        return " ".join(format_known(card) for card in cards)

    lines = [Text(f"Your cards: {told(view.own_cards)}{f'   Board: {told(view.board)}' if view.board else ''}")]
    for seat, cards in enumerate(view.up_cards):
        if cards and seat != YOU:
            lines.append(Text(f"Open cards of Player {seat + 1}: {told(cards)}"))
    price = f", {view.to_call} to call" if view.to_call else ""
    lines.append(Text(f"Pot {view.pot}{price}"))
    return lines
