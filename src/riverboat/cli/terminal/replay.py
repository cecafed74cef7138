"""How a recorded hand looks in the terminal, by what was played with."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from rich.markup import escape

from riverboat.cli.output import out
from riverboat.cli.terminal.replay_cards import hand_json, show_hand
from riverboat.cli.terminal.replay_dice import round_json, show_round
from riverboat.games.catalog import GAMES, Pieces
from riverboat.records.hand_record import HandRecord


class _Shown(NamedTuple):
    """How hands are printed: for people, between whose parts one waits, and as JSON."""

    show: Callable[[HandRecord, Callable[[str], bool]], None]
    to_json: Callable[[HandRecord], dict[str, Any]]


_SHOWN: Mapping[Pieces, _Shown] = {"cards": _Shown(show_hand, hand_json), "dice": _Shown(show_round, round_json)}


def show_record(record: HandRecord, *, wait: bool) -> None:
    """Print the hand; between its parts wait for Enter where somebody sits at a terminal."""
    wait = wait and sys.stdin.isatty() and sys.stdout.isatty()
    title = [record.game, record.event, f"hand {record.number}" if record.number else "", record.time]
    out.print("[bold]" + escape(", ".join(part for part in title if part)) + "[/]")
    _SHOWN[GAMES[record.game].pieces].show(record, lambda part: wait and _waited(part))


def record_json(record: HandRecord) -> dict[str, Any]:
    """The hand as `--json` prints it."""
    return _SHOWN[GAMES[record.game].pieces].to_json(record)


def _waited(what: str) -> bool:
    """Wait for Enter; whoever closes the input instead wants to see the rest at once."""
    try:
        out.input(f"[dim]Enter for the {what} [/]")
    except EOFError:
        return False
    return True
