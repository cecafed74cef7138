"""What was typed of a table, as the row of its game understands it: its rules, and what lies between two hands."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from riverboat.errors import GameError

if TYPE_CHECKING:
    from riverboat.games.catalog import GameEntry, Pieces


@dataclass(frozen=True, kw_only=True)
class TypedOptions:
    """The options of `play` that belong to some games and not to others; what was not typed is its default."""

    stack: int | None = None
    blinds: str | None = None
    bets: str | None = None
    raises: str | None = None
    learnt: Path | None = None
    rules: str | None = None
    dice: str | None = None
    faces: int | None = None
    wild: int | None = None
    order: str | None = None
    check: bool = False
    opening: str | None = None
    changing: str | None = None
    spot_on: str | None = None
    back: bool | None = None
    palifico: str | None = None
    palifico_from: int | None = None
    match: bool | None = None
    give: bool = False
    starts: str = "loser"


def read_options(game: str, typed: TypedOptions) -> dict[str, Any]:
    """The settings of a table plan. A game that has no tables has none: the plan says so."""
    from riverboat.games.catalog import GAMES

    entry = GAMES.get(game)
    return _READERS[entry.pieces](entry, typed) if entry is not None and entry.has_tables else {}


def _of_cards(entry: GameEntry, typed: TypedOptions) -> dict[str, Any]:
    _refuse(f"{entry.name} has no dice", typed, "dice", "check", "match", "give", *_CUSTOMS)
    if typed.rules is not None:
        entry.rule_set(typed.rules)
    blinds = None if typed.blinds is None else _pair("--blinds", typed.blinds)
    bets = None if typed.bets is None else _pair("--bets", typed.bets)
    chosen = entry.chosen_options(raises=typed.raises)
    return {"options": {**entry.stake_options(stack=typed.stack, blinds=blinds, bets=bets), **chosen}}


def _of_dice(entry: GameEntry, typed: TypedOptions) -> dict[str, Any]:
    _refuse(f"{entry.name} has no chips", typed, "stack", "blinds", "bets", "raises")
    _refuse(f"nobody learns at {entry.name}", typed, "learnt")
    named = None if typed.rules is None else entry.rule_set(typed.rules)
    rules = {name: getattr(typed, name) for name in ("rules", "faces", "wild", "order", *_CUSTOMS)}
    dice = None if typed.dice is None else _dice(typed.dice)
    options = {**rules, "check": typed.check or None, "dice": dice}
    to_the_end = named is not None and named.to_the_end
    return {
        "options": {name: value for name, value in options.items() if value is not None},
        "match": typed.give or (to_the_end if typed.match is None else typed.match),
        "stake": "give" if typed.give else "forfeit",
        "starts": typed.starts,
    }


#: Rules of Bluff that the paper has not.
_CUSTOMS = ("opening", "changing", "spot_on", "back", "palifico", "palifico_from")
_READERS: Mapping[Pieces, Callable[[GameEntry, TypedOptions], dict[str, Any]]] = {"cards": _of_cards, "dice": _of_dice}


def _refuse(why: str, typed: TypedOptions, *names: str) -> None:
    for name in names:
        if getattr(typed, name) not in (None, False):
            raise GameError(f"{why}: leave out --{name.replace('_', '-')}")


def _dice(text: str) -> tuple[int, ...]:
    if not re.fullmatch(r"\s*\d{1,3}\s*([,/x]\s*\d{1,3}\s*)*", text):
        raise GameError(f'--dice "{text}" is not a number of dice for each: write them like 2,2, yours first')
    return tuple(int(number) for number in re.findall(r"\d+", text))


def _pair(option: str, text: str) -> tuple[int, int]:
    found = re.fullmatch(r"\s*(\d{1,12})\s*[/,:-]\s*(\d{1,12})\s*", text)
    if not found or not 0 < int(found[1]) <= int(found[2]):
        raise GameError(f'{option} "{text}" is not two amounts, the smaller first: write them like 5/10')
    return int(found[1]), int(found[2])
