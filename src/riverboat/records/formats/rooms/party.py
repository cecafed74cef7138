"""Hands as partypoker and 888 write them, and the converters that write the same."""

from __future__ import annotations

import datetime
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

BEGINS = re.compile(r"\ufeff?\s*\*{5} (?P<room>.*?) ?Hand History [Ff]or Game (?P<number>\S+) \*{5}")
_GAME = re.compile(
    r"(?P<before>NL|PL|FL|No Limit|Pot Limit|Fix(?:ed)? Limit|Limit)?\s*"
    r"(?P<game>Texas\s+Hold'?em|Hold'?em|Omaha\s?Hi[-/]?Lo|Omaha ?8|Omaha ?HL|Omaha"
    r"|7 Card Stud Hi-?Lo|7 Card Stud|7CardStud|Razz)"
    r"(?P<after>.*?\((?:NL|PL|FL)\))?",
    re.IGNORECASE,
)
_STAKES = re.compile(
    r"\s*(?P<small>[^\s(]*[0-9][0-9.,\u00a0\u202f ]*?)[^0-9/(]*/(?P<big>[^0-9]*[0-9][0-9.,\u00a0\u202f ]*[0-9]?)"
)
_BLINDS = re.compile(r"(?:Blinds|Stakes)(?:-Antes)?\((?P<small>[0-9.,]+)/(?P<big>[0-9.,]+)(?: ?-(?P<ante>[0-9.,]+))?\)")
_SEAT = re.compile(r"\s*[Ss]eat (?P<seat>[0-9]+): (?P<name>.*?) \( ?(?P<stack>[^()]*[0-9][^()]*?) ?\)")
_BUTTON = re.compile(r".*[Ss]eat (?P<seat>[0-9]+) is the button")
_DEALING = re.compile(r"\s*\*\* Dealing ?(?P<street>[\w ]*?) ?\*\*(?P<cards>.*)$")
_STREETS = {"down cards": 0, "": 0, "flop": 1, "turn": 2, "river": 3}
_STUD_STREETS = {"": 0, "fourth street": 1, "fifth street": 2, "sixth street": 3, "river": 4}
_POST = re.compile(r"posts (?P<what>small blind|big blind \+ dead|dead blind|big blind|ante|straddle)")
_POSTS: dict[str, PostKind] = {"small blind": "small", "big blind": "big", "ante": "ante", "straddle": "straddle"}
_TO = re.compile(r"raises .*? to (?P<to>[0-9].*)$")
_CARDS = re.compile(r"\[[^\]]*\]")
_NET = re.compile(r"balance .*?(?:, lost (?P<lost>[0-9.,]+)|, net (?P<net>[+-]?[0-9.,]+))")
_PARTY_DATE = re.compile(
    r"(?P<month>[A-Z][a-z]{2})[a-z]* (?P<day>[0-9]{1,2}),? (?P<time>[0-9:]{7,8}).*? (?P<year>[12][0-9]{3})"
)
_888_DATE = re.compile(r"(?P<day>[0-9]{2}) (?P<month>[0-9]{2}) (?P<year>[0-9]{4}) (?P<time>[0-9:]{8})")
_SPANISH = {"p": "s", "t": "c", "c": "h", "d": "d"}
_SPANISH_CARD = re.compile(r"\b(10|[2-9TJQKA])([ptcd])\b")
_VERBS = {"folds": "fold", "checks": "check", "calls": "call", "bets": "bet", "raises": "raise", "completes": "raise"}


def is_party(text: str) -> bool:
    """Whether a file is one of these rooms', by how its hands begin."""
    return any(BEGINS.match(line) for line in text[:4000].splitlines()[:12])


def scan_party(text: str, file: str) -> Iterator[HandRecord | RecordError]:
    """The hands of such a file."""
    if re.search(r"\[ ?(?:10|[2-9TJQKA])[pt],", text):  # Spanish suits: picas, tréboles, corazones, diamantes
        text = _CARDS.sub(lambda found: _SPANISH_CARD.sub(lambda card: card[1] + _SPANISH[card[2]], found[0]), text)
    text = re.sub(r"(is sitting out)(?=[^\s.])", r"\1\n", text)
    return scan_hands(text, file, BEGINS, lambda part: _Hand(part).read())


class _Hand:
    """One hand, read line by line."""

    def __init__(self, part: HandLines) -> None:
        self.part = part
        begun = BEGINS.match(part.lines[0])
        assert begun is not None
        room = (
            "888poker" if begun["room"] in ("888poker", "Cassava") or begun["room"].startswith("888") else "partypoker"
        )
        self.told = RoomHand(room=room, file=part.file, line=part.first, number=begun["number"])
        self.street: int | None = 0
        self.posted_by_level = False
        #: Where the second line stands: some files have a blank one after each.
        self.second = next((at for at, line in enumerate(part.lines[1:], 1) if line.strip()), 0)
        self._heading(part.lines[self.second] if self.second else "")

    def _heading(self, line: str) -> None:
        told = self.told
        game = _GAME.search(line)
        if game is None:
            raise told.error("names no game that is known", told.line + max(self.second, 1))
        name = game["game"].lower().replace("'", "").replace("texas ", "").strip()
        families = {"holdem": "holdem", "omaha": "omaha", "7 card stud": "seven-card", "7cardstud": "seven-card"}
        words = (game["before"] or (game["after"] or "")[-3:-1] or "").upper()
        betting = {"NL": "no-limit", "NO LIMIT": "no-limit", "PL": "pot-limit", "POT LIMIT": "pot-limit"}.get(
            words, "limit"
        )
        if name not in families:
            raise OtherGame(f"{game['game']} {words}".strip(), file=told.file, line=told.line)
        told.family, told.betting = cast("Family", families[name]), cast("Betting", betting)
        told.time = _time(line)
        if blinds := _BLINDS.search(line):
            self._level(blinds)
        elif "/" in line[: game.start()] and (stakes := _STAKES.match(line)):
            told.stakes = (hundredths(stakes["small"]), hundredths(stakes["big"]))
        if tournament := re.search(r"(?:Trny: ?|Tournament #)([0-9]+)", line):
            told.event = f"tournament {tournament[1]}"

    def _level(self, blinds: re.Match[str]) -> None:
        self.told.stakes = (hundredths(blinds["small"]), hundredths(blinds["big"]))
        self.told.ante = hundredths(blinds["ante"]) if blinds["ante"] else 0
        self.posted_by_level = True

    def read(self) -> RoomHand:
        """All that the lines say."""
        told = self.told
        for at, line in enumerate(self.part.lines[self.second + 1 :], self.second + 1):
            if line.strip() and not line.startswith("Game #"):
                self._line(line.strip(), self.part.first + at)
        if told.family == "seven-card":
            raise told.error(f"{told.room} does not write the open cards of the others: stud can't be replayed from it")
        if self.posted_by_level and not any(post.kind in ("small", "big") for post in told.posts):
            self._post_by_level()
        told.event = told.event or told.room
        return told

    def _post_by_level(self) -> None:
        """Tournaments of partypoker name the level and not who posts: the first two left of the button do."""
        told = self.told
        order = sorted(told.chairs, key=lambda name: told.chairs[name].number)
        after = [name for name in order if told.chairs[name].number > (told.button or 0)]
        order = after + [name for name in order if name not in after]
        if len(order) < 2:
            raise told.error("lists fewer than two players", field="players")
        small, big = (order[-1], order[0]) if len(order) == 2 else (order[0], order[1])
        for name, kind, blind in ((small, "small", told.stakes[0]), (big, "big", told.stakes[1])):
            left = told.chairs[name].stack - sum(p.amount for p in told.posts if p.name == name)
            told.posts.append(Post(name, cast("PostKind", kind), min(blind, left)))

    def _line(self, line: str, number: int) -> None:
        told = self.told
        if not told.posts and not told.deeds and (seat := _SEAT.match(line)):
            told.chairs[seat["name"]] = Chair(int(seat["seat"]), hundredths(seat["stack"]))
        elif (button := _BUTTON.match(line)) and told.button is None:
            told.button = int(button["seat"])
        elif blinds := _BLINDS.match(line):
            self._level(blinds)
        elif dealing := _DEALING.match(line):
            self._dealing(dealing)
        elif line.startswith("Dealt to "):
            found = told.speaker(line[9:])
            if found is not None and (cards := _CARDS.search(found[1])):
                told.hold(found[0], list(cards_in(cards.group())))
        elif line.startswith("Table ") and not told.event:
            told.event = f"{told.room} {line[6:].split('(')[0].strip()}"
        elif not told.event and (tournament := re.search(r"(?:Trny: ?|Tournament #)([0-9]+)", line)):
            told.event = f"tournament {tournament[1]}"
        else:
            self._said(line, number)

    def _dealing(self, dealing: re.Match[str]) -> None:
        told = self.told
        streets = _STUD_STREETS if told.family == "seven-card" else _STREETS
        self.street = streets.get(dealing["street"].lower())
        if self.street and told.family != "seven-card":
            told.board += cards_in(dealing["cards"])

    def _said(self, line: str, number: int) -> None:
        told = self.told
        if line.count(" wins ") > 1:
            for name in told.chairs:
                for found in re.finditer(rf"(?:^|\.){re.escape(name)} wins ([^A-Za-z]*)", line):
                    told.collect(name, hundredths(found[1]))
            return
        if known := told.speaker(line):
            self._did(*known, number)
            return
        name, _, rest = line.partition(" ")
        if rest.startswith("has joined the table"):
            told.joined.add(name)
        elif not line.startswith("*") and rest.split(" ")[0].rstrip(".") in ("posts", "wins", *_VERBS):
            self._did(name, rest, number)  # somebody whose seat is not told

    def _did(self, name: str, rest: str, number: int) -> None:
        told = self.told
        verb = rest.split(" ")[0].rstrip(".")
        if post := _POST.match(rest):
            amounts = [hundredths(each) for each in rest[post.end() :].split("+")]  # 888: dead blind [$0.05 + $0.10]
            both = "+ dead" in post["what"] or len(amounts) > 1
            kind: PostKind = "both" if both else _POSTS.get(post["what"], "dead")
            told.posts.append(Post(name, kind, sum(amounts)))
        elif raised := _TO.match(rest):
            told.deeds.append(Act(name, "raise", hundredths(raised["to"]), True, self.street, number))
        elif verb in _VERBS and not rest.startswith("raises to"):
            amount = hundredths(rest) if any(map(str.isdigit, rest)) else 0
            kinds = {"fold": "fold", "check": "check", "call": "call", "bet": "bet", "raise": "all-in"}
            told.deeds.append(Act(name, kinds[_VERBS[verb]], amount, False, self.street, number))  # type: ignore[arg-type]
        elif rest.startswith("is all-In") and any(map(str.isdigit, rest)):
            told.deeds.append(Act(name, "all-in", hundredths(rest), False, self.street, number))
        elif verb in ("wins", "collected"):
            told.collect(name, hundredths(rest))
        elif rest.startswith(("shows", "doesn't show", "mucks")) and (cards := _CARDS.search(rest)):
            told.hold(name, list(cards_in(cards.group())))
            if verb == "shows":
                told.shown.append(name)
        elif net := _NET.match(rest):
            told.nets[name] = -hundredths(net["lost"]) if net["lost"] else _signed(net["net"])


def _signed(text: str) -> int:
    return -hundredths(text) if text.startswith("-") else hundredths(text)


def _time(line: str) -> str:
    if found := _PARTY_DATE.search(line):
        stamp = f"{found['year']} {found['month']} {found['day']} {found['time']}"
        try:
            return datetime.datetime.strptime(stamp, "%Y %b %d %H:%M:%S").isoformat()
        except ValueError:
            return ""
    if found := _888_DATE.search(line):
        return f"{found['year']}-{found['month']}-{found['day']}T{found['time']}"
    return iso_time(line)
