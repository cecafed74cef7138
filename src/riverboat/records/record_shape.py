"""What a record's fields may hold: a record from the store is checked before anything is done with it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from riverboat.games import GAMES, UNKNOWN

if TYPE_CHECKING:
    from riverboat.records.hand_record import HandRecord

_MOST_CHIPS = 10**15
_MOST_FACES = 99
_ROWS = ("players", "hole_cards", "board", "second_board", "shown", "mucked")


def check_shape(record: HandRecord) -> None:
    """Refuse a record with a field of the wrong kind, of a wrong length, or out of range, and name the field."""
    for name in _ROWS:
        _want(name, type(getattr(record, name)) is tuple)
    seats = len(record.players)
    are_dealt = _are_dice if GAMES[record.game].pieces == "dice" else _are_cards
    cards, stacks, returns = record.hole_cards, record.stacks, record.returns
    _want("rules", record.rules.seats == seats and all(map(_is_plain_field, _fields(record.rules))))
    _want("players", all(type(name) is str for name in record.players))
    _want(
        "stacks",
        stacks is None or (type(stacks) is tuple and len(stacks) == seats and _are_whole(stacks, 0, _MOST_CHIPS)),
    )
    _want("hole_cards", len(cards) == seats and all(type(each) is tuple and are_dealt(each) for each in cards))
    _want("moves", all(type(move.kind) is str for move in record.moves))
    _want("moves", _are_whole((move.street for move in record.moves), 0, 9))
    _want("moves", _are_whole((move.seat for move in record.moves), 0, seats - 1))
    _want("moves", _are_whole((move.amount for move in record.moves), 0, _MOST_CHIPS))
    _want("board", _are_cards(record.board) and _are_cards(record.second_board))
    _want("button", record.button is None or _are_whole((record.button,), 0, seats - 1))
    _want("shown", _are_whole(record.shown, 0, seats - 1))
    _want("mucked", _are_whole(record.mucked, 0, seats - 1))
    _want("returns", returns is None or len(returns) == seats)
    _want("unit", record.unit > 0)
    _want("number, event, time", all(type(text) is str for text in (record.number, record.event, record.time)))
    _want("source", type(record.source) is str and type(record.line) is int)
    _want("extra", type(record.extra) is dict)


def _want(field: str, is_good: bool) -> None:
    if not is_good:
        raise ValueError(f"{field} can't be that")


def _are_whole(values: Iterable[Any], least: int, most: int) -> bool:
    return all(type(value) is int and least <= value <= most for value in values)


def _are_cards(values: Iterable[Any]) -> bool:
    return all(type(value) is int and (0 <= value < 52 or value == UNKNOWN) for value in values)


def _are_dice(values: Iterable[Any]) -> bool:
    return _are_whole(values, 1, _MOST_FACES)


def _fields(rules: Any) -> Iterable[tuple[str, Any]]:
    return ((str(field.type), getattr(rules, field.name)) for field in dataclasses.fields(rules))


def _is_plain_field(named: tuple[str, Any]) -> bool:
    """Rules check amounts and words themselves; they take anything for true or false."""
    kind, value = named
    if kind == "bool":
        return type(value) is bool
    return all(type(each) in (int, str, type(None)) for each in (value if type(value) is tuple else (value,)))
