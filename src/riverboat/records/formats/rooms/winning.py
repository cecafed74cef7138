"""Hands as the Winning network (America's Cardroom and others) wrote them before 2019."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

from riverboat.errors import OtherGame, RecordError
from riverboat.records.formats.rooms.hands import HandLines, iso_time, scan_hands
from riverboat.records.formats.rooms.told import (
    Act,
    ActKind,
    Chair,
    Family,
    Post,
    PostKind,
    RoomHand,
    cards_in,
    hundredths,
)
from riverboat.records.hand_record import HandRecord

BEGINS = re.compile(r"\ufeff?\s*Game started at: ")
_GAME_ID = re.compile(
    r"\s*Game ID: (?P<number>[0-9]+) (?P<small>[0-9.,]+)/(?P<big>[0-9.,]+) (?P<table>.*) \((?P<game>[^()]*)\)\s*$"
)
_SEAT = re.compile(r"\s*Seat (?P<seat>[0-9]+): (?P<name>.*?) \((?P<stack>[0-9.,]+)\)\.?\s*$")
_BUTTON = re.compile(r"\s*Seat (?P<seat>[0-9]+) is the button")
_STREET = re.compile(r"\s*\*\*\* (?P<street>FLOP|TURN|RIVER) \*\*\*:?(?P<cards>.*)$")
_RETURNED = re.compile(r"\s*Uncalled bet \((?P<amount>[^()]*)\) returned to (?P<name>.*?)\s*$")
_POT = re.compile(r"\s*Pot: (?P<pot>[0-9.,]+?)\. Rake (?P<rake>[0-9.,]+)(?:\. JP fee (?P<fee>[0-9.,]+))?")
_COLLECTS = re.compile(r"Bets: [0-9.,]+?\. Collects: (?P<amount>[0-9.,]+?)\. ")
_FAMILIES = {"Hold'em": "holdem", "Holdem": "holdem", "Omaha": "omaha"}
_POSTS: dict[str, PostKind] = {
    "has small blind": "small",
    "has big blind": "big",
    "posts": "extra",
    "ante": "ante",
    "straddle": "straddle",
}
_DEEDS: dict[str, ActKind] = {
    "folds": "fold",
    "checks": "check",
    "calls": "call",
    "bets": "bet",
    "raises": "all-in",
    "allin": "all-in",
}


def is_winning(text: str) -> bool:
    """Whether a file is this network's, by how its hands begin."""
    head = text[:1000]
    return "Game ID: " in head and any(BEGINS.match(line) for line in head.splitlines()[:3])


def scan_winning(text: str, file: str) -> Iterator[HandRecord | RecordError]:
    """The hands of such a file."""
    return scan_hands(text, file, BEGINS, lambda part: _Hand(part).read())


class _Hand:
    """One hand, read line by line."""

    def __init__(self, part: HandLines) -> None:
        self.part = part
        self.told = RoomHand(room="Winning", file=part.file, line=part.first, time=iso_time(part.lines[0]))
        self.street = 0
        self.is_summary = False

    def read(self) -> RoomHand:
        """All that the lines say."""
        for at, line in enumerate(self.part.lines[1:], 1):
            if line.strip():
                self._line(line.rstrip(), self.part.first + at)
        told = self.told
        if not told.number:
            raise told.error("has no game ID")
        big = next((post.amount for post in told.posts if post.kind == "big"), 0)
        told.betting = "limit" if big and big == told.stakes[0] and big != told.stakes[1] else "no-limit"
        if told.family == "omaha" and told.betting == "no-limit":
            told.betting = "pot-limit"
        return told

    def _line(self, line: str, number: int) -> None:
        told = self.told
        if heading := _GAME_ID.match(line):
            if heading["game"] not in _FAMILIES:
                raise OtherGame(heading["game"], file=told.file, line=told.line)
            told.number, told.family = heading["number"], cast("Family", _FAMILIES[heading["game"]])
            told.stakes = (hundredths(heading["small"]), hundredths(heading["big"]))
            told.event = f"Winning {heading['table']}"
        elif street := _STREET.match(line):
            self.street = ("", "FLOP", "TURN", "RIVER").index(street["street"])
            told.board = list(cards_in(street["cards"]))
        elif button := _BUTTON.match(line):
            told.button = int(button["seat"])
        elif seat := _SEAT.match(line):
            told.chairs[seat["name"]] = Chair(int(seat["seat"]), hundredths(seat["stack"]))
        elif returned := _RETURNED.match(line):
            told.give_back(returned["name"], hundredths(returned["amount"]))
        elif line.startswith("------"):
            self.is_summary = True
        elif pot := _POT.match(line):
            told.pot, told.rake = (
                hundredths(pot["pot"]),
                hundredths(pot["rake"]) + (hundredths(pot["fee"]) if pot["fee"] else 0),
            )
        elif line.lstrip("*").startswith("Player "):
            self._said(line.lstrip("*")[7:], number)

    def _said(self, line: str, number: int) -> None:
        told = self.told
        found = told.speaker(line)
        if found is None:
            return
        name, rest = found
        if self.is_summary:
            if (took := _COLLECTS.search(rest)) and (amount := hundredths(took["amount"])):
                told.collect(name, amount)
            if rest.startswith("shows") and (cards := re.search(r"\[[^\]]*\]\. Bets", rest)):
                told.hold(name, list(cards_in(cards.group())))
                told.shown.append(name)
            return
        verb = rest.split(" (")[0].strip()
        if rest.startswith("received card:"):
            told.cards[name] = [*told.cards.get(name, []), *cards_in(rest)]
        elif verb in _POSTS and "(" in rest:
            told.posts.append(Post(name, _POSTS[verb], hundredths(rest)))
        elif verb in _DEEDS:
            amount = hundredths(rest) if "(" in rest else 0
            told.deeds.append(Act(name, _DEEDS[verb], amount, False, self.street, number))
