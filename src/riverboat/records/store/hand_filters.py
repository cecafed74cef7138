"""Which of a player's hands are looked at: by position, stakes, players at the table, and dates."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from riverboat.errors import RecordError, did_you_mean
from riverboat.records.store.tallies import POSITIONS, time_key

if TYPE_CHECKING:
    from riverboat.records.store.tally_pieces import Tallies

_SHORT = {"sb": 1, "bb": 2, "ep": 3, "mp": 4, "co": 5, "btn": 6}
_DATE = re.compile(r"[0-9]{4}(-[0-9]{2}(-[0-9]{2}(T[0-9:]{2,8})?)?)?")


@dataclass(frozen=True, kw_only=True)
class HandFilter:
    """What a hand must be; None lets every one through."""

    positions: tuple[int, ...] | None = None  # numbers of POSITIONS
    stakes: tuple[float, float] | None = None  # the big blind (a limit game's small bet), least and most
    seats: tuple[int, int] | None = None  # players at the table, fewest and most
    since: str | None = None  # a date, or as much of one as is known: this moment and later
    until: str | None = None  # up to the end of this day, month or year

    def of(self, hands: Tallies) -> Tallies:
        """The hands that are let through."""
        chosen = np.ones(len(hands), bool)
        if self.positions is not None:
            chosen &= np.isin(hands["position"], self.positions)
        if self.stakes is not None:
            low, high = self.stakes
            chosen &= (hands["stakes"] >= low * (1 - 1e-9)) & (hands["stakes"] <= high * (1 + 1e-9))
        if self.seats is not None:
            chosen &= (hands["seats"] >= self.seats[0]) & (hands["seats"] <= self.seats[1])
        if self.since is not None:
            chosen &= hands["time"] >= time_key(self.since)
        if self.until is not None:
            size = len(re.sub("[^0-9]", "", self.until)[:14])
            chosen &= (hands["time"] >= 0) & (hands["time"] < time_key(self.until) + 10 ** (14 - size))
        return hands[chosen]


def filter_of(
    *,
    position: str | None = None,
    stakes: str | None = None,
    players: str | None = None,
    since: str | None = None,
    until: str | None = None,
) -> HandFilter:
    """A filter from what somebody typed; an error says what would be right."""
    for what, date in (("since", since), ("until", until)):
        if date is not None and not _DATE.fullmatch(date):
            raise RecordError(f'{what}: "{date[:40]}" is not a date: 2024, 2024-05, 2024-05-31 or 2024-05-31T20:15')
    seats = None if players is None else _ends("players", players)
    return HandFilter(
        positions=None if position is None else tuple(_position(part) for part in position.split(",")),
        stakes=None if stakes is None else _ends("stakes", stakes.rpartition("/")[2] if "/" in stakes else stakes),
        seats=None if seats is None else (int(seats[0]), int(seats[1])),
        since=since,
        until=until,
    )


def _position(text: str) -> int:
    name = text.strip().lower()
    if name in _SHORT:
        return _SHORT[name]
    if name in POSITIONS[1:]:
        return POSITIONS.index(name)
    known = ", ".join(f"{short} ({POSITIONS[number]})" for short, number in _SHORT.items())
    hint = did_you_mean(name, [*_SHORT, *POSITIONS[1:]], cutoff=0.6)
    raise RecordError(f'position: "{text[:40]}" is none{hint}: {known}')


def _ends(what: str, text: str) -> tuple[float, float]:
    """A number, or two with a dash between."""
    low, dash, high = text.partition("-")
    try:
        ends = (float(low), float(high) if dash else float(low))
    except ValueError:
        ends = (1.0, 0.0)
    if not 0 <= ends[0] <= ends[1] < 1e15:
        example = "0.10, 0.05/0.10 or 0.10-0.50" if what == "stakes" else "6 or 5-9"
        raise RecordError(f'{what}: "{text[:40]}" is not a number or two with a dash between: {example}')
    return ends
