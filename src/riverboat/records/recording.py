"""Making a record of a hand that our own engine has played, whatever the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from riverboat.errors import RecordError, counted
from riverboat.games import GAMES, find_game
from riverboat.games.protocol import PlayedState
from riverboat.records.hand_record import HandRecord, Move, tidy

#: Where a record says which seats of a table have played the hand.
TABLE_SEATS = "table_seats"


def record_of(
    state: PlayedState,
    players: Sequence[str],
    *,
    number: str = "",
    event: str = "",
    time: str = "",
    match: Mapping[str, Any] | None = None,
    table_seats: Sequence[int] | None = None,
) -> HandRecord:
    """The record of a finished hand, with all that was dealt; `match` says which round of a match of dice it is.

    `table_seats` are the seats of a table that played it, where that is not told by the players' names.
    """
    game = state.game
    row, seats = find_game(game.name), game.seats
    if not row.recorded:
        recorded = ", ".join(each.title for each in GAMES.values() if each.recorded)
        raise RecordError(f"hands of {game.name} are not recorded: those of {recorded} are")
    if not state.is_over:
        raise RecordError(f"the {row.hand} is not over: it is recorded at its end")
    if len(players) != seats:
        raise RecordError(f"{counted(len(players), 'name')} for {seats} seats: give one for each")
    return HandRecord(
        game=game.name,
        rules=game.rules,
        players=tuple(players),
        stacks=state.start_stacks,
        hole_cards=state.held,
        moves=tuple(Move(past.street, past.seat, *past.action) for past in state.history),
        board=state.board,
        button=None if state.button == seats - 1 else state.button,
        shown=state.shown_seats,
        returns=tuple(tidy(value) for value in state.returns()),
        number=number,
        event=event,
        time=time,
        extra={
            **({} if match is None else {"match": dict(match)}),
            **({} if table_seats is None else {TABLE_SEATS: list(table_seats)}),
        },
    )
