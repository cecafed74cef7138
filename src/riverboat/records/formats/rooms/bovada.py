"""Hands as Bovada, Bodog and Ignition write them: players are named by their place, and all cards are told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

from riverboat.errors import OtherGame, RecordError
from riverboat.games.holdem import Betting
from riverboat.records.formats.rooms.hands import HandLines, iso_time, scan_hands
from riverboat.records.formats.rooms.told import (
    Act,
    Chair,
    Family,
    Post,
    PostKind,
    RoomHand,
    cards_in,
    hundredths,
)
from riverboat.records.hand_record import HandRecord

BEGINS = re.compile(r"\ufeff?\s*(?P<room>Bovada|Bodog|Ignition)[\w.]* Hand #(?P<number>[0-9]+)")
_GAME = re.compile(
    r"(?P<game>HOLDEM|OMAHA HiLo|OMAHA|7CARD HiLo|7CARD|[A-Z0-9]+(?: HiLo)?)(?:ZonePoker)?"
    r"(?: (?P<betting>No Limit|Pot Limit|Fixed Limit))?"
)
_LEVEL = re.compile(r"\(([0-9.,]+)/([0-9.,]+)\)")
_SEAT = re.compile(
    r"\s*Seat[ +](?P<seat>[0-9]+)(?P<me> \[ME\])?: (?:(?P<name>.*?)(?P<me2> \[ME\])? \()?(?P<stack>[^()]*) in chips\)?"
)
_SAID = re.compile(r"\s*(?P<name>.*?)(?P<me>\s*\[ME\])?\s* : (?P<what>.*)$")
_STREET = re.compile(r"\s*\*\*\* (?P<street>FLOP|TURN|RIVER) \*\*\*(?P<cards>.*)$")
_BOARD = re.compile(r"\s*Board \[(?P<cards>[^\]]*)\]")
_POT = re.compile(r"\s*Total Pot\((?P<pot>[^)]*)\)(?: \| Rake \((?P<rake>[^)]*)\))?")
_FAMILIES = {"HOLDEM": "holdem", "OMAHA": "omaha", "7CARD": "seven-card"}
_POSTS: tuple[tuple[str, PostKind], ...] = (
    ("ante chip", "ante"),
    ("ante/small blind", "small"),
    ("small blind", "small"),
    ("big blind", "big"),
    ("posts dead chip", "extra"),
    ("posts chip", "extra"),
    ("straddle", "straddle"),
)
_AMOUNT_AT_END = re.compile(r"(?:(?P<added>\S*[0-9]\S*) to )?(?P<amount>\S*[0-9][^\s]*)\s*$")
HERO = "Hero"


def is_bovada(text: str) -> bool:
    """Whether a file is one of these rooms', by how its hands begin."""
    return any(BEGINS.match(line) for line in text[:4000].splitlines()[:5])


def scan_bovada(text: str, file: str) -> Iterator[HandRecord | RecordError]:
    """The hands of such a file."""
    text = re.sub(r"(?<=\S)(?=(?:Bovada|Bodog|Ignition)[\w.]* Hand #[0-9])", "\n", text)  # a hand that breaks off
    return scan_hands(text, file, BEGINS, lambda part: _Hand(part).read())


class _Hand:
    """One hand, read line by line."""

    def __init__(self, part: HandLines) -> None:
        self.part = part
        heading = part.lines[0]
        begun = BEGINS.match(heading)
        assert begun is not None
        self.told = told = RoomHand(
            room=begun["room"], file=part.file, line=part.first, number=begun["number"], time=iso_time(heading)
        )
        told.by_listing = True
        rest = re.sub(r"TBL#\S+|Zone Poker ID#\S+", "", heading[begun.end() :]).lstrip(": ")
        game = _GAME.match(rest)
        name, betting = (game["game"], game["betting"]) if game else ("", None)
        if name not in _FAMILIES:
            raise OtherGame(f"{name or 'no name'} {betting or ''}".strip(), file=told.file, line=told.line)
        told.family = cast("Family", _FAMILIES[name])
        told.betting = cast(
            "Betting", {"Fixed Limit": "limit", "Pot Limit": "pot-limit"}.get(betting or "", "no-limit")
        )
        if level := _LEVEL.search(rest):
            told.stakes = (hundredths(level[1]), hundredths(level[2]))
        tournament = re.search(r"Tournament #(\S+)", heading)
        table = re.search(r"TBL#(\S+?),?(?:\s|$)", heading)
        told.event = f"tournament {tournament[1]}" if tournament else f"{told.room} {table[1] if table else 'Zone'}"
        self.is_dealt = False
        self.is_summary = False

    def read(self) -> RoomHand:
        """All that the lines say."""
        told = self.told
        for at, line in enumerate(self.part.lines[1:], 1):
            self._line(line, self.part.first + at)
        if told.family == "seven-card":
            told.by_listing = False
        else:
            self._place_button()
        if told.betting == "limit":
            told.guess_bets()
        if not self.is_summary:
            raise told.error("breaks off in the middle of the hand")
        return told

    def _line(self, line: str, number: int) -> None:
        told = self.told
        if street := _STREET.match(line):
            told.board = list(cards_in(street["cards"]))
        elif line.startswith("*** HOLE CARDS"):
            self.is_dealt = True
        elif line.startswith("*** SUMMARY"):
            self.is_summary = True
        elif self.is_summary:
            self._summary(line)
        elif seat := _SEAT.match(line):
            name = seat["name"] or f"Seat {seat['seat']}"
            told.chairs[HERO if seat["me"] or seat["me2"] else name] = Chair(
                int(seat["seat"]), hundredths(seat["stack"])
            )
            if name == "Dealer":
                told.button = int(seat["seat"])
        elif said := _SAID.match(line):
            name = HERO if said["me"] else said["name"].strip()
            if name.startswith("Seat+"):
                name = name.replace("+", " ")
            if name in told.chairs:
                self._said(name, said["what"].strip(), number)

    def _said(self, name: str, what: str, number: int) -> None:
        told, words = self.told, what.lower()
        amount = _AMOUNT_AT_END.search(what)
        value = hundredths(amount["amount"]) if amount else 0
        if words.startswith("card dealt to a spot"):
            told.cards[name] = [*told.cards.get(name, []), *cards_in(what)]
        elif words.startswith("fold"):
            told.deeds.append(Act(name, "fold", line=number))
        elif words.startswith("check"):
            told.deeds.append(Act(name, "check", line=number))
        elif words.startswith("call"):
            told.deeds.append(Act(name, "call", value, line=number))
        elif words.startswith(("bet", "d bet")):
            told.deeds.append(Act(name, "bet", value, line=number))
        elif words.startswith(("raise", "all-in(raise")):
            told.deeds.append(Act(name, "raise", value, True, line=number))
        elif words.startswith("all-in"):
            if self.is_dealt:
                told.deeds.append(Act(name, "all-in", value, line=number))
            else:
                told.posts.append(Post(name, self._short_post(value), value))
        elif words.startswith("bring_in"):
            told.deeds.append(Act(name, "bring-in", value, line=number))
        elif words.startswith("return uncalled"):
            told.give_back(name, value)
        elif words.startswith("hand result"):
            told.collect(name, value)
        elif words.startswith("showdown"):
            told.shown.append(name)
        elif amount:
            kind = next((kind for begin, kind in _POSTS if words.startswith(begin)), None)
            if kind is not None:
                told.posts.append(Post(name, kind, value))

    def _short_post(self, value: int) -> PostKind:
        """What somebody posted who went all-in by it: an ante, where it is smaller than the others', else a blind."""
        kinds = {post.kind for post in self.told.posts}
        ante = max((post.amount for post in self.told.posts if post.kind == "ante"), default=0)
        if value < ante and not kinds & {"small", "big"}:
            return "ante"
        return "big" if "small" in kinds else "small"

    def _summary(self, line: str) -> None:
        told = self.told
        if (board := _BOARD.match(line)) and not told.board and board["cards"].strip():
            told.board = list(cards_in(board["cards"]))
        elif told.pot is None and (pot := _POT.match(line)):
            told.pot = hundredths(pot["pot"])
            told.rake = hundredths(pot["rake"]) if pot["rake"] else None

    def _place_button(self) -> None:
        """Where no dealer sits, who posted the small blind, or else the big one, is the first left of the button."""
        told = self.told
        names = list(told.chairs)
        if told.button is not None:
            return
        first = next((p.name for kind in ("small", "big") for p in told.posts if p.kind == kind), None)
        if first is not None:
            at = names.index(first)
            told.chairs = {name: told.chairs[name] for name in (*names[at:], *names[:at])}
